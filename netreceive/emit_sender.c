/* SPDX-License-Identifier: BSD-2-Clause */
/* Notes about generators that are not ours. */
#include <stdio.h>

#include "netreceive/emit_part.h"
#include "netreceive/others.h"

static void
note_others(struct result *r, const struct streams *s)
{
	bool seen[OTHER_KINDS] = { false };
	char text[160];

	for (size_t i = 0; i < s->n; i++)
		seen[s->v[i].other] = true;
	for (int o = OTHER_NONE + 1; o < OTHER_KINDS; o++) {
		if (!seen[o])
			continue;
		snprintf(text, sizeof(text),
		    "frames of %s carry no stamp: they are counted without "
		    "sequence, and what needs one is null",
		    other_name((enum other)o));
		result_text(r, NULL, text);
	}
}

/*
 * The comment in FreeBSD's tools/tools/netrate/netblast/netblast.c says it:
 * the counter goes on when send(2) fails.
 */
static void
note_classic(struct result *r, const struct streams *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].kind == STREAM_CLASSIC &&
		    seqtrack_missing(&s->v[i].seq) > 0) {
			result_text(r, NULL,
			    "a classic sender uses up a number for a send "
			    "that failed: take its \"send errors\" off what "
			    "is missing or lost");
			return;
		}
}

void
emit_sender_notes(struct result *r, const struct streams *s)
{
	note_others(r, s);
	note_classic(r, s);
}
