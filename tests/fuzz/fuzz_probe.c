/* SPDX-License-Identifier: BSD-2-Clause */
/* Any document: a verdict whose figures are possible, or a reason. */
#include <jansson.h>

#include "harness/probe.h"
#include "tests/fuzz/fuzz.h"

int fuzz_probe(const uint8_t *, size_t);

static void
judge(const json_t *d, uint64_t from, uint64_t to)
{
	struct probe_verdict v;
	struct fail f = { "" };

	if (probe_verdict(d, from, to, &v, &f) < 0) {
		HOLDS(f.text[0] != '\0');
		return;
	}
	HOLDS(v.late_seconds <= v.seconds);
	HOLDS(v.known == (v.word != PROBE_NOT_MEASURED));
	HOLDS(v.word == PROBE_OK || v.reason[0] != '\0');
	if (v.word == PROBE_OK)
		HOLDS(v.p99_ns <= PROBE_P99_NS &&
		    v.silence_ns < PROBE_SLUGGISH_NS);
}

int
fuzz_probe(const uint8_t *data, size_t len)
{
	json_t *d = json_loadb((const char *)data, len, 0, NULL);

	if (d == NULL)
		return 0;
	judge(d, 0, UINT64_MAX);
	judge(d, 1200000000, 4000000000);
	judge(d, 1, 2);
	json_decref(d);
	return 0;
}
