#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The xsk engine where it differs from the others: queues and threads, a queue
# that is taken, a path that holds frames back, an interface that goes down.
# Exact counts in each case: what was taken arrived, or is named.
set -u
build=${BUILD:-build}
blast=$build/netblast
[ -x "$blast" ] || { echo "no $blast"; exit 77; }
if [ "$(id -u)" != 0 ]; then
	echo "needs root, for network namespaces"
	exit 77
fi
for tool in ip tc jq setpriv; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d) || exit 1
a=nbxa$$ b=nbxb$$
pid=
cleanup()
{
	[ -z "$pid" ] || kill "$pid" 2>/dev/null
	for n in $a $b; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

[ "$(usable xsk)" = xsk ] || exit 77

# what va sends comes out of vb; for the slow path on into wa, and out of wb
for n in $a $b; do
	ip netns add "$n" || exit 1
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
	    net.ipv6.conf.default.disable_ipv6=1
done
ip link add va index 101 netns $a numtxqueues 2 numrxqueues 2 type veth \
    peer name vb index 102 netns $b numtxqueues 2 numrxqueues 2 || exit 1
ip -n $b link add wa index 103 type veth peer name wb index 104 || exit 1
ip -n $a addr add 198.18.0.1/24 dev va
ip -n $a neigh add 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a link set va mtu 9000
ip -n $b link set vb mtu 9000
ip -n $a link set va up
for n in vb wa wb; do ip -n $b link set $n up; done

# counter INTERFACE NAME
counter()
{
	case $1 in va) n=$a ;; *) n=$b ;; esac
	ip netns exec $n cat "/sys/class/net/$1/statistics/$2"
}

# of JQ: a figure of the last document
of()
{
	jq -c "$1" "$tmp/doc"
}

# send NAME STATUS ARGUMENT...: one run of the engine; $got is what came out
send()
{
	name=$1 status=$2
	shift 2
	got=$(counter vb rx_packets)
	ip netns exec $a "$blast" -e xsk -o "$tmp/doc" "$@" 198.18.0.2 \
	    2>"$tmp/err"
	same "$name: exit status" $? "$status"
	got=$(($(counter vb rx_packets) - got))
}

# --- queues -------------------------------------------------------------------
# each opens the queue that the one before has just closed
for n in 1 2 99 100 1000003; do
	send "-n $n" 0 -n $n
	same "-n $n" "$got $(of '[.counts.wanted, .counts.taken,
	    .counts.completed, .counts.refused]')" "$n [$n,$n,$n,0]"
done
same "mode" "$(of .engine.mode)" '"copy"' # veth has no other
send "2 threads" 0 -T 2 -n 100001
same "2 threads" "$got $(of .counts.taken)" "100001 100001"
same "2 threads: streams" "$(of '[.streams[].taken]')" "[50001,50000]"
send "mix" 0 -T 2 -n 1001 --mix imix
same "mix" "$got $(of .counts.completed)" "1001 1001"
send "3 threads" 1 -T 3 -n 1
same "3 threads" "$got $(cat "$tmp/err")" "0 netblast: --threads: xsk needs \
a sending queue for each of the 3 threads; va has 2"

# one that is taken stays taken
ip netns exec $a "$blast" -e xsk -r 10 -t 60 -o "$tmp/other" 198.18.0.2 &
pid=$!
before=$(counter vb rx_packets)
more()
{
	[ "$(counter vb rx_packets)" -gt "$before" ]
}
wait_for 10 more || bad "the other one does not start"
ip netns exec $a "$blast" -e xsk -n 1 198.18.0.2 >/dev/null 2>"$tmp/err"
same "taken: exit status" $? 1
grep -q "va, queue 0 (has it another AF_XDP socket?): Device or resource busy" \
    "$tmp/err" || bad "taken: $(cat "$tmp/err")"
kill -INT $pid
wait $pid
same "SIGINT: exit status" $? 0
pid=
jq -e '.counts.taken == .counts.completed and .valid and
    .notes == ["stopped by a signal"]' "$tmp/other" >/dev/null ||
    bad "SIGINT: $(jq -c 'del(.series)' "$tmp/other")"

