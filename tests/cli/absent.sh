#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A build without the optional libraries works, and names what it is without.
set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# a pkg-config that knows no package
${MAKE:-make} -s BUILD="$tmp" PKG_CONFIG=false OPT=-O0 SAN= "$tmp/netblast" \
    >"$tmp/make" 2>&1 || { cat "$tmp/make"; exit 1; }
"$tmp/netblast" --list-engines >"$tmp/engines" || bad "--list-engines: exit $?"
"$tmp/netblast" -e xsk -n 1 127.0.0.1 2>"$tmp/err" && bad "-e xsk works"
if [ "$(uname -s)" = Linux ]; then
	why="not built in: libxdp was missing at build time"
else
	why="not built in: it is for Linux"
fi
${MAKE:-make} -s BUILD="$tmp" PKG_CONFIG=false OPT=-O0 SAN= \
    "$tmp/netreceive" >"$tmp/make" 2>&1 || { cat "$tmp/make"; exit 1; }
"$tmp/netreceive" --list-engines >"$tmp/sinks" ||
	bad "netreceive --list-engines: exit $?"
"$tmp/netreceive" -e xdp -i lo -t 1 2>"$tmp/err.sink" && bad "-e xdp works"
grep -qx "xdp  *not built in: .*" "$tmp/sinks" || bad "$(cat "$tmp/sinks")"
grep -qx "netreceive: --engine: xdp is not built in: .*" "$tmp/err.sink" ||
	bad "$(cat "$tmp/err.sink")"
grep -qx "xsk  *$why" "$tmp/engines" || bad "$(cat "$tmp/engines")"
# clang, bpftool or the library, whichever it looked for first and in vain
grep -Eqx 'xdp +not built in: (it is for Linux|.+ was missing at build time)' \
    "$tmp/engines" || bad "$(cat "$tmp/engines")"
grep -qx "netblast: --engine: xsk is $why" "$tmp/err" || bad "$(cat "$tmp/err")"
[ "$("$tmp/netblast" -e null -n 5 127.0.0.1 | grep -c '"taken": *5')" -gt 0 ] ||
	bad "the others do not work"
[ "$fails" = 0 ]
