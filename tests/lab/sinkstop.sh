#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A sink that is stopped for a second with a small buffer: the kernel counts
# what it drops, the ledger books exactly that as sink_program, and charges
# the router nothing.
set -u
# shellcheck source=tests/lab/common.sh
. "$(dirname "$0")/common.sh"

# stop_sink: as soon as frames arrive, for 1 s
stop_sink()
{
	for _ in $(seq 200); do
		seen=$(at sink cat /sys/class/net/sink0/statistics/rx_packets \
		    2>/dev/null)
		[ "${seen:-0}" -gt 2000 ] && break
		sleep 0.1
	done
	for pid in $(ip netns pids nb-$lab-sink); do
		[ "$(cat "/proc/$pid/comm")" = netreceive ] || continue
		kill -STOP "$pid"
		sleep 1
		kill -CONT "$pid"
		echo stopped
	done
}

stop_sink >"$tmp/stopped" 2>&1 &
stopper=$!
if trial stop '"engine": "udp", "sink_engine": "udp", "rate": "20k",
    "count": 80000, "burst": 1, "rcvbuf": 4096'; then
	wait $stopper
	same "the sink was stopped" "$(cat "$tmp/stopped")" stopped
	is stop '.derived.sent == 80000'
	# a second at 20,000 frames/s, less what the buffer held
	is stop 'place("sink_program") > 15000'
	is stop '.derived.lost == place("sink_program")'
	is stop '.derived.ledger.residual == 0'
	is stop '.derived.ledger.out_packets == .derived.sent'
	is stop '[place("nic_ring"), place("input_queue"), place("filter"),
	    place("ip_refused"), place("output_queue"), place("output_error"),
	    place("sink_nic")] | map(. // 0) | add == 0'
	is stop '.derived.verdict == "sink-limited"'
	# awk, not the shell, has $6
	# shellcheck disable=SC2016
	same "the kernel's own count" "$(place sink_program)" \
	    "$(at sink grep '^Udp: [0-9]' /proc/net/snmp | cut -d' ' -f6)"
	same "tx_packets of out0" 80000 \
	    "$(at dut cat /sys/class/net/out0/statistics/tx_packets)"
fi
[ "$fails" = 0 ]
