/* SPDX-License-Identifier: BSD-2-Clause */
/* Any command line, a word a line. */
#include "lib/num.h"
#include "lib/opt.h"
#include "tests/fuzz/fuzz.h"

#define WORDS 40
#define GUARD 0x5a5a5a5a5a5a5a5aULL

int fuzz_opt(const uint8_t *, size_t);

struct all {
	uint64_t guard0;
	bool a, b;
	uint64_t guard1;
	uint64_t number, duration;
	struct rate rate;
	const char *text;
	uint64_t called;
	uint64_t guard2;
};

static int
call(const char *what, const char *text, void *field, struct fail *f)
{
	if (strcmp(text, "no") == 0)
		return fail(f, "%s: no", what);
	++*(uint64_t *)field;
	return 0;
}

#define ROW(letter, name, arg, type, field, min, max)                         \
	{                                                                     \
		letter, name, arg, "help", type, offsetof(struct all, field), \
		    min, max, call                                            \
	}

static const struct opt table[] = {
	ROW('a', "all", NULL, OPT_FLAG, a, 0, 0),
	ROW('b', "both", NULL, OPT_FLAG, b, 0, 0),
	ROW('n', "number", "N", OPT_U64, number, 2, 99),
	ROW('t', "time", "TIME", OPT_DURATION, duration, 5, 5000000000),
	ROW('r', "rate", "RATE", OPT_RATE, rate, 0, 0),
	ROW('s', "text", "TEXT", OPT_TEXT, text, 0, 0),
	ROW(0, "call", "X", OPT_CALL, called, 0, 0),
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

static size_t
split(char *text, char *argv[WORDS + 2])
{
	size_t n = 1;

	argv[0] = text; /* never looked at */
	for (char *p = text; p != NULL && n <= WORDS;) {
		char *end = strchr(p, '\n');

		argv[n++] = p;
		if (end != NULL)
			*end++ = '\0';
		p = end;
	}
	argv[n] = NULL;
	return n;
}

int
fuzz_opt(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	char *text = take_text(&in), *argv[WORDS + 2], *before[WORDS + 2];
	size_t argc = split(text, argv), last = 0;
	struct all v = { GUARD, false, false, GUARD, 50, 50, { 1, 1 }, NULL, 0,
		GUARD };
	struct fail f = { "" };
	int operands = -1, rc;

	memcpy(before, argv, sizeof(before));
	rc = opt_parse(table, &v, (int)argc, argv, &operands, &f);
	HOLDS(v.guard0 == GUARD && v.guard1 == GUARD && v.guard2 == GUARD);
	HOLDS(v.number >= 2 && v.number <= 99);
	HOLDS(v.duration >= 5 && v.duration <= 5000000000);
	HOLDS(v.rate.seconds >= 1);
	HOLDS(v.text == NULL || (v.text >= text && v.text <= text + len));
	HOLDS(rc == 0 || f.text[0] != '\0');
	if (rc == 0) {
		HOLDS(operands >= 0 && (size_t)operands < argc);
		/* operands keep their order and are words of the line */
		for (int i = 1; i <= operands; i++) {
			do
				HOLDS(++last < argc);
			while (before[last] != argv[i]);
		}
	}
	free(text);
	return 0;
}
