/* SPDX-License-Identifier: BSD-2-Clause */
/* A BSD `netstat -i` table as read, and what becomes of it. */
#ifndef COLLECTOR_NETSTAT_I_H
#define COLLECTOR_NETSTAT_I_H

#include "collector/parse.h"

enum column {
	IPKTS,
	IERRS,
	IDROPS,
	IFAIL, /* OpenBSD: errors + input queue drops */
	IBYTES,
	OPKTS,
	OERRS,
	ODROPS,
	OFAIL, /* OpenBSD: errors + output queue drops */
	OBYTES,
	COLLS,
	TIMER, /* -t: of the output's watchdog, no counter */
	COLUMNS
};

struct if_row {
	struct span name, network, address; /* address.len 0: none */
	struct cell mtu, cell[COLUMNS];
	bool link; /* the interface's own row */
	bool down; /* "*" behind the name */
	bool human; /* "1512B": of a table that scales */
	bool flagless; /* libxo: it may be down, nothing says so */
	struct if_row *next;
};

struct netstat_i {
	enum column column[COLUMNS];
	size_t n_columns;
	bool colls, odrops_word, idrop_word; /* "Colls", "Odrops", "Idrop" */
	bool numbered; /* "<Link#N>" */
	bool prefixed; /* IPv4 networks with "/" */
	bool dash_mtu; /* "-" as MTU of an address row */
	bool bare_loopback; /* lo0 without an address */
	bool scaled; /* -h */
	bool wide; /* a figure above 32 bits */
	bool long_names; /* above the five letters that NetBSD cuts to */
	unsigned step; /* of scaled packets: 1000 or 1024 */
	const char *os; /* NULL: unknown */
	unsigned version;
	struct if_row *first, **tail;
	size_t rows;
};

/* Append a row that is complete but for what the table learns from it. */
void netstat_i_row(struct netstat_i *, struct if_row *);

/*
 * FreeBSD up to 9, and DragonFly, scale packets by 1024 as they do bytes, all
 * others by 1000.
 */
unsigned netstat_i_step(const char *os, unsigned version);

/* Data and counters of the table into r. */
void netstat_i_emit(struct reading *r, const struct netstat_i *);

/* OpenBSD's -e and -d displays of the same interfaces become one. */
bool netstat_i_join(
    struct arena *, struct value *into, const char *kind, struct value *from);

#endif
