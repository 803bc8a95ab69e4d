#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# No mutable global but the stop flag: looks for symbols in the writable
# sections of the objects, so nothing escapes by spelling.
#
#	tests/lint/globals.sh [OBJECTS]
set -u
objects=${1:-${BUILD:-build}/obj}
[ -d "$objects" ] || {
	echo "$objects: not built"
	exit 1
}
find "$objects" -name '*.o' ! -path "$objects/tests/*" | sort |
xargs objdump -t | awk '
/file format/ {
	file = $1
	sub(/:$/, "", file)
}
# address, flags, section, size, name; "O" marks data objects
$0 ~ / O [.](data|bss|tdata|tbss)([.][^ \t]*)?\t/ && !/[.]data[.]rel[.]ro/ {
	name = $NF
	if (name ~ /^stop([._]|$)/ || name ~ /_stop$/)
		next
	printf "%s: globals: mutable global \"%s\"\n", file, name
	found = 1
}
END { exit found }'
