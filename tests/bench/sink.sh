#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# How much can a sink count, beside other programs that receive, and what does
# a frame cost it? By hand (make bench-sink), never a part of check.
#
# Frames of 64 bytes (18 of payload) are made in the kernel on CPU 0; all that
# receives them is on CPU 1: the interface's NAPI as a thread before all
# others, as an interrupt would be ("thr"), the kernel's stack, the sink. The
# capacity is the highest rate at which the sink's own buffer dropped nothing
# and all but one of 1,000 frames that the interface received were counted,
# found by halving the ratio between a rate that went well and one that did
# not, twice in a row, until they are within 4 %. It is the rate of the frames
# that were counted: those for which the interface's ring of 256 places had no
# room never came. What a sink took is what the kernel says that it read
# (sockets), what it says itself (taps) or what the interface received
# (programs on it); ours says it itself. The cost is the CPU time of that thread
# and of the sink, for each frame, in the trial with the highest rate that went
# well. All trials are in BUILD/bench/sink-trials.txt.
#
# For programs on the interface there is "1cpu", too: sender and interface
# on one CPU, as fast as they can. And the time from sender to sink at low
# rates, on one clock, beside sockperf. And the sink's memory with 1, a million
# and three million flows, whose order it is to judge.
#
# The data and the document with it go where run.sh puts them.
#
#	ROUNDS (3)  SECONDS_EACH (1.5)  BUILD (build)
#	ONLY	a regular expression on "PATH PLACEMENT SINK"
set -u
ROUNDS=${ROUNDS:-3}
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/bench/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=tests/bench/paths.sh
. "$here/paths.sh"
# shellcheck source=tests/bench/senders.sh
. "$here/senders.sh"
# shellcheck source=tests/bench/sinks.sh
. "$here/sinks.sh"
# shellcheck source=tests/bench/machine.sh
. "$here/machine.sh"

data=$build/bench/sink.txt
lasting=$seconds
handover=1.2 # tcpdump is given what came last after a second
whole_seconds=$((${whole:-0} + 1))
receiver='' client=''
memory_frames=2000000 memory_rate=150k

