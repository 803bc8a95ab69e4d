#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A header is self-contained: it compiles alone, twice in one file.
#
#	tests/lint/includes.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
rc=0
for header in $(find lib netblast netreceive collector harness tests \
    -name '*.h' | sort); do
	printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
	${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -I. \
	    -fsyntax-only -x c - 2>&1 | sed "s|^|$header: includes: |" |
	grep . && rc=1
done
exit $rc
