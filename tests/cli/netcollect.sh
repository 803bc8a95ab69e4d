#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect read, diff, ledger and sources on saved text: exact numbers.
set -u
BUILD=${BUILD:-build}
nc=$BUILD/netcollect
data=tests/data/corpus
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM
command -v jq >/dev/null || { echo "skip: no jq"; exit 77; }
bad=0

# check NAME FILE FILTER: the filter must give true
check()
{
	[ "$(jq -c "$3" "$2" 2>&1)" = true ] && return
	echo "FAIL: $1: $3"
	jq -c . "$2" 2>&1 | cut -c1-2000
	bad=1
}

# refused WORDS ARGS...: exit 1 and these words in the message
refused()
{
	words=$1
	shift
	"$nc" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	if [ $status -ne 1 ] || ! grep -q "$words" "$tmp/err"; then
		echo "FAIL: netcollect $*: status $status, $(cat "$tmp/err")"
		bad=1
	fi
}

place='def place(p): .places[] | select(.place == p) | .frames;'

# ---- NetBSD, 1 December 2006 ---------------------------------------------
golden=$data/netbsd-4.99_blast10s_before-after.txt
for form in plain quoted crlf; do
	case $form in
	plain) cp "$golden" "$tmp/in" ;;
	quoted) sed 's/^/> /' "$golden" >"$tmp/in" ;;
	crlf) sed 's/$/\r/' "$golden" >"$tmp/in" ;;
	esac
	"$nc" ledger "$tmp/in" >"$tmp/l.json"
	check "$form" "$tmp/l.json" "$place"'.sent == 5976399 and
	    .received == null and .foreign == 37 and .residual == 0 and
	    .residual_percent == 0 and
	    (.loss_percent * 100 | round) == 4193 and
	    .in_interface == "bge2" and .in_packets == 5976436 and
	    .out_interface == "bge1" and .out_packets == 3470679 and
	    place("input_queue") == 2505720 and
	    place("delivered") == 3470679 and place("nic_error") == 0 and
	    place("filter") == null and place("output_queue") == null and
	    .valid == true and .schema == "netblast.result/1"'
	check "$form sums" "$tmp/l.json" '.sent - ([.places[] |
	    select(.place != "generator_refused") | .frames // 0] | add) ==
	    .residual'
done

sed 's/^packets dropped: 183066795$/packets dropped: 183067795/' "$golden" \
    >"$tmp/in"
"$nc" ledger "$tmp/in" >"$tmp/l.json"
check "raised by 1000" "$tmp/l.json" "$place"'.residual == -1000 and
    place("input_queue") == 2506720 and .sent == 5976399'

sed 's/bge1/ix0/; s/bge2/re17/; s/wm0/bge2/; s/nfe0/vlan4/' "$golden" \
    >"$tmp/in"
"$nc" ledger "$tmp/in" >"$tmp/l.json"
check "renamed" "$tmp/l.json" "$place"'.residual == 0 and .foreign == 37 and
    .in_interface == "re17" and .out_interface == "ix0" and
    place("input_queue") == 2505720 and place("delivered") == 3470679'

# ---- FreeBSD 12.4: every place ---------------------------------------------
"$nc" ledger "$data/freebsd-12.4_ledger_before-after.txt" >"$tmp/l.json"
check "FreeBSD" "$tmp/l.json" "$place"'.sent == 45234420 and .residual == 0 and
    .foreign == 0 and (.loss_percent * 10000 | round) == 118348 and
    place("nic_ring") == 1522110 and place("input_queue") == 1171174 and
    place("ip_refused") == 10020 and place("output_queue") == 2650112 and
    place("delivered") == 39881004 and place("nic_error") == 0 and
    place("output_error") == 0 and place("filter") == null and
    .in_packets == 43712310 and (.note | contains("outside"))'

# the same in two files, the generator's count given
sed -n '/== before/,/== after/p' "$golden" | sed '/^==/d' >"$tmp/before"
sed -n '/== after/,$p' "$golden" | sed '/^==/d' >"$tmp/after"
"$nc" ledger --sent 5976399 --received 3470000 --in bge2 --out bge1 \
    "$tmp/before" "$tmp/after" >"$tmp/l.json"
check "two files" "$tmp/l.json" "$place"'.residual == 679 and
    .received == 3470000 and place("delivered") == 3470000 and
    place("generator_refused") == null and .config.sent == 5976399'
# and in one without words between
cat "$tmp/before" "$tmp/after" |
"$nc" ledger --sent 5976399 - >"$tmp/l.json"
check "no words" "$tmp/l.json" '.residual == 0 and .foreign == 37'

"$nc" ledger --format table "$golden" >"$tmp/table"
for row in 'input_queue  *2,505,720  queue.ip.drops ipintrq' \
    'filter  *not measured$' 'residual  *0  sent less all places'; do
	grep -q "^$row" "$tmp/table" && continue
	echo "FAIL: table has no $row"
	bad=1
done

