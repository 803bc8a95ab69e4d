#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What can happen to a sink: it is stopped for 2.5 s, comes late, is not
# alone on its port, its generator is killed, its interface or the other end
# of the link goes down and comes back. The totals are right, or the document
# is not valid and has both counts; the sink's own losses are told apart; no
# loss is ever below none or above all.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs nstat
link_up
sinks=$(every_sink)
[ -n "$sinks" ] || bad "no engine of netreceive"

# send CASE ARGUMENT...
send()
{
	what=$1
	shift
	in_a "$blast" -e packet -i va --tag 7 -o "$tmp/$what.sent" "$@" \
	    198.18.0.2 2>"$tmp/$what.senterr" ||
	    bad "$what: netblast: exit $?: $(cat "$tmp/$what.senterr")"
}

# begin CASE ARGUMENT...: in the background as $gen; frames flow on return
flows()
{
	[ "$(rx)" -gt $((before + 500)) ]
}
begin()
{
	what=$1 before=$(rx)
	shift
	ip netns exec "$a" "$blast" -e packet -i va --tag 7 \
	    -o "$tmp/$what.sent" "$@" 198.18.0.2 \
	    2>"$tmp/$what.senterr" &
	gen=$!
	wait_for 10 flows || bad "$what: no frames"
}

# counting CASE ARGUMENT...: a sink with the engine in hand
counting()
{
	what=$1
	shift
	sink "$what" -e "$engine" --tag 7 --grace 0.2 "$@"
}

# exits CASE STATUS: the sink, by itself
exits()
{
	wait_for 10 test -s "$tmp/$1.json" || {
		bad "$1: goes on"
		kill "$sink_pid"
	}
	wait "$sink_pid"
	same "$1: exit" $? "$2"
	sink_pid=
}

# Stopped for 2.5 s with a small buffer: what it could not take is its own
# loss, by the kernel's count, and all that is missing. An engine that counts
# in the kernel has none.
stalled()
{
	c=$engine-stalled
	counting "$c" --expect 21000 --rcvbuf 65536
	send "$c" -n 1000 -r 10k
	kill -STOP "$sink_pid"
	send "$c" -n 20000 -r 8k --first-seq 1000
	kill -CONT "$sink_pid"
	sink_end "$c"
	holds "$c" '.valid and .counts.unique > 0 and
	    .counts.unique + (.counts.sink_drops // 0) == 21000 and
	    .counts.lost == (.counts.sink_drops // 0) and
	    .counts.duplicate == 0 and .counts.reordered == 0 and
	    .counts.corrupt == 0'
	if [ "$engine" = xdp ]; then
		holds "$c" '.counts.unique == 21000'
	else
		holds "$c" '.counts.sink_drops > 5000'
	fi
}

# What was sent before is lost, and is one run of numbers.
late()
{
	c=$engine-late
	send "$c" -n 3000 -r 20k
	counting "$c" --expect 8000
	send "$c" -n 5000 -r 20k --first-seq 3000
	sink_end "$c"
	holds "$c" '.valid and .counts.unique == 5000 and
	    .counts.lost == 3000 and .counts.reordered == 0 and
	    .missing_runs.count == 1 and .missing_runs.longest == 3000'

	# in the middle: all that comes from then on
	c=$engine-amid
	begin "$c" -n 200000 -r 10k
	counting "$c" --expect 200000
	before=$(rx)
	wait_for 10 flows || bad "$c: no frames"
	kill -INT "$gen"
	wait "$gen"
	sink_end "$c"
	came=$(($(rx) - before))
	holds "$c" ".valid and .counts.unique + .counts.lost == 200000 and
	    .counts.unique >= $came and .counts.lost >= 500 and
	    .counts.duplicate == 0 and .missing_runs.count <= 2"
}

# What came while an engine was opened is counted from one frame on: a sink
# that starts amid traffic makes no hole, however often it is tried. Two runs
# of numbers did not come to it, those before and those after; a CPU that is
# wanted by others may make more, where the interface counts them.
starts()
{
	tries="1 2 3" # and more where the kernel is told after it began
	[ "$engine" != pcap ] || tries="$tries 4 5 6 7 8 9 10 11 12"
	begin "$engine-starts" -n 10000000 -r 20k
	for try in $tries; do
		c=$engine-starts-$try
		counting "$c" --expect 10000000 -n 1000
		exits "$c" 0
		holds "$c" '.valid and .counts.unique >= 1000 and
		    .counts.sink_drops == 0 and .counts.duplicate == 0 and
		    (.missing_runs.count == 2 or
			.host_counts.interface.rx_dropped > 0)'
	done
	kill -INT "$gen"
	wait "$gen"
}

# More came than was announced: none is lost, and the others are named.
announced()
{
	c=$engine-announced
	counting "$c" --expect 4000
	send "$c" -n 5000 -r 20k
	sink_end "$c"
	holds "$c" '.valid and .counts.unique == 4000 and
	    .counts.lost == 0 and .counts.corrupt == 1000'
}

# A socket, like a program on the interface, is one's own: the second sink is
# told. Two taps both see every frame.
two()
{
	c=$engine-first
	counting "$c" --expect 3000
	first=$sink_pid taken='another program|program already'
	case $engine in
	udp | xdp)
		ip netns exec "$b" "$build/netreceive" -e "$engine" -i vb -t 1 \
		    -o "$tmp/second.json" </dev/null 2>"$tmp/second.err"
		same "$engine: second sink: exit" $? 1
		grep -qE "^netreceive: .*($taken)" "$tmp/second.err" ||
			bad "$engine: second sink: $(cat "$tmp/second.err")"
		jq -e --arg taken "$taken" '.valid == false and
		    (.error | test($taken))' "$tmp/second.json" >/dev/null ||
			bad "$engine: second sink: $(cat "$tmp/second.json")"
		;;
	*)
		counting "$engine-second" --expect 3000
		second=$sink_pid
		;;
	esac
	send "$c" -n 3000 -r 20k
	case $engine in
	udp | xdp) ;;
	*)
		sink_pid=$second
		sink_end "$engine-second"
		holds "$engine-second" '.valid and .counts.unique == 3000 and
		    .counts.lost == 0 and .counts.duplicate == 0'
		;;
	esac
	sink_pid=$first
	sink_end "$c"
	holds "$c" '.valid and .counts.unique == 3000 and
	    .counts.lost == 0 and .counts.duplicate == 0'
}

