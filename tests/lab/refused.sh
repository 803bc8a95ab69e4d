#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What cannot be done is refused at once: the message has the option, the
# value and what is accepted, the exit status is 1, and the counters of the
# link show that nothing was sent. IPv6 comes up and down with its own noise,
# so it is on from the start, with addresses that need no talking.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs setpriv
link_up
# shellcheck disable=SC2086 # one word each
all=$(usable $IP_ENGINES $FRAME_ENGINES | tr '\n' ' ')
# shellcheck disable=SC2086
whole=$(usable $FRAME_ENGINES | tr '\n' ' ')
ip -n $a route add 198.19.1.0/24 via 198.18.0.2

# sent: frames that left va or came in at vb
sent()
{
	in_a cat /sys/class/net/va/statistics/tx_packets
	rx
}

# says TEXT COMMAND...: exit 1, one line with TEXT, within 5 s, no document
says()
{
	text=$1
	shift
	timeout 5 "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	same "$*: exit" $? 1
	case $(cat "$tmp/err") in
	"netblast: "*"$text"*) ;;
	*) bad "$*: no \"$text\" in: $(cat "$tmp/err")" ;;
	esac
	[ "$(wc -l <"$tmp/err")" = 1 ] || bad "$*: not one line"
	[ ! -s "$tmp/out" ] || bad "$*: something on standard output"
}

# refused TEXT ARGUMENT...: on the engine in hand
refused()
{
	text=$1
	shift
	says "$text" ip netns exec $a "$blast" -e "$engine" "$@"
}

d=198.18.0.2
before=$(sent)
engine=packet
for v in 40G -1 1e3 0x10 ' 10' '' 1.5 +1 99999999999999999999; do
	refused "--payload: \"$v\" is not a whole number from 0 to 65527" \
	    -s "$v" $d
	refused "--frame: \"$v\" is not a whole number from 64 to 65601" \
	    -l "$v" $d
done
for v in 0 nan inf 1e30 -1 11G 0.0001 '' ' 1'; do
	refused "--rate: \"$v\" is not a rate in frames/s from 0.001 to 10G" \
	    -r "$v" $d
done
refused "--vlan: \"4095\" is not VID" -V 4095 $d
refused "(VID 0 to 4094, PCP 0 to 7)" -V 1.8 $d
for v in 0 65536 9-8 1-65536 x; do
	refused "--port: \"$v\" is not a number or range A-B within 1 to 65535" \
	    -p $v $d
	refused "--source-port: \"$v\" is not a number or range A-B" -P $v $d
done
refused "--flows: 7 is not from 1 to 6 (1 source addresses x" \
    -f 7 -p 1-3 -P 1-2 $d
for v in 0 4294967296; do
	refused "--flows: \"$v\" is not a whole number from 1 to 4294967295" \
	    -f $v $d
done
for v in 0 257 -1; do
	refused "--threads: \"$v\" is not a whole number from 1 to 256" -T $v $d
done
refused "--cpus: \"x\" is not a number or range" -C x $d
refused "--source: not the address family of $d" -S 2001:2::1 $d
refused "--source: not the address family of 2001:2::2" -S 198.18.0.1 2001:2::2
refused "DEST, prefix length: \"33\" is not a whole number from 0 to 32" \
    198.18.0.0/33
refused "198.18.0.9-198.18.0.2\" is not a range A-B" 198.18.0.9-198.18.0.2
refused "nosuch0: no such interface" -i nosuch0 $d
refused "--mix, size 2: \"63\" is not a whole number from 64 to 65601" \
    -m 64,63 $d
for v in 0 281474976710656; do
	refused "--count: \"$v\" is not a whole number from 1 to 2814749767106" \
	    -n $v $d
done

# what depends on the way: every engine alike
ip -n $a link add dull type veth peer name dumb
for engine in $all; do
	refused "65508 bytes make IP packets of 65536; the MTU of va is 1500" \
	    -s 65508 $d
	refused "65508 bytes make IP packets of 65490; the MTU of va is 1500" \
	    -l 65508 $d
	refused "route to 203.0.113.9: " 203.0.113.9
	refused "--interface: dull is down" -i dull -S 198.18.0.1 \
	    --mac 02:00:5e:10:00:0b $d
	refused "--cpus: CPU 8000 is none of those that this process may use" \
	    -C 8000 $d
done
# one frame has one next hop
for engine in $whole; do
	refused "DEST: 198.18.0.9 has a next hop of its own" $d-198.18.0.9
	refused "DEST: 198.19.0.9" 198.18.0.2-198.19.0.9
done
# no right to send whole frames
for engine in $all; do
	[ "$engine" = udp ] && continue
	says "needs " ip netns exec $a setpriv --reuid 65534 \
	    --clear-groups --bounding-set=-all --inh-caps=-all \
	    "$blast" -e "$engine" -n 1 $d
done
same "frames of refused runs" "$(sent)" "$before"

# IPv6: 64 bytes are too few for its headers
link_v6
for engine in $all; do
	refused "--frame: 64 is not a frame size from 66 to " -l 64 2001:2::2
	refused "--mix: 64 is not a frame size from 66 to " \
	    -m 64:7,570:4 2001:2::2
	refused "IPv4 only" --udp-checksum zero 2001:2::2
done
[ $fails = 0 ]
