/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the frames went: one stacked bar and one table for each row, sums
 * over its valid trials. What was not measured is said, never shown as 0;
 * what no counter explains is a part of its own.
 */
#include <string.h>

#include "harness/report_num.h"
#include "harness/report_part.h"
#include "harness/report_stack.h"
#include "harness/report_sum.h"
#include "harness/report_waterfall.h"
#include "harness/report_why.h"

#define COLUMNS 3 /* one; or forward, reverse and their sum */

struct view {
	const char *head[COLUMNS];
	struct report_sum sum[COLUMNS]; /* the last one is the whole */
	int columns;
	bool closed, direct;
};

static const struct report_sum *
whole(const struct view *v)
{
	return &v->sum[v->columns - 1];
}

/* The direct path has no router: its places are not there to be measured. */
static bool
router_place(const char *name)
{
	return strncmp(report_place_title(name), "router", 6) == 0;
}

static void
place_text(const struct view *v, const struct report_place *p,
    char buf[2 * REPORT_NUM])
{
	char n[REPORT_NUM];

	if (p == NULL || p->known == 0) {
		snprintf(buf, 2 * REPORT_NUM, "%s",
		    v->direct && p != NULL && router_place(p->name)
			? "no router"
			: report_place_missing(p));
		return;
	}
	report_count(p->frames, n);
	if (p->unknown > 0)
		snprintf(buf, 2 * REPORT_NUM,
		    "%.80s in %zu trials; not measured in %zu", n, p->known,
		    p->unknown);
	else
		snprintf(buf, 2 * REPORT_NUM, "%.80s", n);
}

/* A closed load loses nothing by its nature: it is given no shares. */
static void
share_cell(const struct view *v, bool known, int64_t frames, struct html *h)
{
	int64_t sent = whole(v)->sent;
	char text[REPORT_NUM];

	if (!known || v->closed || sent <= 0)
		snprintf(text, sizeof(text), "%s", REPORT_UNKNOWN);
	else
		report_percent((double)frames / (double)sent, text);
	report_cell(h, "of sent", "num", text);
}

static void
open_line(
    struct html *h, const char *class, const char *colour, const char *title)
{
	char text[2 * REPORT_NUM];

	html_open(h, "tr", "role", "row", "class", class, NULL);
	html_open(h, "th", "scope", "row", "role", "rowheader", NULL);
	if (colour != NULL)
		report_swatch(h, colour);
	/* a place that we do not know may be called anything */
	html_text(h, report_cut(title, 40, text, sizeof(text)));
	html_close(h, "th");
}

static void
place_line(const struct view *v, const struct report_place *p, struct html *h)
{
	bool in_path = report_place_in_path(p);
	char text[2 * REPORT_NUM];

	open_line(h, report_place_delivered(p) ? "delivered" : NULL,
	    in_path ? report_place_colour(p->name) : NULL,
	    report_place_title(p->name));
	for (int c = 0; c < v->columns; c++) {
		const struct report_place *q =
		    report_place_find(&v->sum[c], p->name);

		place_text(v, q, text);
		report_cell(h, v->head[c],
		    q == NULL || q->known == 0 ? "num unknown" : "num", text);
	}
	share_cell(v, in_path && p->known > 0, p->frames, h);
	report_cell(h, "counted by", p->from == NULL ? "from nothing" : "from",
	    p->from == NULL ? REPORT_UNKNOWN : p->from);
	html_close(h, "tr");
}

struct figure { /* a line that is no place */
	const char *title, *class, *colour;
	int64_t n[COLUMNS];
	bool known[COLUMNS];
	bool share;
	const char *note;
};

