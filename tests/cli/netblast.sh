#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The command line of netblast: usage, refused values and what the message
# says, exit status, classic forms, signals, --ready. Loopback only.
set -u
build=${BUILD:-build}
blast=$build/netblast
for program in "$blast" "$build/netsend"; do
	[ -x "$program" ] || { echo "no $program"; exit 77; }
done
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d) || exit 1
pid=
cleanup()
{
	[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# status WANTED ARGUMENT...: exit status; output in $tmp/out and $tmp/err
status()
{
	want=$1
	shift
	"$blast" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	got=$?
	[ $got = "$want" ] || bad "netblast $*: exit $got, expected $want:" \
	    "$(cat "$tmp/err")"
}

# refused TEXT ARGUMENT...: exit 1, one line on standard error with TEXT
refused()
{
	text=$1
	shift
	status 1 "$@"
	[ "$(wc -l <"$tmp/err")" = 1 ] || bad "netblast $*: not one line"
	grep -qF -e "$text" "$tmp/err" ||
		bad "netblast $*: no \"$text\" in: $(cat "$tmp/err")"
	[ -s "$tmp/out" ] && bad "netblast $*: something on standard output"
}

# holds FILE EXPRESSION: jq says true
holds()
{
	jq -e "$2" "$1" >/dev/null 2>&1 || {
		bad "$2: $(jq -c 'del(.series)' "$1" 2>&1 | cut -c1-600)"
	}
}

# --- help ---------------------------------------------------------------------
status 0 -h
[ "$(wc -l <"$tmp/out")" -le 48 ] || bad "-h does not fit a screen"
[ "$(awk '{ if (length > m) m = length } END { print m }' "$tmp/out")" -le 80 ] ||
	bad "-h is wider than 80 columns"
status 0 --version
grep -q "^netblast [0-9.]*, engines: null " "$tmp/out" || bad "--version"
status 0 --list-engines
grep -q "^udp " "$tmp/out" || bad "--list-engines"

# --- refused values: option, value, what is accepted ----------------------------
refused "one destination is needed"
refused "one destination is needed" 127.0.0.1 127.0.0.2
refused "--nonsense: unknown option" --nonsense 127.0.0.1
refused "--rate: \"1e6\" is not a rate" -r 1e6 127.0.0.1
refused "--rate: \"0\" is not a rate in frames/s from 0.001 to 10G" \
    -r 0 127.0.0.1
refused "is not a share of the line rate from 0.001% to 100%" \
    -r 101% 127.0.0.1
refused "--rate: lo is virtual and has no line rate" -r 50% 127.0.0.1
refused "--ramp: needs a --rate" --ramp 1 127.0.0.1
refused "--flow-order: \"up\" is not round or random" \
    --flow-order up 127.0.0.1
refused "--threads: \"0\"" -T 0 127.0.0.1
refused "one thread" -T 2 127.0.0.1 9 10 1
refused "--duration: \"-1\" is not a time" -t -1 127.0.0.1
refused "--count: \"0\" is not a whole number from 1 to 281474976710655" \
    -n 0 127.0.0.1
refused "--payload: \"x\" is not a whole number from 0 to 65527" \
    -s x 127.0.0.1
refused "65508 is not from 0 to 65507 bytes" -e null -s 65508 127.0.0.1
refused "--frame: \"63\"" -l 63 127.0.0.1
refused "--frame: 65 is not a frame size from 66 to 65593" -l 65 ::1
refused "--payload, --frame, --mix: give one of them" -l 64 -s 10 127.0.0.1
refused "--vlan: \"4095\"" -V 4095 127.0.0.1
refused "--vlan: \"5.8\"" -V 5.8 127.0.0.1
refused "--vlan: \"1,2,3\"" -V 1,2,3 127.0.0.1
refused "(VID 0 to 4094, PCP 0 to 7)" -V "" 127.0.0.1
refused "engine udp cannot send tagged frames" -e udp -V 5 127.0.0.1
refused "--engine: \"warp\" is no engine; built in are: null" \
    -e warp 127.0.0.1
refused "nosuch0: no such interface" -i nosuch0 127.0.0.1
refused "--port: \"0\"" -p 0 127.0.0.1
refused "--port: \"9-8\"" -p 9-8 127.0.0.1
refused "--source-port: \"65536\"" -P 65536 127.0.0.1
refused "--flows: 3 is not from 1 to 2 (1 source addresses x 1 dest" \
    -f 3 -P 1-2 127.0.0.1
refused "at most 1000 (1000 over all threads)" -e udp -f 1001 -P 1000-9999 127.0.0.1
refused "--burst: \"0\"" -B 0 127.0.0.1
refused "--burst auto: only at --rate max" -B auto -r 10 127.0.0.1
refused "--mac: \"1:2\"" --mac 1:2 127.0.0.1
refused "--stall: \"stop\" is not slip or catchup" --stall stop 127.0.0.1
refused "--tag: \"0\" is not a whole number from 1 to 65535" \
    --tag 0 127.0.0.1
refused "--stream: \"32768\"" --stream 32768 127.0.0.1
refused "--udp-checksum: \"no\" is not full or zero" \
    --udp-checksum no 127.0.0.1
refused "--qdisc: \"no\" is not bypass or through" --qdisc no 127.0.0.1
refused "--qdisc: engine udp cannot send past" -e udp --qdisc bypass 127.0.0.1
refused "IPv4 only" -e null --udp-checksum zero ::1
refused "--source: not the address family" -S ::1 127.0.0.1
refused "--duration: not one frame is due" -r 0.1 -t 5 127.0.0.1
refused "--write: without --rate" --write "$tmp/x.pcap" 127.0.0.1
refused "$tmp/no/x.json" -e null -n 1 -o "$tmp/no/x.json" 127.0.0.1

# --- safety ---------------------------------------------------------------------
for dest in 8.8.8.8 192.88.99.1 198.20.0.1 255.255.255.255 2606:4700::1; do
	refused "--any-address" -n 1 $dest
	refused "198.18.0.0/15" $dest 9 10 1
done
status 0 --any-address -e null -S 198.18.0.1 -n 1 -o "$tmp/s.json" 8.8.8.8

# --- exit status and document ---------------------------------------------------
status 0 -e null -n 100000 -S 198.18.0.1 198.18.0.2
holds "$tmp/out" '.schema == "netblast.result/1" and .kind == "netblast"'
holds "$tmp/out" '.counts.taken == 100000 and .counts.wanted == 100000'
holds "$tmp/out" '.counts.completed == null and .valid and .error == null'
holds "$tmp/out" '.sizes == {payload_bytes: 10, l3_bytes: 38, l2_bytes: 52,
    frame_bytes: 64, wire_bytes: 84, tags: 0, who_tags: "none"}'
holds "$tmp/out" '.config.burst == 64 and .config.rate == null'
holds "$tmp/out" '([.series.taken.v[]] | add) == 100000'
holds "$tmp/out" '.streams[0] | .tag > 0 and .stream == 0 and
    .taken == 100000 and .destination == "198.18.0.2"'
# two frames at four a second: the last one has its slot too
status 0 -e null -r 4 -n 2 -o "$tmp/s.json" -S 198.18.0.1 198.18.0.2
holds "$tmp/s.json" '.time.elapsed_ns >= 500000000 and .config.burst == 1'
holds "$tmp/s.json" '.rate.requested_pps == 4 and .rate.achieved_pps <= 4'
[ -s "$tmp/out" ] && bad "-o FILE: something on standard output"
# a rate that cannot be had: measured; under --strict invalid
status 0 -e null -r 10G -t 0.1 -S 198.18.0.1 198.18.0.2
holds "$tmp/out" '.counts.wanted == 1000000000 and .valid'
status 2 --strict -e null -r 10G -t 0.1 -S 198.18.0.1 198.18.0.2
holds "$tmp/out" '.valid == false and (.error | startswith("--strict"))'
grep -q -- "--strict" "$tmp/err" || bad "--strict: no reason on standard error"
# the same where -n makes all of them go out in the end
status 0 -e null -r 10G -n 3000000 -S 198.18.0.1 198.18.0.2
holds "$tmp/out" '.counts.taken == 3000000 and .limit.by != null'
status 2 --strict -e null -r 10G -n 3000000 -S 198.18.0.1 198.18.0.2
holds "$tmp/out" '.counts.taken == 3000000 and (.error | test("3000000 of "))'
# stopped in the warm-up: nothing of it is in the run
"$blast" -e null -r 1k --warmup 60 -n 5 -I 10ms -S 198.18.0.1 \
    -o "$tmp/w.json" 198.18.0.2 2>"$tmp/w.err" &
pid=$! tries=500
while [ $tries -gt 0 ] && ! grep -q ' [1-9][0-9]* frames' "$tmp/w.err"; do
	sleep 0.02
	tries=$((tries - 1))
done
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 2 ] || bad "stopped in the warm-up: exit $code"
holds "$tmp/w.json" '.counts.wanted == 0 and .counts.taken == 0 and
    .counts.uncounted > 0 and .time.elapsed_ns == 0 and .limit.by == null'
