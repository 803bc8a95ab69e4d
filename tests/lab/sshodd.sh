#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Routers with odd logins: csh, noise before the first command, no shell at
# all, an IPv6 address, interfaces with odd names; that let a user read little,
# have no room to write to, or little of it, or whose date is set meanwhile.
set -u
r=nbor$$ m=nbom$$ # router, collector
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/lab/ssh/lib.sh
. "$(dirname "$0")/ssh/lib.sh"
namespaces="$r $m"
sshd_needs
trap 'umount "$tmp/far" 2>/dev/null; clean' EXIT
at=ssh:198.18.9.2

# far NAME COMMAND ARGUMENT...: netcollect of the router; its exit in $rc
far()
{
	name=$1 command=$2
	shift 2
	ip netns exec $m timeout 100 "$nc" "$command" --ssh "$ssh" --on "$at" \
	    -o "$tmp/$name.json" "$@" 2>"$tmp/$name.err"
	rc=$?
}

holds()
{
	jq -e "$2" "$tmp/$1.json" >"$tmp/jq" 2>&1 || {
		bad "$1: $2 $(cat "$tmp/jq") $(cat "$tmp/$1.err")"
		jq -c '{notes, valid, error, router, cpu_ms, shell_cpu_ms,
		    samples, kinds: [.listings[]?.kind]}' "$tmp/$1.json"
	}
}

# login: what standard input says, instead of the login shell
login()
{
	{ echo "#!/bin/sh"; cat; } >"$tmp/login.new"
	chmod +x "$tmp/login.new"
	mv "$tmp/login.new" "$tmp/login"
}
# the login shell gets what was asked for as its own program
# shellcheck disable=SC2016 # that shell's to expand
shell='exec /bin/sh -c "$SSH_ORIGINAL_COMMAND"'

# program NAME: a command of the router
program()
{
	{ echo "#!/bin/sh"; cat; } >"$tmp/path/$1"
	chmod +x "$tmp/path/$1"
}

# openbsd: the router is one from now on
openbsd()
{
	program uname <<'EOF'
[ "$*" = -snrm ] && echo "OpenBSD obsdr 7.4 amd64" || echo "OpenBSD obsdr 7.4"
EOF
	program netstat <<'EOF'
[ "$*" = -ine ] && echo 'Name    Mtu   Network     Address              Ipkts Ierrs    Opkts Oerrs Colls
ix0     1500  <Link>      02:00:00:74:00:00  51233    24     9011     0     0'
exit 0
EOF
	for c in vmstat ifconfig sysctl; do program $c </dev/null; done
}

for n in $r $m; do ip netns add "$n" || exit 1; done
host_up $m 198.18.9.1 $r 198.18.9.2 m0 r0
for n in $r $m; do
	ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=0
done
ip -n $m addr add 2001:2::1/64 dev m0 nodad
ip -n $r addr add 2001:2::2/64 dev r0 nodad
# names that mean something to a shell, or to printf
# shellcheck disable=SC2016
ip -n $r link add name 'a$(id)' type veth peer name "b'c" || exit 1
ip -n $r link add name '?x' type veth peer name 'd;\cq' || exit 1
# shellcheck disable=SC2034 # the library's
far_login=$tmp/login
login <<EOF
$shell
EOF
# before sshd is in a mount namespace of its own
mkdir "$tmp/far"
mount -t tmpfs -o size=64k none "$tmp/far" && small=yes || small=no
sshd_up $r 198.18.9.2

whole='.valid and .error == null and .router.os == "Linux" and
    .cpu_ms >= 0 and .shell_cpu_ms >= 0 and
    (["iplink_json", "procnetdev", "snmp", "softnet", "sysctl"] -
    [.listings[].kind]) == [] and ([.counters[] |
    select(.name == "if.rx.packets" and .instance == "r0")] | length) == 1'

