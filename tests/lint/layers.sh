#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Who may include whom. The table below is the architecture; a file may
# include its own header and those of lower layers only.
#
#	tests/lint/layers.sh [ROOT]
set -u
cd "${1:-.}" || exit 1

# the awk program is not the shell's to expand
# shellcheck disable=SC2016
find lib netblast netreceive collector harness -name '*.[ch]' 2>/dev/null |
sort | xargs awk '
BEGIN {
	# layer modules
	layer(0, "fail compat version")
	layer(1, "num csum rand clock addr utf8")
	layer(2, "frame flow stamp pace wire sizes seqtrack hist series stat")
	layer(2, "counter ledger fingerprint dissect lossruns reorder blocks flowseq delayvar")
	layer(2, "jsontext")
	layer(3, "result opt proc orphan heap host link sock priv cpu mib bpf stdopen")
	# pairs allowed within one layer: user used
	pair("num", "clock"); pair("addr", "num"); pair("result", "host")
	pair("result", "cpu"); pair("proc", "orphan")
	pair("ledger", "counter"); pair("frame", "stamp")
	pair("frame", "flow"); pair("lossruns", "hist")
	pair("seqtrack", "lossruns"); pair("reorder", "hist")
	pair("flowseq", "flow"); pair("delayvar", "hist")
	pair("frame", "wire"); pair("dissect", "stamp")
	pair("dissect", "wire"); pair("link", "sock")
	# foreign headers and the files that may include them
	only("^pcap", "_pcap[.]c$")
	only("^libnet", "^lib/frame[a-z_]*[.]c$|^netblast/(tx_)?libnet[a-z_]*[.]c$|" \
	    "^netreceive/announce[.]c$")
	only("^jansson", "^harness/[a-z_0-9]*[.][ch]$|" \
	    "^collector/(parse_[a-z_0-9]*json[a-z_0-9]*|document|" \
	    "nft_[a-z]+)[.]c$")
	only("^gnuplot", "^$")
	only("^bpf/", "^lib/bpf_try[.]h$|/[tr]x_(xdp|xsk)([.]bpf)?[.][ch]$")
	# engines that are Linux by nature have no _linux suffix
	linux = "_linux[.][ch]$"
	while ((getline line < "mk/linux.mk") > 0)
		if (line ~ /^[TR]X_ENGINES/) {
			n = split(line, word, /[ \t=]+/)
			for (i = 2; i <= n; i++)
				if (word[i] != "")
					linux = linux "|/[tr]x_" word[i] \
						    "([.]bpf)?[.][ch]$"
		}
	only("^linux/", linux)
	only("^net(packet|linux)/", linux)
}
function layer(n, names,   w, i, k)
{
	k = split(names, w, " ")
	for (i = 1; i <= k; i++)
		of[w[i]] = n
}
function pair(a, b)
{
	ok[a, b] = 1
}
function only(header, files)
{
	heads[++nheads] = header
	allowed[nheads] = files
}
# lib/frame_arp.c belongs to module frame
function module(path,   m)
{
	m = path
	sub(/^.*\//, "", m)
	sub(/[.][ch]$/, "", m)
	while (!(m in of) && sub(/_[^_]*$/, "", m))
		;
	return m
}
function bad(text)
{
	printf "%s:%d: layers: %s\n", FILENAME, FNR, text
	found = 1
}
FNR == 1 {
	dir = FILENAME
	sub(/\/.*/, "", dir)
	me = module(FILENAME)
	if (dir == "lib" && !(me in of))
		bad("module \"" me "\" is in no layer of tests/lint/layers.sh")
	mine = dir == "lib" ? of[me] : 4
}
/^#[ \t]*include[ \t]*"/ {
	split($0, part, "\"")
	target = part[2]
	if (target !~ /\//) {
		bad("include from the root: \"lib/" target "\"")
		next
	}
	todir = target
	sub(/\/.*/, "", todir)
	if (todir != "lib") {
		if (todir != dir)
			bad(dir " must not include \"" target "\"")
		next
	}
	to = module(target)
	if (dir == "lib" && to != me && of[to] >= mine &&
	    !((me, to) in ok && of[to] == mine))
		bad("layer " mine " (" me ") includes layer " of[to] \
		    " (" to ")")
}
/^#[ \t]*include[ \t]*</ {
	split($0, part, /[<>]/)
	for (i = 1; i <= nheads; i++)
		if (part[2] ~ heads[i] && FILENAME !~ allowed[i])
			bad("<" part[2] "> is not for this file")
}
# layers 0 to 2 do no input or output, read no clock, never exit
dir == "lib" && mine <= 2 && me != "clock" && !/^[ \t]*(\/?[*]|\/\/)/ {
	line = $0
	gsub(/"([^"\\]|\\.)*"/, "", line)
	sub(/\/[*].*/, "", line)
	if (match(line, /(^|[^a-z_A-Z0-9>.])(printf|fprintf|puts|fputs|fopen|open|socket|ioctl|exit|abort|getenv|clock_gettime|gettimeofday|time|clock_mono_ns|clock_wall_ns|perror|err|warn|syslog) ?\(/))
		bad("layer " mine " does no input or output: " \
		    substr(line, RSTART, RLENGTH))
}
END { exit found }'
