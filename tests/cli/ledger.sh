#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2016 # the variables in filters are those of jq
# netcollect ledger over documents of several hosts, made by hand: who is who,
# directions, the idle slope, and each reason under its place.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
here=$(dirname "$0")
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
# shellcheck source=tests/ledger_docs.sh
. "$here/../ledger_docs.sh"
cd "$tmp" || exit 1
case $nc in /*) ;; *) nc=$OLDPWD/$nc ;; esac

# ledger NAME FILTER FILE...: the document is l.json
ledger()
{
	name=$1 filter=$2
	shift 2
	"$nc" ledger --format json "$@" >l.json 2>err
	status=$?
	[ "$(jq -c "def place(p): .places[] | select(.place == p) | .frames;
	    def parts(p): [.places[] | select(.place == p) | .counters[] |
	    [.name, .frames]]; $filter" l.json 2>&1)" = true ] ||
	    bad "$name: $filter: $(cat err) $(jq -c 'del(.host)' l.json)"
}
exits()	# NAME STATUS
{
	[ "$status" = "$2" ] || bad "$1: exit $status: $(cat err)"
}

# ---- four hosts of their own: two generators, a router, a sink ---------------
generator g1 boot1 em0 7 0 6000 '.counts.refused = 12' >g1.json
generator g2 boot2 em0 7 1 5000 '.counts.sent = 4990 |
    .interface_after.qdisc_dropped = 10' >g2.json
receiver s boot9 ix0 7 0 8000 40 '.streams += [{stream: 1, tag: 7}] |
    .counts.uncounted = 0' >s.json
reading r boot5 100 if.rx.packets em0 500 if.tx.packets em1 500 \
    if.rx.packets em1 90 ip.refused.header '' 10 if.rx.missed em0 5 >r1.json
reading r boot5 110 if.rx.packets em0 11490 if.tx.packets em1 8540 \
    if.rx.packets em1 95 ip.refused.header '' 2460 if.rx.missed em0 5 >r2.json
ledger "four hosts" '.sent == 10990 and .received == 8000 and
    place("generator_refused") == 12 and place("generator_queue") == 0 and
    place("ip_refused") == 2450 and place("sink_program") == 40 and
    place("sink_nic") == 0 and .residual == 500 and .in_interface == "em0" and
    .in_packets == 10990 and .out_packets == 8040 and .foreign == 0 and
    .background == null and .directions == [] and .valid' \
    g1.json r2.json s.json r1.json g2.json
exits "four hosts" 0
ledger "own queue" '.places[] | select(.place == "generator_queue") | .from |
    contains("10 dropped before they counted as sent")' g2.json s.json
# what a generator's document does not know stays in its sent
generator g2 boot2 em0 7 1 5000 '.counts.sent = null |
    .interface_after.qdisc_dropped = 10' >raw.json
ledger "drops still in sent" '.sent == 5000 and
    place("generator_queue") == 10' raw.json s.json

# ---- the next hop did not answer: generator's host, router's, machine's ------
reading g1 boot1 50 if.tx.packets em0 100 neighbour.discards arp_cache 7 >n1.json
reading g1 boot1 70 if.tx.packets em0 3858 neighbour.discards arp_cache 2249 \
    >n2.json
receiver s boot9 ix0 7 0 3758 0 >s0.json
ledger "sender's next hop" '.sent == 6000 and .residual == 0 and
    place("generator_queue") == 2242 and
    parts("generator_queue") == [["neighbour.discards", 2242]]' \
    g1.json s0.json n1.json n2.json
jq '.interface_before.neigh_discards = 7 | .interface_after.neigh_discards = 2249' \
    g1.json >told.json
ledger "told by the generator" '.residual == 0 and
    place("generator_queue") == 2242' told.json s0.json
reading g1 boot1 50 if.tx.packets em0 100 neighbour.discards arp_cache 7m >n1.json
reading g1 boot1 70 if.tx.packets em0 3858 neighbour.discards arp_cache 2249m \
    >n2.json
ledger "machine-wide" '.residual == 2242 and place("generator_queue") == null and
    (.notes[0] | test("discarded 2242 frames"))' g1.json s0.json n1.json n2.json
reading r boot5 100 if.rx.packets em0 0 if.tx.packets em1 0 \
    neighbour.discards arp_cache 5 ip.refused.reverse_path '' 1 \
    filter.refused.table_full '' 3 filter.rules '' 0 >r1.json
reading r boot5 110 if.rx.packets em0 6000 if.tx.packets em1 3758 \
    neighbour.discards arp_cache 2005 ip.refused.reverse_path '' 43 \
    filter.refused.table_full '' 203 filter.rules '' 0 >r2.json
ledger "reasons under their places" '.residual == 0 and
    parts("ip_refused") == [["ip.refused.reverse_path", 42],
    ["neighbour.discards", 2000]] and
    parts("filter") == [["filter.refused.table_full", 200]]' \
    g1.json s0.json r1.json r2.json

# ---- idle slope: 100 s of idling, then 20 s with the blast --------------------
reading r boot5 0 if.rx.packets em0 0 if.tx.packets em1 0 \
    ip.refused.header '' 0 >idle.json
reading r boot5 100 if.rx.packets em0 1000 if.tx.packets em1 0 \
    ip.refused.header '' 500 >r1.json
reading r boot5 120 if.rx.packets em0 7200 if.tx.packets em1 3758 \
    ip.refused.header '' 2842 >r2.json
slope='.background == 200 and .foreign == 200 and .in_packets == 6200 and
    place("ip_refused") == 2242 and .residual == 0 and
    (.places[] | select(.place == "ip_refused") | .counters[0].background) == 100'
ledger "idle slope" "$slope" r2.json idle.json g1.json s0.json r1.json
ledger "--idle" "$slope" --idle idle.json g1.json s0.json r1.json r2.json
reading r boot5 120 if.rx.packets em0 7200 if.tx.packets em1 6000 \
    ip.refused.header '' 590 >r3.json
ledger "below the slope" 'place("ip_refused") == 0 and .residual == 2242' \
    idle.json r1.json r3.json g1.json s0.json

jq '.settled = {agreed: false}' r3.json >moving.json
ledger "still moving" '.notes | any(test("still moving"))' \
    r1.json moving.json g1.json s0.json
ledger "still moving, two files" '.notes | any(test("still moving"))' \
    --sent 6000 r1.json moving.json
jq '.settled = {agreed: true}' r3.json >still.json
ledger "settled" '.notes == []' r1.json still.json g1.json s0.json

# ---- two directions; the router's interfaces by their counts -----------------
generator s boot9 ix0 8 0 2000 '.streams[0].source = "198.18.1.1" |
    .streams[0].destination = "198.18.0.1"' >back.json
receiver g1 boot1 em0 8 0 1900 0 >home.json
reading r boot5 100 if.rx.packets em0 0 if.tx.packets em1 0 \
    if.rx.packets em1 0 if.tx.packets em0 0 ip.refused.header '' 0 \
    if.rx.missed em0 0 if.rx.missed em1 0 >r1.json
reading r boot5 110 if.rx.packets em0 5990 if.tx.packets em1 3758 \
    if.rx.packets em1 2000 if.tx.packets em0 1900 ip.refused.header '' 2332 \
    if.rx.missed em0 10 if.rx.missed em1 0 >r2.json
ledger "both directions" '.sent == 8000 and .received == 5658 and
    .residual == 0 and place("ip_refused") == 2332 and
    place("nic_ring") == 10 and .in_interface == null and
    [.directions[] | [.direction, .ledger.sent, .ledger.received,
    .ledger.in_interface, .ledger.out_interface, .ledger.residual]] ==
    [["forward", 6000, 3758, "em0", "em1", 2232],
    ["reverse", 2000, 1900, "em1", "em0", 100]] and
    ([.directions[].ledger | place("ip_refused")] == [null, null]) and
    ([.directions[].ledger | place("nic_ring")] == [10, 0]) and
    parts("ip_refused") == [["ip.refused.header", 2332]] and
    parts("nic_ring") == [["if.rx.missed", 10], ["if.rx.missed", 0]] and
    ([.places[] | select(.place == "nic_ring" or .place == "ip_refused") |
    .from] == ["if.rx.missed em0; if.rx.missed em1", "ip.refused.header"]) and
    ([.places[] | has("in_no_sum")] | all) and
    ([.directions[].ledger.places[] | has("in_no_sum")] | any | not)' \
    --explain g1.json s0.json back.json home.json r1.json r2.json
cp l.json both.json
jq '.counters |= map(if .name == "if.rx.packets" then .value = 2000 else . end)' \
    r2.json >same.json
generator g1 boot1 em0 7 0 2000 >even.json
"$nc" ledger even.json s0.json back.json home.json r1.json same.json \
    >l.json 2>err && bad "two alike: nobody can tell them apart"
grep -q 'Give --in and --out' err || bad "two alike: $(cat err)"
ledger "told apart by hand" '.directions[0].ledger.in_interface == "em1"' \
    --in em1 --out em0 even.json s0.json back.json home.json r1.json same.json
# by the link address that the generator sent to
jq '.engine.destination_mac = "02:00:00:00:00:B1"' even.json >mac.json
jq '.listings = [{kind: "iplink_json", os: "Linux", command: "ip -s -s -j link",
    text: ([{ifname: "em0", address: "02:00:00:00:00:a0", flags: []},
    {ifname: "em1", address: "02:00:00:00:00:b1", flags: []}] | tojson)}]' \
    same.json >listed.json
ledger "by link address" '.directions[0].ledger.in_interface == "em1" and
    .directions[1].ledger.in_interface == "em0"' --out em0 mac.json s0.json \
    back.json home.json r1.json listed.json

# a bridge has the packets of both; two VLANs have one card and its address
reading r boot5 100 if.rx.packets br0 0 if.tx.packets br0 0 \
    if.rx.packets em0 0 if.rx.packets em1 0 if.tx.packets em0 0 \
    if.tx.packets em1 0 if.rx.missed em0 0 if.rx.missed em1 0 >v1.json
reading r boot5 110 if.rx.packets br0 7700 if.tx.packets br0 7700 \
    if.rx.packets em0 5700 if.rx.packets em1 2000 if.tx.packets em0 1900 \
    if.tx.packets em1 3758 if.rx.missed em0 300 if.rx.missed em1 0 >v2.json
ledger "over a bridge" '.residual == 2042 and place("nic_ring") == 300 and
    [.directions[].ledger.in_interface] == ["em0", "em1"]' \
    g1.json s0.json back.json home.json v1.json v2.json
for one in v1 v2; do
	sed 's/em0/ix0.10/; s/em1/ix0.20/; s/br0/ix0/' $one.json >$one.vlan
done
jq '.counters |= map(if .name == "if.rx.missed" and .instance == "ix0.10" then
    .instance = "ix0" else . end)' v1.vlan >v1.json
jq '.counters |= map(if .name == "if.rx.missed" and .instance == "ix0.10" then
    .instance = "ix0" else . end) | .listings = [{kind: "iplink_json",
    os: "Linux", command: "ip -s -s -j link", text: ([{ifname: "ix0",
    address: "02:00:00:00:00:a0", flags: []}] | tojson)}]' v2.vlan >v2.json
for one in g1 back; do
	jq '.engine.destination_mac = "02:00:00:00:00:a0"' $one.json >$one.mac
done
ledger "on a stick" '.residual == 2042 and place("nic_ring") == 300 and
    [.directions[].ledger | .in_interface, place("nic_ring")] ==
    ["ix0.10", null, "ix0.20", null]' \
    g1.mac s0.json back.mac home.json v1.json v2.json

# ---- saved text of the router, documents of the rest -------------------------
cat >text <<'END'
== before ==
Name Mtu Network Address Ipkts Ifail Opkts Ofail Colls
em0 1500 <Link> 02:00:00:00:00:01 1000 10 5 0 0
em1 1500 <Link> 02:00:00:00:00:02 5 0 1000 3 0
== after ==
Name Mtu Network Address Ipkts Ifail Opkts Ofail Colls
em0 1500 <Link> 02:00:00:00:00:01 6000 1010 5 0 0
em1 1500 <Link> 02:00:00:00:00:02 5 0 4758 1245 0
END
ledger "OpenBSD's sums" '.residual == 0 and .received == 3758 and
    place("nic_error") == 1000 and place("input_queue") == null and
    place("output_queue") == 1242 and place("output_error") == null and
    (.note | test("outside"))' g1.json s0.json --os OpenBSD text
# two files of the sink's host beside it: three snapshots are then grouped
reading s boot9 10 if.rx.packets ix0 0 if.rx.missed ix0 0 if.rx.drops ix0 0 >k0
reading s boot9 20 if.rx.packets ix0 3760 if.rx.missed ix0 0 if.rx.drops ix0 0 >k1
receiver s boot9 ix0 7 0 3758 2 >s2.json
ledger "text and snapshots" 'place("sink_program") == 2 and
    place("sink_nic") == 0 and .residual == -2' g1.json s2.json k1 \
    --os OpenBSD text k0

# ---- queueing disciplines and rules, as their tools print them ----------------
# moments BEFORE AFTER: text with the forwarding router's interfaces around them
moments()
{
	heads='Iface MTU RX-OK RX-ERR RX-DRP RX-OVR TX-OK TX-ERR TX-DRP TX-OVR Flg'
	printf '== before ==\n$ netstat -i\nKernel Interface table\n%s\n' "$heads"
	printf 'em%d 1500 %d 0 0 0 %d 0 0 0 BMRU\n' 0 1000 5 1 5 1000
	printf '%s\n== after ==\n$ netstat -i\nKernel Interface table\n%s\n' \
	    "$1" "$heads"
	printf 'em%d 1500 %d 0 0 0 %d 0 0 0 BMRU\n' 0 7000 5 1 5 4758
	printf '%s\n' "$2"
}
qdiscs()	# BYTES PACKETS DROPS: a tbf and its child drop the same frames
{
	printf '$ tc -s qdisc\n'
	for head in 'tbf 8001: dev em1 root' 'bfifo 8002: dev em1 parent 8001:1'
	do
		printf 'qdisc %s limit 3Kb\n Sent %d bytes %d pkt ' "$head" "$1" "$2"
		printf '(dropped %d, overlimits 9 requeues 0)\n' "$3"
		printf ' backlog 0b 0p requeues 0\n'
	done
}
moments "$(qdiscs 66000 1000 7)" "$(qdiscs 314028 4758 2249)" >text
ledger "tc -s qdisc as text" '.residual == 0 and
    parts("output_queue") == [["qdisc.drops", 2242]]' \
    g1.json s0.json --in em0 --out em1 --os Linux text
sed "s/ dev em[01]//; s/tc -s qdisc/& show dev em1/" text >dev
ledger "tc -s qdisc of one interface" '.residual == 0 and
    parts("output_queue") == [["qdisc.drops", 2242]]' \
    g1.json s0.json --in em0 --out em1 --os Linux dev

# bsd BEFORE AFTER: the same of a BSD
bsd()
{
	heads='Name Mtu Network Address Ipkts Ierrs Opkts Oerrs Coll'
	printf '== before ==\n%s\nem%d 1500 <Link#1> 02:00:00:00:00:01 %d 0 %d 0 0\n' \
	    "$heads" 0 1000 5
	printf 'em%d 1500 <Link#2> 02:00:00:00:00:02 %d 0 %d 0 0\n' 1 5 1000
	printf '%s\n== after ==\n%s\n' "$1" "$heads"
	printf 'em%d 1500 <Link#1> 02:00:00:00:00:01 %d 0 %d 0 0\n' 0 7000 5
	printf 'em%d 1500 <Link#2> 02:00:00:00:00:02 %d 0 %d 0 0\n' 1 5 4758
	printf '%s\n' "$2"
}
ipfw()	# FORWARDED DENIED DENIED_TOO LAST
{
	printf '# ipfw show\n00100 %d 4600 allow udp from any to any in\n' "$1"
	printf '00200 %d 4600 deny ip from 198.18.0.7 to any\n' "$2"
	printf '00200 %d 46 reject udp from any to any dst-port 7\n' "$3"
	printf '65535 %d 46 %s ip from any to any\n' "$4" "${5-deny}"
}
bsd "$(ipfw 900 100 5 0)" "$(ipfw 4658 2300 35 12)" >text
ledger "ipfw show" '.residual == 0 and parts("filter") ==
    [["filter.drops", 2200], ["filter.drops", 30], ["filter.drops", 12]] and
    (.places[] | select(.place == "filter") | .counters[1].instance ==
    "ipfw 00200.2 reject udp from any to any dst-port 7")' \
    g1.json s0.json --os FreeBSD text
bsd "$(ipfw 900 100 5 0 allow)" "$(ipfw 4658 100 5 2242 allow)" >text
ledger "ipfw that dropped nothing" '.residual == 2242 and place("filter") == 0' \
    g1.json s0.json --os DragonFly text
sed 's/reject udp/pipe 1 udp/' text >piped
ledger "ipfw's pipes drop for themselves" 'place("filter") == null' \
    g1.json s0.json --os FreeBSD piped
pfrules()	# BLOCKED PASSED
{
	printf '# pfctl -vsr\nblock drop in all\n'
	printf '  [ Evaluations: 9  Packets: %d  Bytes: 0  States: 0 ]\n' "$1"
	printf 'pass in quick proto udp all no state\n'
	printf '  [ Evaluations: 9  Packets: %d  Bytes: 0  States: 0 ]\n' "$2"
}
bsd "$(pfrules 0 1000)" "$(pfrules 2242 4758)" >text
ledger "pfctl -vsr" '.residual == 0 and
    parts("filter") == [["filter.drops", 2242]]' \
    g1.json s0.json --os OpenBSD text

pfinfo()	# MATCHES LIMITED
{
	printf '# pfctl -vsi\nStatus: Enabled for 0 days 00:01:02\n\n'
	printf 'State Table  Total  Rate\n  current entries  9\n'
	printf 'Counters\n  match %d 1.0/s\n  state-limit %d 1.0/s\n' "$1" "$2"
	printf 'Limit Counters\n  max states per rule %d 1.0/s\n' "$2"
}
bsd "$(pfinfo 100 7; pfrules 0 1000)" "$(pfinfo 6100 42; pfrules 2207 4758)" \
    >text
ledger "pf's rules and reasons" '.residual == 0 and parts("filter") ==
    [["filter.drops", 2207], ["filter.refused.state_limit", 35]]' \
    g1.json s0.json --os FreeBSD text

ipf()	# BLOCKED PASSED: and rules, whose hits a later rule may overrule
{
	printf '# ipfstat\nbad packets:\t\tin 0\tout 0\n'
	printf ' input packets:\t\tblocked %d passed %d nomatch 0 counted 0 short 0\n' \
	    "$1" "$2"
	printf 'output packets:\t\tblocked 1 passed %d nomatch 0 counted 0 short 0\n' \
	    "$2"
	printf '# ipfstat -hio\n%d pass out all\n%d block in all\n' "$2" "$2"
	printf '%d pass in quick proto udp from any to any\n' "$2"
}
bsd "$(ipf 0 1000)" "$(ipf 2242 4758)" >text
ledger "ipfstat" '.residual == 0 and
    parts("filter") == [["filter.drops", 2242]]' \
    g1.json s0.json --os NetBSD text
npf()	# BLOCKED
{
	printf '# npfctl stats\nPackets passed:\n\t9 default pass\n\t0 state pass\n'
	printf '\nPackets blocked:\n\t0 default block\n\t%d ruleset block\n' "$1"
}
bsd "$(npf 5)" "$(npf 2247)" >text
ledger "npfctl stats" '.residual == 0 and
    parts("filter") == [["filter.drops", 2242]]' \
    g1.json s0.json --os NetBSD text

ip()	# RECEIVED FORWARDED NOT_FORWARDABLE
{
	printf '# netstat -s -p ip\nip:\n\t%d total packets received\n' "$1"
	printf '\t0 packets for this host\n\t%d packets forwarded\n' "$2"
	printf '\t%d packets not forwardable\n' "$3"
}
bsd "$(ip 1000 1000 0; ipfw 9 100 5 0)" \
    "$(ip 7000 4758 2242; ipfw 9 2300 35 0)" >text
ledger "what a filter ended on the way out" '.residual == 0 and
    place("filter") == 2230 and place("ip_refused") == 12 and
    (.places[] | select(.place == "ip_refused") | .from |
    contains("2230 more not forwardable are the filter"))' \
    g1.json s0.json --os FreeBSD text
bsd "$(ip 1000 1000 0; ipfw 9 100 5 0)" \
    "$(ip 7000 4758 12; ipfw 9 2300 35 0)" >text
ledger "what it ended on the way in" '.residual == 0 and
    place("filter") == 2230 and place("ip_refused") == 12' \
    g1.json s0.json --os FreeBSD text

# ---- what a document says of itself -------------------------------------------
jq '.valid = false' s0.json >bad.json
ledger "not valid" '.valid == false and (.notes[0] | test("not valid")) and
    .sent == 6000' g1.json bad.json
exits "not valid" 2
jq '.error = "not all left" | .valid = false' g1.json >late.json
ledger "measured, but" '.valid == false and .sent == 6000 and
    (.notes[0] | test("not valid: not all left$"))' late.json s0.json
exits "measured, but" 2
receiver s boot9 ix0 7 0 3758 0 '.host_counts.reverse_path_filter = 42 |
    .engine.name = "udp"' >udp.json
ledger "sink behind a socket" 'place("sink_program") == 42' g1.json udp.json
jq '.engine.name = "packet"' udp.json >tap.json
ledger "sink at a tap" 'place("sink_program") == 0' g1.json tap.json
generator g1 boot1 em0 7 0 6000 '.counts.uncounted = 500' >warm.json
ledger "warm-up" '.sent == 6500 and (.notes[0] | test("^500 frames of ramp"))' \
    warm.json s0.json
# all is lost: the sink has seen no stream of its only generator
receiver s boot9 ix0 7 0 0 0 '.streams = []' >none.json
ledger "nothing arrived" '.sent == 6000 and .received == 0 and
    .directions == [] and .loss_percent == 100' g1.json none.json

# ---- refusals -----------------------------------------------------------------
refused()	# WORDS ARGUMENT...
{
	words=$1
	shift
	"$nc" ledger "$@" >out 2>err
	status=$?
	if [ $status -ne 1 ] || ! grep -q "$words" err; then
		bad "ledger $*: status $status: $(cat err)"
	fi
}
reading r boot6 110 if.rx.packets em0 1 >other.json
reading x boot7 1 if.rx.packets em0 1 >x1.json
reading x boot7 2 if.rx.packets em0 9 >x2.json
refused 'of different boots' g1.json s0.json r1.json other.json idle.json
refused 'only one snapshot of r' g1.json s0.json r1.json
refused 'which one is the router, r (local) or x (local)' g1.json s0.json \
    r1.json r2.json x1.json x2.json
refused 'x (local): neither the router nor' --router r g1.json s0.json r1.json \
    r2.json x1.json x2.json
refused 'more than three snapshots of r' g1.json idle.json r1.json r2.json \
    r3.json s0.json
jq 'del(.counts.taken)' g1.json >untold.json
refused 'counts.taken is not known$' untold.json s0.json
sed 's/"taken": 6000/"taken": 1000000000000000000/' g1.json >huge.json
refused 'is no number of frames' huge.json s0.json
jq 'del(.counts) | .error = "died"' g1.json >dead.json
refused 'counts.taken is not known: died' dead.json s0.json
refused 'saved text does not' --idle idle.json --os OpenBSD --sent 5 text
refused 'how many frames were sent' s0.json
generator z boot8 em9 99 5 5 >third.json
receiver z boot8 em9 98 5 5 0 >fourth.json
refused 'more than 2 directions' g1.json s0.json back.json home.json third.json \
    fourth.json
"$nc" read g1.json >out 2>err && bad "read takes a generator's document"
grep -q 'no snapshot of netcollect' err || bad "read: $(cat err)"

[ "$fails" = 0 ]
