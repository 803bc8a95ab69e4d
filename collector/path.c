/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "collector/boot.h"
#include "collector/path.h"

/* ---- readings ------------------------------------------------------------ */

static struct path_host *
host_of(struct path *p, const struct session *s)
{
	struct path_host *h;

	for (size_t i = 0; i < p->hosts; i++)
		if (strcmp(p->host[i].host, s->host) == 0 &&
		    strcmp(p->host[i].node, s->node) == 0)
			return &p->host[i];
	if (p->hosts == PATH_HOSTS)
		return NULL;
	h = &p->host[p->hosts++];
	h->host = s->host;
	h->node = s->node;
	h->boot_id = s->boot_id;
	return h;
}

/* Into its host's readings, in order of time. */
static int
add_reading(struct path *p, const struct session *s, struct fail *f)
{
	struct path_host *h = host_of(p, s);
	size_t i;

	if (h == NULL)
		return fail(f, "snapshots of more than %d hosts", PATH_HOSTS);
	if (!boot_same(h->boot_id, s->boot_id))
		return fail(f,
		    "snapshots of %s (%s) are of different boots: their "
		    "counters have no difference",
		    h->host, h->node);
	if (h->readings == 3)
		return fail(f,
		    "more than three snapshots of %s (%s): before and after, "
		    "and one before both for the idle slope",
		    h->host, h->node);
	for (i = h->readings++;
	     i > 0 && h->reading[i - 1]->mono_ns > s->mono_ns; i--)
		h->reading[i] = h->reading[i - 1];
	h->reading[i] = s;
	return 0;
}

static int
read_host(struct path_host *h, struct fail *f)
{
	const struct session *const *r = h->reading;
	size_t n = h->readings;

	if (n < 2)
		return fail(f,
		    "only one snapshot of %s (%s): before and after are needed",
		    h->host, h->node);
	if (session_counters(r[n - 2], MOMENT_NONE, &h->before) < 0 ||
	    session_counters(r[n - 1], MOMENT_NONE, &h->after) < 0 ||
	    (n == 3 && session_counters(r[0], MOMENT_NONE, &h->idle) < 0))
		return fail(f, "out of memory");
	h->window_ns = r[n - 1]->mono_ns - r[n - 2]->mono_ns;
	if (n == 3)
		h->idle_ns = r[1]->mono_ns - r[0]->mono_ns;
	return 0;
}

static int
group(struct path *p, struct fail *f)
{
	for (size_t i = 0; i < p->files; i++)
		if (p->file[i].document && add_reading(p, &p->file[i], f) < 0)
			return -1;
	for (size_t i = 0; i < p->hosts; i++)
		if (read_host(&p->host[i], f) < 0)
			return -1;
	return 0;
}

/* Two files as they are, or one with two moments; they become p->text. */
static int
take_pair(struct path *p, struct fail *f)
{
	struct session *const to[] = { &p->text.first, &p->text.second };
	struct path_host *h;
	char *name[2] = { NULL, NULL };
	int n = 0;

	for (size_t i = 0; i < p->files; i++) {
		struct session *s = &p->file[i];

		if (s->run != NULL || (s->document && p->hosts > 0))
			continue;
		name[n] = p->name[i];
		*to[n++] = *s;
		memset(s, 0, sizeof(*s));
	}
	if (pair_read(&p->text, n, name, f) < 0)
		return -1;
	h = &p->host[p->hosts++];
	h->host = p->text.first.host;
	h->node = p->text.first.node;
	h->boot_id = p->text.first.boot_id;
	h->before = p->text.before;
	h->after = p->text.after;
	memset(&p->text.before, 0, sizeof(p->text.before));
	memset(&p->text.after, 0, sizeof(p->text.after));
	if (!p->text.first.document)
		p->router = (int)p->hosts - 1;
	return 0;
}

/* ---- roles --------------------------------------------------------------- */

