// SPDX-License-Identifier: BSD-2-Clause
//	EVIL=FILE node hostile.mjs RUN.json OUT.json
// Puts markup, quotes and shell commands into the names of a run.
import { readFileSync, writeFileSync } from 'node:fs';

const [from, to] = process.argv.slice(2);
const touch = `touch ${process.env.EVIL}`;
const evil = ['<script>document.title="owned"</script>',
    '"><img src=x onerror=document.title="owned">', `\`${touch}\``,
    `'; system('${touch}'); '`, `' . system('${touch}') . '`,
    '</svg></style><b>_{x}^{y}&amp;', '%s %n %d', '\u0007\u001b[31m',
    'a'.repeat(300)];
let next = 0;
const pick = () => evil[next++ % evil.length];

const run = JSON.parse(readFileSync(from));
run.run.title = pick();
run.run.repeat_unit = pick();
for (const role of run.topology.roles) {
	role.node = pick();
	role.interfaces.forEach((i) => { i.mac = pick(); });
}
for (const row of run.rows) {
	row.title = pick();
	row.marks = [pick()];
	row.rules = evil.join('\n');
	row.fingerprint.method.generator_engine = evil[0];
	row.fingerprint.method[`x${evil[1]}`] = 'y';
	row.fingerprint.subject.firewall = pick();
}
for (const trial of run.trials) {
	trial.reason = pick();
	trial.derived.ledger.places[0].from = pick();
	for (const node of trial.nodes)
		for (const listing of node.document.listings ?? []) {
			listing.command = pick();
			listing.text = evil.join('\n');
		}
}
run.environment.tools[evil[1]] = pick();
writeFileSync(to, JSON.stringify(run));
