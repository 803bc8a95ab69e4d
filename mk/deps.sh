#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Install what is missing of mk/deps.txt with the system's package manager.
#
#	sh mk/deps.sh [-n] demo|check|bench
#
# demo: build and `make demo`; check: that and what `make check` needs;
# bench: build, and the generators that `make bench` compares with.
# -n prints the packages that would be installed. Looks for the thing itself
# (a command, a header), not for a package, so it is quick and asks no
# package manager when nothing is missing. Asks no questions.
set -eu

PATH=$PATH:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin:/usr/pkg/bin
table=$(dirname "$0")/deps.txt

die()
{
	echo "deps: $*" >&2
	exit 1
}

# which column of the table
system()
{
	case $(uname -s) in
	FreeBSD) echo freebsd ;;
	NetBSD) echo netbsd ;;
	OpenBSD) echo openbsd ;;
	DragonFly) echo dragonfly ;;
	Linux)
		for tool in apt-get dnf apk; do
			if command -v "$tool" >/dev/null; then
				echo "${tool%-get}"
				return
			fi
		done
		;;
	esac
}

# cmd:NAME, hdr:NAME or file:GLOB
present()
{
	what=${1#*:}
	case $1 in
	cmd:*) command -v "$what" >/dev/null ;;
	hdr:*)
		for dir in /usr/include /usr/include/*-linux-* \
		    /usr/local/include /usr/local/include/* /usr/pkg/include; do
			[ -e "$dir/$what" ] && return 0
		done
		return 1
		;;
	file:*)
		# the glob is meant to expand
		# shellcheck disable=SC2086
		ls -d $what >/dev/null 2>&1
		;;
	*) die "$table: unknown need $1" ;;
	esac
}

# packages of the wanted set that are missing here
missing()
{
	awk -v column="$1" -v want="$2" '
	/^# set/ { for (i = 2; i <= NF; i++) if ($i == column) col = i - 1 }
	/^#/ || NF == 0 { next }
	$1 != "demo" && $1 != want { next }
	col && $col != "-" { print $2, $col }' "$table" |
	while read -r need package; do
		present "$need" || echo "$package"
	done | sort -u | tr '\n' ' '
}

install_with()
{
	manager=$1
	shift
	case $manager in
	apt)
		# noninteractive: wireshark-common asks a question else
		export DEBIAN_FRONTEND=noninteractive
		apt-get -q update
		apt-get -q -y install --no-install-recommends "$@"
		;;
	freebsd | dragonfly) pkg install -y "$@" ;;
	netbsd) pkgin -y install "$@" ;;
	openbsd) pkg_add -I "$@" ;;
	dnf) dnf -y install "$@" ;;
	apk) apk add "$@" ;;
	esac
}

dry=
if [ "${1-}" = -n ]; then
	dry=1
	shift
fi
case ${1-} in
demo | check | bench) ;;
*) die "usage: deps.sh [-n] demo|check|bench" ;;
esac

manager=$(system)
[ -n "$manager" ] ||
	die "no known package manager here; mk/deps.txt says what is needed"
packages=$(missing "$manager" "$1")
[ -n "$packages" ] || exit 0
if [ -n "$dry" ]; then
	echo "$packages"
	exit 0
fi
[ "$(id -u)" = 0 ] ||
	die "missing: ${packages}(run as root: make deps)"
echo "deps: installing $packages"
# a list of words
# shellcheck disable=SC2086
install_with "$manager" $packages
packages=$(missing "$manager" "$1")
[ -z "$packages" ] || die "still missing after the installation: $packages"
