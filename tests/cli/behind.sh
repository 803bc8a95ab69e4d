#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# `a; b` prints two listings with nothing between them: the last row of the
# first may be a wide one, as if mail had broken it, and the first row of the
# second may have as many fields. Both are read, each as if it stood alone.
set -u
nc=${BUILD:-build}/netcollect
data=$(dirname "$0")/../data/variants
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

cat >"$tmp/ifcounters" <<'EOT'
Name    Mtu Network       Address              Ipkts Ierrs    Opkts Oerrs  Coll
em0    1500 <Link#1>      00:0e:0c:aa:bb:01  1000000    12      500     0     0
EOT
cat >"$tmp/softnet" <<'EOT'
00a1b2c3 00000000 0000021f 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
EOT
cat >"$tmp/vmstat" <<'EOT'
 procs      memory      page                    disks     faults         cpu
 r b w     avm    fre   flt  re  pi  po    fr  sr ad0 ad1   in   sy   cs us sy id
 1 0 0   89712 412004     3   0   0   0     2   0   0   0  329  106  275  0  1 99
EOT
cat >"$tmp/iplink" <<'EOT'
3: eth1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT qlen 1000
    link/ether 02:00:00:00:00:01 brd ff:ff:ff:ff:ff:ff
    RX: bytes  packets  errors  dropped missed  mcast
    100 10 0 0 0 0
    TX: bytes  packets  errors  dropped carrier collsns
    42000000 700000 0 3 0 0
EOT

# listings COMMAND FILE
listings()
{
	"$nc" read --format json --command "$1" "$2" 2>"$tmp/err" |
	    jq -c '.listings[] | [.kind, .data]'
}

n=0
while read -r name command; do
	first=$data/$name.txt
	[ "$name" != iplink ] || first=$tmp/iplink
	for second in ifcounters softnet vmstat iplink; do
		[ "$name" != "$second" ] || continue
		n=$((n + 1))
		{ listings "$command" "$first"; listings "" "$tmp/$second"; } \
		    >"$tmp/want"
		cat "$first" "$tmp/$second" >"$tmp/both"
		listings "$command" "$tmp/both" >"$tmp/have"
		cmp -s "$tmp/want" "$tmp/have" ||
			bad "$name, $second: $(diff "$tmp/want" "$tmp/have")"
	done
done <<'EOT'
iplink ip -s link
freebsd-13.2_ipfw-show ipfw show
freebsd-13.2_pfctl-vsi pfctl -vsi
freebsd-13.2_pfctl-vsr pfctl -vsr
openbsd-7.4_pfctl-vvsr pfctl -vvsr
netbsd-9.3_ipfstat-hio ipfstat -hio
linux-6.1_tc-s-qdisc tc -s qdisc
linux-6.1_top-1_german top -b
linux-6.1_mpstat_12h mpstat -P ALL 1
linux-2.6.18_mpstat mpstat -P ALL 1
linux-6.1_ifstat-loop ifstat
EOT
[ $n -ge 40 ] || bad "$n pairs"
[ "$fails" = 0 ]