"$nc" diff "$golden" >"$tmp/d.json"
check "diff" "$tmp/d.json" 'def d(n; i): .differences[] |
    select(.name == n and .instance == i);
    d("queue.ip.drops"; "ipintrq").delta == 2505720 and
    d("if.rx.packets"; "bge2").delta == 5976436 and
    d("if.tx.packets"; "bge2").delta == 1 and
    d("queue.other.drops"; "arpintrq").delta == 0 and
    d("if.rx.packets"; "bge2").per_second == null and .elapsed_ns == null'

# ---- read -----------------------------------------------------------------
"$nc" read --os NetBSD "$golden" >"$tmp/r.json"
check "read" "$tmp/r.json" '[.listings[].kind] == ["generator", "queues",
    "ifcounters", "queues", "ifcounters"] and
    (.listings[0].data.runs | length) == 1 and
    .listings[0].command == "./netblast 192.168.44.1 500 10 10" and
    .listings[1].command == "netstat -q" and
    .listings[1].os == "NetBSD" and
    (.listings[2].text | startswith("Name Mtu")) and
    .listings[3].data.queues.ipintrq.drops == 183066795'
"$nc" read "$data/netbsd-4.99_vmstat-i_before-after.txt" >"$tmp/r.json"
check "joined" "$tmp/r.json" '(.listings | length) == 1 and
    (.listings[0].data.snapshots | length) == 2'
printf 'nothing\nof the kind\n' >"$tmp/none.txt"
for kind in json table; do
	refused 'none.txt: no listing was recognised in 2 lines' read \
	    --format $kind "$tmp/none.txt"
	refused 'null: no listing was recognised in 0 lines' read \
	    --format $kind /dev/null
done
printf 'interrupt total rate\nir\377q: \303( 5 1\nTotal 5 1\n' |
"$nc" read >"$tmp/r.json"
check "no UTF-8" "$tmp/r.json" '.listings[0].data.snapshots[0].total == 5 and
    (.listings[0].data.snapshots[0].interrupts | length) == 1'
# what the log printed between two rows is neither a row nor their end
rows="$data/../variants/freebsd-13.2_netstat-w1_console.txt"
sed '/^ix0:/s/.*/Jan  5 12:00:00 r kernel: ix0: link state changed to UP/' \
    "$rows" >"$tmp/log"
"$nc" read "$tmp/log" >"$tmp/r.json"
check "log between rows" "$tmp/r.json" '[.listings[].kind] == ["ifrate"] and
    [.listings[0].data.rows[][0]] == [1488095, 1488095, 0, 1400000, 1400000] and
    .listings[0].data.blasts.in_packets[1].gap_before == [2, 2] and
    .notes == ["2 lines belong to no listing that is known"]'
# a table shows what is in a listing that counts nothing
"$nc" read --format table "$rows" >"$tmp/table" 2>"$tmp/err"
for row in 'rows  *5 entries$' 'scope  *ix0$' \
    'in_packets  *rows 0 to 1, median 1488095$' \
    'in_packets  *rows 3 to 4, median 1400000$'; do
	grep -q "^  $row" "$tmp/table" && continue
	echo "FAIL: table has no $row"
	cat "$tmp/table"
	bad=1
done
grep -q '2 lines belong to no listing' "$tmp/err" || {
	echo "FAIL: a table tells no lines that are unknown"
	bad=1
}
# nor do rows belong to its message, whatever stands before them
tail -n 2 "$rows" >"$tmp/two"
{ echo "Jan  5 12:00:00 r kernel: ix0: link state changed to UP and to DOWN"
  cat "$tmp/two"; } | "$nc" read >"$tmp/r.json"
check "rows behind the log" "$tmp/r.json" '.listings[0].data == {"counts":
    {"kernel: ix0: link state changed to UP and to DOWN": 1}, "n_lines": 1,
    "n_messages_expanded": 1}'
# Odrops of 0 may not have been measured
"$nc" read --os NetBSD --format table \
    "$data/../variants/netbsd-9.3_netstat-ibd_kmem.txt" >"$tmp/table"
[ "$(awk '$1 == "if.tx.drops" { print $2, $3 }' "$tmp/table")" = "wm0 10" ] || {
	echo "FAIL: Odrops: $(cat "$tmp/table")"
	bad=1
}
# ---- iptables ---------------------------------------------------------------
# counted NAME FILE COUNTER WANTED: "INSTANCE = VALUE" lines of that counter
counted()
{
	"$nc" read --format table "$2" |
	    sed -n "s/^  $3  *\\(.*[^ ]\\)  *\\([0-9,]*\\)\$/\\1 = \\2/p" >"$tmp/have"
	printf '%s\n' "$4" | sed '/^$/d' >"$tmp/want"
	cmp -s "$tmp/have" "$tmp/want" && return
	echo "FAIL: $1: $3"
	cat "$tmp/have"
	bad=1
}
saved="$data/../variants/linux-5.10_iptables-save"
counted "iptables -c" "$saved-c.txt" filter.drops \
"iptables filter FORWARD policy = 123
iptables filter FORWARD #1 -s 10.0.0.0/8 -j DROP = 4,000
iptables filter LOGDROP #2 -j REJECT = 500"
counted "iptables -c" "$saved-c.txt" filter.uncounted ""
counted "iptables -c" "$saved-c.txt" filter.rules "iptables = 3"
counted "iptables" "$saved.txt" filter.drops \
    "iptables filter FORWARD policy = 123"
