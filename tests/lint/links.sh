#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Links of the documents lead somewhere (those within the tree).
#
#	tests/lint/links.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
find . -name '*.md' ! -path './build*' ! -path './results/*/*' | sort |
while read -r file; do
	grep -no '](\([^)#]*\)[^)]*)' "$file" |
	sed 's/^\([0-9]*\):](\([^)#]*\).*/\1 \2/' |
	while read -r line target; do
		case $target in
		'' | http:* | https:* | mailto:*) continue ;;
		esac
		[ -e "$(dirname "$file")/$target" ] ||
			echo "${file#./}:$line: links: $target is not there"
	done
done | grep . && exit 1
exit 0
