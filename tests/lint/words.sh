#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Words that must not be in the tree: unfinished work, paths of somebody's
# machine, ambiguous terms.
#
#	tests/lint/words.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
rc=0
# This file and its test name the words; tests/data is other people's text.
files=$(find . -type f ! -path './.git*' ! -path './build*' \
    ! -path './results/*/*' ! -path './tests/data/*' \
    ! -path './tests/fuzz/corpus/*' ! -path './tests/lint/words.sh' \
    ! -path './tests/lint/selftest.sh' ! -name '*.png' \
    ! -path '*/node_modules/*' | sort)

# forbid PATTERN REASON
forbid()
{
	# shellcheck disable=SC2086
	grep -nHIE "$1" $files | sed "s|^\./\([^:]*:[^:]*\):.*|\1: words: $2|" |
	grep . && rc=1
}
forbid '\b(TODO|FIXME|XXX)\b' 'unfinished work'
forbid '[Tt]runking' 'say "802.1Q tagged" or "link aggregation"'
forbid '(^|[^A-Za-z0-9_.])/(home|work|Users)/[A-Za-z]' \
    'path of one machine'
forbid '/tmp/(wt|brief|land)\b' 'path of one machine'
forbid '[ 	]+$' 'white space at the end of the line'
exit $rc
