/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parsers: text in, counters and data out. A parser is one row of the table
 * in parse.c. It is shown the lines of a text from some line on and says
 * whether a listing of its kind begins there; if so, it reads as many lines
 * as belong to it. Any bytes are legal input: what is not understood is
 * skipped and kept in the text, never an error and never a number.
 */
#ifndef COLLECTOR_PARSE_H
#define COLLECTOR_PARSE_H

#include "collector/text.h"
#include "lib/counter.h"

/*
 * More interfaces or CPUs than this in one listing are no router's: names are
 * then not looked up in each other, which would take the square of the time.
 */
#define PARSE_NAMES_MAX 4096

struct reading { /* one listing in the making */
	/* given */
	struct arena *arena;
	const struct line *line; /* from the listing's heading on */
	size_t n;
	const char *os; /* "FreeBSD", NULL where not told */
	unsigned version; /* major, 0 where not told */
	const char *command; /* as typed, NULL where not seen */
	/* found; all zero before */
	size_t used; /* lines, 0: no such listing after all */
	size_t strays; /* lines among them that are no part of it */
	struct value *data; /* shape of the corpus's `expect` of the kind */
	struct counters counters; /* normalised, docs/counters.md */
	const char *kind; /* where it is not the parser's own */
	const char *found_os; /* by its shape; NULL: could be several */
	const char *variant; /* listings that count the same things */
};

struct parser {
	const char *kind; /* "ifcounters" */
	bool (*begins)(const struct line *, size_t n);
	void (*parse)(struct reading *);
	/*
	 * Takes in a listing of `kind` that follows, where the corpus has both
	 * as one. NULL: never joined.
	 */
	bool (*join)(struct arena *, struct value *into, const char *kind,
	    struct value *from);
};

extern const struct parser *const parsers[]; /* ends in NULL */

/* The next one of that kind, as for text and JSON; after NULL: the first. */
const struct parser *
parse_by_kind(const char *kind, const struct parser *after);

/*
 * Read one listing that begins at line[0]. NULL: none begins there, nothing
 * is left to be freed. Otherwise r->counters belongs to the caller.
 */
const struct parser *parse_here(struct reading *r);

/*
 * Does a listing of a kind with a mark of its own begin here? Then it is no
 * line that mail has broken off the one before. Not asked of `but`.
 */
bool parse_known(const struct parser *but, const struct line *, size_t n);

/*
 * What a console, a signal (^T) or the log printed between two rows of a
 * listing that goes on every second: how many lines from line[at] on stand
 * before the next line of numbers. 0: none, or it is the listing's end.
 */
size_t parse_strays(const struct reading *, size_t at);
/* The same where other lines than such of numbers are rows. */
size_t parse_strays_to(
    const struct reading *, size_t at, bool (*is_row)(const struct line *));

/* counters_add that remembers in the arena that there was no memory. */
void parse_count(struct reading *, const char *name, const char *instance,
    uint64_t value, uint8_t bits);

extern const struct parser parse_netstat_i, parse_netstat_q, parse_time,
    parse_vmstat_i, parse_generator, parse_netisr, parse_ipstats,
    parse_iplink_json, parse_qdisc_json, parse_nft_json, parse_procnetdev,
    parse_softnet, parse_procinterrupts, parse_procsoftirqs, parse_procstat,
    parse_snmp, parse_snmp6, parse_offloads, parse_sysctl, parse_ifrate,
    parse_netstat_json, parse_mbufs, parse_nstat, parse_iplink, parse_ethtool,
    parse_nettools, parse_vmstat, parse_mpstat, parse_top, parse_syslog,
    parse_ifstat, parse_ifstat_iproute2, parse_systat, parse_ifconfig,
    parse_table, parse_dmesg, parse_files, parse_cpuinfo, parse_kconfig,
    parse_uname, parse_userland, parse_ethtool_ring, parse_ethtool_coalesce,
    parse_ethtool_channels, parse_ethtool_pause, parse_ethtool_driver,
    parse_ethtool_rss, parse_ethtool_hash, parse_pf_rules, parse_ipf_rules,
    parse_ipfw_rules, parse_npf_rules, parse_iptables_rules, parse_pf_info,
    parse_pf_limits, parse_pciconf, parse_programs, parse_ethtool_nested,
    parse_netstat_cache, parse_qdisc, parse_ipf_info, parse_npf_info,
    parse_nettools_s, parse_ipstats_json, parse_netstat_xml, parse_nstat_json,
    parse_ifstat_json, parse_mpstat_json, parse_netisr_json, parse_ifconfig_old,
    parse_conntrack, parse_iptables_s, parse_iptables_l, parse_nft,
    parse_ipstats_xml;

extern const struct parser parse_pools;

#endif