cleanup()
{
	path_down
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

missing()
{
	sinks | while read -r name _ _ need _; do
		why=$(sink_usable "$name" "$need") ||
			echo "missing $name $why"
	done
}

plan()
{
	sink_scenes | while read -r path place names; do
		for name in $names; do
			grep -q "^missing $name " "$tmp/missing" ||
				echo "$path $place $name"
		done
	done | grep -E -- "$only"
}

# place_of NAME, whose NAME
place_of()
{
	sinks | awk -v name="$1" '$1 == name { print $3 }'
}
is_ours()
{
	sinks | awk -v name="$1" '$1 == name { exit $2 != "ours" }'
}

# The threads of this interface's NAPI; other labs have theirs.
napi()
{
	pgrep '^napi/v1-' | sort
}

threaded()
{
	napi >"$tmp/napi"
	in_ns b sh -c 'echo 1 >/sys/class/net/v1/threaded' || return 1
	threads=$(napi | comm -13 "$tmp/napi" -)
	for thread in $threads; do
		taskset -p -c 1 "$thread" && chrt -f -p 1 "$thread"
	done >/dev/null
}

# The client's datagrams tell where a session's frames go: its two ports.
connected()
{
	ends=$(in_ns a ss -Hun | awk -v to="$dst:" '
	index($0, to) {
		for (i = 1; i < NF; i++)
			if (index($(i + 1), to) == 1) {
				sub(/.*:/, "", $i)
				sub(/.*:/, "", $(i + 1))
				print $i, $(i + 1)
				exit
			}
	}')
	[ -n "$ends" ]
}

# Its server takes sessions.
listens()
{
	[ -n "$(in_ns b ss -Hltn "sport = :$1")" ]
}

# Some of the client's datagrams came: the session has begun.
in_session()
{
	[ "$(udp_counter InDatagrams)" -ge 3 ]
}

is_ready()
{
	grep -q '^ready$' "$tmp/receiver"
}

# sink_up NAME: receives; $ports are those of the frames
sink_up()
{
	name=$1 func=$(echo "$1" | tr - _)
	ports="-p 9" threads=''
	case $1 in
	*-T2) ports="$ports -P 49152-49167" ;; # 16 flows
	esac
	rm -f "$tmp/counted"
	: >"$tmp/receiver"
	path_up socket "$placement" || die "cannot make a path: $(cat "$tmp/veth")"
	[ "$(place_of "$name")" = xdp ] || [ "$placement" != thr ] ||
		verdict b v1 pass || die "no XDP program: $(cat "$tmp/verdict")"
	"sink_$func" >"$tmp/receiver" 2>&1 </dev/null &
	receiver=$!
	if is_ours "$name"; then
		wait_for 5 is_ready || return 1
	elif command -v "listen_$func" >/dev/null; then
		wait_for 5 listens "$("listen_$func")" || return 1
	else
		sleep 0.5
	fi
	[ "$placement" != thr ] || threaded || die "no threaded NAPI"
	command -v "client_$func" >/dev/null && [ "$placement" = thr ] || return 0
	"client_$func" >"$tmp/client" 2>&1 </dev/null &
	client=$!
	if command -v "port_$func" >/dev/null; then
		ports="-p $("port_$func")"
	elif wait_for 5 connected; then
		ports="-P ${ends% *} -p ${ends#* }"
	else
		return 1
	fi
	wait_for 10 in_session
}

sink_down()
{
	[ -z "$client" ] || stop "$client"
	[ -z "$receiver" ] || stop "$receiver"
	client='' receiver=''
	path_down
}

# awk's $ is not the shell's
# shellcheck disable=SC2016
udp_counter()
{
	in_ns b awk -v name="$1" '
	$1 != "Udp:" { next }
	n { print $n; exit }
	{ for (i = 2; i <= NF; i++) if ($i == name) n = i }' /proc/net/snmp
}

# CPU time so far, in ns, of the interface's threads and of the sink's
cpu_ns()
{
	for pid in $threads $(ip netns pids "${ns}b"); do
		cat "/proc/$pid/task/"*/schedstat
	done 2>/dev/null | awk '{ ns += $1 } END { printf "%.0f\n", ns }'
}

# what the interface received so far, what sockets read of it, and what their
# buffers had no room for
so_far()
{
	echo "$(in_ns b cat /sys/class/net/v1/statistics/rx_packets)" \
	    "$(udp_counter InDatagrams) $(udp_counter RcvbufErrors)"
}

# field KEY FILE: the first number of that name in a document
field()
{
	sed -n "s/.*\"$1\": *\([0-9][0-9]*\).*/\1/p" "$2" | head -n 1
}

# said RECEIVED READ DROPPED: what the sink took and lost, by its own word where
# it has one; after it is down
said()
{
	if is_ours "$name"; then
		own=$(field sink_drops "$tmp/counted")
		echo "$(field unique "$tmp/counted") ${own:-0}"
	elif [ "$name" = tcpdump ]; then
		awk '
		/packets? captured/ { n = $1 }
		/dropped by kernel/ { drops = $1 }
		END { print n + 0, drops + 0 }' "$tmp/receiver"
	elif [ "$(place_of "$name")" = socket ]; then
		echo "$2 $3"
	else
		echo "$1 0"
	fi
}

# trial NAME RATE: sets $result: frames made, received, taken, dropped by the
# sink's own buffer, ns, ns of CPU
trial()
{
	result=
	if ! sink_up "$1"; then
		say "$1 does not start: $(tail -n 2 "$tmp/receiver")"
		sink_down
		return 1
	fi
	rm -f "$tmp/document"
	before=$(so_far)
	cpu_before=$(cpu_ns)
	# words
	# shellcheck disable=SC2086
	ours xdp 0 -s 18 -r "$2" $ports >"$tmp/sender" 2>&1 </dev/null &
	wait $!
	sleep "$handover"
	cpu=$(($(cpu_ns) - cpu_before))
	after=$(so_far)
	sink_down
	made=$(field taken "$tmp/document")
	[ -n "$made" ] || {
		say "no frames: $(tail -n 2 "$tmp/sender")"
		return 1
	}
	grown=$(echo "$before $after" | awk '{ print $4 - $1, $5 - $2, $6 - $3 }')
	# three words
	# shellcheck disable=SC2086
	result="$made ${grown%% *} $(said $grown)"
	result="$result $(field elapsed_ns "$tmp/document") $cpu"
	echo "$placement $name $2 $result" >>"$build/bench/sink-trials.txt"
}

# went_well: nothing of its own lost, and all but one in 1,000 counted, or but
# some that are not the sink's: neighbours and the session talk too
went_well()
{
	echo "$result" | awk '{
		exit !($4 == 0 && $3 > 0 &&
		    ($3 >= 0.999 * $2 || $2 - $3 <= 10)) }'
}

# better: than $best, the rate of what was taken and the CPU time of a frame
better()
{
	echo "$best $result" | awk '{
		rate = $5 * 1e9 / $7
		if (rate > $1)
			printf "%.0f %.0f\n", rate, $8 / $5
		else
			print $1, $2
	}'
}

# rate_held: by the generator
rate_held()
{
	echo "$result $rate" | awk '{ exit $1 * 1e9 / $5 < 0.97 * $7 }'
}

# capacity NAME LOW HIGH: "RATE NS" of the best trial, and "limit" where more
# could not be offered
capacity()
{
	low=$2 high=$3 best="0 0" tries=0
	while awk "BEGIN { exit !($high > $low * 1.04) }"; do
		rate=$(awk "BEGIN { printf \"%.0f\", sqrt($low * $high) }")
		trial "$1" "$rate" || break
		if went_well; then
			best=$(better)
			low=$rate tries=0
			# frames that end on the interface may come to that
			if [ "$(place_of "$1")" = xdp ] && ! rate_held; then
				say "$1: the generator is the limit"
				best="$best limit"
				break
			fi
		else
			tries=$((tries + 1))
			[ $tries -lt 2 ] || { high=$rate tries=0; }
		fi
	done
	echo "$best"
}

