#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Routers with FreeBSD, NetBSD, OpenBSD and DragonFly, as far as a collector
# can see them: over a real sshd, commands print these systems' listings, and
# their counters move by known amounts. Snapshot, watch and ledger have to give
# just these.
#
# 100,000 packets come for each tick, and each reading of the interfaces is a
# tick. In all four systems 95,000 of them leave. At first they are IPv4's,
# then IPv6's.
# shellcheck disable=SC2016 # jq has variables too
set -u
r=nbbr$$ m=nbbm$$
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/lab/ssh/lib.sh
. "$(dirname "$0")/ssh/lib.sh"
namespaces="$r $m"
sshd_needs

# ---- commands --------------------------------------------------------------
# program NAME: what standard input says. $n is the number of ticks so far;
# "tick" is one more.
program()
{
	cat >"$tmp/path/$1" <<EOF
#!/bin/sh
read -r n <"\$LAB/n"
read -r six <"\$LAB/six"
tick()
{
	n=\$((n + 1))
	echo \$n >"\$LAB/n"
}
$(cat)
EOF
	chmod +x "$tmp/path/$1"
}

# system NAME RELEASE: an empty one, with what scripts need
system()
{
	os=$1
	rm -rf "$tmp/path"
	mkdir "$tmp/path"
	for tool in cat head tail sleep ps date mktemp rm; do
		ln -s "$(command -v $tool)" "$tmp/path/$tool"
	done
	echo 0 >"$tmp/n"
	echo 0 >"$tmp/six"
	program uname <<EOF
[ "\$*" = -snrm ] && echo "$1 bsdr $2 amd64" || echo "$1 bsdr $2 $1 $2 #0 amd64"
EOF
	program sysctl <<EOF
case "\$*" in
"-n kern.boot_id") [ $1 = FreeBSD ] && echo 0c4f6a2e-77 || exit 1 ;;
"-n kern.boottime") echo "{ sec = 1700000000, usec = 5 }" ;;
*) [ $1 = FreeBSD ] && s=": " || s="="
	echo "kern.osrelease\${s}$2"
	echo "net.inet.ip.forwarding\${s}1" ;;
esac
EOF
	program ifconfig <<'EOF'
cat <<END
ix0: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu 1500
	ether 02:00:00:12:04:00
	inet 198.18.0.2 netmask 0xffffff00 broadcast 198.18.0.255
	media: Ethernet autoselect (10Gbase-SR <full-duplex>)
	status: active
END
EOF
}

# ip FORWARDED REFUSED NO_BUFS: netstat -s, for each tick so many; to be used
# in the text of a command
ip_lines()
{
	cat <<EOF
	n=\$((n * (1 - six)))
	printf 'ip:\\n\\t%u total packets received\\n' \$((1000 + 97000 * n))
	printf '\\t0 bad header checksums\\n\\t41 packets for this host\\n'
	printf '\\t%u packets forwarded$4\\n' \$(($1 * n))
	printf '\\t%u packets not forwardable\\n' \$(($2 * n))
	printf '\\t12 packets sent from this host\\n'
	printf '\\t%u output packets dropped due to no bufs, etc.\\n' \$(($3 * n))
	printf '\\t%u output packets discarded due to no route\\n' \$(($2 * n))
EOF
}

# ip6 RECEIVED FORWARDED REFUSED NO_ROUTE HOP_LIMIT: netstat -s of all protocols
# in the same way
ip6_lines()
{
	cat <<EOF
	printf 'tcp:\\n\\t12 packets sent\\n\\t\\t10 data packets (1200 bytes)\\n'
	printf 'udp:\\n\\t9 datagrams received\\n\\t0 with bad checksum\\n'
	n=\$((n * six))
	printf 'ip6:\\n\\t%u total packets received\\n' \$((1000 + $1 * n))
	printf '\\t41 packets for this host\\n'
	printf '\\t%u packets forwarded\\n' \$(($2 * n))
	printf '\\t%u packets not forwardable\\n' \$(($3 * n))
	printf '\\t%u output packets discarded due to no route\\n' \$(($4 * n))
	printf '\\tInput histogram:\\n\\t\\tUDP: %u\\n' \$((1000 + $1 * n))
	printf 'icmp6:\\n\\t0 calls to icmp6_error\\n'
	printf '\\tHistogram of error messages to be generated:\\n'
	printf '\\t\\t%u no route\\n\\t\\t%u time exceed transit\\n' \\
	    \$(($4 * n)) \$(($5 * n))
EOF
}

