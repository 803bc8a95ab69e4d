#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A router with a real sshd: snapshots around a blast balance with generator
# and sink; and what a router can answer that is no answer is told, never a
# hang and never a number.
set -u
g=nbhg$$ r=nbhr$$ s=nbhs$$ m=nbhm$$ # generator, router, sink, collector
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/lab/ssh/lib.sh
. "$(dirname "$0")/ssh/lib.sh"
namespaces="$g $r $s $m"
sshd_needs
for tool in tc nft ethtool; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
at=ssh:198.18.9.2

# snap NAME [OPTION...]: of the router, as $tmp/NAME.json; its exit in $rc
snap()
{
	name=$1
	shift
	ip netns exec $m timeout 100 "$nc" snapshot --ssh "$ssh" --on "$at" \
	    -o "$tmp/$name.json" "$@" 2>"$tmp/$name.err"
	rc=$?
}

holds()
{
	jq -e "$2" "$tmp/$1.json" >"$tmp/jq" 2>&1 || {
		bad "$1: $2 $(cat "$tmp/jq")"
		jq -c '{notes, valid, error, router,
		    kinds: [.listings[].kind]}' "$tmp/$1.json"
	}
}

# evil NAME: a command of the router is what standard input says
evil()
{
	{ echo "#!/bin/sh"; cat; } >"$tmp/path/$1"
	chmod +x "$tmp/path/$1"
}

# refused NAME WHY: it failed, and says so
refused()
{
	same "$1: exit" $rc 1
	grep -q "$2" "$tmp/$1.err" || bad "$1: $(cat "$tmp/$1.err")"
	[ ! -e "$tmp/$1.json" ] || bad "$1: there is a document"
	spares "$1"
}

# ---- lab --------------------------------------------------------------------
for n in $g $r $s $m; do ip netns add "$n" || exit 1; done
host_up $g 198.18.0.1 $r 198.18.0.2 g0 r0
host_up $s 198.18.1.1 $r 198.18.1.2 s0 r1
host_up $m 198.18.9.1 $r 198.18.9.2 m0 r2
ip -n $g route add default via 198.18.0.2
ip -n $s route add default via 198.18.1.2
ip netns exec $r sysctl -qw net.ipv4.ip_forward=1
mac()
{
	ip -n "$1" -j link show "$2" | jq -r '.[].address'
}
# nobody asks for a neighbour in the middle of a count
ip -n $g neigh replace 198.18.0.2 lladdr "$(mac $r r0)" dev g0 nud permanent
ip -n $r neigh replace 198.18.0.1 lladdr "$(mac $g g0)" dev r0 nud permanent
ip -n $r neigh replace 198.18.1.1 lladdr "$(mac $s s0)" dev r1 nud permanent
ip -n $s neigh replace 198.18.1.2 lladdr "$(mac $r r1)" dev s0 nud permanent
ip netns exec $r nft -f - <<RULES
table inet t { chain f { type filter hook forward priority 0;
    numgen inc mod 10 0 counter drop; }; }
RULES
sshd_up $r 198.18.9.2

# ---- a blast between two snapshots -----------------------------------------
snap before
same "before: exit" $rc 0
: >"$tmp/ready"
ip netns exec $s "$BUILD/netreceive" --ready -i s0 --tag 7 -o "$tmp/sink.json" \
    </dev/null >"$tmp/ready" 2>"$tmp/sink.err" &
sink=$!
wait_for 20 grep -q ready "$tmp/ready" || bad "sink: $(cat "$tmp/sink.err")"
ip netns exec $g "$BUILD/netblast" -e packet -i g0 -r 10k -n 20000 -l 64 \
    --tag 7 -o "$tmp/blast.json" 198.18.1.1 2>"$tmp/blast.err" &
blast=$!
snap during # the router answers while it forwards
same "during: exit" $rc 0
wait $blast || bad "netblast: $(cat "$tmp/blast.err")"
sent=$(jq .counts.taken "$tmp/blast.json")
arrived()
{
	[ "$(ip netns exec $s cat /sys/class/net/s0/statistics/rx_packets)" \
	    -ge 18000 ]
}
wait_for 20 arrived || bad "not all came to the sink"
kill -INT $sink
wait $sink || bad "sink: exit $? $(cat "$tmp/sink.err")"
sink=''
snap after
same "after: exit" $rc 0
holds after '.valid and .error == null and .notes == [] and
    .router.os == "Linux" and (.router.boot_id | length) == 36 and
    .node == "'$at'" and .cpu_ms >= 0 and .shell_cpu_ms >= 0 and
    (["iplink_json", "nft", "offloads", "procinterrupts", "procnetdev",
    "procsoftirqs", "procstat", "qdisc", "snmp", "snmp6", "softnet",
    "sysctl"] - [.listings[].kind]) == [] and
    ([.listings[] | select(.data == null)] == []) and
    (.listings[] | select(.kind == "sysctl") |
    .data.values["net.ipv4.ip_forward"]) == 1'
