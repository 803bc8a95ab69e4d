#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The report as people see it, in headless Chromium at widths from 1400 down to
# 320 px: the sample run, and the same run with hostile names. Pictures stay in
# $BUILD/browser.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
sample=$here/../data/report
harness=$build/netharness

skip()
{
	echo "$*"
	exit 77
}
[ -x "$harness" ] || skip "no $harness"
command -v node >/dev/null || skip "needs node"
command -v gnuplot >/dev/null || skip "needs gnuplot"
chromium=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || skip "needs chromium"

out=$build/browser
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
rm -rf "$out"
mkdir -p "$out" "$tmp/hostile" || exit 1
rc=0

look()	# NAME RUN_DIR [PICTURES]
{
	echo "$1:"
	"$harness" report -o "$out/$1" "$2" >/dev/null || return 1
	timeout -k 5 120 node "$here/check.mjs" "$chromium" "$tmp/profile-$1" \
	    "$out/$1/index.html" ${3:+"$3"}
}

look sample "$sample" "$out/sample" || rc=1

# Every text of the run becomes one that wants out of where it is put.
EVIL="$tmp/owned" node "$here/hostile.mjs" "$sample/run.json" \
    "$tmp/hostile/run.json" || exit 1
look hostile "$tmp/hostile" || rc=1
if [ -e "$tmp/owned" ]; then
	echo "FAIL a name in the run was run as a command"
	rc=1
fi
exit $rc
