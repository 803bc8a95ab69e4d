#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Long mails as people write them: prose with numbers, several hosts, replies,
# wrapped and cut listings, tables by hand. Every listing comes out with the
# host and the command that it is of and with its values, and nothing else;
# also of a reply that quotes it all, and with CR LF.
set -u
nc=${BUILD:-build}/netcollect
data=$(dirname "$0")/../data/mails
command -v jq >/dev/null || { echo "needs jq"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# listings FILE
listings()
{
	"$nc" read --format json "$1" 2>"$tmp/err" |
	    jq -S '[.listings[] | {kind, os, host, command, data}]'
}

n=0
for mail in "$data"/*.txt; do
	n=$((n + 1))
	name=$(basename "$mail" .txt)
	jq -S . "$data/$name.expect.json" >"$tmp/want"
	sed 's/^/> /' "$mail" >"$tmp/quoted"
	sed "s/\$/$(printf '\r')/" "$mail" >"$tmp/crlf"
	for as in "$mail" "$tmp/quoted" "$tmp/crlf"; do
		listings "$as" >"$tmp/have"
		cmp -s "$tmp/want" "$tmp/have" ||
			bad "$as: $(diff "$tmp/want" "$tmp/have" | head -n 20)"
	done
done
[ $n -ge 6 ] || bad "$n mails"

# ---- two routers in one mail -----------------------------------------------------
# ifs HOST IN OUT
ifs()
{
	cat <<EOF
$1# netstat -ni
Name    Mtu Network       Address              Ipkts Ierrs    Opkts Oerrs  Coll
em0    1500 <Link#1>      02:00:00:00:0$1:01 $(printf %8u "$2")     0        0     0     0
em1    1500 <Link#2>      02:00:00:00:0$1:02        0     0 $(printf %8u "$3")     0     0
EOF
}
{
	ifs a 1000 900
	ifs b 70000 60000
	echo "Then I sent 5000 packets through the first one:"
	echo
	ifs a 6000 5500
	ifs b 70010 60003
	echo "a# netstat -s -p ip"
	printf 'ip:\n\t6100 total packets received\n'
} >"$tmp/two"
"$nc" diff --format json "$tmp/two" >"$tmp/diff.json" || bad "diff: exit $?"
same "two hosts" "$(jq -c '[.differences[] | select(.name == "if.rx.packets" and
    .instance == "em0") | [.before, .after]]' "$tmp/diff.json")" "[[1000,6000]]"
"$nc" read --format json "$tmp/two" | jq -c '[.listings[].host]' >"$tmp/hosts"
same "hosts" "$(cat "$tmp/hosts")" '["a","b","a","b","a"]'

# Where the prompt is that of a third host, or of the host of two networks.
{
	for what in "ssh -p 22 root@r1" "ssh r2" "sudo ip netns exec r1" \
	    "ip netns exec r2" "for h in r1 r2; do ssh \$h" "ssh \$r" ""; do
		ifs a 1000 900 | sed "s,^a# ,user@desk:~\$ $what ,"
	done
} >"$tmp/third"
same "third" "$("$nc" read --format json "$tmp/third" |
    jq -c '[.listings[].host]')" '["r1","r2","r1","r2",null,null,"desk"]'

# The second listing has one second a row, though five stand above.
cat >"$tmp/five" <<'EOF'
[r2]# netstat -w 5
            input        (Total)           output
   packets  errs      bytes    packets  errs      bytes colls
    500000     0   30000000     500000     0   30000000     0

And here it is with every second of it shown, after the reboot:

            input        (Total)           output
   packets  errs      bytes    packets  errs      bytes colls
    100000     0    6000000     100000     0    6000000     0
    100000     0    6000000     100000     0    6000000     0
EOF
same "interval" "$("$nc" read --format json "$tmp/five" |
    jq -c '[.listings[] | [.command, .data.interval_s]]')" \
    '[["netstat -w 5",5],[null,1]]'
[ $fails = 0 ]
