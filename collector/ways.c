/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>

#include "collector/ways.h"

/* ---- who belongs together ------------------------------------------------- */

static bool
share_stream(const struct rundoc *a, const struct rundoc *b)
{
	for (size_t i = 0; i < a->streams; i++)
		for (size_t k = 0; k < b->streams; k++)
			if (a->stream[i].tag == b->stream[k].tag &&
			    a->stream[i].stream == b->stream[k].stream)
				return true;
	return false;
}

/* Two that send towards each other. */
static bool
opposite(const struct rundoc *a, const struct rundoc *b)
{
	return a->source[0] != '\0' && strcmp(a->source, b->destination) == 0 &&
	    strcmp(a->destination, b->source) == 0;
}

static bool
together(const struct rundoc *a, const struct rundoc *b)
{
	if (a->generator != b->generator)
		return share_stream(a, b);
	return a->generator && a->destination[0] != '\0' &&
	    strcmp(a->destination, b->destination) == 0;
}

/* Number each document's group; the lowest number of a group is kept. */
static void
join(const struct path *p, size_t group[])
{
	for (size_t i = 0; i < p->runs; i++)
		group[i] = i;
	for (size_t i = 0; i < p->runs; i++)
		for (size_t k = 0; k < i; k++) {
			size_t from = group[i], to = group[k];

			if (from == to || !together(p->run[i], p->run[k]))
				continue;
			for (size_t j = 0; j <= i; j++)
				if (group[j] == from)
					group[j] = to;
		}
}

/* Is there one of the other kind in this group? */
static bool
complete(const struct path *p, const size_t group[], size_t g)
{
	bool have[2] = { false, false };

	for (size_t i = 0; i < p->runs; i++)
		if (group[i] == g)
			have[p->run[i]->generator] = true;
	return have[0] && have[1];
}

/*
 * A generator of which no sink has seen a frame, and a sink that has seen
 * nothing: where that leaves one way to put them together, it is taken.
 */
static void
join_rest(const struct path *p, size_t group[])
{
	for (size_t i = 0; i < p->runs; i++) {
		size_t to = p->runs, n = 0;

		if (complete(p, group, group[i]))
			continue;
		for (size_t k = 0; k < p->runs; k++) {
			const struct rundoc *a = p->run[i], *b = p->run[k];

			if (k == i || group[k] == group[i])
				continue;
			/* without a sink of its own it joins another one's */
			if (complete(p, group, group[k])
				? b->generator && a->generator &&
				    !opposite(a, b)
				: a->generator != b->generator) {
				n += to != group[k];
				to = group[k];
			}
		}
		if (n != 1)
			continue;
		for (size_t from = group[i], j = 0; j < p->runs; j++)
			if (group[j] == from)
				group[j] = to;
	}
}

static int
put(struct ways *w, const struct path *p, size_t run, size_t group,
    size_t known[WAYS], struct fail *f)
{
	struct way *to;
	size_t i = 0;

	while (i < w->n && known[i] != group)
		i++;
	if (i == WAYS)
		return fail(f,
		    "documents of more than %d directions: a generator and a "
		    "sink belong together when they have a stream in common",
		    WAYS);
	if (i == w->n)
		known[w->n++] = group;
	to = &w->way[i];
	if (to->generators == LEDGER_HOSTS || to->sinks == LEDGER_HOSTS)
		return fail(f, "more than %d generators or sinks a direction",
		    LEDGER_HOSTS);
	if (p->run[run]->generator)
		to->generator[to->generators++] = run;
	else
		to->sink[to->sinks++] = run;
	return 0;
}

int
ways_find(struct ways *w, const struct path *p, struct fail *f)
{
	size_t group[PATH_FILES], known[WAYS];

	memset(w, 0, sizeof(*w));
	join(p, group);
	join_rest(p, group);
	for (size_t i = 0; i < p->runs; i++)
		if (put(w, p, i, group[i], known, f) < 0)
			return -1;
	if (w->n == 0)
		w->n = 1;
	return 0;
}

/* ---- the router's interfaces ----------------------------------------------- */

/* The interface with this link address in the router's listings. */
static const char *
by_address(const struct path_host *h, const char *address)
{
	static const char *const lists[] = { "links", "interfaces" };
	const struct session *s = h->reading[h->readings - 1];

	for (size_t i = 0; address[0] != '\0' && i < s->n; i++)
		for (int k = 0; s->v[i].data != NULL && k < 2; k++) {
			const struct value *list =
			    value_find(s->v[i].data, lists[k]);

			if (list == NULL || list->type != VALUE_ARRAY)
				continue;
			for (const struct value *v = list->first; v != NULL;
			     v = v->next) {
				const struct value *a =
				    value_find(v, "address");
				const struct value *n = value_find(v, "name");

				if (a != NULL && n != NULL &&
				    a->type == VALUE_TEXT &&
				    n->type == VALUE_TEXT &&
				    strcasecmp(a->text, address) == 0)
					return n->text;
			}
		}
	return NULL;
}

static uint64_t
sent_of(const struct way *w, const struct path *p)
{
	uint64_t sent = 0;

	for (size_t i = 0; i < w->generators; i++)
		sent += p->run[w->generator[i]]->taken;
	return sent;
}

