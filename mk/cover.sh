#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Line coverage by file, least covered first, and the total.
#
#	sh mk/cover.sh BUILD
set -eu
find "$1/obj" -name '*.gcda' ! -path "$1/obj/tests/*" | while read -r data; do
	gcov -n -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk '
/^File / { file = $2; gsub("\047", "", file) }
/^Lines executed:/ && file ~ /^(lib|netblast|netreceive|collector|harness)\/.*[.]c$/ {
	split($0, part, /[:% ]+/)
	percent = part[3]
	lines = $NF
	printf "%6.1f %%  %5d lines  %s\n", percent, lines, file | "sort -n"
	hit += percent * lines / 100
	all += lines
	file = ""
}
END {
	close("sort -n")
	if (all)
		printf "%6.1f %%  %5d lines  total\n", 100 * hit / all, all
}'