# The generator leaves nothing behind that says how many it sent: the sink
# counts what came, ends when no more comes, and knows how many were to come.
killed()
{
	c=$engine-killed
	counting "$c" --expect 100000 --idle 0.5
	start=$(rx)
	begin "$c" -n 100000 -r 10k
	kill -9 "$gen"
	wait "$gen" 2>/dev/null
	exits "$c" 0
	came=$(($(rx) - start))
	holds "$c" ".valid and .stopped_by == \"idle\" and
	    .counts.unique == $came and .counts.lost == 100000 - $came and
	    .counts.duplicate == 0 and .missing_runs.count == 1"
}

# down_up NAMESPACE INTERFACE: for a fifth of a second
down_up()
{
	ip -n "$1" link set "$2" down
	sleep 0.2
	ip -n "$1" link set "$2" up
	[ "$2" != vb ] || ip -n "$b" neigh replace 198.18.0.1 \
	    lladdr 02:00:5e:10:00:0a dev vb nud permanent
}

# Datagrams that IP refused: while the interface comes up it has no address.
# (awk's $ is not the shell's)
# shellcheck disable=SC2016
ip_refused()
{
	in_b nstat -asz IpInAddrErrors IpExtInNoRoutes IpInDiscards |
	awk '/^Ip/ { n += $2 } END { print n + 0 }'
}

# whole CASE: what came by the interface's own count was counted
whole()
{
	came=$(($(rx) - start))
	[ "$engine" != udp ] || came=$((came - $(ip_refused) + refused))
	holds "$1" ".valid and .counts.unique == $came and
	    .counts.lost == 20000 - $came and .counts.duplicate == 0"
}

# The other end goes: the sink does not even notice. Its own interface: a
# socket goes on; what looks at the interface itself ends with a document that
# is not valid and has both counts.
down()
{
	c=$engine-peer
	counting "$c" --expect 20000
	start=$(rx) refused=$(ip_refused)
	begin "$c" -n 20000 -r 10k
	down_up "$a" va
	ip -n "$a" neigh replace 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va \
	    nud permanent
	wait "$gen" || bad "$c: netblast: exit $?: $(cat "$tmp/$c.senterr")"
	sink_end "$c"
	whole "$c"

	c=$engine-down
	counting "$c" --expect 20000
	start=$(rx) refused=$(ip_refused)
	begin "$c" -n 20000 -r 10k
	down_up "$b" vb
	wait "$gen" || bad "$c: netblast: exit $?: $(cat "$tmp/$c.senterr")"
	if [ "$engine" = udp ]; then
		sink_end "$c"
		whole "$c"
	else
		exits "$c" 2
		came=$(($(rx) - start))
		holds "$c" ".valid == false and .stopped_by == \"error\" and
		    (.error | test(\"vb\")) and .counts.unique > 0 and
		    .counts.unique <= $came and
		    .counts.unique + .counts.lost == 20000"
	fi
}

# The interface itself goes, below whoever listens there: also a socket ends,
# which the kernel tells nothing.
vanished()
{
	pids=
	for engine in $sinks; do
		counting "$engine-vanished" --expect 10
		pids="$pids $sink_pid"
	done
	ip -n "$b" link del vb
	for engine in $sinks; do
		sink_pid=${pids# } sink_pid=${sink_pid%% *}
		pids=${pids#" $sink_pid"}
		exits "$engine-vanished" 2
		holds "$engine-vanished" '.valid == false and
		    .stopped_by == "error" and (.error | test("vb")) and
		    .counts.received == 0 and .counts.lost == 10'
	done
}

for engine in $sinks; do
	stalled
	late
	starts
	announced
	two
	killed
	down
done
vanished

# of all documents, whatever happened
for file in "$tmp"/*.json; do
	jq -e 'select(.counts != null) |
	    ((.config.expect // []) | add) as $all |
	    ([.counts.lost // 0, (.streams[].lost // 0)] |
		all(. >= 0 and . <= $all)) and
	    ([.series.received.v[]] | all(. >= 0)) and
	    ([.series.received.v[]] | add // 0) + .series.outside ==
		.counts.unique' "$file" >/dev/null ||
	    [ "$(jq .counts "$file")" = null ] ||
	    bad "$(basename "$file"): $(jq -c '[.counts, .series]' "$file")"
done

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