holds "$tmp/w.json" '.error ==
    "stopped before a frame was taken, in ramp or warm-up"'

# progress goes to standard error
status 0 -e null -r 100 -t 0.5 -I 50ms -S 198.18.0.1 198.18.0.2
[ "$(grep -c "frames .*/s .*refused" "$tmp/err")" -ge 2 ] || bad "-I"
# all 50, or fewer where the machine held it up for longer than the slack
holds "$tmp/out" '.counts.wanted == 50 and
    (.counts.taken == 50 or (.counts.taken < 50 and .counts.stalls > 0))'

# --- --show, --write --------------------------------------------------------------
status 0 --show -V 44.5 -e null --tag 7 -S 198.18.0.1 --mac 02:00:5e:10:00:01 \
    --source-mac 02:00:5e:10:00:02 198.18.0.2
grep -q "tag 802.1Q VID 44 PCP 5" "$tmp/out" || bad "--show: tag"
grep -q "^0000  02 00 5e 10 00 01 02 00 5e 10 00 02 81 00 a0 2c" "$tmp/out" ||
	bad "--show: bytes"
grep -q "payload 10, IP packet 38, frame as built 56, with FCS 64" \
    "$tmp/out" || bad "--show: sizes"
if "$blast" --version | grep -qw file; then
	status 0 --write "$tmp/w.pcap" -r 10 -n 5 -o "$tmp/s.json" \
	    -S 198.18.0.1 198.18.0.2
	# nanosecond magic, 24 bytes, and 5 frames of 16 + 60
	[ "$(wc -c <"$tmp/w.pcap")" = $((24 + 5 * 76)) ] || bad "--write: size"
	od -An -tx1 -N4 "$tmp/w.pcap" | grep -q "4d 3c b2 a1\|a1 b2 3c 4d" ||
		bad "--write: not a nanosecond capture"
	# the schedule, not the time it took to write
	holds "$tmp/s.json" '.time.elapsed_ns == 500000000'
	refused "--write" --write "$tmp/no/w.pcap" -n 1 -S 198.18.0.1 198.18.0.2
	refused "is a directory" -o "$tmp" -e null -n 1 127.0.0.1
	refused "no/s.json" -o "$tmp/no/s.json" -e null -n 1 127.0.0.1
