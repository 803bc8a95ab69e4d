#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The sender's own queueing discipline: through it or past it as asked, as the
# discipline counts itself; when it drops, what was sent is what arrives, with
# engines that are told of a drop and with those that are not; and the run
# lasts until the queue is empty.
set -u
build=${BUILD:-build}
blast=$build/netblast
[ -x "$blast" ] || { echo "no $blast"; exit 77; }
if [ "$(id -u)" != 0 ]; then
	echo "needs root, for network namespaces"
	exit 77
fi
for tool in ip tc jq; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d) || exit 1
a=nbqa$$ b=nbqb$$
cleanup()
{
	for n in $a $b; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# Nothing but test frames crosses: no IPv6, fixed neighbours; the far end has
# no address, so that no ICMP comes back.
for n in $a $b; do
	ip netns add "$n" || exit 1
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
	    net.ipv6.conf.default.disable_ipv6=1
done
ip link add va index 101 netns $a type veth peer name vb index 102 netns $b ||
	exit 1
ip -n $a addr add 198.18.0.1/24 dev va
ip -n $a neigh add 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a link set va up
ip -n $b link set vb up

rx()
{
	ip netns exec $b cat /sys/class/net/vb/statistics/rx_packets
}

# queue NAME: a figure of the discipline
queue()
{
	tc -n $a -s -j qdisc show dev va | jq ".[0].$1"
}

# send EXIT ARGUMENT...: sets got (frames that arrived), through (that left
# by the discipline), dropped (by it); the document is $tmp/d.json
send()
{
	want=$1
	shift
	got=$(rx) through=$(queue packets) dropped=$(queue drops)
	ip netns exec $a "$blast" -o "$tmp/d.json" "$@" 198.18.0.2 \
	    2>"$tmp/err"
	rc=$?
	[ $rc = "$want" ] || bad "$*: exit $rc: $(cat "$tmp/err")"
	got=$(($(rx) - got))
	through=$(($(queue packets) - through))
	dropped=$(($(queue drops) - dropped))
}

# holds NAME JQ
holds()
{
	jq -e "$2" "$tmp/d.json" >/dev/null || bad "$1: $2: $(
	    jq -c '[.counts, .engine, .notes, .error]' "$tmp/d.json")"
}

# --- a queue that is long enough: which way? ----------------------------------
tc -n $a qdisc add dev va root pfifo limit 10000 || exit 1
for engine in packet pcap libnet libnet-raw udp; do
	send 0 -e $engine -n 1000 --qdisc through
	same "$engine: through" "$got $through $dropped" "1000 1000 0"
	holds "$engine: through" '.config.qdisc == "through" and
	    .engine.qdisc == "pfifo" and .engine.qdisc_bypass == false and
	    .counts.sent == 1000 and .counts.completed == 1000'
done
for engine in $(usable packet xsk); do
	for way in "" "--qdisc bypass"; do
		# shellcheck disable=SC2086 # two words or none
		send 0 -e "$engine" -n 1000 $way
		same "$engine $way: past" "$got $through $dropped" "1000 0 0"
		holds "$engine $way: past" '.config.qdisc == "bypass" and
		    .engine.qdisc_bypass and .counts.sent == 1000'
	done
done
# auto takes one that can; an engine that cannot is refused
send 0 -n 1000 --qdisc through
same "auto: through" "$got $through" "1000 1000"
send 0 -n 1000 --qdisc bypass
same "auto: past" "$got $through" "1000 0"
for engine in pcap libnet libnet-raw udp; do
	send 1 -e $engine -n 1000 --qdisc bypass
	same "$engine: past" "$got" 0
	grep -q "engine $engine cannot send past the queueing disc" \
	    "$tmp/err" || bad "$engine: past: $(cat "$tmp/err")"
done
for engine in $(usable xsk); do
	send 1 -e "$engine" -n 1000 --qdisc through
	same "$engine: through" "$got" 0
	grep -q "these can: libnet-raw, udp, libnet, pcap, packet" \
	    "$tmp/err" || bad "$engine: through: $(cat "$tmp/err")"
done

# --- 2 Mbit/s and a queue of 3 kB: it drops -----------------------------------
tc -n $a qdisc replace dev va root tbf rate 2mbit burst 2kb limit 3kb || exit 1
for engine in packet pcap libnet; do
	for burst in 1 32; do
		send 0 -e $engine -n 200 -r 20k -B $burst --qdisc through
		same "$engine: told" "$got" 200
		[ "$dropped" -gt 0 ] || bad "$engine: the queue dropped nothing"
		holds "$engine: told" ".counts.sent == 200 and
		    .counts.taken == 200 and .counts.completed == 200 and
		    .counts.errors == {ENOBUFS: $dropped}"
	done
done
for engine in udp libnet-raw; do
	send 0 -e $engine -n 200 -r 20k
	[ "$dropped" -gt 0 ] || bad "$engine: the queue dropped nothing"
	same "$engine: not told" "$((got + dropped))" 200
	holds "$engine: not told" ".counts.taken == 200 and
	    .counts.sent == $got and .counts.completed == $got and
	    .counts.refused == 0 and
	    (.notes | tostring | contains(\"dropped $dropped frames\"))"
done

# --- the run lasts until the queue is empty, or says that it is not -----------
# 100 frames of 52 or 60 bytes: 2,000 bytes at once, the others take 1.3 s and
# more at 19,200 bit/s
tc -n $a qdisc replace dev va root tbf rate 19200bit burst 2000 limit 20kb ||
	exit 1
for engine in packet udp; do
	send 0 -e $engine -n 100 --qdisc through
	same "$engine: slow queue" "$got" 100
	holds "$engine: slow queue" '.counts.sent == 100 and
	    .counts.completed == 100 and .time.elapsed_ns > 1000000000'
	sleep 1 # the bucket fills again
done
tc -n $a qdisc replace dev va root tbf rate 1kbit burst 2000 limit 20kb ||
	exit 1
send 2 -e packet -n 100 --qdisc through
[ "$got" -lt 100 ] || bad "a queue of half a minute is empty after 2 s"
holds "too slow" '.error == "not all frames left the sender"'

[ $fails = 0 ]