freebsd()
{
	system FreeBSD 12.4-RELEASE
	program netstat <<EOF
case "\$*" in
-ibdnW)
	tick
	echo "Name           Mtu Network                  Address                                    Ipkts Ierrs Idrop     Ibytes    Opkts Oerrs     Obytes  Coll  Drop"
	f='%-13s %5s %-24s %-39s %10u %5u %5u %10u %8u %5u %10u %5u %5u \\n'
	printf "\$f" ix0 1500 '<Link#1>' 02:00:00:12:04:00 \$((4294967000 + 99000 * n)) \$((100 * n)) \$((900 * n)) \$((60 * n)) 40 0 2400 0 0
	echo "ix0              - 198.18.0.0/24            198.18.0.2                                    90     -     -       7577       80     -       7575     -     - "
	printf "\$f" ix1 1500 '<Link#2>' 02:00:00:12:04:01 55 0 0 3300 \$((5000 + 95000 * n)) 0 \$((60 * n)) 0 \$((1500 * n))
	printf "\$f" lo0 16384 '<Link#3>' lo0 3310 0 0 278040 3310 0 278040 0 0 ;;
-Q)
	printf '%s\\n' 'Configuration:' 'Setting                        Current        Limit' \\
	    'Thread count                         4            4' '' 'Protocols:' \\
	    'Name   Proto QLimit Policy Dispatch Flags' \\
	    'ip         1   1024   flow  default   ---' '' 'Workstreams:' \\
	    "WSID CPU   Name     Len WMark   Disp'd  HDisp'd   QDrops   Queued  Handled"
	printf '   0   0   ip         0  1024        0        0 %8u %8u %8u\\n' \\
	    \$((1200 * n)) \$((50000 * n)) \$((50000 * n))
	printf '   1   1   ip         0   391        0        0 %8u %8u %8u\\n' \\
	    \$((800 * n)) \$((47000 * n)) \$((47000 * n)) ;;
"-s -p ip")
$(ip_lines 96500 500 0 ' (0 packets fast forwarded)') ;;
-s)
$(ip6_lines 97000 96500 400 300 100) ;;
esac
EOF
	program vmstat <<'EOF'
echo "interrupt                       total       rate"
printf 'irq264: ix0:rxq0          %11u         20\n' $((1000 * n))
printf 'Total                     %11u         20\n' $((1000 * n))
EOF
	in=ix0 out=ix1 packets=99000 clock=date
	places='{"nic_error": 100, "nic_ring": 900, "input_queue": 2000,
	    "ip_refused": 500, "output_queue": 1500}' places6=$places
}

netbsd()
{
	system NetBSD 10.0
	program netstat <<EOF
case "\$*" in
-q)
	tick
	printf '%s:\\n\\tqueue length: 0\\n\\tmaximum queue length: 256\\n\\tpackets dropped: %u\\n' \\
	    arpintrq 3 ip6pktq 0 ippktq \$((2000 * n)) ;;
-ind)
	echo "Name  Mtu   Network       Address              Ipkts Ierrs Idrops    Opkts Oerrs Colls Odrops"
	f='%-5s %-5s %-13s %-17s %8u %5u %6u %8u %5u %5u %6u\\n'
	printf "\$f" wm0 1500 '<Link>' 02:00:00:0a:00:00 \$((99000 * n)) \$((100 * n)) \$((900 * n)) 51 0 0 0
	printf "\$f" wm0 1500 198.18.0/24 198.18.0.2 \$((99000 * n)) \$((100 * n)) \$((900 * n)) 51 0 0 0
	printf "\$f" wm1 1500 '<Link>' 02:00:00:0a:00:01 40 0 0 \$((95000 * n)) 0 0 0
	printf "\$f" lo0 33624 '<Link>' '' 18 0 0 18 0 0 0 ;;
"-s -p ip")
$(ip_lines 96500 500 1500 ' (0 packets fast forwarded)') ;;
-s) # a full output queue is an error to ip6_forward()
$(ip6_lines 97000 95000 1500 400 100) ;;
esac
EOF
	program vmstat <<'EOF'
