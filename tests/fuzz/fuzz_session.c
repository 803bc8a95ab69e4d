/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any file: listings inside of it, and a ledger over what they say that
 * balances, whatever the numbers.
 */
#include "collector/session.h"
#include "lib/ledger.h"
#include "tests/fuzz/fuzz.h"

int fuzz_session(const uint8_t *, size_t);

static void
balance(const struct counters *before, const struct counters *after)
{
	struct ledger_ask ask = { .sent = 5976399,
		.sent_raw = true,
		.router = { .before = before, .after = after } };
	struct ledger l;
	struct fail f = { "" };
	int64_t sum = 0;

	if (ledger_balance(&ask, &l, &f) < 0) {
		HOLDS(f.text[0] != '\0');
		return;
	}
	for (int p = 0; p < PLACES; p++) {
		HOLDS(l.place[p].frames >= 0);
		HOLDS(l.place[p].known || l.place[p].frames == 0);
		if (l.place[p].frames > INT64_MAX - sum)
			return; /* no counter of this world */
		if (p != PLACE_GENERATOR_REFUSED)
			sum += l.place[p].frames;
	}
	HOLDS(l.residual == 5976399 - sum);
}

static void
look(struct session *s)
{
	struct counters before = { 0 }, after = { 0 };

	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		HOLDS(l->kind != NULL || l->parser == NULL);
		HOLDS(l->text != NULL || l->text_len == 0);
		HOLDS(l->parser == NULL || l->data != NULL);
	}
	session_join(s);
	if (session_counters(s, MOMENT_BEFORE, &before) == 0 &&
	    session_counters(s, MOMENT_AFTER, &after) == 0)
		balance(&before, &after);
	counters_free(&before);
	counters_free(&after);
}

int
fuzz_session(const uint8_t *data, size_t len)
{
	static const char *const systems[] = { NULL, "NetBSD 4.99",
		"freebsd-6.2", "openbsd", "linux", "dragonfly" };
	struct input in = { data, len };
	const char *os = systems[take(&in, 1) % 6];
	struct session_ask ask = { .os = NULL };
	struct session s = { .n = 0 };
	struct fail f = { "" };
	size_t left = in.left;

	if (os != NULL)
		HOLDS(session_os(os, &ask, &f) == 0);
	if (session_read(&s, take_text(&in), left, &ask, &f) == 0)
		look(&s);
	else
		HOLDS(f.text[0] != '\0');
	session_free(&s);
	return 0;
}
