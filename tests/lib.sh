# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For shell tests: what went wrong is told as it comes, and counted; waiting
# for something has an end.
fails=0
bad()
{
	echo "FAIL: $*"
	fails=$((fails + 1))
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for()
{
	tries=$(($1 * 20))
	shift
	while ! "$@" 2>/dev/null; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}
