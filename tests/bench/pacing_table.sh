#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What pacing.sh found: medians of the rounds at each rate, the most even
# sender first, those last that did not hold the rate within 1 %.
#
#	pacing_table.sh DATA [markdown]
set -u
here=$(dirname "$0")

sh "$here/pacing_stats.sh" "$1" | awk -v markdown="${2-}" '
function us(ns)
{
	ns = ns / 1000
	return sprintf((ns < 10 ? "%.2f" : ns < 100 ? "%.1f" : "%.0f"), ns)
}
function group(n,   text)
{
	for (text = ""; n >= 1000; n = int(n / 1000))
		text = sprintf(",%03d", n % 1000) text
	return n text
}
function head()
{
	if (!markdown) {
		printf "\n%s frames/s: a gap of %.4g us (rounds: %d; us)\n",
		    group($2), 1e6 / $2, $4
		printf "  %-17s %9s %8s  %-15s %8s %8s %8s\n", "", "rate, %",
		    "sd", "of the rounds", "p99", "p99.9", "largest"
		return
	}
	printf "\n%s frames/s, a gap of %.4g us:\n\n", group($2), 1e6 / $2
	print "| sender | rate, % off | sd, us | of the rounds | p99 |" \
	    " p99.9 | largest |"
	print "| --- | ---: | ---: | --- | ---: | ---: | ---: |"
}
$2 != last { head() }
{
	last = $2
	unseen += $14
	name = $1 == "ours" ? "netblast " $3 : $3
	if (markdown && $1 == "ours")
		name = "**" name "**"
	off = ($6 / $2 - 1) * 100
	line = markdown ? "| %s | %s | %s | %s | %s | %s | %s |\n" : \
	    "  %-17s %9s %8s  %-15s %8s %8s %8s\n"
	printf(line, name,
	    sprintf((off < 0.1 && off > -0.1 ? "%+.4f" : "%+.1f"), off),
	    us($7), us($8) " - " us($9), us($10), us($11), us($12))
}
END {
	if (unseen > 0)
		print "\n" unseen " frames found no room in the tap: gaps" \
		    " are too long there."
}'
