/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the BSDs' netstat -s counts by protocol: one row for each fact whose
 * meaning we know, by its words in text and by its name in libxo's output.
 */
#ifndef COLLECTOR_IPSTATS_H
#define COLLECTOR_IPSTATS_H

#include "collector/parse.h"

struct ipstats_fact {
	const char *proto; /* as headed: "ip6" */
	const char
	    *words; /* how they begin; '~': an "s" or none, '$': the end */
	const char *xo; /* FreeBSD's name in JSON; NULL: never there */
	const char *key; /* in `data` */
	const char *counter, *instance; /* NULL: none */
};

/* Is it the heading of a protocol that a listing may begin with? */
bool ipstats_protocol(struct span);

/* The fact with these words, or (`xo`) of that name; NULL: not known. */
const struct ipstats_fact *
ipstats_find(struct span proto, struct span words, bool xo);

/* Keep a known fact under data.PROTOCOL, with its counter. */
void ipstats_put(struct reading *, const struct ipstats_fact *, uint64_t);

/* data.other.PROTOCOL, for what is not known: an object. */
struct value *ipstats_other(struct reading *, struct span proto);

#endif
