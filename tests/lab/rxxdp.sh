#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Frames counted inside the kernel: exactly what the generator sent, with one
# CPU at it or two; everything that is not counted goes on to the host; and
# nothing is left behind.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
receive=$build/netreceive
needs ping ethtool setpriv bash
# in CI the list below shows that it is there
if [ "${CI:-}" != true ] &&
    ! "$receive" --list-engines | grep -q '^xdp .*(usable here)'; then
	"$receive" --list-engines
	exit 77
fi

# expect NAME JQ: holds in the document
expect()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null || {
		bad "$1: $2"
		jq -c '{counts, engine, missing_runs, stopped_by, valid, error}' \
		    "$tmp/$1.json"
	}
}

# send NAME ARGUMENT...: all frames of it were taken
send()
{
	name=$1
	shift
	in_a "$blast" -i va -o "$tmp/$name.sent" "$@" >/dev/null \
	    2>"$tmp/$name.send.err" ||
		bad "$name: netblast: exit $?: $(cat "$tmp/$name.send.err")"
}

# dropped: by va, for want of room in the ring of vb. That is so where vb's
# CPU has other things to do, and no fault of the sink's.
dropped()
{
	in_a cat /sys/class/net/va/statistics/tx_dropped
}

# exactly NAME N ARGUMENT...: one run
exactly()
{
	name=$1 n=$2
	shift 2
	# shellcheck disable=SC2086 # words
	sink "$name" -e xdp --grace 0.2 --expect "$n" $sink_with
	drops=$(dropped)
	send "$name" -n "$n" "$@"
	sink_end "$name"
	drops=$(($(dropped) - drops))
	n=$((n - drops))
	expect "$name" ".valid and .counts.unique == $n and
	    .counts.received == $n and .counts.lost == $drops and
	    .counts.duplicate == 0 and .counts.corrupt == 0 and
	    .counts.foreign == 0 and .counts.sink_drops == 0 and
	    ([.series.received.v[]] | add) == $n and
	    ([.tags[].frames] | add) == $n and
	    .counts.missing <= $drops and
	    .missing_runs.frames == .counts.missing and
	    .engine.quiet == \"xdp\" and .engine.mode == \"driver\""
}

programs()
{
	ip -n "$b" -d link show vb | grep -c 'prog/xdp'
}

none_left()
{
	[ "$(programs)" = 0 ]
}

link_up
link_v6
sink_with=

# --- counts: engines, families, tags, sizes ------------------------------------
# shellcheck disable=SC2086 # one word each
for engine in $(usable packet udp xdp); do
	for to in 198.18.0.2 2001:2::2; do
		exactly "$engine-$to" 3001 -e "$engine" -r 20k -s 18 $to
		expect "$engine-$to" '.latency.count + .latency.negative == 3001
		    and .streams[0].source == (if (.streams[0].source |
		    test(":")) then "2001:2::1" else "198.18.0.1" end)'
	done
done
for bytes in 10 14 119; do
	exactly "bytes-$bytes" 500 -e packet -r 20k -s $bytes 198.18.0.2
	expect "bytes-$bytes" '.counts.unverified == 0'
done
exactly long 200 -e packet -r 20k -s 1400 198.18.0.2
expect long '.counts.unverified == 200'
exactly without-sum 500 -e packet -r 20k --udp-checksum zero 198.18.0.2
sink_with='-V 100'
exactly tag 500 -e packet -r 20k -V 100.5 198.18.0.2
exactly tag-xdp 5000 -e xdp -V 100 2001:2::2
sink_with='-V 200,100'
exactly qinq 500 -e packet -r 20k -V 200,100 2001:2::2
sink_with='--no-latency'
exactly no-latency 500 -e packet -r 20k -s 18 198.18.0.2
expect no-latency '.latency == null'
# what one frame's arrival would be needed for is not said either
same "variation in summaries" "$(cat "$tmp"/*.err | grep -c variation)" 0

# two threads, two queues, two CPUs
sink_with=
sink two -e xdp --grace 0.2 --expect 15001,15000
send two -e xdp -n 30001 -T 2 198.18.0.2
sink_end two
expect two '.valid and .counts.lost == 0 and .counts.unique == 30001 and
    ([.streams[] | .unique] | sort) == [15000, 15001]'

# one stream by two at once, on two CPUs: each number once, and once again
sink shared -e xdp --any-source --tag 5 --expect 200000 --grace 0.3
in_a "$blast" -i va -e packet -C 0 --tag 5 -n 200000 198.18.0.2 \
    >/dev/null 2>&1 &