# at full speed
before=$(counter vb rx_packets)
ip netns exec $a "$blast" -e xsk -t 60 -o "$tmp/doc" 198.18.0.2 &
pid=$!
wait_for 10 more || bad "SIGINT at full speed: does not start"
kill -INT $pid
wait $pid
same "SIGINT at full speed: exit status" $? 0
pid=
same "SIGINT at full speed" "$(of .counts.taken)" \
    $(($(counter vb rx_packets) - before))

# --- sizes --------------------------------------------------------------------
send "a frame that fills a chunk" 0 -l 4100 -n 70
same "a frame that fills a chunk" "$got" 70
send "one byte more" 1 -l 4101 -n 1
same "one byte more" "$got $(cat "$tmp/err")" "0 netblast: xsk: frames of \
4097 bytes (without FCS); this engine sends up to 4096"

# --- a slow path --------------------------------------------------------------
# Behind vb, 60-byte frames leave at 10,000/s from a long queue. They are ours
# until they have left: the kernel stops taking at the send buffer's size or
# when all slots are out, and none is lost.
ip netns exec $b tc qdisc add dev wa root tbf rate 4800kbit burst 1540 \
    limit 10mb || bad "tbf"
ip netns exec $b tc qdisc add dev vb handle ffff: ingress || bad "ingress"
ip netns exec $b tc filter add dev vb parent ffff: protocol all u32 \
    match u32 0 0 action mirred egress redirect dev wa || bad "mirred"
for sndbuf in 1000 1000000000; do
	before=$(counter wb rx_packets)
	send "slow path" 0 -n 5000 --sndbuf $sndbuf
	same "slow path, --sndbuf $sndbuf" \
	    "$got $(of '[.counts.taken, .counts.completed]')" \
	    "5000 [5000,5000]"
	# drained: all have gone through, and the time of that is in
	same "slow path, --sndbuf $sndbuf, behind it" \
	    $(($(counter wb rx_packets) - before)) 5000
	jq -e '.time.elapsed_ns > 400000000' "$tmp/doc" >/dev/null ||
	    bad "slow path: $(of .time.elapsed_ns) ns"
	jq -e '.counts.refused == (.counts.errors.EAGAIN // 0)' "$tmp/doc" \
	    >/dev/null || bad "slow path: $(of .counts)"
	[ $sndbuf != 1000 ] || [ "$(of .counts.refused)" -gt 0 ] ||
	    bad "slow path: a small send buffer refuses nothing"
done
ip netns exec $b tc qdisc del dev vb ingress

# --- down ---------------------------------------------------------------------
# blast: 20000 frames; $1 happens to the link behind the first of them; then
# what was taken is what arrived and what va dropped
in_between()
{
	dropped=$(counter va tx_dropped)
	got=$(counter vb rx_packets)
	ip netns exec $a "$blast" -e xsk -r 10k -n 20000 -o "$tmp/doc" \
	    198.18.0.2 &
	pid=$!
	before=$got
	wait_for 10 more || bad "$1: does not start"
	"$1"
	wait $pid
	same "$1: exit status" $? 0
	pid=
	got=$(($(counter vb rx_packets) - got))
	dropped=$(($(counter va tx_dropped) - dropped))
	same "$1: taken" "$(of .counts.taken)" 20000
	same "$1: arrived, or dropped by va" $((got + dropped)) 20000
}

# vb down: no carrier, dropped by the kernel and counted at va, once each
no_carrier()
{
	ip -n $b link set vb down
}
in_between no_carrier
[ $dropped -gt 0 ] || bad "no carrier: nothing was dropped"
ip -n $b link set vb up

# va down and up again: refused, and offered again
down_and_up()
{
	ip -n $a link set va down
	sleep 0.3
	ip -n $a link set va up
}
in_between down_and_up
[ "$(of .counts.errors.ENETDOWN)" -gt 0 ] || bad "down: $(of .counts)"

# --- rights -------------------------------------------------------------------
setpriv --bounding-set=-all --inh-caps=-all "$blast" --list-engines \
    >"$tmp/engines"
grep -A1 '^xsk ' "$tmp/engines" |
    grep -q 'not now: needs root or CAP_NET_RAW' ||
    bad "without privilege: $(cat "$tmp/engines")"

[ "$fails" = 0 ]
