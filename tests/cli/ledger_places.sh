#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Pairs of readings of each system where it is known what was lost at which
# place: those places, nothing at any other, and the residual exact.
set -u
nc=${BUILD:-build}/netcollect
data=$(dirname "$0")/../data/ledgers
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

n=0
for pair in "$data"/*.txt; do
	n=$((n + 1))
	expect=${pair%.txt}.expect.json
	# words
	# shellcheck disable=SC2046
	"$nc" ledger --format json $(jq -r '.arguments[]' "$expect") "$pair" \
	    >"$tmp/l.json" 2>"$tmp/err"
	status=$?
	words=$(jq -r '.refused // empty' "$expect")
	if [ -n "$words" ]; then
		if [ $status -ne 1 ] || ! grep -q "$words" "$tmp/err"; then
			bad "$pair: exit $status: $(cat "$tmp/err")"
		fi
		continue
	fi
	# a place that is not named has lost nothing, or was not measured
	jq -e --slurpfile expect "$expect" '$expect[0] as $e |
	    .residual == $e.residual and .foreign == $e.foreign and
	    ([.places[] | {key: .place, value: .frames}] | from_entries as $p |
	    all($e.places | to_entries[]; $p[.key] == .value) and
	    all($p | to_entries[] | select(.key != "generator_refused") |
	    select((.key | in($e.places)) | not); .value == 0 or
	    .value == null))' "$tmp/l.json" >/dev/null 2>"$tmp/err" ||
		bad "$pair: $(cat "$tmp/err") $(jq -c '[.residual, .foreign,
		    (.places[] | select(.frames != 0) | [.place, .frames])]' \
		    "$tmp/l.json")"
done
[ $n -ge 30 ] || bad "$n pairs"
[ "$fails" = 0 ]
