#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# One ledger from the documents of all hosts on the path: generators, router
# and sinks in namespaces, each read before and after. Every frame has one
# place, whatever the order of the files.
# shellcheck disable=SC2016 # the variables in filters are those of jq
set -u
BUILD=${BUILD:-build}
here=$(dirname "$0")
nc=$BUILD/netcollect nb=$BUILD/netblast nr=$BUILD/netreceive
g=nbpg$$ r=nbpr$$ s=nbps$$
tmp=$(mktemp -d) || exit 1
pids=''
# shellcheck disable=SC2317 # by the trap
clean()
{
	for p in $pids; do kill "$p" 2>/dev/null; done
	for n in $g $r $s; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
skip()
{
	echo "skip: $1"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "needs root"
for tool in ip nft jq mkfifo; do
	command -v $tool >/dev/null || skip "no $tool"
done
for program in "$nc" "$nb" "$nr"; do
	[ -x "$program" ] || skip "no $program"
done
ip netns add $g 2>/dev/null || skip "no namespaces"
ip netns add $r && ip netns add $s || exit 1

# check NAME FILE FILTER
check()
{
	[ "$(jq -c --argjson n "$sent" --argjson f "$drops" "$place $3" \
	    "$2" 2>&1)" = true ] && return
	bad "$1: $3"
	jq -c . "$2" 2>&1 | cut -c1-1500
}
sent=0 drops=0
place='def place(p): .places[] | select(.place == p) | .frames;'

# ---- lab: g0-r0, r1-s0 -------------------------------------------------------
ip -n $g link add g0 type veth peer name r0 netns $r || exit 1
ip -n $s link add s0 type veth peer name r1 netns $r || exit 1
for n in $g $r $s; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1
	ip -n "$n" link set lo up
done
mac()	# NAMESPACE INTERFACE
{
	ip -n "$1" -j link show "$2" | jq -r '.[0].address'
}
addr()	# NAMESPACE INTERFACE ADDRESS
{
	ip -n "$1" addr add "$3" dev "$2" && ip -n "$1" link set "$2" up
}
addr $g g0 198.18.0.1/24
addr $r r0 198.18.0.2/24
addr $r r1 198.18.1.2/24
addr $s s0 198.18.1.1/24
ip -n $g route add default via 198.18.0.2
ip -n $s route add default via 198.18.1.2
# resolved for good: no ARP among the frames that are counted
ip -n $g neigh replace 198.18.0.2 lladdr "$(mac $r r0)" dev g0 nud permanent
ip -n $r neigh replace 198.18.0.1 lladdr "$(mac $g g0)" dev r0 nud permanent
ip -n $r neigh replace 198.18.1.1 lladdr "$(mac $s s0)" dev r1 nud permanent
ip -n $s neigh replace 198.18.1.2 lladdr "$(mac $r r1)" dev s0 nud permanent
ip netns exec $r sysctl -qw net.ipv4.ip_forward=1
for k in all default r0 r1; do
	ip netns exec $r sysctl -qw net.ipv4.conf.$k.rp_filter=0
done
ip netns exec $r nft -f - <<END || skip "no nftables"
table inet t {
	chain forward {
		type filter hook forward priority 0;
		udp dport 9 numgen inc mod 10 0 counter drop
	}
}
END

take()	# MOMENT: of all three
{
	for n in $g $r $s; do
		"$nc" snapshot --on "netns:$n" -o "$tmp/$1-$n.json" \
		    2>/dev/null || bad "snapshot $1 of $n"
	done
}

# sink NAME NAMESPACE ARGUMENT...: its process is $sink
sink()
{
	name=$1 where=$2
	shift 2
	: >"$tmp/$name.ready"
	ip netns exec "$where" "$nr" --ready --grace 300ms -o "$tmp/$name.json" \
	    "$@" </dev/null >"$tmp/$name.ready" 2>"$tmp/$name.err" &
	sink=$!
	pids="$pids $sink"
	wait_for 10 grep -q '^ready$' "$tmp/$name.ready" ||
	    bad "$name: not ready: $(cat "$tmp/$name.err")"
}
# sink_end NAME PROCESS
sink_end()
{
	kill -INT "$2"
	wait "$2" || bad "$1: exit $?: $(cat "$tmp/$1.err")"
}
# blast NAME NAMESPACE ARGUMENT...
blast()
{
	name=$1 where=$2
	shift 2
	ip netns exec "$where" "$nb" -p 9 -o "$tmp/$name.json" "$@" \
	    2>"$tmp/$name.err" ||
	    bad "$name: exit $?: $(cat "$tmp/$name.err")"
}
# ledger NAME FILE...
ledger()
{
	name=$1
	shift
	"$nc" ledger "$@" >"$tmp/$name.json" 2>"$tmp/$name.err" ||
	    bad "$name: exit $?: $(cat "$tmp/$name.err")"
}

# ---- one direction, ramp and warm-up among the frames ------------------------
take idle
take before
sink sink $s -i s0 -p 9 --tag 77
blast gen $g --tag 77 -r 4000 -n 4000 --warmup 250ms 198.18.1.1
sink_end sink $sink
take after
# warm-up is as long as it is asked to be, in time
sent=$(jq '.counts.taken + .counts.uncounted' "$tmp/gen.json")
drops=$(((sent + 9) / 10)) # of every ten the first
[ "$sent" -gt 4900 ] || bad "warm-up: $sent frames in all"
all="$tmp/gen.json $tmp/sink.json"
for n in $g $r $s; do
	all="$all $tmp/after-$n.json $tmp/before-$n.json"
done
# shellcheck disable=SC2086 # names without blanks
ledger one $all
check "one direction" "$tmp/one.json" '.sent == $n and .received == $n - $f and
    place("filter") == $f and place("delivered") == $n - $f and
    .residual == 0 and .foreign == 0 and .loss_percent == 100 * $f / $n and
    .in_interface == "r0" and .in_packets == $n and
    .out_interface == "r1" and .out_packets == $n - $f and
    place("generator_refused") == 0 and place("sink_nic") == 0 and
    place("sink_program") == 0 and place("link") == null and
    .background == null and .directions == [] and .valid and
    (.notes | any(test("^\($n - 4000) frames of ramp and warm-up")))'
check "each frame once" "$tmp/one.json" '.sent == ([.places[] |
    select(.place != "generator_refused") | .frames // 0] | add) + .residual'

# the order of the files tells nothing; snapshots in front add the idle slope
# shellcheck disable=SC2046,SC2086
ledger idle $(echo $all "$tmp/idle-$r.json" "$tmp/idle-$g.json" | tr ' ' '\n' |
    sort -r)
check "with an idle slope" "$tmp/idle.json" '.background == 0 and
    .sent == $n and place("filter") == $f and .residual == 0'
ledger option --idle "$tmp/idle-$r.json" "$tmp/before-$r.json" \
    "$tmp/after-$r.json" "$tmp/gen.json" "$tmp/sink.json"
check "--idle" "$tmp/option.json" '.background == 0 and .residual == 0 and
    place("filter") == $f and .config.idle != null'

# ---- the programs' documents alone, and the router alone --------------------
ledger alone "$tmp/gen.json" "$tmp/sink.json"
check "no snapshots" "$tmp/alone.json" '.sent == $n and .received == $n - $f and
    .residual == $f and place("filter") == null and place("sink_nic") == 0 and
    .in_interface == null'
ledger router --sent "$sent" --received $((sent - drops)) "$tmp/before-$r.json" \
    "$tmp/after-$r.json"
check "given numbers" "$tmp/router.json" '.residual == 0 and
    place("filter") == $f and place("generator_refused") == null'

# ---- both directions at once, two generators in one of them -----------------
ip netns exec $r nft flush chain inet t forward
ip netns exec $r nft add rule inet t forward udp dport 9 numgen inc mod 10 0 \
    counter drop
take before
sink forward $s -i s0 -p 9 --tag 78 --streams 0-1
forward=$sink
sink reverse $g -i g0 -p 9 --tag 79
reverse=$sink
blast gen1 $g --tag 78 --stream 0 -r 4000 -n 1000 198.18.1.1 &
one=$!
blast gen2 $g --tag 78 --stream 1 -r 4000 -n 2000 198.18.1.1 &
two=$!
blast gen3 $s --tag 79 -r 4000 -n 2000 198.18.0.1
wait $one
wait $two
sink_end forward $forward
sink_end reverse $reverse
take after
all=''
for n in $g $r $s; do
	all="$all $tmp/after-$n.json $tmp/before-$n.json"
done
# shellcheck disable=SC2086
ledger both $all "$tmp/gen1.json" "$tmp/forward.json" "$tmp/gen3.json" \
    "$tmp/gen2.json" "$tmp/reverse.json"
check "sum" "$tmp/both.json" '.sent == 5000 and .received == 4500 and
    place("filter") == 500 and .residual == 0 and .in_interface == null'
check "two directions" "$tmp/both.json" '[.directions[] | [.direction,
    .ledger.sent, .ledger.in_interface, .ledger.in_packets,
    .ledger.out_interface]] == [["forward", 3000, "r0", 3000, "r1"],
    ["reverse", 2000, "r1", 2000, "r0"]] and
    ([.directions[].ledger | place("filter")] == [null, null]) and
    ([.directions[].ledger | .received + .residual] == [3000, 2000])'