other=$!
send shared -e packet -C 1 --tag 5 -n 200000 198.18.0.2
wait $other || bad "shared: the second netblast: exit $?"
sink_end shared
expect shared '.counts.received == 400000 and .counts.unique == 200000 and
    .counts.duplicate == 200000 and .counts.lost == 0'

# one queue from here on: nothing is atomic
in_a ethtool -L va tx 1 || bad "ethtool -L va"
in_b ethtool -L vb rx 1 || bad "ethtool -L vb"
exactly million 1000003 -e xdp -s 18 198.18.0.2
sink_with='--no-latency'
exactly million-10 1000003 -e xdp 2001:2::2

# --- what is not right, or not ours ---------------------------------------------
sink wrong -e xdp --tag 7 --expect 1000 --streams 0-1 -V 100 --grace 0.2 \
    --lost "$tmp/lost"
send wrong1 -e packet --tag 7 -n 500 -r 20k -V 100 198.18.0.2
send wrong2 -e packet --tag 7 -n 400 -r 20k -V 100 --first-seq 510 198.18.0.2
send wrong3 -e packet --tag 7 -n 300 -r 20k -V 100 198.18.0.2 # again
send wrong4 -e packet --tag 7 -n 6 -V 100 --first-seq 998 198.18.0.2
send wrong5 -e packet --tag 8 -n 11 -V 100 198.18.0.2
send wrong6 -e packet --tag 7 -n 12 -V 101 198.18.0.2
send wrong7 -e packet --tag 7 -n 13 198.18.0.2
send wrong8 -e packet --tag 7 -n 14 -V 100 --stream 2 198.18.0.2
send wrong9 -e packet --tag 7 -n 15 -V 100 -s 9 198.18.0.2
send wrong0 -e packet --tag 7 -n 10 -r 20k -V 100 --first-seq 500 198.18.0.2
sink_end wrong
# 0-499, 510-909, 998-999 came, 1000-1003 were not announced, 500-509 last
expect wrong '.valid and .counts.unique == 912 and .counts.lost == 88 and
    .counts.duplicate == 300 and .counts.reordered == 10 and
    .counts.corrupt == 4 and .missing_runs.count == 1 and
    .missing_runs.longest == 88 and .counts.foreign_reasons == {"frame": 0,
    "port": 0, "vlan": 25, "stamp": 0, "tag": 26, "stream": 14} and
    [.tags[] | [.tag, .frames]] == [[0, 15], [7, 1230], [8, 11]]'
same "lost numbers" "$(sed '/^#/d' "$tmp/lost")" "0 910 997"

sink collision -e xdp --tag 7 --grace 0.2
send collision1 -e packet --tag 7 -n 10 198.18.0.2
send collision2 -e packet --tag 7 -n 10 --first-seq 10 -S 198.18.0.7 198.18.0.2
kill -INT "$sink_pid"
wait "$sink_pid"
same "collision: exit" $? 2
sink_pid=
expect collision '.valid == false and .streams[0].collision and
    .counts.unique == 20'

# a checksum that the sender left to a card that is none
in_a ethtool -K va tx on >/dev/null
sink_with=
exactly unfinished 500 -e udp -r 20k -s 18 198.18.0.2
in_a ethtool -K va tx off >/dev/null

# other stamps: two senders by their ports, and one that is only counted
sink classic -e xdp --stamp classic --grace 0.2
send classic1 -e packet -P 1000 -n 300 -r 20k -s 4 198.18.0.2
send classic2 -e packet -P 1001 -n 200 -r 20k -s 4 198.18.0.2
send classic3 -e packet -P 1001 -n 100 -r 20k -s 4 198.18.0.2
sink_end classic
expect classic '.counts.unique == 500 and .counts.duplicate == 100 and
    [.streams[] | [.source_port, .received]] == [[1000, 300], [1001, 300]]'
sink none -e xdp --stamp none --grace 0.2
send none -e packet -n 321 -r 20k 198.18.0.2
sink_end none
expect none '.counts.received == 321 and .counts.unique == null'

