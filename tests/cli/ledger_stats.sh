#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect ledger over protocol statistics: IPv6 balances as IPv4 does, on
# every system and in every form that netstat -s has.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# balance NAME "PLACE=FRAMES ..." OS: of the files before and after
balance()
{
	"$nc" ledger --format json --sent 900000 --os "$3" "$tmp/before" \
	    "$tmp/after" >"$tmp/l.json" 2>"$tmp/err" ||
	    bad "$1: exit $?: $(cat "$tmp/err")"
	for one in $2; do
		got=$(jq --arg p "${one%=*}" 'if $p == "residual" then .residual
		    else .places[] | select(.place == $p) | .frames end' \
		    "$tmp/l.json")
		same "$1: ${one%=*}" "$got" "${one#*=}"
	done
}

ports()	# IN OUT DROPS
{
	printf '$ netstat -ind\nName Mtu Network Address Ipkts Ierrs Idrop Opkts '
	printf 'Oerrs Coll Drop\n'
	printf 'em0 1500 <Link#1> 02:00:00:00:00:01 %d 0 0 10 0 0 0\n' "$1"
	printf 'em1 1500 <Link#2> 02:00:00:00:00:02 10 0 0 %d 0 0 %d\n' "$2" "$3"
}

# ---- BSD -----------------------------------------------------------------------
# stats FAMILY RECEIVED FORWARDED NOT_FORWARDABLE NO_ROUTE HOP_LIMIT
stats()
{
	printf 'udp:\n\t9 datagrams received\n\t3 dropped due to no socket\n'
	printf '%s:\n\t%d total packets received\n' "$1" "$2"
	printf '\t12 packets for this host\n'
	printf '\t%d packets forwarded\n\t%d packets not forwardable\n' "$3" "$4"
	printf '\t%d output packets discarded due to no route\n' "$5"
	[ "$1" = ip6 ] || return 0
	printf 'icmp6:\n\t%d calls to icmp6_error\n' $(($5 + $6))
	printf '\tHistogram of error messages to be generated:\n'
	printf '\t\t%d no route\n\t\t%d time exceed transit\n' "$5" "$6"
}
both()	# MORE-IPV4 IN OUT DROPS, and the rest for stats()
{
	more=$1
	ports "$2" "$3" "$4"
	shift 4
	printf '$ netstat -s\n'
	[ "$more" = 0 ] || stats ip 500 500 0 0 0
	stats "$@"
}
for ip in ip ip6; do
	none=0
	[ $ip = ip6 ] && none=1
	both $none 0 0 0 $ip 0 0 0 0 0 >"$tmp/before"
	both $none 900000 880000 20000 $ip 900000 880000 20000 0 0 >"$tmp/after"
	balance "$ip, a full output queue" \
	    'ip_refused=0 output_queue=20000 residual=0' FreeBSD
	both $none 900000 880000 0 $ip 900000 880000 20000 20000 0 >"$tmp/after"
	balance "$ip, no route, once more not forwardable" \
	    'ip_refused=20000 output_queue=0 residual=0' FreeBSD
	both $none 900000 880000 0 $ip 900000 895000 0 0 0 >"$tmp/after"
	balance "$ip, lost by nobody's count" \
	    'ip_refused=0 output_queue=0 residual=20000' FreeBSD
done
both 1 900000 880000 0 ip6 900000 880000 0 20000 0 >"$tmp/after"
balance "no route alone" 'ip_refused=20000 residual=0' FreeBSD
both 1 900000 870000 0 ip6 900000 870000 0 20000 10000 >"$tmp/after"
balance "a hop limit" 'ip_refused=30000 residual=0' FreeBSD
# the same from one protocol after the other
split()
{
	sed 's/^udp:/$ netstat -s -p udp\n&/
	    s/^ip6:/$ netstat -s -p ip6\n&/
	    s/^icmp6:/$ netstat -s -p icmp6\n&/' "$1" >"$tmp/split"
	mv "$tmp/split" "$1"
}
both 0 0 0 0 ip6 0 0 0 0 0 >"$tmp/before"
both 0 900000 870000 0 ip6 900000 870000 0 20000 10000 >"$tmp/after"
split "$tmp/before"
split "$tmp/after"
balance "one protocol each" 'ip_refused=30000 residual=0' FreeBSD
grep -q 'netstat -s -p icmp6' "$tmp/after" || bad "not split"

# ---- FreeBSD's JSON --------------------------------------------------------------
json()	# IN OUT NOT_FORWARDABLE NO_ROUTE HOP_LIMIT
{
	ports "$1" "$2" 0
	printf '$ netstat --libxo json -s\n'
	printf '{"__version": "1", "statistics": {"ip6": {"received-packets":%d,' \
	    "$1"
	printf '"received-local-packets":7,"forwarded-packets":%d,' "$2"
	printf '"packets-not-forwardable":%d,"discard-no-route":%d}, ' "$3" "$4"
	printf '"icmp6": {"errors": {"time-exceed-transmit":%d}}}}\n' "$5"
}
json 0 0 0 0 0 >"$tmp/before"
json 900000 870000 20000 20000 10000 >"$tmp/after"
balance "JSON" 'ip_refused=30000 residual=0' FreeBSD

# ---- net-tools -------------------------------------------------------------------
linux()	# IN OUT
{
	printf '$ netstat -i\nKernel Interface table\nIface MTU RX-OK RX-ERR '
	printf 'RX-DRP RX-OVR TX-OK TX-ERR TX-DRP TX-OVR Flg\n'
	printf 'eth0 1500 %d 0 0 0 10 0 0 0 BMRU\n' "$1"
	printf 'eth1 1500 10 0 0 0 %d 0 0 0 BMRU\n' "$2"
}
linux4()	# IN OUT ADDRESSES FRAGMENTS NO_ROUTES REVERSE_PATH
{
	linux "$1" "$2"
	printf '$ netstat -s\nIp:\n    Forwarding: 1\n'
	printf '    %d total packets received\n' "$1"
	[ "$3" = 0 ] || printf '    %d with invalid addresses\n' "$3"
	printf '    %d forwarded\n    0 incoming packets discarded\n' "$2"
	printf '    0 incoming packets delivered\n    1 requests sent out\n'
	[ "$4" = 0 ] ||
	    printf '    %d outgoing packets failed fragmentation\n' "$4"
	printf 'Icmp:\n    0 ICMP messages received\n'
	printf '    0 input ICMP message failed\n    0 ICMP messages sent\n'
	printf 'Tcp:\n    3 segments received\nUdp:\n    9 packets received\n'
	printf 'TcpExt:\n'
	[ "$6" = 0 ] || printf '    IPReversePathFilter: %d\n' "$6"
	printf 'IpExt:\n'
	[ "$5" = 0 ] || printf '    InNoRoutes: %d\n' "$5"
	printf '    InOctets: 99\n    InNoECTPkts: 9\n'
}
linux4 0 0 0 0 0 0 >"$tmp/before"
linux4 900000 890000 1000 2000 3000 4000 >"$tmp/after"
balance "net-tools" 'ip_refused=10000 residual=0' Linux
linux4 900000 890000 0 0 0 0 >"$tmp/after"
balance "net-tools, nothing refused" 'ip_refused=0 residual=10000' Linux
# cut within the section: what is 0 and what was cut off look alike
sed '/^Icmp:/,$d' "$tmp/before" >"$tmp/cut"
mv "$tmp/cut" "$tmp/before"
linux4 900000 890000 1000 2000 3000 4000 >"$tmp/after"
balance "net-tools, cut" 'ip_refused=null' Linux
linux6()	# IN OUT TOO_BIG NO_ROUTES
{
	linux "$1" "$2"
	printf '$ netstat -s6\nIp6:\n    %d total packets received\n' "$1"
	[ "$3" = 0 ] || printf '    %d with packets too big\n' "$3"
	[ "$4" = 0 ] || printf '    %d incoming packets with no route\n' "$4"
	printf '    0 incoming packets discarded\n'
	printf '    0 incoming packets delivered\n    %d forwarded\n' "$2"
	printf '    2 requests sent out\nIcmp6:\n    1 ICMP messages received\n'
	printf '    0 input ICMP message failed\n    7 ICMP messages sent\n'
}
linux6 0 0 0 0 >"$tmp/before"
linux6 900000 890000 4000 6000 >"$tmp/after"
balance "net-tools, IPv6" 'ip_refused=10000 residual=0' Linux

[ "$fails" = 0 ]
