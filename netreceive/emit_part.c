/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/result_data.h"
#include "netreceive/emit_part.h"

static void
put_runs(struct result *r, const struct lossruns *runs)
{
	result_object(r, "missing_runs");
	result_u64(r, "count", runs->count);
	result_u64(r, "frames", runs->frames);
	result_u64(r, "longest", runs->longest);
}

void
emit_runs(struct result *r, const struct lossruns *runs)
{
	if (runs == NULL) {
		result_null(r, "missing_runs");
		return;
	}
	put_runs(r, runs);
	result_end(r);
}

void
emit_missing(
    struct result *r, const struct sink *s, const struct tally_counts *c)
{
	const struct lostlist *list = &s->lost;

	if (c->sequenced) {
		put_runs(r, &c->runs);
		result_counted(r, "lengths", &s->tally.streams.run_lengths);
		result_end(r);
	} else {
		result_null(r, "missing_runs");
	}
	if (list->path == NULL) {
		result_null(r, "lost_list");
		return;
	}
	result_object(r, "lost_list");
	result_text(r, "file", list->path);
	result_u64(r, "runs", list->written);
	result_u64(r, "left_out", list->omitted);
	result_end(r);
}
