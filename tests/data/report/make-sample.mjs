// SPDX-License-Identifier: BSD-2-Clause
// Writes run.json beside itself: a made-up run with everything the report has
// to cope with. Deterministic; run by hand after a change, and commit both.
//	node tests/data/report/make-sample.mjs
import { writeFileSync } from 'node:fs';

let state = 20061130;
const rand = () => {		// LCG of Numerical Recipes; 0 to 1
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return state / 4294967296;
};
const around = (x, part) => x * (1 + part * (2 * rand() - 1));
const T975 = [NaN, NaN, 12.706, 4.303, 3.182, 2.776, 2.571];
function stat(values) {
	const v = values.filter((x) => x !== null).sort((a, b) => a - b);
	const n = v.length;
	if (n === 0)
		return null;
	const mean = v.reduce((a, b) => a + b, 0) / n;
	const sd = n < 2 ? null :
	    Math.sqrt(v.reduce((a, b) => a + (b - mean) ** 2, 0) / (n - 1));
	const half = n < 2 ? null : T975[n] * sd / Math.sqrt(n);
	return { n, median: (v[(n - 1) >> 1] + v[n >> 1]) / 2, min: v[0],
	    max: v[n - 1], mean, sd, ci95_low: n < 2 ? null : mean - half,
	    ci95_high: n < 2 ? null : mean + half,
	    values: values.filter((x) => x !== null) };
}

const BLAST_NS = 2000000000, BIN_NS = 100000000, WALL = 1796072460000000000;
const REPEATS = 5, BINS = BLAST_NS / BIN_NS;
const method = { frame_bytes: 64, who_tags: 'none', streams: 1, directions: 1,
    flows: 1, flow_order: 'round', burst: 1, load: 'open', rate: 'max',
    blast_ns: BLAST_NS, wait_ns: 500000000, generator_engine: 'packet',
    sink_engine: 'packet', placement: 'generator 0, router 1, sink 1',
    udp_checksum: 'full', address_family: 'inet', pause: 'none',
    merging_offloads: 'off' };
const bench = { cpu_model: 'AMD EPYC', cpus_online: 2, clock_policy: 'fixed',
    smt: 'off', link: 'veth' };
const two = { streams: 2, directions: 2 };
const tagged = { who_tags: 'host' };

// pps offered, pps forwarded, and how the loss is split over the places
const rows = [
	{ id: 'direct', title: 'direct path, one stream', kind: 'direct',
	    offer: 1012000, carry: 771000, rules: '' },
	{ id: 'plain', title: 'plain forwarding', kind: 'routed',
	    offer: 1009000, carry: 588000, against: 'direct' },
	{ id: 'nft-10', title: 'nftables, 10 rules before the accepting one',
	    kind: 'routed', offer: 1011000, carry: 531000, against: 'direct',
	    nft: 10 },
	{ id: 'nft-100', title: 'nftables, 100 rules before the accepting one',
	    kind: 'routed', offer: 1008000, carry: 263000, against: 'direct',
	    nft: 100, slow: true },
	{ id: 'nft-ct', title: 'nftables with connection tracking',
	    kind: 'routed', offer: 1010000, carry: 437000, against: 'direct',
	    nft: 1, unmeasured: true },
	{ id: 'bridge', title: 'bridge, untagged', kind: 'bridged',
	    offer: 1007000, carry: 640000, against: 'direct', filter: true },
	{ id: 'plain-2', title: 'plain forwarding, two opposite streams',
	    kind: 'routed', offer: 512000, carry: 309000, keys: two,
	    against: 'direct-2' },
	{ id: 'direct-2', title: 'direct path, two opposite streams',
	    kind: 'direct', offer: 515000, carry: 402000, keys: two },
	{ id: 'bridge-tagged', title: 'bridge, 802.1Q-tagged frames',
	    kind: 'bridged', offer: 20000, carry: 20000, keys: tagged,
	    against: 'direct-tagged', exact: true },
	{ id: 'direct-tagged', title: 'direct path, 802.1Q-tagged frames',
	    kind: 'direct', offer: 20000, carry: 20000, keys: tagged,
	    exact: true },
];

