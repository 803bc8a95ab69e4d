#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every seed of every fuzz target once; a crash or a sanitizer fails it.
set -u
build=${BUILD:-build}
rc=0
for source in tests/fuzz/fuzz_*.c; do
	name=${source##*/fuzz_}
	name=${name%.c}
	seeds=tests/fuzz/corpus/$name
	if [ -z "$(ls "$seeds" 2>/dev/null)" ]; then
		echo "$seeds: no seeds"
		rc=1
		continue
	fi
	"$build/fuzz/replay_$name" "$seeds"/* || {
		echo "replay_$name: exit status $?"
		rc=1
	}
done
exit $rc
