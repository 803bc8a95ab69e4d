#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Listings as they come out of a forum, a wiki, a word processor, a typescript,
# a mail that nobody decoded: with the values and the hosts that they had.
set -u
nc=${BUILD:-build}/netcollect
data=$(dirname "$0")/../data/pastes
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

n=0
for paste in "$data"/*.txt; do
	n=$((n + 1))
	jq -S . "${paste%.txt}.expect.json" >"$tmp/want"
	"$nc" read --format json "$paste" 2>"$tmp/err" |
	    jq -S '[.listings[] | {kind, os, host, command, data}]' >"$tmp/have"
	cmp -s "$tmp/want" "$tmp/have" ||
		bad "$paste: $(diff "$tmp/want" "$tmp/have" | head -n 20)"
done
[ $n -ge 14 ] || bad "$n pastes"
[ "$fails" = 0 ]
