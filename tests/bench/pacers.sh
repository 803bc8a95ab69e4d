# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh, paths.sh and pacing.sh
# shellcheck disable=SC2154
# Who sends at a rate. A pacer is a row and a function pacer_NAME that becomes
# the program (so it ends in exec), sends $pps frames/s for $seconds seconds
# and ends. All send UDP over IPv4 with 16 bytes of payload, the least that
# each of them can. Each is given the form that was found to be its most
# even.
#
# name		whose	needs		port	how
pacers()
{
	cat <<'END'
packet		ours	engine:packet	9	AF_PACKET
udp		ours	engine:udp	9	UDP socket
pcap		ours	engine:pcap	9	libpcap
libnet		ours	engine:libnet	9	libnet, link layer
xsk		ours	engine:xsk	9	AF_XDP
xdp		ours	engine:xdp	9	made in the kernel; XDP_PASS at the sink
tcpreplay	peer	cmd:tcpreplay	9	--pps, preloaded (-K)
trafgen		peer	cmd:trafgen	9	-b
iperf3		peer	cmd:iperf3	5201	-u -b (in bits of payload)
nuttcp		peer	cmd:nuttcp	5001	-u -R
itgsend		peer	cmd:ITGSend	8999	-C
sockperf	peer	cmd:sockperf	11111	throughput --mps
END
}

# seconds are whole: some of them take no fractions
frames_wanted()
{
	echo $((pps * seconds))
}

our_pacer()
{
	background a 0 "$build/netblast" -e "$1" -i v0 -s 16 -r "$pps" \
	    -t "$seconds" -o "$tmp/document" "$dst"
}

pacer_packet()
{
	our_pacer packet
}

pacer_udp()
{
	our_pacer udp
}

pacer_pcap()
{
	our_pacer pcap
}

pacer_libnet()
{
	our_pacer libnet
}

pacer_xsk()
{
	our_pacer xsk
}

pacer_xdp()
{
	our_pacer xdp
}

pacer_tcpreplay()
{
	background a 0 tcpreplay -q -K --pps="$pps" -L "$(frames_wanted)" \
	    --loop=1000000 -i v0 "$tmp/frames.pcap"
}

pacer_trafgen()
{
	background a 0 trafgen --in "$tmp/frame.cfg" --out v0 --cpus 1 \
	    -b "${pps}pps" --num "$(frames_wanted)"
}

pacer_iperf3()
{
	background a 0 iperf3 -u -b $((pps * 16 * 8)) -l 16 -t "$seconds" \
	    -c "$dst"
}

pacer_nuttcp()
{
	background a 0 nuttcp -u -R"${pps}p" -l16 -T "$seconds" "$dst"
}

pacer_itgsend()
{
	background a 0 ITGSend -a "$dst" -C "$pps" -c 16 -t "${seconds}000" \
	    -l /dev/null
}

pacer_sockperf()
{
	background a 0 sockperf throughput -i "$dst" -m 16 --mps="$pps" \
	    -t "$seconds"
}

# what the pacers need before they start; the frames are those of ours
pacers_up()
{
	"$build/netblast" --write "$tmp/frames.pcap" -n 10000 -i lo -s 16 \
	    -S "$src" --mac "$mac_hop" --source-mac "$mac_a" -o /dev/null \
	    "$dst" || return 1
	echo "{ eth(da=$mac_hop, sa=$mac_a)," \
	    "ipv4(sa=$src, da=$dst, ttl=64), udp(sp=49152, dp=9)," \
	    "fill(0, 16) }" >"$tmp/frame.cfg"
	serve iperf3 -s
	serve nuttcp -S --nofork
	serve ITGRecv -l /dev/null
	sleep 0.5
}

# until the namespace goes: path_down ends what runs in it
serve()
{
	command -v "$1" >/dev/null || return
	ip netns exec "${ns}b" taskset -c 1 "$@" >/dev/null 2>&1 </dev/null &
}
