#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What the engines put on the wire, as tshark reads it, and how many: exact
# counts, checksums, tags, lengths, padding, and the same bytes from all.
set -u
build=${BUILD:-build}
blast=$build/netblast
[ -x "$blast" ] || { echo "no $blast"; exit 77; }
if [ "$(id -u)" != 0 ]; then
	echo "needs root, for network namespaces"
	exit 77
fi
for tool in ip jq tshark mergecap tcpdump ethtool; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d) || exit 1
a=nbfa$$ b=nbfb$$
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

# same NAME GOT WANTED
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

# Fixed addresses and neighbours, and IPv6 off until it is wanted: nothing
# but test frames crosses the link.
for n in $a $b; do
	ip netns add "$n" || exit 1
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1 \
	    net.ipv6.conf.default.disable_ipv6=1 \
	    net.ipv6.conf.default.accept_ra=0 \
	    net.ipv6.conf.default.router_solicitations=0
done
# two indexes: ends with the same one learn of their carrier up to 1 s late
ip link add va index 101 netns $a address 02:00:5e:10:00:0a type veth \
    peer name vb index 102 netns $b address 02:00:5e:10:00:0b || exit 1
ip -n $a addr add 198.18.0.1/24 dev va
ip -n $b addr add 198.18.0.2/24 dev vb
ip -n $a link set va up
ip -n $b link set vb up
ip -n $a neigh add 198.18.0.2 lladdr 02:00:5e:10:00:0b dev va nud permanent
ip -n $b neigh add 198.18.0.1 lladdr 02:00:5e:10:00:0a dev vb nud permanent
# a checksum left to a card that does not exist looks wrong here
in_a ethtool -K va tx off gso off tso off >/dev/null
in_b ethtool -K vb gro off >/dev/null

rx()
{
	in_b cat /sys/class/net/vb/statistics/rx_packets
}

whole=$(usable packet pcap libnet xsk)

# --- exact counts -------------------------------------------------------------
for engine in udp libnet-raw $whole; do
	for n in 1 2 99 100 1000003; do
		before=$(rx)
		in_a "$blast" -e "$engine" -n $n -o "$tmp/n.json" 198.18.0.2 ||
			bad "$engine -n $n: exit $?"
		same "$engine -n $n, frames" $(($(rx) - before)) $n
		same "$engine -n $n, taken" \
		    "$(jq '[.counts.taken, .counts.completed, .counts.wanted] |
			unique | tostring' "$tmp/n.json")" "\"[$n]\""
	done
	# floor(T * rate) by time; a busy machine may hold us up, and then says so
	for try in 1 2 3; do
		before=$(rx)
		in_a "$blast" -e "$engine" -r 20k -t 1 -o "$tmp/t.json" \
		    198.18.0.2 || bad "$engine -t: exit $?"
		[ "$(jq .counts.stalls "$tmp/t.json")" = 0 ] && break
		echo "try $try: held up $(jq .counts.stalled_ns "$tmp/t.json") ns"
	done
	got=$(($(rx) - before))
	same "$engine -t, taken" "$got" "$(jq .counts.taken "$tmp/t.json")"
	[ "$(jq .counts.stalls "$tmp/t.json")" != 0 ] ||
		same "$engine -r 20k -t 1, frames" $got 20000
done

# --- captures -----------------------------------------------------------------
# capture FILE N ARGUMENT...: N frames of netblast as vb sees them
capture()
{
	file=$1 frames=$2
	shift 2
	rm -f "$file"
	# multicast listener reports hide behind a hop-by-hop header
	in_b tcpdump -i vb -Q in -U -c "$frames" -w "$file" \
	    'not arp and not icmp6 and not (ip6 and ip6[6] = 0)' \
	    2>"$tmp/tcpdump" &
	cap=$!
	for _ in $(seq 100); do
		grep -q listening "$tmp/tcpdump" && break
		sleep 0.05
	done
	in_a "$blast" -n "$frames" -o "$tmp/c.json" "$@" ||
		bad "$*: exit $?"
	for _ in $(seq 100); do
		kill -0 $cap 2>/dev/null || break
		sleep 0.05
	done
	kill $cap 2>/dev/null && bad "$*: not all frames were captured"
	wait $cap
	cap=
}

# fields FILE FIELD...: one line a frame, as tshark reads it
fields()
{
	file=$1
	shift
	# shellcheck disable=SC2046 # one word for each option
	tshark -n -r "$file" -o ip.check_checksum:TRUE \
	    -o udp.check_checksum:TRUE -T fields -E separator=' ' \
	    $(printf -- '-e %s ' "$@") 2>/dev/null
}

