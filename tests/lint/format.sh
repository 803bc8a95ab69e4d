#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The layout is clang-format's. Its output differs between major versions,
# so only version 14 judges.
#
#	tests/lint/format.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
for tool in clang-format-14 clang-format; do
	command -v "$tool" >/dev/null &&
	"$tool" --version | grep -q 'version 14\.' && break
	tool=
done
[ -n "$tool" ] || {
	echo "clang-format 14 is not installed"
	exit 77
}
find lib netblast netreceive collector harness tests -name '*.[ch]' \
    ! -path 'tests/data/*' | sort |
xargs "$tool" --dry-run -Werror 2>&1 | grep 'error:' |
sed 's/ error: .*/ format: run make format/' | sort -u | grep . && exit 1
exit 0
