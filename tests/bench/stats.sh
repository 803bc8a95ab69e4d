#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# One line for each sender and place, from the lines of all rounds:
#
#	path placement sender n median min max
#
#	stats.sh DATA
set -u
grep -v '^#' "$1" | sort -k 2,2 -k 3,3 -k 4,4 -k 5,5n | awk '
function flush(   m)
{
	if (n == 0)
		return
	m = n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
	printf "%s %d %.0f %.0f %.0f\n", key, n, m, v[1], v[n]
}
$2 " " $3 " " $4 != key {
	flush()
	key = $2 " " $3 " " $4
	n = 0
}
{ v[++n] = $5 }
END { flush() }'