const rules = (n) => n === undefined ? '' : 'table inet blast {\n' +
    '\tchain forward {\n\t\ttype filter hook forward priority 0; ' +
    'policy drop;\n' + (n === 1 ?
    '\t\tct state new,established accept\n' :
    `\t\t# ${n} rules that do not match\n` +
    '\t\tip daddr 198.18.200.0/24 drop\n'.repeat(Math.min(n, 10)) +
    (n > 10 ? `\t\t# ... ${n - 10} more of them\n` : '') +
    '\t\tudp dport 9 counter accept\n') + '\t}\n}\n';

function series(start, total) {
	const t_ns = [], v = [];
	let left = total;
	for (let i = 0; i < BINS; i++) {
		t_ns.push(start + (i + 1) * BIN_NS);
		const n = i === BINS - 1 ? left : Math.min(left,
		    Math.round(around(total / BINS, 0.06)));
		v.push(n);
		left -= n;
	}
	return { t_ns, v, interval_ns: BIN_NS };
}

const places = ['generator_refused', 'generator_queue', 'link', 'nic_error',
    'nic_ring', 'input_queue', 'filter', 'ip_refused', 'output_queue',
    'output_error', 'link_out', 'sink_nic', 'sink_program', 'delivered'];
const from = { generator_refused: 'generator: counts.refused',
    generator_queue: 'tc -s qdisc on gen0', nic_error: 'rx_errors of dut0',
    nic_ring: 'rx_dropped of dut0', input_queue: 'rx_dropped of dut0 (veth)',
    ip_refused: 'snmp Ip: InDiscards, InHdrErrors',
    output_queue: 'tc -s qdisc on dut1', output_error: 'tx_errors of dut1',
    sink_nic: 'rx_dropped of snk0',
    sink_program: 'netreceive counts.sink_drops',
    delivered: 'netreceive counts.unique' };

function ledger(row, sent, received) {
	const lost = sent - received;
	const sink = row.exact ? 0 : Math.round(lost * 0.05);
	const residual = row.id === 'nft-100' ? 1234 : 0;
	const named = { generator_refused: row.exact ? 0 : 287004,
	    generator_queue: 0, nic_error: 0, nic_ring: 0,
	    input_queue: lost - sink - residual, filter: 0, ip_refused: 0,
	    output_queue: 0, output_error: 0, sink_nic: 0, sink_program: sink,
	    delivered: received };
	if (!row.nft)	// no rule counts there
		delete named.filter;
	return { sent, received, places: places.map((place) => ({ place,
	    frames: place in named ? named[place] : null,
	    from: place in named ? from[place] ?? 'nft list ruleset: counter' :
	    null })), foreign: 4, residual,
	    residual_percent: 100 * residual / sent,
	    loss_percent: 100 * lost / sent, in_interface: 'dut0',
	    out_interface: 'dut1', in_packets: sent + 4, out_packets: received,
	    note: null };
}

const add = (a, b) => ({ ...a, sent: a.sent + b.sent,
    received: a.received + b.received, foreign: a.foreign + b.foreign,
    residual: a.residual + b.residual, places: a.places.map((p, i) => ({ ...p,
    frames: p.frames === null || b.places[i].frames === null ? null :
    p.frames + b.places[i].frames })) });

const listing = (n) => ({ listings: [{ kind: 'procnetdev', os: 'linux',
    command: 'cat /proc/net/dev', data: {}, text:
    'Inter-|   Receive                            |  Transmit\n' +
    ' face |bytes    packets errs drop | bytes packets errs drop\n' +
    `  dut0: ${n * 60} ${n} 0 0 0 0\n  dut1: 0 0 0 0 ${n * 60} ${n} 0 0\n` },
    { kind: 'sysctl', os: 'linux', command: 'sysctl net.ipv4.ip_forward',
    data: {}, text: 'net.ipv4.ip_forward = 1\n' }] });

