#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect watch of a router with a real sshd: every count is there, also
# when the connection is lost in the middle, the sampler is held up, or a
# signal ends it.
set -u
r=nbwr$$ m=nbwm$$ # router, collector
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/lab/ssh/lib.sh
. "$(dirname "$0")/ssh/lib.sh"
namespaces="$r $m"
sshd_needs

# watch NAME ARGUMENT...: in the background, until its first sample is in
watch()
{
	name=$1
	shift
	: >"$tmp/$name.err"
	ip netns exec "$m" "$nc" watch --ssh "$ssh" --on ssh:198.18.9.2 \
	    -o "$tmp/$name.json" "$@" 2>"$tmp/$name.err" &
	watch=$!
	wait_for 60 grep -qx ready "$tmp/$name.err" ||
		bad "$name: not ready: $(cat "$tmp/$name.err")"
}

# ends NAME STATUS
ends()
{
	wait "$watch"
	same "$1: exit" $? "$2"
	watch=''
	spares "$1"
}

holds()
{
	jq -e "$2" "$tmp/$1.json" >"$tmp/jq" 2>&1 || {
		bad "$1: $2 $(cat "$tmp/jq")"
		jq -c '{notes, valid, error, clock, gaps, samples}' \
		    "$tmp/$1.json"
		cat "$tmp/$1.err"
	}
}

# samples NAME N: so many have come
samples()
{
	[ "$(grep -c ' s  \| s$' "$tmp/$1.err")" -ge "$2" ]
}

# N pings, all of which the router answers: on its counters twice
pings()
{
	ip netns exec "$m" ping -q -f -c "$1" -s 10 198.18.8.2 >/dev/null ||
		bad "ping: $1"
}

moved='[.series[] | select(.name == "if.rx.packets" and .instance == "r0") |
    .v[-1] - .v[0]]'

for n in $r $m; do ip netns add "$n" || exit 1; done
host_up $m 198.18.8.1 $r 198.18.8.2 m0 r0
host_up $m 198.18.9.1 $r 198.18.9.2 m9 r9
command -v ping >/dev/null || { echo "needs ping"; exit 77; }
pings 1 # they know each other now
ip -n $m neigh replace 198.18.8.2 dev m0 nud permanent \
    lladdr "$(ip -n $r -j link show r0 | jq -r '.[].address')"
ip -n $r neigh replace 198.18.8.1 dev r0 nud permanent \
    lladdr "$(ip -n $m -j link show m0 | jq -r '.[].address')"
sshd_up $r 198.18.9.2

# ---- all of it -----------------------------------------------------------------
watch all -I 200ms -t 3s
pings 1000
ends all 0
holds all '.valid and .error == null and .clock == "uptime" and
    .router.os == "Linux" and .cpu_ms >= 0 and
    (.notes == [] or (.gaps | length) > 0) and
    (.samples.t_ns | length) >= 2 and
    (.samples.t_ns | . == sort and . == unique) and
    (.samples.arrival_ns | all(. != null))'
holds all "$moved"' == [1000] and
    ([.series[] | select((.v | length) < 2 or
    (.v | length) != (.t_ns | length))] == []) and
    ([.series[], .still[] | .name] | contains(["if.tx.drops",
    "queue.softnet.drops", "ip.forwarded", "cpu.idle.ticks"])) and
    ([.series[], .still[] | select(.name == "queue.softnet.drops") |
    .scope] | unique == ["machine"])'
grep -q "in r0 [0-9]* pps" "$tmp/all.err" || bad "all: $(cat "$tmp/all.err")"
grep -q "samples, [0-9.]* ms of CPU each" "$tmp/all.err" || bad "all: no cost"

# ---- the connection is lost --------------------------------------------------
watch lost -I 200ms -t 6s
wait_for 30 samples lost 2 || bad "lost: no samples"
for p in $(sessions $r); do kill -9 "$p"; done
pings 500
ends lost 0
holds lost '.valid and .error == null and
    (.notes | any(test("connection lost after [0-9]+ samples.*; the other [0-9]+ were fetched"))) and
    ([.samples.arrival_ns[] | select(. == null)] | length) >= 1 and
    ([.samples.arrival_ns[] | select(. != null)] | length) >= 3 and
    (.samples.t_ns | . == sort)'
holds lost "$moved == [500]"

