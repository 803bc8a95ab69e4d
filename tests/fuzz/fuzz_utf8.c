/* SPDX-License-Identifier: BSD-2-Clause */
/* Judged by another implementation of RFC 3629: jansson's. */
#include <jansson.h>

#include "lib/utf8.h"
#include "tests/fuzz/fuzz.h"

int fuzz_utf8(const uint8_t *, size_t);

static int
is_valid(const char *text, size_t len)
{
	json_t *s = json_stringn(text, len);

	json_decref(s);
	return s != NULL;
}

int
fuzz_utf8(const uint8_t *data, size_t len)
{
	const char *text = (const char *)data;
	char *clean = malloc(len * UTF8_GROWTH + 1), *again;
	size_t n, m;

	if (clean == NULL)
		abort();
	n = utf8_clean(text, len, clean);
	HOLDS(n >= len && n <= len * UTF8_GROWTH);
	HOLDS(clean[n] == '\0' && strlen(clean) == n);
	HOLDS(is_valid(clean, n));
	/* what was right is left alone */
	if (is_valid(text, len) && memchr(text, 0, len) == NULL)
		HOLDS(n == len && memcmp(clean, text, n) == 0);
	again = malloc(n * UTF8_GROWTH + 1);
	if (again == NULL)
		abort();
	m = utf8_clean(clean, n, again);
	HOLDS(m == n && memcmp(clean, again, n) == 0);
	free(clean);
	free(again);
	return 0;
}
