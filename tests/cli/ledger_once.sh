#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect ledger over listings as their tools print them: one event that
# several counters have is booked once, and hides nothing that none has.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# balance NAME "PLACE=FRAMES ..." OPTION...: of the files before and after
balance()
{
	name=$1 want=$2
	shift 2
	"$nc" ledger --format json "$@" "$tmp/before" "$tmp/after" \
	    >"$tmp/l.json" 2>"$tmp/err" || bad "$name: exit $?: $(cat "$tmp/err")"
	for one in $want; do
		got=$(jq --arg p "${one%=*}" 'if $p == "residual" then .residual
		    else .places[] | select(.place == $p) | .frames end' \
		    "$tmp/l.json")
		[ "$got" = "${one#*=}" ] || bad "$name: ${one%=*} is $got, not ${one#*=}"
	done
}

# ---- Linux ---------------------------------------------------------------------
link()	# NUMBER NAME RX TX
{
	printf '%d: %s: <UP> mtu 1500 qdisc mq state UP\n' "$1" "$2"
	printf '    link/ether 02:00:00:00:00:0%d brd ff:ff:ff:ff:ff:ff\n' "$1"
	printf '    RX:  bytes packets errors dropped  missed   mcast\n'
	printf '      60 %d 0 0 0 0\n' "$3"
	printf '    TX:  bytes packets errors dropped carrier collsns\n'
	printf '      60 %d 0 0 0 0\n' "$4"
}
qdisc()	# HEAD PACKETS DROPS
{
	printf 'qdisc %s\n Sent 60 bytes %d pkt ' "$1" "$2"
	printf '(dropped %d, overlimits 0 requeues 0)\n' "$3"
	printf ' backlog 0b 0p requeues 0\n'
}
linux()	# IN OUT QDISC_DROPS OUT_DISCARDS OUT_NO_ROUTES TC_DROPS
{
	echo '$ ip -s link'
	link 2 eth0 "$1" 10
	link 3 eth1 10 "$2"
	echo '$ tc -s qdisc show dev eth1'
	qdisc 'mq 0: root' "$2" "$3"
	echo '$ tc -s qdisc show dev eth0'
	qdisc 'mq 0: root' 10 0
	qdisc 'clsact ffff: parent ffff:fff1' "$1" "$6"
	printf '$ nstat -az\n#kernel\nIpInReceives %d 0.0\n' "$1"
	printf 'IpForwDatagrams %d 0.0\nIpOutDiscards %d 0.0\n' "$1" "$4"
	printf 'IpOutNoRoutes %d 0.0\n' "$5"
}
linux 0 0 0 0 0 0 >"$tmp/before"
linux 900000 887000 3000 3000 0 0 >"$tmp/after"
balance "IpOutDiscards are its own" 'output_queue=3000 residual=10000' \
    --sent 900000
linux 900000 899300 700 700 0 0 >"$tmp/after"
balance "the same number" 'output_queue=700 residual=0' --sent 900000
linux 900000 890000 0 3000 0 0 >"$tmp/after"
balance "no drops of the queue" 'output_queue=0 residual=10000' --sent 900000
linux 900000 900000 0 0 3000 0 >"$tmp/after"
balance "IpOutNoRoutes are its own" 'ip_refused=null residual=0' --sent 900000
linux 900000 867000 0 0 0 33000 >"$tmp/after"
balance "tc at ingress" 'filter=33000 residual=0' --sent 900000
snmp()	# DISCARDS NO_ROUTES
{
	printf 'Ip: InReceives InHdrErrors ForwDatagrams OutDiscards OutNoRoutes\n'
	printf 'Ip: 9 0 9 %d %d\n' "$1" "$2"
}
proc()	# IN OUT: and for snmp()
{
	printf '$ ip -s link\n'
	link 2 eth0 "$1" 10
	link 3 eth1 10 "$2"
	printf '$ cat /proc/net/snmp\n'
	snmp "$3" "$4"
}
proc 0 0 0 0 >"$tmp/before"
proc 900000 890000 3000 2000 >"$tmp/after"
balance "/proc/net/snmp" 'ip_refused=0 output_queue=0 residual=10000' \
    --sent 900000

# ---- the BSDs --------------------------------------------------------------------
ip()	# RECEIVED FORWARDED NOT_FORWARDABLE NO_BUFS
{
	printf '$ netstat -s -p ip\nip:\n\t%d total packets received\n' "$1"
	printf '\t%d packets forwarded\n\t%d packets not forwardable\n' "$2" "$3"
	printf '\t%d output packets dropped due to no bufs, etc.\n' "$4"
}
freebsd()	# IN OUT DROP, and the rest for ip()
{
	printf '$ netstat -ind\nName Mtu Network Address Ipkts Ierrs Idrop Opkts '
	printf 'Oerrs Coll Drop\n'
	printf 'em0 1500 <Link#1> 02:00:00:00:00:01 %d 0 0 10 0 0 0\n' "$1"
	printf 'em1 1500 <Link#2> 02:00:00:00:00:02 10 0 0 %d 0 0 %d\n' "$2" "$3"
	ip "$1" "$4" "$5" "$6"
}
freebsd 0 0 0 0 0 0 >"$tmp/before"
freebsd 900000 880000 20000 880000 20000 0 >"$tmp/after"
balance "slow path" 'ip_refused=0 output_queue=20000 residual=0' \
    --sent 900000 --os FreeBSD
freebsd 900000 880000 5000 895000 0 5000 >"$tmp/after"
balance "fast path" 'ip_refused=0 output_queue=5000 residual=15000' \
    --sent 900000 --os FreeBSD
openbsd()	# IN OUT OFAIL NOT_FORWARDABLE
{
	printf '$ netstat -ni\nName Mtu Network Address Ipkts Ifail Opkts Ofail Colls\n'
	printf 'em0 1500 <Link> 02:00:00:00:00:01 %d 0 10 0 0\n' "$1"
	printf 'em1 1500 <Link> 02:00:00:00:00:02 10 0 %d %d 0\n' "$2" "$3"
	ip "$1" "$2" "$4" 0
}
openbsd 0 0 0 0 >"$tmp/before"
openbsd 900000 880000 20000 20000 >"$tmp/after"
balance "OpenBSD" 'ip_refused=0 output_queue=20000 residual=0' \
    --sent 900000 --os OpenBSD
netisr()	# SYSCTL STREAM STREAM6
{
	printf '$ sysctl net.inet.ip.intr_queue_drops '
	printf 'net.inet6.ip6.intr_queue_drops\n'
	printf 'net.inet.ip.intr_queue_drops: %d\n' "$1"
	printf 'net.inet6.ip6.intr_queue_drops: %d\n' "$3"
	printf '$ netstat -Q\nWorkstreams:\n'
	printf 'WSID CPU Name Len WMark Disp%sd HDisp%sd QDrops Queued Handled\n' \
	    "'" "'"
	printf '   0   0   ip   0 256 9 0 %d 9 9\n' "$2"
	printf '   0   0   ip6  0 256 9 0 %d 9 9\n' "$3"
}
{
	freebsd 0 0 0 0 0 0
	netisr 5 5 6
} >"$tmp/before"
{
	freebsd 898900 898900 0 898900 0 0
	netisr 1005 1005 106
} >"$tmp/after"
balance "netisr" 'input_queue=1100 residual=0' --sent 900000 --os FreeBSD

# ---- inside or outside -----------------------------------------------------------
card()	# IN IERRS IDROP OUT
{
	printf '$ netstat -ind\nName Mtu Network Address Ipkts Ierrs Idrop Opkts '
	printf 'Oerrs Coll Drop\n'
	printf 'igb0 1500 <Link#1> 02:00:00:00:00:01 %d %d %d 10 0 0 0\n' \
	    "$1" "$2" "$3"
	printf 'igb1 1500 <Link#2> 02:00:00:00:00:02 10 0 0 %d 0 0 0\n' "$4"
	ip "$1" "$4" 0 0
}
card 0 0 0 0 >"$tmp/before"
card 900000 60000 60000 900000 >"$tmp/after"
balance "missed among the errors" 'nic_error=0 nic_ring=60000 residual=0' \
    --sent 960000 --os FreeBSD
"$nc" ledger --format table --since-boot --in igb0 --out igb1 --os FreeBSD \
    "$tmp/after" >"$tmp/out" || bad "--since-boot: exit $?"
grep -q 'igb0 counts its drops outside its packets (assumed: ' "$tmp/out" ||
	bad "--since-boot: $(cat "$tmp/out")"
grep -q nearer "$tmp/out" && bad "--since-boot knows what was sent"

# ---- what cannot be balanced -----------------------------------------------------
refused()	# WORDS FILE...
{
	words=$1
	shift
	"$nc" ledger --sent 900000 --os "FreeBSD 13" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status -ne 1 ] || ! grep -q "$words" "$tmp/err"; then
		bad "$words: status $status: $(cat "$tmp/err")"
	fi
}
refused 'the counters of igb1 fell between the readings: they were reset, or' \
    "$tmp/after" "$tmp/before"
refused 'did not move on any interface' "$tmp/after" "$tmp/after"
sed 's/900000/900K/g; s/-ind/-hind/; s/1500/1.5K/' "$tmp/after" |
	sed '/netstat -s/,$d' >"$tmp/scaled"
refused 'scaled: scaled figures (netstat -h)' "$tmp/scaled" "$tmp/scaled"
refused 'scaled: scaled figures (netstat -h)' "$tmp/before" "$tmp/scaled"
refused 'scaled: scaled figures (netstat -h)' --since-boot --in igb0 \
    --out igb1 "$tmp/scaled"

[ "$fails" = 0 ]
