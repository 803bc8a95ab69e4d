#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What the engines aim at, against what a run found: ratios of medians. No
# verdict by exit status: a speed is no pass mark.
#
#	aims.sh DATA [markdown] [-]		-: other aims, on standard input
set -u
here=$(dirname "$0")

# needed, then ours, then "/" and the yardsticks, of which the best counts;
# each as path:placement:sender. A number as the yardstick is packets/s. An
# aim with "else" before it is for where the aim above cannot be had. Where the
# generator could offer no more to one of the two, the ratio says little.
aims()
{
	cat <<'END'
1.00	xdp:1cpu:xdp		/ xdp:1cpu:xdp-trafficgen
else 4.80	xdp:1cpu:xdp	/ xdp:1cpu:testpmd-af_xdp
1.70	routed-xdp:1cpu:xdp	/ routed:1cpu:testpmd-af_xdp routed-xdp:1cpu:testpmd-af_xdp
1.05	direct:1cpu:xsk		/ direct:1cpu:testpmd-af_xdp
1.05	routed:1cpu:xsk		/ routed:1cpu:testpmd-af_xdp
1.08	direct:1cpu:packet	/ direct:1cpu:trafgen direct:1cpu:trafgen-ring direct:1cpu:tcpreplay
1.08	routed:1cpu:packet	/ routed:1cpu:trafgen routed:1cpu:trafgen-ring routed:1cpu:tcpreplay
1.00	socket:sink:udp		/ socket:sink:classic socket:sink:iperf3 socket:sink:nuttcp socket:sink:itgsend
1.00	none:1cpu:null		/ 30000000
1.70	none:2cpu:null-T2	/ none:1cpu:null
1.70	direct:2cpu:packet-T2	/ direct:2cpu:packet
1.70	direct:2cpu:xsk-T2	/ direct:2cpu:xsk
1.70	xdp:2cpu:xdp-T2		/ xdp:2cpu:xdp
1.70	direct:2cpu:udp-T2	/ direct:2cpu:udp
END
}

{
	sh "$here/stats.sh" "$1" | sed 's/^/stat /'
	if [ "${3-}" = - ]; then cat; else aims; fi
} | awk -v markdown="${2-}" '
function rate(what)
{
	if (what ~ /^[0-9]+$/)
		return what
	return what in median ? median[what] : 0
}
# path:placement:sender
function human(what,   f)
{
	if (split(what, f, ":") == 3)
		return f[3] " (" f[1] ", " f[2] ")"
	return what ~ /^[0-9]+$/ ? what / 1e6 " M/s" : what
}
function limited(what,   f)
{
	split(what, f, ":")
	return f[2] == "thr" && (f[1] ":limit:" f[3]) in median
}
function row(aim, needed, got)
{
	if (markdown)
		printf "| %s | %s | %s |\n", aim, needed, got
	else
		printf "  %-68s needed %s, got %s\n", aim, needed, got
}
BEGIN {
	if (markdown)
		print "| aim | needed | got |\n| --- | ---: | ---: |"
	else
		print "\naims (ratios of medians)"
}
$1 == "stat" {
	median[$2 ":" $3 ":" $4] = $6
	next
}
$1 == "else" {
	if (had)
		next
	sub(/^else[ \t]+/, "")
}
{
	best = 0
	name = NF > 4 ? "best of them" : $4
	for (i = 4; i <= NF; i++)
		if (rate($i) > best) {
			best = rate($i)
			name = $i
		}
	had = best > 0 && rate($2) > 0
	got = had ? sprintf("%.2f", rate($2) / best) : "not measured"
	if (had && (limited($2) || limited(name)))
		got = got ", the generator being the limit"
	row(human($2) " / " human(name), $1, got)
}'
