/* SPDX-License-Identifier: BSD-2-Clause */
/* Any calls: no document, or one that parses and holds what was put. */
#include <jansson.h>
#include <math.h>

#include "lib/result.h"
#include "lib/utf8.h"
#include "tests/fuzz/fuzz.h"

int fuzz_result(const uint8_t *, size_t);

static json_t *
parse(struct result *r)
{
	char *text = result_string(r);
	json_error_t e;
	json_t *d;

	if (text == NULL)
		return NULL;
	HOLDS(text[strlen(text) - 1] == '\n');
	d = json_loads(text, JSON_REJECT_DUPLICATES, &e);
	HOLDS(d != NULL);
	free(text);
	return d;
}

/* Each value alone in a document, then read back. */
static void
values(struct input in)
{
	struct result *r = result_new("run", "fuzz");
	uint64_t u = take(&in, 8);
	char number[24], *clean = malloc(in.left * UTF8_GROWTH + 1);
	double real;
	size_t n;
	json_t *d, *v;

	if (r == NULL || clean == NULL)
		abort();
	memcpy(&real, &u, sizeof(real));
	result_u64(r, "u", u);
	result_i64(r, "i", (int64_t)u);
	result_real(r, "r", real);
	result_text_len(r, "t", (const char *)in.p, in.left);
	d = parse(r);
	HOLDS(d != NULL);
	v = json_object_get(d, "u");
	snprintf(number, sizeof(number), "%llu", (unsigned long long)u);
	if (u > INT64_MAX)
		HOLDS(strcmp(json_string_value(v), number) == 0);
	else
		HOLDS((uint64_t)json_integer_value(v) == u);
	HOLDS(json_integer_value(json_object_get(d, "i")) == (int64_t)u);
	v = json_object_get(d, "r");
	if (isfinite(real))
		HOLDS(json_real_value(v) == real);
	else
		HOLDS(json_is_null(v));
	n = utf8_clean((const char *)in.p, in.left, clean);
	v = json_object_get(d, "t");
	HOLDS(json_string_length(v) == n);
	HOLDS(memcmp(json_string_value(v), clean, n) == 0);
	json_decref(d);
	free(clean);
	result_free(r);
}

/* Containers and values in any order, also wrong ones. */
static void
nesting(struct input in)
{
	struct result *r = result_new("run", "fuzz");
	char key[16];

	if (r == NULL)
		abort();
	for (int i = 0; in.left > 0 && i < 300; i++) {
		unsigned deed = (unsigned)take(&in, 1);
		const char *k = deed & 8 ? key : NULL;

		snprintf(key, sizeof(key), "k%d", i);
		switch (deed & 7) {
		case 0:
			result_object(r, k);
			break;
		case 1:
			result_array(r, k);
			break;
		case 2:
		case 3:
			result_end(r);
			break;
		case 4:
			result_text(r, k, deed & 16 ? "text" : NULL);
			break;
		default:
			result_u64(r, k, deed);
		}
	}
	json_decref(parse(r));
	result_free(r);
}

int
fuzz_result(const uint8_t *data, size_t len)
{
	struct input in = { data, len };

	values(in);
	nesting(in);
	return 0;
}
