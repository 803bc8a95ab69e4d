/* SPDX-License-Identifier: BSD-2-Clause */
/* What the targets of the collector's parsers have in common. */
#ifndef TESTS_FUZZ_PARSER_H
#define TESTS_FUZZ_PARSER_H

#include "collector/parse.h"
#include "tests/fuzz/fuzz.h"

enum { /* traits */
	/* counters are numbers that stand in the text, never computed */
	PARSER_LITERAL = 1,
	/* but for the newlines by which a terminal broke them */
	PARSER_BROKEN = 2,
};

/* Any text: see parser.c for what must hold. */
int
fuzz_with_parser(const struct parser *, int traits, const uint8_t *, size_t);

#define FUZZ_PARSER(name, traits)                                          \
	int fuzz_parse_##name(const uint8_t *, size_t);                    \
	int fuzz_parse_##name(const uint8_t *data, size_t len)             \
	{                                                                  \
		return fuzz_with_parser(&parse_##name, traits, data, len); \
	}

#endif
