#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect diff: two readings of one Linux listing in one text, with wraps.
set -u
build=${BUILD:-build}
data=$(dirname "$0")/../data/variants
[ -x "$build/netcollect" ] || { echo "no $build/netcollect"; exit 77; }
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# moved FILE NAME INSTANCE DELTA CHANGE
moved()
{
	"$build/netcollect" diff --os Linux --format json "$1" \
	    >"$tmp/diff.json" 2>"$tmp/err" || { bad "$1: $(cat "$tmp/err")"; return; }
	jq -e --arg name "$2" --arg instance "$3" --argjson delta "$4" \
	    --arg change "$5" '[.differences[] | select(.name == $name and
	    .instance == $instance) | [.delta, .change]] ==
	    [[$delta, $change]]' "$tmp/diff.json" >/dev/null ||
		bad "$(basename "$1"): $2 $3: not $4 $5"
}

f=$data/linux-2.6.18_proc-net-dev_pair.txt
moved "$f" if.rx.bytes eth0 600000 wrapped
moved "$f" if.rx.packets eth0 10000 ok
moved "$f" if.rx.lost eth0 600 ok

# all of the interface fell: it was made anew
sed 's/71591666/     666/; s/ 1600000   20000/       0       0/; s/  720  720/    0    0/' \
    "$f" >"$tmp/reset.txt"
moved "$tmp/reset.txt" if.rx.bytes eth0 null reset
moved "$tmp/reset.txt" if.rx.packets eth0 null reset

f=$data/linux-6.6_softnet_stat_pair.txt
moved "$f" queue.softnet.processed cpu0 32 wrapped
moved "$f" queue.softnet.drops cpu0 2 ok
f=$data/linux-6.6_softnet_stat_twice.txt
moved "$f" queue.softnet.processed cpu1 32 ok
f=$data/linux-6.1_proc-stat_pair.txt
moved "$f" cpu.softirq.ticks cpu1 1000 ok
moved "$f" softirq.net_rx.total "" 9900 ok
f=$data/linux-3.10_proc-softirqs_pair.txt
moved "$f" softirq.net_rx cpu0 10 wrapped

# a heading by hand is no rest of the long row above it
for way in "before 4" "after 9"; do
	# words
	# shellcheck disable=SC2086
	set -- $way
	cat <<END
== $1 ==
TcpExt: SyncookiesSent SyncookiesRecv SyncookiesFailed EmbryonicRsts IPReversePathFilter
TcpExt: 1000000000000000 2000000000000000 3000000000000000 4000000000000000 $2
END
done >"$tmp/headings"
moved "$tmp/headings" ip.refused.reverse_path "" 5 ok

[ "$fails" = 0 ]