static uint64_t
growth(const struct path_host *h, const char *name, const char *instance)
{
	uint64_t delta = 0, most = 0;

	for (size_t i = 0; i < h->after.n; i++) {
		const struct counter *c = &h->after.v[i];

		if (strcmp(c->name, name) != 0 ||
		    (instance != NULL ? strcmp(c->instance, instance) != 0
				      : strncmp(c->instance, "lo", 2) == 0))
			continue;
		counters_delta(&h->before, &h->after, c, &delta);
		most = delta > most ? delta : most;
	}
	return most;
}

static uint64_t
apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * How badly this host fits to that document; UINT64_MAX: not at all. On one
 * machine all hosts have the same boot, and interfaces may have the same name
 * in each; then the one whose packets are nearest is it.
 */
static uint64_t
misfit(const struct path_host *h, const struct rundoc *d)
{
	const char *name = d->generator ? "if.tx.packets" : "if.rx.packets";
	uint64_t frames = d->generator ? d->taken : d->received + d->drops;
	const char *interface = d->interface[0] != '\0' ? d->interface : NULL;

	if (h->boot_id[0] == '\0' || !boot_same(h->boot_id, d->boot_id))
		return UINT64_MAX;
	if (interface == NULL && d->generator)
		return UINT64_MAX;
	if (interface != NULL &&
	    counters_find(&h->after, name, interface) == NULL)
		return UINT64_MAX;
	/* a host that gives out most of what came in is on the way */
	if (interface == NULL && growth(h, "if.tx.packets", NULL) > frames / 2)
		return UINT64_MAX;
	return apart(growth(h, name, interface), frames);
}

static void
place_run(struct path *p, size_t run)
{
	uint64_t least = UINT64_MAX;

	p->at[run] = -1;
	for (size_t i = 0; i < p->hosts; i++) {
		uint64_t m = (int)i == p->router
		    ? UINT64_MAX
		    : misfit(&p->host[i], p->run[run]);

		if (m < least) {
			least = m;
			p->at[run] = (int)i;
		}
	}
	if (p->at[run] >= 0)
		p->host[p->at[run]].taken = true;
}

static int
name_router(struct path *p, const char *router, struct fail *f)
{
	for (size_t i = 0; i < p->hosts; i++) {
		const struct path_host *h = &p->host[i];

		if (strcmp(h->host, router) == 0 ||
		    strcmp(h->node, router) == 0) {
			p->router = (int)i;
			return 0;
		}
	}
	return fail(
	    f, "--router: %s: no snapshot is of such a host or node", router);
}

static int
roles(struct path *p, const char *router, struct fail *f)
{
	bool given = p->router >= 0;

	if (router != NULL && name_router(p, router, f) < 0)
		return -1;
	given |= router != NULL;
	for (size_t i = 0; i < p->runs; i++)
		place_run(p, i);
	for (size_t i = 0; i < p->hosts; i++) {
		const struct path_host *h = &p->host[i];

		if (h->taken || (int)i == p->router)
			continue;
		if (given)
			return fail(f,
			    "%s (%s): neither the router nor the host of a "
			    "generator or sink whose document is given",
			    h->host, h->node);
		if (p->router >= 0)
			return fail(f,
			    "which one is the router, %s (%s) or %s (%s)? "
			    "Give --router",
			    p->host[p->router].host, p->host[p->router].node,
			    h->host, h->node);
		p->router = (int)i;
	}
	return 0;
}

/* ---- all of it ------------------------------------------------------------ */

static int
load(struct path *p, const struct common *c, int files, char **names,
    struct fail *f)
{
	for (int i = 0; i < files; i++) {
		struct session *s = &p->file[p->files];

		if (p->files == PATH_FILES)
			break;
		p->name[p->files++] = names[i];
		if (collect_load(s, names[i], c, f) < 0)
			return -1;
		if (s->last == NULL)
			continue;
		if (p->files == PATH_FILES)
			break;
		p->name[p->files] = names[i];
		p->file[p->files++] = *s->last;
		free(s->last);
		s->last = NULL;
	}
	return p->files < PATH_FILES
	    ? 0
	    : fail(f, "%d readings or more, a watch being two of them",
		  PATH_FILES);
}

