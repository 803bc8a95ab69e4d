#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect ledger over a Linux firewall's rules as people paste them: the
# drops are in the filter's place once, whichever listings show them, and a
# rule whose drops nothing tells exactly makes the place not measured.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# ports IN OUT
ports()
{
	printf '$ cat /proc/net/dev\nInter-|   Receive                    '
	printf '                            |  Transmit\n'
	printf ' face |bytes packets errs drop fifo frame compressed multicast'
	printf '|bytes packets errs drop fifo colls carrier compressed\n'
	printf '  eth0: 0 %d 0 0 0 0 0 0 0 10 0 0 0 0 0 0\n' "$1"
	printf '  eth1: 0 10 0 0 0 0 0 0 0 %d 0 0 0 0 0 0\n' "$2"
}

# balance NAME FILTER [RESIDUAL]: 5000 of 900000 were dropped; rules() DROPPED
balance()
{
	{ ports 0 0; rules 0; } >"$tmp/before"
	{ ports 900000 895000; rules 5000; } >"$tmp/after"
	"$nc" ledger --format json --sent 900000 --os Linux "$tmp/before" \
	    "$tmp/after" >"$tmp/l.json" 2>"$tmp/err" ||
	    bad "$1: exit $?: $(cat "$tmp/err")"
	same "$1: filter" "$(jq '.places[] | select(.place == "filter") |
	    .frames' "$tmp/l.json")" "$2"
	same "$1: residual" "$(jq .residual "$tmp/l.json")" "${3-0}"
	# the same in one text, between marks
	{ echo "== before =="; cat "$tmp/before"
	  echo "== after =="; cat "$tmp/after"; echo '$ '; } >"$tmp/both"
	[ "$1" = "-v -S, cut perhaps" ] || same "$1, in one" "$("$nc" ledger --sent 900000 --os Linux "$tmp/both" |
	    jq '.places[] | select(.place == "filter") | .frames')" "$2"
}

heading=' pkts bytes target     prot opt in     out     source      destination'
list()	# COMMAND POLICY DROPPED BY-POLICY
{
	printf '$ %s\nChain INPUT (policy ACCEPT 9 packets, 540 bytes)\n%s\n\n' \
	    "$1" "$heading"
	printf 'Chain FORWARD (policy %s %s packets, 60 bytes)\n%s\n' "$2" "$4" \
	    "$heading"
	printf '  12M  720M ACCEPT     all  --  *      *       10.0.0.0/8  0.0.0.0/0\n'
	printf '%s %s BAD        all  --  eth0   *       0.0.0.0/0   0.0.0.0/0\n' \
	    "$3" "$3"
	printf '\nChain OUTPUT (policy DROP 77 packets, 4620 bytes)\n%s\n\n' \
	    "$heading"
	printf 'Chain BAD (1 references)\n%s\n' "$heading"
	printf '%s %s DROP       all  --  *      *       0.0.0.0/0   0.0.0.0/0\n' \
	    "$3" "$3"
}
saved()	# COMMAND POLICY DROPPED BY-POLICY
{
	printf '$ %s\n-P INPUT ACCEPT -c 9 540\n-P FORWARD %s -c %s 60\n' "$1" \
	    "$2" "$4"
	printf '%s\n' '-P OUTPUT DROP -c 77 4620' '-N BAD'
	printf '%s\n' '-A FORWARD -s 10.0.0.0/8 -c 12000000 720000000 -j ACCEPT'
	printf '%s\n' "-A FORWARD -i eth0 -c $3 60 -j BAD" "-A BAD -c $3 60 -j DROP"
}

# ---- iptables -L and -S ---------------------------------------------------------
rules() { list "iptables -vnL" ACCEPT "$1" 7; }
balance "-vnL" 5000
rules() { list "iptables -vnL" DROP $(($1 - $1 / 5)) $(($1 / 5)); }
balance "-vnL, by a policy" 5000
# neither exactly 100000 then nor 105000 now
rules() { list "iptables -vnL" ACCEPT "$((($1 + 100000) / 1000))K" 7; }
balance "-vnL, rounded" null 5000
rules() { list "iptables -vnL" DROP "$1" "100K"; }
balance "-vnL, a rounded policy" null 5000
rules() { saved "iptables -v -S" ACCEPT "$1" 7; }
balance "-v -S" 5000
rules() { saved "iptables -v -S" DROP $(($1 - $1 / 5)) $(($1 / 5)); }
balance "-v -S, by a policy" 5000
rules() { saved "iptables -S" ACCEPT "$1" 7 | sed 's/ -c [0-9]* [0-9]*//'; }
balance "-S without counters" null 5000
# that nothing drops is known where the listing's end is
rules() { saved "iptables -v -S" ACCEPT "$1" 7 | sed '/^-A BAD/d'; echo '$ '; }
balance "-v -S, nothing drops" 0 5000
rules() { saved "iptables -v -S" ACCEPT "$1" 7 | sed '/^-A BAD/d'; }
balance "-v -S, cut perhaps" null 5000
# the same packets, shown twice
rules()
{
	list "iptables -vnL" DROP $(($1 - $1 / 5)) $(($1 / 5))
	saved "iptables -v -S" DROP $(($1 - $1 / 5)) $(($1 / 5))
}
balance "-vnL and -v -S" 5000
rules()
{
	list "iptables -vnL" DROP "${1%000}K" $(($1 / 5))
	saved "iptables -v -S" DROP $(($1 - $1 / 5)) $(($1 / 5))
}
balance "the exact one of the two" 5000
# two families, two tables, each of its own
rules()
{
	saved "iptables -v -S" ACCEPT $(($1 / 5)) 7
	saved "ip6tables -v -S" ACCEPT $(($1 * 3 / 5)) 7 |
	    sed 's,10.0.0.0/8,fe80::/10,'
	printf '$ iptables -t raw -v -S\n-P PREROUTING DROP -c %d 9\n' \
	    $(($1 / 5))
	printf '%s\n' '-P OUTPUT ACCEPT -c 1 1'
}
balance "families and tables" 5000
# of which program the second is nobody tells: its policy may drop of the same
rules()
{
	saved "iptables -v -S; ip6tables -v -S" ACCEPT "$1" 7
	saved "iptables -v -S; ip6tables -v -S" DROP 3 7 |
	    sed '1d; s/-s 10.0.0.0.8 //'
}
balance "two programs in one command" null 5000

