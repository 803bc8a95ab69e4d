/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/ask_script.h"
#include "collector/watch_stream.h"
#include "lib/clock.h"
#include "lib/num.h"

#define DATE_SET_NS ((int64_t)(2 * CLOCK_NS_PER_S)) /* less is slewing */

/* ---- one sample ------------------------------------------------------------ */

struct sample {
	enum watch_clock clock;
	uint64_t ms; /* by that clock */
};

/* "sample uptime 123450" */
static bool
is_sample(const struct mark *m, struct sample *s)
{
	static const struct {
		const char *word;
		enum watch_clock clock;
	} kinds[] = {
		{ "sample uptime ", WATCH_UPTIME },
		{ "sample date ", WATCH_DATE },
		{ "sample seconds ", WATCH_ARRIVAL },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t len = strlen(kinds[i].word);

		if (strncmp(m->text, kinds[i].word, len) != 0)
			continue;
		s->clock = kinds[i].clock;
		/* milliseconds of a century or two fit */
		return num_u64("time", m->text + len, 0, UINT64_MAX / 1000000,
			   &s->ms, NULL) == 0;
	}
	return false;
}

static void
clear_items(struct batch *b)
{
	for (size_t i = 0; i < b->n; i++)
		b->v[i] = (struct ask){ .command = b->v[i].command,
			.os = b->v[i].os };
}

/* "end 3 0", "end 3 late" */
static void
end_item(struct stream *s, const struct mark *m, size_t from, size_t item)
{
	struct ask *k = &s->batch->v[item];
	const char *status = strrchr(m->text, ' ') + 1;
	uint64_t n = 0;

	k->text = s->text + from;
	k->len = m->at > from ? m->at - from - 1 : 0;
	k->ended = true;
	k->late = strcmp(status, "late") == 0;
	/* head(1) ends it there, with a last number that may be half of one */
	k->cut = k->len >= WATCH_TEXT_MAX;
	if (!k->late && num_u64("status", status, 0, 255, &n, NULL) < 0)
		n = 255;
	k->status = (int)n;
}

/* Notes of samples, each once. */
static void
add_notes(struct gathered *to, const struct gathered *from)
{
	for (size_t i = 0; i < from->n_notes; i++) {
		const char *text = from->note[i];
		size_t k = 0;

		while (k < to->n_notes && strcmp(to->note[k], text) != 0)
			k++;
		if (text != NULL && k == to->n_notes && k < GATHER_NOTES)
			to->note[to->n_notes++] =
			    arena_text(&to->session.arena, text, strlen(text));
	}
}

/*
 * A date that was set in between: it goes back, or is nearer to our clock than
 * any sample's way here was short.
 */
static bool
is_set(const struct stream *s, const struct track_sample *t)
{
	const struct track *track = &s->w->track;

	if (s->w->clock != WATCH_DATE || track->n == 0)
		return false;
	if (t->t_ns <= track->sample[track->n - 1].t_ns)
		return true;
	return t->arrival_ns != 0 &&
	    (int64_t)(t->arrival_ns - t->t_ns) < s->shortest_ns - DATE_SET_NS;
}

/* From there on dates are shifted so that the interval is that of arrival. */
static void
shift(struct stream *s, struct track_sample *t)
{
	const struct track *track = &s->w->track;
	const struct track_sample *last = &track->sample[track->n - 1];
	uint64_t between = s->ask->interval_ns;

	if (t->arrival_ns != 0 && last->arrival_ns != 0 &&
	    t->arrival_ns > last->arrival_ns)
		between = t->arrival_ns - last->arrival_ns;
	s->shift_ns += last->t_ns + between - t->t_ns;
	t->t_ns = last->t_ns + between;
	s->w->date_set++;
}

static void
date_of(struct stream *s, const struct sample *at, struct track_sample *t)
{
	int64_t way;

	t->t_ns = at->ms * 1000000 + s->shift_ns;
	if (is_set(s, t))
		shift(s, t);
	way = (int64_t)(t->arrival_ns - t->t_ns);
	if (t->arrival_ns != 0 && (s->w->track.n == 0 || way < s->shortest_ns))
		s->shortest_ns = way;
}

static struct track_sample
time_of(struct stream *s, const struct sample *at, uint64_t arrival_ns)
{
	struct watched *w = s->w;
	struct track_sample t = { .arrival_ns = arrival_ns };

	if (w->track.n == 0) {
		w->clock = at->clock;
		s->first_ms = at->ms;
	}
	if (w->clock != WATCH_ARRIVAL)
		date_of(s, at, &t);
	else if (arrival_ns != 0 || w->track.n == 0)
		t.t_ns = arrival_ns;
	else /* fetched later: whole seconds are all that is known */
		t.t_ns =
		    w->track.sample[0].t_ns + (at->ms - s->first_ms) * 1000000;
	return t;
}