# ---- names --------------------------------------------------------------------
far names snapshot --fingerprint
same "names: exit" $rc 0
holds names "$whole"
cat >"$tmp/names" <<'EOF'
["r0", "a$(id)", "b'c", "?x", "d;\\cq"] as $names |
.notes == [] and ([.counters[] | select(.name == "if.rx.packets") |
    .instance] | sort) == ($names + ["lo"] | sort) and
([.listings[].command | select(startswith("ethtool -i "))[11:]] | sort) ==
    ($names | sort) and
(.fingerprint as $f | $names | all(. as $i |
    $f.subject["if.\($i).driver"] == "veth" and
    $f.subject["if.\($i).mtu"] == 1500 and
    $f.method["if.\($i).gro"] != null))
EOF
holds names "$(cat "$tmp/names")"
ip -n $r link del '?x'
ip -n $r link del "b'c"

# ---- logins -------------------------------------------------------------------
if command -v csh >/dev/null; then
	echo 'set prompt="router# "; echo "csh says hello"' >"$tmp/home/.cshrc"
	login <<EOF
exec $(command -v csh) -c "\$SSH_ORIGINAL_COMMAND"
EOF
	far csh snapshot
	holds csh "$whole"' and .notes == []'
	far cshwatch watch -I 100ms -t 300ms
	holds cshwatch '.valid and (.samples.t_ns | length) >= 1'
fi
login <<EOF
printf 'Welcome! You have mail'
printf 'stty: no terminal' >&2
$shell
EOF
far noise snapshot
holds noise "$whole"' and .notes == []'
far noisewatch watch -I 100ms -t 300ms
holds noisewatch '.valid and (.samples.t_ns | length) >= 1'
program ip <<'EOF'
printf 'no newline' >&2
exit 4
EOF
far unended snapshot
holds unended '.notes == ["ip -d -s -s -j link not read: exit 4: no newline"]'
rm "$tmp/path/ip"
login <<EOF
echo "This account is currently not available."
echo "not for you" >&2
exit 1
EOF
far nologin snapshot
same "nologin: exit" $rc 1
grep -q "the shell ended early, exit 1: not for you" "$tmp/nologin.err" ||
    bad "nologin: $(cat "$tmp/nologin.err")"
far nologin watch
same "nologin: watch" $rc 1
grep -q "the sampler ended after 0 samples: not for you" "$tmp/nologin.err" ||
    bad "nologin: $(cat "$tmp/nologin.err")"
login <<EOF
$shell
EOF

# ---- IPv6 ----------------------------------------------------------------------
echo "[2001:2::2]:2222 $(cut -d' ' -f1,2 "$tmp/host.pub")" >>"$tmp/known"
sshd_down
sed -i 's/^ListenAddress.*/&\nListenAddress 2001:2::2/' "$tmp/sshd_config"
ip netns exec $r "$(command -v sshd)" -D -e -f "$tmp/sshd_config" \
    2>"$tmp/sshd.log" &
sshd_pid=$!
for a in 2001:2::2 198.18.9.2; do
	wait_for 20 grep -q "Server listening on $a" "$tmp/sshd.log" ||
		bad "no sshd: $(cat "$tmp/sshd.log")"
done
at='ssh:root@[2001:2::2]:2222'
far six snapshot
same "IPv6: exit" $rc 0
holds six "$whole"' and .node == "ssh:root@[2001:2::2]:2222"'
at=ssh:2001:2::2
far brackets snapshot
same "brackets: exit" $rc 1
grep -q "an IPv6 address goes into brackets" "$tmp/brackets.err" ||
    bad "brackets: $(cat "$tmp/brackets.err")"
at=ssh:198.18.9.2

# ---- what another user could read ------------------------------------------------
openbsd
program pfctl <<'EOF'
[ "$1" != -si ] || { echo "pfctl: pf not loaded" >&2; exit 1; }
echo "pfctl: /dev/pf: Permission denied" >&2
exit 1
EOF
far denied snapshot
same "denied: exit" $rc 0
holds denied '.router.os == "OpenBSD" and .valid and ([.counters[] |
    select(.name == "if.rx.packets") | .value] == [51233]) and
    .notes == ["pfctl -vsr not read: exit 1: pfctl: /dev/pf: Permission denied"]'
