#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The fingerprint of a router in a namespace: what snapshots tell of it, and
# that diff names exactly what was changed between two.
set -u
nc=${BUILD:-build}/netcollect
r=nbfr$$
tmp=$(mktemp -d) || exit 1
# by the trap
# shellcheck disable=SC2317
clean()
{
	ip netns del $r 2>/dev/null
	rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP
skip()
{
	echo "skip: $1"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "needs root"
for tool in ip nft jq ethtool; do
	command -v $tool >/dev/null || skip "no $tool"
done
ip netns add $r 2>/dev/null || skip "no namespaces"
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# holds NAME JQ: the expression is true in the document
holds()
{
	[ "$(jq -c "$2" "$tmp/$1.json" 2>&1)" = true ] && return
	bad "$1: $2"
	jq -c '.fingerprint, .notes' "$tmp/$1.json" 2>&1 | cut -c1-3000
}

# take NAME ARGUMENT...
take()
{
	name=$1
	shift
	"$nc" snapshot --on netns:$r -o "$tmp/$name.json" "$@" \
	    2>"$tmp/$name.err" || bad "$name: $(cat "$tmp/$name.err")"
}

# differ BEFORE AFTER: what changed of all but notes, a line each
differ()
{
	"$nc" diff --format json "$tmp/$1.json" "$tmp/$2.json" \
	    >"$tmp/diff.json" || bad "diff $1 $2: exit $?"
	jq -r '.fingerprint.changed[] | select(.class != "notes") |
	    "\(.class) \(.key) \(.before) \(.after)"' "$tmp/diff.json"
}

# changed BEFORE AFTER: whatever the class is, names of hosts and addresses too
changed()
{
	differ "$1" "$2" >/dev/null
	jq -r '.fingerprint.changed[] | "\(.class) \(.key) \(.before) \(.after)"' \
	    "$tmp/diff.json"
}

ip -n $r link set lo up
ip -n $r link add r0 type veth peer name r1 || skip "no veth"
ip netns exec $r sysctl -qw net.ipv6.conf.all.disable_ipv6=1
ip -n $r addr add 198.18.0.1/24 dev r0
ip -n $r link set r0 up
ip -n $r link set r1 up
# as a VLAN is called, which not every kernel has
ip -n $r link add r0.44 type veth peer name r2 || exit 1
ip netns exec $r sysctl -qw net.ipv4.ip_forward=1
ip netns exec $r ethtool -K r0 gro on >/dev/null 2>&1
ip netns exec $r nft -f - <<RULES
table inet t {
	chain forward {
		type filter hook forward priority 0; policy accept;
		udp dport 9 counter drop
	}
}
RULES

# ---- what there is ------------------------------------------------------------
take before --fingerprint
take again --fingerprint
kernel=$(uname -r)
holds before '.fingerprint.subject | .os == "Linux" and
    .kernel == "'"$kernel"'" and .["if.r0.mtu"] == 1500 and
    .["if.r0.driver"] == "veth" and .["if.r0.44.parent"] == "r2" and
    .["forwarding.ip"] == true and .["if.r0.rps.0"] == 0 and
    .["firewall.nft.enabled"] == true and .["firewall.nft.rules"] == 1 and
    (.["firewall.nft.hash"] | test("^[0-9a-f]{16}$"))'
holds before '.fingerprint.method | .["if.r0.gro"] == true and
    .["if.r0.pause"] == "none" and .["if.r0.44.vlan"] == null and
    has("if.lo.gro") == false'
holds before '.fingerprint.bench | .cpus_online == '"$(getconf \
    _NPROCESSORS_ONLN)"' and .machine == "'"$(uname -m)"'" and
    .["if.r0.speed_mbps"] == null and has("if.r0.speed_mbps")'
holds before '.fingerprint.from | .["kernel"] == "uname" and
    .["if.r0.gro"] == "offloads" and has("if.r0.speed_mbps") == false'
# of this network and no other: /sys too
holds before '[.fingerprint.subject | keys[] |
    capture("^if[.](?<i>.*)[.]mtu$").i] | sort == ["r0", "r0.44", "r1", "r2"]'
holds before '[.fingerprint.subject | keys[] |
    capture("^if[.](?<i>.*)[.]napi_threaded$").i] | sort == ["r0", "r0.44", "r1", "r2"]'
same "nothing changed" "$(changed before again)" ""
# a clock, steal and the like are no change
jq '(.listings[] | select(.kind == "procstat") | .text) |=
    sub("^(?<h>cpu +([0-9]+ ){7})[0-9]+"; "\(.h)987654321")' \
    "$tmp/again.json" >"$tmp/steal.json"
same "moved by itself" "$(changed before steal)" ""
same "steal" "$(jq -c '[.fingerprint.moving[] | select(.key ==
    "cpu.steal_ticks") | .after]' "$tmp/diff.json")" "[987654321]"
jq -e '.fingerprint.unchanged > 80' "$tmp/diff.json" >/dev/null ||
    bad "unchanged: $(jq .fingerprint.unchanged "$tmp/diff.json")"