static void
figure_line(const struct view *v, const struct figure *x, struct html *h)
{
	char text[REPORT_NUM];

	open_line(h, x->class, x->colour, x->title);
	for (int c = 0; c < v->columns; c++)
		report_cell(h, v->head[c], "num",
		    x->known[c] ? report_count(x->n[c], text) : "not measured");
	share_cell(
	    v, x->share && x->known[v->columns - 1], x->n[v->columns - 1], h);
	report_cell(h, "counted by", "from", x->note);
	html_close(h, "tr");
}

static void
sent_line(const struct view *v, struct html *h)
{
	struct figure x = { .title = "sent",
		.class = "sent",
		.note = "generator: taken by its kernel less drops of its "
			"own queue" };

	for (int c = 0; c < v->columns; c++) {
		x.n[c] = v->sum[c].sent;
		x.known[c] = v->sum[c].trials > 0;
	}
	figure_line(v, &x, h);
}

static bool
closes(const struct report_sum *s)
{
	return s->residual_min == 0 && s->residual_max == 0;
}

static void
residual_line(const struct view *v, struct html *h)
{
	const struct report_sum *s = whole(v);
	char note[160], low[REPORT_NUM], high[REPORT_NUM];
	struct figure x = { .title = "unattributed (residual)",
		.colour = REPORT_RESIDUAL_COLOUR,
		.share = true,
		.note = note };

	for (int c = 0; c < v->columns; c++) {
		x.n[c] = v->sum[c].residual;
		x.known[c] = v->sum[c].trials > v->sum[c].residual_unknown;
	}
	x.class = closes(s) ? "residual zero" : "residual";
	snprintf(note, sizeof(note), "sent less every place less delivered");
	if (s->trials > 1)
		snprintf(note, sizeof(note),
		    "sent less every place less delivered; single trials "
		    "%.40s to %.40s",
		    report_count(s->residual_min, low),
		    report_count(s->residual_max, high));
	figure_line(v, &x, h);
}

static void
foreign_line(const struct view *v, struct html *h)
{
	struct figure x = { .title = "foreign frames into the router",
		.class = "foreign",
		.note = "router input beyond sent; in no sum" };

	for (int c = 0; c < v->columns; c++) {
		x.n[c] = v->sum[c].foreign;
		x.known[c] = v->sum[c].trials > v->sum[c].foreign_unknown;
	}
	figure_line(v, &x, h);
}

/* Only a ledger document tells it. */
static void
background_line(const struct view *v, struct html *h)
{
	struct figure x = { .title = "background into the router",
		.class = "foreign",
		.note = "foretold by the idle slope; in no sum" };

	for (int c = 0; c < v->columns; c++) {
		x.n[c] = v->sum[c].background;
		x.known[c] = v->sum[c].trials > v->sum[c].background_unknown;
	}
	if (x.known[v->columns - 1])
		figure_line(v, &x, h);
}

static void
table(const struct view *v, struct html *h)
{
	const struct report_sum *s = whole(v);

	report_table_open(h, v->columns > 1 ? "ledger split" : "ledger");
	report_head(h, "Place, in path order", NULL, "");
	for (int c = 0; c < v->columns; c++)
		report_head(h, v->head[c], "num", "");
	report_head(h, "of sent", "num", "");
	report_head(h, "counted by", "from", "");
	report_table_body(h);
	sent_line(v, h);
	for (size_t i = 0; i < s->places; i++)
		place_line(v, &s->place[i], h);
	residual_line(v, h);
	foreign_line(v, h);
	background_line(v, h);
	report_table_close(h);
}

static void
look(const struct report_run *run, const struct report_row *row, struct view *v)
{
	static const char *const directions[] = { "forward", "reverse" };

	*v = (struct view){
		.columns = 0, .closed = row->closed, .direct = row->direct
	};
	for (int d = 0; d < 2; d++) {
		struct report_sum *s = &v->sum[v->columns];

		report_sum_row(run, row, directions[d], s);
		if (s->trials > 0)
			v->head[v->columns++] = directions[d];
	}
	if (v->columns < 2)
		v->columns = 0;
	v->head[v->columns] = v->columns == 0 ? "frames" : "sum";
	report_sum_row(run, row, NULL, &v->sum[v->columns++]);
}