# ---- and a signal comes while it is -------------------------------------------
watch back -I 200ms -t 1h
wait_for 30 samples back 2 || bad "back: no samples"
for p in $(sessions $r); do kill -9 "$p"; done
pings 300
sampling()
{
	[ "$(grep -c '^[a-p]* done$' "$(echo "$tmp"/far/netcollect.*)/spool")" -gt 5 ]
}
wait_for 30 sampling || bad "back: the sampler does not go on"
kill -INT $watch
ends back 0
holds back '.valid and .error == null and
    (.notes | any(test("connection lost after [0-9]+ samples.*fetched")) and
    index("ended by a signal") != null) and
    ([.samples.arrival_ns[] | select(. == null)] | length) >= 1'
holds back "$moved == [300]"

# ---- and the router is not seen again ------------------------------------------
watch gone -I 200ms -t 60s
wait_for 30 samples gone 2 || bad "gone: no samples"
pings 10
ip -n $m link set m9 down
for p in $(sessions $r); do kill -9 "$p"; done
spool=$(echo "$tmp"/far/netcollect.*)
sampler=$(cat "$spool/pid")
tail=$(cat "$spool/tail")
kill -9 "$(pgrep -f "ssh.*$tmp/t/netcollect.*-N")"
sleep 0.5
kill -INT $watch
wait $watch
same "gone: exit" $? 2
watch=''
holds gone '.valid == false and (.error | contains("connection lost after")) and
    (.samples.t_ns | length) >= 3'
kill -TERM "$sampler" "$tail" 2>/dev/null
ip -n $m link set m9 up
spares gone

# ---- a signal ---------------------------------------------------------------------
watch signal -I 200ms -t 1h
pings 100
wait_for 30 samples signal 3 || bad "signal: no samples"
kill -TERM $watch
ends signal 0
holds signal '.valid and (.notes | index("ended by a signal")) != null'
holds signal "$moved == [100]"

# ---- a sampler that gets no CPU --------------------------------------------------
watch starved -I 100ms -t 5s
spool=$(echo "$tmp"/far/netcollect.*)
kill -STOP "$(cat "$spool/pid")"
sleep 1
kill -CONT "$(cat "$spool/pid")"
ends starved 0
holds starved '.valid and (.notes | any(startswith("the sampler was starved: "))) and
    (.gaps | any(.to_ns - .from_ns >= 900000000)) and
    ([.gaps[].from_ns] - .samples.t_ns == [])'
grep -q "no sample for .* s: starved" "$tmp/starved.err" || bad "starved: untold"

# ---- when it is told to ------------------------------------------------------------
mkfifo "$tmp/go"
: >"$tmp/go.out"
ip netns exec $m "$nc" watch --ssh "$ssh" --on ssh:198.18.9.2 --ready -I 100ms \
    -t 300ms -o "$tmp/go.json" <"$tmp/go" >"$tmp/go.out" 2>"$tmp/go.err" &
watch=$!
exec 3>"$tmp/go"
wait_for 30 grep -qx ready "$tmp/go.out" || bad "go: not ready: $(cat "$tmp/go.err")"
same "go: not begun" "$(ls "$tmp/far")" ""
echo >&3
exec 3>&-
ends go 0
holds go '.valid and .config.ready and (.samples.t_ns | length) >= 1'
same "go: standard output" "$(cat "$tmp/go.out")" ready
ip netns exec $m "$nc" watch --ssh "$ssh" --on ssh:198.18.9.2 --ready \
    -o "$tmp/nogo.json" </dev/null >"$tmp/go.out" 2>"$tmp/go.err"
same "no go: exit" $? 1
grep -q "end of file before a line came" "$tmp/go.err" ||
    bad "no go: $(cat "$tmp/go.err")"

# ---- without ssh -------------------------------------------------------------------
TMPDIR=$tmp/far ip netns exec $m "$nc" watch -I 100ms -t 500ms \
    -o "$tmp/local.json" 2>"$tmp/local.err" || bad "local: $(cat "$tmp/local.err")"
holds local '.valid and (.samples.t_ns | length) >= 2 and .node == "local"'
TMPDIR=$tmp/far "$nc" watch --on netns:$r -I 100ms -t 500ms \
    -o "$tmp/netns.json" 2>"$tmp/netns.err" || bad "netns: $(cat "$tmp/netns.err")"
holds netns '.valid and ([.series[], .still[] |
    select(.name == "if.rx.packets") | .instance] | sort) ==
    ["lo", "r0", "r9"]'
spares local
# nothing that can be watched
ip netns exec $m "$nc" watch --ssh "$ssh" --on ssh:198.18.9.3 \
    -o "$tmp/none.json" 2>"$tmp/none.err"
same "none: exit" $? 1
[ ! -e "$tmp/none.json" ] || bad "none: a document"
[ $fails = 0 ]
