#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A way that drops, doubles, delays, damages and reorders frames by the
# book: every engine of the sink counts exactly what was done, told apart by
# kind, by a program that forwards (impair.c) and by a router whose rules drop
# every tenth (nft).
# shellcheck disable=SC2016 # $w is jq's
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs nft nstat
wire_up
sinks=$(every_sink)
[ -n "$sinks" ] || bad "no engine of netreceive"
to=198.18.0.2 rate=20k

# deliver CASE N: that many to the sink, which is told so
deliver()
{
	sink "$1" -e "$engine" --expect "$2" --same-clock --grace 0.2
	in_a "$blast" -e packet -i va -n "$2" -r $rate -s 18 \
	    -o "$tmp/$1.sent" $to 2>"$tmp/$1.senterr" ||
	    bad "$1: netblast: exit $?: $(cat "$tmp/$1.senterr")"
}

# carry CASE N [ARGUMENT...]: the same over a wire with these faults
carry()
{
	what=$1 n=$2
	shift 2
	wrong=$(wrong_checksums)
	wire "$what" -n "$n" -t 30s "$@"
	deliver "$what" "$n"
	wire_end "$what"
	sink_end "$what"
	# all that was sent came into the wire, and left it or is named
	holds "$what" "\$w.taken == $n and
	    \$w.missed + \$w.refused + \$w.left == 0 and
	    \$w.sent == \$w.taken - \$w.dropped + \$w.duplicated"
	# what no fault of the wire may touch
	holds "$what" ".valid and .counts.foreign == 0 and
	    .counts.unjudged == 0 and .counts.uncounted == 0 and
	    .counts.unverified == 0 and
	    .counts.unique + .counts.lost == $n and
	    .counts.received == .counts.unique + .counts.duplicate and
	    .counts.missing <= .counts.lost"
}

# Datagrams with a wrong checksum: the kernel throws them away before a socket
# reads them.
wrong_checksums()
{
	in_b nstat -asz UdpInCsumErrors Udp6InCsumErrors |
	awk '/^Udp/ { n += $2 } END { print n + 0 }'
}

# damaged CASE N: told, and by whom. Older kernels count those that a socket
# has to throw away as its drops, too.
damaged()
{
	if [ "$engine" = udp ]; then
		same "$1: damaged" $(($(wrong_checksums) - wrong)) "$2"
		holds "$1" ".counts.corrupt == 0 and (.counts.sink_drops |
		    . == 0 or . == $2)"
	else
		holds "$1" ".counts.corrupt == $2 and
		    (.counts.sink_drops // 0) == 0"
	fi
}

# extents CASE N DEPTH: N frames that DEPTH others overtook. Only who sees
# every frame can tell.
extents()
{
	[ "$engine" != xdp ] || return
	holds "$1" ".order.by == \"stream\" and .order.extent.count == $2 and
	    .order.extent.min == $3 and .order.extent.max == $3 and
	    .order.at_least == 0 and
	    .order.n_reordered == [range([$3, 128] | min) | $2]"
}

# drops CASE N: every tenth of them, and only that
drops()
{
	holds "$1" ".counts.unique == $(($2 * 9 / 10)) and
	    .counts.lost == $(($2 / 10)) and .counts.duplicate == 0 and
	    .counts.reordered == 0 and
	    .missing_runs.count == $(($2 / 10)) and
	    .missing_runs.longest == 1 and
	    .missing_runs.frames == $(($2 / 10))"
	damaged "$1" 0
}

faults()
{
	e=$engine
	rate=2k # a second, as delays says
	carry "$e-none" 2000
	rate=20k
	holds "$e-none" '.counts.unique == 2000 and .counts.lost == 0 and
	    .counts.duplicate == 0 and .counts.reordered == 0 and
	    .missing_runs.count == 0'
	damaged "$e-none" 0

	carry "$e-drop" 5000 --drop 10
	drops "$e-drop" 5000
	holds "$e-drop" '$w.dropped == 500'

	carry "$e-twice" 5000 --duplicate 5
	holds "$e-twice" '$w.duplicated == 1000 and .counts.lost == 0 and
	    .counts.duplicate == 1000 and .counts.received == 6000 and
	    .counts.reordered == 0'
	damaged "$e-twice" 0

	# the last one held is 5,000: three more come to overtake it
	carry "$e-order" 5003 --hold 10 --behind 3
	holds "$e-order" '$w.overtaken == 500 and .counts.lost == 0 and
	    .counts.reordered == 500 and .counts.duplicate == 0'
	extents "$e-order" 500 3
	damaged "$e-order" 0

	carry "$e-far" 8000 --hold 3000 --behind 2000
	holds "$e-far" '$w.overtaken == 2 and .counts.lost == 0 and
	    .counts.reordered == 2'
	extents "$e-far" 2 2000

	carry "$e-damage" 5000 --corrupt 8
	holds "$e-damage" '$w.corrupted == 625 and .counts.lost == 625 and
	    .counts.duplicate == 0 and .counts.reordered == 0'
	damaged "$e-damage" 625
}

