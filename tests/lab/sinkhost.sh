#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What the host of the sink counts beside the sink, each figure made on
# purpose: frames that its driver lost, wrong checksums, a buffer that is full, a port that nobody has,
# answers, the reverse path filter. And the sink's privileges.
set -u
# shellcheck source=tests/lab/lib.sh
. "$(dirname "$0")/lib.sh"
needs nft
[ -x "$build/tests/lab/xdp_verdict" ] ||
	{ echo "no $build/tests/lab/xdp_verdict"; exit 77; }
link_up

# expect NAME JQ: the expression holds in the sink's document
expect()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null || {
		bad "$1: $2"
		jq -c '{counts, limit, host_counts, valid, error}' \
		    "$tmp/$1.json"
	}
}

# sink_ends NAME STATUS
sink_ends()
{
	kill -INT "$sink_pid" 2>/dev/null
	wait "$sink_pid"
	same "$1: exit of the sink" $? "$2"
	sink_pid=
}

# send ARGUMENT...
send()
{
	in_a "$blast" -i va -p 5001 -o "$tmp/sent" "$@" 2>"$tmp/err" ||
	    bad "netblast $*: $(cat "$tmp/err")"
}

# A run in which nothing goes wrong: every figure is there and 0, and the
# interface counted what the generator sent.
sink clean -e udp -p 5001 --grace 0.2
send -e udp -n 2000 -r 20k 198.18.0.2
sink_ends clean 0
expect clean '.counts.unique == 2000 and .limit.by == null and
	.limit.active_ns > 0 and .limit.cpu_ns > 0 and
	.host_counts.interface == {"name": "vb", "rx_packets": 2000,
	"rx_errors": 0, "rx_dropped": 0, "rx_missed": 0, "rx_fifo_errors": 0,
	"nic": {}}'
expect clean '.host_counts | [.udp_csum_errors, .udp_rcvbuf_errors,
	.udp_mem_errors, .udp_no_ports, .udp6_csum_errors,
	.udp6_rcvbuf_errors, .udp6_mem_errors, .udp6_no_ports,
	.reverse_path_filter, .icmp_unreachable_sent,
	.icmp6_unreachable_sent] | all(. == 0) and length == 11'
expect clean '.host_counts.softnet | .scope == "machine" and .dropped >= 0
	and .squeezed >= 0'

# Frames that the driver loses, by its own count (ethtool -S): here because of
# a program that sends them nowhere. Before and after it all is well.
nic()
{
	# the awk program is not the shell's to expand
	# shellcheck disable=SC2016
	in_b ethtool -S vb | awk '$1 ~ /^rx_queue_[01]_drops:$/ { n += $2 }
	    END { print n }'
}
before=$(nic)
sink driver -e udp -p 5001 --tag 7 --grace 0.2
send -e udp --tag 7 -n 10 -r 10k 198.18.0.2
ip netns exec "$b" "$build/tests/lab/xdp_verdict" vb redirect \
    >"$tmp/attached" 2>&1 </dev/null &
verdict=$!
wait_for 5 grep -q attached "$tmp/attached" || bad "$(cat "$tmp/attached")"
send -e udp --tag 7 --first-seq 10 -n 70 -r 10k 198.18.0.2
kill "$verdict"
wait "$verdict" 2>/dev/null
send -e udp --tag 7 --first-seq 80 -n 20 -r 10k 198.18.0.2
sink_ends driver 0
same "driver: ethtool -S" $(($(nic) - before)) 70
expect driver '.counts.unique == 30 and .missing_runs.longest == 70 and
	(.host_counts.interface.nic | add == 70 and
	(keys - ["rx_queue_0_drops", "rx_queue_1_drops"]) == []) and
	.limit.by == null'

# Wrong checksums, made on the sender's way out: no socket gives them out, and
# some kernels have them in its drop counter. They are not the sink's limit.
in_a nft -f - <<'END' || bad "nft"
table ip damage {
	chain out {
		type filter hook output priority 0
		udp dport 5001 @th,32,16 0x12 udp checksum set 0x1234
	}
}
END
sink damaged -e udp -p 5001 --grace 0.2
send -e udp -n 300 -r 10k 198.18.0.2
send -e udp -n 100 -r 10k -s 50 198.18.0.2
sink_ends damaged 0
expect damaged '.counts.foreign == 0 and .counts.received == 100 and
	(.counts.sink_drops | . == 0 or . == 300) and .host_counts.udp_csum_errors == 300 and
	.host_counts.udp_rcvbuf_errors == 0 and .limit.by == null'
