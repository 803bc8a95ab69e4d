#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every byte that the engines put on the wire, as tshark reads it: lengths,
# checksums, tags, padding, stamps; and the same bytes from all of them.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs tshark tcpdump mergecap
link_up
# shellcheck disable=SC2086 # one word each
whole=$(usable $FRAME_ENGINES | tr '\n' ' ')
# shellcheck disable=SC2086
ip_only=$(usable $IP_ENGINES | tr '\n' ' ')
all="$ip_only $whole"
every_engine

# capture FILE N ARGUMENT...: N frames of netblast as vb sees them
capture()
{
	file=$1 frames=$2
	shift 2
	sniff "$file"
	in_a "$blast" -n "$frames" -o "$tmp/c.json" "$@" ||
		bad "$*: exit $?"
	sniffed "$file" "$frames"
}

# The bytes themselves, without times.
bytes()
{
	tcpdump -n -t -q -xx -r "$1" 2>/dev/null | grep '^	0x'
}

# --- the same bytes ------------------------------------------------------------
# alike NAME FIRST_BYTES DEST ARGUMENT...
# Each of $engines sends the same 3 frames, and a capture file holds them too.
# Short payloads, for a stamp without time.
alike()
{
	name=$1 starts=$2 dest=$3
	shift 3
	set -- "$@" --tag 7 --first-seq 4294967295 "$dest"
	in_a "$blast" --write "$tmp/alike.pcap" -n 3 -o "$tmp/c.json" "$@" ||
		bad "$name, --write: exit $?"
	bytes "$tmp/alike.pcap" >"$tmp/alike"
	same "$name, frames" "$(grep -c '^	0x0000' "$tmp/alike")" 3
	same "$name, first bytes" "$(sed -n '1s/^	0x0000: *//p' \
	    "$tmp/alike")" "$starts"
	for engine in $engines; do
		capture "$tmp/$engine.pcap" 3 -e "$engine" "$@"
		bytes "$tmp/$engine.pcap" | cmp -s - "$tmp/alike" ||
			bad "$name: $engine sends other bytes"
	done
}

engines=$whole
macs="0200 5e10 000b 0200 5e10 000a"
alike "no payload" "$macs 0800 4500" 198.18.0.2 -s 0
alike "one tag" "$macs 8100 a02c" 198.18.0.2 -V 44.5
# the outer of two tags is 802.1ad
alike "two tags" "$macs 88a8 6064" 198.18.0.2 -V 100.3,200
alike "plain" "$macs 0800 4500" 198.18.0.2
cp "$tmp/alike.pcap" "$tmp/reference.pcap"

# What the kernel's headers of a socket share with them: all but IP
# identification and header checksum. And nothing pads on veth, so a frame of
# 52 bytes arrives as 52 bytes.
what="eth.dst eth.src ip.hdr_len ip.dsfield ip.flags.df ip.ttl ip.proto ip.src
    ip.dst ip.len udp.srcport udp.dstport udp.length udp.checksum data.data"
# shellcheck disable=SC2086 # one word a field
fields "$tmp/reference.pcap" $what >"$tmp/reference.fields"
for engine in $ip_only; do
	capture "$tmp/$engine.pcap" 3 -e "$engine" --tag 7 \
	    --first-seq 4294967295 198.18.0.2
	# shellcheck disable=SC2086 # one word a field
	fields "$tmp/$engine.pcap" $what >"$tmp/ip.fields"
	cmp -s "$tmp/ip.fields" "$tmp/reference.fields" || {
		bad "$engine and whole frames differ"
		diff "$tmp/ip.fields" "$tmp/reference.fields"
	}
	same "$engine: lengths" "$(fields "$tmp/$engine.pcap" frame.len |
	    tr '\n' ' ')" "52 52 52 "
done

# identification and header checksum are ours too where the IP header is
case $ip_only in
*libnet-raw*)
	bytes "$tmp/alike.pcap" | sed 's/ 0000 0000 0000 0000$//' >"$tmp/raw"
	bytes "$tmp/libnet-raw.pcap" | cmp -s - "$tmp/raw" ||
		bad "libnet-raw: other bytes" ;;
esac

# --- classic: FreeBSD's payload --------------------------------------------------
# bytes 0-3 are the big-endian counter, the rest is zero
sniff "$tmp/classic.pcap"
in_a "$build/netsend" 198.18.0.2 9 10 3 1 >"$tmp/classic.txt" ||
	bad "classic: exit $?"
sniffed "$tmp/classic.pcap" 3
same "classic payload" "$(fields "$tmp/classic.pcap" data.data |
    tr '\n' ' ')" "00000000000000000000 00000001000000000000 \
00000002000000000000 "

