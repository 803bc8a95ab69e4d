/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Its numbers are those of /proc/net/dev: dropped of RX is rx_dropped and
 * rx_missed_errors in one.
 */
#include <string.h>

#include "collector/ifconfig_counts.h"

static const struct {
	const char *word, *rx, *tx; /* counters, by direction */
} words[] = {
	{ "packets", "if.rx.packets", "if.tx.packets" },
	{ "bytes", "if.rx.bytes", "if.tx.bytes" },
	{ "errors", "if.rx.errors", "if.tx.errors" },
	{ "dropped", "if.rx.lost", "if.tx.drops" },
	{ "overruns", NULL, NULL },
	{ "frame", NULL, NULL },
	{ "carrier", NULL, NULL },
	{ "collisions", NULL, "if.tx.collisions" },
};

static void
put(struct reading *r, struct ifconfig_counts *c, struct value *port,
    const char *name, size_t i, uint64_t v)
{
	bool out = c->out || strcmp(words[i].word, "collisions") == 0;
	struct value **side = out ? &c->tx : &c->rx;
	const char *counter = out ? words[i].tx : words[i].rx;

	if (*side == NULL)
		*side =
		    value_put(r->arena, port, out ? "tx" : "rx", VALUE_OBJECT);
	if (value_find(*side, words[i].word) != NULL)
		return;
	value_u64(r->arena, *side, words[i].word, v);
	if (counter != NULL)
		parse_count(r, counter, name, v, 64);
}

void
ifconfig_counts(struct reading *r, struct ifconfig_counts *c,
    struct value *port, const char *name, const struct line *l)
{
	struct span s, number;
	size_t at = 0, behind;
	uint64_t v;

	while (text_next(l, &at, &s)) {
		const char *colon = memchr(s.p, ':', s.len);

		if (span_is(s, "RX") || span_is(s, "TX"))
			c->out = *s.p == 'T';
		behind = at;
		if (colon != NULL) {
			number = (struct span){ colon + 1,
				(size_t)(s.p + s.len - colon - 1) };
			s.len = (size_t)(colon - s.p);
		} else if (!text_next(l, &behind, &number)) {
			return;
		}
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (span_is(s, words[i].word) && span_u64(number, &v))
				put(r, c, port, name, i, v);
	}
}
