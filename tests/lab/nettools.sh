#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# net-tools' netstat -s and -s6 beside the kernel's own files, in a namespace
# where nothing else goes on: the same names with the same values, and the
# same counters.
# shellcheck disable=SC2016 # jq has variables too
set -u
build=${BUILD:-build}
nc=$build/netcollect blast=$build/netblast
for program in "$nc" "$blast"; do
	[ -x "$program" ] || { echo "no $program"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 77; }
for tool in ip jq netstat ping; do # of several words sh may look for the first
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
netstat --version 2>/dev/null | grep -q net-tools || {
	echo "needs netstat of net-tools"
	exit 77
}
tmp=$(mktemp -d) || exit 1
n=nbns$$
trap 'ip netns del "$n" 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

inside()
{
	ip netns exec "$n" env LC_ALL=C "$@"
}

ip netns add "$n" && ip -n "$n" link set lo up || exit 77
inside ping -q -c 2 -i 0.2 127.0.0.1 >/dev/null || bad "ping"
inside ping -q -c 2 -i 0.2 ::1 >/dev/null || bad "ping ::1"
for to in 127.0.0.1 ::1; do # nobody listens
	inside "$blast" -e udp -n 40 -r 1k -p 5009 $to >/dev/null 2>&1
done
inside ip route add unreachable 198.18.0.0/15
inside ping -q -c 1 198.18.0.1 >/dev/null 2>&1 # no route out

# what is read of FILE...: names and values
values()
{
	"$nc" read --format json "$@" | jq '[.listings[].data.counters] | add'
}
for f in snmp netstat snmp6; do
	inside cat /proc/net/$f >"$tmp/$f"
done
inside netstat -s >"$tmp/s"
inside netstat -s6 >"$tmp/s6"
values "$tmp/s" >"$tmp/s.json"
values "$tmp/s6" >"$tmp/s6.json"
values "$tmp/snmp" "$tmp/netstat" "$tmp/snmp6" >"$tmp/kernel.json"

# holds NAME FILTER: of what netstat said and what the kernel said
holds()
{
	jq -e -n --slurpfile s "$tmp/s.json" --slurpfile s6 "$tmp/s6.json" \
	    --slurpfile k "$tmp/kernel.json" '$s[0] as $s | $s6[0] as $s6 |
	    $k[0] as $k | '"$2" >"$tmp/out" || bad "$1: $(cat "$tmp/out")"
}
holds "many" '($s | length) > 25 and ($s6 | length) > 12'
holds "every value is the kernel's" '($s + $s6) | to_entries |
    map(select($k[.key] != .value)) | if . == [] then true else ., false end'
# what it never shows, in any version
holds "nothing that moved is missing" '[$k | to_entries[] |
    select(.value != 0) | .key] - ($s + $s6 | keys) -
    ["IpDefaultTTL", "IpForwarding", "TcpRtoAlgorithm", "TcpRtoMin",
    "TcpRtoMax"] | if . == [] then true else ., false end'
holds "traffic" '$s.UdpNoPorts == 40 and $s6.Udp6NoPorts == 40 and
    $s.IcmpInEchos == 2 and $s6.Icmp6InEchos == 2'

# the counters: each that netstat gives is that of the file
for two in "s snmp netstat" "s6 snmp6"; do
	# shellcheck disable=SC2086
	set -- $two
	for f in "$@"; do
		{ echo "== before =="; cat "$tmp/$f"
		echo "== after =="; cat "$tmp/$f"; } >"$tmp/pair"
		"$nc" diff --format json "$tmp/pair" | jq -c \
		    '.differences[] | [.name, .instance, .after]'
	done >"$tmp/all" 2>"$tmp/err" || bad "diff: $(cat "$tmp/err")"
	sort "$tmp/all" | uniq -c | awk '$1 == 1' >"$tmp/once"
	# those of UDP over IPv6 are not shown while they are 0
	grep -v '"udp\.[a-z]*buf_errors","6",0' "$tmp/once" >"$tmp/odd"
	[ -s "$tmp/odd" ] && bad "$1: not in both: $(cat "$tmp/odd")"
	[ "$(wc -l <"$tmp/all")" -gt 20 ] || bad "$1: $(cat "$tmp/all")"
done
[ "$fails" = 0 ]
