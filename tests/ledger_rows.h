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

struct both { /* directions */
	uint64_t sent[2], received[2];
	const char *port[2]; /* the way in of the first, and of the second */
	bool uncounted; /* what went out was delivered */
};

static inline void
both_ways(const struct row *rows, size_t n, const struct both *v,
    struct ledger way[2], struct ledger *sum)
{
	struct pair p;

	for (int d = 0; d < 2; d++) {
		struct ledger_ask ask = { .sent = v->sent[d],
			.two_ways = true,
			.received_known = !v->uncounted,
			.received = v->received[d] };

		ask.router = host(&p, rows, n);
		ask.router.in_if = v->port[d];
		ask.router.out_if = v->port[!d];
		ck_assert_int_eq(ledger_balance(&ask, &way[d], NULL), 0);
		drop(&p);
	}
	ledger_sum(sum, way, 2);
}

#endif