# Between which rates to look: frames/s that any of the kind can take, and
# that none can.
bounds()
{
	case $1 in
	socket) echo 1000 3000000 ;;
	tap) echo 50000 6000000 ;;
	xdp) echo 500000 20000000 ;;
	esac
}

record()
{
	echo "$*" >>"$data"
	say "$*"
}

# latency round rate name
latency()
{
	round=$1 pps=$2 name=$3 func=$(echo "$3" | tr - _)
	path_up socket latency || die "cannot make a path"
	rm -f "$tmp/counted"
	: >"$tmp/receiver"
	if is_ours "$name"; then
		counting "$name" --same-clock >"$tmp/receiver" 2>&1 \
		    </dev/null &
		receiver=$!
		wait_for 5 is_ready || say "$name: $(cat "$tmp/receiver")"
		ours packet 0 -s 18 -r "$pps" >"$tmp/sender" 2>&1 </dev/null &
		wait $!
	else
		"sink_$func" >"$tmp/receiver" 2>&1 </dev/null &
		receiver=$!
		sleep 0.5
		"client_$func" >"$tmp/client" 2>&1 </dev/null &
		wait $!
	fi
	sink_down
	delays | while read -r what ns; do
		record "$round latency-$pps $what $name $ns"
	done
}

# least, median and tail of the trial, in ns
delays()
{
	if is_ours "$name"; then
		for key in min p50 p99 p999; do
			echo "$key $(field ${key}_ns "$tmp/counted")"
		done
	else
		sed -n 's/^sockperf: ---> \(.*\) = *\([0-9.]*\)$/\1 \2/p' \
		    "$tmp/client" | awk '
		/MIN/ { print "min", $NF * 1000 }
		/percentile 50.0/ { print "p50", $NF * 1000 }
		/percentile 99.00/ { print "p99", $NF * 1000 }
		/percentile 99.90/ { print "p999", $NF * 1000 }'
	fi
}

# memory round flows engine: most that the program ever had, in KiB, each flow
# seen twice or more; and what it lost
memory()
{
	path_up socket memory || die "cannot make a path"
	verdict b v1 pass || die "no XDP program: $(cat "$tmp/verdict")"
	rm -f "$tmp/document"
	: >"$tmp/receiver"
	counting "$3" --streams 0-0 -f "$2" --expect "$memory_frames" \
	    >"$tmp/receiver" 2>&1 </dev/null &
	receiver=$!
	wait_for 5 is_ready || say "$3: $(cat "$tmp/receiver")"
	(
		lasting=$limit
		ours xdp 0 -s 18 -n "$memory_frames" -r "$memory_rate" -f "$2" \
		    -S 198.18.4.1-198.18.4.200 -P 49152-65535
	) >"$tmp/sender" 2>&1 </dev/null
	kib=$(awk '$1 == "VmHWM:" { print $2 }' \
	    "/proc/$(pgrep -P "$receiver")/status")
	sink_down
	[ "$(field taken "$tmp/document")" = "$memory_frames" ] ||
		say "not all frames: $(tail -n 2 "$tmp/sender")"
	record "$1 memory-$2 kib $3 $kib"
	for key in lost sink_drops reordered; do
		v=$(field $key "$tmp/counted") # null: no number
		[ -z "$v" ] || record "$1 memory-$2 $key $3 $v"
	done
}

# round path placement name
cell()
{
	placement=$3
	case "$2 $3" in
	memory*)
		memory "$1" "$3" "$4"
		;;
	latency*)
		latency "$1" "$3" "$4"
		;;
	*1cpu)
		trial "$4" max || return
		record "$1 $2 $3 $4 $(echo "$result" |
		    awk '{ printf "%.0f", $3 * 1e9 / $5 }')"
		;;
	*)
		# two words
		# shellcheck disable=SC2046
		found=$(capacity "$4" $(bounds "$2")) || exit 1
		echo "$found" >"$tmp/found"
		read -r found ns limited <"$tmp/found"
		record "$1 $2 $3 $4 $found"
		record "$1 $2 ns $4 $ns"
		[ -z "$limited" ] || record "$1 $2 limit $4 1"
		;;
	esac
}

[ "$(id -u)" = 0 ] || die "needs root, for network namespaces"
[ "$(nproc)" -ge 2 ] || die "needs two CPUs: one sends, one receives"
engine_usable xdp >"$tmp/why" || die "needs netblast's engine xdp:" \
    "$(cat "$tmp/why")"
# the shell itself is not to cost CPU 1 anything
taskset -p -c 0 $$ >/dev/null
planned
: >"$build/bench/sink-trials.txt"
{
	machine | sed 's/make bench /make bench-sink /'
	version tcpdump --version
	version sockperf --version
	version xdp-bench drop --version
	sed 's/^/# /' "$tmp/missing"
	echo "# round path placement sink frames/s (ns: CPU time of a" \
	    "frame; limit: the generator was; latency-RATE: ns)"
} >"$data"

every_round

sh "$here/sink_table.sh" "$data"
sh "$here/sink_aims.sh" "$data"
dir=$build/bench/docs
[ "$only" = . ] && [ "$rounds" -ge 3 ] && dir=docs
aside performance-sink.txt "$dir"
