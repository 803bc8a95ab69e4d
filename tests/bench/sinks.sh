# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh, paths.sh and sink.sh
# shellcheck disable=SC2154,SC2034
# Who receives. A sink is a row and a function sink_NAME that becomes the
# program; with client_NAME there is a session to be had first, by a client
# that sends next to nothing to a server at TCP port listen_NAME, and the frames
# are then those of that session: so every sink gets the same frames from the
# same generator. Each is given the form that was found to be its fastest.
#
# name		whose	place	needs		how
sinks()
{
	cat <<'END'
udp		ours	socket	rx:udp		recvmmsg
udp-small	ours	socket	rx:udp		the same, with no larger buffer than the others may have
udp-T2		ours	socket	rx:udp		-T 2 on all CPUs but the generator's, 16 flows
iperf3		peer	socket	cmd:iperf3	its server
nuttcp		peer	socket	cmd:nuttcp	its server
itgrecv		peer	socket	cmd:ITGRecv	-l /dev/null
packet		ours	tap	rx:packet	TPACKET_V3, frames dropped behind the tap
packet-T2	ours	tap	rx:packet	-T 2 on all CPUs but the generator's, 16 flows
pcap		ours	tap	rx:pcap		libpcap, frames dropped behind the tap
tcpdump		peer	tap	cmd:tcpdump	-w /dev/null -s 64 -B 32768
xdp		ours	xdp	rx:xdp		counted in the kernel, with sequence and latency
xdp-counts	ours	xdp	rx:xdp		the same with --no-latency
xdp-bench	peer	xdp	loads:xdp-bench	drop, its defaults: counts by CPU, reads nothing
xdp-drop	peer	xdp	cmd:taskset	a program of two instructions: return XDP_DROP
sockperf	peer	none	cmd:sockperf	under-load, its server; half of the way there and back
END
}

# Where each is measured: path, placement, sinks.
sink_scenes()
{
	cat <<'END'
socket	thr	udp udp-small udp-T2 iperf3 nuttcp itgrecv
tap	thr	packet packet-T2 pcap tcpdump
xdp	thr	xdp xdp-counts xdp-bench xdp-drop
xdp	1cpu	xdp xdp-counts xdp-bench xdp-drop
latency	1000	udp packet xdp sockperf
latency	100000	udp packet xdp sockperf
memory	1	packet
memory	1000000	packet
memory	3000000	packet
END
}

# sink_usable NAME NEED: or why not, on standard output
sink_usable()
{
	case $2 in
	rx:*) "$build/netreceive" --list-engines | awk -v e="${2#rx:}" '
		$1 == e {
			found = 1
			if (!/\(usable here\)$/)
				print bad = substr($0, length(e) + 2)
		}
		END {
			if (!found)
				print bad = "not built in"
			exit bad != ""
		}' ;;
	loads:*) loads "${2#loads:}" ;;
	*) usable "$1" "$2" ;;
	esac
}

# loads PROGRAM: does the XDP program that it has load on this kernel?
loads()
{
	command -v "$1" >/dev/null || {
		echo "not installed"
		return 1
	}
	path_up socket thr || die "cannot make a path"
	"sink_$(echo "$1" | tr - _)" >"$tmp/probe" 2>&1 </dev/null &
	probe=$!
	sleep 1
	ip -n "${ns}b" link show v1 | grep -q xdp
	loaded=$?
	stop "$probe"
	path_down
	[ $loaded = 0 ] || echo "does not load on this kernel:" \
	    "$(head -n 1 "$tmp/probe" | sed 's/^ *//')"
	return $loaded
}

# counting ENGINE [OPTION...]: ours; it is ready when it says so
counting()
{
	engine=$1
	shift
	background b 1 "$build/netreceive" -e "$engine" -i v1 -p 9 --ready \
	    --grace 0 -o "$tmp/counted" "$@"
}

# two_threads ENGINE: with two CPUs the threads share one with the interface
two_threads()
{
	background b "1-$(($(nproc --all) - 1))" "$build/netreceive" -e "$1" -i v1 \
	    -p 9 --ready --grace 0 -o "$tmp/counted" -T 2
}

sink_udp()
{
	counting udp
}

sink_udp_T2()
{
	two_threads udp
}

# what SO_RCVBUF gives those who do not force it
sink_udp_small()
{
	counting udp --rcvbuf "$(cat /proc/sys/net/core/rmem_max)"
}

sink_packet()
{
	counting packet
}

sink_packet_T2()
{
	two_threads packet
}

sink_pcap()
{
	counting pcap
}

sink_xdp()
{
	counting xdp
}

sink_xdp_counts()
{
	counting xdp --no-latency
}

sink_iperf3()
{
	background b 1 iperf3 -s
}

listen_iperf3()
{
	echo 5201
}

client_iperf3()
{
	background a 0 iperf3 -u -b 1000 -l 16 -w 4M -t "$limit" -c "$dst"
}

sink_nuttcp()
{
	background b 1 nuttcp -S --nofork
}

listen_nuttcp()
{
	echo 5000
}

client_nuttcp()
{
	background a 0 nuttcp -u -R10p -l16 -w4m -T "$limit" "$dst"
}

# neither end of it is connected
port_nuttcp()
{
	echo 5001
}

sink_itgrecv()
{
	background b 1 ITGRecv -l /dev/null
}

listen_itgrecv()
{
	echo 9000
}

client_itgrecv()
{
	background a 0 ITGSend -a "$dst" -C 10 -c 16 -t "${limit}000" \
	    -l /dev/null
}

sink_tcpdump()
{
	background b 1 tcpdump -i v1 -n -Q in -s 64 -B 32768 -w /dev/null \
	    udp dst port 9
}

# It wants a file system that `ip netns exec` hides, leaves a lock in /run where
# it is killed, and on newer kernels loads only without some of its watchers.
sink_xdp_bench()
{
	with=
	[ ! -f "$tools/xdp_tools_load.so" ] ||
		with="LD_PRELOAD=$tools/xdp_tools_load.so"
	background b 1 sh -c "mount -t bpf bpf /sys/fs/bpf
		mount -t tmpfs tmpfs /run
		exec env $with xdp-bench drop -i 60 v1"
}

sink_xdp_drop()
{
	background b 1 "$build/tests/lab/xdp_verdict" v1 drop
}

sink_sockperf()
{
	background b 1 sockperf server -i "$dst" -p 9
}

# sockperf asks for an answer to one frame in so many
client_sockperf()
{
	background a 0 sockperf under-load -i "$dst" -p 9 -m 18 --mps="$pps" \
	    --reply-every $((pps > 1000 ? 10 : 1)) -t "$whole_seconds"
}
