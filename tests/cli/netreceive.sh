#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The sink's command line on loopback: when it stops, what it writes on every
# way to end, that the kernel's drops and the counted frames make the sum.
set -u
build=${BUILD:-build}
sink=$build/netreceive
[ -x "$sink" ] || { echo "no $sink"; exit 77; }
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
# A network of its own where that is allowed: this host's answers to others'
# frames would make results invalid.
if [ -z "${OWN_NETWORK:-}" ]; then
	for how in -n -rn; do
		if unshare $how true 2>/dev/null; then
			export OWN_NETWORK=1
			exec unshare $how sh "$0"
		fi
	done
elif ! ip link set lo up; then
	exit 1
fi
tmp=$(mktemp -d)
pid=
cleanup()
{
	[ -n "$pid" ] && kill -CONT "$pid" 2>/dev/null
	[ -n "$pid" ] && kill -9 "$pid" 2>/dev/null
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# expect NAME FILE JQ: the expression holds in the document
expect()
{
	jq -e "$3" "$2" >/dev/null || {
		bad "$1: $3"
		jq -c '{counts, stopped_by, valid, error, notes}' "$2"
	}
}

# refused SAYS ARGUMENT...: exit 1, and the message has SAYS in it
refused()
{
	says=$1
	shift
	"$sink" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	rc=$?
	[ $rc = 1 ] || bad "$*: exit $rc, not 1"
	grep -q -- "$says" "$tmp/err" || bad "$*: says $(cat "$tmp/err")"
	[ -s "$tmp/out" ] && bad "$*: wrote on standard output"
}

# A port that nobody has: below the ephemeral range, by process number.
port=$((20000 + $$ % 10000))

# start NAME ARGUMENT...: in the background, pid set, ready when it returns
start()
{
	name=$1
	shift
	"$sink" --ready -o "$tmp/$name.json" "$@" </dev/null \
	    >"$tmp/$name.out" 2>"$tmp/$name.err" &
	pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/$name.out" ||
	    bad "$name: not ready: $(cat "$tmp/$name.err")"
}

# finish NAME STATUS
finish()
{
	wait "$pid"
	rc=$?
	pid=
	[ $rc = "$2" ] || bad "$1: exit $rc, not $2"
	jq -e .schema "$tmp/$1.json" >/dev/null || bad "$1: no document"
}

ends_soon()
{
	! kill -0 "$pid" 2>/dev/null
}

# usage
"$sink" --help >"$tmp/help" || bad "--help: exit $?"
[ "$(wc -l <"$tmp/help")" -le 48 ] || bad "--help does not fit a screen"
"$sink" --version | grep -q '^netreceive [0-9.]*, engines: .*udp' ||
    bad "--version"
"$sink" --list-engines | grep -q '^udp .*usable here' || bad "--list-engines"
refused 'unknown option' --nonsense
refused 'PORT: "70000" is not' 70000
refused '"xyz" is not built in' -e xyz
refused 'sees no tags' -e udp -V 5
refused 'at most 1024' -e udp -p 1000-3000 -o /dev/null
if "$sink" --list-engines | grep -q '^packet'; then
	refused 'packet: needs --interface' -e packet -o /dev/null
fi

# a failed set-up writes a document too
"$sink" -e udp -i nosuchif0 -o "$tmp/setup.json" </dev/null 2>"$tmp/err"
rc=$?
[ $rc = 1 ] || bad "no such interface: exit $rc, not 1"
expect setup "$tmp/setup.json" '.valid == false and (.error | length > 0)'
# one that cannot be written is told before the run, not after it
refused 'no/such/dir.json' -t 60 -p $port -o "$tmp/no/such/dir.json"

refused 'no/such/list: No such file' -p $port -o /dev/null \
    --lost "$tmp/no/such/list"

# stops: time; the end of a pipe, which also waits for no line; a signal
start duration -p $port -t 0.3 --grace 0
finish duration 0
expect duration "$tmp/duration.json" '.stopped_by == "duration" and .valid and
	.counts.received == 0 and .counts.unique == 0 and .counts.lost == null
	and .counts.missing == 0 and .latency == null and .tag == null'
expect envelope "$tmp/duration.json" '.schema == "netblast.result/1" and
	.kind == "netreceive" and .tool.name == "netreceive" and
	.clock_start.boot_id == .clock_end.boot_id and .error == null'

: | "$sink" -p $port --grace 0 >"$tmp/eof.json" 2>"$tmp/err" ||
    bad "end of a pipe: exit $?"
expect eof "$tmp/eof.json" '.stopped_by == "stdin"'

for signal in INT TERM HUP; do
	start "$signal" -p $port --grace 0
	kill -$signal "$pid"
	finish "$signal" 0
	expect "$signal" "$tmp/$signal.json" '.stopped_by == "signal" and .valid'
done

# a second signal ends the grace time
start insist -p $port --grace 60
kill -INT "$pid"
sleep 0.2
kill -INT "$pid"
wait_for 5 ends_soon || bad "a second signal does not end the grace time"
kill -9 "$pid" 2>/dev/null
wait "$pid"
pid=

# a job in the background of a script keeps running; a line does not stop it
"$sink" $port >"$tmp/classic.out" 2>"$tmp/classic.err" &
pid=$!
wait_for 10 grep -q . "$tmp/classic.out"
[ "$(head -n 1 "$tmp/classic.out")" = \
    "netreceive listening on UDP port $port" ] || bad "classic first line"
sleep 0.3
kill -0 "$pid" 2>/dev/null || bad "a job in the background ended by itself"

# a second sink on the port is told
refused "UDP port $port: another program has it" -p $port -o /dev/null
kill -INT "$pid"
wait "$pid" || bad "classic: exit $?"
pid=
grep -q '^received: *0$' "$tmp/classic.out" || bad "classic: no count"

# with --ready the run starts at the line "go", and ends with the input
mkfifo "$tmp/in"
"$sink" --ready -p $port -t 60 --grace 0 -o "$tmp/go.json" <"$tmp/in" \
    >"$tmp/go.out" 2>"$tmp/go.err" &
pid=$!
exec 3>"$tmp/in"
wait_for 10 grep -q '^ready$' "$tmp/go.out" || bad "go: not ready"
sleep 0.3
echo go >&3
sleep 0.1
exec 3>&-
finish go 0
expect go "$tmp/go.json" '.stopped_by == "stdin" and
	.time.start_ns - .clock_start.mono_ns > 250000000'

# --ready without -o: the document is all that follows the first line
"$sink" --ready -p $port -t 0.1 --grace 0 </dev/null 2>/dev/null >"$tmp/both"
[ "$(head -n 1 "$tmp/both")" = ready ] || bad "ready is not the first line"
tail -n +2 "$tmp/both" >"$tmp/both.json"
expect both "$tmp/both.json" '.stopped_by == "duration"'

# standard descriptors that are closed do not become sockets
"$sink" -p $port -t 0.1 --grace 0 </dev/null 2>"$tmp/err" >&-
rc=$?
[ $rc = 1 ] || bad "no standard output: exit $rc, not 1"
grep -q 'Bad file descriptor' "$tmp/err" || bad "says $(cat "$tmp/err")"

blast=$build/netblast
if [ -x "$blast" ]; then
	# the classic pair
	start pair -p $port --grace 0.3
	"$blast" -o "$tmp/s.json" 127.0.0.1 $port 10 1 >"$tmp/s.out" ||
	    bad "netblast: exit $?"
	kill -INT "$pid"
	finish pair 0
	taken=$(jq .counts.taken "$tmp/s.json")
	expect pair "$tmp/pair.json" \
	    ".counts.unique + .counts.sink_drops == $taken"
	expect pair "$tmp/pair.json" '.counts.duplicate == 0 and
		.counts.reordered == 0 and .counts.corrupt == 0 and
		(.streams | length) == 1 and .counts.foreign == 0'

	# exactly so many, and what it expected to come and did not
	start count -p $port -n 1000 --expect 1003 --tag 77 --grace 0.2 \
	    --lost "$tmp/lost"
	"$blast" -e udp --tag 78 -n 5 -p $port -o "$tmp/s.json" 127.0.0.1
	"$blast" -e udp --tag 77 -n 1000 -r 50k -p $port -o "$tmp/s.json" \
	    127.0.0.1
	finish count 0
	expect count "$tmp/count.json" '.stopped_by == "count" and
		.counts.received == 1000 and .counts.lost == 3 and
		.counts.missing == 0 and .counts.foreign_reasons.tag == 5 and
		.tags == [{"tag": 77, "frames": 1000}, {"tag": 78, "frames": 5}]'
	expect count "$tmp/count.json" '.missing_runs.longest == 3 and
		.missing_runs.frames == 3 and .lost_list.runs == 1 and
		.missing_runs.lengths.histogram == {"low": [3], "n": [1]}'
	printf '%s\n' '# numbers that never came: stream first last' \
	    '0 1000 1002' '# end: 1 runs, 0 left out' >"$tmp/want"
	cmp "$tmp/want" "$tmp/lost" || bad "--lost: $(cat "$tmp/lost")"
	expect count "$tmp/count.json" \
	    '([.series.received.v[]] | add) == 1000'

	# a socket that were standard input would have its frames read as lines
	: >"$tmp/closed.out"
	"$sink" --ready -p $port -n 100 --grace 0 -o "$tmp/closed.json" <&- \
	    >"$tmp/closed.out" 2>"$tmp/closed.err" &
	pid=$!
	wait_for 10 grep -q '^ready$' "$tmp/closed.out" || bad "closed: not ready"
	"$blast" -e udp -n 100 -r 5k -p $port -o "$tmp/s.json" 127.0.0.1 <&- ||
	    bad "closed: netblast: exit $?"
	finish closed 0
	expect closed "$tmp/closed.json" '.stopped_by == "count" and
		.counts.unique == 100'

	# a list that cannot be written: said in the document too
	start full -p $port -n 2 --grace 0 --expect 9 --lost /dev/full
	"$blast" -e udp -n 2 -r 5k -p $port -o "$tmp/s.json" 127.0.0.1
	finish full 1
	expect full "$tmp/full.json" '.valid and .counts.lost == 7 and
		.lost_list == {"file": "/dev/full", "runs": null, "left_out": 0}
		and any(.notes[]; test("--lost could not be written"))'
	grep -q -- '--lost: /dev/full: No space left' "$tmp/full.err" ||
	    bad "full: $(cat "$tmp/full.err")"

	# silence; IPv6; a range of ports; latency under one clock
	start idle -p $port-$((port + 3)) --idle 0.3 --grace 0 --same-clock \
	    --flows 4 --block 150
	"$blast" -e udp -n 400 -f 4 -r 10k -s 18 -p $port-$((port + 3)) \
	    -o "$tmp/s.json" ::1
	finish idle 0
	expect idle "$tmp/idle.json" '.stopped_by == "idle" and
		.counts.unique == 400 and .streams[0].source == "::1" and
		.latency.count == 400 and .latency.negative == 0 and
		.latency.clock == "same-host" and .latency.p50_ns > 0 and
		.latency.p50_ns <= .latency.max_ns and
		.latency.p999_ns <= .latency.p99999_ns and
		.latency.p99999_ns <= .latency.max_ns and
		.latency.stamp == "kernel" and .latency.jitter_ns > 0 and
		.latency.pdv_ns <= .latency.max_ns - .latency.min_ns and
		.latency.ipdv.count <= 399 and
		.streams[0].jitter_ns == .latency.jitter_ns'
	expect flows "$tmp/idle.json" '.counts.reordered == 0 and
		.order.by == "flow" and .order.extent == null and
		.streams[0].blocks == {"frames_per_block": 150, "first": 0,
		"v": [150, 150, 100], "beyond": 0} and .config.flows == 4'

	# two senders with one tag and stream: from ::1 and from 127.0.0.1
	start twins -p $port --grace 0
	for to in ::1 127.0.0.1; do
		"$blast" -e udp --tag 5 -n 10 -p $port -o "$tmp/s.json" $to
	done
	kill -INT "$pid"
	finish twins 2
	expect twins "$tmp/twins.json" '.valid == false and .error == null and
		.streams[0].collision'

	# a stray frame of another run came first: its tag is taken, and said
	start stray -p $port --grace 0
	for tag in 5 6 6; do
		"$blast" -e udp --tag $tag -n 10 -p $port -o "$tmp/s.json" \
		    127.0.0.1
	done
	kill -INT "$pid"
	finish stray 0
	expect stray "$tmp/stray.json" '.tag == 5 and .counts.received == 10 and
		.counts.foreign_reasons.tag == 20 and
		any(.notes[]; test("more than one run"))'

	# in the grace time: counted, and late
	start late -p $port -n 100 --grace 1.5
	"$blast" -e udp --tag 5 -n 100 -p $port -o "$tmp/s.json" 127.0.0.1
	sleep 0.2
	"$blast" -e udp --tag 5 -n 50 --first-seq 100 -p $port \
	    -o "$tmp/s.json" 127.0.0.1
	finish late 0
	expect late "$tmp/late.json" '.counts.unique == 150 and
		.counts.late == 50 and .counts.missing == 0'

	# 100 to 199, 0 to 49, 60 to 99: the first late one has 100 larger
	# ones before it, and each later one counts from 100's arrival; 50 to
	# 59 and, by --expect, 200 to 204 never came
	start order -p $port -n 190 --grace 0 --expect 205 \
	    --streams 0-0 --lost "$tmp/lost"
	for part in "100 100" "50 0" "40 60"; do
		"$blast" -e udp --tag 5 -n "${part% *}" -r 20k \
		    --first-seq "${part#* }" -p $port -o "$tmp/s.json" 127.0.0.1
	done
	finish order 0
	expect order "$tmp/order.json" '.counts.reordered == 90 and
		.counts.lost == 15 and .counts.missing == 10 and
		.order.by == "stream" and .order.at_least == 0 and
		.order.extent.min == 100 and .order.extent.max == 189 and
		.order.extent.mean == 144.5 and .order.tcp_reordered == 1 and
		(.order.n_reordered | length) == 100 and
		.streams[0].order.extent_max == 189 and
		.missing_runs.count == 2 and .missing_runs.longest == 10'
	printf '%s\n' '# numbers that never came: stream first last' \
	    '0 50 59' '0 200 204' '# end: 2 runs, 0 left out' >"$tmp/want"
	cmp "$tmp/want" "$tmp/lost" || bad "order: $(cat "$tmp/lost")"

	# older than the window remembers: not a measurement
	start old -p $port -n 2 --grace 0
	for first in 2000000 0; do
		"$blast" -e udp --tag 5 -n 1 --first-seq $first -p $port \
		    -o "$tmp/s.json" 127.0.0.1
	done
	finish old 2
	expect old "$tmp/old.json" '.valid == false and .counts.unique == 1
		and .counts.unjudged == 1 and .counts.missing == 2000000'

	# a sink that sleeps loses what its buffer cannot hold, and says so,
	# also when no later frame brings the news
	start asleep -p $port --rcvbuf 4096 --grace 0.2
	"$blast" -e udp --tag 5 -n 500 -r 5k -p $port -o "$tmp/s.json" \
	    127.0.0.1
	kill -STOP "$pid"
	"$blast" -e udp --tag 5 --stream 1 -n 30000 -r 40k -p $port \
	    -o "$tmp/s.json" 127.0.0.1
	kill -CONT "$pid"
	kill -TERM "$pid"
	finish asleep 0
	expect asleep "$tmp/asleep.json" '.counts.sink_drops > 10000 and
		.counts.unique + .counts.sink_drops == 30500'
else
	echo "no $blast: frames were not tried"
	[ "$fails" = 0 ] && exit 77
fi

[ "$fails" = 0 ] || echo "$fails failures"
[ "$fails" = 0 ]
