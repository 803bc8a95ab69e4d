/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>

#include "netblast/judge.h"

/* Why nothing, or not enough, was taken; "" if that is not so. */
static void
judge_counts(struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	const struct options *o = u->options;
	bool in_time = o->duration_ns != 0 && sum->end == BLAST_DONE;
	char text[32];
	const char *first = sum->count.errors[0].error != 0
	    ? emit_errno(sum->count.errors[0].error, text)
	    : "no error";

	if (sum->end == BLAST_FAILED)
		snprintf(u->error, sizeof(u->error), "%s", sum->why);
	else if (sum->end == BLAST_GAVE_UP || sum->taken == 0)
		snprintf(u->error, sizeof(u->error),
		    "no frame was taken%s; first refusal: %s",
		    sum->end == BLAST_GAVE_UP ? " for 10 s" : "", first);
	else if (o->count != 0 && sum->taken != o->count && !in_time)
		snprintf(u->error, sizeof(u->error),
		    "%" PRIu64 " of %" PRIu64 " frames were taken", sum->taken,
		    o->count);
	else if (sum->undrained)
		snprintf(u->error, sizeof(u->error),
		    "not all frames left the sender");
	else if (o->strict && sum->wanted_known &&
	    sum->taken < sum->wanted - sum->wanted / 1000)
		snprintf(u->error, sizeof(u->error),
		    "--strict: %" PRIu64 " of %" PRIu64
		    " frames were taken, not 99.9 %%",
		    sum->taken, sum->wanted);
}

void
judge(struct outcome *u)
{
	u->error[0] = u->note[0] = '\0';
	if (u->sum.end == BLAST_STOPPED)
		snprintf(u->note, sizeof(u->note), "stopped by a signal");
	judge_counts(u);
	u->valid = u->error[0] == '\0';
}
