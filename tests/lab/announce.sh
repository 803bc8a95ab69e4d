#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# --announce: what goes out at the start and every second, as tshark reads
# it; what neighbours make of it; that the sink counts none of it.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs tcpdump tshark setpriv
link_up
ip -n $a link set va addrgenmode none
ip -n $b link set vb addrgenmode none
link_v6

# One address that stays tentative: it must not be told.
in_b sysctl -qw net.ipv6.conf.vb.dad_transmits=60
ip -n $b addr add 2001:2::9/64 dev vb

# Entries that are wrong, as from a host that had the address before.
for to in 198.18.0.2 2001:2::2; do
	ip -n $a neigh replace $to lladdr 02:00:5e:10:00:99 dev va nud stale
done

ip netns exec "$a" tcpdump -i va -Q in -U -w "$tmp/seen" \
    "arp or (icmp6 and ip6[40] = 136)" 2>"$tmp/tcpdump" &
cap=$!
wait_for 10 grep -q listening "$tmp/tcpdump" || bad "tcpdump"

# writer: the socket that the frames go out by asks for none
writer()
{
	in_b grep -q ' 88b5 ' /proc/net/packet
}
sink told -e udp -p 5001 --announce 1s -t 2.5 --grace 0
writer || bad "the writing socket takes frames in: $(in_b cat /proc/net/packet)"
in_a "$blast" -e udp -i va -p 5001 -n 100 -r 1k -o "$tmp/sent" 198.18.0.2 \
    2>/dev/null || bad "netblast"
wait "$sink_pid" || bad "sink: exit $?: $(cat "$tmp/told.err")"
sink_pid=
jq -e '.announced == {"addresses": 3, "sent": 6, "failed": 0} and
    .counts.unique == 100 and .counts.foreign == 0 and
    .config.announce == 1000000000' "$tmp/told.json" >/dev/null ||
    bad "$(jq -c '[.announced, .counts, .config.announce]' "$tmp/told.json")"
wait_for 10 has "$tmp/seen" 6 || bad "not all of 6 frames"
kill $cap
wait $cap
cap=

# read FILTER FIELD...: the lines that there are, and how often each
read_as()
{
	filter=$1
	shift
	# shellcheck disable=SC2046 # one word for each option
	tshark -n -r "$tmp/seen" -Y "$filter" -T fields -E separator=' ' \
	    $(printf -- '-e %s ' "$@") 2>/dev/null | sort | uniq -c | xargs
}
same "ARP announcement" "$(read_as arp arp.opcode arp.isannouncement eth.dst \
    eth.src arp.src.hw_mac arp.src.proto_ipv4 arp.dst.hw_mac \
    arp.dst.proto_ipv4 frame.len)" \
    "3 1 1 ff:ff:ff:ff:ff:ff 02:00:5e:10:00:0b 02:00:5e:10:00:0b 198.18.0.2 \
00:00:00:00:00:00 198.18.0.2 60"
same "neighbour advertisement" "$(read_as icmpv6 icmpv6.type eth.dst eth.src \
    ipv6.hlim ipv6.src ipv6.dst icmpv6.nd.na.target_address \
    icmpv6.opt.type icmpv6.opt.linkaddr icmpv6.checksum.status frame.len)" \
    "3 136 33:33:00:00:00:01 02:00:5e:10:00:0b 255 2001:2::2 ff02::1 \
2001:2::2 2 02:00:5e:10:00:0b 1 86"
same "its flags" "$(read_as "icmpv6.nd.na.flag.o == 1 &&
    icmpv6.nd.na.flag.s == 0 && icmpv6.nd.na.flag.r == 0" icmpv6.type)" "3 136"
gaps=$(tshark -n -r "$tmp/seen" -Y arp -T fields -e frame.time_delta_displayed |
    awk 'NR > 1 && ($1 < 0.5 || $1 > 2) { print }')
same "a second apart, and not all at once" "$gaps" ""

# who believed the old address knows better now
for to in 198.18.0.2 2001:2::2; do
	ip -n $a neigh show $to | grep -q "lladdr 02:00:5e:10:00:0b" ||
	    bad "$to: $(ip -n $a neigh show $to)"
done

# refused SAYS ARGUMENT...
refused()
{
	says=$1
	shift
	in_b "$@" -p 5001 -t 1 -o "$tmp/refused.json" </dev/null \
	    >/dev/null 2>"$tmp/err"
	same "$*: exit" $? 1
	grep -q -- "--announce: .*$says" "$tmp/err" ||
	    bad "$*: no \"$says\" in: $(cat "$tmp/err")"
}
sink=$build/netreceive
ip -n $b link set lo up
ip -n $b link add bare type veth peer name other
ip -n $b link set bare addrgenmode none up
refused "which --interface" "$sink" --announce 5
refused "not an Ethernet" "$sink" --announce 5 -i lo -e udp
refused "bare has no address" "$sink" --announce 5 -i bare -e udp
refused "CAP_NET_RAW" setpriv --bounding-set=-net_raw "$sink" --announce 5 \
    -i vb -e udp
in_b "$sink" --announce 0.5 -i vb 2>"$tmp/err" && bad "--announce 0.5 accepted"
grep -q -- '--announce: .*0.5' "$tmp/err" || bad "$(cat "$tmp/err")"

[ "$fails" = 0 ]
