# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For tests of a generator on one link: namespace $a with va (198.18.0.1,
# 2001:2::1, 02:00:5e:10:00:0a), namespace $b with vb (.2, ::2, ..:0b), and
# nothing but test frames between them.
#
#	needs TOOL...	or the test cannot run here
#	link_up		makes the link; IPv6 is off until link_v6
#	in_a, in_b COMMAND...
#	rx		frames that vb has received so far
#	every_engine	is tested
#	sniff FILE [FILTER], sniffed FILE N	what arrives on vb, captured
#	fields FILE FIELD...	a line a frame, as tshark reads it
#	sink NAME ARGUMENT..., sink_end NAME	a netreceive on vb
#	holds NAME JQ		of the document $tmp/NAME.json
# With namespace $r (ia, ib) between the two, which carries nothing until it
# is told to:
#	wire_up			makes both links
#	wire NAME ARGUMENT...	is then a wire with faults (impair.c)
#	wire_end NAME		what it did is $tmp/NAME.did, $w in holds
build=${BUILD:-build}
blast=$build/netblast
for program in "$blast" "$build/netreceive"; do
	[ -x "$program" ] || { echo "no $program"; exit 77; }
done
if [ "$(id -u)" != 0 ]; then
	echo "needs root, for network namespaces"
	exit 77
fi

tmp=$(mktemp -d) || exit 1
a=nbla$$ b=nblb$$ r=''
cap='' sink_pid='' wire_pid=''
cleanup()
{
	for p in $cap $sink_pid $wire_pid; do
		kill "$p" 2>/dev/null
		kill -CONT "$p" 2>/dev/null # it may have been stopped
	done
	for n in $a $b $r; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

needs()
{
	for tool in "$@"; do
		command -v "$tool" >/dev/null || {
			echo "needs $tool"
			exit 77
		}
	done
}

in_a()
{
	ip netns exec "$a" "$@"
}

in_b()
{
	ip netns exec "$b" "$@"
}

rx()
{
	in_b cat /sys/class/net/vb/statistics/rx_packets
}

# Everything that is built in is in a list of tests/lib.sh, or has tests of
# its own: xdp needs a program on the peer.
every_engine()
{
	for e in $("$blast" --version | sed 's/.*engines: //'); do
		case " $FRAME_ENGINES $IP_ENGINES null file xdp " in
		*" $e "*) ;;
		*) bad "engine $e is in no list of tests/lib.sh" ;;
		esac
	done
}

ends()
{
	for n in $a $b $r; do
		ip netns add "$n" || exit 1
		ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
		    net.ipv6.conf.default.disable_ipv6=1 \
		    net.ipv6.conf.default.accept_ra=0 \
		    net.ipv6.conf.default.router_solicitations=0
	done
}

# Fixed addresses and neighbours. Two indexes: ends with the same one learn of
# their carrier up to 1 s late. Two queues: for two threads.
veth()
{
	ip link add va index 101 netns $a address 02:00:5e:10:00:0a \
	    numtxqueues 2 numrxqueues 2 type veth \
	    peer name vb index 102 netns $b address 02:00:5e:10:00:0b \
	    numtxqueues 2 numrxqueues 2 || exit 1
	addresses
}

addresses()
{
	ip -n $a addr add 198.18.0.1/24 dev va
	ip -n $b addr add 198.18.0.2/24 dev vb
	ip -n $a link set va up
	ip -n $b link set vb up
	ip -n $a neigh add 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va \
	    nud permanent
	ip -n $b neigh add 198.18.0.1 lladdr 02:00:5e:10:00:0a dev vb \
	    nud permanent
	# a checksum left to a card that does not exist looks wrong here
	in_a ethtool -K va tx off gso off tso off >/dev/null
	in_b ethtool -K vb gro off >/dev/null
}

link_up()
{
	needs ip jq ethtool
	ends
	veth
}

has_source_v6()
{
	ip -n $a route get 2001:2::2 | grep -q 'src 2001:2::1'
}

link_v6()
{
	for n in $a $b; do
		ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=0
	done
	ip -n $a addr add 2001:2::1/64 dev va nodad
	ip -n $b addr add 2001:2::2/64 dev vb nodad
	ip -n $a neigh add 2001:2::2 lladdr 02:00:5e:10:00:0b dev va \
	    nud permanent
	# a tentative address is no source yet
	wait_for 5 has_source_v6 || bad "no IPv6 on the link"
}

