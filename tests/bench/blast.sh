#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# How fast do the engines send, beside other generators that are installed?
# By hand (make bench), never a part of check: a speed is no pass mark.
#
# Two namespaces joined by a veth, no router. Every sender gets ROUNDS turns
# of SECONDS, in turn with the others, 10 bytes of UDP payload. The truth is
# the growth of the receiving interface's packet counter, not what a sender
# says. Prints the median of each, all values, and the ratio to the first.
#
#	ROUNDS (5)  SECONDS_EACH (2)  BUILD (build)
set -u
build=${BUILD:-build}
rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-2}
a=nbb$$a
b=nbb$$b
tmp=$(mktemp -d) || exit 1
server=

cleanup()
{
	[ -z "$server" ] || kill "$server" 2>/dev/null
	ip netns del "$a" 2>/dev/null
	ip netns del "$b" 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

[ "$(id -u)" = 0 ] || {
	echo "bench: needs root, for network namespaces"
	exit 1
}
ip netns add "$a" && ip netns add "$b" || exit 1
ip -n "$a" link add v0 index 101 type veth peer name v1 index 102 netns "$b"
ip -n "$a" addr add 198.18.0.1/24 dev v0
ip -n "$b" addr add 198.18.0.2/24 dev v1
ip -n "$a" link set v0 up
ip -n "$b" link set v1 up
# frames, not merged buffers
ip netns exec "$a" ethtool -K v0 gso off tso off gro off tx off >/dev/null 2>&1
ip netns exec "$b" ethtool -K v1 gso off tso off gro off >/dev/null 2>&1
# the receiver answers nothing: dropped before IP sees them
ip netns exec "$b" nft -f - <<'END'
table netdev bench {
	chain in {
		type filter hook ingress device "v1" priority 0;
		udp dport 9 drop
	}
}
END
mac=$(ip -n "$b" -br link show v1 | awk '{ print $3 }')
ip -n "$a" neigh replace 198.18.0.2 lladdr "$mac" dev v0

in_a()
{
	ip netns exec "$a" "$@"
}

# the awk program is not the shell's to expand
# shellcheck disable=SC2016
received()
{
	ip netns exec "$b" awk '$1 == "v1:" { print $3 }' /proc/net/dev
}

blast()
{
	in_a "$build/netblast" -e "$1" -i v0 -t "$seconds" -o /dev/null \
	    198.18.0.2
}

netblast_packet()
{
	blast packet
}

netblast_udp()
{
	blast udp
}

netblast_pcap()
{
	blast pcap
}

netblast_libnet()
{
	blast libnet
}

iperf3_udp()
{
	# its control connection needs a server; its data goes to port 5201
	in_a iperf3 -u -b 0 -l 16 -t "$seconds" -c 198.18.0.2
}

trafgen_t0()
{
	in_a trafgen --in "$tmp/frame.cfg" --out v0 -t0 --cpus 1 \
	    --num 100000000 &
	sleep "$seconds"
	kill $!
	wait $!
}

senders="netblast_packet netblast_udp netblast_pcap netblast_libnet"
if command -v iperf3 >/dev/null; then
	ip netns exec "$b" iperf3 -s >/dev/null 2>&1 &
	server=$!
	senders="$senders iperf3_udp"
fi
if command -v trafgen >/dev/null; then
	echo "{ udp(sa=198.18.0.1, da=198.18.0.2, sp=49152, dp=9)," \
	    "fill(0, 10) }" >"$tmp/frame.cfg"
	senders="$senders trafgen_t0"
fi

round=0
while [ "$round" -lt "$rounds" ]; do
	for sender in $senders; do
		before=$(received)
		began=$(date +%s%N)
		"$sender" >"$tmp/out" 2>&1
		took=$(($(date +%s%N) - began))
		after=$(received)
		echo "$sender $(((after - before) * 1000000 / (took / 1000)))" \
		    >>"$tmp/values"
	done
	round=$((round + 1))
done

echo "packets/s at the receiving interface, $rounds interleaved rounds of" \
    "$seconds s, start of the program included"
for sender in $senders; do
	awk -v s="$sender" '$1 == s { print $2 }' "$tmp/values" | sort -n |
	awk -v s="$sender" '
	{ v[NR] = $1; all = all " " $1 }
	END {
		m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
		printf "%-16s %9d  values%s\n", s, m, all
	}'
done | awk 'NR == 1 { first = $2 } { printf "%s  ratio %.2f\n", $0, $2 / first }'
