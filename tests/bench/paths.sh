# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh and paths.sh
# shellcheck disable=SC2154,SC2034
# The ways from the sender to the sink. Each measurement of a path has new
# namespaces: threaded NAPI and other states of a veth outlive their cause.
#
#	a:v0 - v1:b			direct, xdp, socket
#	a:v0 - v1:r:v2 - v3:b		routed, routed-xdp
#
#	path_up PATH PLACEMENT	sets $sink (device in b) and $dst, $hop (its
#				first hop's address and link address)
mac_a=02:00:00:00:00:01
mac_hop=02:00:00:00:00:02
mac_out=02:00:00:00:00:03
mac_sink=02:00:00:00:00:04
src=198.18.0.1
holder=

path_down()
{
	[ -z "$holder" ] || stop "$holder"
	holder=
	for role in a r b; do
		ip netns list 2>/dev/null | grep -q "^$ns$role\b" || continue
		# helpers that a sender or its receiver left behind
		for pid in $(ip netns pids "$ns$role"); do
			kill -9 "$pid" 2>/dev/null
		done
		ip netns del "$ns$role"
	done
}

# veth ROLE DEVICE INDEX MAC, twice; an index of its own for each end, or
# the kernel takes a tunnel for a loop
veth()
{
	ip -n "$ns$1" link add "$2" index "$3" address "$4" numtxqueues 2 \
	    numrxqueues 2 type veth peer name "$6" index "$7" address "$8" \
	    numtxqueues 2 numrxqueues 2 netns "$ns$5" || return 1
	# frames, not merged buffers
	in_ns "$1" ethtool -K "$2" gso off tso off gro off tx off
	in_ns "$5" ethtool -K "$6" gso off tso off gro off tx off
	ip -n "$ns$1" link set "$2" up
	ip -n "$ns$5" link set "$6" up
}

neighbour()
{
	ip -n "$ns$1" neigh replace "$3" lladdr "$4" dev "$2" nud permanent
}

direct_up()
{
	dst=198.18.0.2
	sink=v1
	first=b
	ip netns add "${ns}a" && ip netns add "${ns}b" || return 1
	veth a v0 101 $mac_a b v1 102 $mac_hop >"$tmp/veth" 2>&1 || return 1
	ip -n "${ns}a" addr add $src/24 dev v0
	ip -n "${ns}b" addr add $dst/24 dev v1
	neighbour a v0 $dst $mac_hop
	neighbour b v1 $src $mac_a
}

routed_up()
{
	dst=198.18.1.2
	sink=v3
	first=r
	ip netns add "${ns}a" && ip netns add "${ns}r" &&
	    ip netns add "${ns}b" || return 1
	veth a v0 101 $mac_a r v1 102 $mac_hop >"$tmp/veth" 2>&1 || return 1
	veth r v2 103 $mac_out b v3 104 $mac_sink >"$tmp/veth" 2>&1 || return 1
	ip -n "${ns}a" addr add $src/24 dev v0
	ip -n "${ns}r" addr add 198.18.0.254/24 dev v1
	ip -n "${ns}r" addr add 198.18.1.254/24 dev v2
	ip -n "${ns}b" addr add $dst/24 dev v3
	ip -n "${ns}a" route add 198.18.1.0/24 via 198.18.0.254
	in_ns r sysctl -q -w net.ipv4.ip_forward=1
	neighbour a v0 198.18.0.254 $mac_hop
	neighbour r v1 $src $mac_a
	neighbour r v2 $dst $mac_sink
	neighbour b v3 198.18.1.254 $mac_out
}

# the sink answers nothing: dropped before IP sees them
sink_drops()
{
	in_ns b nft -f - <<END
table netdev bench {
	chain in {
		type filter hook ingress device "$sink" priority 0;
		udp dport 9 drop
	}
}
END
}

# verdict ROLE DEVICE drop|pass: while $holder lives
verdict()
{
	[ -p "$tmp/attached" ] || mkfifo "$tmp/attached"
	background "$1" 1 "$build/tests/lab/xdp_verdict" "$2" "$3" >"$tmp/attached" \
	    2>"$tmp/verdict" &
	holder=$!
	read -r word <"$tmp/attached" && [ "$word" = attached ]
}

path_up()
{
	case $1 in
	direct) direct_up && sink_drops ;;
	xdp) direct_up && verdict b v1 drop ;;
	routed) routed_up && sink_drops ;;
	routed-xdp) routed_up && sink_drops && verdict r v1 pass ;;
	socket) direct_up ;;
	none) direct_up && sink_drops ;;
	esac || return 1
	[ "$2" != rps ] || steer "$first"
}

# softirqs of the first receiving veth go to CPU 1
steer()
{
	# the inner shell expands
	# shellcheck disable=SC2016
	in_ns "$1" sh -c 'for q in /sys/class/net/v1/queues/rx-*/rps_cpus; do
		echo 2 >"$q"; done'
}
