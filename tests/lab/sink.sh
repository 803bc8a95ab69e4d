#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The sink on a virtual link: every pair of engines, tags, IPv6, and that the
# sink host answers nothing but what a neighbour needs.
set -u
build=${BUILD:-build}
sink=$build/netreceive
blast=$build/netblast
for program in "$sink" "$blast"; do
	[ -x "$program" ] || { echo "no $program"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
for tool in ip jq setpriv; do # of several words sh may look for the first
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d)
a=nbsa$$ b=nbsb$$
pid=
cleanup()
{
	[ -n "$pid" ] && kill -CONT "$pid" 2>/dev/null
	[ -n "$pid" ] && kill -9 "$pid" 2>/dev/null
	for n in "$a" "$b"; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# expect NAME FILE JQ: the expression holds in the document
expect()
{
	jq -e "$3" "$2" >/dev/null || {
		bad "$1: $3"
		jq -c '{counts, engine, stopped_by, valid, error}' "$2"
	}
}

# start NAME ARGUMENT...: sink on the right side, ready when it returns
start()
{
	name=$1
	shift
	: >"$tmp/$name.out"
	ip netns exec $b "$sink" --ready -p 5001 -o "$tmp/$name.json" "$@" \
	    </dev/null >"$tmp/$name.out" 2>"$tmp/$name.err" &
	pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/$name.out" ||
	    bad "$name: not ready: $(cat "$tmp/$name.err")"
}

# stop NAME STATUS
stop()
{
	kill -INT "$pid" 2>/dev/null
	wait "$pid"
	rc=$?
	pid=
	[ $rc = "$2" ] || bad "$1: exit $rc, not $2: $(cat "$tmp/$1.err")"
}

# send NAME ARGUMENT...: generator on the left side
send()
{
	name=$1
	shift
	ip netns exec $a "$blast" -p 5001 -o "$tmp/$name.sent" "$@" \
	    >/dev/null 2>"$tmp/$name.send.err" ||
	    bad "$name: netblast: exit $?: $(cat "$tmp/$name.send.err")"
}

# mib NAMESPACE PROTOCOL NAME: a counter of /proc/net/snmp
# (the awk programs are not the shell's to expand)
# shellcheck disable=SC2016
mib()
{
	ip netns exec "$1" awk -v t="$2:" -v name="$3" '
	$1 == t && !seen { seen = 1; for (i = 2; i <= NF; i++) col[$i] = i; next }
	$1 == t { print $col[name] }' /proc/net/snmp
}
# shellcheck disable=SC2016
unreachable()
{
	v4=$(mib $b Icmp OutDestUnreachs)
	v6=$(ip netns exec $b awk '$1 == "Icmp6OutDestUnreachs" { print $2 }' \
	    /proc/net/snmp6)
	echo $((v4 + v6))
}

more_unreachable()
{
	[ "$(unreachable)" -gt "$before" ]
}

# neighbour ADDRESS: the generator knows its link address
neighbour()
{
	ip -n $a neigh show "$1" | grep -q lladdr
}

# the virtual link
ip netns add $a && ip netns add $b &&
    ip -n $a link add left index 101 type veth \
	peer name right index 102 netns $b || exit 1
ip -n $a addr add 198.18.60.1/24 dev left
ip -n $b addr add 198.18.60.2/24 dev right
ip -n $a addr add 2001:2:0:60::1/64 dev left nodad
ip -n $b addr add 2001:2:0:60::2/64 dev right nodad
ip -n $a link set left up && ip -n $b link set right up
ip -n $b link set lo up
mac=$(ip -n $b -j link show right | jq -r '.[0].address')

# every pair of engines, both families
# shellcheck disable=SC2086 # one word each
all=$(usable $IP_ENGINES $FRAME_ENGINES)
sinks=$(every_sink)
[ -n "$sinks" ] || bad "no engine of netreceive"
for tx in $all; do for rx in $sinks; do
	for to in 198.18.60.2 2001:2:0:60::2; do
		n=$tx-$rx-$(echo "$to" | tr -d .:)
		start "$n" -e "$rx" -i right --grace 0.1 --expect 2000
		send "$n" -e "$tx" -i left -n 2000 -r 20k -s 18 "$to"
		stop "$n" 0
		expect "$n" "$tmp/$n.json" '.valid and .counts.unique == 2000
		    and .counts.lost == 0 and .counts.received == 2000 and
		    .counts.corrupt == 0 and .counts.foreign == 0 and
		    .counts.unverified == 0 and .counts.sink_drops == 0 and
		    .latency.count == 2000'
	done
done; done
expect quiet "$tmp/packet-packet-19818602.json" '.engine.quiet == "tcx"'

# what the drop costs nobody: no ICMP leaves, ARP and ND are answered
before=$(unreachable)
start quiet -e packet -i right --grace 0
ip -n $a neigh flush all
ip -n $b neigh flush all
send quiet -e packet -i left --mac "$mac" -n 5000 -r 50k 198.18.60.2
send quiet6 -e packet -i left --mac "$mac" -n 5000 -r 50k 2001:2:0:60::2
for to in 198.18.60.2 2001:2:0:60::2; do
	neighbour $to && bad "$to: the neighbour tables were not flushed"
	send asking -e udp -i left -n 1 $to
	wait_for 3 neighbour $to ||
	    bad "$to: not answered while frames are dropped behind the tap"
done
[ "$(unreachable)" = "$before" ] || bad "the sink host sent ICMP unreachable"

# other ports are not ours: those the host does answer
send other -e packet -i left --mac "$mac" -n 1 -p 5002 198.18.60.2
wait_for 2 more_unreachable ||
    bad "a frame for another port was dropped too"

# the drop ends with the process, whatever ends it
kill -9 "$pid"
wait "$pid" 2>/dev/null
pid=
before=$(unreachable)
send after -e packet -i left --mac "$mac" -n 1 198.18.60.2
wait_for 2 more_unreachable ||
    bad "still dropping after kill -9"

# --pass leaves them to the host
before=$(unreachable)
start pass -e packet -i right --pass --grace 0.2
send pass -e packet -i left --mac "$mac" -n 1 198.18.60.2
wait_for 2 more_unreachable || bad "--pass: dropped all the same"
stop pass 2 # an answer is no measurement
expect pass "$tmp/pass.json" '.engine.quiet == "none" and .counts.unique == 1
	and .host_counts.icmp_unreachable_sent == 1'

# without the right to load programs: sockets hold the ports
before=$(unreachable)
: >"$tmp/held.out"
ip netns exec $b setpriv --bounding-set=-all,+net_raw "$sink" --ready \
    -e packet -i right -p 5001 --grace 0.2 -o "$tmp/held.json" </dev/null \
    >"$tmp/held.out" 2>"$tmp/held.err" &
pid=$!
wait_for 10 grep -q '^ready$' "$tmp/held.out" || bad "held: not ready"
send held -e packet -i left --mac "$mac" -n 1000 -r 20k 198.18.60.2
stop held 0
expect held "$tmp/held.json" \
    '.engine.quiet == "socket" and .counts.unique == 1000'
[ "$(unreachable)" = "$before" ] || bad "held: ICMP unreachable was sent"

# tags: the one that the kernel takes off, and two
start tag -e packet -i right -V 100 --tag 3 --grace 0.2
send tag -e packet -i left --mac "$mac" --tag 3 -n 500 -r 20k -V 100.5 \
    198.18.60.2
send tag2 -e packet -i left --mac "$mac" --tag 3 -n 7 -V 101 198.18.60.2
send tag3 -e packet -i left --mac "$mac" --tag 3 -n 6 198.18.60.2
send tag4 -e packet -i left --mac "$mac" --tag 3 -n 5 -V 100,100 198.18.60.2
stop tag 0
expect tag "$tmp/tag.json" '.counts.unique == 500 and
	.counts.foreign_reasons.vlan == 18 and .counts.foreign == 18'
start qinq -e packet -i right -V 200,100 --grace 0.2
send qinq -e packet -i left --mac "$mac" -n 500 -r 20k -V 200,100 198.18.60.2
send qinq6 -e packet -i left --mac "$mac" -n 3 -V 100,200 2001:2:0:60::2
stop qinq 0
expect qinq "$tmp/qinq.json" '.counts.unique == 500 and
	.counts.foreign_reasons.vlan == 3 and .counts.corrupt == 0'

# long frames are cut by the tap: counted, their UDP checksum not checked
start long -e packet -i right --grace 0.2
send long -e packet -i left --mac "$mac" -n 100 -r 20k -s 1400 198.18.60.2
stop long 0
expect long "$tmp/long.json" \
    '.counts.unique == 100 and .counts.unverified == 100'

# a sink that sleeps: its drops by the kernel's own count make the sum
for rx in udp packet pcap; do
	start "asleep-$rx" -e "$rx" -i right --rcvbuf 4096 --grace 0.3
	send asleep -e packet -i left --mac "$mac" --tag 5 -n 500 -r 5k \
	    198.18.60.2
	kill -STOP "$pid"
	send asleep -e packet -i left --mac "$mac" --tag 5 --stream 1 \
	    -n 30000 -r 40k 198.18.60.2
	kill -CONT "$pid"
	stop "asleep-$rx" 0
	expect "asleep-$rx" "$tmp/asleep-$rx.json" '.counts.sink_drops > 10000
	    and .counts.unique + .counts.sink_drops == 30500'
done
[ "$(mib $b Udp RcvbufErrors)" = \
    "$(jq .counts.sink_drops "$tmp/asleep-udp.json")" ] ||
    bad "asleep-udp: not what Udp RcvbufErrors says"

# the interface goes away: an invalid document, not a silent one
for rx in $sinks; do
	[ "$rx" != udp ] || continue # a socket does not mind
	start "gone-$rx" -e "$rx" -i right --grace 0
	ip -n $b link set right down
	wait_for 5 test -s "$tmp/gone-$rx.json" ||
	    bad "gone-$rx: goes on without interface"
	wait "$pid"
	rc=$?
	pid=
	[ $rc = 2 ] || bad "gone-$rx: exit $rc, not 2"
	expect "gone-$rx" "$tmp/gone-$rx.json" '.valid == false and
		.stopped_by == "error" and (.error | test("right"))'
	ip netns exec $b "$sink" -e "$rx" -i right -p 5001 -o /dev/null \
	    </dev/null 2>"$tmp/down.err" && bad "$rx: starts on a dead interface"
	grep -q "right: .*down" "$tmp/down.err" ||
	    bad "$rx: $(cat "$tmp/down.err")"
	ip -n $b link set right up
done

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
