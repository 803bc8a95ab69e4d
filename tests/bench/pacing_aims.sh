#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What our engines aim at when they pace, against what pacing.sh found. For
# every engine at every rate, as medians: the mean rate by its own clock
# within 0.001 % of what was asked for; the standard deviation of the gaps at
# most that of the most even of the others (those within 1 % of the rate at
# the sink). No verdict by exit status: a speed is no pass mark.
#
#	pacing_aims.sh DATA [markdown]
set -u
here=$(dirname "$0")

sh "$here/pacing_stats.sh" "$1" | awk -v markdown="${2-}" '
function aim(what, needed, got)
{
	printf((markdown ? "| %s | %s | %s |\n" : \
	    "  %-34s needed %-29s got %s\n"), what, needed, got)
}
BEGIN {
	if (markdown)
		print "| aim | needed | got |\n| --- | --- | --- |"
	else
		print "\naims (medians)"
}
{
	line[NR] = $0
	# most even first, so the first of a rate is the best
	if ($1 == "peer" && $5 && !($2 in best)) {
		best[$2] = $7
		who[$2] = $3
	}
}
END {
	for (i = 1; i <= NR; i++) {
		$0 = line[i]
		if ($1 != "ours")
			continue
		what = $3 " at " $2 "/s, "
		short = $5 ? "" : " (rate not held at the sink)"
		off = ($13 / $2 - 1) * 100
		aim(what "mean error", "0.001 % or less",
		    sprintf("%+.5f %%", off) short)
		if ($2 in best)
			aim(what "gap sd", sprintf("%.2f us or less (%s)",
			    best[$2] / 1000, who[$2]),
			    sprintf("%.2f us", $7 / 1000) short)
		else
			aim(what "gap sd", "no other holds the rate",
			    sprintf("%.2f us", $7 / 1000) short)
	}
}'