static bool
has_snapshot(const struct path *p, const struct session *watch)
{
	for (size_t i = 0; i < p->files; i++) {
		const struct session *s = &p->file[i];

		if (s->document && !s->watch && s->run == NULL &&
		    strcmp(s->host, watch->host) == 0 &&
		    strcmp(s->node, watch->node) == 0)
			return true;
	}
	return false;
}

/* Snapshots know more than a watch of the same host, by another clock. */
static void
leave_watches(struct path *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->files; i++) {
		if (p->file[i].watch && has_snapshot(p, &p->file[i])) {
			session_free(&p->file[i]);
			p->unused = true;
			continue;
		}
		p->name[n] = p->name[i];
		if (n != i) {
			p->file[n] = p->file[i];
			memset(&p->file[i], 0, sizeof(p->file[i]));
		}
		n++;
	}
	p->files = n;
	for (size_t i = 0; i < n; i++)
		if (p->file[i].run != NULL)
			p->run[p->runs++] = p->file[i].run;
}

/* The only file is a reading; the one before it has the same counters at 0. */
static int
take_since_boot(struct path *p, struct fail *f)
{
	struct path_host *h = &p->host[p->hosts++];

	if (p->files != 1 || p->runs > 0)
		return fail(f,
		    "--since-boot: one reading of the router, and nothing "
		    "else");
	h->host = p->file[0].host;
	h->node = p->file[0].node;
	h->boot_id = p->file[0].boot_id;
	h->reading[h->readings++] = &p->file[0];
	p->router = 0;
	if (session_counters(&p->file[0], MOMENT_NONE, &h->before) < 0 ||
	    session_counters(&p->file[0], MOMENT_NONE, &h->after) < 0)
		return fail(f, "out of memory");
	if (h->after.n == 0)
		return pair_none(&p->file[0], false, p->name[0], f);
	for (size_t i = 0; i < h->before.n; i++)
		h->before.v[i].value = 0;
	return 0;
}

int
path_load(struct path *p, const struct path_ask *ask, int files, char **names,
    struct fail *f)
{
	size_t snapshots = 0, texts = 0;

	p->router = -1;
	if (load(p, ask->common, files, names, f) < 0)
		return -1;
	leave_watches(p);
	if (ask->since_boot)
		return take_since_boot(p, f);
	for (size_t i = 0; i < p->files; i++) {
		snapshots += p->file[i].document && p->file[i].run == NULL;
		texts += !p->file[i].document && p->file[i].run == NULL;
	}
	/* BEFORE AFTER alone stand for their order */
	if (texts + snapshots > 2 ||
	    (texts == 0 && snapshots > 0 && (p->runs > 0 || snapshots == 1))) {
		if (texts > 2)
			return fail(f,
			    "%zu files of text: one with both readings of the "
			    "router, or two",
			    texts);
		if (group(p, f) < 0)
			return -1;
	}
	if (texts + snapshots > 0 && (p->hosts == 0 || texts > 0) &&
	    take_pair(p, f) < 0)
		return -1;
	return roles(p, ask->router, f);
}

void
path_free(struct path *p)
{
	for (size_t i = 0; i < p->hosts; i++) {
		counters_free(&p->host[i].before);
		counters_free(&p->host[i].after);
		counters_free(&p->host[i].idle);
	}
	for (size_t i = 0; i < p->files; i++)
		session_free(&p->file[i]);
	pair_free(&p->text);
}

struct ledger_host
path_counters(const struct path_host *h)
{
	return (struct ledger_host){ .before = &h->before,
		.after = &h->after,
		.idle = h->idle.n > 0 ? &h->idle : NULL,
		.idle_ns = h->idle_ns,
		.window_ns = h->window_ns };
}
