#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Ledger documents of netcollect drawn by netharness report, in headless
# Chromium: exact numbers in page and drawing, what was not measured said, a
# negative residual, hardly any loss, two directions, hostile names. Pictures
# stay in $BUILD/browser-ledger.
set -u
build=${BUILD:-build}
here=$(dirname "$0")
data=$here/../data/corpus
nc=$build/netcollect harness=$build/netharness

skip()
{
	echo "$*"
	exit 77
}
for program in "$harness" "$nc"; do
	[ -x "$program" ] || skip "no $program"
done
for tool in node gnuplot jq; do
	command -v $tool >/dev/null || skip "needs $tool"
done
chromium=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome) || skip "needs chromium"
# shellcheck source=tests/ledger_docs.sh
. "$here/../ledger_docs.sh"

out=$build/browser-ledger
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
mkdir -p "$out" || exit 1
rc=0

look()	# NAME WORDS...: of $tmp/NAME.json
{
	name=$1
	shift
	echo "$name:"
	"$harness" report -o "$out/$name.html" "$tmp/$name.json" >/dev/null &&
	    timeout -k 5 120 node "$here/ledger.mjs" "$chromium" \
	    "$tmp/profile-$name" "$out/$name.html" "$out/$name" "$@" || rc=1
}

# ---- every place, and why ------------------------------------------------------
"$nc" ledger --explain --format json -o "$tmp/ledger.json" \
    "$data/freebsd-12.4_ledger_before-after.txt" || exit 1
look ledger "netblast loss ledger" "45,234,420" "1,522,110 3.36 %" \
    "1,171,174 2.59 %" "10,020 0.022 %" "2,650,112 5.86 %" \
    "39,881,004 88.17 %" "lost 5,353,416 of 45,234,420 frames: 11.83 %" \
    "ix0 counts its drops outside its packets" "Usually: deferred dispatch" \
    "drawing:sent=45,234,420 100.00 %" \
    "drawing:router: receive ring=1,522,110 3.36 %" \
    "drawing:router: filter=not measured" \
    "drawing:unattributed (residual)=0" "drawing:delivered=39,881,004 88.17 %"

# ---- hardly any loss, and a counter that counted too much ---------------------
"$nc" ledger --sent 1000000 --received 999800 --format json \
    "$data/netbsd-4.99_blast10s_before-after.txt" | jq '
    (.places[] | select(.place == "input_queue") | .frames) = 230 |
    .residual = -30' >"$tmp/tiny.json"
look tiny "drawing:router: input queue=230 0.023 %" \
    "drawing:unattributed (residual)=−30 −0.0030 %" \
    "drawing:delivered=999,800 99.98 %" "The axis does not begin at 0" \
    "share of the frames sent, % (not from 0)"

# ---- two directions ------------------------------------------------------------
generator g boot1 em0 7 0 6000 >"$tmp/1"
receiver s boot9 ix0 7 0 3758 0 >"$tmp/2"
generator s boot9 ix0 8 0 2000 '.streams[0].source = "198.18.1.1" |
    .streams[0].destination = "198.18.0.1"' >"$tmp/3"
receiver g boot1 em0 8 0 1900 0 >"$tmp/4"
reading r boot5 100 if.rx.packets em0 0 if.tx.packets em1 0 \
    if.rx.packets em1 0 if.tx.packets em0 0 ip.refused.header '' 0 >"$tmp/5"
reading r boot5 110 if.rx.packets em0 6000 if.tx.packets em1 3758 \
    if.rx.packets em1 2000 if.tx.packets em0 1900 ip.refused.header '' 2342 \
    >"$tmp/6"
"$nc" ledger --format json -o "$tmp/both.json" "$tmp/1" "$tmp/2" "$tmp/3" \
    "$tmp/4" "$tmp/5" "$tmp/6" || exit 1
look both "1 and 5 more documents" "Both directions" \
    "drawing:router: IP refused=in the sum" "and here in the residual" "drawing:sent=8,000 100.00 %" \
    "drawing:router: IP refused=2,342 29.28 %" \
    "drawing:unattributed (residual)=2,242 37.37 %" \
    "drawing:unattributed (residual)=100 5.00 %" "5,658 70.73 %"

# ---- names that want out of where they are put ---------------------------------
jq --arg evil "</script><img src=x onerror=alert(1)>\`touch $tmp/owned\`'\$(touch $tmp/owned)" '
    .config.files[0] = $evil | .notes = [$evil] | .note = $evil |
    .places[4].from = $evil | .places[4].counters[0].name = $evil |
    .places[4].counters[0].contains = $evil | .places[5].place = $evil' \
    "$tmp/ledger.json" >"$tmp/evil.json"
look evil "1,522,110 3.36 %"
if [ -e "$tmp/owned" ]; then
	echo "FAIL a name in the document was run as a command"
	rc=1
fi
exit $rc
