#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The wall clock may step in the middle of a run, so it is a label and never an
# interval: read by lib/clock.c only, asked for only where a label is made.
#
#	tests/lint/wallclock.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
# file and what it labels
labels='lib/clock.c lib/clock.h
lib/result.c
netblast/team.c
netblast/tx_file_pcap.c
harness/rundoc.c harness/trial.c harness/campaign.c
collector/gather.c'
rc=0
# only PATTERN FILES: in no other source
only()
{
	grep -nHE "$1" lib/*.[ch] netblast/*.[ch] netreceive/*.[ch] \
	    collector/*.[ch] harness/*.[ch] 2>/dev/null |
	awk -F: -v files=" $(echo "$2" | tr '\n' ' ') " '
	index(files, " " $1 " ") == 0 {
		print $1 ":" $2 ": wallclock: a time by the wall clock"
		found = 1
	}
	END { exit found }' || rc=1
}
only '\bclock_wall_ns[(]' "$labels"
only '[(]CLOCK_REALTIME|\b(gettimeofday|timespec_get|ftime)[(]|\btime[(](NULL|0|&)' \
    lib/clock.c
exit $rc
