/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * NetBSD `netstat -q`: a name ending in a colon, then three lines "queue
 * length: N", "maximum queue length: N", "packets dropped: N", indented by a
 * tab where mail has not taken it.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

/* "ipintrq:": one word. */
static bool
is_name(const struct line *l)
{
	return l->len > 1 && l->p[l->len - 1] == ':' &&
	    memchr(l->p, ' ', l->len) == NULL &&
	    memchr(l->p, '\t', l->len) == NULL;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && is_name(&l[0]) && line_begins(&l[1], "queue length:");
}

static const struct {
	const char *words, *key;
} facts[] = {
	{ "queue length:", "len" },
	{ "maximum queue length:", "max" },
	{ "packets dropped:", "drops" },
};

/* Drops of the queue in front of IP, of IPv6, of the rest. */
static const char *
counter(const char *queue)
{
	if (strcmp(queue, "ipintrq") == 0 || strcmp(queue, "ippktq") == 0)
		return "queue.ip.drops";
	if (strcmp(queue, "ip6intrq") == 0 || strcmp(queue, "ip6pktq") == 0)
		return "queue.ip6.drops";
	return "queue.other.drops";
}

static bool
fact(struct reading *r, struct value *queue, const struct line *l)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		size_t len = strlen(facts[i].words);
		struct line rest = { .p = l->p + len, .len = l->len - len };
		struct span number;
		size_t at = 0;
		uint64_t v;

		if (!line_begins(l, facts[i].words))
			continue;
		if (!text_next(&rest, &at, &number) || !span_u64(number, &v)) {
			value_null(r->arena, queue, facts[i].key);
			return true;
		}
		value_u64(r->arena, queue, facts[i].key, v);
		if (i == 2)
			parse_count(r, counter(queue->key), queue->key, v, 32);
		return true;
	}
	return false;
}

static void
parse(struct reading *r)
{
	struct value *queues, *queue;

	r->data = value_new(r->arena, VALUE_OBJECT);
	queues = value_put(r->arena, r->data, "queues", VALUE_OBJECT);
	while (r->used < r->n && begins(r->line + r->used, r->n - r->used)) {
		const struct line *l = &r->line[r->used++];
		const char *name = arena_text(r->arena, l->p, l->len - 1);

		queue = value_put(r->arena, queues, name, VALUE_OBJECT);
		if (r->arena->broken)
			return;
		while (r->used < r->n && fact(r, queue, &r->line[r->used]))
			r->used++;
	}
	r->found_os = "NetBSD";
}

const struct parser parse_netstat_q = {
	.kind = "queues",
	.begins = begins,
	.parse = parse,
};