echo "interrupt                                     total     rate"
printf '%-34s %16u %8u\n' "msix0 vec 0" $((1000 * n)) 20 Total $((1000 * n)) 20
EOF
	in=wm0 out=wm1 packets=99000 clock=date
	places='{"nic_error": 100, "nic_ring": 900, "input_queue": 2000,
	    "ip_refused": 500, "output_queue": 1500}'
	places6='{"nic_error": 100, "nic_ring": 900, "input_queue": 2000,
	    "ip_refused": 2000}'
}

# It has a date(1) that tells whole seconds.
openbsd()
{
	system OpenBSD 7.4
	rm "$tmp/path/date"
	program date <<EOF
case "\$1" in
*%N) echo "\$($(command -v date) +%s)N" ;;
*) exec $(command -v date) "\$@" ;;
esac
EOF
	program netstat <<EOF
f='%-7s %-5s %-11s %-17s %8u %5u %8u %5u %5u\\n'
rows()
{
	printf "\$f" ix0 1500 '<Link>' 02:00:00:74:00:00 \$((99900 * n)) "\$1" 9 0 0
	printf "\$f" ix0 1500 198.18.0/24 198.18.0.2 \$((99900 * n)) "\$1" 9 0 0
	printf "\$f" ix1 1500 '<Link>' 02:00:00:74:00:01 7 0 \$((95000 * n)) "\$2" 0
}
case "\$*" in
-ine)
	tick
	echo "Name    Mtu   Network     Address              Ipkts Ierrs    Opkts Oerrs Colls"
	rows \$((100 * n)) 0 ;;
-ind)
	echo "Name    Mtu   Network     Address              Ipkts Idrop    Opkts Odrop Colls"
	rows \$((900 * n)) \$((1500 * n)) ;;
"-s -p ip")
$(ip_lines 96500 2500 0 '') ;;
-s)
$(ip6_lines 99000 96500 2300 150 50) ;;
esac
EOF
	program vmstat <<'EOF'
echo "interrupt                       total     rate"
printf '%-16s %20u %8u\n' "irq144/ix0:0" $((1000 * n)) 20 Total $((1000 * n)) 20
EOF
	in=ix0 out=ix1 packets=99900 clock=arrival
	places='{"nic_error": 100, "input_queue": 900, "ip_refused": 2500,
	    "output_queue": 1500}' places6=$places
}

# It has no vmstat(8).
dragonfly()
{
	system DragonFly 6.4-RELEASE
	program netstat <<EOF
case "\$*" in
-ibdn)
	tick
	echo "Name    Mtu   Network       Address            Ipkts Ierrs     Ibytes    Opkts Oerrs     Obytes  Coll Drop"
	f='%-7s %-5s %-11s %-17s %8u %5u %10u %8u %5u %10u %5u %4u\\n'
	printf "\$f" emx0 1500 '<Link#1>' 02:00:00:df:00:00 \$((99000 * n)) \$((1000 * n)) 60 44 0 44 0 0
	printf "\$f" emx1 1500 '<Link#2>' 02:00:00:df:00:01 22 0 22 \$((95000 * n)) 0 60 0 0
	printf "\$f" lo0 16384 '<Link#4>' '' 30 0 30 30 0 30 0 0 ;;
"-s -p ip")
$(ip_lines 96500 2500 1500 '') ;;
-s)
$(ip6_lines 99000 95000 4000 0 0) ;;
esac
EOF
	in=emx0 out=emx1 packets=99000 clock=date
	places='{"nic_error": 1000, "ip_refused": 2500, "output_queue": 1500}'
	places6='{"nic_error": 1000, "ip_refused": 4000}'
}

# ---- what is expected ----------------------------------------------------------
collect()
{
	name=$1
	what=$2
	shift 2
	ip netns exec "$m" timeout 120 "$nc" "$what" --ssh "$ssh" \
	    --on ssh:198.18.9.2 -o "$tmp/$os.$name.json" "$@" \
	    2>"$tmp/$os.$name.err" ||
		bad "$os: $name: exit $? $(cat "$tmp/$os.$name.err")"
}

holds()
{
	jq -e "$2" "$tmp/$os.$1.json" >"$tmp/jq" 2>&1 || {
		bad "$os: $1: $2 $(cat "$tmp/jq")"
		jq -c 'del(.listings, .counters, .host, .series, .still,
		    .fingerprint)' "$tmp/$os.$1.json"
	}
}

