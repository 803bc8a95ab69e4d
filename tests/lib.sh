# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For shell tests: what went wrong is told as it comes, and counted; waiting
# for something has an end.
fails=0
bad()
{
	echo "FAIL: $*"
	fails=$((fails + 1))
}

# same NAME GOT WANTED
same()
{
	[ "$2" = "$3" ] || bad "$1: got \"$2\", expected \"$3\""
}

# The engines that send, each one word. Those of whole frames send tags too;
# null and file have no wire.
# shellcheck disable=SC2034 # for those who source this
FRAME_ENGINES="packet pcap libnet xsk" IP_ENGINES="udp libnet-raw"

# usable ENGINE...: those that netblast can use here. In CI all are wanted.
usable()
{
	for engine in "$@"; do
		if [ "${CI:-}" != true ] &&
		    "${BUILD:-build}/netblast" --list-engines | grep -A1 "^$engine " |
		    grep -q "not now\|not built in"; then
			echo "left out: engine $engine" >&2
		else
			echo "$engine"
		fi
	done
}

# The engines of netreceive that can be used here. In CI all are wanted.
every_sink()
{
	"${BUILD:-build}/netreceive" --list-engines | while read -r e text; do
		case $text in
		*"not usable here"* | *"not built in"*)
			[ "${CI:-}" = true ] || {
				echo "left out: engine $e" >&2
				continue
			} ;;
		esac
		echo "$e"
	done
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for()
{
	tries=$(($1 * 20))
	shift
	while ! "$@" 2>/dev/null; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.05
	done
}
