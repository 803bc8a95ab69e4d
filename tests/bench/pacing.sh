#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# How evenly do the engines send at a rate, beside other generators? By hand
# (make bench-pacing), never a part of check.
#
# Every round measures each pacer (pacers.sh) once at each rate, the next
# round in the opposite order. The truth is the kernel's time stamp of every
# frame where it enters the receiving interface (gaps.c); what the sender's
# own document says stands beside. The sink drops all frames alike, also
# those of generators that have a server there, so that none is disturbed by
# its own receiver. The sender has CPU 0, all else CPU 1; nobody is given a
# real-time priority.
#
# The data and the document with it go where run.sh puts them.
#
#	ROUNDS (5)  SECONDS_EACH (2, whole)  BUILD (build)
#	RATES ("1000 10000 100000 300000")
#	ONLY	a regular expression on "RATE NAME"
set -u
SECONDS_EACH=${SECONDS_EACH:-2}
# for wait_for; first, because usable() is to be that of senders.sh
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/bench/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=tests/bench/paths.sh
. "$here/paths.sh"
# shellcheck source=tests/bench/senders.sh
. "$here/senders.sh"
# shellcheck source=tests/bench/pacers.sh
. "$here/pacers.sh"
# shellcheck source=tests/bench/machine.sh
. "$here/machine.sh"

data=$build/bench/pacing.txt
rates=${RATES:-1000 10000 100000 300000}
limit=$((seconds * 2 + 10))

cleanup()
{
	path_down
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

missing()
{
	pacers | while read -r name _ need _; do
		why=$(usable "$name" "$need") || echo "missing $name $why"
	done
}

# rate, name and port of every measurement of a round
plan()
{
	for pps in $rates; do
		pacers | while read -r name _ _ port _; do
			grep -q "^missing $name " "$tmp/missing" && continue
			echo "$pps $name" | grep -qE -- "$only" || continue
			echo "$pps $name $port"
		done
	done
}

# UDP datagrams with 16 bytes of payload go no further
drop_all()
{
	in_ns b nft -f - <<END
table netdev pacing {
	chain in {
		type filter hook ingress device "$sink" priority 0;
		udp length 24 drop
	}
}
END
}

tap()
{
	exec ip netns exec "${ns}b" taskset -c 1 "$tools/gaps" -p "$1" -l 16 \
	    "$sink"
}

tap_ready()
{
	grep -q ready "$tmp/gaps"
}

# what our own document says: frames taken, and their mean rate
document()
{
	[ -s "$tmp/document" ] || {
		echo "- -"
		return
	}
	awk '
	/"taken":/ && taken == "" { taken = $2 }
	/"achieved_pps":/ { rate = $2 }
	END {
		gsub(/,/, "", taken)
		gsub(/,/, "", rate)
		print taken, rate
	}' "$tmp/document"
}

# round rate name port
cell()
{
	pps=$2
	rm -f "$tmp/document" "$tmp/gaps"
	[ "$3" != xdp ] || verdict b "$sink" pass ||
		die "no XDP program on $sink: $(cat "$tmp/verdict")"
	tap "$4" >"$tmp/gaps" 2>"$tmp/taperr" &
	tap=$!
	wait_for 5 tap_ready || die "no tap: $(cat "$tmp/taperr")"
	("pacer_$3") >"$tmp/sender" 2>&1 </dev/null
	stop "$tap"
	[ "$3" != xdp ] || {
		stop "$holder"
		holder=
	}
	found=$(sed -n 2p "$tmp/gaps")
	echo "$1 $2 $3 ${found:-0 nan nan nan nan nan nan nan 0}" \
	    "$(document)" >>"$data"
	say "$*: ${found:-nothing}"
	[ "${found%% *}" != 0 ] || say "$3 said: $(tail -n 2 "$tmp/sender")"
}

[ "$(id -u)" = 0 ] || die "needs root, for network namespaces"
[ "$(nproc)" -ge 2 ] || die "needs two CPUs: one sends, one looks on"
case $seconds in
'' | *[!0-9]* | 0) die "SECONDS_EACH: \"$seconds\": a whole number from 1" ;;
esac
planned
if ! direct_up || ! drop_all || ! pacers_up; then
	die "cannot make the lab"
fi
{
	machine | sed 's/make bench /make bench-pacing /'
	version sockperf --version
	sed 's/^/# /' "$tmp/missing"
	echo "# round rate name frames rate mean sd p50 p99 p99.9 max (ns)" \
	    "unseen taken rate-by-sender"
} >"$data"

every_round

sh "$here/pacing_table.sh" "$data"
sh "$here/pacing_aims.sh" "$data"
dir=$build/bench/docs
if [ "$only" = . ] && [ "$rounds" -ge 5 ] && [ -z "${RATES-}" ]; then
	dir=docs
fi
aside performance-pacing.txt "$dir"
