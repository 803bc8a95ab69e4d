#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The table of a run: fastest first on each path, with its ratio to the best
# of the other generators there.
#
#	summary.sh DATA [PATH PLACEMENT]	text, or one place as Markdown
set -u
here=$(dirname "$0")
# shellcheck source=tests/bench/senders.sh
. "$here/senders.sh"
path=${2-}
place=${3-}

# stats with "ours" or "peer" in front, fastest first in each place
ranked()
{
	{
		senders | sed 's/^/sender /'
		sh "$here/stats.sh" "$1"
	} | awk '
	$1 == "sender" { whose[$2] = $3; next }
	{ print whose[$3], $0 }' | sort -k 2,2 -k 3,3 -k 6,6nr
}

ranked "$1" | awk -v path="$path" -v place="$place" '
{
	key = $2 " " $3
	line[NR] = $0
	if ($1 == "peer" && $6 > best[key])
		best[key] = $6
}
function k(pps)
{
	return sprintf("%.1f", pps / 1000)
}
END {
	if (path != "") {
		print "| sender | median, k/s | lowest - highest | to the" \
		    " best peer |\n| --- | ---: | ---: | ---: |"
	}
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		key = f[2] " " f[3]
		if (path != "" && key != path " " place)
			continue
		ratio = best[key] ? sprintf("%.2f", f[6] / best[key]) : "-"
		name = f[1] == "ours" ? "netblast " f[4] : f[4]
		if (path != "") {
			if (f[1] == "ours")
				name = "**" name "**"
			printf "| %s | %s | %s - %s | %s |\n", name, k(f[6]),
			    k(f[7]), k(f[8]), ratio
			continue
		}
		if (key != last)
			printf "\n%s, %s (%d rounds; k packets/s)\n", f[2],
			    f[3], f[5]
		last = key
		printf "  %-22s %9s  %9s - %-9s %5s\n", name, k(f[6]), k(f[7]),
		    k(f[8]), ratio
	}
}'
