#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Engine udp with many flows: connected sockets up to 1,000, then a socket for
# each source. What arrives are the flows that --write puts into a file, in the
# same order, and as many as the interface counts.
set -u
build=${BUILD:-build}
blast=$build/netblast
[ -x "$blast" ] || { echo "no $blast"; exit 77; }
if [ "$(id -u)" != 0 ]; then
	echo "needs root, for network namespaces"
	exit 77
fi
for tool in ip jq tshark tcpdump ethtool; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d) || exit 1
a=nbla$$ b=nblb$$
cap=
cleanup()
{
	[ -z "$cap" ] || kill "$cap" 2>/dev/null
	for n in $a $b; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

same()
{
	[ "$2" = "$3" ] || bad "$1: got \"$2\", expected \"$3\""
}

in_a()
{
	ip netns exec $a "$@"
}

in_b()
{
	ip netns exec $b "$@"
}

rx()
{
	in_b cat /sys/class/net/vb/statistics/rx_packets
}

# Everything is routed to vb's end, which forwards nothing and answers nothing.
# IPv6 is off until it is wanted: nothing but test frames crosses the link.
for n in $a $b; do
	ip netns add "$n" || exit 1
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
	    net.ipv6.conf.default.disable_ipv6=1 \
	    net.ipv6.conf.default.accept_dad=0 \
	    net.ipv6.conf.default.accept_ra=0 \
	    net.ipv6.conf.default.router_solicitations=0
done
ip link add va index 101 netns $a address 02:00:5e:10:00:0a type veth \
    peer name vb index 102 netns $b address 02:00:5e:10:00:0b || exit 1
for i in 1 3 4; do
	ip -n $a addr add 198.18.0.$i/24 dev va
done
ip -n $a link set va up
ip -n $b link set vb up
ip -n $a neigh add 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a route add 198.19.0.0/16 via 198.18.0.2
# a checksum left to a card that does not exist looks wrong here
in_a ethtool -K va tx off gso off tso off >/dev/null
in_b ethtool -K vb gro off >/dev/null

# tuples FILE: one line a frame, addresses and ports
tuples()
{
	tcpdump -n -t -q -r "$1" 2>/dev/null
}

captured()
{
	[ "$(tuples "$tmp/udp.pcap" | wc -l)" -ge "$1" ]
}

# arrives NAME N ARGUMENT...: N frames of engine udp, captured behind the link,
# into $tmp/NAME.got, and what a file has of the same into $tmp/NAME.want
quiet=yes threads=1
arrives()
{
	name=$1 frames=$2
	shift 2
	rm -f "$tmp/udp.pcap"
	in_b tcpdump -i vb -Q in -U -B 65536 -s 96 -w "$tmp/udp.pcap" udp \
	    2>"$tmp/tcpdump" &
	cap=$!
	wait_for 10 grep -q listening "$tmp/tcpdump" || bad "$name: tcpdump"
	before=$(rx)
	in_a "$blast" -e udp -i va -n "$frames" -r 50k -T $threads \
	    -o "$tmp/$name.json" "$@" || bad "$name: exit $?"
	[ $quiet = no ] ||
		same "$name: frames on the link" $(($(rx) - before)) "$frames"
	same "$name: taken" "$(jq .counts.taken "$tmp/$name.json")" "$frames"
	wait_for 10 captured "$frames" || bad "$name: not all were captured"
	kill $cap
	wait $cap
	cap=
	in_a "$blast" --write "$tmp/file.pcap" -i va -n "$frames" \
	    --mac 02:00:5e:10:00:0b -o "$tmp/c.json" "$@" ||
	    bad "$name, --write: exit $?"
	tuples "$tmp/udp.pcap" >"$tmp/$name.got"
	tuples "$tmp/file.pcap" >"$tmp/$name.want"
}

# flows NAME FRAMES FLOWS: so many of each, and those of the file
flows()
{
	same "$1: captured" "$(wc -l <"$tmp/$1.got")" "$2"
	same "$1: flows" "$(sort -u "$tmp/$1.got" | wc -l)" "$3"
}

# in_order NAME, any_order NAME: as in the file
in_order()
{
	cmp -s "$tmp/$1.got" "$tmp/$1.want" || {
		bad "$1: not the flows of the file"
		diff "$tmp/$1.got" "$tmp/$1.want" | head -4
	}
}

any_order()
{
	sort -o "$tmp/$1.got" "$tmp/$1.got"
	sort -o "$tmp/$1.want" "$tmp/$1.want"
	in_order "$1"
}

# checksums NAME: those of the last capture are right
checksums()
{
	tshark -n -r "$tmp/udp.pcap" -o ip.check_checksum:TRUE \
	    -o udp.check_checksum:TRUE \
	    -Y 'udp.checksum.status != 1 or ip.checksum.status == 0' \
	    >"$tmp/f" 2>/dev/null
	same "$1: wrong checksums" "$(wc -l <"$tmp/f")" 0
}

# 250 destinations, 4 source and 100 destination ports: 4 sockets
arrives many 100000 -P 1000-1003 -p 10000-10099 198.19.0.0-198.19.0.249
flows many 100000 100000
in_order many
same "many: local" "$(jq -c '[.config.source, .config.flows]' \
    "$tmp/many.json")" '["198.18.0.1",100000]'

# two threads, each with sockets of its own on the same ports
threads=2
arrives two 40000 -P 1000-1003 -p 10000-10019 198.19.0.0-198.19.0.249
flows two 40000 20000
any_order two
arrives both 4000 -P 1000-1499 198.18.0.2
flows both 4000 500
any_order both
threads=1

# ranges of sources, and random order; as many sockets as there may be
arrives sources 6000 -S 198.18.0.3-198.18.0.4 -P 1000-1499 -p 9-14 \
    --flow-order random --seed 7 198.19.0.9
flows sources 6000 6000
in_order sources
arrives one-more 1001 -P 1000-1999 -p 9-10 -f 1001 198.18.0.2
flows one-more 1001 1001
in_order one-more
checksums one-more

# IPv6: neighbours talk, so the link's counter is no measure
for n in $a $b; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=0
done
ip -n $a addr add 2001:2::3/64 dev va nodad
ip -n $a addr add 2001:2::4/64 dev va nodad
ip -n $a neigh add 2001:2::2 lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a neigh add fe80::b lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a -6 route add 2001:2:0:1::/64 via 2001:2::2
quiet=no
arrives six 2000 -S 2001:2::3-2001:2::4 -P 1000-1001 -p 9-10 \
    2001:2:0:1::fe-2001:2:0:1::2f1
flows six 2000 2000
in_order six
checksums six
arrives scope 1100 --any-address -p 9-1108 fe80::b
flows scope 1100 1100
in_order scope

# one source too many
before=$(rx)
in_a "$blast" -e udp -n 1 -P 1000-2000 -p 9-10 198.18.0.2 2>"$tmp/err"
same "1,001 sources: exit" $? 1
grep -q 'udp: 1001 pairs .* at most 1000 (1000 over all threads)' "$tmp/err" ||
    bad "1,001 sources: $(cat "$tmp/err")"
same "1,001 sources: frames" "$(rx)" "$before"

[ "$fails" = 0 ] || exit 1
echo "flows: each arrives where and as often as it should"