counter()
{
	echo "([.counters[] | select(.name == \"$1\" and .instance == \"$2\") |
	    .value])"
}

# balances PLACES BEFORE AFTER: the two snapshots
balances()
{
	ip netns exec "$m" "$nc" ledger --sent 100000 "$tmp/$os.$2.json" \
	    "$tmp/$os.$3.json" >"$tmp/$os.ledger.json" ||
		bad "$os: ledger"
	holds ledger '. as $l | '"$1"' as $known |
	    .in_interface == "'$in'" and .out_interface == "'$out'" and
	    .in_packets == '$packets' and .residual == 0 and .foreign == 0 and
	    ([.places[] | select(.frames != null and .frames != 0 and
	    .place != "delivered") | {(.place): .frames}] | add) == $known and
	    ([.places[] | select(.place == "delivered") | .frames]) == [95000]'
}

routes()
{
	collect before snapshot
	collect after snapshot
	holds after '.valid and .error == null and
	    .router.os == "'"$os"'" and .router.name == "bsdr" and
	    ([.listings[] | select(.kind == "ifcounters" or .kind == "queues" or
	    .kind == "netisr" or .kind == "ipstats" or .kind == "interrupts") |
	    select(.data == null)] == [])'
	same "$os: ticks" "$(cat "$tmp/n")" 2
	balances "$places" before after
	echo 1 >"$tmp/six"
	collect before6 snapshot
	collect after6 snapshot
	balances "$places6" before6 after6
	echo 0 >"$tmp/six"
	echo 0 >"$tmp/n"
	collect watch watch -I 200ms -t 3s
	# one tick between any two samples
	holds watch '.valid and .clock == "'$clock'" and .error == null and
	    (.samples.t_ns | length) as $n | $n >= 2 and
	    (.samples.t_ns | . == sort) and
	    ([.series[] | select(.name == "if.rx.packets" and
	    .instance == "'$in'") | .v] | length == 1 and
	    (.[0] | length == $n and
	    ([range(1; $n) as $i | .[$i] - .[$i - 1]] | unique) == ['$packets'])) and
	    ([.series[] | select(.name == "if.tx.packets" and
	    .instance == "'$out'") | .v | .[-1] - .[0]] == [95000 * ($n - 1)]) and
	    ([.series[] | select(.name == "ip.forwarded") | .v | .[-1] - .[0]]
	    == [96500 * ($n - 1)])'
	same "$os: samples" "$(jq '.samples.t_ns | length' \
	    "$tmp/$os.watch.json")" "$(cat "$tmp/n")"
	spares "$os"
}

for n in $r $m; do ip netns add "$n" || exit 1; done
host_up $m 198.18.9.1 $r 198.18.9.2 m0 r0
# nothing of this system but what a script needs is found
far_path=''
sshd_up $r 198.18.9.2

freebsd
routes
holds after '.router.release == "12.4-RELEASE" and .notes == [] and
    .router.boot_id == "0c4f6a2e-77"'
holds after "$(counter if.rx.packets ix0) == [4294967000 + 198000] and
    $(counter interrupts 'irq264: ix0:rxq0') == [2000]"
# a number of 40 digits is none, and what stands beside it is still read
sed 's/\$((4294967000 + 99000 \* n))/0/; s/%10u %5u %5u %10u/1234567890123456789012345678901234567890%.0u %5u %5u %10u/' \
    "$tmp/path/netstat" >"$tmp/long"
cat "$tmp/long" >"$tmp/path/netstat"
collect long snapshot
holds long '[.counters[] | select(.value > 1e15)] == []'
holds long "$(counter if.rx.packets ix0) == []"
# and one that hangs is told, in a watch too
program vmstat <<'EOF'
sleep 1000
EOF
collect hung watch -I 100ms -t 100ms
holds hung '(.notes | any(. == "vmstat -i not read: no end within 10 s")) and
    (.samples.t_ns | length) >= 1 and ([.series[], .still[] |
    select(.name == "ip.forwarded")] | length) == 1'
spares hung

netbsd
routes
holds after '.notes == [] and .router.boot_id == "{ sec = 1700000000, usec = 5 }"'
openbsd
routes
holds after '.notes == []'
dragonfly
routes
holds after '(.notes | length) == 1 and (.notes[0] |
    startswith("vmstat -i not read: exit 127: ") and contains("not found"))'
[ $fails = 0 ]
