/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every place takes its frames off the level that the places before it have
 * left; the residual, with its sign, leads to what was delivered. A place that
 * was not measured is a row without a bar, in words. The axis is a share of
 * the frames sent; where hardly any was lost it does not begin at 0, since
 * nothing could be seen, and says so.
 */
#include <math.h>
#include <string.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"
#include "harness/report_stack.h"
#include "harness/report_waterfall.h"

#define STEPS (REPORT_PLACES + 3)
#define SENT_COLOUR "#66717a"
/* Of the axis: what is there must be seen. */
#define THIN 0.004
/* With less than this lost, in percent, the axis is cut. */
#define CUT_BELOW 5.0

static const struct report_shape shapes[2] = {
	{ 920, 14, 27, 214, 214, 8, false },
	{ 360, 14, 44, 22, 22, 4, false },
};

struct step {
	const char *title, *colour;
	const char *missing; /* instead of a number */
	bool known, whole; /* whole: from 0 */
	int64_t frames;
	double from, to; /* percent of sent */
};

struct fall {
	struct step step[STEPS];
	size_t n;
	int64_t sent;
	double low, high; /* of the axis */
	bool shared; /* some places are in the sum of two directions only */
};

static double
percent(const struct fall *w, int64_t frames)
{
	return 100 * (double)frames / (double)w->sent;
}

static struct step *
add(struct fall *w, const char *title, const char *colour, bool known,
    int64_t frames)
{
	struct step *s = &w->step[w->n++];

	*s = (struct step){ .title = title,
		.colour = colour,
		.missing = "not measured",
		.known = known,
		.frames = frames };
	return s;
}

static void
add_whole(struct fall *w, const char *title, const char *colour, int64_t frames)
{
	struct step *s = add(w, title, colour, true, frames);

	s->whole = true;
	s->to = percent(w, frames);
}

static void
collect(const struct report_sum *sum, struct fall *w)
{
	const struct report_place *d = report_place_find(sum, "delivered");
	double level = 100;
	struct step *s;

	w->sent = sum->sent;
	add_whole(w, "sent", SENT_COLOUR, sum->sent);
	for (size_t i = 0; i < sum->places; i++) {
		const struct report_place *p = &sum->place[i];

		if (!report_place_in_path(p) || report_place_delivered(p))
			continue;
		s = add(w, report_place_title(p->name),
		    report_place_colour(p->name), p->known > 0, p->frames);
		s->missing = report_place_missing(p);
		w->shared |=
		    p->known == 0 && strcmp(s->missing, "not measured") != 0;
		s->to = level;
		if (p->known > 0)
			level -= percent(w, p->frames);
		s->from = level;
	}
	s = add(w, "unattributed (residual)", REPORT_RESIDUAL_COLOUR,
	    sum->residual_unknown == 0, sum->residual);
	s->to = level;
	if (s->known)
		level -= percent(w, sum->residual);
	s->from = level;
	if (d != NULL && d->known > 0)
		add_whole(w, report_place_title("delivered"),
		    report_place_colour("delivered"), d->frames);
}

static void
range(struct fall *w)
{
	double low = 100, high = 100;

	for (size_t i = 0; i < w->n; i++) {
		const struct step *s = &w->step[i];

		if (!s->known)
			continue;
		low = fmin(low, fmin(s->to, s->whole ? s->to : s->from));
		high = fmax(high, fmax(s->to, s->from));
	}
	w->high = high;
	w->low =
	    100 - low >= CUT_BELOW || low >= 100 ? 0 : low - (high - low) / 3;
}

/* Round numbers from low on, which 0 need not be among. */
static struct report_axis
axis_of(const struct fall *w, int steps)
{
	struct report_axis a;

	if (w->low <= 0)
		return report_axis(fmin(0, w->low), w->high - 1e-6, steps);
	a.step = report_step(w->high - w->low, steps);
	a.low = a.step * floor(w->low / a.step);
	a.high = a.step * ceil(w->high / a.step - 1e-6);
	return a;
}

/* Never thinner than can be seen; a bar of no frames is a line of it. */
static void
bar(FILE *dat, const struct step *s, const struct report_axis *a, size_t row,
    struct report_band at)
{
	double from = s->whole ? a->low : fmin(s->from, s->to);
	double to = s->whole ? s->to : fmax(s->from, s->to);
	double least = THIN * (a->high - a->low);

	if (!s->known || (s->frames == 0 && !s->whole))
		return;
	if (to - from < least)
		from = to - least;
	fprintf(dat, "%.9g %.9g %.4f %.4f %u\n", from, to,
	    (double)row + at.from, (double)row + at.to,
	    report_colour_number(s->colour));
}

/* Where the level stands in this row, and up to the next one's bar. */
static void
level(FILE *dat, const struct step *s, size_t row, struct report_band at,
    bool through)
{
	double x = s->whole ? s->to : s->from;

	fprintf(dat, "%.9g %.4f %.4f\n", x, (double)row + at.from,
	    (double)row + (through ? 1 : 0) + at.to);
}

struct texts {
	char frames[REPORT_NUM], share[REPORT_NUM];
};

