#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Several receiving threads: a flow stays on one of them, so counts are exact;
# what nobody saw whole is null; a second sink on the port is told.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
link_up

# expect NAME JQ
expect()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null || {
		bad "$1: $2"
		jq -c '{counts, threads, missing_runs, order, notes, error}' \
		    "$tmp/$1.json"
	}
}

# send ARGUMENT...
send()
{
	in_a "$blast" -i va -p 5001 -o "$tmp/sent" "$@" 198.18.0.2 \
	    2>"$tmp/err" || bad "netblast $*: $(cat "$tmp/err")"
}

threads='([.threads[].received] | add) == .counts.received and
	([.threads[].sink_drops] | add) == .counts.sink_drops'
for rx in udp packet; do
	# 64 flows of a stream, each number twice: the second is a duplicate
	# in whichever thread, so it had its first by its side
	sink "flows-$rx" -e $rx -T 3 -p 5001 --tag 7 --expect 20005 \
	    --flows 64 --block 1000 --grace 0.3
	send -e packet --tag 7 -n 20000 -r 40k -s 18 -f 64 -P 40000-40063
	send -e packet --tag 7 -n 20000 -r 40k -s 18 -f 64 -P 40000-40063
	send -e packet --tag 8 -n 30 -f 30 -P 40000-40063
	sink_end "flows-$rx"
	expect "flows-$rx" ".valid and .counts.received == 40000 and
	    .counts.unique == 20000 and .counts.duplicate == 20000 and
	    .counts.lost == 5 and .counts.missing == 0 and
	    .counts.corrupt == 0 and .counts.reordered == 0 and
	    .counts.foreign_reasons.tag == 30 and .latency.count == 20000 and
	    $threads"
	expect "flows-$rx" '(.threads | length) == 3 and
	    ([.threads[] | select(.received > 2000)] | length) == 3'
	expect "flows-$rx" '.missing_runs == null and .order.by == "flow" and
	    .streams[0].missing_runs == null and .latency.jitter_ns == null and
	    .latency.pdv_ns == null and .latency.ipdv == null and
	    .streams[0].jitter_ns == null and
	    .streams[0].blocks.v == [range(20) | 1000] and
	    (.notes | any(test("several threads")))'

	# a stream of one flow is seen whole
	sink "whole-$rx" -e $rx -T 2 -p 5001 --expect 1003 --grace 0.3
	send -e packet -n 1000 -r 20k -s 18
	sink_end "whole-$rx"
	expect "whole-$rx" ".counts.unique == 1000 and .counts.lost == 3 and
	    .counts.reordered == 0 and .missing_runs.longest == 3 and
	    .order.by == \"stream\" and .latency.jitter_ns != null and
	    .latency.pdv_ns != null and .latency.ipdv.count == 999 and
	    ([.threads[].received] | sort) == [0, 1000] and
	    .notes == [] and $threads"

	# stopped: the drops of all make the sum
	sink "asleep-$rx" -e $rx -T 2 -p 5001 --rcvbuf 4096 --grace 0.3 \
	    --tag 5
	send -e packet --tag 5 -n 500 -r 5k -f 64 -P 40000-40063
	kill -STOP "$sink_pid"
	send -e packet --tag 5 --stream 1 -n 20000 -r 40k -f 64 \
	    -P 40000-40063
	kill -CONT "$sink_pid"
	sink_end "asleep-$rx"
	expect "asleep-$rx" ".counts.sink_drops > 10000 and
	    .counts.unique + .counts.sink_drops == 20500 and
	    .limit.by == \"buffer\" and $threads"
done

# frames counted once where they leave and arrive by one interface
ip -n $b link set lo up
: >"$tmp/lo.ready"
ip netns exec "$b" "$build/netreceive" --ready -e packet -i lo -T 2 -p 5001 \
    --grace 0.2 -o "$tmp/lo.json" </dev/null >"$tmp/lo.ready" 2>"$tmp/lo.err" &
sink_pid=$!
wait_for 10 grep -q '^ready$' "$tmp/lo.ready" || bad "lo: $(cat "$tmp/lo.err")"
in_b "$blast" -e udp -p 5001 -n 500 -f 10 -P 40000-40009 -o "$tmp/sent" \
    127.0.0.1 2>/dev/null || bad "lo: netblast"
sink_end lo
expect lo '.counts.received == 500 and .counts.unique == 500'

# a count stops all of them, and pinned is pinned: all but who watches
sink pinned -e udp -T 2 -C 0 -p 5001 -n 1000 --grace 0.1
pinned()
{
	for task in /proc/"$sink_pid"/task/*; do
		[ "${task##*/}" = "$sink_pid" ] ||
		    sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$task/status"
	done | xargs
}
both_pinned()
{
	[ "$(pinned)" = "0 0" ]
}
wait_for 5 both_pinned || bad "threads on CPUs $(pinned)"
send -e udp -n 1000 -r 10k -f 10 -P 40000-40009
wait "$sink_pid" || bad "pinned: exit $?"
sink_pid=
expect pinned '.stopped_by == "count" and .counts.unique == 1000 and
    .config.threads == 2 and .config.cpus == [0]'

# a second sink on the port, with threads or not, beside one with threads or
# not: told, and the first one counts on
refused()
{
	says=$1
	shift
	in_b "$build/netreceive" "$@" -o /dev/null </dev/null >/dev/null \
	    2>"$tmp/err"
	same "$*: exit" $? 1
	grep -q -- "$says" "$tmp/err" || bad "$*: $(cat "$tmp/err")"
}
for n in 1 2; do
	sink "first$n" -e udp -T $n -p 5001 --grace 0.2
	refused "UDP port 5001: another program has it" -e udp -p 5001
	refused "UDP port 5001: another program has it" -e udp -p 5001 -T 2
	send -e udp -n 200 -f 20 -P 40000-40019
	sink_end "first$n"
	expect "first$n" '.counts.unique == 200'
done
refused "engine pcap takes none" -e pcap -i vb -T 2
refused "from 1 to 64" -T 65
refused "9999" -C 9999

[ "$fails" = 0 ]
