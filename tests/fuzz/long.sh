#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# One fuzz target until it has had both its executions and its CPU time:
#	long.sh PROGRAM RUNS CPU_SECONDS CORPUS...
# libFuzzer stops at the first of -runs and -max_total_time, and its time is
# the wall's, so it is asked again for what is missing. Prints a line
#	NAME: N executions, S s of CPU
# and exits 1 where the target has found something.
set -u
program=$1 runs=$2 seconds=$3
shift 3
name=${program##*/fuzz-}
log=$program.log
done=0 cpu=0
: >"$log"

# user and system time of the children, in whole seconds, from times(1)
seconds_of() {
	awk 'NR == 2 {
		gsub(/s/, "")
		for (i = 1; i <= 2; i++) {
			split($i, t, "m")
			sum += t[1] * 60 + t[2]
		}
		printf "%d\n", sum
	}' "$1"
}

while [ "$done" -lt "$runs" ] || [ "$cpu" -lt "$seconds" ]; do
	left=$((seconds - cpu))
	[ "$left" -gt 0 ] || left=$seconds
	"$program" -max_total_time="$left" -timeout=10 -rss_limit_mb=1024 \
		-verbosity=0 -print_final_stats=1 \
		-artifact_prefix="${program%/*}/$name-" "$@" >"$log.1" 2>&1 || {
		cat "$log.1"
		echo "$name: FAILED after $done executions"
		exit 1
	}
	cat "$log.1" >>"$log"
	n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log.1")
	done=$((done + n))
	times >"$log.2" # here: a subshell has no children
	cpu=$(seconds_of "$log.2")
done
rm -f "$log.1" "$log.2"
echo "$name: $done executions, $cpu s of CPU"
