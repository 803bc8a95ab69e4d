#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A capture that is read and the same traffic counted live give the same
# document, but for what is time and what only a live engine knows.
set -u
build=${BUILD:-build}
sink=$build/netreceive
blast=$build/netblast
for program in "$sink" "$blast"; do
	[ -x "$program" ] || { echo "no $program"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
for tool in ip jq tcpdump editcap; do # of several words sh may look for the first
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d)
a=nbra$$ b=nbrb$$
pids='' holder=''
cleanup()
{
	for p in $pids $holder; do kill -9 "$p" 2>/dev/null; done
	for n in "$a" "$b"; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# send ARGUMENT...: generator on the left side
send()
{
	ip netns exec $a "$blast" -i left -p 5001 -r 20k -o "$tmp/sent.json" \
	    "$@" >/dev/null 2>"$tmp/send.err" ||
	    bad "$*: netblast: exit $?: $(cat "$tmp/send.err")"
}

# record FILE FILTER: tcpdump on the right side, capturing when it returns
record()
{
	rm -f "$1.err"
	ip netns exec $b tcpdump -i right -Q in --immediate-mode -U -B 65536 -s 0 \
	    --time-stamp-precision=nano -w "$1" "$2" 2>"$1.err" &
	pids="$pids $!"
	wait_for 10 grep -q 'listening on' "$1.err" || bad "$1: $(cat "$1.err")"
}

# settled FILE: nothing was added to it for a while
settled()
{
	size=$(wc -c <"$1")
	sleep 0.3
	[ "$size" = "$(wc -c <"$1")" ]
}

# Streams with gaps, duplicates and reordering, warm-up, a foreign tag, and
# for engines that see them frames with one and two tags.
traffic()
{
	send -e packet --tag 7 -n 1000 -s 18 198.18.61.2
	send -e packet --tag 7 -n 100 --first-seq 900 -s 18 198.18.61.2
	send -e packet --tag 7 -n 300 --first-seq 1200 -s 18 198.18.61.2
	send -e packet --tag 7 -n 50 --first-seq 1100 -s 18 198.18.61.2
	send -e udp --tag 7 --stream 1 -n 500 --warmup 50ms 2001:2:0:61::2
	send -e packet --tag 8 -n 30 198.18.61.2
	send -e udp -n 10 -p 5002 198.18.61.2
	[ $tagged -gt 0 ] || return
	send -e packet --tag 7 --stream 2 -n 40 -V 100.3 --mac "$mac" \
	    198.18.61.2
	send -e packet --tag 7 --stream 2 -n 60 --first-seq 40 -V 200,100 \
	    --mac "$mac" 198.18.61.2
}

# What a file does not have, or what is time
# (the jq program is not the shell's to expand)
# shellcheck disable=SC2016
same='del(.tool, .host, .clock_start, .clock_end, .config, .engine, .time,
	.stopped_by, .latency.stamp, .latency.negative, .counts.sink_drops,
	.host_counts, .limit, .announced, .threads,
	.notes, .series) |
	walk(if type == "object" then
	    with_entries(select(.key | endswith("_ns") | not)) |
	    del(.histogram) else . end)'

# compare NAME LIVE READ [MORE]
compare()
{
	jq -S "$same ${4:-}" "$tmp/$2.json" >"$tmp/live"
	jq -S "$same ${4:-}" "$tmp/$3.json" >"$tmp/read"
	cmp -s "$tmp/live" "$tmp/read" ||
	    bad "$1: $(diff "$tmp/live" "$tmp/read" | head -20)"
	for f in "$2" "$3"; do
		jq -e "[.series.received.v[]] | add == $((1850 + tagged))" \
		    "$tmp/$f.json" >/dev/null || bad "$1: series of $f"
	done
}

ip netns add $a && ip netns add $b &&
    ip -n $a link add left index 101 type veth \
	peer name right index 102 netns $b || exit 1
ip -n $a addr add 198.18.61.1/24 dev left
ip -n $b addr add 198.18.61.2/24 dev right
ip -n $a addr add 2001:2:0:61::1/64 dev left nodad
ip -n $b addr add 2001:2:0:61::2/64 dev right nodad
ip -n $a link set left up && ip -n $b link set right up
mac=$(ip -n $b -j link show right | jq -r '.[0].address')
set -- --expect 1550,500,101 --streams 0-2 --tag 7 --same-clock

# with xdp the capture sees what it lets pass; it knows no single arrival
in_kernel=xdp
[ "${CI:-}" = true ] || "$sink" --list-engines |
	grep -q '^xdp .*(usable here)' || in_kernel=