# Over IPv6 there is no identification, no header checksum and no padding: all
# of them send the very same bytes.
link_v6
engines=$all
alike "IPv6" "$macs 86dd 6000" 2001:2::2
engines=$whole
alike "IPv6, empty, tagged" "$macs 8100 a02c" 2001:2::2 -V 44.5 -s 0

# --- every engine, tag, family and size --------------------------------------------
# All into one capture, told apart by the source port; what tshark must say of
# each is written down as it is sent. 2 frames each.
mtu()
{
	ip -n $a link set va mtu "$1"
	ip -n $b link set vb mtu "$1"
}

port=50000
mtu 1508 # for the 8 bytes of two tags
: >"$tmp/wanted"
sniff "$tmp/all.pcap"

# want TIMES TEXT: what is to be read of the frames of $port
want()
{
	for _ in $(seq "$1"); do
		echo "$port $2" >>"$tmp/wanted"
	done
}

# of PAYLOAD TAG_BYTES FAMILY: the sizes that follow, and the fixed fields
# frame.len ip.len ip.checksum.status ip.flags.df ip.ttl ipv6.plen ipv6.hlim
# ipv6.flow udp.length udp.checksum.status
of()
{
	udp=$(($1 + 8))
	if [ "$3" = 4 ]; then
		l2=$((14 + $2 + 20 + udp))
		ip="$((udp + 20)) 1 1 64   "
	else
		l2=$((14 + $2 + 40 + udp))
		ip="    $udp 64 0x000000"
	fi
	# the pad is behind the IP packet, which says its own length
	case " $whole " in
	*" $engine "*) [ $l2 -ge 60 ] || l2=60 ;;
	esac
	echo "$l2 $ip $udp 1"
}

# one FAMILY DEST PAYLOAD TAG_BYTES TAGS ARGUMENT...
one()
{
	family=$1 dest=$2 payload=$3 tagged=$4 tags=$5
	shift 5
	port=$((port + 1))
	in_a "$blast" -e "$engine" -n 2 -s "$payload" --tag 7 -P $port \
	    -o "$tmp/c.json" "$@" "$dest" ||
		bad "$engine -s $payload $* $dest: exit $?"
	want 2 "$(of "$payload" "$tagged" "$family") $tags"
}

for engine in $all; do
	# a full frame of each kind: 1472 bytes are one too many over IPv6
	for size in 10 18 46 47 1472; do
		one 4 198.18.0.2 $size 0 "   "
	done
	for size in 0 18 46 47 1452; do
		one 6 2001:2::2 $size 0 "   "
	done
done
for engine in $whole; do
	for size in 18 46 47 1472; do
		one 4 198.18.0.2 $size 4 "  4094 7" -V 4094.7
	done
	for size in 18 46 47 1452; do
		one 6 2001:2::2 $size 4 "  1 0" -V 1
	done
	for size in 18 46 47 1472; do
		one 4 198.18.0.2 $size 8 "100 3 200 0" -V 100.3,200
	done
	for size in 18 46 47 1452; do
		one 6 2001:2::2 $size 8 "100 3 200 0" -V 100.3,200
	done
done

# mix FAMILY DEST TAG_BYTES TAGS HEADERS ARGUMENT...: a list keeps its order;
# HEADERS: of a frame without tags
mix()
{
	family=$1 dest=$2 tagged=$3 tags=$4 headers=$5
	shift 5
	port=$((port + 1))
	in_a "$blast" -e "$engine" -n 5 -m 84,1518,570,90 --tag 7 -P $port \
	    -o "$tmp/c.json" "$@" "$dest" ||
		bad "$engine -m $* $dest: exit $?"
	for l2 in 80 1514 566 86 80; do
		want 1 "$(of $((l2 - headers - tagged)) "$tagged" "$family") \
$tags"
	done
}
for engine in $all; do
	mix 4 198.18.0.2 0 "   " 42
	mix 6 2001:2::2 0 "   " 62
done
for engine in $whole; do
	mix 4 198.18.0.2 4 "  5 0" 42 -V 5
	mix 6 2001:2::2 8 "5 0 6 0" 62 -V 5,6
done

# A sum of 0 is sent as 0xffff (RFC 768): the port that makes it one, from the
# checksum that another port has.
zero_port()
{
	in_a "$blast" --write "$tmp/sum.pcap" -n 1 --tag 7 -P 1 -p 6 \
	    -o "$tmp/c.json" "$1"
	sum=$(($(fields "$tmp/sum.pcap" udp.checksum) + 1))
	echo $((sum > 65535 ? sum - 65535 : sum))
}
: >"$tmp/sums"
for dest in 198.18.0.2 2001:2::2; do
	zero=$(zero_port $dest)
	for engine in $all; do
		in_a "$blast" -e "$engine" -n 1 --tag 7 -P "$zero" -p 6 \
		    -o "$tmp/c.json" $dest || bad "$engine, 0xffff: exit $?"
		echo "$zero 0xffff" >>"$tmp/sums"
	done
