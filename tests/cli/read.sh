#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netreceive --read: files of other generators, damaged files, and that
# reading needs neither privilege nor a regular file.
set -u
build=${BUILD:-build}
sink=$build/netreceive
files=$(dirname "$0")/../data/captures
[ -x "$sink" ] || { echo "no $sink"; exit 77; }
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
"$sink" --list-engines | grep -q '^pcap' || { echo "no engine pcap"; exit 77; }
tmp=$(mktemp -d)
pid=
cleanup()
{
	[ -n "$pid" ] && kill -9 "$pid" 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# expect NAME JQ: the expression holds in the document
expect()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null || {
		bad "$1: $2"
		jq -c '{counts, notes, stopped_by, valid, error}' "$tmp/$1.json"
	}
}

# count NAME STATUS ARGUMENT...
count()
{
	name=$1
	want=$2
	shift 2
	"$sink" -o "$tmp/$name.json" "$@" </dev/null 2>"$tmp/$name.err"
	rc=$?
	[ $rc = "$want" ] ||
	    bad "$name: exit $rc, not $want: $(cat "$tmp/$name.err")"
}

# refused TEXT ARGUMENT...: exit 1, says so, no document
refused()
{
	says=$1
	shift
	"$sink" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
	[ $rc = 1 ] || bad "$*: exit $rc, not 1"
	grep -q -- "$says" "$tmp/err" || bad "$*: says $(cat "$tmp/err")"
}

freebsd=$files/freebsd-netblast.pcap
# Made by capture_write of tests/fake/capture.c; snapped.pcap and
# any-router.pcap have the frames of the first.
# FreeBSD's netblast, two sends of which failed: numbers 10 and 11
count freebsd 0 --read "$freebsd" --expect 20
expect freebsd '.stopped_by == "file" and .valid and .tag == 0 and
	.counts.unique == 18 and .counts.lost == 2 and .counts.missing == 2 and
	.counts.duplicate == 0 and .streams[0].tag == null and
	.streams[0].sender == null and .missing_runs.longest == 2'
expect freebsd '.notes | length == 1 and (.[0] | test("send errors"))'
expect freebsd '.config.read | endswith("freebsd-netblast.pcap")'
# 1,000,000,000 s after 1970, one frame in 2 us (to the 128 ns of a double)
expect freebsd '.time == {"clock": "unix", "start_ns": 1000000000000000000,
	"stop_ns": 1000000000000034000, "finish_ns": 1000000000000034000,
	"first_ns": 1000000000000000000, "last_ns": 1000000000000034000,
	"wall_moved_ns": null}'
expect freebsd '.engine == {"name": "pcap", "interface": null,
	"rcvbuf_bytes": null, "quiet": null, "mode": null} and
	.counts.sink_drops == null'
# nothing missing, nothing to explain
count whole 0 --read "$freebsd" -n 10 --grace 0
expect whole '.notes == [] and .stopped_by == "count" and
	.counts.unique == 10'

# the same, captured to 9 bytes of the payload: that is a classic number, and
# no stamp
count snapped 2 --read "$files/snapped.pcap" --expect 20,7
expect snapped '.valid == false and .counts.cut == 18 and
	.counts.foreign == 18 and .counts.received == 0 and
	.counts.lost == null and [.absent[].lost] == [null, null] and
	.streams == []'
expect snapped '.notes | length == 1 and (.[0] | test("cut by the capture"))'
grep -q 'not valid: frames were cut by the capture' "$tmp/snapped.err" ||
    bad "snapped: says $(cat "$tmp/snapped.err")"
count number 0 --read "$files/snapped.pcap" --stamp classic --expect 20
expect number '.valid and .counts.cut == 0 and .counts.received == 18 and
	.counts.lost == 2 and
	[.streams[].lost] == [2]'

# the same in a capture of all interfaces of a router: each came and went
count router 0 --read "$files/any-router.pcap" --expect 20
expect router '.valid and .counts.received == 18 and .counts.lost == 2 and
	.counts.duplicate == 0 and .counts.foreign == 0 and
	[.notes[] | select(test("left out"))] ==
	["18 frames were left out, which the host that captured them sent"]'