# other generators are counted without sequence: iperf3 itself, which wants its
# hello answered, and pkt-gen by its text
listening()
{
	in_b ss -Hltn 'sport = :5201' | grep -q .
}
if [ "${CI:-}" = true ] || command -v iperf3 >/dev/null; then
	in_b iperf3 -s -1 >"$tmp/server.out" 2>&1 &
	server=$!
	wait_for 10 listening || bad "iperf3 does not listen"
	sink iperf3 -e xdp -p 5201 --pass --grace 0.2
	in_a iperf3 -c 198.18.0.2 -u -b 4M -l 100 -k 1000 -J \
	    >"$tmp/iperf3.said" || bad "iperf3: $(cat "$tmp/iperf3.said")"
	wait "$server"
	sink_end iperf3
	expect iperf3 '.valid and .counts.received == 1000 and
	    .counts.uncounted == 1 and .counts.unique == null and
	    .counts.foreign == 0 and .streams[0].sender == "iperf3" and
	    any(.notes[]; test("frames of iperf3 carry no stamp"))'
fi
sink pktgen -e xdp --grace 0.2
# the inner shell expands
# shellcheck disable=SC2016
in_a bash -c 'exec 3>/dev/udp/198.18.0.2/9; i=0
	while [ $i -lt 25 ]; do
		echo "netmap pkt-gen DIRECT PAYLOAD" >&3; i=$((i + 1))
	done' || bad "pkt-gen: exit $?"
sink_end pktgen
expect pktgen '.valid and .counts.received == 25 and .counts.unique == null and
    .streams[0].sender == "pkt-gen"'

# more streams than there is room for: said, not left out
sink many -e xdp --tag 7 --streams 3-4 --grace 0.2
for stream in 3 4 5; do
	send many -e packet --tag 7 --stream $stream -n 10 198.18.0.2
done
sink_end many
expect many '.valid and .counts.unique == 20 and
    .counts.foreign_reasons.stream == 10'
sink full -e xdp --stamp none -p 9-60 --grace 0.2
send full -e packet -p 9-60 -n 52 198.18.0.2
kill -INT "$sink_pid"
wait "$sink_pid"
same "full: exit" $? 2
sink_pid=
expect full '.valid == false and (.streams | length) == 16 and
    .counts.received == 16 and .counts.foreign_reasons.stream == 36'

# --- the rest of the host works ---------------------------------------------------
in_b "$receive" --ready -e udp -p 5002 -n 10 --grace 0 -o "$tmp/socket.json" \
    </dev/null >"$tmp/socket.ready" 2>"$tmp/socket.err" &
socket=$!
wait_for 10 grep -q '^ready$' "$tmp/socket.ready" || bad "socket: not ready"
sink beside -e xdp --grace 0.2
ip -n $a neigh del 198.18.0.2 dev va
ip -n $b neigh del 198.18.0.1 dev vb
for to in 198.18.0.2 2001:2::2; do
	in_a ping -n -c 2 -i 0.2 -W 5 $to >"$tmp/ping" ||
		bad "ping: $(cat "$tmp/ping")"
done
send other -e udp -p 5002 -n 10 198.18.0.2
wait $socket || bad "other port: exit $?"
jq -e '.counts.unique == 10' "$tmp/socket.json" >/dev/null ||
	bad "another port's datagrams do not get through"
send ours -e packet -n 10 198.18.0.2
sink_end beside
expect beside '.counts.received == 10 and .counts.foreign == 0'

# --pass leaves the frames to the host, here to a socket
in_b "$receive" --ready -e udp -n 10 -t 10 --grace 0 -o "$tmp/passed.json" \
    </dev/null >"$tmp/passed.ready" 2>"$tmp/passed.err" &
socket=$!
wait_for 10 grep -q '^ready$' "$tmp/passed.ready" || bad "passed: not ready"
sink pass -e xdp --pass --grace 0.2
send pass -e packet -n 10 198.18.0.2
sink_end pass
wait $socket
expect pass '.counts.unique == 10 and .engine.quiet == "none"'
expect passed '.counts.unique == 10'

# --- when it stops -----------------------------------------------------------------
sink count -e xdp -n 50 --grace 0
send count -e packet -n 50 -r 5k 198.18.0.2
wait "$sink_pid" || bad "count: exit $?"
expect count '.stopped_by == "count" and .counts.unique == 50 and
    .time.stop_ns <= .time.finish_ns and .counts.late == 0'
sink idle -e xdp --idle 0.3 --grace 0
send idle -e packet -n 50 -r 5k 198.18.0.2
wait "$sink_pid" || bad "idle: exit $?"
expect idle '.stopped_by == "idle" and .counts.unique == 50'
sink late -e xdp -t 0.3 --grace 3
sleep 0.8
send late -e packet -n 50 -r 5k 198.18.0.2
kill -INT "$sink_pid"
wait "$sink_pid" || bad "late: exit $?"
sink_pid=
expect late '.stopped_by == "duration" and .counts.late == 50'

