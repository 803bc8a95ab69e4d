#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Frames made inside the kernel: exact counts, the very bytes that the packet
# engine sends, through a router, stopped in the middle; and where they would
# vanish, it says so.
set -u
build=${BUILD:-build}
blast=$build/netblast
[ -x "$blast" ] || { echo "no $blast"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "needs root, for network namespaces"; exit 77; }
for tool in ip jq clang tcpdump tshark ethtool setpriv; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
# in CI the list below shows that it is there
if [ "${CI:-}" != true ] && ! "$blast" --list-engines | grep -q '^xdp '; then
	"$blast" --list-engines
	exit 77
fi
tmp=$(mktemp -d) || exit 1
a=nbxa$$ b=nbxb$$ r=nbxr$$
child=
cleanup()
{
	[ -z "$child" ] || kill "$child" 2>/dev/null
	for n in $a $b $r; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

in_a()
{
	ip netns exec $a "$@"
}

in_b()
{
	ip netns exec $b "$@"
}

# programs for the receiving ends
for what in drop pass; do
	cat >"$tmp/$what.c" <<END
#include <linux/bpf.h>
__attribute__((section("xdp"), used)) int
end(struct xdp_md *ctx)
{
	(void)ctx;
	return XDP_$(echo $what | tr '[:lower:]' '[:upper:]');
}
char licence[] __attribute__((section("license"), used)) = "Dual BSD/GPL";
END
	clang -target bpf -O2 -g -I"/usr/include/$(clang -print-multiarch)" \
	    -c -o "$tmp/$what.o" "$tmp/$what.c" || exit 1
done

# program NAMESPACE DEVICE drop|pass|none
program()
{
	ip -n "$1" link set dev "$2" xdp off
	[ "$3" = none ] ||
		ip -n "$1" link set dev "$2" xdp obj "$tmp/$3.o" sec xdp ||
		exit 1
}

# Fixed addresses and neighbours, and IPv6 off until it is wanted: nothing
# but test frames crosses the link.
for n in $a $b $r; do
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
in_b ethtool -K vb gro off >/dev/null

rx()
{
	in_b cat /sys/class/net/vb/statistics/rx_packets
}

# of FILTER: from the document of the last run
of()
{
	jq -c "$1" "$tmp/o.json"
}

# send ARGUMENT...: one run; what arrived is in $got
send()
{
	before=$(rx)
	in_a "$blast" -e xdp -o "$tmp/o.json" "$@" 2>"$tmp/err"
	rc=$?
	got=$(($(rx) - before))
	return $rc
}

# exactly N ARGUMENT...
exactly()
{
	n=$1
	shift
	send -n "$n" "$@" 198.18.0.2 || bad "$*: $(cat "$tmp/err")"
	same "-n $n $*, arrived" "$got" "$n"
	same "-n $n $*, counts" \
	    "$(of '[.counts | .taken, .completed, .wanted] | unique')" "[$n]"
	same "-n $n $*, series" "$(of '[.series.taken.v[]] | add')" "$n"
}

# --- where frames would vanish --------------------------------------------------
# nothing receives on vb: known before the first frame, or (before Linux 6.3)
# when the counters stand still
send -n 1 198.18.0.2
case $? in
1 | 2) ;;
*) bad "without a program on the peer: exit $rc" ;;
esac
grep -q 'its peer needs an XDP program' "$tmp/err" ||
	bad "without a program on the peer: $(cat "$tmp/err")"
same "without a program on the peer, arrived" "$got" 0

# the program goes away in mid-run; ip netns exec becomes the program, so its
# process is ours to signal
program $b vb drop
began=$(date +%s)
ip netns exec $a "$blast" -e xdp -t 60 -o "$tmp/o.json" 198.18.0.2 \
    2>"$tmp/err" &
child=$!
moves()
{
	[ "$(rx)" -gt "$1" ]
}
wait_for 20 moves "$(rx)" || bad "frames do not arrive"
program $b vb none
wait $child
same "the program goes away, exit" $? 2
child=
[ $(($(date +%s) - began)) -lt 50 ] || bad "it was not seen that they vanish"
grep -q 'its peer needs an XDP program' "$tmp/err" ||
	bad "the program goes away: $(cat "$tmp/err")"
same "the program goes away, valid" "$(of .valid)" false

# --- counts -----------------------------------------------------------------------
program $b vb drop
for n in 1 2 99 100 1000003; do
	exactly $n
