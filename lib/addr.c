/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "lib/addr.h"

/* What may be blasted without asking; the header says where from. */
static const struct {
	uint8_t family, bits;
	uint8_t b[16];
} lab_prefixes[] = {
	{ 4, 8, { 127 } },
	{ 4, 8, { 10 } },
	{ 4, 12, { 172, 16 } },
	{ 4, 16, { 192, 168 } },
	{ 4, 16, { 169, 254 } },
	{ 4, 15, { 198, 18 } },
	{ 4, 24, { 192, 0, 2 } },
	{ 4, 24, { 198, 51, 100 } },
	{ 4, 24, { 203, 0, 113 } },
	{ 6, 128, { [15] = 1 } },
	{ 6, 10, { 0xfe, 0x80 } },
	{ 6, 7, { 0xfc } },
	{ 6, 48, { 0x20, 0x01, 0x00, 0x02 } },
	{ 6, 32, { 0x20, 0x01, 0x0d, 0xb8 } },
};

int
addr_parse(const char *what, const char *text, struct addr *a, struct fail *f)
{
	memset(a, 0, sizeof(*a));
	if (inet_pton(AF_INET, text, a->b) == 1)
		a->family = 4;
	else if (inet_pton(AF_INET6, text, a->b) == 1)
		a->family = 6;
	else
		return fail(f,
		    "%s: \"%s\" is not a numeric IPv4 or IPv6 address", what,
		    text);
	return 0;
}

char *
addr_text(const struct addr *a, char buf[ADDR_TEXT])
{
	buf[0] = '\0';
	if (a->family == 4)
		inet_ntop(AF_INET, a->b, buf, ADDR_TEXT);
	else if (a->family == 6)
		inet_ntop(AF_INET6, a->b, buf, ADDR_TEXT);
	return buf;
}

bool
addr_equal(const struct addr *a, const struct addr *b)
{
	return a->family == b->family &&
	    memcmp(a->b, b->b, a->family == 4 ? 4 : 16) == 0;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int
mac_parse(const char *what, const char *text, uint8_t mac[6], struct fail *f)
{
	const char *p = text;

	for (int i = 0; i < 6; i++) {
		int high = hex_digit(p[0]);
		int low = high < 0 ? -1 : hex_digit(p[1]);

		if (low < 0 || p[2] != (i < 5 ? ':' : '\0'))
			return fail(f,
			    "%s: \"%s\" is not a link address such as "
			    "02:00:5e:10:00:01",
			    what, text);
		mac[i] = (uint8_t)(high << 4 | low);
		p += 3;
	}
	return 0;
}

char *
mac_text(const uint8_t mac[6], char buf[MAC_TEXT])
{
	snprintf(buf, MAC_TEXT, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1],
	    mac[2], mac[3], mac[4], mac[5]);
	return buf;
}

static bool
within(const uint8_t *a, const uint8_t *prefix, unsigned bits)
{
	unsigned bytes = bits / 8;
	uint8_t mask = (uint8_t)(0xff00 >> bits % 8);

	if (memcmp(a, prefix, bytes) != 0)
		return false;
	return bits % 8 == 0 || (a[bytes] & mask) == (prefix[bytes] & mask);
}

uint32_t
addr_low(const struct addr *a)
{
	const uint8_t *p = a->b + (a->family == 6 ? 12 : 0);

	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

void
addr_set_low(struct addr *a, uint32_t low)
{
	uint8_t *p = a->b + (a->family == 6 ? 12 : 0);

	p[0] = (uint8_t)(low >> 24);
	p[1] = (uint8_t)(low >> 16);
	p[2] = (uint8_t)(low >> 8);
	p[3] = (uint8_t)low;
}

struct addr
addr_nth(const struct addr *a, uint32_t i)
{
	struct addr nth = *a;

	addr_set_low(&nth, addr_low(a) + i);
	return nth;
}

/* Both ends within one prefix: then so is all between them. */
bool
addr_range_is_lab(const struct addr *first, uint32_t n)
{
	struct addr last = addr_nth(first, n - 1);

	if (n - 1 > UINT32_MAX - addr_low(first))
		return false;
	for (size_t i = 0; i < sizeof(lab_prefixes) / sizeof(*lab_prefixes);
	     i++)
		if (first->family == lab_prefixes[i].family &&
		    within(first->b, lab_prefixes[i].b, lab_prefixes[i].bits) &&
		    within(last.b, lab_prefixes[i].b, lab_prefixes[i].bits))
			return true;
	return false;
}

bool
addr_is_lab(const struct addr *a)
{
	return addr_range_is_lab(a, 1);
}
