/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the network stack of this host counts beside its sockets and
 * interfaces, since it was started. By the names of Linux (nstat(8)): table
 * and column of /proc/net/snmp and netstat in one word, /proc/net/snmp6 as
 * it stands. Of this network namespace, but /proc/net/softnet_stat, which is
 * of the machine. mib_linux.c reads them; mib_none.c knows none.
 */
#ifndef LIB_MIB_H
#define LIB_MIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mib_counter {
	MIB_UDP_CSUM, /* datagrams with a wrong checksum */
	MIB_UDP_RCVBUF, /* no room in the buffer of their socket */
	MIB_UDP_MEM, /* no room in the memory of all UDP sockets */
	MIB_UDP_NO_PORTS, /* no socket on their port */
	MIB_UDP6_CSUM,
	MIB_UDP6_RCVBUF,
	MIB_UDP6_MEM,
	MIB_UDP6_NO_PORTS,
	MIB_REVERSE_PATH, /* IPv4, refused by rp_filter */
	MIB_UNREACHABLE_SENT, /* ICMP destination unreachable */
	MIB_UNREACHABLE6_SENT,
	MIB_SOFTNET_DROPPED, /* a CPU's backlog was full; all CPUs */
	MIB_SOFTNET_SQUEEZED, /* a CPU's budget was used up; all CPUs */
	MIB_COUNTERS
};

struct mib {
	bool known[MIB_COUNTERS];
	uint64_t v[MIB_COUNTERS];
};

/* Never fails: what is not told is not known. */
void mib_read(struct mib *);

/* What came between: known where both are and nothing went back. */
void
mib_growth(const struct mib *before, const struct mib *after, struct mib *);

/* Counters of snmp, netstat or snmp6, into those that it has. */
void mib_take(struct mib *, const char *text);

/* softnet_stat, whose row is a CPU; not known where a row is not as usual. */
void mib_take_softnet(struct mib *, const char *text);

#endif
