/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

const struct parser *const parsers[] = {
	&parse_netstat_i,
	&parse_netstat_q,
	&parse_vmstat_i,
	&parse_generator,
	&parse_netstat_json,
	&parse_netstat_xml,
	&parse_ipstats_json,
	&parse_ipstats_xml,
	&parse_netisr_json,
	&parse_netisr,
	&parse_ipstats,
	&parse_mbufs,
	&parse_pools,
	&parse_iplink_json,
	&parse_nft_json, /* its flowtables have what qdiscs have */
	&parse_nft,
	&parse_qdisc_json,
	&parse_nstat_json,
	&parse_ifstat_json,
	&parse_mpstat_json,
	&parse_qdisc,
	&parse_procnetdev,
	&parse_conntrack,
	&parse_netstat_cache, /* its rows look like softnet's */
	&parse_softnet,
	&parse_ifrate,
	&parse_vmstat,
	&parse_mpstat,
	&parse_top,
	&parse_time,
	&parse_syslog,
	&parse_ifstat,
	&parse_ifstat_iproute2,
	&parse_systat,
	&parse_ifconfig,
	&parse_ifconfig_old,
	&parse_procinterrupts,
	&parse_procsoftirqs,
	&parse_procstat,
	&parse_snmp,
	&parse_snmp6,
	&parse_nettools_s,
	&parse_offloads,
	&parse_nstat,
	&parse_iplink,
	&parse_ethtool,
	&parse_ethtool_nested,
	&parse_ethtool_driver,
	&parse_ethtool_ring,
	&parse_ethtool_coalesce,
	&parse_ethtool_channels,
	&parse_ethtool_pause,
	&parse_ethtool_rss,
	&parse_ethtool_hash,
	&parse_files,
	&parse_cpuinfo,
	&parse_kconfig,
	&parse_uname,
	&parse_userland,
	&parse_pf_rules,
	&parse_ipf_rules,
	&parse_ipfw_rules,
	&parse_npf_rules,
	&parse_iptables_rules,
	&parse_iptables_s,
	&parse_iptables_l,
	&parse_pf_info,
	&parse_pf_limits,
	&parse_ipf_info,
	&parse_npf_info,
	&parse_pciconf,
	&parse_programs,
	&parse_nettools,
	&parse_sysctl,
	&parse_dmesg,
	&parse_table, /* last: its shape is the least of all */
	NULL,
};

const struct parser *
parse_by_kind(const char *kind, const struct parser *after)
{
	bool behind = after == NULL;

	for (const struct parser *const *p = parsers; *p != NULL; p++) {
		if (behind && strcmp((*p)->kind, kind) == 0)
			return *p;
		behind |= *p == after;
	}
	return NULL;
}

bool
parse_known(const struct parser *but, const struct line *l, size_t n)
{
	for (const struct parser *const *p = parsers; *p != NULL; p++)
		if (*p != but && *p != &parse_table && (*p)->begins(l, n))
			return true;
	return false;
}

#define STRAYS 4 /* more of them are no interruption any more */

/* The log may come in between: any other listing or a prompt ends this one. */
static bool
is_stray(const struct line *l, size_t n)
{
	struct span typed;

	return l->len > 0 && !line_begins(l, "==") && !prompt_line(l, &typed) &&
	    !parse_known(&parse_syslog, l, n) && !parse_table.begins(l, n);
}

/* A number that mail broke off a stray line's end is no row. */
static bool
is_rest(const struct line *l)
{
	struct span s[2];

	return text_fields(l, s, 2) == 1 && line_breaks(l - 1);
}

/* How many marks of quotation mail has put before it. */
static size_t
depth(const struct line *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->raw_len && strchr("> ", l->raw[i]) != NULL;
	     i++)
		n += l->raw[i] == '>';
	return n;
}

#define REPLY_MAX 100

/* "> 5 0 380\n\nIt is still idle here.\n\n> 250000 0 15000000" */
static size_t
reply_lines(
    const struct reading *r, size_t at, bool (*is_row)(const struct line *))
{
	const struct line *l = &r->line[at];
	size_t deep = at > 0 ? depth(&l[-1]) : 0, n = 0;
	bool replied = false;

	while (at + n < r->n && n < REPLY_MAX &&
	    (l[n].len == 0 || depth(&l[n]) < deep)) {
		if (l[n].len > 0 && !is_stray(&l[n], r->n - at - n))
			return 0;
		replied |= l[n++].len > 0;
	}
	return replied && at + n < r->n && is_row(&l[n]) && depth(&l[n]) == deep
	    ? n
	    : 0;
}

size_t
parse_strays_to(
    const struct reading *r, size_t at, bool (*is_row)(const struct line *))
{
	size_t n = reply_lines(r, at, is_row);

	if (n > 0)
		return n;
	while (at + n < r->n && n < STRAYS &&
	    (is_row(&r->line[at + n])
		    ? n > 0 && is_rest(&r->line[at + n])
		    : is_stray(&r->line[at + n], r->n - at - n)))
		n++;
	return at + n < r->n && is_row(&r->line[at + n]) ? n : 0;
}

size_t
parse_strays(const struct reading *r, size_t at)
{
	return parse_strays_to(r, at, line_is_numbers);
}

const struct parser *
parse_here(struct reading *r)
{
	for (const struct parser *const *p = parsers; *p != NULL; p++) {
		if (!(*p)->begins(r->line, r->n))
			continue;
		r->kind = (*p)->kind;
		(*p)->parse(r);
		if (r->used > 0)
			return *p;
		counters_free(&r->counters);
		r->data = NULL;
	}
	return NULL;
}

void
parse_count(struct reading *r, const char *name, const char *instance,
    uint64_t value, uint8_t bits)
{
	if (value > UINT32_MAX) /* whatever we thought of its source */
		bits = 64;
	if (counters_add(&r->counters, name, instance, value, bits) < 0)
		r->arena->broken = true;
}