# The bytes themselves, without times.
bytes()
{
	tcpdump -n -t -q -xx -r "$1" 2>/dev/null | grep '^	0x'
}

# uniform NAME FILE FRAMES WANTED: so many lines, and each of them is this one
uniform()
{
	same "$1" "$(sort "$2" | uniq -c | sed 's/^ *//' | tr '\n' ';')" \
	    "$3 $4;"
}

# frames_of NAME PAYLOAD FRAME_BYTES TAGS DEST ARGUMENT...
# Every engine sends the same 3 frames: compared with each other, byte for
# byte, and with what is expected. FRAME_BYTES as captured: without FCS. One
# tshark for all of them: it takes long to start.
frames_of()
{
	name=$1 payload=$2 length=$3 tags=$4 dest=$5
	shift 5
	set -- "$@" -s "$payload" --tag 7 --first-seq 4294967295
	for engine in $whole; do
		capture "$tmp/$engine.pcap" 3 -e "$engine" "$@" "$dest"
	done
	in_a "$blast" --write "$tmp/file.pcap" -n 3 -o "$tmp/c.json" "$@" \
	    "$dest" || bad "$name, --write: exit $?"
	for engine in $whole file; do
		# bytes 10-17 of the payload are the time: only there may
		# the engines differ, so only shorter payloads are compared
		[ "$payload" -ge 14 ] && break
		bytes "$tmp/$engine.pcap" >"$tmp/$engine.bytes"
		cmp -s "$tmp/packet.bytes" "$tmp/$engine.bytes" ||
			bad "$name: packet and $engine differ"
	done
	lines=0
	set --
	for engine in $whole file; do
		set -- "$@" "$tmp/$engine.pcap"
		lines=$((lines + 3))
	done
	mergecap -w "$tmp/all.pcap" "$@" || bad "$name: mergecap"
	if [ "${dest#*:}" = "$dest" ]; then
		ip="ip.len ip.checksum.status ip.flags.df ip.ttl"
		ip_want="$((payload + 28)) 1 1 64"
	else
		ip="ipv6.plen ipv6.hlim ipv6.flow"
		ip_want="$((payload + 8)) 64 0x000000"
	fi
	# shellcheck disable=SC2086 # one word a field
	fields "$tmp/all.pcap" frame.len udp.length udp.checksum.status $ip \
	    ieee8021ad.id ieee8021ad.priority vlan.id vlan.priority >"$tmp/f"
	uniform "$name: length, UDP length, checksum, IP, tags" "$tmp/f" $lines \
	    "$length $((payload + 8)) 1 $ip_want $tags"
}

frames_of "untagged" 10 60 "   " 198.18.0.2
# the sequence passes 2^32 here: low half, tag, stream, high half
fields "$tmp/packet.pcap" data.data >"$tmp/f"
same "stamps" "$(tr '\n' ' ' <"$tmp/f")" "ffffffff000700000000 \
00000000000700000001 00000001000700000001 "
cp "$tmp/packet.pcap" "$tmp/reference.pcap"
frames_of "no payload" 0 60 "   " 198.18.0.2
frames_of "64 bytes to the full" 18 60 "   " 198.18.0.2
frames_of "one byte more" 19 61 "   " 198.18.0.2
frames_of "1518 bytes" 1472 1514 "   " 198.18.0.2
frames_of "tagged" 10 60 "  44 5" 198.18.0.2 -V 44.5
frames_of "tagged, 1522 bytes" 1472 1518 "  4094 7" 198.18.0.2 -V 4094.7
frames_of "two tags" 10 60 "100 3 200 0" 198.18.0.2 -V 100.3,200

# the outer of two tags is 802.1ad
same "two tags, types" \
    "$(bytes "$tmp/file.pcap" | sed -n 's/^	0x0000: *//p' | head -1)" \
    "0200 5e10 000b 0200 5e10 000a 88a8 6064"

# --- udp: the kernel's headers --------------------------------------------------
# The same but for IP identification and header checksum; and nothing pads on
# veth, so a frame of 52 bytes arrives as 52 bytes.
what="eth.dst eth.src ip.hdr_len ip.dsfield ip.flags.df ip.ttl ip.proto ip.src
    ip.dst ip.len udp.srcport udp.dstport udp.length udp.checksum data.data"
