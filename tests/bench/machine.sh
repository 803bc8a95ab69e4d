# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# names are those of common.sh and paths.sh
# shellcheck disable=SC2154
# Where and with what a run was made, as "# KEY VALUE" lines for its data.

# first line of what a program says about its version
version()
{
	command -v "$1" >/dev/null || return
	said=$("$@" 2>&1 | grep -m 1 '[0-9]\.[0-9]') || return
	echo "# version $1 $said"
}

vulnerable()
{
	cat /sys/devices/system/cpu/vulnerabilities/* 2>/dev/null |
	grep -q '^Mitigation' && echo on || echo off
}

machine()
{
	echo "# date $(date -u +%Y-%m-%d)"
	echo "# command make bench ROUNDS=$rounds SECONDS_EACH=$seconds"
	echo "# cpu $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
	    head -n 1)"
	echo "# cpus $(getconf _NPROCESSORS_ONLN)" # we may be pinned to one
	echo "# virtual $(grep -qw hypervisor /proc/cpuinfo && echo yes || echo no)"
	echo "# kernel $(uname -sr)"
	echo "# mitigations $(vulnerable)"
	echo "# system $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)"
	echo "# load $(cut -d ' ' -f 1 /proc/loadavg)"
	version "$build/netblast" --version
	version trafgen --version
	version tcpreplay --version
	version iperf3 --version
	version nuttcp -V
	version mausezahn -h
	version ITGSend -h
	version dpdk-testpmd -v --no-huge --no-pci --no-telemetry -m 64 -- --help
}
