#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect bundle: what is in the archive, that it reads again, and that
# nothing is left behind.
set -u
nc=${BUILD:-build}/netcollect
case $nc in /*) ;; *) nc=$(pwd)/$nc ;; esac
for tool in jq tar; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
[ "$(uname)" = Linux ] || { echo "needs Linux"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
mkdir "$tmp/work" "$tmp/out"
export TMPDIR="$tmp/work"

# refused TEXT ARGUMENT...: exit 1, says so, nothing left
refused()
{
	says=$1
	shift
	"$nc" bundle "$@" >"$tmp/o" 2>"$tmp/e"
	rc=$?
	[ $rc = 1 ] || bad "$*: exit $rc, not 1"
	grep -q -- "$says" "$tmp/e" || bad "$*: says $(cat "$tmp/e")"
	same "$*: left behind" "$(ls "$tmp/work")" ""
}

refused "-o DIR.tar is needed"
refused 'zip": DIR.tar is needed' -o "$tmp/out/r1.zip"
refused '/.tar": DIR.tar is needed' -o "$tmp/out/.tar"
refused '"-x.tar": DIR.tar is needed' -o -x.tar
refused "more: no operands" -o "$tmp/out/r1.tar" more
refused 'nowhere' -o "$tmp/out/r1.tar" --on nowhere
refused "tar" -o "$tmp/none/r1.tar"
TMPDIR=$tmp/none refused "$tmp/none/netcollect" -o "$tmp/out/r1.tar"
same "no archive" "$(ls "$tmp/out")" ""

host=$(uname -n)
"$nc" bundle -o "$tmp/out/r1.tar" 2>"$tmp/e" || bad "bundle: $(cat "$tmp/e")"
same "left behind" "$(ls "$tmp/work")" ""
same "in the folder" "$(ls "$tmp/out")" r1.tar
tar -tf "$tmp/out/r1.tar" >"$tmp/list"
same "begins with" "$(head -n 3 "$tmp/list" | tr '\n' ' ')" \
    "r1/README r1/snapshot.json $(grep -m 1 -- - "$tmp/list") "
same "names" "$(sed 1,2d "$tmp/list" | grep -cv "^r1/$host-[A-Za-z0-9_]*\.txt$")" 0
same "each once" "$(sort "$tmp/list" | uniq -d)" ""
for s in net_dev snmp softnet_stat stat sysctl uname cpuinfo; do
	grep -qx "r1/$host-$s.txt" "$tmp/list" || bad "no $s"
done
tar -xf "$tmp/out/r1.tar" -C "$tmp"
same "kernel" "$(sed 1d "$tmp/r1/$host-uname.txt")" "$(uname -a)"
sed 1,2d "$tmp/list" | while read -r f; do
	grep -qx "${f#r1/}" "$tmp/r1/README" || echo "$f"
done >"$tmp/missing"
same "README has" "$(cat "$tmp/missing")" ""
grep -q '^    \$ cat /proc/net/dev$' "$tmp/r1/README" || bad "no command"
# each with how it ended and when
same "ended" "$(grep -A 2 "^$host-uname.txt$" "$tmp/r1/README" | tail -n 1 |
    sed 's/[0-9.]* s, begun 20[0-9T:.-]*Z$/WHEN/')" "      exit 0, WHEN"
same "no file without" "$(grep -c "^$host-" "$tmp/r1/README")" \
    "$(grep -c '^      .*begun 20' "$tmp/r1/README")"
grep -q "^Host:   $host$" "$tmp/r1/README" || bad "no host"
jq -e '.valid and .node == "local" and .fingerprint.subject.kernel == "'"$(
	uname -r)"'" and (.counters | length > 10)' "$tmp/r1/snapshot.json" \
    >/dev/null || bad "snapshot: $(head -c 600 "$tmp/r1/snapshot.json")"
# what fails is in it with what it said, and so is that it is not all
mkdir "$tmp/path"
printf '#!/bin/sh\necho some; echo "no way in" >&2; exit 3\n' >"$tmp/path/ip"
printf '#!/bin/sh\necho "Operation not permitted" >&2; exit 1\n' \
    >"$tmp/path/dmesg"
chmod +x "$tmp/path/ip" "$tmp/path/dmesg"
PATH=$tmp/path:$PATH "$nc" bundle -o "$tmp/out/r2.tar" 2>"$tmp/e" ||
	bad "r2: $(cat "$tmp/e")"
tar -xf "$tmp/out/r2.tar" -C "$tmp"
same "failed" "$(cat "$tmp/r2/$host-ip_link.txt")" "\$ ip -d -s -s -j link
some
no way in"
grep -A 2 "^$host-ip_link.txt$" "$tmp/r2/README" | tail -n 1 |
    grep -q "^      exit 3, " || bad "README: no exit status"
for note in "ip -d -s -s -j link not read: ip: exit 3: no way in" \
    "dmesg not read: dmesg: exit 1: Operation not permitted"; do
	sed -n '/^Not in it/,$p' "$tmp/r2/README" | grep -qx "    $note" ||
		bad "README: $note: $(sed -n '/^Not in it/,$p' "$tmp/r2/README")"
done
# every file is a transcript: what it has as a listing, it has again
"$nc" read --format json "$tmp/r1/$host-cpuinfo.txt" >"$tmp/read.json" ||
    bad "read"
same "read again" "$(jq -c '[.listings[0].kind, .listings[0].command,
    .fingerprints[0].bench.cpus_online]' "$tmp/read.json")" \
    "[\"cpuinfo\",\"cat /proc/cpuinfo\",$(getconf _NPROCESSORS_ONLN)]"

# What somebody wrote is in it, but no secret.
mkdir "$tmp/etc"
printf 'net.a=1\n# a note\nPassword=tell\nwpa_PSK x\nb=2\n' >"$tmp/etc/a.conf"
"$nc" sources --os OpenBSD --format json |
    jq -r '.sources[] | select(.name == "written") | .command' |
    sed "s,/etc/sysctl.conf,$tmp/etc/a.conf," | sh >"$tmp/written" 2>&1
same "written" "$(sed -n "\\,^==> $tmp/etc/a,,\$p" "$tmp/written" |
    sed '/^==> .etc/,$d')" "==> $tmp/etc/a.conf <==
net.a=1
# a note
b=2"
grep -qx "r1/$host-written.txt" "$tmp/list" || [ ! -s /proc/cmdline ] ||
    bad "no settings as they are written"
# Of files in /proc stat(2) says that they have 0 bytes; what names the tables
# of iptables is one of them.
script=$("$nc" sources --os Linux --format json |
    jq -r '.sources[] | select(.name == "iptables") | .command')
echo 'echo rules' >"$tmp/path/iptables-save"
echo 'exit 1' >"$tmp/path/iptables-legacy-save"
chmod +x "$tmp/path/iptables-save" "$tmp/path/iptables-legacy-save"
# tables FILE
tables()
{
	echo "$script" | sed "s,/proc/net/ip_tables_names,$1," |
	    PATH=$tmp/path:$PATH sh 2>&1
}
same "iptables" "$(tables /proc/version)" rules
same "no iptables" "$(tables /dev/null)$(tables "$tmp/none")" ""
[ $fails = 0 ]