grep -q "this snapshot cost [0-9.]* ms of CPU, and its login shell [0-9.]* ms" \
    "$tmp/after.err" || bad "cost: $(cat "$tmp/after.err")"
received=$(jq .counts.unique "$tmp/sink.json")
same "received" "$received" 18000
ip netns exec $m "$nc" ledger --sent "$sent" --received "$received" \
    "$tmp/before.json" "$tmp/after.json" >"$tmp/ledger.json" || bad ledger
holds ledger '.sent == 20000 and .in_interface == "r0" and
    .out_interface == "r1" and .residual == 0 and .foreign == 0 and
    ([.places[] | select(.place == "filter") | .frames] == [2000]) and
    ([.places[] | select(.place == "delivered") | .frames] == [18000])'
# the same counters as a snapshot from inside has
ip netns exec $m ip link set m0 down
ip netns exec $r "$nc" snapshot -o "$tmp/inside.json" 2>/dev/null ||
	bad "inside"
ip netns exec $m ip link set m0 up
wide='[.counters[] | select(.scope == "machine") | .name] | unique'
same "machine-wide" "$(jq -c "$wide" "$tmp/after.json")" \
    "$(jq -c "$wide" "$tmp/inside.json")"
flow='[.counters[] | select((.name | startswith("if.")) and
    (.instance == "r0" or .instance == "r1") or
    (.name | startswith("filter.")))]'
same "inside" "$(jq -c "$flow" "$tmp/after.json")" \
    "$(jq -c "$flow" "$tmp/inside.json")"
spares after

# ---- answers that are none ---------------------------------------------------
# nft: without end. tc: hangs, with a child, and heeds no signal. ip: all that
# must not be believed. ethtool: fails.
evil nft <<'EOF'
exec tr '\0' x </dev/zero
EOF
evil tc <<'EOF'
trap '' TERM INT HUP
sleep 1000 &
wait
sleep 1000
EOF
evil ethtool <<'EOF'
printf 'first line\nno \033[31mway\r\n' >&2
exit 3
EOF
evil ip <<'EOF'
printf 'x end 0\nx bye\n\033[2J\a\377\376\300\200 %s\n\0\n' \
    "$(head -c 1000000 /dev/zero | tr '\0' A)"
printf '[{"ifname":"r0","stats64":{"rx":{"packets":%s}}}]\n' \
    1234567890123456789012345678901234567890
EOF
snap evil
same "evil: exit" $rc 0
holds evil '.valid and (.notes | length) == 4 and
    (.notes | any(startswith("nft not read: more than 8388608"))) and
    (.notes | any(. == "tc -s -j qdisc not read: no end within 10 s")) and
    (.notes | any(. == "ethtool -k IF not read: exit 3: no  [31mway")) and
    (.notes | any(. == "ip -d -s -s -j link: what it printed is not understood"))'
# what was not fooled with is all there
holds evil '(["iplink_json", "procinterrupts", "procnetdev", "procsoftirqs",
    "procstat", "snmp", "snmp6", "softnet", "sysctl"] - [.listings[].kind]) == []
    and ([.listings[].kind] - ["qdisc", "nft", "offloads"] | length) ==
    (.listings | length) and
    ([.counters[] | select(.name == "if.rx.packets" and .instance == "r0") |
    .value] == [20000]) and
    (.listings[] | select(.kind == "iplink_json") | .data == null and
    (.text | length > 1000000 and contains("\u001b[2J") and
    contains("\ufffd")))'
none_sleeps()
{
	! ip netns pids $r | sed 's,.*,/proc/&/comm,' | xargs grep -q sleep
}
wait_for 20 none_sleeps || bad "left on the router: sleep"
spares evil
# a number of 40 digits, in JSON that is otherwise right
evil ip <<'EOF'
printf '[{"ifindex":2,"ifname":"r0","flags":["UP"],"mtu":1500,"operstate":
"UP","stats64":{"rx":{"bytes":1,"packets":%s,"errors":-1,"dropped":2},
"tx":{"bytes":1,"packets":1e40,"errors":0,"dropped":0}}}]\n' \
    1234567890123456789012345678901234567890