# ---- each change by its name ----------------------------------------------------
ip -n $r link set r0.44 mtu 1400
take mtu --fingerprint
same "MTU" "$(differ again mtu)" "subject if.r0.44.mtu 1500 1400"
ip netns exec $r ethtool -K r0 gro off >/dev/null 2>&1
take gro --fingerprint
same "offload" "$(changed mtu gro)" "method if.r0.gro true false"
# of two sysctls with one value each, and of one interface's own
ip netns exec $r sysctl -qw net.ipv4.conf.all.rp_filter=1 ||
    bad "no rp_filter"
take rpf --fingerprint
same "rp_filter" "$(changed gro rpf)" "subject forwarding.reverse_path 0 1"
ip netns exec $r sysctl -qw net.ipv4.conf.r0.rp_filter=2
take rpf0 --fingerprint
same "rp_filter of r0" "$(changed rpf rpf0)" "subject if.r0.reverse_path 0 2"
ip -n $r link set r0 txqueuelen 500
take txq --fingerprint
same "queue length" "$(changed rpf0 txq)" "subject if.r0.tx_queue_len 1000 500"
# what a qdisc is set to
cp "$tmp/txq.json" "$tmp/gro.json"
if tc -n $r qdisc add dev r1 root pfifo limit 100 2>/dev/null; then
	take qdisc --fingerprint
	tc -n $r qdisc change dev r1 root pfifo limit 60 ||
		tc -n $r qdisc replace dev r1 root pfifo limit 60
	take gro --fingerprint
	same "qdisc" "$(changed txq qdisc)" \
	    'subject if.r1.qdisc noqueue pfifo {"limit":100}'
	same "qdisc set" "$(changed qdisc gro)" \
	    'subject if.r1.qdisc pfifo {"limit":100} pfifo {"limit":60}'
fi
ip netns exec $r nft add rule inet t forward udp dport 7 counter drop
take rule --fingerprint
same "rule" "$(differ gro rule | cut -d' ' -f1-2)" \
    "subject firewall.nft.rules
subject firewall.nft.hash"
same "rules" "$(jq -c '.fingerprint.changed[] | select(.key ==
    "firewall.nft.rules") | [.before, .after]' "$tmp/diff.json")" "[1,2]"
ip netns exec $r sysctl -qw net.ipv4.ip_forward=0
ip netns exec $r sh -c 'echo 1 >/sys/class/net/r0/queues/rx-0/rps_cpus' ||
    bad "no RPS"
ip -n $r link del r0.44
take more --fingerprint
same "several" "$(differ rule more | grep -v 'if\.r0\.44\.\|if\.r2\.')" \
    "subject if.r0.rps.0 0 1
subject forwarding.ip true false"
same "gone" "$(differ rule more | grep -c 'if\.r0\.44\..* null$')" \
    "$(jq '[.fingerprint | .method, .bench, .subject | to_entries[] |
    select((.key | startswith("if.r0.44.")) and .value != null)] | length' \
    "$tmp/rule.json")"

# ---- what a set holds costs a router seconds to tell -------------------------------
ip netns exec $r nft -f - <<RULES
table inet t {
	set s {
		type ipv4_addr
		elements = { 198.18.7.1, 198.18.7.2 }
	}
}
RULES
take sets
holds sets '(.listings[] | select(.kind == "nft") | .text |
    contains("\"name\": \"s\"") and (contains("198.18.7.1") | not)) and
    .fingerprint.subject["firewall.nft.rules"] == 2'
ip netns exec $r nft delete set inet t s

# ---- counters of a rule are not its text ------------------------------------------
ip netns exec $r ping -q -c 2 198.18.0.1 >/dev/null 2>&1
ip netns exec $r nft flush ruleset
ip netns exec $r nft -f - <<RULES
table inet t {
	chain forward {
		type filter hook forward priority 0; policy accept;
		udp dport 9 counter packets 5 bytes 300 drop
		udp dport 7 counter drop
	}
}
RULES
take loaded --fingerprint
same "loaded anew" "$(differ more loaded)" ""

# ---- what a plain snapshot measures, and a table ------------------------------------
take plain
holds plain '.fingerprint.subject | .["if.r0.mtu"] == 1500 and
    .["if.r0.driver"] == null and has("if.r0.driver") and
    .["firewall.nft.rules"] == 2'
holds plain '.fingerprint.bench.cpu_model == null'
same "measured once" "$(differ loaded plain)" ""
jq -e '.fingerprint.not_measured > 20' "$tmp/diff.json" >/dev/null ||
    bad "not measured: $(jq .fingerprint.not_measured "$tmp/diff.json")"
"$nc" diff --format table "$tmp/again.json" "$tmp/gro.json" >"$tmp/table"
grep -q '^method   if\.r0\.gro  *true -> false$' "$tmp/table" ||
    bad "table: $(cat "$tmp/table")"
grep -Eq '^fingerprint: [0-9]+ changed, [0-9]+ unchanged, [0-9]+ not measured' \
    "$tmp/table" || bad "table: $(tail -n 1 "$tmp/table")"
[ $fails = 0 ]
