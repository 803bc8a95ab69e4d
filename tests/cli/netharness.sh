#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Command line of netharness: help, refused options and plans, exit status.
set -u
h=${BUILD:-build}/netharness
[ -x "$h" ] || { echo "no $h"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# refused WORDS ARGUMENT...: exit 1, and the message has the words
refused()
{
	words=$1
	shift
	"$h" "$@" >"$tmp/out" 2>"$tmp/err"
	rc=$?
	if [ $rc != 1 ] || ! grep -qF -- "$words" "$tmp/err"; then
		bad "$*: exit $rc, $(cat "$tmp/err")"
	fi
}

# helps ARGUMENT...: exit 0, usage on standard output
helps()
{
	"$h" "$@" >"$tmp/out" 2>"$tmp/err" && grep -q usage "$tmp/out" &&
	    [ ! -s "$tmp/err" ] && return
	bad "$*: no help"
}

helps -h
helps --help
for c in demo run lab report probe; do
	helps $c -h
done
"$h" --version | grep -q '^netharness [0-9]' || fails=$((fails + 1))

refused "usage" # no command
refused "no such command" dance
refused "unknown option" demo --fast
refused "no operands" demo now
refused "one PLAN" run
refused "No such file" run "$tmp/none.json"
refused "up, down or status" lab
refused "up, down or status" lab sideways
refused "a-z, 0-9 and -" lab up --lab '../x'
refused "a-z, 0-9 and -" lab down --lab 'a_name_far_too_long_to_be'

echo '{"schema": "netblast.plan/1", "name": "t", "rows": [{"id": "a",' \
    '"rte": "1k"}]}' >"$tmp/bad.json"
refused "rte: unknown key" run "$tmp/bad.json"
echo '{"schema": "netblast.plan/9"}' >"$tmp/new.json"
refused "netblast.plan/9" run "$tmp/new.json"
echo '{' >"$tmp/broken.json"
refused "line" run "$tmp/broken.json"
[ $fails = 0 ]