for engine in udp libnet-raw; do
	capture "$tmp/$engine.pcap" 3 -e $engine --tag 7 \
	    --first-seq 4294967295 198.18.0.2
	# shellcheck disable=SC2086 # one word a field
	{
		fields "$tmp/$engine.pcap" $what >"$tmp/$engine.fields"
		fields "$tmp/reference.pcap" $what >"$tmp/packet.fields"
	}
	cmp -s "$tmp/$engine.fields" "$tmp/packet.fields" || {
		bad "$engine and packet differ"
		diff "$tmp/$engine.fields" "$tmp/packet.fields"
	}
	fields "$tmp/$engine.pcap" frame.len ip.checksum.status \
	    udp.checksum.status >"$tmp/f"
	uniform "$engine: length, checksums" "$tmp/f" 3 "52 1 1"
done
# raw: ours to the last byte, identification 0 too, but for the padding
bytes "$tmp/reference.pcap" | sed 's/ 0000 0000 0000 0000$//' >"$tmp/want"
bytes "$tmp/libnet-raw.pcap" >"$tmp/f"
cmp -s "$tmp/want" "$tmp/f" || {
	bad "libnet-raw and packet differ"
	diff "$tmp/want" "$tmp/f"
}

# checksum zero, IPv4: both kinds of engine
for engine in udp packet libnet-raw; do
	capture "$tmp/zero.pcap" 2 -e $engine --udp-checksum zero 198.18.0.2
	fields "$tmp/zero.pcap" udp.checksum >"$tmp/f"
	uniform "$engine: --udp-checksum zero" "$tmp/f" 2 0x0000
done

# flows: source ports run fastest
capture "$tmp/flows.pcap" 6 -e packet -f 6 -P 1000-1002 -p 9-10 198.18.0.2
same "flows" "$(fields "$tmp/flows.pcap" udp.srcport udp.dstport |
    tr '\n' ';')" "1000 9;1001 9;1002 9;1000 10;1001 10;1002 10;"

# --- classic: FreeBSD's payload -------------------------------------------------
# bytes 0-3 are the big-endian counter, the rest is zero
in_b tcpdump -i vb -Q in -U -c 3 -w "$tmp/classic.pcap" udp port 9 \
    2>"$tmp/tcpdump" &
cap=$!
for _ in $(seq 100); do
	grep -q listening "$tmp/tcpdump" && break
	sleep 0.05
done
in_a "$blast" 198.18.0.2 9 10 1 >"$tmp/classic.txt" || bad "classic: exit $?"
wait $cap
cap=
same "classic payload" "$(fields "$tmp/classic.pcap" data.data |
    tr '\n' ' ')" "00000000000000000000 00000001000000000000 \
00000002000000000000 "

# --- IPv6 -----------------------------------------------------------------------
for n in $a $b; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=0
done
ip -n $a addr add 2001:2::1/64 dev va nodad
ip -n $b addr add 2001:2::2/64 dev vb nodad
ip -n $a neigh add 2001:2::2 lladdr 02:00:5e:10:00:0b dev va nud permanent
for _ in $(seq 100); do # a tentative address is no source yet
	ip -n $a route get 2001:2::2 2>/dev/null | grep -q 'src 2001:2::1' &&
		break
	sleep 0.05
done
frames_of "IPv6, empty" 0 62 "   " 2001:2::2
frames_of "IPv6" 10 72 "   " 2001:2::2
cp "$tmp/packet.bytes" "$tmp/reference.bytes"
frames_of "IPv6, tagged" 18 84 "  44 5" 2001:2::2 -V 44.5
# no identification, no header checksum, no padding: the very same bytes
for engine in udp libnet-raw; do
	capture "$tmp/6.pcap" 3 -e $engine --tag 7 --first-seq 4294967295 \
	    2001:2::2
	bytes "$tmp/6.pcap" >"$tmp/6.bytes"
	cmp -s "$tmp/reference.bytes" "$tmp/6.bytes" || {
		bad "IPv6: $engine and packet differ"
		diff "$tmp/reference.bytes" "$tmp/6.bytes"
	}
done

# --- neighbours -----------------------------------------------------------------
ip -n $a neigh del 198.18.0.2 dev va
in_a "$blast" -e packet -n 1 -o "$tmp/c.json" 198.18.0.2 ||
	bad "a missing neighbour is not resolved"
same "resolved" "$(jq -r .engine.destination_mac "$tmp/c.json")" \
    02:00:5e:10:00:0b
in_a "$blast" -n 1 198.18.0.77 2>"$tmp/err"
same "no neighbour, exit" $? 1
grep -q -- --mac "$tmp/err" || bad "no neighbour: --mac is not named"

[ $fails = 0 ] || exit 1
echo "frames: all engines agree"
