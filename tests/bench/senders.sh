# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh and paths.sh
# shellcheck disable=SC2154
# Who sends. A sender is a row and a function sender_NAME that becomes the
# program (functions are called in the background, so they end in exec); with
# receiver_NAME it brings its receiver. All send UDP over IPv4 with 10 bytes
# of payload from $src to $dst, port 9, in frames of 52 bytes without FCS,
# but where the row says otherwise. Each is given the form that was found to
# be its fastest.
#
# name			whose	needs		sends
senders()
{
	cat <<'END'
null			ours	engine:null	1000 flows, stamped; frames go nowhere
null-T2			ours	threads:null	the same, two threads
packet			ours	engine:packet	AF_PACKET
packet-T2		ours	threads:packet	two threads
xsk			ours	engine:xsk	AF_XDP
xsk-T2			ours	threads:xsk	two threads, a queue each
xdp			ours	engine:xdp	frames made in the kernel
xdp-T2			ours	threads:xdp	two threads
pcap			ours	engine:pcap	libpcap
libnet			ours	engine:libnet	libnet, link layer
udp			ours	engine:udp	socket, sendmmsg
udp-T2			ours	threads:udp	two threads
classic			peer	cmd:taskset	the loop of FreeBSD's netblast: one send(2) a packet
trafgen			peer	cmd:trafgen	-t0: sendto(2) on AF_PACKET
trafgen-ring		peer	cmd:trafgen	TX_RING
tcpreplay		peer	cmd:tcpreplay	-t -K
testpmd-af_packet	peer	cmd:dpdk-testpmd	txonly, TX_RING
testpmd-pcap		peer	cmd:dpdk-testpmd	txonly, pcap_sendpacket
testpmd-af_xdp		peer	cmd:dpdk-testpmd	txonly, AF_XDP
xdp-trafficgen		peer	probe:xdp-trafficgen	IPv6, 62 bytes, not stamped
mausezahn		peer	cmd:mausezahn	-c 0
iperf3			peer	cmd:iperf3	-u -b 0 -l 16, to its server
nuttcp			peer	cmd:nuttcp	-u -Ru -l10, to its server
itgsend			peer	cmd:ITGSend	-C 10000000 -c 10, to ITGRecv
END
}

# Where each is measured: path, placement, senders. Placements: 1cpu, the
# sender and all that follows from it on CPU 0; rps, the same with the first
# receiver's softirqs on CPU 1; 2cpu, two CPUs for the sender, with the
# single thread as the yardstick; sink, a receiving program on CPU 1.
scenes()
{
	cat <<'END'
none		1cpu	null
none		2cpu	null-T2
direct		1cpu	packet trafgen trafgen-ring tcpreplay testpmd-af_packet
direct		1cpu	pcap testpmd-pcap libnet mausezahn udp classic
direct		1cpu	xsk testpmd-af_xdp
direct		rps	packet trafgen tcpreplay xsk testpmd-af_xdp
direct		2cpu	packet packet-T2 xsk xsk-T2 udp udp-T2
xdp		1cpu	xdp testpmd-af_xdp xsk packet xdp-trafficgen
xdp		2cpu	xdp xdp-T2
routed		1cpu	packet trafgen trafgen-ring tcpreplay testpmd-af_packet
routed		1cpu	pcap testpmd-pcap udp classic
routed		1cpu	xsk testpmd-af_xdp
routed		rps	packet trafgen tcpreplay xsk testpmd-af_xdp
routed-xdp	1cpu	xdp xsk packet testpmd-af_xdp
socket		sink	udp classic iperf3 nuttcp itgsend
END
}

# usable NAME NEED: or why not, on standard output
usable()
{
	what=${2#*:}
	case $2 in
	engine:*) engine_usable "$what" ;;
	threads:*)
		engine_usable "$what" || return 1
		"$build/netblast" -h 2>&1 | grep -q -- '--threads' && return
		echo "netblast has no --threads"
		return 1
		;;
	probe:*)
		command -v "$what" >/dev/null || {
			echo "not installed"
			return 1
		}
		"$what" probe >"$tmp/probe" 2>&1 && return
		echo "does not load on this kernel:" \
		    "$(head -n 1 "$tmp/probe" | sed 's/^ *//')"
		return 1
		;;
	cmd:*)
		command -v "$what" >/dev/null && return
		echo "not installed"
		return 1
		;;
	esac
}

engine_usable()
{
	"$build/netblast" --list-engines | awk -v e="$1" '
	/^[^ ]/ { is = $1 == e; if (is) found = 1 }
	/^ / && is { why = why $0 }
	END {
		sub(/^ */, "", why)
		if (!found)
			print "not built in"
		else if (why != "")
			print why
		exit !found || why != ""
	}'
}

