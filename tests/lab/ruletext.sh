#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A firewall's rules as text beside nft -j and iptables-save -c, in a namespace
# whose packets they count: the same counters.
# shellcheck disable=SC2016 # jq has variables too
set -u
build=${BUILD:-build}
nc=$build/netcollect
[ -x "$nc" ] || { echo "no $nc"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
for tool in ip nft iptables-save ip6tables-save jq ping; do # of several words sh may look for the first
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
tmp=$(mktemp -d) || exit 1
n=nbrt$$
trap 'ip netns del "$n" 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

inside()
{
	ip netns exec "$n" env LC_ALL=C "$@"
}

# pings: of four sizes, 3 to 6 of each, through every rule there is
pings()
{
	for size in 100 200 300 400; do
		inside ping -q -c $((2 + size / 100)) -i 0.01 -W 0.2 -s $size \
		    127.0.0.1 >/dev/null
	done
}

# said NAME COMMAND...: what is read of it, as name, instance and value
said()
{
	name=$1
	shift
	{ echo "\$ $*"; inside "$@" 2>/dev/null; echo '$ '; } >"$tmp/$name"
	"$nc" read --format json "$tmp/$name" | jq -S '[.listings[].data |
	    {n_rules, hooked, flowtables, rules}]' >"$tmp/$name.data"
	"$nc" read --format table "$tmp/$name" |
	    sed -n 's/^  \(filter[^ ]*\) \(.* \)\([0-9,]*\)$/\3 \1 \2/p' |
	    tr -s ' ' | tr -d , | sort >"$tmp/$name.all"
	cut -d ' ' -f 1,2 "$tmp/$name.all" >"$tmp/$name.values"
}

# alike NAME WANTED FILE
alike()
{
	diff "$tmp/$2.$3" "$tmp/$1.$3" >"$tmp/diff" ||
		bad "$1, beside $2: $(head -n 20 "$tmp/diff")"
}

ip netns add "$n" && ip -n "$n" link set lo up || exit 77
inside nft -f - <<'END' || exit 77
table inet t {
	counter lost {
		comment "named } here"
	}
	set many {
		type ipv4_addr
		elements = { 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, 10.0.0.5 }
	}
	chain pre {
		type filter hook prerouting priority filter; policy accept;
		ip saddr @many counter drop comment "none { # handle 7"
		ip length 128 icmp type echo-request counter drop
		ip length 228 icmp type echo-request counter name "lost" drop
		ip length 328 counter log prefix "drop it: " jump other
		meta l4proto { tcp, udp } counter accept
		limit rate over 1000/second counter drop
		counter meta mark set 0x1
	}
	chain other {
		icmp type vmap { echo-reply : accept, 42 : drop }
		counter reject
	}
}
END
pings
said json nft -j list ruleset
said handles nft -a list ruleset
said text nft list ruleset
alike handles json all
alike handles json data
alike text json values
grep -c "filter.drops" "$tmp/json.values" | grep -qx '[4-9]' ||
    bad "too few that drop: $(cat "$tmp/json.all")"
awk '/filter.drops/ { sum += $1 } END { exit sum < 12 }' "$tmp/json.values" ||
    bad "too little was dropped: $(cat "$tmp/json.all")"
inside nft flush ruleset

# ---- iptables ------------------------------------------------------------------
i="inside iptables"
$i -t mangle -N BAD
$i -t mangle -A PREROUTING -p icmp -m length --length 128 -j DROP
$i -t mangle -A PREROUTING -p icmp -m length --length 228 \
    -m comment --comment "to -c 1 2 -j ACCEPT" -g BAD
$i -t mangle -A BAD -p icmp -j DROP
$i -t mangle -A PREROUTING -p udp
$i -t mangle -A PREROUTING -p icmp -m length --length 328 -j ACCEPT
$i -t mangle -A PREROUTING -p icmp -j ACCEPT
$i -t mangle -P PREROUTING DROP
pings
said save iptables-save -c -t mangle
said S iptables -t mangle -v -S
said L iptables -t mangle -vnL
said exact iptables -t mangle -L -v -n -x --line-numbers
alike S save all
alike L save values
alike exact save values
awk '/filter.drops/ { sum += $1 } END { exit sum < 7 }' "$tmp/save.values" ||
    bad "too little was dropped: $(cat "$tmp/save.all")"

[ "$fails" = 0 ]