EOF
rm "$tmp/path/tc" "$tmp/path/nft" "$tmp/path/ethtool"
snap digits
same "digits: exit" $rc 0
holds digits '[.counters[] | select(.value > 1e18)] == [] and
    ([.counters[] | select(.name == "if.rx.packets" and .instance == "r0") |
    .value] == [20000])'
rm "$tmp/path/ip"

# ---- the connection breaks ---------------------------------------------------
# The command ends the very sshd that runs it.
evil nft <<'EOF'
sleep 2 # what came before is on its way
p=$$
while [ "$p" -gt 1 ]; do
	read -r _ name _ <"/proc/$p/stat"
	[ "$name" = "(sshd)" ] && { kill -9 "$p"; break; }
	p=$(sed -n 's/^PPid:[^0-9]*//p' "/proc/$p/status")
done
sleep 5
EOF
snap lost
same "lost: exit" $rc 2
holds lost '.valid == false and (.error | startswith("connection lost")) and
    ([.listings[].kind] - ["iplink_json", "qdisc"] == []) and
    (.notes | length >= 4 and all(endswith("not read: cut short") or
    endswith("not read: it was not come to")))'
grep -q "connection lost" "$tmp/lost.err" || bad "lost: $(cat "$tmp/lost.err")"
spares lost
# ---- a signal in the middle --------------------------------------------------
evil nft <<'EOF'
touch "$LAB/hangs"
exec sleep 1000
EOF
ip netns exec $m "$nc" snapshot --ssh "$ssh" --on "$at" -o "$tmp/int.json" \
    2>"$tmp/int.err" &
watch=$!
wait_for 30 test -e "$tmp/hangs" || bad "signal: nothing to interrupt"
kill -TERM $watch
wait $watch
same "signal: exit" $? 2
watch=''
holds int '.valid == false and (.error | contains("interrupted")) and
    ([.listings[].kind] == ["iplink_json", "qdisc"])'
# and what hung there was ended with it, before its 10 s were over
wait_for 8 none_sleeps || bad "signal: left on the router: sleep"
spares signal
# killed, it can end nothing itself: its connection ends by its death
rm "$tmp/hangs"
ip netns exec $m "$nc" snapshot --ssh "$ssh" --on "$at" -o "$tmp/kill.json" \
    2>"$tmp/kill.err" &
watch=$!
wait_for 30 test -e "$tmp/hangs" || bad "killed: nothing to interrupt"
kill -KILL $watch
wait $watch
same "killed: exit" $? 137
watch=''
nobody()
{
	[ -z "$(ip netns pids $m)" ]
}
wait_for 8 nobody || bad "killed: left: $(ip netns pids $m | xargs ps -fp)"
rmdir "$tmp"/t/netcollect.* || bad "killed: more than a folder is left"
rm "$tmp/path/nft"

# ---- no connection -----------------------------------------------------------
at=ssh:198.18.9.3
snap unreachable --ssh "$ssh -oStrictHostKeyChecking=no -oConnectTimeout=2"
refused unreachable "ssh:198.18.9.3: cannot connect: .*\(No route\|timed out\)"
at=ssh:198.18.9.2:2223
snap port
refused port "cannot connect: .*port 2223: Connection refused"
at=ssh:198.18.9.2
snap login --ssh "$ssh -oIdentityFile=none -oIdentityFile=$tmp/other -F none
    -oIdentitiesOnly=yes -oIdentityAgent=none -p 2222 -l root
    -oUserKnownHostsFile=$tmp/known"
refused login "cannot connect: .*Permission denied"
: >"$tmp/nobody"
snap stranger --ssh "$ssh -oUserKnownHostsFile=$tmp/nobody"
refused stranger "cannot connect: .*Host key verification failed"
sed 's/ .* / ssh-ed25519 /' "$tmp/other.pub" |
    awk '{ print "[198.18.9.2]:2222 ssh-ed25519 " $2 }' >"$tmp/nobody"
snap changed --ssh "$ssh -oUserKnownHostsFile=$tmp/nobody"
refused changed "cannot connect: .*Host key verification failed"
# sockets of ours have no hold on a host that is not there
NETBLAST_SSH="$ssh -oHostName=198.18.9.2"
export NETBLAST_SSH
ip netns exec $m "$nc" snapshot --on ssh:router >"$tmp/env.json" 2>/dev/null ||
	bad "NETBLAST_SSH"
holds env '.valid and .node == "ssh:router" and .notes == []'
spares env
[ $fails = 0 ]
