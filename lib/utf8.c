/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>

#include "lib/utf8.h"

/* Length of the valid sequence at s (RFC 3629 section 4), 0 if none. */
static size_t
sequence(const uint8_t *s, size_t left)
{
	size_t len;
	uint8_t low = 0x80, high = 0xbf;

	if (s[0] > 0 && s[0] < 0x80)
		return 1;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		len = 2;
	else if (s[0] >= 0xe0 && s[0] <= 0xef)
		len = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		len = 4;
	else
		return 0;
	if (left < len)
		return 0;
	/* the second byte excludes overlong forms, surrogates, > U+10FFFF */
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (size_t i = 2; i < len; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return len;
}

size_t
utf8_clean(const char *text, size_t len, char *out)
{
	const uint8_t *s = (const uint8_t *)text;
	size_t used = 0, i = 0;

	while (i < len) {
		size_t n = sequence(s + i, len - i);

		if (n == 0) {
			memcpy(out + used, "\xef\xbf\xbd", 3);
			used += 3;
			i++;
		} else {
			memcpy(out + used, text + i, n);
			used += n;
			i += n;
		}
	}
	out[used] = '\0';
	return used;
}