# ended PID: no such process any more
ended()
{
	! kill -0 "$1"
}

# All that arrives on vb, but not what neighbours say to each other: multicast
# listener reports hide behind a hop-by-hop header.
sniff()
{
	rm -f "$1"
	: >"$tmp/tcpdump" # what the last one said is not to be read again
	ip netns exec "$b" tcpdump -i vb -Q in -U -B 65536 -w "$1" \
	    "${2:-not arp and not icmp6 and not (ip6 and ip6[6] = 0)}" \
	    2>"$tmp/tcpdump" &
	cap=$!
	wait_for 10 grep -q listening "$tmp/tcpdump" ||
		bad "tcpdump: $(cat "$tmp/tcpdump")"
}

# has FILE N: so many frames are in it
has()
{
	[ "$(tcpdump -n -q -r "$1" 2>/dev/null | wc -l)" -ge "$2" ]
}

sniffed()
{
	wait_for 10 has "$1" "$2" || bad "$1: not all of $2 frames"
	kill "$cap"
	wait "$cap"
	cap=
	same "$1: frames" "$(tcpdump -n -q -r "$1" 2>/dev/null | wc -l)" "$2"
	# an excuse is none: no frame was lost on the way into the file
	grep -q "^0 packets dropped by kernel" "$tmp/tcpdump" ||
		bad "$1: $(cat "$tmp/tcpdump")"
}

fields()
{
	file=$1
	shift
	# shellcheck disable=SC2046 # one word for each option
	tshark -n -r "$file" -o ip.check_checksum:TRUE \
	    -o udp.check_checksum:TRUE -T fields -E separator=' ' \
	    $(printf -- '-e %s ' "$@") 2>/dev/null
}

sink()
{
	name=$1
	shift
	: >"$tmp/$name.ready"
	ip netns exec "$b" "$build/netreceive" --ready -i vb -o "$tmp/$name.json" \
	    "$@" </dev/null >"$tmp/$name.ready" 2>"$tmp/$name.err" &
	sink_pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/$name.ready" ||
		bad "$name: sink not ready: $(cat "$tmp/$name.err")"
}

sink_end()
{
	kill -INT "$sink_pid" 2>/dev/null
	wait "$sink_pid" || bad "$1: sink: exit $?: $(cat "$tmp/$1.err")"
	sink_pid=
}

holds()
{
	[ -s "$tmp/$1.did" ] || echo null >"$tmp/$1.did"
	# the jq program is not the shell's to expand
	# shellcheck disable=SC2016
	jq -e --slurpfile did "$tmp/$1.did" '$did[0] as $w | '"$2" \
	    "$tmp/$1.json" >/dev/null 2>"$tmp/jq" || {
		bad "$1: $2 $(cat "$tmp/jq")"
		jq -c '{counts, missing_runs, order, latency, stopped_by,
		    valid, error, notes} | del(.latency.histogram)' \
		    "$tmp/$1.json"
		cat "$tmp/$1.did"
	}
}

wire_up()
{
	needs ip jq ethtool
	impair=$build/tests/lab/impair
	[ -x "$impair" ] || { echo "no $impair"; exit 77; }
	r=nblr$$
	ends
	ip link add va index 101 netns $a address 02:00:5e:10:00:0a type veth \
	    peer name ia index 103 netns $r address 02:00:5e:10:00:1a || exit 1
	ip link add ib index 104 netns $r address 02:00:5e:10:00:1b type veth \
	    peer name vb index 102 netns $b address 02:00:5e:10:00:0b || exit 1
	addresses
	ip -n $r link set ia up
	ip -n $r link set ib up
	ip netns exec $r ethtool -K ia gro off >/dev/null
}

wire()
{
	name=$1
	shift
	ip netns exec "$r" "$impair" "$@" ia ib >"$tmp/$name.wire" \
	    2>"$tmp/$name.wireerr" </dev/null &
	wire_pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/$name.wire" ||
		bad "$name: no wire: $(cat "$tmp/$name.wireerr")"
}

# It ends by itself when it saw as many frames as it was told.
wire_end()
{
	wait "$wire_pid" || bad "$1: wire: $(cat "$tmp/$1.wireerr")"
	wire_pid=
	tail -n 1 "$tmp/$1.wire" >"$tmp/$1.did"
}