done
exactly 3000 -r 10k
exactly 6400 -r 100k -B 64
exactly 20011 -r 2M
# two senders can be faster than vb's ring (256 frames): then va says so
send -n 30001 -T 2 198.18.0.2 || bad "-T 2: $(cat "$tmp/err")"
same "-T 2, taken" "$(of .counts.taken)" 30001
same "-T 2, arrived or dropped" $((got + $(
    of '.interface_after.tx_dropped - .interface_before.tx_dropped'))) 30001
exactly 3001 -T 3 -r 9k -B 2
exactly 1000 -m imix
send -n 500 --warmup 200ms -r 10k 198.18.0.2 || bad "$(cat "$tmp/err")"
same "warm-up, arrived" "$got" "$(of '.counts.taken + .counts.uncounted')"
same "warm-up, taken" "$(of .counts.taken)" 500
[ "$(of '.counts.uncounted > 0 and .counts.uncounted <= 2000')" = true ] ||
	bad "warm-up of 200 ms at 10k: $(of .counts.uncounted) frames"

# by time: floor(T * rate); a busy machine may hold us up, and then says so
for try in 1 2 3; do
	send -r 20k -t 1 198.18.0.2 || bad "-t: $(cat "$tmp/err")"
	same "-r 20k -t 1, arrived" "$got" "$(of .counts.taken)"
	[ "$(of .counts.stalls)" = 0 ] && break
	echo "try $try: held up $(of .counts.stalled_ns) ns"
done
[ "$(of .counts.stalls)" != 0 ] || same "-r 20k -t 1" "$got" 20000
send -t 500ms 198.18.0.2 || bad "-t 500ms: $(cat "$tmp/err")"
same "-t 500ms, arrived" "$got" "$(of .counts.taken)"
[ "$got" -gt 0 ] || bad "-t 500ms: nothing was sent"

# stopped in the middle: what was sent until then, and nothing else
before=$(rx)
ip netns exec $a "$blast" -e xdp -t 60 -r 50k -o "$tmp/o.json" 198.18.0.2 &
child=$!
wait_for 20 moves "$before" || bad "frames do not arrive"
kill -INT $child
wait $child
same "SIGINT, exit" $? 0
child=
got=$(($(rx) - before))
same "SIGINT, arrived" "$got" "$(of .counts.taken)"
same "SIGINT, note" "$(of '.notes[0]')" '"stopped by a signal"'

# --- bytes ------------------------------------------------------------------------
for n in $a $b; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=0
done
ip -n $a addr add 2001:2::1/64 dev va nodad
ip -n $b addr add 2001:2::2/64 dev vb nodad
ip -n $a neigh add 2001:2::2 lladdr 02:00:5e:10:00:0b dev va nud permanent
has_source()
{
	ip -n $a route get 2001:2::2 | grep -q 'src 2001:2::1'
}
wait_for 5 has_source || bad "no IPv6 address"
program $b vb pass
in_a ethtool -K va tx off gso off tso off >/dev/null

# Each line: payload offset, frames, arguments. All of them are sent by both
# engines, and what arrives is compared frame by frame.
cat >"$tmp/cases" <<'END'
42 3 -s 10 --first-seq 2147483647 198.18.0.2
42 3 -s 10 --first-seq 4294967295 198.18.0.2
42 3 -s 10 --first-seq 140737488355327 198.18.0.2
42 3 -s 0 198.18.0.2
42 3 -s 4 198.18.0.2
42 3 -s 14 198.18.0.2
42 3 -s 18 198.18.0.2
42 3 -s 46 198.18.0.2
42 3 -s 47 198.18.0.2
42 3 -s 1472 198.18.0.2
42 3 --udp-checksum zero -s 10 198.18.0.2
46 3 -V 44.5 -s 10 198.18.0.2
46 3 -V 44.5 -s 18 198.18.0.2
46 3 -V 44.5 -s 46 198.18.0.2
46 3 -V 44.5 -s 47 198.18.0.2
46 3 -V 44.5 -s 1472 198.18.0.2
50 3 -V 100.3,200 -s 10 198.18.0.2
50 3 -V 100.3,200 -s 18 198.18.0.2
50 3 -V 100.3,200 -s 47 198.18.0.2
50 3 -V 100.3,200 -s 1464 198.18.0.2
62 3 -s 0 2001:2::2
62 3 -s 4 2001:2::2
62 3 -s 10 --first-seq 4294967295 2001:2::2
62 3 -s 18 2001:2::2
62 3 -s 47 2001:2::2
62 3 -s 1452 2001:2::2
66 3 -V 44.5 -s 10 2001:2::2
66 3 -V 44.5 -s 1452 2001:2::2
70 3 -V 100.3,200 -s 18 2001:2::2
42 24 -m imix 198.18.0.2
46 12 -m 64:7,570:4,1518:1 -V 44 198.18.0.2
42 70 -f 64 -P 1000-1063 198.18.0.2
42 70 -P 1000-1004 -p 9-11 198.18.0.2
42 90 -S 198.18.0.0/29 --mac 02:00:5e:10:00:0b 198.18.0.2-198.18.0.6
42 90 -S 198.18.0.8-198.18.0.11 -P 7-8 --mac 02:00:5e:10:00:0b --flow-order random 198.18.0.250-198.18.0.254
62 60 -S 2001:2::1-2001:2::7 --mac 02:00:5e:10:00:0b -s 18 --flow-order random 2001:2::2-2001:2::4
42 90 -P 1000-1009 -p 9-11 --flow-order random --seed 7 198.18.0.2
62 40 -P 1000-1004 -p 9-11 2001:2::2
END
frames=$(awk '{ sum += $2 } END { print sum }' "$tmp/cases")