fi

# --- classic forms ----------------------------------------------------------------
# labels, blank line and layout of FreeBSD; JSON only with -o
classic='^$
^start:             [0-9]+\.[0-9]{9}$
^finish:            [0-9]+\.[0-9]{9}$
^send calls:        [0-9]+$
^send errors:       [0-9]+$
^approx send rate:  [0-9]+$
^approx error rate: [0-9]+$'
# matches FILE PATTERNS: line by line
matches()
{
	[ "$(wc -l <"$1")" = "$(echo "$2" | wc -l)" ] || {
		bad "classic output: $(cat "$1")"
		return
	}
	echo "$2" | paste -d '\t' - "$1" | while IFS='	' read -r p line; do
		printf '%s\n' "$line" | grep -qE -- "$p" || echo "$line"
	done >"$tmp/unmatched"
	[ -s "$tmp/unmatched" ] && bad "classic output: $(cat "$tmp/unmatched")"
}
status 0 -o "$tmp/s.json" 127.0.0.1 5001 10 1
matches "$tmp/out" "$classic"
holds "$tmp/s.json" '.config.form == "netblast" and .streams[0].tag == null'
calls=$(awk '/^send calls:/ { print $3 }' "$tmp/out")
errors=$(awk '/^send errors:/ { print $3 }' "$tmp/out")
holds "$tmp/s.json" ".counts.taken == $((calls - errors)) and
    .counts.refused == $errors"
