#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck disable=SC2016 # the variables in filters are those of jq
# Figures that were worked out by hand from listings of 2006 to 2014, out of
# what netcollect reads in them: two runs' clocks, rates, differences, bytes a
# packet, losses.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
data=tests/data/corpus
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

lib='def near(a; b; d): (a - b) | fabs <= d;
    def mean: add / length;
    def d: .listings[0].data;
    def place(p): .places[] | select(.place == p) | .frames;
    def r: . as $p | ($p | map(.[0]) | mean) as $x | ($p | map(.[1]) | mean) as
	$y | ($p | map((.[0] - $x) * (.[1] - $y)) | add) /
	((($p | map((.[0] - $x) | . * .) | add) *
	($p | map((.[1] - $y) | . * .) | add)) | sqrt);'

# says NAME FILTER COMMAND...
says()
{
	name=$1 filter=$2
	shift 2
	"$nc" "$@" --format json >"$tmp/x.json" 2>"$tmp/err" ||
	    bad "$name: $(cat "$tmp/err")"
	[ "$(jq -c "$lib $filter" "$tmp/x.json" 2>&1)" = true ] || {
		bad "$name: $filter"
		jq -c "del(.host)" "$tmp/x.json" | cut -c1-1500
	}
}

# ---- generators ---------------------------------------------------------------
says "rates of netblast" 'd.runs[0] | near(.real_rate_pps; 586862.8; 0.05) and
    .printed_rate == 586905 and .sent == 5869051' \
    read $data/freebsd-6_netblast.txt
says "runs at the same time that were not" 'd.runs | map([.start, .finish] |
    map(tonumber)) | near(.[3][0] - .[2][1]; 71.07; 0.005) and
    near(.[5][0] - .[4][1]; 89.49; 0.005)' read $data/freebsd-6_netblast.txt
"$nc" ledger --received 1 $data/freebsd-6_netblast.txt >"$tmp/out" 2>&1 &&
    bad "runs that do not overlap were added: $(cat "$tmp/out")"
says "a run of ten seconds" '[.listings[] | select(.kind == "generator") |
    .data.runs[]][0] | .elapsed_s == 10.000277689 and
    near(.real_rate_pps; 597623.3; 0.05) and .printed_rate == 597639' \
    read $data/netbsd-4.99_blast10s_before-after.txt

# ---- the ledger of 1 December 2006 ---------------------------------------------
says "ledger" '.sent == 5976399 and .in_packets == 5976436 and
    .out_packets == 3470679 and place("input_queue") == 2505720 and
    place("nic_error") == 0 and .residual == 0 and .foreign == 37 and
    near(.loss_percent; 41.93; 0.005) and
    (.out_packets / 10 | round) == 347068' \
    ledger $data/netbsd-4.99_blast10s_before-after.txt
# ---- ledgers of later kernels, with every place of theirs filled ------------------
says "OpenBSD" '.sent == 10000000 and .in_packets == 9500000 and
    .out_packets == 9170000 and place("nic_error") == 500000 and
    place("input_queue") == 300000 and place("ip_refused") == 21000 and
    place("output_queue") == 9000 and .residual == 0 and
    near(.loss_percent; 8.3; 0.0005)' \
    ledger --os OpenBSD-7.4 tests/data/variants/openbsd-7.4_ledger_before-after.txt
says "NetBSD 10" '.sent == 6000000 and .in_packets == 5900000 and
    .out_packets == 4900000 and place("nic_error") == 50000 and
    place("nic_ring") == 50000 and place("input_queue") == 900000 and
    place("output_queue") == 100000 and .residual == 0 and
    near(.loss_percent; 18.3333; 0.0005)' \
    ledger --os NetBSD-10.0 tests/data/variants/netbsd-10.0_ledger_before-after.txt
says "interrupts" 'd.snapshots | [.[1].interrupts, .[0].interrupts] |
    map([."cpu0 timer".total, ."ioapic0 pin 5".total,
    ."ioapic0 pin 10".total]) | [.[0][0] - .[1][0], .[0][1] - .[1][1],
    .[0][2] - .[1][2]] | . == [3733, 106351, 27] and
    near(5976436 / .[1]; 56.2; 0.05)' \
    read $data/netbsd-4.99_vmstat-i_before-after.txt
says "interrupt load" '[d.displays[].cpus."0".interrupt] |
    . == [28.3, 50, 97.2] and ([., [100, 200, 450]] | transpose |
    map(.[0] / .[1] * 10) | near(.[0]; 2.83; 0.005) and
    near(.[1]; 2.5; 0.005) and near(.[2]; 2.16; 0.005)) and
    # at 2.015 GHz
    ([., [1e5, 2e5, 4.5e5]] | transpose | map(.[0] / 100 * 2015e6 / .[1] |
    round) == [5702, 5038, 4352])' read $data/netbsd-4.99_top-b.txt
says "log" 'd.counts | ."/netbsd: bge: failed on len 52?" == 29274 and
    ."/netbsd: ed on len 52?" == 2' \
    read $data/netbsd-4.99_syslog_repeats.txt

