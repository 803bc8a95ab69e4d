/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

#include "lib/num.h"
#include "netreceive/emit.h"
#include "netreceive/show.h"

#define NS_PER_S 1000000000.0

void
sink_show_progress(struct sink *s, uint64_t now_ns)
{
	double seconds = (double)(now_ns - s->start_ns) / NS_PER_S;
	struct tally_counts c;
	char received[NUM_TEXT], missing[NUM_TEXT], drops[NUM_TEXT];
	int tty = isatty(STDERR_FILENO);

	/* with several threads the counts are put together at the end */
	tally_counts(&s->tally, &c);
	if (s->team != NULL) {
		c.received = s->received;
		c.sequenced = false;
	}
	fprintf(stderr, "%s%8.1f s  received %s  missing %s  sink drops %s%s",
	    tty ? "\r" : "", seconds, num_group(c.received, received),
	    c.sequenced ? num_group(c.missing, missing) : "unknown",
	    s->drops.known ? num_group(s->drops.buffer, drops) : "unknown",
	    tty ? "\033[K" : "\n");
}

static void
line(FILE *out, const char *label, bool is_known, uint64_t v)
{
	char text[NUM_TEXT];

	fprintf(out, "%-12s %s\n", label,
	    is_known ? num_group(v, text) : "unknown");
}

/* Extents and TCP's n = 3, where there is something to tell. */
static void
show_order(FILE *out, const struct tally_counts *c)
{
	const struct reorder *o = &c->order;

	if (!c->sequenced || c->split || o->count == 0)
		return;
	fprintf(out, "%-12s %llu to %s%llu, mean %.1f; 3-reordered %llu\n",
	    "  extent:", (unsigned long long)o->extent_min,
	    o->at_least > 0 ? "at least " : "",
	    (unsigned long long)o->extent_max,
	    (double)o->extent_sum / (double)o->count,
	    (unsigned long long)reorder_n(o, REORDER_TCP));
}

static void
show_latency(FILE *out, const struct tally *t, const struct tally_counts *c)
{
	const struct hist *h = &t->latency;

	if (tally_latency_known(t))
		fprintf(out,
		    "%-12s min %.1f, median %.1f, 99.9 %% %.1f, max %.1f us\n",
		    "latency:", (double)h->min / 1e3,
		    (double)hist_quantile(h, 50000) / 1e3,
		    (double)hist_quantile(h, 99900) / 1e3,
		    (double)h->max / 1e3);
	if (tally_variation_known(t, c) && h->count + t->latency_negative > 1)
		fprintf(out, "%-12s jitter %.1f, PDV %.1f us\n",
		    "variation:", (double)c->jitter_ns / 1e3,
		    (double)delayvar_pdv(&t->streams.spread) / 1e3);
}

void
sink_show_summary(const struct sink *s, FILE *out)
{
	struct tally_counts c;
	const char *why;
	double seconds;

	tally_counts(&s->tally, &c);
	why = sink_invalid(s, &c);
	if (s->o->progress_ns > 0 && isatty(STDERR_FILENO))
		fputc('\n', stderr);
	fputc('\n', out);
	line(out, "received:", true, c.received);
	line(out, "unique:", c.sequenced, c.unique);
	if (c.lost_known)
		line(out, "lost:", true, c.lost);
	line(out, "missing:", c.sequenced, c.missing);
	if (c.sequenced && !c.split && c.runs.count > 0) {
		line(out, "  runs:", true, c.runs.count);
		line(out, "  longest:", true, c.runs.longest);
	}
	line(out, "duplicate:", c.sequenced, c.duplicate);
	line(out, "reordered:", c.order_known, c.reordered);
	show_order(out, &c);
	line(out, "late:", true, c.late);
	line(out, "corrupt:", true, c.corrupt);
	line(out, "foreign:", true, c.foreign);
	line(out, "sink drops:", s->drops.known, s->drops.buffer);
	show_latency(out, &s->tally, &c);
	if (c.last_ns > c.first_ns && c.received > 1) {
		seconds = (double)(c.last_ns - c.first_ns) / NS_PER_S;
		fprintf(out, "%-12s %.0f pps over %.3f s\n",
		    "rate:", (double)(c.received - 1) / seconds, seconds);
	}
	if (sink_hint(&c) != NULL)
		fprintf(out, "%s\n", sink_hint(&c));
	if (sinklimit_text(sink_limit(s)) != NULL)
		fprintf(out, "%s\n", sinklimit_text(sink_limit(s)));
	if (why != NULL)
		fprintf(out, "not valid: %s\n", why);
}