counted "iptables" "$saved.txt" filter.uncounted \
"iptables filter FORWARD #1 -s 10.0.0.0/8 -j DROP = 1
iptables filter LOGDROP #2 -j REJECT = 1"
# the same rules as nft shows them are not booked twice
for n in 0 7; do
	cat <<-EOF
	== $([ $n = 0 ] && echo before || echo after) ==
	\$ nft -j list ruleset
	{"nftables": [{"metainfo": {"version": "1.0.2"}}, {"table": {"family": "ip", "name": "filter", "handle": 1}}, {"chain": {"family": "ip", "table": "filter", "name": "FORWARD", "handle": 1, "type": "filter", "hook": "forward", "prio": 0, "policy": "accept"}}, {"rule": {"family": "ip", "table": "filter", "chain": "FORWARD", "handle": 5, "expr": [{"counter": {"packets": $n, "bytes": 100}}, {"drop": null}]}}]}
	\$ iptables-save -c
	*filter
	:FORWARD ACCEPT [0:0]
	[$n:100] -A FORWARD -j DROP
	COMMIT
	EOF
done >"$tmp/both"
"$nc" diff "$tmp/both" >"$tmp/d.json"
check "nft and iptables" "$tmp/d.json" '[.differences[] |
    select(.name == "filter.drops") | [.instance, .delta]] ==
    [["ip filter FORWARD #5", 7]]'

# ---- drivers ------------------------------------------------------------------
counted "odd values" "$data/../variants/linux-5.10_ethtool-S-odd.txt" nic \
"[0]: rx_ucast_packets = 100
[0]: rx_discards = 7
[1]: rx_ucast_packets = 200
[1]: rx_discards = 8
rx_discards = 15
rx_out_of_buffer = 44
rx_steer_missed_packets = 3
port.rx_dropped = 99"
sed -e '/^== before/a\
dev.ix.0.mac_stats.rx_missed_packets: 100\
dev.ix.0.queue0.rxd_head: 4' -e '/^== after/a\
dev.ix.0.mac_stats.rx_missed_packets: 1150\
dev.ix.0.queue0.rxd_head: 8' "$data/freebsd-12.4_ledger_before-after.txt" \
    >"$tmp/in"
"$nc" ledger --explain --format table "$tmp/in" >"$tmp/table"
grep -q '^  *nic ix0: mac_stats.rx_missed_packets 1,050 (in no sum): MPC' \
    "$tmp/table" || {
	echo "FAIL: sysctl of a driver: $(cat "$tmp/table")"
	bad=1
}
"$nc" ledger "$tmp/in" >"$tmp/l.json"
check "in no sum" "$tmp/l.json" "$place"'.residual == 0 and
    place("nic_ring") == 1522110'
"$nc" diff "$tmp/in" >"$tmp/d.json"
check "counts of a driver" "$tmp/d.json" '[.differences[] |
    select(.name == "nic") | [.instance, .delta]] ==
    [["ix0: mac_stats.rx_missed_packets", 1050]]'

"$nc" sources --os netbsd >"$tmp/s.json"
check "sources" "$tmp/s.json" '[.sources[].command] | index("netstat -q") != null'

# ---- refusals ---------------------------------------------------------------
printf 'x\n' >"$tmp/x"
refused 'no such command' nothing
refused 'No such file' read "$tmp/none"
refused 'files given' diff
refused 'no counters of two moments' ledger --sent 5 "$tmp/before"
refused 'how many frames were sent' ledger "$tmp/before" "$tmp/after"
refused 'bge9: no such interface' ledger --sent 5 --in bge9 "$tmp/before" \
    "$tmp/after"
refused '"1e6"' ledger --sent 1e6 "$tmp/before" "$tmp/after"
refused 'json or table' read --format xml "$tmp/x"
refused 'FreeBSD, NetBSD' read --os plan9 "$tmp/x"
refused 'local, netns:NAME or ssh:' snapshot --on telnet:router
refused 'in.* brackets' snapshot --on ssh:2001:db8::1
refused 'USER@.HOST.*expected' snapshot --on ssh:-oProxyCommand=x
refused 'port: "0"' snapshot --on ssh:router:0
refused 'no blanks' snapshot --on "ssh:a b"
refused 'more than 32 words' snapshot --on ssh:a \
    --ssh "$(printf 'x %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 \
    19 20 21 22 23 24 25 26 27 28 29 30 31 32 33)"
refused 'cannot connect: .*no-ssh' snapshot --on ssh:a --ssh no-ssh
# before anything is asked: nobody could be, here
refused '/nonexist/s.json: No such file' snapshot -o /nonexist/s.json \
    --on ssh:a --ssh no-ssh
refused '/nonexist/x.tar: No such file' bundle -o /nonexist/x.tar \
    --on ssh:a --ssh no-ssh
printf '{"schema": "netblast.result/2", "kind": "netcollect"}\n' >"$tmp/v2"
refused 'only netblast.result/1' read "$tmp/v2"

exit $bad
