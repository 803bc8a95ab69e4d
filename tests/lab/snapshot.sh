#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A router in a namespace, traffic through it, and netcollect's snapshots
# against what ip, tc and nft say themselves; then the ledger of the blast.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
nb=$BUILD/netblast
g=nbsg$$ r=nbsr$$ s=nbss$$
tmp=$(mktemp -d) || exit 1
# by the trap
# shellcheck disable=SC2317
clean()
{
	for n in $g $r $s; do
		ip netns del "$n" 2>/dev/null
	done
	rm -rf "$tmp"
}
trap clean EXIT INT TERM
skip()
{
	echo "skip: $1"
	exit 77
}
[ "$(id -u)" = 0 ] || skip "needs root"
for tool in ip tc nft jq ethtool; do
	command -v $tool >/dev/null || skip "no $tool"
done
[ -x "$nb" ] || skip "no netblast"
ip netns add $g 2>/dev/null || skip "no namespaces"
ip netns add $r && ip netns add $s || exit 1
bad=0

check()
{
	[ "$(jq -c "$3" "$2" 2>&1)" = true ] && return
	echo "FAIL: $1: $3"
	jq -c . "$2" 2>&1 | cut -c1-1500
	bad=1
}

same()
{
	[ "$2" = "$3" ] && return
	echo "FAIL: $1: snapshot $2, tool $3"
	bad=1
}

# value FILE NAME INSTANCE
value()
{
	jq -r --arg n "$2" --arg i "$3" '.counters[] |
	    select(.name == $n and .instance == $i) | .value' "$1"
}

# ---- lab -------------------------------------------------------------------
ip -n $g link add g0 index 101 type veth \
    peer name r0 index 102 netns $r || exit 1
ip -n $s link add s0 index 103 type veth \
    peer name r1 index 104 netns $r || exit 1
for n in $g $r $s; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1
	ip -n "$n" link set lo up
done
ip -n $g addr add 198.18.0.1/24 dev g0
ip -n $r addr add 198.18.0.2/24 dev r0
ip -n $r addr add 198.18.1.2/24 dev r1
ip -n $s addr add 198.18.1.1/24 dev s0
ip -n $g link set g0 up
ip -n $r link set r0 up
ip -n $r link set r1 up
ip -n $s link set s0 up
ip -n $g route add default via 198.18.0.2
ip -n $s route add default via 198.18.1.2
ip netns exec $r sysctl -qw net.ipv4.ip_forward=1
# nobody answers: unreachables would be foreign frames
ip netns exec $s nft -f - <<RULES
table inet q {
	chain input {
		type filter hook input priority 0; policy accept;
		udp dport 9 drop
	}
}
RULES
ip netns exec $r nft -f - <<RULES
table inet t {
	chain forward {
		type filter hook forward priority 0; policy accept;
		numgen inc mod 10 0 counter drop
		ip daddr 203.0.113.1 counter drop
		udp dport 7 counter accept
	}
	chain input {
		type filter hook input priority 0; policy drop;
		accept
	}
}
RULES
ip netns exec $r tc qdisc add dev r1 root tbf rate 4mbit burst 3000 \
    limit 20000 || skip "no tbf"

# take NAME: the router before or after
take()
{
	"$nc" snapshot --on "netns:$r" -o "$tmp/$1.json" || bad=1
}

# blast FRAMES RATE: sent frames on standard output
blast()
{
	ip netns exec $g "$nb" -e packet -i g0 -r "$2" -n "$1" -l 64 \
	    -o "$tmp/blast.json" 198.18.1.1 || bad=1
	sleep 0.3
	jq .counts.taken "$tmp/blast.json"
}

# neighbours first, so that no frame waits for them
ip netns exec $g ping -q -c 1 -W 2 198.18.1.1 >/dev/null 2>&1 ||
    ip netns exec $g "$nb" -e udp -n 1 198.18.1.1 >/dev/null
sleep 0.2

# ---- one blast, every counter ------------------------------------------------
take before
sent=$(blast 4000 20000)
take after
check "document" "$tmp/after.json" '.kind == "netcollect" and .valid and
    .notes == [] and .cpu_ms > 0 and (.taken.after.mono_ns >= .taken.before.mono_ns) and
    ([.listings[].kind] | contains(["iplink_json", "qdisc", "nft",
    "procnetdev", "snmp", "softnet", "procinterrupts", "procsoftirqs",
    "procstat", "sysctl", "offloads"])) and
    ([.listings[] | select(.data == null)] == []) and
    (.listings[] | select(.kind == "sysctl") |
    .data.values["net.ipv4.ip_forward"]) == 1'
check "machine-wide" "$tmp/after.json" '[.counters[] |
    select(.scope == "machine") | .name | split(".")[0:2] | join(".")] |
    unique | . == ["cpu.guest", "cpu.guest_nice", "cpu.idle", "cpu.iowait",
    "cpu.irq", "cpu.nice", "cpu.softirq", "cpu.steal", "cpu.switches",
    "cpu.system", "cpu.user", "interrupts", "interrupts.total",
    "neighbour.discards", "neighbour.failed", "neighbour.table_full",
    "queue.softnet", "softirq.net_rx", "softirq.net_tx", "softirq.total"]'
