# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For shell tests: what went wrong is told as it comes, and counted.
fails=0
bad()
{
	echo "FAIL: $*"
	fails=$((fails + 1))
}
