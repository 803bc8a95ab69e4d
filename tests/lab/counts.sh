#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# -n is exact, on every engine, with one thread and with two: by the counter
# of the receiving interface, by the sink, and by the document. Sequence
# numbers go on across 2^31, 2^32 and 2^47.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
link_up
# shellcheck disable=SC2086 # one word each
all=$(usable $IP_ENGINES $FRAME_ENGINES)

# count ENGINE THREADS STREAM N ARGUMENT...: exactly N arrive
count()
{
	name="$1 -T $2 -n $4"
	set -- "$@" -e "$1" -T "$2" --stream "$3" -n "$4"
	frames=$4
	shift 4
	before=$(rx)
	in_a "$blast" --tag 5 -o "$tmp/n.json" "$@" 198.18.0.2 ||
		bad "$name: exit $?"
	same "$name, frames" $(($(rx) - before)) "$frames"
	same "$name, document" "$(jq -c '[.valid, .error, (.counts |
	    .taken, .completed, .wanted), ([.streams[].taken] | add)]' \
	    "$tmp/n.json")" "[true,null,$frames,$frames,$frames,$frames]"
}

# unique NAME STREAMS N...: distinct frames of these streams at the sink,
# those that the sink itself lost included: it has no say at full rate
unique()
{
	name=$1
	shift
	same "$name, distinct at the sink" "$(jq -c '[.valid,
	    .counts.unique + .counts.sink_drops, .counts.duplicate,
	    .counts.reordered, .counts.corrupt, .counts.foreign]' \
	    "$tmp/$name.json")" "[true,$1,0,0,0,0]"
}

for engine in $all; do
	# two threads are two streams: each number below has its own pair
	sink "$engine" -e packet --tag 5 --grace 0.1
	k=0
	for threads in 1 2; do
		for n in 1 2 99 100; do
			count "$engine" $threads $k $n
			k=$((k + 2))
		done
	done
	sink_end "$engine"
	unique "$engine" 404
	same "$engine: each stream" "$(jq -c '[.streams | sort_by(.stream)[] |
	    .unique]' "$tmp/$engine.json")" "[1,2,99,100,1,1,1,50,49,50,50]"
done

# Nobody listens here: a sink would only take its share of the machine.
for engine in $all; do
	count "$engine" 1 0 1000003
	count "$engine" 2 0 100003
done

# 50 frames on either side of each
for first in 2147483598 4294967246 140737488355278; do
	sink "from$first" -e packet --tag 5 --first-seq $first --grace 0.1
	k=0
	for engine in $all; do
		count "$engine" 1 $k 100 --first-seq $first
		count "$engine" 2 $((k + 1)) 200 --first-seq $first
		k=$((k + 3))
	done
	sink_end "from$first"
	unique "from$first" $((k * 100))
	same "from $first: each stream" "$(jq -c '[.streams[] | [.unique,
	    .missing, .first_seq, .highest_seq]] | unique' \
	    "$tmp/from$first.json")" "[[100,0,$first,$((first + 99))]]"
done

# by time: floor(T x rate); a busy machine may hold us up, and then says so
for engine in $all; do
	for try in 1 2 3; do
		before=$(rx)
		in_a "$blast" -e "$engine" -r 19999 -t 0.5 -o "$tmp/t.json" \
		    198.18.0.2 || bad "$engine -t: exit $?"
		[ "$(jq .counts.stalls "$tmp/t.json")" = 0 ] && break
		echo "try $try: held up $(jq .counts.stalled_ns "$tmp/t.json") ns"
	done
	got=$(($(rx) - before))
	same "$engine -t, taken" "$got" "$(jq .counts.taken "$tmp/t.json")"
	[ "$(jq .counts.stalls "$tmp/t.json")" != 0 ] ||
		same "$engine -r 19999 -t 0.5, frames" $got 9999
done
every_engine
[ $fails = 0 ]
