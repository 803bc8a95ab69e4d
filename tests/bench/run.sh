#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# How fast do the engines send, beside other generators that are installed?
# By hand (make bench), never a part of check: a speed is no pass mark.
#
# Every round measures each sender on each path once (senders.sh), the next
# round in the opposite order. The truth is the growth of the receiving
# interface's counter between two moments while the sender runs, not what a
# sender says. Each measurement stands in a file, one a line; table and aims
# are computed from that (summary.sh, aims.sh), and the document with its
# drawings (publish.sh): docs/performance.md after a whole run of at least five
# rounds, else in BUILD/bench.
#
#	ROUNDS (5)  SECONDS_EACH (1.5)  BUILD (build)
#	ONLY	a regular expression on "PATH PLACEMENT SENDER"
set -u
# shellcheck source=tests/bench/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=tests/bench/paths.sh
. "$here/paths.sh"
# shellcheck source=tests/bench/senders.sh
. "$here/senders.sh"
# shellcheck source=tests/bench/machine.sh
. "$here/machine.sh"
# shellcheck source=tests/bench/profile.sh
. "$here/profile.sh"

data=$build/bench/data.txt

cleanup()
{
	path_down
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# scenes, one measurement a line, of senders that can run here
plan()
{
	scenes | while read -r path place names; do
		for name in $names; do
			echo "$path $place $name"
		done
	done | grep -E -- "$only" | while read -r path place name; do
		grep -q "^missing $name " "$tmp/missing" ||
			echo "$path $place $name"
	done
}

missing()
{
	senders | while read -r name _ need _; do
		why=$(usable "$name" "$need") || echo "missing $name $why"
	done
}

# the null engine has no interface: what its document says of the loop
null_rate()
{
	lasting=$seconds
	"sender_$1" >"$tmp/sender" 2>&1 </dev/null &
	wait $!
	sed -n 's/.*"achieved_pps": *\([0-9]*\).*/\1/p' "$tmp/document"
}

# round path placement sender
cell()
{
	path=$2
	name=$(echo "$4" | tr - _)
	path_up "$2" "$3" || die "cannot make path $2: $(cat "$tmp/veth")"
	if [ "$2" = none ]; then
		pps=$(null_rate "$name")
	else
		pps=$(measure "$name")
	fi
	path_down
	echo "$1 $2 $3 $4 ${pps:-0}" >>"$data"
	say "$*: ${pps:-0}"
	[ "${pps:-0}" != 0 ] || say "$4 said: $(tail -n 2 "$tmp/sender")"
}

[ "$(id -u)" = 0 ] || die "needs root, for network namespaces"
[ "$(nproc)" -ge 2 ] || die "needs two CPUs: one sends, one looks on"
awk '$1 > 0.5 { exit 1 }' /proc/loadavg ||
	say "others use this machine too (load $(cut -d ' ' -f 1 \
	    /proc/loadavg)): expect noise"
planned
{
	machine
	sed 's/^/# /' "$tmp/missing"
	echo "# round path placement sender packets/s"
} >"$data"

every_round
profile >>"$data"

sh "$here/summary.sh" "$data"
sh "$here/aims.sh" "$data"
if [ "$only" = . ] && [ "$rounds" -ge 5 ]; then
	sh "$here/publish.sh" "$data" docs
else
	sh "$here/publish.sh" "$data" "$build/bench/docs"
fi
