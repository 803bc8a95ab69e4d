/* SPDX-License-Identifier: BSD-2-Clause */
#include "collector/paragraph.h"

#include <string.h>

#define WIDTH 78

void
paragraph(FILE *out, const char *head, size_t left, const char *text)
{
	size_t at = left;

	fprintf(out, "%-*s", (int)left, head);
	while (*text != '\0') {
		size_t word = strcspn(text, " ");

		if (at > left && at + 1 + word > WIDTH) {
			fprintf(out, "\n%*s", (int)left, "");
			at = left;
		}
		if (at > left) {
			putc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", (int)word, text);
		at += word;
		text += word;
		text += strspn(text, " ");
	}
	putc('\n', out);
}