# announced streams that never came: with them the streams' losses are all
count absent 0 --read "$freebsd" --expect 20,7,5
expect absent '.absent == [{"stream": 1, "lost": 7}, {"stream": 2, "lost": 5}]
	and .counts.lost == 14 and [.streams[].lost] == [2]'
count nothing 0 --read "$freebsd" --stamp own --streams 4-5 --expect 7,5
expect nothing '.absent == [{"stream": 4, "lost": 7}, {"stream": 5, "lost": 5}]
	and .counts.lost == 12 and .streams == [] and
	.missing_runs.count == 2'
expect freebsd '.absent == []'

# iperf3: a hello and three of its frames, the third one of which is lost;
# pkt-gen: five
count iperf3 0 --read "$files/iperf3-udp.pcapng" -p 5201
expect iperf3 '.counts.received == 3 and .counts.uncounted == 1 and
	.counts.unique == null and .counts.missing == null and
	.counts.duplicate == null and .counts.foreign == 0 and
	(.streams | length) == 1 and .streams[0].sender == "iperf3" and
	.latency == null'
expect iperf3 '.notes | length == 1 and (.[0] | test("iperf3"))'
count pktgen 0 --read "$files/pkt-gen.pcap" -p 1234
expect pktgen '.counts.received == 5 and .counts.unique == null and
	.streams[0].sender == "pkt-gen"'
expect pktgen '.notes | length == 1 and (.[0] | test("pkt-gen"))'

# a file that ends within a frame: counted so far, and not valid
head -c 500 "$freebsd" >"$tmp/cut.pcap"
count cut 2 --read "$tmp/cut.pcap"
expect cut '.valid == false and .stopped_by == "error" and
	(.error | test("truncated")) and .counts.unique == 6'
# and one that never was one
echo 'no capture at all, but long enough for a header' >"$tmp/text"
count text 1 --read "$tmp/text"
expect text '.valid == false and (.error | test("text: "))'
count none 1 --read "$tmp/no.pcap"
expect none '.error | test("no.pcap")'
# link type 127: radio
{ head -c 20 "$freebsd"; printf '\177\000\000\000'; } >"$tmp/radio.pcap"
count radio 1 --read "$tmp/radio.pcap"
expect radio '.error | test("IEEE802_11_RADIO.*not Ethernet")'

# what only a live engine has
refused 'a file has no --interface' --read "$freebsd" -i lo
refused 'a file has no --rcvbuf' --read "$freebsd" --rcvbuf 1000000
refused 'a file has no --pass' --read "$freebsd" --pass
refused 'a file has no --ready' --read "$freebsd" --ready
refused 'udp reads no files' --read "$freebsd" -e udp
refused 'needs --interface, or --read' -e pcap -o /dev/null

# from a pipe that stays open, and what a signal leaves of it
mkfifo "$tmp/in"
"$sink" --read - -o "$tmp/pipe.json" <"$tmp/in" 2>"$tmp/pipe.err" &
pid=$!
exec 3>"$tmp/in"
head -c 1000 "$freebsd" >&3
sleep 0.3
kill -INT "$pid"
wait "$pid" || bad "pipe: exit $?: $(cat "$tmp/pipe.err")"
pid=
exec 3>&-
expect pipe '.stopped_by == "signal" and .valid and .error == null and
	.counts.unique > 0 and .counts.unique < 18'
head -c 100000 "$freebsd" | "$sink" --read - -o "$tmp/all.json" 2>/dev/null ||
    bad "a pipe: exit $?"
expect all '.stopped_by == "file" and .counts.unique == 18'

# a reader needs no right that root has
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	setpriv --bounding-set=-all --inh-caps=-all "$sink" --read "$freebsd" \
	    >"$tmp/plain.json" 2>"$tmp/err" ||
	    bad "without privilege: $(cat "$tmp/err")"
	expect plain '.counts.unique == 18'
fi

# capture time goes on by intervals, not by frames
"$sink" --read "$freebsd" -I 10ms -o /dev/null 2>"$tmp/err"
grep -c 'sink drops unknown$' "$tmp/err" | grep -qx 0 ||
    bad "progress within 34 us of capture"

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