done
for engine in $all; do
	in_a "$blast" -e "$engine" -n 1 --tag 7 -p 6 --udp-checksum zero \
	    -o "$tmp/c.json" 198.18.0.2 || bad "$engine, zero: exit $?"
	echo "49152 0x0000" >>"$tmp/sums"
done

sniffed "$tmp/all.pcap" $(($(cat "$tmp/wanted" "$tmp/sums" | wc -l)))
fields "$tmp/all.pcap" udp.dstport udp.srcport frame.len ip.len \
    ip.checksum.status ip.flags.df ip.ttl ipv6.plen ipv6.hlim ipv6.flow \
    udp.length udp.checksum.status ieee8021ad.id ieee8021ad.priority vlan.id \
    vlan.priority >"$tmp/read"
mtu 1500
sed -n 's/^9 //p' "$tmp/read" | cmp -s - "$tmp/wanted" || {
	bad "not what was to be sent (<):"
	sed -n 's/^9 //p' "$tmp/read" | diff "$tmp/wanted" -
}
fields "$tmp/all.pcap" udp.dstport udp.srcport udp.checksum |
sed -n 's/^6 //p' | diff "$tmp/sums" - || bad "UDP checksums"
# of whole frames the identification is 0 (an atomic datagram, RFC 6864)
same "IP identification" "$(fields "$tmp/reference.pcap" ip.id | sort -u)" \
    0x0000
# tshark's own opinion, of all captures
strange='_ws.malformed || _ws.expert.severity >= 0x600000'
mergecap -w "$tmp/merged.pcap" "$tmp/all.pcap" "$tmp/reference.pcap" \
    "$tmp/alike.pcap" "$tmp/udp.pcap" "$tmp/classic.pcap" || bad mergecap
tshark -n -r "$tmp/merged.pcap" -o ip.check_checksum:TRUE \
    -o udp.check_checksum:TRUE -Y "$strange" >"$tmp/strange" 2>"$tmp/err" ||
	bad "tshark: $(cat "$tmp/err")"
[ ! -s "$tmp/strange" ] || bad "tshark complains: $(head -5 "$tmp/strange")"
# ... and it would
same "a wrong checksum is seen" "$(tshark -n -r "$tmp/alike.pcap" \
    -o udp.check_checksum:TRUE -Y "$strange || frame.number == 1" \
    2>/dev/null | wc -l)" 1

# --- stamps ------------------------------------------------------------------------
# the sequence passes these: low half, tag, stream, high half
for first in 2147483647 4294967295 140737488355327; do
	capture "$tmp/seq.pcap" 2 --tag 7 --first-seq $first 198.18.0.2
	wanted=$(printf '%08x00070000%04x\n%08x00070000%04x' \
	    $((first & 0xffffffff)) $((first >> 32)) \
	    $(((first + 1) & 0xffffffff)) $(((first + 1) >> 32)))
	same "stamps from $first" "$(fields "$tmp/seq.pcap" data.data)" \
	    "$wanted"
done

# --- beyond the MTU -------------------------------------------------------------------
before=$(rx)
# beyond TEXT ARGUMENT...: refused by every engine that could send it
beyond()
{
	text=$1
	shift
	for engine in $engines; do
		in_a "$blast" -e "$engine" -n 1 "$@" >"$tmp/out" 2>"$tmp/err"
		same "$engine $*: exit" $? 1
		same "$engine $*" "$(cat "$tmp/err")" "netblast: $text"
	done
}
engines=$all
mtu="the MTU of va is 1500"
beyond "--payload: 1473 bytes make IP packets of 1501; $mtu" -s 1473 198.18.0.2
beyond "--payload: 1453 bytes make IP packets of 1501; $mtu" -s 1453 2001:2::2
beyond "--frame: 1519 bytes make IP packets of 1501; $mtu" -l 1519 198.18.0.2
beyond "--mix: 1519 bytes make IP packets of 1501; $mtu" \
    -m 64,1519,64 198.18.0.2
engines=$whole
beyond "--payload: 1473 bytes make IP packets of 1501; $mtu" \
    -s 1473 -V 5 198.18.0.2
beyond "--payload: 1472 bytes and two tags need an MTU of 1508; $mtu" \
    -s 1472 -V 5,6 198.18.0.2
same "frames beyond the MTU" $(($(rx) - before)) 0

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
