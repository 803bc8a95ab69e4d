/* SPDX-License-Identifier: BSD-2-Clause */
/* A balance as a table for people, and as the keys of its document. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "collector/balance.h"
#include "collector/explain.h"
#include "collector/paragraph.h"
#include "lib/num.h"
#include "lib/result_ledger.h"

static const char *const directions[WAYS] = { "forward", "reverse" };

/* ---- what counters mean ---------------------------------------------------- */

/* The system that printed a host's listings; NULL: not known. */
static const char *
os_of(const struct path *p, const struct path_host *h)
{
	const struct session *s =
	    h->readings > 0 ? h->reading[h->readings - 1] : &p->text.first;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].os != NULL && s->v[i].os[0] != '\0')
			return s->v[i].os;
	return NULL;
}

/* "ix0" is of ix: so BSD names interfaces; elsewhere it finds no driver. */
static const char *
driver_of(const char *instance, char *driver, size_t size)
{
	size_t len = 0;

	while (isalpha((unsigned char)instance[len]))
		len++;
	snprintf(driver, size, "%.*s", (int)len, instance);
	return len > 0 ? driver : NULL;
}

static const struct explain *
meaning(const struct path *p, const char *name, const char *instance)
{
	const struct path_host *h = &p->host[p->router >= 0 ? p->router : 0];
	char driver[16];

	return explain_best(name, instance, p->hosts > 0 ? os_of(p, h) : NULL,
	    driver_of(instance, driver, sizeof(driver)));
}

/* One counter: how far it went, what it means; the cause where it moved. */
static void
show_counter(FILE *out, const struct path *p, const struct ledger_part *c,
    const char *more)
{
	const struct explain *e = meaning(p, c->name, c->instance);
	char number[NUM_TEXT], text[900];

	snprintf(text, sizeof(text), "%s%s%s %s%s%s%s%s%s", c->name,
	    c->instance[0] != '\0' ? " " : "", c->instance,
	    num_group((uint64_t)c->frames, number), more, e != NULL ? ": " : "",
	    e != NULL ? e->what : "",
	    e != NULL && e->cause != NULL && c->frames > 0 ? ". Usually: " : "",
	    e != NULL && e->cause != NULL && c->frames > 0 ? e->cause : "");
	paragraph(out, "", 6, text);
}

/*
 * Counters of the router that moved, belong to this place and are in no sum:
 * they tell why, and are contained in those that are booked.
 */
static bool
beside(const struct path *p, enum place at, const struct ledger_place *v,
    size_t i, struct ledger_part *one)
{
	const struct path_host *h = &p->host[p->router];
	const struct counter *c = &h->after.v[i];
	const struct explain *e;
	uint64_t delta;

	for (size_t k = 0; k < v->parts; k++)
		if (strcmp(v->part[k].name, c->name) == 0 &&
		    (strcmp(c->name, "nic") != 0 ||
			strcmp(v->part[k].instance, c->instance) == 0))
			return false;
	counters_delta(&h->before, &h->after, c, &delta);
	if (delta == 0)
		return false;
	e = meaning(p, c->name, c->instance);
	if (e == NULL || strcmp(e->place, place_name(at)) != 0)
		return false;
	memset(one, 0, sizeof(*one));
	one->frames = (int64_t)delta;
	memcpy(one->name, c->name, sizeof(one->name));
	memcpy(one->instance, c->instance, sizeof(one->instance));
	return true;
}

static void
show_beside(FILE *out, const struct path *p, enum place at,
    const struct ledger_place *v)
{
	struct ledger_part one;

	for (size_t i = 0; p->router >= 0 && i < p->host[p->router].after.n;
	     i++)
		if (beside(p, at, v, i, &one))
			show_counter(out, p, &one, " (in no sum)");
}

static void
show_place(FILE *out, const struct path *p, enum place at,
    const struct ledger_place *v)
{
	for (size_t k = 0; k < v->parts; k++)
		show_counter(out, p, &v->part[k], "");
	show_beside(out, p, at, v);
}

