#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Size budgets: what still fits the eye. Relies on the layout that
# format.sh checks (a function's braces stand in column 0).
#
#	tests/lint/fnlen.sh [ROOT]
set -u
cd "${1:-.}" || exit 1

# the awk program is not the shell's to expand
# shellcheck disable=SC2016
find lib netblast netreceive collector harness tests -name '*.[ch]' \
    2>/dev/null | sort | xargs awk '
function bad(line, text)
{
	printf "%s:%d: fnlen: %s\n", FILENAME, line, text
	found = 1
}
# parameters of a function definition whose head is `text`
function parameters(text,   depth, i, c, n, inside)
{
	sub(/^[^(]*/, "", text)
	n = 1
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == "(")
			depth++
		else if (c == ")" && --depth == 0)
			break
		else if (c == "," && depth == 1)
			n++
	}
	return n
}
FNR == 1 {
	head = ""
	headers = 0
	infn = 0
	# lint reads the table of conditional rows where they are allowed
	free_if = FILENAME ~ /(^|\/)(tx|rx|compat)[.]c$/
	test = FILENAME ~ /^tests\//
}
FNR == 451 { bad(FNR, "file longer than 450 lines") }
/^#[ \t]*include[ \t]*"/ && ++headers == 9 && FILENAME ~ /[.]c$/ && !test {
	bad(FNR, "more than 8 own headers")
}
/^#[ \t]*(if|ifdef|ifndef)/ && FILENAME ~ /[.]c$/ && !free_if && !test {
	bad(FNR, "#if in a .c file: an operating system is a file")
}
/^{/ {
	infn = 1
	first = start ? start : FNR
	if ((n = parameters(head)) > 6)
		bad(first, n " parameters, at most 6")
}
infn && match($0, /^\t\t\t\t\t\t+(} else )?(if|for|while|switch|do)[ ({]/) {
	bad(FNR, "nested deeper than 4")
}
/^}/ {
	if (infn && FNR - first + 1 > 80)
		bad(first, "function of " FNR - first + 1 " lines, at most 80")
	infn = 0
	head = ""
	start = 0
	next
}
infn { next }
/^$/ || /^#/ || /^ ?[*]/ || /^\/[*]/ || /;[ \t]*(\/[*].*)?$/ {
	head = ""
	start = 0
	next
}
{
	if (!start)
		start = FNR
	head = head " " $0
}
END { exit found }'