ip netns exec $m "$nc" bundle --ssh "$ssh" --on $at -o "$tmp/d.tar" \
    2>"$tmp/d.err" || bad "bundle: $(cat "$tmp/d.err")"
tar -xf "$tmp/d.tar" -C "$tmp"
for note in "pfctl -si not read: exit 1: pfctl: pf not loaded" \
    "pfctl -sm not read: exit 1: pfctl: /dev/pf: Permission denied" \
    "pcidump -v not read: exit 127: .*pcidump.*not found"; do
	sed -n '/^Not in it/,$p' "$tmp/d/README" | grep -qx "    $note" ||
		bad "bundle: no note: $note: $(cat "$tmp/d/README")"
done
same "bundle: what it said" "$(cat "$tmp/d/obsdr-pf_info.txt")" "\$ pfctl -si
pfctl: pf not loaded"
grep -A 2 "^obsdr-pf_info.txt$" "$tmp/d/README" | tail -n 1 |
    grep -q "^      exit 1, .*begun 20" || bad "bundle: no date"
rm -f "$tmp/path"/*

# ---- its date is set -------------------------------------------------------------
# The first ones are right, then it is two hours before.
openbsd
program date <<EOF
read -r n <"\$LAB/dates"
case \$* in
+%s%N)	echo \$((n + 1)) >"\$LAB/dates"
	t=\$($(command -v date) +%s%N)
	[ "\$n" -lt 6 ] || t=\$((t \$(cat "\$LAB/step")))
	echo \$t ;;
*)	exec $(command -v date) "\$@" ;;
esac
EOF
for step in -7200000000000 +7200000000000; do
	echo 0 >"$tmp/dates"
	echo " $step" >"$tmp/step"
	far dates watch -I 200ms -t 3s
	same "date $step: exit" $rc 0
	holds dates '.valid and .clock == "date" and
	    (.samples.t_ns | . == sort and length >= 4 and length <= 17 and
	    .[-1] - .[0] < 60e9 and .[-1] - .[0] >= 1e9) and
	    (.notes | any(test("date was set while it was watched, 1 times")))'
done
rm -f "$tmp/path"/*

# ---- no room ---------------------------------------------------------------------
login <<EOF
exec unshare -m sh -c 'for d in /tmp /var/tmp /run /dev/shm; do
mount -t tmpfs -o ro none \$d || exit 9; done; $shell'
EOF
far readonly watch -I 100ms -t 1s
same "read only: exit" $rc 1
grep -q "the sampler ended after 0 samples: no room for a spool in TMPDIR" \
    "$tmp/readonly.err" || bad "read only: $(cat "$tmp/readonly.err")"
far readonly snapshot
holds readonly "$whole"
login <<EOF
$shell
EOF
if [ "$small" = yes ]; then
	far full watch -I 100ms -t 60s
	same "full: exit" $rc 2
	holds full '.valid == false and (.samples.t_ns | length) >= 2 and
	    (.error | test("^after [0-9]+ samples there was no room left for the spool in .*far/netcollect"))'
	# what is in the document is whole
	# shellcheck disable=SC2016 # jq has variables too
	holds full '[.series[] | .v | select(. != sort)] == [] and
	    (.samples.t_ns as $t | [.series[].t_ns[]] - $t == []) and
	    ([.series[], .still[] | select(.name == "if.rx.packets" and
	    .instance == "r0")] | length) == 1'
	spares full
	# full from the start: another place is found
	head -c 70000 /dev/zero >"$tmp/far/filled" 2>/dev/null
	far other watch -I 100ms -t 300ms
	same "other place: exit" $rc 0
	holds other '.valid and (.samples.t_ns | length) >= 1'
	rm "$tmp/far/filled"
	spares other
fi
[ $fails = 0 ]
