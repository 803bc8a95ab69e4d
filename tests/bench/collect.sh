#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What netcollect takes to read LINES rows (100,000) of `netstat -w 1` into a
# document, beside awk computing the mean of one column of the same file:
# CPU seconds of both (the least of ROUNDS runs) and their ratio. netcollect
# reads every number of every row and writes them all out again.
#
# usage: BUILD=build sh tests/bench/collect.sh
set -u
build=${BUILD:-build}
lines=${LINES:-100000}
rounds=${ROUNDS:-5}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT INT TERM

# listing HEADING-1 HEADING-2 WIDTHS ROWS-BETWEEN-HEADINGS: rows of numbers
# whose digits fill half of their columns
listing()
{
	awk -v one="$1" -v two="$2" -v widths="$3" -v every="$4" \
	    -v lines="$lines" 'BEGIN {
		n = split(widths, w, " ")
		srand(1)
		for (i = 0; i < lines; i++) {
			if (i % every == 0)
				print one "\n" two
			for (k = 1; k <= n; k++) {
				top = w[k] > 5 ? 10 ^ (w[k] / 2 + 2) : 90
				printf "%*d%s", w[k], int(rand() * top),
				    k < n ? " " : "\n"
			}
		}
	}'
}

# cpu COMMAND...: user and system seconds, as the shell counts its children
cpu()
{
	(
		"$@" >"$tmp/out" || exit 1
		times
	) >"$tmp/times" || exit 1
	awk 'NR == 2 {
		for (i = 1; i <= 2; i++) {
			split($i, t, "m")
			s += t[1] * 60 + t[2]
		}
		printf "%.3f\n", s
	}' "$tmp/times"
}

# least COMMAND...: of all rounds
least()
{
	i=0
	while [ "$i" -lt "$rounds" ]; do
		cpu "$@"
		i=$((i + 1))
	done | sort -n | head -n 1
}

# both NAME COLUMN FIELDS: the mean of which column, in a row of how many
both()
{
	file=$tmp/$1
	ours=$(least "$build/netcollect" read --format json \
	    -o "$tmp/read.json" "$file") || exit 1
	grep -q "\"n_rows\": $lines" "$tmp/read.json" ||
	    { echo "$1: not all of $lines rows were read" >&2; exit 1; }
	# shellcheck disable=SC2016 # awk's fields
	theirs=$(least awk -v c="$2" -v n="$3" \
	    'NF == n && $1 ~ /^[0-9]/ { s += $c; rows++ }
	    END { print s / rows }' "$file")
	ratio=$(echo "$ours $theirs" |
	    awk '{ if ($2 > 0) printf "%.1f", $1 / $2; else print "-" }')
	printf '%-24s %10s %12s %8s %7s\n' "$1" "$(wc -c <"$file")" \
	    "$ours" "$theirs" "$ratio"
}

listing "            input          (em0)           output" \
    "   packets  errs idrops      bytes    packets  errs      bytes colls" \
    "10 5 6 10 10 5 10 5" 21 >"$tmp/freebsd-w1"
listing "            input          (em0)           output" \
    "   packets  errs idrops      bytes    packets  errs      bytes colls drops" \
    "10 5 6 10 10 5 10 5 5" 21 >"$tmp/freebsd-w1-d"
listing "            input        (Total)           output" \
    "   packets  errs      bytes    packets  errs      bytes colls" \
    "10 5 10 10 5 10 5" 21 >"$tmp/freebsd-7-w1"
listing "  em0 in             em0 out              total in           total out" \
    " packets  errs  packets  errs colls   packets  errs  packets  errs colls" \
    "8 5 8 5 5 9 5 8 5 5" 20 >"$tmp/openbsd-w1"

printf '%s rows, CPU seconds\n%-24s %10s %12s %8s %7s\n' "$lines" listing \
    bytes netcollect awk ratio
both freebsd-w1 4 8
both freebsd-w1-d 4 9
both freebsd-7-w1 3 7
both openbsd-w1 1 10
