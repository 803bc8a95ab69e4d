/* SPDX-License-Identifier: BSD-2-Clause */
/* What every fuzz target includes. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A property that must hold for every input. */
#define HOLDS(x)                                                      \
	do {                                                          \
		if (!(x)) {                                           \
			fprintf(stderr, "%s:%d: does not hold: %s\n", \
			    __FILE__, __LINE__, #x);                  \
			abort();                                      \
		}                                                     \
	} while (0)

/* Bytes from the front of the input; zeros behind its end. */
struct input {
	const uint8_t *p;
	size_t left;
};

static inline uint64_t
take(struct input *in, int bytes)
{
	uint64_t v = 0;

	for (int i = 0; i < bytes; i++) {
		v = v << 8;
		if (in->left > 0) {
			v |= *in->p++;
			in->left--;
		}
	}
	return v;
}

/* The rest as a string that ends exactly where the memory does. */
static inline char *
take_text(struct input *in)
{
	char *text = malloc(in->left + 1);

	if (text == NULL)
		abort();
	if (in->left > 0)
		memcpy(text, in->p, in->left);
	text[in->left] = '\0';
	return text;
}

#endif
