#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect explain: names as people type them; its table is that of
# docs/counters.md; ledger --explain says why.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# ---- the manual page's table is the general rows ------------------------------
"$nc" explain --format json >"$tmp/all.json" || bad "all: exit $?"
jq -r '[.counters[] | select(.name != null)] | group_by(.name)[] |
    (map(select(.os == null and .drivers == [])) + .)[0] |
    "| `\(.name)` | \(.place // "") | \(.contains) |"' "$tmp/all.json" |
    sort >"$tmp/table"
grep '^| `' docs/counters.md | sort >"$tmp/manual"
if ! diff "$tmp/table" "$tmp/manual" >"$tmp/diff"; then
	bad "docs/counters.md (<: the table, >: the manual)"
	cat "$tmp/diff"
fi
[ "$(wc -l <"$tmp/table")" -gt 60 ] || bad "the table has few names"

# ---- names -------------------------------------------------------------------
# says NAME FILTER ARGUMENT...
says()
{
	name=$1 filter=$2
	shift 2
	"$nc" explain --format json "$@" >"$tmp/x.json" || bad "$name: exit $?"
	[ "$(jq -c "$filter" "$tmp/x.json" 2>&1)" = true ] ||
	    bad "$name: $filter: $(jq -c .counters "$tmp/x.json" | cut -c1-600)"
}
says "dotted" '[.counters[].name] | unique == ["if.rx.missed"]' if.rx.missed
says "a column" '[.counters[] | .name] | unique ==
    ["if.rx.drops", "if.rx.missed"]' Idrop
says "a column of a system" '[.counters[] | [.name, .os, .place]] ==
    [["if.rx.drops", "OpenBSD", "input_queue"]]' Idrop --os OpenBSD
says "no text of another system" '[.counters[] | [.name, .os, .raw]] ==
    [["ip.sent", "Linux", ["IpOutRequests"]]]' ip.sent --os Linux
says "the same of a BSD" '[.counters[] | [.name, .os]] == [["ip.sent", null]]' \
    ip.sent --os NetBSD
says "all of a system" '([.counters[].os] | unique) == [null, "OpenBSD"] and
    ([.counters[] | select(.name == "if.rx.errors")] | length) == 2' \
    --os OpenBSD
says "a driver" '[.counters[] | .drivers | length > 0] == [false, true] and
    (.counters[1].drivers | index("ix")) == 2' Idrop --os FreeBSD --driver ix
says "a statistic" '.counters | length == 1 and .[0].name == null and
    (.[0].raw | index("rx_no_buffer_count")) == 0 and .[0].place == null and
    .[0].os == "Linux" and (.[0].drivers | index("igb")) == 2' \
    rx_no_buffer_count
says "sysctl" '[.counters[] | .name] == ["queue.ip.drops"]' \
    net.inet.ip.intr_queue_drops
says "sysctl with its device" '.counters | length == 1 and
    .[0].place == "nic_ring"' dev.em.12.mac_stats.missed_packets
says "kept for scripts" '.schema == "netblast.result/1" and
    .config.counter == "Ifail" and .config.os == null' Ifail

"$nc" explain --format table Ofail >"$tmp/out" || bad "table: exit $?"
for words in '^if.tx.failed, Ofail$' '^  system    OpenBSD$' \
    '^  place     output_queue$' '^  contains  Oerrs and Odrop' '^  usually   '; do
	grep -q "$words" "$tmp/out" || bad "table has no \"$words\""
done
[ "$(wc -L <"$tmp/out")" -le 79 ] || bad "table wider than 79"

# ---- what is not known --------------------------------------------------------
refused()	# WORDS ARGUMENT...
{
	words=$1
	shift
	"$nc" explain "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status -ne 1 ] || ! grep -q "$words" "$tmp/err" ||
	    [ -s "$tmp/out" ]; then
		bad "explain $*: status $status: $(cat "$tmp/err")"
	fi
}
refused 'Idropp: no such counter is known; near: Idrop, ' Idropp
refused 'near: rx_no_buffer_count' rx_no_bufer_count
refused 'no such counter is known$' zzzzzzzzzzzzzzzzzzzzzzzz
refused 'known, but not with --os OpenBSD' QDrops --os OpenBSD
refused 'known, but not with --driver em' rxbds_empty --driver em
refused 'one counter at a time' Idrop Ifail
for os in plan9 FreeBSD-x FreeBSDx FreeBSD- OpenBSD-current Linux.6; do
	refused "$os\": FreeBSD, NetBSD, OpenBSD, DragonFly or Linux, with a" \
	    Idrop --os "$os"