# tap FILE: capture $frames frames as vb sees them
tap()
{
	# multicast listener reports hide behind a hop-by-hop header
	ip netns exec $b tcpdump -i vb -Q in -U -B 8192 -c "$frames" -w "$1" \
	    'not arp and not icmp6 and not (ip6 and ip6[6] = 0)' \
	    2>"$tmp/tcpdump" &
	child=$!
	wait_for 10 grep -q listening "$tmp/tcpdump" || bad "tcpdump"
}

ended()
{
	! kill -0 "$child"
}

untap()
{
	wait_for 10 ended || { kill $child; bad "$1: frames are missing"; }
	wait $child
	child=
}

# captured ENGINE: all cases, into $tmp/ENGINE.pcap
captured()
{
	tap "$tmp/$1.pcap"
	while read -r _ n arguments; do
		# shellcheck disable=SC2086 # one word each
		in_a "$blast" -e "$1" -r 20k --tag 7 -n "$n" -o "$tmp/o.json" \
		    $arguments </dev/null || bad "$1, $arguments: exit $?"
	done <"$tmp/cases"
	untap "$1"
}

# One line a frame; where there is a time, it and the checksum are cut out.
cut_times()
{
	tcpdump -n -t -q -xx -r "$tmp/$1.pcap" 2>/dev/null |
	awk '/^[^\t]/ { if (n++) print line; line = "" }
	/^\t/ { for (i = 2; i <= NF; i++) line = line $i }
	END { print line }' |
	awk -v cases="$tmp/cases" '
	BEGIN {
		while ((getline row < cases) > 0) {
			split(row, word, " ")
			for (i = 0; i < word[2]; i++)
				at[++last] = word[1]
		}
	}
	{
		from = at[NR] * 2
		len = hex(substr($0, from - 7, 4)) - 8
		if (len < 14)
			print
		else
			print substr($0, 1, from - 4) "...." \
			    substr($0, from + 1, 20) \
			    (len < 18 ? "time" : "timetime") \
			    substr($0, from + 1 + (len < 18 ? 28 : 36))
	}
	function hex(text,   i, v)
	{
		for (i = 1; i <= length(text); i++)
			v = v * 16 + index("0123456789abcdef",
			    substr(text, i, 1)) - 1
		return v
	}'
}

captured packet
captured xdp
cut_times packet >"$tmp/packet.bytes"
cut_times xdp >"$tmp/xdp.bytes"
same "frames compared" "$(wc -l <"$tmp/xdp.bytes")" "$frames"
cmp -s "$tmp/packet.bytes" "$tmp/xdp.bytes" || {
	bad "packet and xdp differ"
	diff "$tmp/packet.bytes" "$tmp/xdp.bytes" | cut -c 1-200 | head -20
}
# checksums are right or, in three frames, not there; nothing is malformed
tshark -n -r "$tmp/xdp.pcap" -o ip.check_checksum:TRUE \
    -o udp.check_checksum:TRUE -T fields -E separator=' ' \
    -e udp.checksum.status -e ip.checksum.status -e _ws.malformed \
    2>/dev/null | sed 's/ *$//' | sort | uniq -c | sed 's/^ *//' >"$tmp/f"
v6=$(awk '/2001:2::2/ { n += $2 } END { print n }' "$tmp/cases")
same "checksums" "$(tr '\n' ';' <"$tmp/f")" \
    "$v6 1;$((frames - v6 - 3)) 1 1;3 3 1;"

# threads take turns with the flows and sizes: all of them, in no order
for engine in packet xdp; do
	frames=40
	echo "42 40 -T 2 -P 1000-1009 -m imix 198.18.0.2" >"$tmp/cases"
	captured $engine
	cut_times $engine | sort >"$tmp/$engine.bytes"
