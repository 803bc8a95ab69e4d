/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/addr.h"
#include "lib/num.h"

#define FORMS "one numeric address, A-B, or a prefix such as 198.18.0.0/24"

/* The address before `mark`, which is in the text. */
static int
parse_head(const char *text, const char *mark, struct addr *a)
{
	char head[ADDR_TEXT];
	size_t len = (size_t)(mark - text);

	if (len >= sizeof(head))
		return -1;
	memcpy(head, text, len);
	head[len] = '\0';
	return addr_parse("", head, a, NULL);
}

static int
parse_span(const char *what, const char *text, struct addr *first, uint32_t *n,
    struct fail *f)
{
	const char *dash = strchr(text, '-');
	struct addr last;
	size_t same;

	if (parse_head(text, dash, first) < 0 ||
	    addr_parse("", dash + 1, &last, NULL) < 0)
		return fail(f, "%s: \"%s\" is not " FORMS, what, text);
	same = first->family == 6 ? 12 : 0;
	if (first->family != last.family ||
	    memcmp(first->b, last.b, same) != 0 ||
	    addr_low(first) > addr_low(&last))
		return fail(f,
		    "%s: \"%s\" is not a range A-B of one family, upwards, "
		    "where only the last 4 bytes differ",
		    what, text);
	if (addr_low(&last) - addr_low(first) == UINT32_MAX)
		return fail(f, "%s: \"%s\" has more than %" PRIu32 " addresses",
		    what, text, UINT32_MAX);
	*n = addr_low(&last) - addr_low(first) + 1;
	return 0;
}

/* Clear the bits behind the prefix. */
static struct addr
masked(const struct addr *a, unsigned bits)
{
	struct addr m = *a;

	for (unsigned i = bits; i < 8 * (a->family == 6 ? 16U : 4U); i++)
		m.b[i / 8] &= (uint8_t) ~(0x80U >> i % 8);
	return m;
}

/* From the prefix itself to its hosts. */
static void
hosts(struct addr *first, uint32_t *n, unsigned host_bits)
{
	bool six = first->family == 6;

	if (host_bits <= 1) {
		*n = 1U << host_bits;
		return;
	}
	if (host_bits >= 32)
		*n = UINT32_MAX - 1;
	else
		*n = (1U << host_bits) - (six ? 1 : 2);
	*first = addr_nth(first, 1);
}

static int
parse_prefix(const char *what, const char *text, struct addr *first,
    uint32_t *n, struct fail *f)
{
	const char *slash = strchr(text, '/');
	char name[128], right[ADDR_TEXT], host[ADDR_TEXT];
	struct addr network;
	uint64_t bits;

	if (parse_head(text, slash, first) < 0)
		return fail(f, "%s: \"%s\" is not " FORMS, what, text);
	snprintf(name, sizeof(name), "%s, prefix length", what);
	if (num_u64(name, slash + 1, 0, first->family == 6 ? 128 : 32, &bits,
		f) < 0)
		return -1;
	network = masked(first, (unsigned)bits);
	if (!addr_equal(&network, first))
		return fail(f,
		    "%s: \"%s\" has bits set behind the prefix: the prefix is "
		    "%s/%" PRIu64 ", the host %s",
		    what, text, addr_text(&network, right), bits,
		    addr_text(first, host));
	hosts(first, n, (first->family == 6 ? 128 : 32) - (unsigned)bits);
	return 0;
}

int
addr_range_parse(const char *what, const char *text, struct addr *first,
    uint32_t *n, struct fail *f)
{
	if (strchr(text, '/') != NULL)
		return parse_prefix(what, text, first, n, f);
	if (strchr(text, '-') != NULL)
		return parse_span(what, text, first, n, f);
	*n = 1;
	if (addr_parse("", text, first, NULL) < 0)
		return fail(f, "%s: \"%s\" is not " FORMS, what, text);
	return 0;
}

char *
addr_range_text(const struct addr *first, uint32_t n, char buf[ADDR_RANGE_TEXT])
{
	struct addr last = addr_nth(first, n - 1);
	size_t len;

	addr_text(first, buf);
	if (n == 1)
		return buf;
	len = strlen(buf);
	buf[len++] = '-';
	addr_text(&last, buf + len);
	return buf;
}
