#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The manuals are clean mdoc.
#
#	tests/lint/manuals.sh [ROOT]
set -u
cd "${1:-.}" || exit 1
command -v mandoc >/dev/null || {
	echo "mandoc is not installed"
	exit 77
}
# references to each other are found only once installed
mandoc -T lint -W warning docs/*.1 | grep -v 'referenced manual not found' |
sed 's/^mandoc: //' | grep . && exit 1
exit 0
