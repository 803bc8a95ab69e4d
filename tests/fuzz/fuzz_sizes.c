/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever is accepted is in range, and its order read back is the same. */
#include "lib/sizes.h"
#include "tests/fuzz/fuzz.h"

int fuzz_sizes(const uint8_t *, size_t);

static void
in_range(const struct sizes *s)
{
	uint32_t sum = 0;

	HOLDS(s->frames);
	HOLDS(s->kinds >= 1 && s->kinds <= SIZES_KINDS);
	HOLDS(s->period >= 1 && s->period <= SIZES_PERIOD);
	for (unsigned k = 0; k < s->kinds; k++) {
		HOLDS(s->bytes[k] >= SIZES_FRAME_MIN);
		HOLDS(s->bytes[k] <= SIZES_FRAME_MAX);
		for (unsigned i = 0; i < k; i++)
			HOLDS(s->bytes[i] != s->bytes[k]);
		HOLDS(sizes_count(s, k) >= 1);
		sum += sizes_count(s, k);
	}
	HOLDS(sum == s->period);
}

/* As a list in that order: the same frames, whatever the seed. */
static void
as_list(const struct sizes *s)
{
	char *text = malloc(s->period * 6 + 1), *p = text;
	char order[2][SIZES_TEXT];
	struct sizes again;

	if (text == NULL)
		abort();
	for (uint32_t i = 0; i < s->period; i++)
		p += sprintf(p, "%s%u", i > 0 ? "," : "",
		    (unsigned)s->bytes[sizes_kind(s, i)]);
	HOLDS(sizes_parse("x", text, 3, 0, &again, NULL) == 0);
	HOLDS(again.period == s->period && again.kinds == s->kinds);
	for (uint32_t i = 0; i < s->period; i++)
		HOLDS(again.bytes[again.order[i]] == s->bytes[s->order[i]]);
	HOLDS(strlen(sizes_text(s, order[0])) == s->period);
	HOLDS(strlen(sizes_text(&again, order[1])) == s->period);
	free(text);
}

int
fuzz_sizes(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	uint64_t seed = take(&in, 1);
	uint32_t mtu_frame = (uint32_t)take(&in, 3);
	char *text = take_text(&in);
	struct fail f = { "" };
	struct sizes s;

	if (sizes_parse("--mix", text, seed, mtu_frame, &s, &f) == 0) {
		in_range(&s);
		as_list(&s);
	} else {
		HOLDS(strncmp(f.text, "--mix", 5) == 0);
	}
	free(text);
	return 0;
}