static uint64_t
arrived(const struct path_host *h, const struct counter *c)
{
	uint64_t delta;

	counters_delta(&h->before, &h->after, c, &delta);
	return delta;
}

/* Those that took in most, of cards or of VLANs and bridges over them. */
static void
two_busiest(const struct path_host *h, bool over, const struct counter *top[2],
    uint64_t n[2])
{
	top[0] = top[1] = NULL;
	n[0] = n[1] = 0;
	for (size_t i = 0; i < h->after.n; i++) {
		const struct counter *c = &h->after.v[i];
		uint64_t d = arrived(h, c);

		if (strcmp(c->name, "if.rx.packets") != 0 ||
		    strncmp(c->instance, "lo", 2) == 0 || d <= n[1] ||
		    ledger_repeats(&h->after, c->instance) != over)
			continue;
		top[1] = c;
		n[1] = d;
		if (d > n[0]) {
			top[1] = top[0];
			n[1] = n[0];
			top[0] = c;
			n[0] = d;
		}
	}
}

/*
 * The two interfaces that took in most, the first direction's first. false:
 * both could be.
 */
static bool
by_count(struct ways *w, const struct path *p, const struct path_host *h)
{
	const struct counter *top[2];
	uint64_t n[2], sent[2];
	uint64_t same, swapped;

	two_busiest(h, false, top, n);
	if (top[1] == NULL)
		two_busiest(h, true, top, n);
	for (int d = 0; d < 2; d++)
		sent[d] = sent_of(&w->way[d], p);
	same = (n[0] > sent[0] ? n[0] - sent[0] : sent[0] - n[0]) +
	    (n[1] > sent[1] ? n[1] - sent[1] : sent[1] - n[1]);
	swapped = (n[0] > sent[1] ? n[0] - sent[1] : sent[1] - n[0]) +
	    (n[1] > sent[0] ? n[1] - sent[0] : sent[0] - n[1]);
	if (top[1] == NULL || same == swapped)
		return false;
	w->way[0].in = top[same > swapped]->instance;
	w->way[0].out = top[same < swapped]->instance;
	return true;
}

int
ways_interfaces(struct ways *w, const struct path *p, const char *in,
    const char *out, struct fail *f)
{
	const struct path_host *h = p->router >= 0 ? &p->host[p->router] : NULL;

	w->way[0].in = in;
	w->way[0].out = out;
	if (w->n == 1 || h == NULL)
		return 0;
	for (size_t d = 0; d < w->n && h->readings > 0; d++) {
		const struct way *v = &w->way[d];
		const char *name = v->generators == 0
		    ? NULL
		    : by_address(h, p->run[v->generator[0]]->destination_mac);

		if (d == 0 && in == NULL)
			w->way[0].in = name;
		if (d == 1 && out == NULL)
			w->way[0].out = name;
	}
	/* VLANs have the address of their card: that tells nothing */
	if (in == NULL && out == NULL && w->way[0].in == w->way[0].out)
		w->way[0].in = w->way[0].out = NULL;
	if ((w->way[0].in == NULL || w->way[0].out == NULL) &&
	    !by_count(w, p, h))
		return fail(f,
		    "two directions: which interface of the router did the "
		    "first one come in by, and which one go out by? Give --in "
		    "and --out");
	w->way[1].in = w->way[0].out;
	w->way[1].out = w->way[0].in;
	return 0;
}

/* ---- what they say ------------------------------------------------------- */

static struct ledger_host
host_of(const struct path *p, size_t run)
{
	const struct rundoc *d = p->run[run];
	struct ledger_host h = { .before = NULL };
	const char *name = d->interface[0] != '\0' ? d->interface : NULL;

	if (p->at[run] >= 0)
		h = path_counters(&p->host[p->at[run]]);
	else if (d->after.n > 0) {
		h.before = &d->before;
		h.after = &d->after;
	}
	if (name == NULL || h.after == NULL)
		return h;
	if (d->generator)
		h.out_if = name;
	else if (counters_find(h.after, "if.rx.packets", name) != NULL)
		h.in_if = name;
	return h;
}

void
ways_ask(const struct way *w, const struct path *p, struct ledger_ask *ask)
{
	for (size_t i = 0; i < w->generators; i++)
		ask->sent_raw |= !p->run[w->generator[i]]->sent_known;
	for (size_t i = 0; i < w->generators; i++) {
		const struct rundoc *d = p->run[w->generator[i]];

		ask->sent += ask->sent_raw ? d->taken : d->sent;
		ask->refused += d->refused;
		ask->refused_known = true;
		ask->generator[i] = host_of(p, w->generator[i]);
	}
	ask->sink_drops_known = w->sinks > 0;
	for (size_t i = 0; i < w->sinks; i++) {
		const struct rundoc *d = p->run[w->sink[i]];

		ask->received += d->received;
		ask->received_known = true;
		ask->sink_drops += d->drops;
		ask->sink_drops_known &= d->drops_known;
		ask->sink_by_socket |= strcmp(d->engine, "udp") == 0;
		ask->sink[i] = host_of(p, w->sink[i]);
	}
	if (p->router >= 0)
		ask->router = path_counters(&p->host[p->router]);
	ask->router.in_if = w->in;
	ask->router.out_if = w->out;
}
