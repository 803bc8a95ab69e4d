/* SPDX-License-Identifier: BSD-2-Clause */
/* Two readings of a host, written as rows. */
#ifndef TESTS_LEDGER_ROWS_H
#define TESTS_LEDGER_ROWS_H

#include "tests/unit.h"

#include <string.h>

#include "lib/ledger.h"

#define GONE UINT64_MAX /* not in this reading */
struct row {
	const char *name, *instance;
	uint64_t before, after;
	uint8_t bits;
	bool machine;
};

struct pair {
	struct counters before, after;
};

static void
put(struct counters *c, const struct row *r, uint64_t value)
{
	if (value == GONE)
		return;
	ck_assert_int_eq(counters_add(c, r->name, r->instance, value,
			     r->bits != 0 ? r->bits : 64),
	    0);
	c->v[c->n - 1].machine = r->machine;
}

static struct ledger_host
host(struct pair *p, const struct row *rows, size_t n)
{
	memset(p, 0, sizeof(*p));
	for (size_t i = 0; i < n; i++) {
		put(&p->before, &rows[i], rows[i].before);
		put(&p->after, &rows[i], rows[i].after);
	}
	return (struct ledger_host){ .before = &p->before, .after = &p->after };
}

static void
drop(struct pair *p)
{
	counters_free(&p->before);
	counters_free(&p->after);
}

/* From em0 to em1 and back; received NULL: what went out was delivered. */
static inline void
both_ways(const struct row *rows, size_t n, const uint64_t sent[2],
    const uint64_t *received, struct ledger way[2], struct ledger *sum)
{
	struct pair p;

	for (int d = 0; d < 2; d++) {
		struct ledger_ask ask = { .sent = sent[d],
			.received_known = received != NULL,
			.received = received != NULL ? received[d] : 0 };

		ask.router = host(&p, rows, n);
		ask.router.in_if = d == 0 ? "em0" : "em1";
		ask.router.out_if = d == 0 ? "em1" : "em0";
		ck_assert_int_eq(ledger_balance(&ask, &way[d], NULL), 0);
		drop(&p);
	}
	ledger_sum(sum, way, 2);
}

#endif
