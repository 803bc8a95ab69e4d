# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh and paths.sh
# shellcheck disable=SC2154,SC2034
# How much of a sender's time is the kernel's: what is left is all that a
# faster program could save. By perf's clock samples, which a virtual machine
# without performance counters has too.
profiled="packet udp xsk trafgen trafgen-ring tcpreplay testpmd-af_xdp classic"

# per cent of the samples of all processes in the sender's namespace
kernel_share()
{
	path=direct
	path_up direct 1cpu || die "cannot make path direct"
	"sender_$(echo "$1" | tr - _)" >"$tmp/sender" 2>&1 </dev/null &
	sender=$!
	sleep 0.7
	perf record -q -e cpu-clock -F 4999 -o "$tmp/perf" -p \
	    "$(ip netns pids "${ns}a" | paste -sd , -)" -- sleep "$seconds" \
	    >/dev/null 2>&1
	stop "$sender"
	path_down
	perf report -i "$tmp/perf" --stdio --sort dso 2>/dev/null | awk '
	/^#/ || NF < 2 { next }
	{
		all += $1
		if ($2 ~ /^\[/ && $2 !~ /vdso|unknown/)
			kernel += $1
	}
	END {
		if (all > 0)
			printf "%.1f\n", 100 * kernel / all
	}'
}

# "# kernel-share SENDER PERCENT" of those that were measured
profile()
{
	command -v perf >/dev/null || return
	for name in $profiled; do
		grep -q "^direct 1cpu $name\$" "$tmp/plan" || continue
		share=$(kernel_share "$name")
		[ -z "$share" ] || echo "# kernel-share $name $share"
	done
}