static int
end_sample(struct stream *s, const struct sample *at, uint64_t arrival_ns)
{
	struct watched *w = s->w;
	struct gathered g = { .n_notes = 0 };
	struct counters c = { .n = 0 };
	struct track_sample t = time_of(s, at, arrival_ns);
	struct batch *b = s->batch;
	int rc;

	if (session_os(w->about.asked.os, &b->k.ask, NULL) < 0)
		return 0; /* nothing was asked of such a system */
	b->k.g = &g;
	b->k.isolated |= w->about.asked.isolated;
	rc = batch_keep(b);
	if (rc == 0)
		rc = session_counters(&g.session, MOMENT_NONE, &c);
	if (rc == 0)
		rc = track_add(&w->track, &t, &c);
	add_notes(&w->about, &g);
	b->k.g = &w->about;
	counters_free(&c);
	gathered_free(&g);
	w->fetched += s->fetching;
	if (rc == 0 && s->ask->told != NULL)
		s->ask->told(s->ask->context, &w->track);
	return rc;
}

/* ---- the stream ------------------------------------------------------------ */

static void
drop(struct stream *s, size_t n)
{
	memmove(s->text, s->text + n, s->len - n);
	s->len -= n;
	if (s->dir[0] != '\0')
		s->taken += n;
}

/* It stands in commands, so it has to look like one that mktemp(1) makes. */
static bool
is_dir(const char *path)
{
	return *path == '/' && strlen(path) < 100 &&
	    strspn(path,
		"abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == strlen(path);
}

/* Is there the end of anything? Only then the marks before it are read. */
static bool
is_whole(const struct stream *s)
{
	struct mark m = { .next = 0 };

	while (mark_find(s->text, s->len, m.next, s->token, &m))
		if (strcmp(m.text, "done") == 0 ||
		    strcmp(m.text, "over") == 0 ||
		    strcmp(m.text, "full") == 0 ||
		    strncmp(m.text, "spool ", 6) == 0)
			return true;
	return false;
}

/*
 * Take the first thing that is whole: a sample, or what stands before and
 * after them. 0: there is none. The bytes are dropped.
 */
static int
take_one(struct stream *s, uint64_t arrival_ns)
{
	struct mark m = { .next = 0 };
	struct sample at = { WATCH_NONE, 0 };
	size_t from = 0, item = 0;
	int rc;

	if (!is_whole(s))
		return 0;
	while (mark_find(s->text, s->len, m.next, s->token, &m)) {
		if (is_sample(&m, &at)) {
			clear_items(s->batch);
		} else if (mark_number(&m, "begin", &item) &&
		    item < s->batch->n) {
			s->batch->v[item].begun = true;
			from = m.next;
		} else if (strncmp(m.text, "end ", 4) == 0 &&
		    item < s->batch->n && from > 0) {
			end_item(s, &m, from, item);
		} else if (strcmp(m.text, "done") == 0 &&
		    at.clock != WATCH_NONE) {
			rc = end_sample(s, &at, arrival_ns);
			drop(s, m.next);
			return rc < 0 ? -1 : 1;
		} else if (strcmp(m.text, "over") == 0) {
			s->over = true;
			drop(s, m.next);
			return 1;
		} else if (strcmp(m.text, "full") == 0) {
			/* stands in no spool, and what is before it is cut */
			s->len = 0;
			s->full = s->over = true;
			return 1;
		} else if (strncmp(m.text, "spool ", 6) == 0 &&
		    is_dir(m.text + 6)) {
			drop(s, m.next);
			snprintf(s->dir, sizeof(s->dir), "%.100s", m.text + 6);
			return 1;
		} else {
			mark_about(&s->w->about.asked, &m, s->text, s->len);
		}
	}
	return 0;
}

int
stream_take(struct stream *s, const char *text, size_t len, uint64_t arrival_ns)
{
	int rc;

	if (s->cap - s->len < len) {
		size_t cap = s->len + len + 65536;
		char *more = realloc(s->text, cap);

		if (more == NULL)
			return -1;
		s->text = more;
		s->cap = cap;
	}
	memcpy(s->text + s->len, text, len);
	s->len += len;
	do
		rc = take_one(s, arrival_ns);
	while (rc > 0);
	return rc;
}

uint64_t
stream_offset(const struct stream *s)
{
	return s->taken + s->len;
}

void
stream_free(struct stream *s)
{
	free(s->text);
	s->text = NULL;
}
