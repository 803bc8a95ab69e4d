# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2016 # the variables in filters are those of jq
# Documents made by hand for tests of the ledger, each on standard output:
#
#	generator HOST BOOT INTERFACE TAG STREAM TAKEN [FILTER]
#	receiver HOST BOOT INTERFACE TAG STREAM UNIQUE DROPS [FILTER]
#	reading HOST BOOT SECONDS [NAME INSTANCE VALUE]...
# A FILTER changes the document. SECONDS is when it was taken, by the host's
# clock. A value that ends in "m" is that of the whole machine.
generator()
{
	jq -n --arg host "$1" --arg boot "$2" --arg port "$3" --argjson tag "$4" \
	    --argjson stream "$5" --argjson taken "$6" '
	{schema: "netblast.result/1", kind: "netblast",
	host: {name: $host}, clock_start: {boot_id: $boot},
	counts: {taken: $taken, sent: $taken, refused: 0, uncounted: 0},
	streams: [{stream: $stream, tag: $tag, source: "198.18.0.1",
	destination: "198.18.1.1"}],
	engine: {name: "packet", interface: $port, destination_mac: null},
	interface_before: {tx_packets: 0, qdisc_dropped: 0},
	interface_after: {tx_packets: $taken, qdisc_dropped: 0},
	notes: [], valid: true, error: null} | '"${7:-.}"
}

receiver()
{
	jq -n --arg host "$1" --arg boot "$2" --arg port "$3" --argjson tag "$4" \
	    --argjson stream "$5" --argjson unique "$6" --argjson drops "$7" '
	{schema: "netblast.result/1", kind: "netreceive",
	host: {name: $host}, clock_start: {boot_id: $boot},
	counts: {received: $unique, unique: $unique, sink_drops: $drops,
	uncounted: 0}, streams: [{stream: $stream, tag: $tag}],
	engine: {name: "packet", interface: (if $port == "" then null else $port end)},
	host_counts: {reverse_path_filter: 0, interface: (if $port == "" then null
	else {name: $port, rx_packets: ($unique + $drops), rx_errors: 0,
	rx_dropped: 0, rx_missed: 0} end)},
	notes: [], valid: true, error: null} | '"${8:-.}"
}

reading()
{
	host=$1 boot=$2 at=$3
	shift 3
	while [ $# -ge 3 ]; do
		scope=host
		[ "$3" = "${3%m}" ] || scope=machine
		printf '{"name": "%s", "instance": "%s", "value": %s,' "$1" "$2" \
		    "${3%m}"
		printf '"bits": 64, "scope": "%s"}\n' $scope
		shift 3
	done |
	jq -s --arg host "$host" --arg boot "$boot" --argjson at "$at" '
	{schema: "netblast.result/1", kind: "netcollect", host: {name: $host},
	node: "local", taken: {after: {mono_ns: ($at * 1000000000)}},
	listings: [], counters: ., clock_end: {boot_id: $boot}}'
}