# ---- sections: what each listing stands under, and two of them are two hosts ------
says "sections" '[.listings[] | [.section, .data.values."net.inet.ip.ifq.drops"]] ==
    [["NetBSD 9.3", 5012291], ["OpenBSD 7.4", 41], ["FreeBSD 9.3", null]]' \
    read tests/data/variants/netbsd-9.3_sysctl_sections.txt
for host in r1 r2; do
	printf '== %s ==\nCPU states:  0.0%% user, 60.0%% system, 40.0%% idle\n' $host
done >"$tmp/hosts"
says "two hosts" '[.listings[] | [.section, (.data.displays | length)]] ==
    [["r1", 1], ["r2", 1]]' read "$tmp/hosts"

printf '%s\n' "Name Mtu Network Address Ipkts Ierrs Opkts Oerrs Colls" \
    "em0 1500 <Link> 02:00:00:74:00:00 100 0 1 0 0" \
    "em1 1500 <Link> 02:00:00:74:00:01 1 0 90 0 0" >"$tmp/r1"
sed 's/:74:/:75:/; s/ 100 / 700 /' "$tmp/r1" >"$tmp/r2"
sed 's/:75:00:01/:74:00:01/' "$tmp/r2" >"$tmp/r3" # one card of two
"$nc" diff "$tmp/r1" "$tmp/r2" >"$tmp/out" 2>&1 &&
    bad "two hosts have a difference: $(cat "$tmp/out")"
grep -q 'different hosts: em0 has the address 02:00:00:74:00:00' "$tmp/out" ||
    bad "two hosts: $(cat "$tmp/out")"
says "one card exchanged" '.differences | any(.delta == 600)' \
    diff "$tmp/r1" "$tmp/r3"

# ---- time series of 23 November 2006 -------------------------------------------
says "bytes a packet" 'd.rows | (.[0] | near(.[2] / .[0]; 60; 0.05) and
    near(.[5] / .[3]; 47; 0.05)) and
    (map(select(.[0] > 1000 and near(.[5] / .[3]; 49.5; 0.3))) | length > 0)' \
    read $data/freebsd-7current_netstat-ni-1.txt
says "kilobits" 'd.rows[0] | near(.[2] / 60; 3707.78; 0.005) and
    near(.[5] / 47; 3707.78; 0.005) and
    (.[2] / 60 * 1000 / 8 | floor) == 463472' \
    read $data/freebsd-7current_ifstat-b.txt
for way in "bge1 bge2 413945 0.54 76475440" "bge2 bge1 25045 0.29 8631578"; do
	# shellcheck disable=SC2086 # words
	set -- $way
	says "$1 to $2 since boot" ".residual == $3 and .in_packets == $5 and
	    near(.residual_percent; $4; 0.005) and
	    (.notes | any(test(\"since boot, not for one blast\")))" \
	    ledger --since-boot --in "$1" --out "$2" \
	    $data/dragonfly-1.7_netstat-ni.txt
done

# OpenBSD's two groups touch where the left one's collisions are no 0
cat >"$tmp/touch" <<'EOF'
  em0 in        em0 out              total in      total out
 packets fails  packets fails colls   packets  errs  packets  errs colls
81220119   402   300122     0   31281240001   402 80110442    77   312
 2500001   900        1     0     3 2500002   900  2491001     0     3
12500001   900        1     0    1412500002   900 12491001     0    14
EOF
says "touching groups" 'd.rows | [.[][4]] == [312, 3, 14] and
    [.[][5]] == [81240001, 2500002, 12500002]' read "$tmp/touch"

# what tail leaves of a listing has its command's columns
printf '%s\n' '$ doas vmstat -i | tail -2' \
    'irq0/ipi                      7012003       83' \
    'Total                        40634017      483' >"$tmp/tail"
says "tail" 'd.snapshots[0] | .interrupts."irq0/ipi".total == 7012003 and
    .total == 40634017' read "$tmp/tail"

# ---- a second at a time, July 2014 -----------------------------------------------
says "means and ratio" 'd.rows | length == 21 and
    ([.[][0]] | mean | round) == 12622295 and
    ([.[][2]] | mean | round) == 9079408 and
    ([.[][4]] | mean | round) == 3539321 and
    ([.[][8]] | mean | round) == 3862 and
    near(map([.[0], .[4]]) | r; -0.84; 0.005) and
    (map(.[2] / .[0] * 100) | near(.[0]; 66.7; 0.05) and
    near(.[-1]; 78.3; 0.05))' \
    read $data/freebsd-10stable_netstat-w1-bd_wrapped.txt
says "FCS on both sides" 'd.rows | all(near(.[3] / .[0]; 110; 0.05) and
    near(.[6] / .[4]; 110; 0.05))' \
    read $data/freebsd-10stable_netstat-w1-bd_wrapped.txt

# ---- refusals of --since-boot ------------------------------------------------------
for words in 'Give --in and --out' 'no such interface'; do
	set -- ledger --since-boot $data/dragonfly-1.7_netstat-ni.txt
	[ "$words" = 'no such interface' ] && set -- "$@" --in em7
	"$nc" "$@" >"$tmp/out" 2>"$tmp/err" && bad "$*: exit 0"
	grep -q -e "$words" "$tmp/err" || bad "$*: $(cat "$tmp/err")"
done

[ "$fails" = 0 ]
