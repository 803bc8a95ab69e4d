#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The fingerprint and the bundle of a host by ssh: the same as from inside on
# Linux; and of a host that answers as each BSD does, from the transcripts of
# tests/data/fingerprint.
set -u
data=$(cd "$(dirname "$0")/../data/fingerprint" && pwd) || exit 1
r=nbqr$$ m=nbqm$$ # router, collector
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/lab/ssh/lib.sh
. "$(dirname "$0")/ssh/lib.sh"
namespaces="$r $m"
sshd_needs
for tool in ethtool nft tc tar; do
	command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
done
at=ssh:198.18.9.2

# far COMMAND ARGUMENT...: netcollect of the router
far()
{
	command=$1
	shift
	ip netns exec $m timeout 100 "$nc" "$command" --ssh "$ssh" \
	    --on "$at" "$@" 2>"$tmp/err" || bad "$command: $(cat "$tmp/err")"
}

holds()
{
	jq -e "$2" "$tmp/$1.json" >"$tmp/jq" 2>&1 && return
	bad "$1: $2 $(cat "$tmp/jq")"
	jq -c '.notes, .error, (.fingerprint | .method, .bench, .subject |
	    with_entries(select(.value != null)))' "$tmp/$1.json" |
	cut -c1-3000
}

ip netns add $r 2>/dev/null || { echo "no namespaces"; exit 77; }
ip netns add $m || exit 1
host_up $m 198.18.9.1 $r 198.18.9.2 m0 rm0
ip -n $r link add r0 type veth peer name r1
ip -n $r link set r0 mtu 1400
ip netns exec $r nft add table inet t
sshd_up $r 198.18.9.2

# ---- Linux: as from inside ------------------------------------------------------
far snapshot --fingerprint -o "$tmp/far.json"
ip netns exec $r "$nc" snapshot --fingerprint -o "$tmp/inside.json" \
    2>/dev/null || bad "inside"
holds far '.notes == [] and .fingerprint.subject["if.r0.mtu"] == 1400 and
    .fingerprint.subject["if.r0.driver"] == "veth" and
    .fingerprint.subject["if.r0.rps.0"] == 0'
keys='.fingerprint | [.method, .bench, .subject] | map(to_entries) | add |
    map(select(.value != null) | "\(.key) \(.value)") | sort | .[]'
jq -r "$keys" "$tmp/far.json" >"$tmp/far.keys"
jq -r "$keys" "$tmp/inside.json" >"$tmp/inside.keys"
same "as from inside" "$(diff "$tmp/far.keys" "$tmp/inside.keys")" ""
[ "$(wc -l <"$tmp/far.keys")" -gt 80 ] || bad "$(wc -l <"$tmp/far.keys") keys"

# ---- a bundle -------------------------------------------------------------------
far bundle -o "$tmp/far.tar"
mkdir "$tmp/x"
tar -xf "$tmp/far.tar" -C "$tmp/x" || bad "no archive"
same "node" "$(sed -n 's/^Node: *//p' "$tmp/x/far/README")" "$at"
host=$(uname -n)
for s in ip_link ethtool ports config ip_route; do
	[ -s "$tmp/x/far/$host-$s.txt" ] || bad "bundle: no $s"
done
grep -qx '\$ ethtool -i r0' "$tmp/x/far/$host-ethtool.txt" ||
    bad "bundle: ethtool of r0"

# ---- each BSD as it would answer --------------------------------------------------
# answers FILE SYSTEM PROMPT: commands of the router print what the transcript
# has behind such a prompt
answers()
{
	rm -f "$tmp/path"/*
	cp "$data/$1" "$tmp/said"
	for c in uname sysctl ifconfig pciconf ps pfctl ipfw ipfstat npfctl \
	    freebsd-version config netstat vmstat head; do
		ln -s said.sh "$tmp/path/$c"
	done
	system=$2
	prompt=$3
	cat >"$tmp/path/said.sh" <<EOS
#!/bin/sh
# the transcript's part behind the command, up to the next prompt
what=\${0##*/}
case "\$what \$*" in
"uname -snrm") echo "$system router 1.0 amd64"; exit ;;
"sysctl -n kern.conftxt") what="sysctl -n kern.conftxt" ;;
"sysctl "*) what="sysctl [a-z]" ;;
"head -n"*) exec /usr/bin/head "\$@" ;;
"head "*) exec /usr/bin/head "\$@" ;;
"pfctl "*|"ipfw "*|"ipfstat "*|"ps "*) what="\$what \$1" ;;
"netstat "*|"vmstat "*) exit 0 ;;
"ifconfig -l") echo; exit ;;
esac
[ "\$what" != "ipfw show" ] || what="ipfw [ls]"
[ "\$what" != "pfctl -vsr" ] || what="pfctl -sr"
awk -v what="\$what" '
index(\$0, "$prompt") == 1 {
	on = substr(\$0, length("$prompt") + 1) ~ ("^" what)
	next
}
on { print }' "$tmp/said"
EOS
	chmod +x "$tmp/path/said.sh"
}

answers freebsd-13.2_router.txt FreeBSD "root@r2:~ # "
far snapshot --fingerprint -o "$tmp/freebsd.json"
holds freebsd '.router.os == "FreeBSD" and (.fingerprint |
    .subject["kernel.userland_mismatch"] == true and
    .subject["kernel.debug"] == "INVARIANTS" and
    .subject["firewall.pf.rules"] == 4 and
    .subject["firewall.ipfw.rules"] == 2 and
    .subject["forwarding.ip"] == true and .bench.smt == 1 and
    .bench["if.ix0.pcie_width"] == 4 and .bench.clock_policy == "powerd" and
    .method["if.ix0.pause"] == "none")'
answers openbsd-7.4_router.txt OpenBSD "r3# "
far snapshot --fingerprint -o "$tmp/openbsd.json"
holds openbsd '.fingerprint | .bench.clock_policy == "high" and
    .subject["firewall.pf.enabled"] == false and
    .method["if.em0.pause"] == "rxpause txpause" and
    .subject["queue.limit"] == 2048'
answers netbsd-10.0_router.txt NetBSD "r4# "
far snapshot --fingerprint -o "$tmp/netbsd.json"
holds netbsd '.fingerprint | .bench.clock_policy == "estd" and
    .subject["firewall.npf.rules"] == 3 and
    .subject["firewall.ipf.rules"] == 3 and
    .subject["kernel.debug"] == "DIAGNOSTIC LOCKDEBUG" and
    .method["if.wm0.pause"] == "rxpause txpause"'
answers dragonfly-6.4_router.txt DragonFly "# "
far snapshot --fingerprint -o "$tmp/dragonfly.json"
holds dragonfly '.fingerprint | .subject["firewall.ipfw.rules"] == 3 and
    .bench["clock.cstate"] == "C2" and .method["if.ix0.tso"] == true and
    .subject["if.ix0.polling"] == true'
[ $fails = 0 ]