"$nc" ledger --format table "$tmp/gen1.json" "$tmp/gen3.json" \
    "$tmp/forward.json" "$tmp/reverse.json" >"$tmp/table" 2>&1 ||
    bad "table: exit $?"
grep -q '^sum of both directions$' "$tmp/table" || bad "no sum in the table"

# ---- reverse-path filter: named under its place ------------------------------
ip netns exec $r nft flush ruleset
for k in all r0; do
	ip netns exec $r sysctl -qw net.ipv4.conf.$k.rp_filter=1
done
ip -n $r route add 203.0.113.0/24 dev r1
take before
sink sink $s -i s0 -p 9 --tag 80
blast gen $g --tag 80 -S 203.0.113.5 -e packet --mac "$(mac $r r0)" \
    -r 4000 -n 300 198.18.1.1
sink_end sink $sink
take after
all=''
for n in $g $r $s; do
	all="$all $tmp/after-$n.json $tmp/before-$n.json"
done
# shellcheck disable=SC2086
ledger rpf --explain $all "$tmp/gen.json" "$tmp/sink.json"
check "reverse path" "$tmp/rpf.json" 'place("ip_refused") == 300 and
    .residual == 0 and .received == 0 and (.places[] |
    select(.place == "ip_refused") | .counters[0].name ==
    "ip.refused.reverse_path" and .counters[0].frames == 300 and
    (.counters[0].cause | test("rp_filter")))'