done
for os in FreeBSD freebsd-12.4 FreeBSD-10stable "FreeBSD 14.0-RELEASE" \
    FreeBSD12 FreeBSD/8 FreeBSD-any; do
	"$nc" explain Idrop --os "$os" >"$tmp/out" || bad "--os $os: exit $?"
done
"$nc" explain Oerrs --os DragonFlyBSD-6.4 >"$tmp/out" || bad "DragonFlyBSD-6.4"

# ---- /proc/net/snmp's columns, without the word in front ------------------------
"$nc" explain OutRequests >"$tmp/e.json" || bad "OutRequests: exit $?"
[ "$(jq -c '[.counters[].name]' "$tmp/e.json")" = '["ip.sent","ip6.sent"]' ] ||
    bad "OutRequests: $(cat "$tmp/e.json")"

# ---- which command printed a listing ------------------------------------------
cat >"$tmp/session" <<'END'
$ nstat
#kernel
IpInReceives 10 0.0
Name Mtu Network Address Ipkts Ierrs Opkts Oerrs Coll
em0 1500 <Link#1> 02:00:00:00:00:01 7000 0 5 0 0
$ cat /proc/net/netstat /proc/net/snmp6
TcpExt: SyncookiesSent IPReversePathFilter
TcpExt: 0 7
Ip6InReceives 9
$ netstat -in; netstat -s -p ip
Name Mtu Network Address Ipkts Ierrs Opkts Oerrs Coll
em0 1500 <Link#1> 02:00:00:00:00:01 7000 0 5 0 0
ip:
	7 total packets received
END
"$nc" read --format json "$tmp/session" >"$tmp/s.json" || bad "session: exit $?"
[ "$(jq -c '[.listings[] | [.kind, .command]]' "$tmp/s.json")" = '[["nstat","nstat"],["ifcounters",null],["snmp","cat /proc/net/netstat /proc/net/snmp6"],["snmp6","cat /proc/net/netstat /proc/net/snmp6"],["ifcounters","netstat -in; netstat -s -p ip"],["ipstats","netstat -in; netstat -s -p ip"]]' ] ||
    bad "commands: $(jq -c '[.listings[] | [.kind, .command]]' "$tmp/s.json")"

# ---- with a ledger -------------------------------------------------------------
data=tests/data/corpus/freebsd-12.4_ledger_before-after.txt
"$nc" ledger --explain "$data" >"$tmp/l.json" || bad "ledger: exit $?"
# shellcheck disable=SC2016 # jq's own
[ "$(jq -c 'def c(p): .places[] | select(.place == p) | .counters[0];
    (c("input_queue") | .name == "queue.ip.drops" and .frames == 1171174 and
    (.contains | test("netisr")) and (.cause | test("deferred"))) and
    (c("nic_ring") | .contains | test("outside on em and ix"))' \
    "$tmp/l.json")" = true ] || bad "ledger --explain: $(cat "$tmp/l.json")"
# shellcheck disable=SC2016 # jq's own
[ "$(jq -c 'def c(p): .places[] | select(.place == p) | .in_no_sum;
    (c("ip_refused") | map([.name, .frames]) == [["ip.no_route", 10020]]) and
    (c("ip_refused")[0].contains | test("never added")) and c("filter") == []' \
    "$tmp/l.json")" = true ] || bad "in no sum: $(cat "$tmp/l.json")"
"$nc" ledger "$data" >"$tmp/l.json"
[ "$(jq -c '[.places[] | has("in_no_sum"), (.counters[] | has("cause"))] | any' \
    "$tmp/l.json")" = false ] || bad "ledger explains unasked"
"$nc" ledger --explain --format table "$data" >"$tmp/out"
for words in '^      ip.no_route 10,020 (in no sum): ' \
    '^      queue.ip.drops netisr ip cpu0 1,171,174: ' 'Usually:'; do
	grep -q "$words" "$tmp/out" || bad "ledger table has no \"$words\""
done

[ "$fails" = 0 ]