sink seen -e packet -p 5001 --tag 7 --grace 0.2
send -e udp -n 300 -r 10k --tag 7 198.18.0.2
sink_ends seen 0
expect seen '.counts.corrupt == 300 and .counts.sink_drops == 0 and
	.limit.by == null'
in_a nft flush ruleset

# A sink that is stopped: its own loss, by its own counter and the host's.
sink asleep -e udp -p 5001 --tag 8 --rcvbuf 4096 --grace 0.3
send -e udp -n 100 -r 5k --tag 8 198.18.0.2
kill -STOP "$sink_pid"
send -e udp -n 5000 -r 20k --tag 9 198.18.0.2
kill -CONT "$sink_pid"
sink_ends asleep 0
expect asleep '.limit.by == "buffer" and .counts.sink_drops > 4000 and
	.host_counts.udp_rcvbuf_errors == .counts.sink_drops'
expect asleep '.notes == [.limit.text]'
grep -q "^sink limited: .* buffer" "$tmp/asleep.err" ||
    bad "asleep: the summary does not say who is the limit"

# Frames for a port that nobody has are answered: not a measurement.
in_b sysctl -qw net.ipv4.icmp_ratemask=0
sink answers -e udp -p 5001 --grace 0.2
send -e udp -n 100 -r 10k 198.18.0.2
send -e packet -n 50 -r 10k -p 5002 198.18.0.2
sink_ends answers 2
expect answers '.valid == false and .counts.unique == 100 and
	.host_counts.udp_no_ports == 50 and
	.host_counts.icmp_unreachable_sent == 50 and
	.host_counts.icmp6_unreachable_sent == 0 and
	(.notes | any(test("ICMP unreachable")))'

# The tap drops them behind itself: none is answered.
sink quiet -e packet -p 5002 --grace 0.2
send -e packet -n 50 -r 10k -p 5002 198.18.0.2
sink_ends quiet 0
expect quiet '.valid and .counts.unique == 50 and
	.host_counts.udp_no_ports == 0 and
	.host_counts.icmp_unreachable_sent == 0'

# Datagrams that the host merges for a router, where its kernel can: a tap would
# see one frame of many and is refused. A socket gets each one again.
if in_b ethtool -K vb gro on rx-udp-gro-forwarding on 2>/dev/null; then
	for engine in packet pcap; do
		in_b "$build/netreceive" -e $engine -i vb -o /dev/null \
		    </dev/null 2>"$tmp/err"
		same "$engine: merged datagrams: exit" $? 1
		grep -q 'vb: it merges datagrams .*rx-udp-gro-forwarding off' \
		    "$tmp/err" || bad "$engine: $(cat "$tmp/err")"
	done
	sink merged -e udp -p 5001 --grace 0.2
	send -e packet -n 3000 -r 200k -B 32 198.18.0.2
	sink_ends merged 0
	expect merged '.counts.unique == 3000 and .counts.corrupt == 0'
	in_b ethtool -K vb gro off rx-udp-gro-forwarding off
fi

# A source that the sink host would not answer by this interface.
in_b sysctl -qw net.ipv4.conf.all.rp_filter=1 net.ipv4.conf.vb.rp_filter=1
ip -n $b link set lo up
ip -n $b route add 198.19.0.0/24 dev lo
sink path -e udp -p 5001 --grace 0.2
send -e packet -S 198.19.0.1 -n 70 -r 10k 198.18.0.2
send -e packet -n 30 -r 10k 198.18.0.2
sink_ends path 0
expect path '.counts.received == 30 and
	.host_counts.reverse_path_filter == 70'

# Of its privileges a running sink has kept the one to write its document.
capabilities()
{
	sed -n 's/^CapEff:[[:space:]]*//p' "/proc/$sink_pid/status"
	sed -n 's/^NoNewPrivs:[[:space:]]*//p' "/proc/$sink_pid/status"
}
for engine in udp packet pcap; do
	sink rights -e $engine -p 5001 --grace 0.1
	same "$engine: capabilities" "$(capabilities | xargs)" \
	    "0000000000000002 1"
	send -e udp -n 10 198.18.0.2
	sink_ends rights 0
	expect rights '.counts.unique == 10 and .counts.sink_drops == 0'
done
: >"$tmp/rights.ready"
ip netns exec "$b" "$build/netreceive" --ready -i vb -p 5001 -t 60 --grace 0 </dev/null \
    >"$tmp/rights.ready" 2>/dev/null &
sink_pid=$!
wait_for 10 grep -q '^ready$' "$tmp/rights.ready" || bad "rights: not ready"
same "no file: capabilities" "$(capabilities | xargs)" "0000000000000000 1"
sink_ends rights 0

[ "$fails" = 0 ]
