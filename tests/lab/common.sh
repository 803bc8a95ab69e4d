# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# For tests of whole trials: a lab that is kept, so that the ledger's figures
# can be compared with what nft, tc and the kernel say themselves.
#
#	trial NAME ROW	run a plan of one row (JSON without its braces) into
#			$tmp/NAME; $t is then the trial's document, and the
#			lab stands until the next trial
#	at ROLE ...	run a command in that lab
#	is NAME JQ	the expression holds in $t
#	same NAME A B	two figures are equal
build=${BUILD:-build}
for program in netblast netreceive netcollect netharness; do
	[ -x "$build/$program" ] || { echo "no $build/$program"; exit 77; }
done
if [ "$(id -u)" != 0 ] || ! command -v ip >/dev/null ||
    ! command -v nft >/dev/null || ! command -v tc >/dev/null ||
    ! command -v jq >/dev/null; then
	echo "needs root, ip, nft, tc, jq"
	exit 77
fi
tmp=$(mktemp -d)
lab=t$$
cleanup()
{
	"$build/netharness" lab down --lab $lab
	rm -rf "$tmp"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

at()
{
	role=$1
	shift
	ip netns exec "nb-$lab-$role" "$@"
}

plan()
{
	cat >"$tmp/$1.plan" <<END
{"schema": "netblast.plan/1", "name": "test", "repeats": 1,
 "idle": "200ms", "wait": "100ms", "rows": [{"id": "row", $2}]}
END
}

trial()
{
	plan "$1" "$2"
	"$build/netharness" lab down --lab $lab
	rm -rf "${tmp:?}/$1"
	"$build/netharness" run --keep --lab $lab -o "$tmp/$1" \
	    "$tmp/$1.plan" >/dev/null 2>"$tmp/$1.err" || {
		bad "$1: netharness says"
		cat "$tmp/$1.err"
		return 1
	}
	t=$tmp/$1/nodes/row-1/trial.json
}

is()
{
	jq -e "def place(p): .derived.ledger.places[] |
	    select(.place == p) | .frames; $2" "$t" >/dev/null || {
		bad "$1: $2"
		jq -c '.derived | del(.directions, .ledger.places),
		    [.ledger.places[] | {(.place): .frames}]' "$t"
	}
}

# place NAME: frames that the ledger books there, or null
place()
{
	jq ".derived.ledger.places[] | select(.place == \"$1\") | .frames" "$t"
}