# ---- nft ---------------------------------------------------------------------------
nft()	# COMMAND POLICY DROPPED BY-COUNTER HANDLES
{
	printf '$ %s\ntable inet fw { # handle 1\n\tcounter lost {\n' "$1"
	printf '\t\tpackets %d bytes 60\n\t}\n\n\tset s {\n' "$4"
	printf '\t\ttype ipv4_addr\n\t\telements = { 10.0.0.1, 10.0.0.2,\n'
	printf '\t\t\t     10.0.0.3 }\n\t}\n\n\tchain forward {\n'
	printf '\t\ttype filter hook forward priority filter; policy %s;\n' "$2"
	printf '\t\tip saddr @s counter packets %d bytes 9 drop%s\n' "$3" \
	    "${5:+ # handle 5}"
	printf '\t\tudp dport 9 counter name "lost" reject%s\n' \
	    "${5:+ # handle 6}"
	printf '\t\tcounter packets 12000000 bytes 720000000 accept%s\n' \
	    "${5:+ # handle 7}"
	printf '\t}\n}\n'
}
rules() { nft "nft list ruleset" accept $(($1 / 5)) $(($1 - $1 / 5)); }
balance "nft list ruleset" 5000
rules() { nft "nft -a list ruleset" accept "$1" 0 yes; }
balance "nft -a" 5000
# all that comes to the policy was accepted before
rules() { nft "nft list ruleset" drop "$1" 0; }
balance "nft, a policy that nothing comes to" 5000
rules() { nft "nft list ruleset" drop "$1" 0 | sed '/12000000/d'; }
balance "nft, a policy" null 5000
rules() { nft "nft list ruleset" accept "$1" 0 | sed 's/counter name "lost"//'; }
balance "nft, a rule without a counter" null 5000
rules() { nft "nft -s list ruleset" accept "$1" 0 | sed 's/ packets.*bytes [0-9]*//'; }
balance "nft -s" null 5000
rules() { nft "nft list ruleset" accept "$1" 0 | sed 's/^[[:blank:]]*//'; }
balance "nft, not indented" 5000
rules() { nft "nft list ruleset" accept "$1" 0 | sed '/chain/i [...]'; }
balance "nft, something left out" 5000
rules()
{
	nft "nft list ruleset" accept "$1" 0 | sed '/saddr/,/dport/d'
	echo '$ '
}
balance "nft, nothing drops" 0 5000
rules() { nft "nft list table inet fw" accept "$1" 0 | sed '/saddr/,/dport/d'; echo '$ '; }
balance "nft, other tables may" null 5000
# one table after the other: no before and after
rules()
{
	nft "nft list table inet fw" accept $(($1 / 5)) 0
	nft "nft list table inet other" accept $(($1 - $1 / 5)) 0 |
	    sed 's/ fw/ other/'
}
balance "nft, by table" 5000
json()	# DROPPED
{
	cat <<EOF
\$ nft -j list ruleset
{"nftables": [{"chain": {"family": "ip", "table": "filter", "name": "FORWARD", "handle": 1, "type": "filter", "hook": "forward", "prio": 0, "policy": "accept"}}, {"rule": {"family": "ip", "table": "filter", "chain": "FORWARD", "handle": 5, "expr": [{"counter": {"packets": $1, "bytes": 100}}, {"xt": {"type": "target", "name": "REJECT"}}]}}]}
EOF
}
text()	# DROPPED COMMENT
{
	printf '$ nft list ruleset\n# Warning: table ip filter is managed by '
	printf 'iptables-nft, do not touch!\ntable ip filter {\n'
	printf '\tchain FORWARD {\n\t\ttype filter hook forward priority 0; '
	printf 'policy accept;\n\t\tcounter packets %d bytes 100 reject\n' "$1"
	printf '\t}\n}\n'
}
short()	# DROPPED
{
	printf '$ iptables -v -S\n-P INPUT ACCEPT -c 1 1\n'
	printf '%s\n' '-P FORWARD ACCEPT -c 7 7' '-P OUTPUT ACCEPT -c 1 1'
	printf '%s\n' "-A FORWARD -c $1 100 -j REJECT"
}
rules() { json "$1"; }
balance "nft -j, iptables' REJECT" 5000
rules() { json "$1"; text "$1"; short "$1"; }
balance "nft -j, nft and -v -S" 5000
rules() { short "$1"; text "$1"; }
balance "-v -S and nft" 5000

[ "$fails" = 0 ]
