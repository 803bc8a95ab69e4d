/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a terminal does with the control functions of ECMA-48 that shells use
 * to edit a command line. Whatever else is a control character becomes a
 * blank, since no number and no name holds one.
 */
#include <string.h>

#include "collector/terminal.h"

enum { BEL = 7, BS = 8, TAB = 9, CR = 13, ESC = 27 };

struct screen { /* one line high */
	char *out;
	size_t len, at; /* at: the cursor */
};

/* What begins with ESC at raw[0]: its bytes. */
static size_t
sequence(const char *raw, size_t len)
{
	size_t i = 2;

	if (len < 2)
		return len;
	if (raw[1] == '[') { /* CSI parameters final */
		while (i < len && raw[i] >= 0x20 && raw[i] < 0x40)
			i++;
		return i < len ? i + 1 : len;
	}
	if (raw[1] == ']') { /* OSC text, up to BEL or ST: a window's title */
		for (; i < len; i++) {
			if (raw[i] == BEL)
				return i + 1;
			if (raw[i] == ESC && i + 1 < len && raw[i + 1] == '\\')
				return i + 2;
		}
		return 2;
	}
	/* ESC ( B: a character set */
	return strchr("()*+#% ", raw[1]) != NULL && raw[1] != '\0' && len > 2
	    ? 3
	    : 2;
}

/* The first parameter of a CSI sequence, 0 where there is none. */
static size_t
parameter(const char *raw, size_t len)
{
	size_t v = 0;

	for (size_t i = 2; i < len && raw[i] >= '0' && raw[i] <= '9'; i++)
		if (v < 10000)
			v = v * 10 + (size_t)(raw[i] - '0');
	return v;
}

static void
erase(struct screen *s, size_t which)
{
	if (which == 0)
		s->len = s->at;
	else if (which == 1)
		memset(s->out, ' ', s->at < s->len ? s->at : s->len);
	else
		s->len = s->at = 0;
}

static void
obey(struct screen *s, const char *raw, size_t len)
{
	size_t n = parameter(raw, len), steps = n > 0 ? n : 1;
	size_t behind = s->len - s->at;

	if (len < 3 || raw[1] != '[')
		return;
	switch (raw[len - 1]) {
	case 'K':
	case 'J':
		erase(s, n);
		break;
	case 'C':
		s->at += steps < behind ? steps : behind;
		break;
	case 'D':
		s->at -= steps < s->at ? steps : s->at;
		break;
	case 'P': /* delete characters */
		if (steps > behind)
			steps = behind;
		memmove(s->out + s->at, s->out + s->at + steps, behind - steps);
		s->len -= steps;
		break;
	}
}

static void
put(struct screen *s, char c)
{
	s->out[s->at++] = c;
	if (s->at > s->len)
		s->len = s->at;
}

size_t
terminal_line(const char *raw, size_t len, char *out)
{
	struct screen s = { out, 0, 0 };

	/* blanks at the end may be the mail's */
	while (len > 0 && strchr("\r \t", raw[len - 1]) != NULL)
		len--;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)raw[i];
		size_t n;

		if (c == ESC) {
			n = sequence(raw + i, len - i);
			obey(&s, raw + i, n);
			i += n - 1;
		} else if (c == BS) {
			s.at -= s.at > 0;
		} else if (c == CR) {
			s.at = 0;
		} else if (c != BEL) {
			put(&s,
			    (c < ' ' && c != TAB) || c == 0x7f ? ' ' : raw[i]);
		}
	}
	return s.len;
}