# ours ENGINE CPUS [OPTION...]
ours()
{
	engine=$1
	cpus=$2
	shift 2
	background a "$cpus" "$build/netblast" -e "$engine" -i v0 -t "$lasting" \
	    -o "$tmp/document" "$@" "$dst"
}

sender_packet()
{
	ours packet 0
}

sender_packet_T2()
{
	ours packet 0,1 -T 2 -C 0,1
}

sender_xsk()
{
	ours xsk 0
}

sender_xsk_T2()
{
	ours xsk 0,1 -T 2 -C 0,1
}

sender_xdp()
{
	ours xdp 0
}

sender_xdp_T2()
{
	ours xdp 0,1 -T 2 -C 0,1
}

sender_pcap()
{
	ours pcap 0
}

sender_libnet()
{
	ours libnet 0
}

sender_udp()
{
	ours udp 0
}

sender_udp_T2()
{
	ours udp 0,1 -T 2 -C 0,1
}

receiver_udp()
{
	receiver_of_ours
}

receiver_classic()
{
	receiver_of_ours
}

# netreceive, where a socket is to be the sink
receiver_of_ours()
{
	[ "$path" = socket ] || exit 0
	background b 1 "$build/netreceive" -e udp -p 9 -o /dev/null
}

sender_classic()
{
	background a 0 "$tools/classic_send" "$dst" 9 10 "$limit"
}

trafgen_frame()
{
	echo "{ eth(da=$mac_hop, sa=$mac_a)," \
	    "ipv4(sa=$src, da=$dst, ttl=64), udp(sp=49152, dp=9)," \
	    "fill(0, 10) }" >"$tmp/frame.cfg"
}

sender_trafgen()
{
	trafgen_frame
	background a 0 trafgen --in "$tmp/frame.cfg" --out v0 --cpus 1 -t0
}

sender_trafgen_ring()
{
	trafgen_frame
	background a 0 trafgen --in "$tmp/frame.cfg" --out v0 --cpus 1
}

# the same frames as ours, few enough to stay in the cache
sender_tcpreplay()
{
	"$build/netblast" --write "$tmp/frames.pcap" -n 64 -i lo -S "$src" \
	    --mac "$mac_hop" --source-mac "$mac_a" -o /dev/null "$dst"
	background a 0 tcpreplay -q -t -K --loop=100000000 -i v0 \
	    "$tmp/frames.pcap"
}

# testpmd DEVICE: its main thread, which only waits, on CPU 1
testpmd()
{
	background a 0,1 dpdk-testpmd --lcores=0@1,1@0 --main-lcore=0 \
	    --no-huge --no-shconf --no-pci --no-telemetry -m 256 \
	    --vdev="$1" -- --nb-cores=1 --total-num-mbufs=8192 \
	    --forward-mode=txonly --txpkts=52 \
	    --tx-ip="$src,$dst" --tx-udp=49152,9 \
	    --eth-peer=0,"$mac_hop" --stats-period=60
}

sender_testpmd_af_packet()
{
	testpmd net_af_packet0,iface=v0
}

sender_testpmd_pcap()
{
	testpmd net_pcap0,iface=v0
}

sender_testpmd_af_xdp()
{
	testpmd net_af_xdp0,iface=v0
}

sender_xdp_trafficgen()
{
	background a 0 xdp-trafficgen udp -t 1 -n 1000000000 -m "$mac_hop" v0
}

sender_mausezahn()
{
	background a 0 mausezahn v0 -q -c 0 -a "$mac_a" -b "$mac_hop" -A "$src" \
	    -B "$dst" -t udp "sp=49152,dp=9" -p 10
}

sender_iperf3()
{
	background a 0 iperf3 -u -b 0 -l 16 -t "$limit" -c "$dst"
}

receiver_iperf3()
{
	background b 1 iperf3 -s
}

sender_nuttcp()
{
	background a 0 nuttcp -u -Ru -l10 -T "$limit" "$dst"
}

receiver_nuttcp()
{
	background b 1 nuttcp -S --nofork
}

sender_itgsend()
{
	background a 0 ITGSend -a "$dst" -C 10000000 -c 10 -t "${limit}000" \
	    -l /dev/null
}

receiver_itgsend()
{
	background b 1 ITGRecv -l /dev/null
}

sender_null()
{
	ours null 0 -f 1000 -P 10000-10999
}

sender_null_T2()
{
	ours null 0,1 -f 1000 -P 10000-10999 -T 2 -C 0,1
}
