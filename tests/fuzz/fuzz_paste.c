/* SPDX-License-Identifier: BSD-2-Clause */
/* What a mailer made of a text, taken back in place: it never grows. */
#include <stdlib.h>

#include "collector/paste.h"
#include "tests/fuzz/fuzz.h"

int fuzz_paste(const uint8_t *, size_t);

int
fuzz_paste(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	size_t left = in.left, now;
	char *text = take_text(&in);

	now = paste_plain(text, left);
	HOLDS(now <= left);
	free(text);
	return 0;
}
