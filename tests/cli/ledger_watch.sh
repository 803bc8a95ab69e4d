#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2016 # the variables in filters are those of jq
# A document of netcollect watch as the two readings of a host, in diff and
# ledger; and what it cannot be.
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

# watched HOST BOOT [NAME INSTANCE BITS "VALUE..."]...: a sample a second; "-"
# for one that has not that counter
watched()
{
	host=$1 boot=$2
	shift 2
	while [ $# -ge 4 ]; do
		printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4"
		shift 4
	done | jq -R -n --arg host "$host" --arg boot "$boot" '
	def column: split(" ") | to_entries | map(select(.value != "-")) |
	    {t_ns: map((.key + 1) * 1000000000), v: map(.value | tonumber)};
	[inputs | split("\t") | {name: .[0], instance: .[1],
	    bits: (.[2] | tonumber | if . == 0 then null else . end),
	    scope: "host"} + (.[3] | column) +
	    {n: (.[3] | split(" ") | length)}] |
	{schema: "netblast.result/1", kind: "netcollect", host: {name: $host},
	node: "local", router: null, clock: "uptime",
	samples: {t_ns: [range(.[0].n) | (. + 1) * 1000000000]}, gaps: [],
	series: map(select(.v | unique | length > 1) | del(.n)),
	still: map(select(.v | unique | length == 1) | {name, instance, bits,
	    scope, value: .v[0], samples: (.v | length)}),
	clock_end: {boot_id: $boot}, notes: [], valid: true, error: null}'
}

# ask NAME COMMAND FILTER ARGUMENT...: the document is x.json
ask()
{
	name=$1 command=$2 filter=$3
	shift 3
	"$nc" "$command" --format json "$@" >x.json 2>err || bad "$name: $(cat err)"
	[ "$(jq -c "def place(p): .places[] | select(.place == p) | .frames;
	    def d(n): .differences[] | select(.name == n); $filter" x.json \
	    2>&1)" = true ] || bad "$name: $filter: $(jq -c 'del(.host)' x.json)"
}
refused()	# WORDS COMMAND ARGUMENT...
{
	words=$1
	shift
	"$nc" "$@" >out 2>err
	status=$?
	if [ $status -ne 1 ] || ! grep -q "$words" err ||
	    [ "$(wc -l <err)" != 1 ]; then
		bad "$*: status $status: $(cat err)"
	fi
}

# ---- one router, nothing else ----------------------------------------------
watched r boot5 if.rx.packets em0 64 "500 500 3500 6500 6500" \
    if.tx.packets em1 64 "90 90 2090 4590 4590" \
    if.rx.missed em0 64 "7 7 7 7 7" if.tx.drops em1 64 "1 1 501 1501 1501" \
    >w.json
ask "router alone" ledger '.sent == 6000 and .residual == 0 and
    place("delivered") == 4500 and place("output_queue") == 1500 and
    place("nic_ring") == 0 and .notes == []' --sent 6000 w.json
ask "diff" diff '.elapsed_ns == 4000000000 and
    (d("if.rx.packets") | .delta == 6000 and .per_second == 1500 and
    .before == 500 and .after == 6500 and .change == "ok") and
    (d("if.rx.missed") | .delta == 0)' w.json

# ---- with the programs' documents; snapshots know more ------------------------
generator g boot1 em0 7 0 6000 >g.json
receiver s boot9 ix0 7 0 4500 0 >s.json
ask "with programs" ledger '.sent == 6000 and .received == 4500 and
    .residual == 0 and place("output_queue") == 1500' g.json w.json s.json
reading r boot5 1 if.rx.packets em0 500 if.tx.packets em1 90 \
    if.tx.drops em1 1 ip.refused.header '' 0 >r1.json
reading r boot5 9 if.rx.packets em0 6500 if.tx.packets em1 4590 \
    if.tx.drops em1 1001 ip.refused.header '' 500 >r2.json
ask "beside snapshots" ledger 'place("ip_refused") == 500 and .residual == 0 and
    (.notes | any(test("watch of a host is not used")))' \
    r1.json w.json g.json r2.json s.json
watched s boot9 if.rx.packets ix0 64 "0 10 4600 4600" \
    if.rx.missed ix0 64 "5 5 105 105" >sink.json
receiver s boot9 ix0 7 0 4400 0 >s2.json
ask "the sink's host too" ledger '.residual == 0 and place("sink_nic") == 100' \
    g.json w.json sink.json s2.json

# ---- between the ends ---------------------------------------------------------
watched r boot5 if.rx.packets em0 64 "500 500 3500 6500" \
    if.tx.packets em1 64 "90 90 2090 4590" ip.refused.header '' 64 "5 900 3 12" \
    if.rx.missed em0 64 "- 3 3 9" if.rx.errors em0 64 "4 4 - 6" \
    if.tx.drops em1 32 "4294967290 5 99 1494" >late.json
ask "fell on the way, came later, missed a sample" ledger '
    place("ip_refused") == null and place("nic_ring") == null and
    place("nic_error") == 2 and place("output_queue") == 1500' \
    --sent 6000 late.json
ask "its last packets came in the last second" ledger \
    '.notes | any(test("still moving"))' --sent 6000 late.json
watched r boot5 if.tx.drops em1 32 "4294967290 1000000000 2800000000 300000000" \
    if.rx.packets em0 0 "4294967290 1000000000 2800000000 3000000000" \
    if.rx.missed em1 64 "4 3 8 9" >round.json
ask "around twice" diff '(d("if.tx.drops") | .delta == 4594967302) and
    (d("if.rx.packets") | .change == "absent" and .delta == null) and
    (d("if.rx.missed") | .change == "absent")' round.json

# ---- what it cannot be ----------------------------------------------------------
refused 'w.json: a watch has both readings' diff w.json round.json
refused 'w.json: a watch has both readings' diff r1.json w.json
refused 'w.json: a watch: diff and ledger read those' read w.json
jq '.samples.t_ns = [5] | .series = []' w.json >one.json
refused 'one.json: a watch of 1 samples: a first and a last one' ledger \
    --sent 1 one.json
jq '.series[0].v = ["x"]' w.json >odd.json
refused 'odd.json: series.0.: no counter of a watch' diff odd.json
jq '.series[0].bits = 16' w.json >odd.json
refused 'odd.json: series.0.: no counter of a watch' diff odd.json
jq '.samples.t_ns = [9, 9]' w.json >odd.json
refused 'odd.json: samples.t_ns: no times' diff odd.json

# ---- a real one -----------------------------------------------------------------
if [ "$(uname)" = Linux ]; then
	"$nc" watch -I 100ms -t 300ms -o real.json 2>err || bad "watch: $(cat err)"
	ask "a real one" diff '.elapsed_ns >= 100000000 and
	    (.differences | length > 0) and all(.differences[]; .change == "ok")' \
	    real.json
fi

[ "$fails" = 0 ]
