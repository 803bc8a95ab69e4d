/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD `netstat -Q` (8.0 and later): settings, protocols, workstreams.
 * QDrops is what the queues lost. From 9.0 on WSID and CPU stand on every
 * row, in 8.x on the first one of a CPU only; columns are told by their
 * heading, rows are read from the right.
 */
#include <stdio.h>
#include <string.h>

#include "collector/netisr.h"

/* Name Len WMark Disp'd HDisp'd QDrops Queued Handled */
#define STREAM_FIELDS (NETISR_NUMBERS + 1)

static bool
is_streams(const struct line *l)
{
	struct span s[3];

	return line_begins(l, "WSID") && text_fields(l, s, 3) == 3 &&
	    span_is(s[0], "WSID") && span_is(s[1], "CPU") &&
	    span_is(s[2], "Name");
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 &&
	    ((line_begins(l, "Configuration:") &&
		 line_begins(&l[1], "Setting")) ||
		(line_begins(l, "Workstreams:") && is_streams(&l[1])) ||
		is_streams(l));
}

/* ---- settings ------------------------------------------------------------ */

static void
put_pair(struct reading *r, struct value *config, const struct span *s,
    const char *key, const char *key_max)
{
	uint64_t v;

	if (span_u64(s[0], &v))
		value_u64(r->arena, config, key, v);
	if (span_u64(s[1], &v))
		value_u64(r->arena, config, key_max, v);
}

/* 8.x: "Direct dispatch", "Forced direct dispatch" instead of one policy. */
static void
put_direct(struct reading *r, struct value *config, bool forced, bool on)
{
	struct value *policy = value_find(config, "dispatch");

	if (policy == NULL) {
		policy = value_put(r->arena, config, "dispatch", VALUE_TEXT);
		policy->text = "deferred";
	}
	if (on)
		policy->text = forced ? "direct" : "hybrid";
}

static void
setting(struct reading *r, struct value *config, const struct line *l)
{
	static const char *const labels[] = { "Thread count",
		"Default queue limit", "Dispatch policy", "Direct dispatch",
		"Forced direct dispatch", "Threads bound to CPUs" };
	struct span s[8];
	size_t n = text_fields(l, s, 8), words = 0;

	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		if (line_begins(l, labels[i]))
			words = text_fields(&(struct line){ .p = labels[i],
						.len = strlen(labels[i]) },
			    s, 8);
	if (words == 0 || n != words + 2)
		return; /* another, or cut */
	text_fields(l, s, 8);
	if (line_begins(l, "Thread count"))
		put_pair(r, config, s + n - 2, "threads", "threads_max");
	else if (line_begins(l, "Default queue limit"))
		put_pair(r, config, s + n - 2, "default_qlimit", "max_qlimit");
	else if (line_begins(l, "Dispatch policy"))
		value_text(r->arena, config, "dispatch",
		    arena_text(r->arena, s[n - 2].p, s[n - 2].len));
	else if (line_begins(l, "Direct dispatch"))
		put_direct(r, config, false, span_is(s[n - 2], "enabled"));
	else if (line_begins(l, "Forced direct dispatch"))
		put_direct(r, config, true, span_is(s[n - 2], "enabled"));
	else if (line_begins(l, "Threads bound"))
		value_bool(
		    r->arena, config, "bound", span_is(s[n - 2], "enabled"));
}

/* ---- protocols ----------------------------------------------------------- */

static bool
protocol(struct reading *r, struct value *protocols, const struct line *l)
{
	struct span s[7];
	size_t n = text_fields(l, s, 7);
	struct value *one;
	uint64_t proto, limit;

	if (n < 4 || !span_u64(s[1], &proto) || !span_u64(s[2], &limit))
		return false;
	one = netisr_protocol(r, protocols,
	    arena_text(r->arena, s[0].p, s[0].len), proto, limit,
	    arena_text(r->arena, s[3].p, s[3].len));
	if (n == 6) /* 9.0 and later: Dispatch before Flags */
		value_text(r->arena, one, "dispatch",
		    arena_text(r->arena, s[4].p, s[4].len));
	return true;
}

struct value *
netisr_protocol(struct reading *r, struct value *protocols, const char *name,
    uint64_t proto, uint64_t limit, const char *policy)
{
	struct value *one = value_put(r->arena, protocols, name, VALUE_OBJECT);

	value_u64(r->arena, one, "proto", proto);
	value_u64(r->arena, one, "qlimit", limit);
	value_text(r->arena, one, "policy", policy);
	return one;
}

