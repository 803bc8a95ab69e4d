/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever is accepted is in range and, printed, read back as the same. */
#include <inttypes.h>

#include "lib/num.h"
#include "tests/fuzz/fuzz.h"

int fuzz_num(const uint8_t *, size_t);

static void
whole(const char *text, uint64_t min, uint64_t max)
{
	char plain[NUM_TEXT], grouped[NUM_TEXT];
	uint64_t v, again;
	int out = 0;

	if (num_u64("x", text, min, max, &v, NULL) < 0)
		return;
	HOLDS(v >= min && v <= max);
	snprintf(plain, sizeof(plain), "%" PRIu64, v);
	HOLDS(num_u64("x", plain, min, max, &again, NULL) == 0);
	HOLDS(again == v);
	HOLDS(strcmp(plain, text + strspn(text, "0")) == 0 || v == 0);
	num_group(v, grouped);
	for (const char *p = grouped; *p != '\0'; p++)
		if (*p != ',')
			plain[out++] = *p;
	plain[out] = '\0';
	HOLDS(num_u64("x", plain, 0, UINT64_MAX, &again, NULL) == 0);
	HOLDS(again == v);
}

static void
duration(const char *text, uint64_t min, uint64_t max)
{
	char plain[NUM_TEXT];
	uint64_t ns, again;

	if (num_duration("x", text, min, max, &ns, NULL) < 0)
		return;
	HOLDS(ns >= min && ns <= max);
	snprintf(plain, sizeof(plain), "%" PRIu64 "ns", ns);
	HOLDS(num_duration("x", plain, min, max, &again, NULL) == 0);
	HOLDS(again == ns);
}

static void
rate(const char *text)
{
	char plain[64];
	struct rate r, again;
	uint64_t milli;

	if (num_rate("x", text, &r, NULL) < 0)
		return;
	if (r.frames == 0) {
		HOLDS(strcmp(text, "max") == 0 && r.seconds == 1);
		return;
	}
	HOLDS(r.frames <= NUM_RATE_MAX);
	HOLDS(r.seconds >= 1 && 1000 % r.seconds == 0);
	milli = r.frames * (1000 / r.seconds);
	HOLDS(milli <= NUM_RATE_MAX * 1000);
	snprintf(plain, sizeof(plain), "%" PRIu64 ".%03" PRIu64, milli / 1000,
	    milli % 1000);
	HOLDS(num_rate("x", plain, &again, NULL) == 0);
	HOLDS(again.frames == r.frames && again.seconds == r.seconds);
}

static void
several(const char *text, uint64_t min, uint64_t max)
{
	char plain[2 * NUM_TEXT];
	uint64_t a[2], b[2], v[5] = { 0, 0, 0, 0, 77 };
	struct num_list list = { v, 4, 0 };

	if (num_range("x", text, min, max, a, NULL) == 0) {
		HOLDS(min <= a[0] && a[0] <= a[1] && a[1] <= max);
		snprintf(
		    plain, sizeof(plain), "%" PRIu64 "-%" PRIu64, a[0], a[1]);
		HOLDS(num_range("x", plain, min, max, b, NULL) == 0);
		HOLDS(a[0] == b[0] && a[1] == b[1]);
	}
	if (num_list("x", text, min, max, &list, NULL) == 0) {
		HOLDS(list.n >= 1 && list.n <= 4);
		for (size_t i = 0; i < list.n; i++)
			HOLDS(v[i] >= min && v[i] <= max);
	}
	HOLDS(v[4] == 77);
}

int
fuzz_num(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	uint64_t shift = take(&in, 1);
	uint64_t min = shift & 1 ? 3 : 0, max = UINT64_MAX >> (shift / 4);
	char *text = take_text(&in);
	struct fail f = { "" };

	whole(text, min, max);
	duration(text, min, max);
	rate(text);
	several(text, min, max);
	if (num_u64("--option", text, 0, 9, &min, &f) < 0)
		HOLDS(strncmp(f.text, "--option: ", 10) == 0);
	free(text);
	return 0;
}