/* ---- table ----------------------------------------------------------------- */

static void
print_frames(
    FILE *out, const char *what, bool known, int64_t n, const char *from)
{
	char text[NUM_TEXT + 1] = "not measured";

	if (known) {
		text[0] = n < 0 ? '-' : ' ';
		num_group(n < 0 ? 0 - (uint64_t)n : (uint64_t)n, text + 1);
	}
	fprintf(out, "%-18s %20s%s%s\n", what, text, *from != '\0' ? "  " : "",
	    from);
}

static void
print_ledger(
    FILE *out, const struct ledger *l, const struct path *p, bool explain)
{
	char note[128];

	print_frames(out, "sent", true, (int64_t)l->sent, "");
	for (enum place at = 0; at < PLACES; at++) {
		print_frames(out, place_name(at), l->place[at].known,
		    l->place[at].frames, l->place[at].from);
		if (explain)
			show_place(out, p, at, &l->place[at]);
	}
	snprintf(note, sizeof(note), "sent less all places (%.4f %%)",
	    ledger_residual_percent(l));
	print_frames(out, "residual", true, l->residual, note);
	if (l->in_known)
		print_frames(
		    out, "router in", true, (int64_t)l->in_packets, l->in_if);
	if (l->out_known)
		print_frames(out, "router out", true, (int64_t)l->out_packets,
		    l->out_if);
	print_frames(out, "foreign", l->foreign_known, l->foreign,
	    "into the router beyond those sent");
	if (l->background_known)
		print_frames(out, "background", true, l->background,
		    "into the router by the idle slope");
	fprintf(
	    out, "%-18s %20.4f  %% of sent\n", "loss", ledger_loss_percent(l));
	if (l->note[0] != '\0')
		fprintf(out, "note: %s\n", l->note);
}

void
ledger_show(
    FILE *out, const struct balance *b, const struct path *p, bool explain)
{
	for (size_t d = 0; b->ways.n > 1 && d < b->ways.n; d++) {
		fprintf(out, "%s\n", directions[d]);
		print_ledger(out, &b->way[d], p, false);
		fprintf(out, "\n");
	}
	if (b->ways.n > 1)
		fprintf(out, "sum of both directions\n");
	print_ledger(out, &b->sum, p, explain);
	for (size_t i = 0; i < b->notes; i++)
		fprintf(out, "note: %s\n", b->note[i]);
}

/* ---- document -------------------------------------------------------------- */

static void
put_meaning(
    struct result *r, const char *name, const char *instance, const void *to)
{
	const struct explain *e = meaning(to, name, instance);

	result_text(r, "contains", e != NULL ? e->what : NULL);
	result_text(r, "cause", e != NULL ? e->cause : NULL);
}

static void
put_beside(struct result *r, enum place at, const struct ledger_place *v,
    const void *to)
{
	const struct path *p = to;
	struct ledger_part one;

	result_array(r, "in_no_sum");
	for (size_t i = 0; p->router >= 0 && i < p->host[p->router].after.n;
	     i++) {
		if (!beside(p, at, v, i, &one))
			continue;
		result_object(r, NULL);
		result_text(r, "name", one.name);
		result_text(r, "instance", one.instance);
		result_i64(r, "frames", one.frames);
		put_meaning(r, one.name, one.instance, p);
		result_end(r);
	}
	result_end(r);
}

void
ledger_put(struct result *r, const struct balance *b, const struct path *p,
    bool explain)
{
	const struct result_more more = { put_meaning, put_beside, p };
	/* the router's other counters are of no one direction */
	const struct result_more one = { put_meaning, NULL, p };

	result_ledger(r, &b->sum, explain ? &more : NULL);
	result_array(r, "directions");
	for (size_t d = 0; b->ways.n > 1 && d < b->ways.n; d++) {
		result_object(r, NULL);
		result_text(r, "direction", directions[d]);
		result_object(r, "ledger");
		result_ledger(r, &b->way[d], explain ? &one : NULL);
		result_end(r);
		result_end(r);
	}
	result_end(r);
}
