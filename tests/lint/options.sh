#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The options that -h lists and those that the manual describes are the same.
# Programs with subcommands name them in -h; those are asked as well.
#
#	tests/lint/options.sh [ROOT]	uses ROOT/docs and $BUILD or ROOT/build
set -u
root=${1:-.}
build=${BUILD:-$root/build}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
rc=0

# help PROGRAM [SUBCOMMAND]: must succeed, on standard output
help()
{
	"$build/$1" ${2:+"$2"} -h </dev/null || {
		echo "$1: options: ${2:+$2 }-h fails" >&2
		touch "$tmp/failed"
	}
}

# all helps of a program
helps()
{
	help "$1" | tee "$tmp/top"
	# "usage: PROGRAM SUB ..." and lines "  SUB ARGUMENTS  what it does"
	sed -n -e "s/^\(usage:\)\{0,1\} *$1 \([a-z][a-z]*\)\( .*\)\{0,1\}\$/\2/p" \
	    -e 's/^  \([a-z][a-z]*\) .*/\1/p' "$tmp/top" |
	grep -vx "$1" | sort -u |
	while read -r sub; do
		help "$1" "$sub"
	done
}

# "  -e, --engine NAME   text" -> "-e" and "--engine"
listed()
{
	sed -n 's/^ \{1,\}\(-[A-Za-z0-9], \)\{0,1\}\(--[a-z][a-z-]*\).*/\1 \2/p' |
	tr ', ' '\n' | grep -- - | sort -u
}

# ".It Fl e , Fl -engine Ar NAME" -> the same
described()
{
	grep '^\.It .*Fl' | awk '{
		for (i = 1; i < NF; i++)
			if ($i == "Fl")
				print "-" $(i + 1)
	}' | sort -u
}

for program in netblast netreceive netcollect netharness; do
	manual=docs/$program.1
	if [ ! -f "$root/$manual" ] || [ ! -x "$build/$program" ]; then
		echo "$manual: options: no manual, or $program is not built"
		rc=1
		continue
	fi
	helps "$program" >"$tmp/text"
	listed <"$tmp/text" >"$tmp/help"
	described <"$root/$manual" >"$tmp/manual"
	comm -23 "$tmp/help" "$tmp/manual" |
	sed "s|.*|$manual: options: & is in -h and not in the manual|" >"$tmp/out"
	comm -13 "$tmp/help" "$tmp/manual" |
	while read -r option; do
		# also said in a sentence of -h
		grep -q -- " $option\b" "$tmp/text" && continue
		line=$(grep -n -m 1 -- "^\.It .*Fl ${option#-}\( \|\$\)" \
		    "$root/$manual" | cut -d: -f1)
		echo "$manual:$line: options: $option is in the manual and not in -h"
	done >>"$tmp/out"
	cat "$tmp/out"
	[ -s "$tmp/out" ] && rc=1
	[ -s "$tmp/help" ] || {
		echo "$manual: options: -h lists none"
		rc=1
	}
done
[ ! -e "$tmp/failed" ] || rc=1
exit $rc
