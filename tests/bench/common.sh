# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are for those that source this, and theirs for us
# shellcheck disable=SC2034,SC2154
# What all of the bench shares: settings, the way to run something in a
# namespace, and one measurement.
build=${BUILD:-build}
rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-1.5}
only=${ONLY:-.}
here=$(dirname "$0")
tools=$build/bench

settle=0.3 # after the first packets, before the first reading
patience=6 # until the first packets
whole=${seconds%.*}
limit=$((${whole:-0} + 18)) # whole seconds that no sender outlives
lasting=$limit # how long ours are told to send; they are stopped before
ns=nbb$$
tmp=$(mktemp -d) || exit 1

say()
{
	echo "bench: $*" >&2
}

die()
{
	say "$*"
	exit 1
}

# in_ns ROLE COMMAND...: a, r or b
in_ns()
{
	role=$1
	shift
	ip netns exec "$ns$role" "$@"
}

# background ROLE CPUS COMMAND... &: $! is the process to stop, because what
# runs in the background is replaced
background()
{
	role=$1
	cpus=$2
	shift 2
	exec timeout -k 1 "$limit" ip netns exec "$ns$role" taskset -c "$cpus" "$@"
}

stop()
{
	kill "$1" 2>/dev/null
	wait "$1" 2>/dev/null
}

# packets/s at the sink while sender $1 runs; 0 if nothing came
measure()
{
	receiver=
	if command -v "receiver_$1" >/dev/null; then
		"receiver_$1" >"$tmp/receiver" 2>&1 </dev/null &
		receiver=$!
		sleep 0.3
	fi
	"sender_$1" >"$tmp/sender" 2>&1 </dev/null &
	sender=$!
	in_ns b taskset -c 1 "$tools/rx_rate" "$sink" "$settle" "$seconds" \
	    "$patience" >"$tmp/rate" || die "rx_rate: no counter of $sink"
	stop "$sender"
	[ -z "$receiver" ] || stop "$receiver"
	awk '{ print $3 }' "$tmp/rate"
}

# What the script's missing and plan say, into files of these names; ends
# where nothing is left to measure.
planned()
{
	mkdir -p "$build/bench"
	missing >"$tmp/missing"
	plan >"$tmp/plan"
	[ -s "$tmp/plan" ] || die "ONLY='$only' leaves nothing to measure"
	sed 's/^missing/bench: left out:/' "$tmp/missing" >&2
}

# Each line of the plan, three words, is measured once a round by the script's
# cell ROUND WORD WORD WORD; every other round in the opposite order.
every_round()
{
	round=1
	while [ "$round" -le "$rounds" ]; do
		if [ $((round % 2)) = 1 ]; then
			cat "$tmp/plan"
		else
			tac "$tmp/plan"
		fi >"$tmp/order"
		while read -r what where who <&3; do
			cell "$round" "$what" "$where" "$who"
		done 3<"$tmp/order"
		round=$((round + 1))
	done
}

# aside NAME DIRECTORY: the data beside the document, which is made again if
# its own data is there
aside()
{
	mkdir -p "$2"
	cp "$data" "$2/$1"
	[ ! -f "$2/performance.txt" ] ||
		sh "$here/publish.sh" "$2/performance.txt" "$2"
}
