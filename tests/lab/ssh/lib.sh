# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For tests over ssh: a real sshd on a host of its own, with keys made here.
# Needs tests/lib.sh. At the end goes $tmp, with all $namespaces and what runs
# as $sink or $watch.
#
#	sshd_needs	or the test cannot run here
#	host_up NS ADDRESS NS2 ADDRESS2 IF IF2	two namespaces with a link
#	sshd_up NS ADDRESS	sshd in it; $tmp/path is searched first for
#			commands there, then $far_path (:/usr/bin:/bin);
#			$far_login runs what is asked for, instead of a shell
#	sshd_down	ends it
#	$ssh		what netcollect is to call
#	sessions NS	the processes of its connections
#	spares NAME	no process or file of a connection is left, nor a spool
BUILD=${BUILD:-build}
# shellcheck disable=SC2034 # for those who source this
nc=$BUILD/netcollect
tmp=$(mktemp -d) || exit 1
namespaces='' sshd_pid='' sink='' watch=''
# by the trap
# shellcheck disable=SC2317
clean()
{
	for p in $sshd_pid $sink $watch; do kill "$p" 2>/dev/null; done
	for n in $namespaces; do ip netns del "$n" 2>/dev/null; done
	rm -rf "$tmp"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

# shellcheck disable=SC2034 # for those who source this
ssh="ssh -F $tmp/ssh_config"

sshd_needs()
{
	PATH=$PATH:/usr/sbin:/sbin
	[ "$(id -u)" = 0 ] || { echo "needs root, for namespaces"; exit 77; }
	for tool in sshd ssh ssh-keygen ip jq; do
		command -v $tool >/dev/null || { echo "needs $tool"; exit 77; }
	done
}

host_up()
{
	ip link add "$5" netns "$1" type veth peer name "$6" netns "$3" ||
		exit 1
	for n in "$1" "$3"; do
		ip netns exec "$n" sysctl -qw net.ipv6.conf.all.disable_ipv6=1
		ip -n "$n" link set lo up
	done
	ip -n "$1" addr add "$2/24" dev "$5"
	ip -n "$3" addr add "$4/24" dev "$6"
	ip -n "$1" link set "$5" up
	ip -n "$3" link set "$6" up
}

# sshd chroots to it before it knows who comes
privsep()
{
	[ -d /run/sshd ] || mkdir -m 755 /run/sshd
}

sshd_files()
{
	mkdir -p "$tmp/path" "$tmp/home" "$tmp/t" "$tmp/far"
	for k in host key other; do
		[ -f "$tmp/$k" ] ||
			ssh-keygen -q -t ed25519 -N '' -C test -f "$tmp/$k"
	done
	cat >"$tmp/sshd_config" <<EOF
Port 2222
ListenAddress $1
HostKey $tmp/host
AuthorizedKeysFile $tmp/key.pub
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 200
SetEnv "PATH=$tmp/path${far_path-:/usr/bin:/bin}" "HOME=$tmp/home" "LAB=$tmp" "TMPDIR=$tmp/far"
EOF
	[ -z "${far_login-}" ] ||
		echo "ForceCommand $far_login" >>"$tmp/sshd_config"
	cat >"$tmp/ssh_config" <<EOF
Host *
User root
Port 2222
IdentityFile $tmp/key
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile $tmp/known
GlobalKnownHostsFile /dev/null
EOF
	echo "[$1]:2222 $(cut -d' ' -f1,2 "$tmp/host.pub")" >"$tmp/known"
}

sshd_up()
{
	privsep
	sshd_files "$2"
	: >"$tmp/sshd.log"
	ip netns exec "$1" "$(command -v sshd)" -D -e -f "$tmp/sshd_config" \
	    2>"$tmp/sshd.log" &
	sshd_pid=$!
	wait_for 20 grep -q "Server listening" "$tmp/sshd.log" || {
		cat "$tmp/sshd.log"
		bad "no sshd"
		exit 1
	}
	# the sockets of connections lie here
	TMPDIR=$tmp/t
	export TMPDIR
}

sshd_down()
{
	[ -z "$sshd_pid" ] || kill "$sshd_pid" 2>/dev/null
	sshd_pid=''
}

# sessions NS: processes of the sshd there, but for the one that listens
sessions()
{
	for p in $(ip netns pids "$1"); do
		[ "$p" = "$sshd_pid" ] || ! grep -qx sshd "/proc/$p/comm" ||
			echo "$p"
	done
}

# Ours are those whose command line has the socket's directory.
no_connection()
{
	! pgrep -f "$tmp/t/netcollect[.]" >/dev/null || return 1
	for left in "$tmp"/t/netcollect.* "$tmp"/far/netcollect.*; do
		[ ! -e "$left" ] || return 1
	done
}

spares()
{
	wait_for 20 no_connection ||
		bad "$1: left: $(ls "$tmp/t" "$tmp/far") $(pgrep -af "$tmp/t/netcollect")"
}