[ "$(awk '/^approx send rate:/ { print $4 }' "$tmp/out")" = \
    $((calls - errors)) ] || bad "classic: rate over one second"

# nobody listens: errors are told by name, calls count the failed ones too
holds "$tmp/s.json" '.counts.refused == 0 or .counts.errors.ECONNREFUSED > 0'

netsend='^Sending packet of payload size 4 every 0\.001000000s for 1 seconds$
^$
^start:             [0-9]+\.000000000$
^finish:            [0-9]+\.[0-9]{9}$
^send calls:        [0-9]+$
^send errors:       [0-9]+$
^approx send rate:  [0-9]+ pps$
^time/packet:       [0-9]+ ns$
^approx error rate: 0$
^waited:            [0-9]+$
^approx waits/sec:  [0-9]+$
^approx wait rate:  [0-9]+$'
"$build/netsend" -o "$tmp/s.json" 127.0.0.1 5001-5002 4 1000 1 >"$tmp/out" \
    2>"$tmp/err" || bad "netsend: exit $?: $(cat "$tmp/err")"
matches "$tmp/out" "$netsend"
holds "$tmp/s.json" '.config.form == "netsend" and .counts.wanted == 1000'
# a port range: every port carries the same numbers; two flows
holds "$tmp/s.json" '.config.flows == 2 and .counts.taken <= 1000'

# --- signals ------------------------------------------------------------------------
for signal in INT TERM; do
	# a background job ignores INT from the shell on: only TERM then
	rm -f "$tmp/s.json"
	"$blast" --ready -e null -r 1000 -t 30 -o "$tmp/s.json" -S 198.18.0.1 \
	    198.18.0.2 >"$tmp/out" 2>"$tmp/err" <<-END &
	go
	END
	pid=$!
	sleep 1
	kill -$signal $pid
	wait $pid
	rc=$?
	pid=
	[ $rc = 0 ] || bad "SIG$signal: exit $rc: $(cat "$tmp/err")"
	holds "$tmp/s.json" '.valid and .counts.taken > 0 and
	    .counts.taken < 5000 and .counts.wanted >= .counts.taken and
	    (.notes[0] | test("signal")) and .time.elapsed_ns < 5000000000'
done
# -n is exact or exit 2
"$blast" -e null -r 1000 -n 30000 -o "$tmp/s.json" -S 198.18.0.1 198.18.0.2 \
    2>"$tmp/err" &
pid=$!
sleep 0.5
kill -TERM $pid
wait $pid
[ $? = 2 ] || bad "-n cut short by a signal is not exit 2"
pid=
holds "$tmp/s.json" '.valid == false and (.error | test("of 30000 frames"))'

# --- --ready ------------------------------------------------------------------------
mkfifo "$tmp/go" || exit 1
"$blast" --ready -e null -n 5 -S 198.18.0.1 198.18.0.2 <"$tmp/go" \
    >"$tmp/out" 2>"$tmp/err" &
pid=$!
exec 3>"$tmp/go"
for _ in $(seq 100); do
	grep -q '^ready$' "$tmp/out" && break
	sleep 0.05
done
[ "$(cat "$tmp/out")" = ready ] || bad "--ready: not said"
sleep 0.2
kill -0 $pid || bad "--ready: does not wait"
echo go >&3
wait $pid || bad "--ready: exit $?"
pid=
exec 3>&-
[ "$(head -1 "$tmp/out")" = ready ] || bad "--ready: not the first line"
sed 1d "$tmp/out" >"$tmp/s.json"
holds "$tmp/s.json" '.counts.taken == 5'
# whoever started it is gone: nothing is sent
status 1 --ready -e null -n 5 -S 198.18.0.1 198.18.0.2
grep -q "end of file before a line" "$tmp/err" || bad "--ready: end of file"

[ $fails = 0 ] || exit 1
