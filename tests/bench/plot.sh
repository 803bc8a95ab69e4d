#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# One place of a run as a drawing: a bar for each sender, fastest on top,
# with the lowest and the highest round.
#
#	plot.sh DATA PATH PLACEMENT FILE.svg
set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# sender, whose (1: ours), median, lowest, highest
sh "$(dirname "$0")/summary.sh" "$1" "$2" "$3" | awk -F ' *[|] *' '
NR > 2 {
	ours = sub(/^[*][*]netblast /, "netblast ", $2)
	gsub(/[*]/, "", $2)
	split($4, range, " - ")
	printf "\"%s\" %d %s %s %s\n", $2, ours, $3, range[1], range[2]
}' >"$tmp/bars"
n=$(wc -l <"$tmp/bars")
id=$(echo "$2_$3" | tr - _)
[ "$n" -gt 0 ] || exit 0

gnuplot >"$tmp/svg" <<END || exit 1
set terminal svg size 760,$((n * 26 + 80)) dynamic noenhanced \\
    font 'DejaVu Sans,12' name '$id' background '#ffffff'
set border 1 lw 1 lc rgb '#777777'
set tics nomirror scale 0.5 textcolor rgb '#333333'
set grid xtics lt 1 lw 0.6 lc rgb '#d9d9d9'
set format x '%.0f'
set xlabel 'thousand packets/s at the receiving interface:' \\
    .' median, lowest and highest round' textcolor rgb '#333333'
set xrange [0:*]
set yrange [$n - 0.4:-0.6]
set lmargin 24
set rmargin 4
unset key
set style fill solid noborder
low(y) = y - 0.34
high(y) = y + 0.34
plot '$tmp/bars' using (0):0:(0):(\$2 == 1 ? \$3 : 0): \\
        (low(\$0)):(high(\$0)):ytic(1) with boxxyerror lc rgb '#1f5fa8' title 'netblast', \\
    '' using (0):0:(0):(\$2 == 1 ? 0 : \$3): \\
        (low(\$0)):(high(\$0)) with boxxyerror lc rgb '#b4b4b4' title 'others', \\
    '' using 3:0:4:5 with xerrorbars pt 0 lw 1.2 lc rgb '#1a1a1a' \\
        title 'lowest and highest'
END
sed 's/[ 	]*$//' "$tmp/svg" >"$4"