/* ---- workstreams --------------------------------------------------------- */

static const char *const stream_keys[NETISR_NUMBERS] = { "len", "wmark",
	"dispatched", "hdispatched", "qdrops", "queued", "handled" };

static const char *
counter(const char *proto)
{
	/* RSS: what was moved to the CPU of its flow */
	if (strcmp(proto, "ip") == 0 || strcmp(proto, "ip_direct") == 0)
		return "queue.ip.drops";
	if (strcmp(proto, "ip6") == 0 || strcmp(proto, "ip6_direct") == 0)
		return "queue.ip6.drops";
	if (strcmp(proto, "ether") == 0)
		return "queue.ether.drops";
	return "queue.other.drops";
}

void
netisr_stream(struct reading *r, struct value *streams, uint64_t cpu,
    const char *proto, const uint64_t v[NETISR_NUMBERS])
{
	struct value *one = value_put(r->arena, streams, NULL, VALUE_OBJECT);
	char instance[COUNTER_INSTANCE];

	value_u64(r->arena, one, "cpu", cpu);
	value_text(r->arena, one, "proto", proto);
	for (size_t i = 0; i < NETISR_NUMBERS; i++)
		value_u64(r->arena, one, stream_keys[i], v[i]);
	snprintf(instance, sizeof(instance), "netisr %s cpu%llu", proto,
	    (unsigned long long)cpu);
	parse_count(r, counter(proto), instance, v[4], 64);
}

/* Fields of a row; wrapped off numbers are taken with it. */
static size_t
stream_fields(const struct line *l, size_t n, struct span *s, size_t *fields)
{
	size_t used = 1;

	*fields = text_fields(l, s, STREAM_FIELDS + 3);
	while (used < n && *fields < STREAM_FIELDS + 2 &&
	    line_is_numbers(&l[used])) {
		size_t more = text_fields(
		    &l[used], s + *fields, STREAM_FIELDS + 3 - *fields);

		/* a row of numbers alone has its name on another line */
		if (*fields + more > STREAM_FIELDS + 2)
			break;
		*fields += more;
		used++;
	}
	return used;
}

static size_t
stream(struct reading *r, struct value *streams, uint64_t *cpu, size_t at)
{
	struct span s[STREAM_FIELDS + 3], *name;
	uint64_t v[NETISR_NUMBERS], any;
	size_t n, used = stream_fields(r->line + at, r->n - at, s, &n);

	if (n != STREAM_FIELDS && n != STREAM_FIELDS + 2)
		return 0;
	name = &s[n - STREAM_FIELDS];
	if (span_u64(*name, &any) ||
	    (n > STREAM_FIELDS && !span_u64(s[1], cpu)))
		return 0;
	for (size_t i = 0; i + 1 < STREAM_FIELDS; i++)
		if (!span_u64(name[i + 1], &v[i]))
			return 0;
	netisr_stream(
	    r, streams, *cpu, arena_text(r->arena, name->p, name->len), v);
	return used;
}

/* Words that mail has wrapped off the heading. */
static bool
is_heading_rest(const struct line *l)
{
	return line_begins(l, "HDisp'd") || line_begins(l, "QDrops") ||
	    line_begins(l, "Queued") || line_begins(l, "Handled");
}

static void
parse(struct reading *r)
{
	struct value *config, *protocols, *streams;
	uint64_t cpu = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	config = value_put(r->arena, r->data, "config", VALUE_OBJECT);
	protocols = value_put(r->arena, r->data, "protocols", VALUE_OBJECT);
	streams = value_put(r->arena, r->data, "workstreams", VALUE_ARRAY);
	if (line_begins(r->line, "Configuration:"))
		for (r->used = 1; r->used < r->n; r->used++) {
			const struct line *l = &r->line[r->used];

			if (line_begins(l, "Workstreams:") || is_streams(l))
				break;
			if (!protocol(r, protocols, l))
				setting(r, config, l);
		}
	while (r->used < r->n && !is_streams(&r->line[r->used]))
		r->used++;
	r->used += r->used < r->n;
	while (r->used < r->n && is_heading_rest(&r->line[r->used]))
		r->used++;
	while (r->used < r->n) {
		size_t used = stream(r, streams, &cpu, r->used);

		if (used == 0)
			break;
		r->used += used;
	}
	r->found_os = "FreeBSD";
}

const struct parser parse_netisr = {
	.kind = "netisr",
	.begins = begins,
	.parse = parse,
};
