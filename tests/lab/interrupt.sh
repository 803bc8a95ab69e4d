#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# ^C in the middle of a campaign: the lab is removed, no program of ours runs
# on, finished trials are safe, run.json is valid and says that it is not
# complete. Two campaigns at once do not meet.
set -u
# shellcheck source=tests/lab/common.sh
. "$(dirname "$0")/common.sh"

# finished DIR: trials that are safe on disk
finished()
{
	find "$1/nodes" -name trial.json 2>/dev/null | wc -l
}

start()
{
	"$build/netharness" run --lab "$lab$1" -o "$tmp/$1" "$tmp/p.plan" \
	    >"$tmp/$1.out" 2>"$tmp/$1.err" &
}

cat >"$tmp/p.plan" <<'END'
{"schema": "netblast.plan/1", "name": "test", "repeats": 100,
 "idle": "50ms", "wait": "50ms", "defaults": {"blast": "300ms"},
 "rows": [{"id": "a"}, {"id": "b", "path": "direct"}]}
END
start a
one=$!
start b
two=$!
for _ in $(seq 600); do
	[ "$(finished "$tmp/a")" -ge 2 ] && [ "$(finished "$tmp/b")" -ge 1 ] &&
	    break
	sleep 0.1
done
running=$(ip netns pids "nb-${lab}a-gen" 2>/dev/null)
kill -INT $one
kill -TERM $two
wait $one
same "exit status" $? 1
wait $two
for k in a b; do
	same "$k: namespaces" "$("$build/netharness" lab status \
	    --lab "$lab$k")" ""
	jq -e '.run.complete == false and (.trials | length) >= 1 and
	    all(.trials[]; .valid)' "$tmp/$k/run.json" >/dev/null ||
	    bad "$k: run.json: $(cat "$tmp/$k.err")"
	same "$k: trials in run.json" "$(jq '.trials | length' \
	    "$tmp/$k/run.json")" "$(finished "$tmp/$k")"
	find "$tmp/$k" -name '*.tmp*' | grep . && bad "$k: temporary files"
done
# A killed grandchild is a zombie until process 1 has looked after it.
runs()
{
	grep -qs '^State:	[^ZX]' "/proc/$1/status"
}
for pid in $running; do
	for _ in $(seq 30); do
		runs "$pid" || break
		sleep 0.1
	done
	! runs "$pid" ||
	    bad "process $pid still runs: $(tr '\0' ' ' <"/proc/$pid/cmdline")"
done

# a lab that stands is not taken over
"$build/netharness" lab up --lab $lab >/dev/null || bad "lab up"
"$build/netharness" lab up --lab $lab >/dev/null 2>"$tmp/twice.err" &&
    bad "a lab can be made twice"
grep -q "stands already" "$tmp/twice.err" || bad "$(cat "$tmp/twice.err")"
"$build/netharness" lab down --lab $lab || bad "lab down"
"$build/netharness" lab down --lab $lab || bad "lab down of nothing"

# a second campaign into the same folder would mix two runs
"$build/netharness" run -o "$tmp/a" "$tmp/p.plan" 2>"$tmp/same.err" &&
    bad "a folder is used twice"
grep -q "holds a run already" "$tmp/same.err" || bad "$(cat "$tmp/same.err")"
[ "$fails" = 0 ]