static struct texts
texts_of(const struct fall *w, const struct step *s)
{
	struct texts t = { "", "" };

	if (!s->known) {
		snprintf(t.frames, sizeof(t.frames), "%s", s->missing);
		return t;
	}
	report_count(s->frames, t.frames);
	if (s->frames != 0)
		report_percent((double)s->frames / (double)w->sent, t.share);
	return t;
}

struct spot { /* right end of a text, and what there is in front of it */
	double x, y, room;
	bool known;
};

static void
label(FILE *gp, const struct report_shape *s, const char *text,
    const struct spot *at)
{
	fprintf(gp, "set label ");
	plot_quote(gp, text, report_fit(text, at->room, s->font));
	fprintf(gp, " at screen %.4f, first %.4f right tc rgb '%s'\n",
	    at->x / s->width, at->y, at->known ? "#1a1a1a" : "#6a6a6a");
}

/* Wide: the title left of the bars and the numbers right of them. */
static void
beside(FILE *gp, const struct report_shape *s, size_t row, const struct step *v,
    const struct texts *t)
{
	double right = s->width - s->right, y = (double)row + 0.5;

	label(gp, s, v->title,
	    &(struct spot){ s->left - 12.0, y, s->left - 16.0, v->known });
	label(
	    gp, s, t->frames, &(struct spot){ right + 106, y, 112, v->known });
	if (t->share[0] != '\0')
		label(gp, s, t->share,
		    &(struct spot){ right + 204, y, 96, true });
}

static void
write_rows(const struct fall *w, const struct report_shape *s, bool wide,
    const struct report_axis *a, struct plot *p)
{
	struct report_band at =
	    wide ? (struct report_band){ 0.2, 0.8 } : report_band(s);

	fprintf(p->dat, "# from %%, to %% of sent, from y, to y, colour\n");
	for (size_t i = 0; i < w->n; i++) {
		const struct step *v = &w->step[i];
		struct texts t = texts_of(w, v);
		char value[2 * REPORT_NUM + 4];

		bar(p->dat, v, a, i, at);
		snprintf(value, sizeof(value), "%s%s%s", t.frames,
		    t.share[0] != '\0' ? "  " : "", t.share);
		if (wide)
			beside(p->gp, s, i, v, &t);
		else
			report_frame_text(p->gp, s, i, v->title, value);
	}
	fprintf(p->dat, "\n\n# level in %% of sent, from y, to y\n");
	/* between narrow bars there is text */
	for (size_t i = 0; i + 1 < w->n; i++)
		level(p->dat, &w->step[i], i, at, wide);
}

/* For those who cannot see it: the places that took frames. */
static void
words(const struct fall *w, char *text, size_t size)
{
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < w->n && len < size; i++) {
		const struct step *s = &w->step[i];
		char n[REPORT_NUM];

		if (!s->known || (s->frames == 0 && i > 0 && i + 2 < w->n))
			continue;
		len += (size_t)snprintf(text + len, size - len, "%s%s %s",
		    i == 0 ? "Waterfall: " : ", ", s->title,
		    report_count(s->frames, n));
	}
}

static int
draw(const struct fall *w, const char *name, int variant, struct report *r,
    struct fail *f)
{
	const struct report_shape *s = &shapes[variant];
	struct report_axis axis = axis_of(w, s->steps);
	char file[64], text[1200];
	struct plot p;

	snprintf(file, sizeof(file), "%.40s-%s", name, report_variant[variant]);
	if (report_frame(&p, r->plot_dir, file, s, w->n, f) < 0)
		return -1;
	report_frame_title(p.gp, s, w->n,
	    w->low > 0 ? "share of the frames sent, % (not from 0)"
		       : "share of the frames sent, %");
	report_tics(p.gp, 'x', &axis);
	write_rows(w, s, variant == 0, &axis, &p);
	fprintf(p.gp,
	    "plot data index 1 using 1:2:(0):($3-$2) with vectors nohead "
	    "lw 1 lc rgb '#9a9a9a', \\\n"
	    " '' index 0 using (($1+$2)/2):(($3+$4)/2):1:2:3:4:5 "
	    "with boxxyerror lc rgb variable\n");
	words(w, text, sizeof(text));
	html_open(r->html, "div", "class", report_variant[variant], NULL);
	if (plot_finish(&p, r->html, text, f) < 0)
		return -1;
	html_close(r->html, "div");
	return 0;
}

int
report_waterfall(const struct report_sum *sum, const char *name,
    struct report *r, struct fail *f)
{
	struct fall w = { .n = 0 };
	struct html *h = r->html;

	if (sum->trials == 0 || sum->sent <= 0)
		return 0;
	collect(sum, &w);
	range(&w);
	html_raw(h, "<figure class=\"waterfall\">");
	for (int v = 0; v < 2; v++)
		if (draw(&w, name, v, r, f) < 0)
			return -1;
	html_raw(h, "<figcaption>");
	html_raw(h,
	    "From what was sent, each place takes off the frames that it "
	    "lost. Refused calls of the generator are no frames sent and are "
	    "not drawn.");
	if (w.shared)
		html_raw(h,
		    " What the router counts for all its traffic is in the "
		    "sum, and here in the residual.");
	if (w.low > 0)
		html_raw(h, " The axis does not begin at 0.");
	html_raw(h, "</figcaption></figure>");
	return 0;
}