for engine in packet pcap udp $in_kernel; do
	pass='' less=''
	if [ "$engine" = xdp ]; then
		pass=--pass less='| del(.order, .latency.ipdv,
		    .streams[].order, .streams[].ipdv)'
	fi
	tagged=100
	[ "$engine" != udp ] || tagged=0
	record "$tmp/all.pcap" ''
	record "$tmp/ours.pcap" 'udp dst port 5001 or
	    (vlan and (udp dst port 5001 or (vlan and udp dst port 5001)))'
	# what no sink takes must not be answered: that makes a run invalid
	held=5002
	[ "$engine" != xdp ] || held=5001-5002
	ip netns exec $b "$sink" -e udp -p $held --ready -o /dev/null \
	    </dev/null >"$tmp/held.out" 2>"$tmp/held.err" &
	holder=$!
	wait_for 10 grep -q '^ready$' "$tmp/held.out" ||
	    bad "port 5002: $(cat "$tmp/held.err")"
	rm -f "$tmp/live.out"
	ip netns exec $b "$sink" -e "$engine" -i right -p 5001 --ready \
	    --grace 0.2 -o "$tmp/live.json" $pass "$@" </dev/null \
	    >"$tmp/live.out" 2>"$tmp/live.err" &
	pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/live.out" ||
	    bad "$engine: not ready: $(cat "$tmp/live.err")"
	traffic
	kill -INT "$pid"
	wait "$pid" || bad "$engine: exit $?: $(cat "$tmp/live.err")"
	kill "$holder"
	wait "$holder"
	for f in all ours; do
		wait_for 20 settled "$tmp/$f.pcap"
	done
	for p in $pids; do
		kill -INT "$p"
		wait "$p"
	done
	pids=

	"$sink" --read "$tmp/ours.pcap" -p 5001 "$@" -o "$tmp/ours.json" \
	    2>"$tmp/err" </dev/null || bad "$engine: --read: exit $?"
	compare "$engine, the same filter" live ours "$less"
	editcap -F pcapng "$tmp/all.pcap" "$tmp/all.pcapng"
	"$sink" --read - -p 5001 "$@" -o "$tmp/all.json" \
	    <"$tmp/all.pcapng" 2>"$tmp/err" || bad "$engine: --read -: exit $?"
	# a live engine's filter keeps these out; in a file they are foreign
	compare "$engine, all that came" live all "$less"'| del(.counts.foreign,
	    .counts.foreign_reasons.port, .counts.foreign_reasons.frame)'
	jq -e '.counts.foreign_reasons.port == 10 and
	    .stopped_by == "file" and .engine.quiet == null and
	    .counts.sink_drops == null' "$tmp/all.json" >/dev/null ||
	    bad "$engine: $(jq -c '.counts, .engine' "$tmp/all.json")"
	# and it is the traffic that was sent
	jq -e --argjson tagged $tagged '.valid and
	    .counts.unique == 1850 + $tagged and
	    .counts.lost == 301 - $tagged and
	    .counts.missing == 150 and .counts.duplicate == 100 and
	    .counts.reordered == 50 and
	    .counts.received == 1950 + $tagged and
	    .counts.foreign_reasons.tag == 30 and
	    .counts.corrupt == 0 and .counts.uncounted > 0' \
	    "$tmp/live.json" >/dev/null ||
	    bad "$engine: $(jq -c .counts "$tmp/live.json")"
	# times are those of the same frames, on the same clock
	jq -es '.[0].time as $l | .[1].time as $r |
	    $r.clock == "monotonic" and
	    ($l.first_ns - $r.first_ns | fabs) < 10000000 and
	    ($l.last_ns - $r.last_ns | fabs) < 10000000' \
	    "$tmp/live.json" "$tmp/ours.json" >/dev/null ||
	    bad "$engine: $(jq -c .time "$tmp/live.json" "$tmp/ours.json")"
done

# iperf3 itself: as many frames as it says, and the hello apart
listening()
{
	ip netns exec $b ss -Hltn 'sport = :5201' | grep -q .
}
if [ "${CI:-}" = true ] || command -v iperf3 >/dev/null; then
	ip netns exec $b iperf3 -s -1 >"$tmp/server.out" 2>&1 &
	server=$!
	pids="$pids $server"
	wait_for 10 listening || bad "iperf3 does not listen"
	record "$tmp/iperf3.pcap" 'udp dst port 5201'
	recorder=${pids##* }
	ip netns exec $a iperf3 -c 198.18.61.2 -u -b 4M -l 200 -k 1000 -J \
	    >"$tmp/iperf3.said" || bad "iperf3: $(cat "$tmp/iperf3.said")"
	wait "$server"
	wait_for 20 settled "$tmp/iperf3.pcap"
	kill -INT "$recorder"
	wait "$recorder"
	pids=
	"$sink" --read "$tmp/iperf3.pcap" -p 5201 -o "$tmp/iperf3.json" \
	    2>"$tmp/err" </dev/null || bad "iperf3: --read: exit $?"
	jq -es '.[0].end.sum.packets == .[1].counts.received and
	    .[1].counts.received == 1000 and .[1].counts.uncounted == 1 and
	    .[1].counts.unique == null and .[1].counts.foreign == 0 and
	    .[1].streams[0].sender == "iperf3"' \
	    "$tmp/iperf3.said" "$tmp/iperf3.json" >/dev/null ||
	    bad "iperf3: $(jq -c .end.sum "$tmp/iperf3.said") $(
		jq -c .counts "$tmp/iperf3.json")"
fi

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
