/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any file as two moments: its fingerprint is bounded, every key stands once,
 * and nothing differs from itself.
 */
#include <string.h>

#include "collector/finger.h"
#include "tests/fuzz/fuzz.h"

int fuzz_finger(const uint8_t *, size_t);

static void
never(void *to, const struct finger_change *c)
{
	(void)to;
	HOLDS(c == NULL);
}

static void
look(const struct finger *f)
{
	HOLDS(f->keys.n <= 4096 && f->n_port <= 256);
	for (size_t i = 0; i < f->keys.n && i < 64; i++) {
		const struct fp_key *k = &f->keys.v[i];

		HOLDS(fp_find(&f->keys, k->class, k->name) == k);
		HOLDS(k->value == NULL || strlen(k->value) < FINGER_TEXT);
		HOLDS(k->value == NULL || f->from[i] != NULL);
	}
}

int
fuzz_finger(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct session_ask ask = { .os = NULL };
	struct session s = { .n = 0 };
	struct finger a = { .os = NULL }, b = { .os = NULL };
	enum moment m = (enum moment)(take(&in, 1) % 3);
	struct fail f = { "" };
	size_t left = in.left;

	if (session_read(&s, take_text(&in), left, &ask, &f) == 0 &&
	    finger_read(&a, &s, m) == 0 && finger_read(&b, &s, m) == 0) {
		struct finger_changes set =
		    finger_diff(&a, &b, false, never, NULL);
		struct finger_changes moving =
		    finger_diff(&a, &b, true, never, NULL);

		look(&a);
		HOLDS(set.changed == 0 && moving.changed == 0);
		HOLDS(set.unchanged + set.unknown + moving.unchanged +
			moving.unknown ==
		    a.keys.n);
	}
	finger_free(&a);
	finger_free(&b);
	session_free(&s);
	return 0;
}