# nothing outlives the process, and two do not fit on one interface
sink killed -e xdp
same "programs on vb" "$(programs)" 1
in_b "$receive" -e xdp -i vb -t 1 </dev/null >/dev/null 2>"$tmp/second"
same "a second one: exit" $? 1
grep -q 'vb has an XDP program already' "$tmp/second" ||
	bad "a second one: $(cat "$tmp/second")"
kill -9 "$sink_pid"
wait "$sink_pid" 2>/dev/null
sink_pid=
wait_for 5 none_left || bad "kill -9 leaves a program on vb"

# the interface goes away: an invalid document, not a silent one
sink gone -e xdp --grace 0
send gone -e packet -n 10 198.18.0.2
ip -n $b link set vb down
wait_for 5 test -s "$tmp/gone.json" || bad "gone: goes on without interface"
wait "$sink_pid"
same "gone: exit" $? 2
sink_pid=
expect gone '.valid == false and .stopped_by == "error" and
    .counts.unique == 10 and (.error | test("vb"))'

# behind the driver where that has no place for programs
ip -n $b link set lo up
ip netns exec "$b" "$receive" --ready -e xdp -i lo --expect 500 --grace 0.2 \
    -o "$tmp/generic.json" </dev/null >"$tmp/generic.ready" \
    2>"$tmp/generic.err" &
sink_pid=$!
wait_for 10 grep -q '^ready$' "$tmp/generic.ready" || bad "generic: not ready"
in_b "$blast" -e udp -n 500 -r 20k -s 18 127.0.0.1 >/dev/null 2>&1 ||
	bad "generic: netblast: exit $?"
sink_end generic
expect generic '.valid and .counts.lost == 0 and .counts.received == 500 and
    .engine.mode == "generic"'

# and on a bridge, where ARP and neighbour discovery have to pass it
ip -n $b link add brb type bridge
ip -n $b link set vb up
ip -n $b link set vb master brb
ip -n $b addr flush dev vb
ip -n $b link set brb up
ip -n $b addr add 198.18.0.2/24 dev brb
ip -n $b addr add 2001:2::2/64 dev brb nodad
ip netns exec "$b" "$receive" --ready -e xdp -i brb --expect 500 --grace 0.2 \
    -o "$tmp/bridge.json" </dev/null >"$tmp/bridge.ready" \
    2>"$tmp/bridge.err" &
sink_pid=$!
wait_for 10 grep -q '^ready$' "$tmp/bridge.ready" ||
	bad "bridge: not ready: $(cat "$tmp/bridge.err")"
ip -n $a neigh flush dev va
for to in 198.18.0.2 2001:2::2; do
	in_a ping -n -c 2 -i 0.2 -W 5 $to >"$tmp/ping" ||
		bad "bridge: ping: $(cat "$tmp/ping")"
done
send bridge -e packet -n 500 -r 20k -s 18 198.18.0.2
sink_end bridge
expect bridge '.valid and .counts.lost == 0 and .counts.received == 500 and
    .counts.foreign == 0 and .engine.mode == "generic"'

# --- what is refused says why --------------------------------------------------
# refused TEXT COMMAND...
refused()
{
	text=$1
	shift
	in_b "$@" </dev/null >/dev/null 2>"$tmp/refused"
	same "$text: exit" $? 1
	grep -q -- "$text" "$tmp/refused" ||
		bad "not said: $text: $(cat "$tmp/refused")"
}
refused "--threads: engine xdp counts on the CPUs" "$receive" -e xdp -i vb -T 2
refused "--cpus: engine xdp counts on the CPUs" "$receive" -e xdp -i vb -C 0
# the verifier's word, where a kernel distrusts those without CAP_PERFMON
if in_b setpriv --reuid 65534 --regid 65534 --clear-groups \
    --inh-caps +bpf,+net_admin --ambient-caps +bpf,+net_admin "$receive" \
    -e xdp -i brb -t 0.1 --grace 0 </dev/null >/dev/null 2>"$tmp/refused"; then
	:
else
	grep -q "CAP_PERFMON.*its verifier: [A-Za-z]" "$tmp/refused" ||
		bad "verifier: $(cat "$tmp/refused")"
fi

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