done
same "two threads, frames" "$(wc -l <"$tmp/xdp.bytes")" 40
cmp -s "$tmp/packet.bytes" "$tmp/xdp.bytes" ||
	bad "two threads: packet and xdp differ"

# netsend: all ports of a range carry the same number
frames=12
for engine in packet xdp; do
	tap "$tmp/$engine.pcap"
	in_a "$build/netsend" -e $engine 198.18.0.2 7-9 10 12 1 >"$tmp/out" ||
		bad "netsend -e $engine: exit $?"
	untap "netsend -e $engine"
	tcpdump -n -t -q -xx -r "$tmp/$engine.pcap" >"$tmp/$engine.bytes" \
	    2>/dev/null
done
cmp -s "$tmp/packet.bytes" "$tmp/xdp.bytes" ||
	bad "netsend: packet and xdp differ"

# --- through a router ---------------------------------------------------------------
# a - r - b: the frames leave the XDP program of r's interface up the stack
ip link add ra index 201 netns $r type veth peer name wa index 202 netns $a
ip link add rb index 203 netns $r type veth peer name wb index 204 netns $b
for pair in $a:wa:198.19.1.2 $r:ra:198.19.1.1 $r:rb:198.19.2.1 \
    $b:wb:198.19.2.2; do
	n=${pair%%:*} rest=${pair#*:}
	ip -n "$n" addr add "${rest#*:}/24" dev "${rest%:*}"
	ip -n "$n" link set "${rest%:*}" up
done
ip netns exec $r sysctl -qw net.ipv4.ip_forward=1
ip -n $a route add 198.19.2.0/24 via 198.19.1.1
mac=$(ip netns exec $b cat /sys/class/net/wb/address)
ip -n $r neigh add 198.19.2.2 lladdr "$mac" dev rb nud permanent
program $r ra pass
# a machine that is shared loses a frame at times: one of three tries is whole
for try in 1 2 3; do
	before=$(in_b cat /proc/net/snmp |
	    awk '$1 == "Ip:" && $3 != "DefaultTTL" { print $4 }')
	in_a "$blast" -e xdp -n 20000 -r 50k -s 18 -o "$tmp/o.json" \
	    198.19.2.2 2>"$tmp/err" || bad "router: $(cat "$tmp/err")"
	after=$(in_b cat /proc/net/snmp |
	    awk '$1 == "Ip:" && $3 != "DefaultTTL" { print $4 }')
	same "router, taken" "$(of .counts.taken)" 20000
	[ $((after - before)) = 20000 ] && break
	echo "try $try: $((after - before)) of 20000"
done
same "through a router" $((after - before)) 20000

# --- what cannot be -----------------------------------------------------------------
program $b vb drop
before=$(rx)
in_a setpriv --reuid 65534 --regid 65534 --clear-groups \
    "$blast" -e xdp -n 1 198.18.0.2 2>"$tmp/err"
same "no privilege, exit" $? 1
grep -q 'needs root, or CAP_BPF and CAP_NET_ADMIN' "$tmp/err" ||
	bad "no privilege: $(cat "$tmp/err")"
in_a "$blast" -e xdp -n 1 -V 1,2 -s 1472 198.18.0.2 2>"$tmp/err"
same "beyond the MTU, exit" $? 1
[ -s "$tmp/err" ] || bad "beyond the MTU: no message"
in_a "$blast" -e xdp -n 1 -i lo --mac 02:00:5e:10:00:0b 198.18.0.2 \
    2>"$tmp/err"
same "lo, exit" $? 1
same "what cannot be, arrived" $(($(rx) - before)) 0

# a frame and what the kernel adds fit into a page
ip -n $a link set va mtu 3500
ip -n $b link set vb mtu 3500
send -n 100 -s 3300 198.18.0.2 || bad "-s 3300: $(cat "$tmp/err")"
same "-s 3300, arrived" "$got" 100
send -n 100 -s 3450 198.18.0.2
same "-s 3450, exit and arrived" "$rc $got" "1 0"
grep -q 'must fit into a page' "$tmp/err" || bad "-s 3450: $(cat "$tmp/err")"

# the interface is removed in mid-run
before=$(rx)
ip netns exec $a "$blast" -e xdp -t 60 -r 50k -o "$tmp/o.json" 198.18.0.2 \
    2>"$tmp/err" &
child=$!
wait_for 20 moves "$before" || bad "frames do not arrive"
ip -n $a link del va
wait $child
same "removed, exit" $? 2
child=
grep -q 'va was removed' "$tmp/err" || bad "removed: $(cat "$tmp/err")"

[ "$fails" = 0 ]
