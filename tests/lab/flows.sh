#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Many flows. Engine udp: connected sockets up to 1,000, then a socket for
# each source. What arrives are the flows that --write puts into a file, in the
# same order, and as many as the interface counts.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs tshark tcpdump
link_up
# shellcheck disable=SC2086 # one word each
whole=$(usable $FRAME_ENGINES | tr '\n' ' ')
# everything is routed to vb's end, which forwards nothing and answers nothing
ip -n $a addr add 198.18.0.3/24 dev va
ip -n $a addr add 198.18.0.4/24 dev va
ip -n $a route add 198.19.0.0/16 via 198.18.0.2

# tuples FILE: one line a frame, addresses and ports
tuples()
{
	tcpdump -n -t -q -r "$1" 2>/dev/null
}

# arrives NAME N ARGUMENT...: N frames of $engine, captured behind the link,
# into $tmp/NAME.got, and what a file has of the same into $tmp/NAME.want
quiet=yes threads=1 engine=udp
arrives()
{
	name=$1 frames=$2
	shift 2
	sniff "$tmp/udp.pcap" udp
	before=$(rx)
	in_a "$blast" -e "$engine" -i va -n "$frames" -r 50k -T $threads \
	    -o "$tmp/$name.json" "$@" || bad "$name: exit $?"
	[ $quiet = no ] ||
		same "$name: frames on the link" $(($(rx) - before)) "$frames"
	same "$name: taken" "$(jq .counts.taken "$tmp/$name.json")" "$frames"
	sniffed "$tmp/udp.pcap" "$frames"
	in_a "$blast" --write "$tmp/file.pcap" -i va -n "$frames" \
	    --mac 02:00:5e:10:00:0b -o "$tmp/c.json" "$@" ||
	    bad "$name, --write: exit $?"
	tuples "$tmp/udp.pcap" >"$tmp/$name.got"
	tuples "$tmp/file.pcap" >"$tmp/$name.want"
}

# flows NAME FRAMES FLOWS: so many of each; as often as it should, or once less
flows()
{
	same "$1: captured" "$(wc -l <"$tmp/$1.got")" "$2"
	same "$1: flows" "$(sort -u "$tmp/$1.got" | wc -l)" "$3"
	same "$1: least and most of one" "$(sort "$tmp/$1.got" | uniq -c |
	    awk '{ n = $1; if (!l || n < l) l = n; if (n > m) m = n }
	    END { print l, m }')" "$(($2 / $3)) $((($2 + $3 - 1) / $3))"
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

# Engines that make whole frames: in turn, in random order that the seed gives,
# and with two threads.
for engine in $whole; do
	set -- -S 198.18.0.3-198.18.0.4 -P 1000-1001 -p 9-13 \
	    198.19.0.0-198.19.0.49
	arrives "turn-$engine" 4000 "$@"
	flows "turn-$engine" 4000 1000
	in_order "turn-$engine"
	arrives "random-$engine" 4000 --flow-order random --seed 7 "$@"
	flows "random-$engine" 4000 1000
	in_order "random-$engine"
	threads=2
	arrives "pair-$engine" 4000 --flow-order random --seed 7 "$@"
	flows "pair-$engine" 4000 1000
	any_order "pair-$engine"
	threads=1
	checksums "pair-$engine"
	# a prefix is its hosts: 198.19.0.1 to .6
	arrives "prefix-$engine" 12 198.19.0.0/29
	flows "prefix-$engine" 12 6
	in_order "prefix-$engine"
done
arrives other-seed 4000 --flow-order random --seed 8 "$@"
flows other-seed 4000 1000
cmp -s "$tmp/other-seed.got" "$tmp/random-$engine.got" &&
	bad "seeds 7 and 8 make the same order"
engine=udp

# IPv6: neighbours talk, so the link's counter is no measure
link_v6
ip -n $a addr add 2001:2::3/64 dev va nodad
ip -n $a addr add 2001:2::4/64 dev va nodad
ip -n $a neigh add fe80::b lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $a -6 route add 2001:2:0:1::/64 via 2001:2::2
quiet=no
for engine in udp $whole; do
	arrives "six-$engine" 2000 -S 2001:2::3-2001:2::4 -P 1000-1001 \
	    -p 9-10 2001:2:0:1::fe-2001:2:0:1::2f1
	flows "six-$engine" 2000 2000
	in_order "six-$engine"
	checksums "six-$engine"
done
engine=udp
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
