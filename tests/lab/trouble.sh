#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A queue that is full, a way that is slow, an interface that goes down, comes
# back or is gone, a sender that is stopped for two seconds: the generator's
# counts are those of the receiving interface, and the document is valid JSON
# that says what happened.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs nstat tc
link_up
# shellcheck disable=SC2086 # one word each
all=$(usable $IP_ENGINES $FRAME_ENGINES | tr '\n' ' ')

counter()
{
	in_a cat /sys/class/net/va/statistics/"$1"
}

# udp_in: datagrams for the port where nobody listens
udp_in()
{
	in_b nstat -asz UdpNoPorts | awk '$1 == "UdpNoPorts" { print $2 }'
}

# start NAME ENGINE ARGUMENT...: in the background; pids in $pids
start()
{
	name=$1
	shift
	ip netns exec $a "$blast" -e "$@" -o "$tmp/$name.json" 198.18.0.2 \
	    2>"$tmp/$name.err" &
	pids="$pids $!"
}

# begin NAME ENGINE ARGUMENT...: one alone, and its first frames are there
arrives()
{
	[ "$(rx)" -gt "$before" ]
}
begin()
{
	pids='' before=$(rx)
	dropped=$(counter tx_dropped)
	start "$@"
	alone=$!
	wait_for 10 arrives || bad "$1: does not start"
}

# end NAME STATUS: and it says so on standard error if it is not 0
end()
{
	wait "$alone"
	same "$1: exit" $? "$2"
	[ "$2" = 0 ] || grep -q "^netblast: " "$tmp/$1.err" ||
		bad "$1: says nothing"
	got=$(($(rx) - before))
}

# is NAME JQ: the expression holds in the document
is()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null 2>"$tmp/jq" || {
		bad "$1: $2 $(cat "$tmp/jq")"
		jq -c '[.valid, .error, .notes, .counts, .limit]' "$tmp/$1.json"
	}
}

# discards: packets that waited for a neighbour's address in vain, of the whole
# machine and told in its first namespace only (so not in these documents)
discards()
{
	awk 'NR == 1 { for (i = 1; $i != "unresolved_discards"; ) i++; next }
	    { print $i }' /proc/net/stat/arp_cache | {
		n=0
		while read -r hex; do n=$((n + 0x$hex)); done
		echo $n
	}
}

# all_out: the queue of va is empty
all_out()
{
	in_a tc -s qdisc show dev va | grep -q "backlog 0b 0p"
}

# --- a queue of five frames in front of a slow link --------------------------------
# What the queue drops is told to packet sockets (ENOBUFS) and offered again;
# sockets of UDP and raw IP are told nothing, so the queue's own count says it.
in_a tc qdisc add dev va root tbf rate 16mbit burst 2000 limit 2500
for engine in $all; do
	begin "queue-$engine" "$engine" -n 2000 -r 20k -s 400
	end "queue-$engine" 0
	wait_for 5 all_out || bad "queue-$engine: not drained"
	got=$(($(rx) - before))
	is "queue-$engine" ".valid and .counts.taken == 2000 and
	    .counts.sent == $got"
	case $engine in
	udp | libnet-raw)
		is "queue-$engine" '.counts.sent < 2000 and
		    (.notes | any(test("queueing discipline dropped")))' ;;
	pcap | libnet)
		is "queue-$engine" '.counts.sent == 2000 and
		    .counts.errors.ENOBUFS > 0' ;;
	*) # past the queue
		is "queue-$engine" '.counts.sent == 2000' ;;
	esac
done

# --- a slow link, and a send buffer that is full ------------------------------------
in_a tc qdisc replace dev va root tbf rate 16mbit burst 2000 limit 1000000
for engine in $all; do
	begin "slow-$engine" "$engine" -n 400 -s 400 --sndbuf 1
	end "slow-$engine" 0
	wait_for 5 all_out || bad "slow-$engine: not drained"
	same "slow-$engine: frames" $(($(rx) - before)) 400
	is "slow-$engine" '.valid and .counts.taken == 400 and
	    .counts.sent == 400'
done
in_a tc qdisc del dev va root