# everything at once, over both versions of IP
mixture()
{
	carry "$1" 6000 --drop 11 --corrupt 13 --hold 17 --behind 5 \
	    --duplicate 3 --delay 2ms
	# every one of a kind that none before it took
	holds "$1" '
	[range(1; 6001)] as $all |
	[$all[] | select(. % 11 != 0)] as $left |
	$w.dropped == 545 and
	$w.corrupted == ([$left[] | select(. % 13 == 0)] | length) and
	$w.held == ([$left[] | select(. % 13 != 0 and . % 17 == 0)] |
	    length) and
	$w.held - $w.overtaken <= 1 and $w.duplicated > 1000 and
	.counts.lost == $w.dropped + $w.corrupted and
	.counts.duplicate == $w.duplicated and
	.counts.reordered == $w.overtaken'
	damaged "$1" "$(jq .corrupted "$tmp/$1.did")"
	extents "$1" "$(jq .overtaken "$tmp/$1.did")" 5
}

# A delay is found: no frame is quicker than the wire itself says that it kept
# them, and the quickest is but little slower, which is the way there and back.
# The others may have waited for a CPU. So a run lasts for a second or more.
delays()
{
	rate=500
	carry "$engine-delay" 600 --delay 40ms
	rate=20k
	holds "$engine-delay" '.counts.lost == 0 and
	    $w.kept_min_ns >= 40000000 and .latency.clock == "same-host" and
	    .latency.count == 600 and
	    .latency.min_ns >= $w.kept_min_ns and
	    .latency.min_ns - $w.kept_min_ns < 10000000 and
	    .latency.mean_ns >= $w.kept_mean_ns and
	    .latency.p50_ns >= 40000000'
	holds "$engine-none" '.latency.count == 2000 and
	    .latency.min_ns < 10000000'
}

# Every tenth frame that is to be forwarded.
router_up()
{
	ip -n "$r" addr add 198.18.0.254/24 dev ia
	ip -n "$r" addr add 198.18.1.254/24 dev ib
	ip -n "$b" addr add 198.18.1.2/24 dev vb
	ip -n "$a" route add 198.18.1.0/24 via 198.18.0.254
	ip -n "$a" neigh add 198.18.0.254 lladdr 02:00:5e:10:00:1a dev va \
	    nud permanent
	ip -n "$r" neigh add 198.18.1.2 lladdr 02:00:5e:10:00:0b dev ib \
	    nud permanent
	ip netns exec "$r" sysctl -qw net.ipv4.ip_forward=1
	ip netns exec "$r" nft -f - <<'END'
table ip lab {
	counter tenth { }
	chain forward {
		type filter hook forward priority 0;
		udp dport 9 numgen inc mod 10 0 counter name "tenth" drop
	}
}
END
}

dropped_by_rule()
{
	ip netns exec "$r" nft -j list counter ip lab tenth |
	jq '[.nftables[].counter.packets // empty] | add'
}

routed()
{
	before=$(dropped_by_rule) wrong=$(wrong_checksums)
	deliver "$engine-nft" 5000
	sink_end "$engine-nft"
	same "$engine-nft: the rule's counter" \
	    $(($(dropped_by_rule) - before)) 500
	drops "$engine-nft" 5000
}

for engine in $sinks; do
	faults
	mixture "$engine-all"
	delays
done

link_v6
to=2001:2::2
for engine in $sinks; do
	mixture "$engine-all6"
done

router_up || bad "cannot make a router"
to=198.18.1.2
for engine in $sinks; do
	routed
done

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