static void
notes(const struct report_run *run, const struct report_row *row,
    const struct view *v, struct html *h)
{
	int64_t sent, lost;
	char text[REPORT_NUM], n[REPORT_NUM], of[REPORT_NUM];

	html_raw(h, "<p class=\"caption\">");
	if (run->ledger_only)
		html_raw(h, "Between the two readings");
	else
		html_textf(h, "Sum of %zu valid trial%s", whole(v)->trials,
		    whole(v)->trials == 1 ? "" : "s");
	if (row->closed)
		html_raw(h,
		    "; closed load: the path holds the sender back, "
		    "so no loss is given");
	else if (report_row_loss(run, row, &sent, &lost))
		html_textf(h, "; lost %s of %s frames: %s",
		    report_count(lost, n), report_count(sent, of),
		    report_loss(lost, sent, text));
	html_raw(h, ".");
	report_caption_end(h, run);
	html_raw(h, "</p>");
	if (run->ledger_only)
		report_why(report_at(run->root, "trials"), h);
}

/* A closed load should lose nothing: folded away, open where it did. */
static void
fold(const struct report_row *row, const struct view *v, struct html *h)
{
	const struct report_sum *s = whole(v);
	const struct report_place *d = report_place_find(s, "delivered");
	char sent[REPORT_NUM], delivered[2 * REPORT_NUM];

	place_text(v, d, delivered);
	html_raw(h, "<summary>");
	html_textf(h, "%s: closed load, %s sent, %s delivered in %zu trial%s",
	    row->title, report_count(s->sent, sent), delivered, s->trials,
	    s->trials == 1 ? "" : "s");
	html_raw(h, "</summary>");
}

static void
emit_row(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	struct view v;
	char id[96];

	look(run, row, &v);
	snprintf(id, sizeof(id), "ledger-%s", row->anchor + strlen("row-"));
	html_open(h, row->closed ? "details" : "section", "class",
	    v.columns > 1 || row->closed || run->ledger_only ? "row full"
							     : "row",
	    "id", id, "open", row->closed && !closes(whole(&v)) ? "" : NULL,
	    NULL);
	if (row->closed)
		fold(row, &v, h);
	if (!run->ledger_only) {
		html_raw(h, "<h3>");
		report_row_link(h, row);
		html_raw(h, "</h3>");
	}
	if (whole(&v)->trials == 0) {
		html_raw(h, "<p>No valid trial with a ledger.</p>");
	} else {
		table(&v, h);
		notes(run, row, &v, h);
	}
	html_close(h, row->closed ? "details" : "section");
}

/* A ledger document: one drawing; of two directions the sum, then each. */
static int
falls(const struct report_run *run, struct report *r, struct fail *f)
{
	struct view v;
	char name[32];

	look(run, &run->row[0], &v);
	for (int i = 0; i < v.columns; i++) {
		int c = i == 0 ? v.columns - 1 : i - 1;

		snprintf(name, sizeof(name), "ledger-%s", v.head[c]);
		if (v.columns > 1)
			html_element(r->html, "h3",
			    i == 0 ? "Both directions" : v.head[c]);
		if (report_waterfall(&v.sum[c], name, r, f) < 0)
			return -1;
	}
	return 0;
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	if (run->ledger_only ? falls(run, r, f) < 0
			     : report_stack(run, r, f) < 0)
		return -1;
	html_raw(r->html, "<div class=\"two\">");
	for (int closed = 0; closed < 2; closed++)
		for (size_t i = 0; i < run->rows; i++)
			if (run->row[i].closed == closed)
				emit_row(run, &run->row[i], r->html);
	html_raw(r->html, "</div>");
	return 0;
}

const struct report_section report_ledger = { "ledger", "Where the frames went",
	NULL, emit };