# --- down and up again ----------------------------------------------------------------
# Taken is what arrived and what va dropped while its peer was not yet there;
# -n is reached all the same. A route that went with the address is ENETUNREACH
# to sockets; neighbours go too, so that ARP is heard beside their datagrams,
# and only these are counted. Where the first ARP request is lost the next
# follows a second later, and what does not fit the neighbour's queue is
# discarded until then.
for engine in $all; do
	udp=$(udp_in) discarded=$(discards)
	begin "down-$engine" "$engine" -n 5000 -r 10k
	ip -n $a link set va down
	sleep 0.2
	ip -n $a link set va up
	end "down-$engine" 0
	ip -n $a neigh replace 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va \
	    nud permanent
	lost=$(($(counter tx_dropped) - dropped))
	case $engine in
	udp | libnet-raw)
		is "down-$engine" '.counts.errors.ENETUNREACH > 0'
		udp=$(($(udp_in) - udp))
		no_neighbour=$(($(discards) - discarded))
		if [ $udp -gt 5000 ] ||
		    [ $((udp + lost + no_neighbour)) -lt 5000 ]; then
			bad "down-$engine: $udp arrived, va dropped $lost," \
			    "neighbour tables $no_neighbour"
		fi
		;;
	*)
		is "down-$engine" '.counts.errors.ENETDOWN > 0'
		same "down-$engine: frames" $((got + lost)) 5000 ;;
	esac
	# held up, once, for about as long
	is "down-$engine" '.valid and .counts.taken == 5000 and
	    .counts.refused == ([.counts.errors[]] | add) and
	    .counts.stalls >= 1 and .counts.stalled_ns >= 150000000 and
	    .counts.stalled_ns < 60000000000'
done

# --- stopped for two seconds, every engine at once --------------------------------------
# hold NAME ARGUMENT...: all engines with these, stopped for two seconds behind
# the first frames; the sum of what they took is what arrived
hold()
{
	what=$1
	shift
	pids='' before=$(rx)
	for engine in $all; do
		start "$what-$engine" "$engine" "$@"
	done
	sleep 0.5
	for p in $pids; do kill -STOP "$p"; done
	sleep 2
	for p in $pids; do kill -CONT "$p"; done
	sum=0
	for p in $pids; do
		wait "$p"
		same "$what: exit" $? 0
	done
	for engine in $all; do
		sum=$((sum + $(jq .counts.taken "$tmp/$what-$engine.json")))
	done
	same "$what: frames" $(($(rx) - before)) $sum
}

hold slip -r 500 -t 4
hold catchup -r 500 -t 4 --stall catchup
hold count -r 500 -n 2000
for engine in $all; do
	is "slip-$engine" '.valid and .counts.wanted == 2000 and
	    .counts.taken <= 1050 and .counts.taken > 0 and
	    .counts.stalls >= 1 and .counts.stalled_ns > 1900000000 and
	    .counts.taken + .counts.stalled_ns / 2000000 >= 1995 and
	    .time.elapsed_ns >= 4000000000 and .limit.by == "stalls"'
	for what in catchup count; do
		is "$what-$engine" '.valid and .counts.taken == 2000 and
		    .counts.stalls >= 1 and .counts.stalled_ns > 1900000000
		    and .counts.stalled_ns < 60000000000 and
		    .counts.largest_burst > 1 and
		    .counts.largest_burst <= 32'
	done
done

# --- the interface goes away in the run ---------------------------------------------------
# Into another namespace: what a sender sees is that it is gone, and the
# counter at the far end stays to compare with.
for engine in $all; do
	begin "gone-$engine" "$engine" -r 5k -t 1
	ip -n $a link set va netns $b
	wait "$alone"
	status=$? got=$(($(rx) - before))
	# one is under way when the interface goes, and goes with it, or a burst
	# that was made up; who waits for completions says that not all left
	[ $status = 0 ] || is "gone-$engine" "$status == 2 and
	    .counts.taken > $got and
	    .error == \"not all frames left the sender\""
	is "gone-$engine" ".counts.taken - $got <= .counts.largest_burst and
	    .counts.taken >= $got and
	    .counts.taken < 5000 and
	    .counts.completed == null and .counts.refused > 0 and
	    (.notes | any(test(\"went away\")))"
	ip -n $b link del va
	veth
done
# truly deleted, which takes the peer with it; -n cannot be reached then
for engine in $all; do
	begin "deleted-$engine" "$engine" -r 5k -n 100000
	ip -n $a link del va
	sleep 0.2
	kill -TERM "$alone"
	wait "$alone"
	same "deleted-$engine: exit" $? 2
	is "deleted-$engine" '.valid == false and .counts.completed == null and
	    .counts.taken > 0 and .counts.taken < 100000 and
	    (.error | test("of 100000 frames were taken")) and
	    (.notes | any(test("stopped by a signal"))) and
	    (.notes | any(test("went away")))'
	veth
done
[ $fails = 0 ]