# ---- the next hop does not answer: the sender's call succeeds -----------------
# The tables' counts are the machine's, so they are told and not booked.
ip -n $g neigh del 198.18.0.2 dev g0
ip -n $r link set r0 arp off
take before
sink sink $s -i s0 -p 9 --tag 81
# netblast sees that they did not leave, and ends with 2; so does the ledger
ip netns exec $g "$nb" -p 9 -o "$tmp/gen.json" --tag 81 -e udp -r 20000 \
    -n 4000 198.18.1.1 2>/dev/null
same "mute: netblast" $? 2
sink_end sink $sink
take after
# shellcheck disable=SC2086
"$nc" ledger $all "$tmp/gen.json" "$tmp/sink.json" >"$tmp/mute.json"
same "mute: ledger" $? 2
told='true'
[ "$(jq '[.counters[].name] | index("neighbour.discards") != null' \
    "$tmp/after-$g.json")" = false ] ||
    told='(.notes | any(test("neighbour tables discarded [0-9]+ frames")))'
check "mute next hop" "$tmp/mute.json" ".sent == 4000 and .received == 0 and
    .residual == 4000 and .in_packets < 100 and $told"

# ---- what cannot be told ------------------------------------------------------
refused()	# WORDS ARGUMENT...
{
	words=$1
	shift
	if "$nc" ledger "$@" >"$tmp/out" 2>"$tmp/err" ||
	    ! grep -q "$words" "$tmp/err"; then
		bad "ledger $*: $(cat "$tmp/err")"
	fi
}
refused 'only one snapshot of' "$tmp/gen.json" "$tmp/after-$r.json"
refused 'no snapshot is of such' --router nobody "$tmp/before-$r.json" \
    "$tmp/after-$r.json" "$tmp/gen.json" "$tmp/sink.json"
refused 'two directions' --sent 5 "$tmp/gen1.json" "$tmp/gen3.json" \
    "$tmp/forward.json" "$tmp/reverse.json"
echo x >"$tmp/text"
refused 'no counters' --idle "$tmp/text" --sent 5 "$tmp/before-$r.json" \
    "$tmp/after-$r.json"

[ "$fails" = 0 ]