let order = 0;
function trial(row, repeat) {
	const start = 7200000000000 + order * 4000000000;
	const dirs = (row.keys?.directions ?? 1) === 2 ?
	    ['forward', 'reverse'] : ['forward'];
	const nodes = [], directions = [];
	for (const direction of dirs) {
		const sent = row.exact ? row.offer * 2 :
		    Math.round(around(row.offer * 2, 0.004));
		const received = row.exact ? sent :
		    Math.round(around(row.carry * 2, 0.02));
		nodes.push({ role: 'generator', direction, phase: null,
		    document: { kind: 'netblast', time: { start_ns: start,
		    finish_ns: start + BLAST_NS },
		    series: { taken: series(start, sent) } } });
		nodes.push({ role: 'sink', direction, phase: null,
		    document: { kind: 'netreceive',
		    series: { received: series(start, received) } } });
		directions.push({ direction, sent, received,
		    lost: sent - received, loss_ratio: 1 - received / sent,
		    forwarding_pps: received / 2,
		    ledger: ledger(row, sent, received) });
	}
	if (repeat === 1)
		for (const [phase, n] of [['before', 12], ['after', 1176012]])
			nodes.push({ role: 'router', direction: null, phase,
			    document: { kind: 'netcollect', ...listing(n) } });
	const whole = directions.reduce((a, b) => ({ sent: a.sent + b.sent,
	    received: a.received + b.received, lost: a.lost + b.lost,
	    forwarding_pps: a.forwarding_pps + b.forwarding_pps,
	    ledger: add(a.ledger, b.ledger) }));
	const bad = row.id === 'nft-10' && repeat === 3;
	const none = row.unmeasured;
	return { row: row.id, repeat, order: order++, valid: !bad,
	    reason: bad ? 'generator counters disagree: its interface sent ' +
	    '1,204 frames more than the program' : null,
	    started_wall_ns: WALL + start, nodes, derived: { sent: whole.sent,
	    received: whole.received, lost: whole.lost,
	    loss_ratio: whole.lost / whole.sent,
	    forwarding_pps: whole.forwarding_pps, sum: dirs.length === 2,
	    directions: dirs.length === 2 ? directions : [],
	    added_ns: null, verdict: bad ? 'invalid' : row.exact ?
	    'not-limited' : 'dut-limited',
	    management: { word: none ? 'not-measured' : row.slow ?
	    'sluggish' : 'ok', lost_packets: none ? null : 0, silence_ms: none ?
	    null : around(row.slow ? 640 : 52, 0.2), p99_ms: none ? null :
	    around(row.slow ? 180 : 0.4, 0.3) }, ledger: whole.ledger,
	    background: [] } };
}

const trials = [];
for (let repeat = 1; repeat <= REPEATS; repeat++)
	for (const row of rows)
		trials.push(trial(row, repeat));
for (const t of trials) {	// 1/routed - 1/direct of the same repeat
	const against = rows.find((r) => r.id === t.row).against;
	const d = trials.find((x) => x.row === against &&
	    x.repeat === t.repeat);
	if (d)
		t.derived.added_ns = 1e9 / t.derived.forwarding_pps -
		    1e9 / d.derived.forwarding_pps;
}

const of = (id, path) => trials.filter((t) => t.row === id && t.valid)
    .map((t) => path(t.derived));
