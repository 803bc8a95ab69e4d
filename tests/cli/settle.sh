#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# netcollect snapshot --settle: when a snapshot is accepted, with an ip(8)
# whose counts move as the test wants.
set -u
BUILD=${BUILD:-build}
[ "$(uname -s)" = Linux ] || { echo "the sources are Linux's"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

# The counts move by $tmp/by with each call, as long as calls are left in
# $tmp/calls; lo always does.
mkdir "$tmp/bin"
cat >"$tmp/bin/ip" <<EOF
#!/bin/sh
read -r n <"$tmp/n"
read -r left <"$tmp/calls"
read -r by <"$tmp/by"
read -r link <"$tmp/link"
[ "\$left" -eq 0 ] || { n=\$((n + by)); echo \$((left - 1)) >"$tmp/calls"; }
echo \$n >"$tmp/n"
date +%s%N >"$tmp/lo"
read -r lo <"$tmp/lo"
stats()
{
	echo "\"stats64\":{\"rx\":{\"bytes\":1,\"packets\":\$1,\"errors\":0,
	\"dropped\":0},\"tx\":{\"bytes\":1,\"packets\":5,\"errors\":0,
	\"dropped\":0}}"
}
echo "[{\"ifindex\":1,\"ifname\":\"lo\",\"flags\":[\"UP\"],\"mtu\":65536,
\"operstate\":\"UNKNOWN\",\$(stats "\$lo")},
{\"ifindex\":2,\"ifname\":\"eth9\",\"flags\":[\"UP\"],\"mtu\":1500,
\"operstate\":\"UP\",\$link\$(stats "\$n")}]"
EOF
chmod +x "$tmp/bin/ip"

# snap NAME LINK CALLS BY [OPTION...]
snap()
{
	name=$1
	echo 1000 >"$tmp/n"
	echo "$2" >"$tmp/link"
	echo "$3" >"$tmp/calls"
	echo "$4" >"$tmp/by"
	shift 4
	PATH=$tmp/bin:$PATH "$BUILD/netcollect" snapshot --settle \
	    -o "$tmp/$name.json" "$@" 2>"$tmp/err" ||
		bad "$name: exit $? $(cat "$tmp/err")"
}

holds()
{
	jq -e "$2" "$tmp/$1.json" >/dev/null 2>&1 || {
		bad "$1: $2"
		jq -c '[.settled, .notes, .valid]' "$tmp/$1.json"
	}
}
card='"parentbus":"pci",' virtual='"parentbus":"virtio",'
moving='.notes | any(startswith("counters still moving: eth9 if.rx.packets by "))'

snap card "$card" 0 0
holds card '.settled.agreed and .settled.readings == 2 and
    .settled.apart_ns >= 2000000000 and .settled.moved == [] and
    .settled.compared == 2'
snap virtual "$virtual" 0 0
holds virtual '.settled.agreed and .settled.readings == 2 and
    .settled.apart_ns >= 100000000'
# one late batch, then quiet: the last reading has it
snap late "$virtual" 2 5000
holds late '.settled.agreed and .settled.readings == 4 and
    .settled.moved == [] and ([.counters[] | select(.name ==
    "if.rx.packets" and .instance == "eth9") | .value] == [11000])'
# no more than an idle interface counts: 1,000/s is over 100 in 100 ms
snap idle "$virtual" 99 100 --idle-pps 1000
holds idle '.settled.agreed and .settled.readings == 2 and
    .settled.moved == [{"name": "if.rx.packets", "instance": "eth9",
    "frames": 100}]'
# never quiet: told after 10 s, and the document is there
snap moving "$card" 9999 100000
holds moving '(.settled.agreed | not) and .valid and
    .settled.readings >= 4 and .settled.readings <= 10 and
    .settled.moved[0].frames == 100000'
holds moving "$moving"
# fell: nobody knows how many
snap fell "$virtual" 2 -300
holds fell '.settled.agreed and .settled.readings == 4'
# nothing to compare is no agreement
printf '#!/bin/sh\nexit 1\n' >"$tmp/bin/ip"
snap none "$virtual" 0 0
holds none '(.settled.agreed | not) and .settled.compared == 0 and
    (.notes | any(startswith("nobody knows whether the counters stand still")))'
"$BUILD/netcollect" snapshot -o "$tmp/plain.json" 2>/dev/null || bad plain
holds plain '.settled == null'
[ $fails = 0 ]
