#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every shell script passes shellcheck.
#
#	tests/lint/shell.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
command -v shellcheck >/dev/null || {
	echo "shellcheck is not installed"
	exit 77
}
find . -type f ! -path './.git/*' ! -path './build*' ! -path './results/*' \
    ! -path '*/node_modules/*' ! -path './tests/data/*' |
sort | while read -r file; do
	case $file in
	*.sh) ;;
	*)
		head -n 1 "$file" | grep -aqE '^#!.*\b(sh|bash)\b' || continue
		;;
	esac
	echo "$file"
done | xargs shellcheck -x -f gcc -S style