# offloads: once for all interfaces; or for each, with an ethtool that cannot
mkdir "$tmp/bin"
cat >"$tmp/bin/ethtool" <<EOF
#!/bin/sh
[ "\$2" = "*" ] && exit 1
exec $(command -v ethtool) "\$@"
EOF
chmod +x "$tmp/bin/ethtool"
PATH=$tmp/bin:$PATH "$nc" snapshot --on "netns:$r" -o "$tmp/each.json" \
    2>"$tmp/cost" || bad=1
for f in after each; do
	check "offloads" "$tmp/$f.json" '.notes == [] and ([.listings[] |
	    select(.kind == "offloads") | .data.interface] |
	    contains(["r0", "r1"]) and length == (unique | length))'
done
check "each" "$tmp/each.json" '[.listings[] | select(.kind == "offloads") |
    .command == "ethtool -k \(.data.interface)"] | all'
grep -q "netns:$r: this snapshot cost [0-9.]* ms of CPU" "$tmp/cost" ||
    { echo "FAIL: the cost is not told"; bad=1; }
after=$tmp/after.json
[ "$(ip netns exec $r "$nc" snapshot |
    jq '[.counters[] | select(.scope == "machine")] | length > 20')" = true ] ||
    { echo "FAIL: local in a namespace is not marked"; bad=1; }
ip -n $r -s -s -j link >"$tmp/link.json"
for i in r0 r1; do
	for f in rx.packets rx.bytes tx.packets tx.bytes rx.errors; do
		same "$i $f" "$(value "$after" "if.$f" $i)" \
		    "$(jq --arg i $i ".[] | select(.ifname == \$i) |
		    .stats64.$f" "$tmp/link.json")"
	done
	same "$i veth" "$(value "$after" if.veth $i)" 1
done
same "qdisc drops" "$(value "$after" qdisc.drops r1)" \
    "$(ip netns exec $r tc -s -j qdisc show dev r1 |
    jq '.[] | select(.root) | .drops')"
ip netns exec $r nft -j list ruleset |
jq '[.nftables[].rule | select(. != null and .chain == "forward") |
    [.handle, (.expr[].counter? | select(. != null) | .packets)]]' \
    >"$tmp/rules.json"
for k in 0 1 2; do
	handle=$(jq -r ".[$k][0]" "$tmp/rules.json")
	name=filter.drops
	[ $k = 2 ] && name=filter.packets
	same "rule $k" "$(value "$after" $name "inet t forward #$handle")" \
	    "$(jq -r ".[$k][1]" "$tmp/rules.json")"
done
same "rules that drop" "$(value "$after" filter.rules "")" 2
same "uncounted" "$(value "$after" filter.uncounted "inet t input policy")" ""
same "forwarded" "$(value "$after" ip.forwarded "")" \
    "$(ip netns exec $r nstat -asz IpForwDatagrams |
    sed -n 's/^IpForwDatagrams *\([0-9]*\).*/\1/p')"

place='def place(p): .places[] | select(.place == p) | .frames;'
# of the last two snapshots
ledger()
{
	"$nc" ledger --sent "$sent" --refused 0 "$tmp/before.json" \
	    "$after" >"$tmp/ledger.json" || bad=1
}
ledger
check "filter and queue" "$tmp/ledger.json" "$place"'.sent == 4000 and
    .in_interface == "r0" and .out_interface == "r1" and
    place("filter") == 400 and place("output_queue") > 1000 and
    place("output_queue") + place("filter") + place("input_queue") +
    place("delivered") + .residual == 4000 and
    ((.residual | fabs) <= 5)'

# ---- the same rule without a counter ----------------------------------------
ip netns exec $r tc qdisc del dev r1 root
ip netns exec $r nft flush chain inet t forward
ip netns exec $r nft add rule inet t forward numgen inc mod 10 0 drop
take before
sent=$(blast 2000 10000)
take after
ledger
check "uncounted drop" "$tmp/ledger.json" "$place"'place("filter") == null and
    (.places[] | select(.place == "filter") | .from | contains("without a counter"))
    and place("output_queue") == 0 and (.residual >= 195 and .residual <= 205)'

# ---- a counter in front of the condition, and a policy that drops -----------
ip netns exec $r nft flush chain inet t forward
ip netns exec $r nft add rule inet t forward counter numgen inc mod 10 0 drop
take before
check "counter too early" "$tmp/before.json" '[.counters[] |
    select(.name == "filter.uncounted")] | length == 1'
ip netns exec $r nft flush chain inet t forward
ip netns exec $r nft add chain inet t forward '{ policy drop; }'
take before
check "policy" "$tmp/before.json" '[.counters[] |
    select(.name == "filter.uncounted") | .instance] ==
    ["inet t forward policy"]'

# ---- what cannot be had -------------------------------------------------------
"$nc" snapshot --on "netns:none$$" 2>"$tmp/err" && bad=1
grep -q "none$$: No such file" "$tmp/err" || { cat "$tmp/err"; bad=1; }
mkdir "$tmp/bin"
for tool in ip ethtool; do
	ln -s "$(command -v $tool)" "$tmp/bin/$tool"
done
PATH=$tmp/bin "$nc" snapshot --on "netns:$r" >"$tmp/part.json" || bad=1
check "tools missing" "$tmp/part.json" '.valid and (.notes | length) == 2 and
    (.notes | any(startswith("tc "))) and (.notes | any(startswith("nft "))) and
    ([.counters[].name] | index("qdisc.drops")) == null and
    ([.counters[].name] | index("filter.rules")) == null'
exit $bad
