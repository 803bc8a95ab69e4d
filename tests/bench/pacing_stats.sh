#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# One line for each rate and sender from the lines of all rounds; medians but
# for the lowest and highest sd and the sum of unseen frames; gaps in ns:
#
#	whose pps name rounds held rate sd sd_low sd_high p99 p99.9 max own unseen
#
# "held" is 1 where the rate at the sink was within 1 %; gaps of another rate
# cannot be compared. "own" is the mean rate by the sender's own clock, "-"
# where it is none of ours. By rate, then those that held it, then most even
# first.
#
#	pacing_stats.sh DATA
set -u
here=$(dirname "$0")
# shellcheck source=tests/bench/pacers.sh
. "$here/pacers.sh"

{
	pacers | sed 's/^/pacer /'
	grep -v '^#' "$1"
} | awk '
# sorts into v[1..n]
function sorted(list, v,   n, i, j, t)
{
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j - 1] + 0 > v[j] + 0; j--) {
			t = v[j]
			v[j] = v[j - 1]
			v[j - 1] = t
		}
	return n
}
function median(list,   v, n)
{
	n = sorted(list, v)
	if (n % 2)
		return v[(n + 1) / 2]
	return (v[n / 2] + v[n / 2 + 1]) / 2
}
$1 == "pacer" {
	whose[$2] = $3
	next
}
$4 < 2 { next } # too few for a gap
{
	key = $2 " " $3
	rounds[key]++
	rate[key] = rate[key] " " $5
	sd[key] = sd[key] " " $7
	p99[key] = p99[key] " " $9
	p999[key] = p999[key] " " $10
	most[key] = most[key] " " $11
	own[key] = own[key] " " $14
	unseen[key] += $12
}
END {
	OFMT = CONVFMT = "%.10g"
	for (key in rounds) {
		split(key, part, " ")
		n = sorted(sd[key], v)
		pps = median(rate[key])
		off = pps / part[1] - 1
		print whose[part[2]], key, rounds[key],
		    (off < 0.01 && off > -0.01), pps, median(sd[key]), v[1], v[n], median(p99[key]),
		    median(p999[key]), median(most[key]),
		    whose[part[2]] == "ours" ? median(own[key]) : "-",
		    unseen[key]
	}
}' | sort -k 2,2n -k 5,5nr -k 7,7n
