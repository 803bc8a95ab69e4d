#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What the engines of the sink aim at, against what sink.sh found; the table
# is that of aims.sh.
#
#	sink_aims.sh DATA [markdown]
set -u
sh "$(dirname "$0")/aims.sh" "$1" "${2-}" - <<'END'
0.95	xdp:1cpu:xdp		/ xdp:1cpu:xdp-bench
else 0.95	xdp:1cpu:xdp	/ xdp:1cpu:xdp-drop
0.95	xdp:1cpu:xdp-counts	/ xdp:1cpu:xdp-bench
else 0.95	xdp:1cpu:xdp-counts	/ xdp:1cpu:xdp-drop
0.95	xdp:thr:xdp		/ xdp:thr:xdp-bench
else 0.95	xdp:thr:xdp	/ xdp:thr:xdp-drop
0.95	xdp:thr:xdp-counts	/ xdp:thr:xdp-bench
else 0.95	xdp:thr:xdp-counts	/ xdp:thr:xdp-drop
1.50	tap:thr:packet		/ tap:thr:tcpdump
1.20	socket:thr:udp		/ socket:thr:iperf3 socket:thr:nuttcp socket:thr:itgrecv
1.20	socket:thr:udp-small	/ socket:thr:iperf3 socket:thr:nuttcp socket:thr:itgrecv
END
