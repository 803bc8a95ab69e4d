#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What sink.sh found, as medians of the rounds: capacities, the largest first
# of each kind, with what a frame costs; then the times at low rates, and the
# memory by flows.
#
#	sink_table.sh DATA [markdown]
set -u
here=$(dirname "$0")
# shellcheck source=tests/bench/sinks.sh
. "$here/sinks.sh"

{
	sinks | sed 's/^/sink /'
	sh "$here/stats.sh" "$1" | sort -k 1,1 -k 2,2 -k 5,5nr
} | awk -v markdown="${2-}" '
function name(sink)
{
	if (whose[sink] != "ours")
		return sink
	return markdown ? "**netreceive " sink "**" : "netreceive " sink
}
function k(pps)
{
	return sprintf("%.0f", pps / 1000)
}
function us(ns)
{
	return ns == "" ? "-" : sprintf("%.2f", ns / 1000)
}
function head(title, columns,   n, i, c)
{
	if (!markdown) {
		printf "\n%s\n", title
		return
	}
	n = split(columns, c, "|")
	printf "\n%s:\n\n|", title
	for (i = 1; i <= n; i++)
		printf " %s |", c[i]
	printf "\n| --- |"
	for (i = 2; i <= n; i++)
		printf " ---: |"
	print ""
}
function row(a, b, c, d, e)
{
	printf((markdown ? "| %s | %s | %s | %s | %s |\n" : \
	    "  %-24s %13s  %-17s %8s %8s\n"), a, b, c, d, e)
}
$1 == "sink" {
	whose[$2] = $3
	next
}
$1 ~ /^latency/ {
	time[$1, $3, $2] = $5
	if (!(($1, $3) in seen))
		who[$1] = who[$1] " " $3
	seen[$1, $3] = 1
	next
}
$1 ~ /^memory/ {
	sub(/^memory-/, "", $1)
	if (!($1 in memory))
		flows[++kinds] = $1
	memory[$1, $2] = $5
	memory[$1]
	next
}
$2 == "ns" {
	cost[$1, $3] = $5
	next
}
$2 == "limit" {
	limited[$1, "thr", $3]
	next
}
{
	line[++n] = $0
	if (whose[$3] == "peer" && $5 > best[$1, $2])
		best[$1, $2] = $5
}
function at_least(f)
{
	return (f[1], f[2], f[3]) in limited ? "at least " : ""
}
function capacities(   i, f, key, last, ns)
{
	for (i = 1; i <= n; i++) {
		split(line[i], f, " ")
		key = f[1] ", " f[2]
		if (key != last)
			head(key " (k frames/s; rounds: " f[4] ")",
			    "sink|median|lowest - highest|ns a frame|" \
			    "to the best peer")
		last = key
		ns = f[2] == "thr" && cost[f[1], f[3]] ? cost[f[1], f[3]] : "-"
		if (f[7] == 0) { # not even at the lowest rate
			row(name(f[3]), "-", "lost some at any", "-", "-")
			continue
		}
		row(name(f[3]), at_least(f) k(f[5]), k(f[6]) " - " k(f[7]), ns,
		    best[f[1], f[2]] ? \
		    sprintf("%.2f", f[5] / best[f[1], f[2]]) : "-")
	}
}
function latencies(rate,   key, i, m, w)
{
	key = "latency-" rate
	m = split(who[key], w, " ")
	if (m > 0)
		head("from sender to sink at " rate " frames/s (us: least," \
		    " median, 99 %, 99.9 %)", "sink|least|median|99 %|99.9 %")
	for (i = 1; i <= m; i++)
		row(name(w[i]), us(time[key, w[i], "min"]),
		    us(time[key, w[i], "p50"]), us(time[key, w[i], "p99"]),
		    us(time[key, w[i], "p999"]))
}
function known(flows, what)
{
	return (flows, what) in memory ? memory[flows, what] : "not measured"
}
# the flows in order of their number
function memories(   i, j, t, more)
{
	for (i = 2; i <= kinds; i++)
		for (j = i; j > 1 && flows[j] + 0 < flows[j - 1] + 0; j--) {
			t = flows[j]
			flows[j] = flows[j - 1]
			flows[j - 1] = t
		}
	if (kinds > 0)
		head("memory of engine packet, one stream (KiB, bytes a flow" \
		    " more than with one; lost but by itself; out of order)",
		    "flows|KiB|bytes a flow|lost|out of order")
	for (i = 1; i <= kinds; i++) {
		more = (memory[flows[i], "kib"] - memory[1, "kib"]) * 1024
		row(flows[i], memory[flows[i], "kib"],
		    flows[i] > 1 && (1, "kib") in memory ? \
			sprintf("%.2f", more / flows[i]) : "-",
		    known(flows[i], "lost") - known(flows[i], "sink_drops"),
		    known(flows[i], "reordered"))
	}
}
END {
	capacities()
	latencies(1000)
	latencies(100000)
	memories()
}'
