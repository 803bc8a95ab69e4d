/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever is accepted, printed, reads back as the same addresses. */
#include "lib/addr.h"
#include "tests/fuzz/fuzz.h"

int fuzz_addr(const uint8_t *, size_t);

static void
range(const char *text)
{
	char plain[ADDR_RANGE_TEXT];
	struct addr first, again, last;
	struct fail f = { "" };
	uint32_t n, m;

	if (addr_range_parse("DEST", text, &first, &n, &f) < 0) {
		HOLDS(strncmp(f.text, "DEST", 4) == 0);
		return;
	}
	HOLDS(first.family == 4 || first.family == 6);
	HOLDS(n >= 1 && n - 1 <= UINT32_MAX - addr_low(&first));
	addr_range_text(&first, n, plain);
	HOLDS(strlen(plain) < sizeof(plain));
	HOLDS(addr_range_parse("x", plain, &again, &m, NULL) == 0);
	HOLDS(m == n && addr_equal(&first, &again));
	last = addr_nth(&first, n - 1);
	HOLDS(addr_low(&last) == addr_low(&first) + n - 1);
	/* no range is safer than its ends */
	if (addr_range_is_lab(&first, n))
		HOLDS(addr_is_lab(&first) && addr_is_lab(&last));
}

static void
mac(const char *text)
{
	char plain[MAC_TEXT];
	uint8_t a[6], b[6];

	if (mac_parse("x", text, a, NULL) < 0)
		return;
	HOLDS(mac_parse("x", mac_text(a, plain), b, NULL) == 0);
	HOLDS(memcmp(a, b, sizeof(a)) == 0);
}

int
fuzz_addr(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	char *text = take_text(&in);

	range(text);
	mac(text);
	free(text);
	return 0;
}
