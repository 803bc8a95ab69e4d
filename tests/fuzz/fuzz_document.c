/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any document, as a ledger takes it: a snapshot or a watch with its counters,
 * or what a generator or sink says, with counts that can be added up.
 */
#include "collector/collector.h"
#include "tests/fuzz/fuzz.h"

int fuzz_document(const uint8_t *, size_t);

#define COUNT_MAX (UINT64_C(1) << 57)

static void
look(const struct rundoc *d)
{
	HOLDS(d->taken <= COUNT_MAX && d->sent <= COUNT_MAX);
	HOLDS(d->received <= COUNT_MAX && d->drops <= COUNT_MAX);
	HOLDS(d->generator ? d->taken >= d->uncounted
			   : d->received >= d->uncounted);
	HOLDS(d->before.n == d->after.n);
	HOLDS(d->streams == 0 || d->stream != NULL);
}

int
fuzz_document(const uint8_t *data, size_t len)
{
	struct session_ask ask = { .runs = true, .watches = true };
	struct session s = { .n = 0 };
	struct fail f = { "" };

	if (document_read(&s, (const char *)data, len, &ask, &f) < 0) {
		HOLDS(f.text[0] != '\0');
	} else if (s.run != NULL) {
		look(s.run);
	} else {
		HOLDS(s.document && s.n > 0 && s.watch == (s.last != NULL));
		HOLDS(!s.watch || s.last->mono_ns > s.mono_ns);
		for (size_t i = 0; i < s.v[0].counters.n; i++)
			HOLDS(s.v[0].counters.v[i].bits == 0 ||
			    s.v[0].counters.v[i].bits == 32 ||
			    s.v[0].counters.v[i].bits == 64);
	}
	session_free(&s);
	return 0;
}