const run = {
	schema: 'netblast.result/1', kind: 'run',
	tool: { name: 'netharness', version: '0.1.0' },
	host: { name: 'lab', os: 'Linux', release: '6.18.0', version: '#1 SMP',
	    machine: 'x86_64', cpu_model: 'AMD EPYC', cpus_online: 2 },
	run: { id: '2026-11-30-demo-1f3a', plan: 'demo',
	    title: 'One Linux router under several configurations',
	    started_wall_ns: WALL, finished_wall_ns: WALL + 412000000000,
	    quick: false, complete: true, lab: 'shared-kernel', tag_base: 4711,
	    seed: 1, repeats: REPEATS, blast_ns: BLAST_NS, order: 'interleaved',
	    repeat_unit: 'same boot, new namespaces' },
	plan: { name: 'demo', repeats: REPEATS },
	topology: { roles: [
	    { role: 'generator', node: 'netns:nb-1f3a-gen', cpu: 0, interfaces:
	    [{ name: 'gen0', mac: '02:00:00:00:01:01',
	    address: '198.18.0.1/24' }] },
	    { role: 'router', node: 'netns:nb-1f3a-dut', cpu: 1, interfaces: [
	    { name: 'dut0', mac: '02:00:00:00:01:02',
	    address: '198.18.0.2/24' }, { name: 'dut1',
	    mac: '02:00:00:00:02:02', address: '198.18.1.2/24' },
	    { name: 'dutm', mac: '02:00:00:00:03:02',
	    address: '198.19.255.2/24' }] },
	    { role: 'sink', node: 'netns:nb-1f3a-snk', cpu: 1, interfaces:
	    [{ name: 'snk0', mac: '02:00:00:00:02:01',
	    address: '198.18.1.1/24' }] }],
	    links: [['generator.gen0', 'router.dut0'],
	    ['router.dut1', 'sink.snk0']],
	    management: { from: '198.19.255.1', to: '198.19.255.2',
	    interface: 'dutm' } },
	environment: { kernel: '6.18.0', cpu_model: 'AMD EPYC', cpus_online: 2,
	    tools: { nft: '1.0.6', ip: '6.1.0', gnuplot: '5.4' },
	    sysctl: { 'net.ipv4.ip_forward': 1,
	    'net.core.netdev_max_backlog': 1000 },
	    offloads: [{ node: 'netns:nb-1f3a-dut', interface: 'dut0',
	    off: ['tso', 'gso', 'gro', 'lro', 'rx', 'tx'], on: [] }],
	    mitigations: { spectre_v2: 'Mitigation: Retpolines' },
	    rps: { dut0: '2' } },
	calibration: { row: 'direct', engine: 'packet', forwarding_pps:
	    stat(of('direct', (d) => d.forwarding_pps)), note: null },
	rows: rows.map((r) => ({ id: r.id, title: r.title, kind: r.kind,
	    directions: r.keys?.directions ?? 1, fingerprint: {
	    method: { ...method, ...(r.keys ?? {}) }, bench,
	    subject: { os: 'Linux', kernel: '6.18.0', firewall: r.nft ?
	    'nftables' : 'none', rules: r.nft ?? 0, path: r.kind,
	    tracking: r.id === 'nft-ct' }, notes: { host: 'lab' } },
	    statistics: {
	    forwarding_pps: stat(of(r.id, (d) => d.forwarding_pps)),
	    loss_ratio: stat(of(r.id, (d) => d.loss_ratio)),
	    added_ns: r.against ? stat(of(r.id, (d) => d.added_ns)) : null,
	    direct_pps: null,
	    p99_ms: stat(of(r.id, (d) => d.management.p99_ms)),
	    silence_ms: stat(of(r.id, (d) => d.management.silence_ms)),
	    cpu_ns_per_packet: r.kind === 'routed' && !r.keys ?
	    stat(of(r.id, (d) => 0.97e9 / d.forwarding_pps)) : null,
	    packets_per_softirq: r.id === 'plain' ?
	    stat(of(r.id, () => around(61, 0.05))) : null },
	    verdict: r.exact ? 'not-limited' : 'dut-limited',
	    management: r.unmeasured ? 'not-measured' : r.slow ? 'sluggish' :
	    'ok', marks: r.exact ? ['Load limited to 20,000 frames/s.'] : [],
	    rules: rules(r.nft), against: r.against ?? null })),
	trials,
};
writeFileSync(new URL('run.json', import.meta.url), JSON.stringify(run) + '\n');
