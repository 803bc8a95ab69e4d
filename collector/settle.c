/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "collector/settle.h"
#include "collector/source.h"
#include "lib/clock.h"

static const char *const packets[] = { "if.rx.packets", "if.tx.packets" };

/* ---- which interfaces ------------------------------------------------------ */

/* "vtnet0" is of driver "vtnet". */
static bool
of_driver(const char *name, const char *driver)
{
	size_t len = strlen(driver);

	return strncmp(name, driver, len) == 0 &&
	    (name[len] == '\0' || isdigit((unsigned char)name[len]));
}

static bool
is_loopback(const char *name)
{
	return of_driver(name, "lo");
}

/*
 * The BSDs name an interface by its driver: hosts of virtual machines first,
 * then what is software altogether. ("vmx" and "hn" are FreeBSD's, "vio" and
 * "hvn" OpenBSD's, "vioif" NetBSD's.)
 */
static bool
is_virtual(const struct counters *c, const char *name)
{
	static const char *const drivers[] = { "vtnet", "vio", "vioif", "xn",
		"xnf", "xennet", "vmx", "hn", "hvn", "epair", "tap", "tun",
		"vether", "pair", "bridge", "vlan", "lagg", "trunk", "aggr",
		"carp", "gif", "gre", "stf", "wg", "enc", "pflog", "pfsync",
		"ng", "shmif", "ipfw" };

	for (size_t i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++)
		if (of_driver(name, drivers[i]))
			return true;
	return counters_find(c, "if.virtual", name) != NULL;
}

static bool
is_packets(const struct counter *c)
{
	return (strcmp(c->name, packets[0]) == 0 ||
		   strcmp(c->name, packets[1]) == 0) &&
	    !is_loopback(c->instance);
}

bool
settle_virtual(const struct counters *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (is_packets(&c->v[i]) && !is_virtual(c, c->v[i].instance))
			return false;
	return true;
}

/* ---- two readings ---------------------------------------------------------- */

int
settle_compare(struct settled *s, const struct counters *before,
    const struct counters *after, uint64_t limit)
{
	bool quiet = true;

	s->n = s->compared = 0;
	free(s->moved);
	s->moved = calloc(after->n + 1, sizeof(*s->moved));
	if (s->moved == NULL)
		return -1;
	for (size_t i = 0; i < after->n; i++) {
		const struct counter *a = &after->v[i];
		struct settle_moved *m = &s->moved[s->n];
		enum counter_change change;

		if (!is_packets(a))
			continue;
		change = counters_delta(before, after, a, &m->frames);
		s->compared += change != COUNTER_ABSENT;
		if (change == COUNTER_ABSENT ||
		    (change == COUNTER_OK && m->frames == 0))
			continue;
		m->counter = *a;
		m->known = change != COUNTER_RESET;
		quiet &= m->known && m->frames <= limit;
		s->n++;
	}
	s->agreed = quiet && s->compared > 0;
	return 0;
}

static uint64_t
ended_ns(const struct gathered *g)
{
	return g->after.mono_ns;
}

/* What an idle interface may have counted from one reading to the next. */
static uint64_t
allowed(const struct settled *s, const struct on *on)
{
	return s->idle_pps * (s->apart_ns / 1000000) / 1000 +
	    (on->far ? SETTLE_SSH_FRAMES : 0);
}

static int
compare(struct settled *s, const struct on *on, const struct gathered *a,
    const struct gathered *b, struct fail *f)
{
	struct counters before = { .n = 0 }, after = { .n = 0 };
	int rc = -1;

	s->apart_ns = ended_ns(b) - ended_ns(a);
	if (session_counters(&a->session, MOMENT_NONE, &before) == 0 &&
	    session_counters(&b->session, MOMENT_NONE, &after) == 0)
		rc = settle_compare(s, &before, &after, allowed(s, on));
	counters_free(&before);
	counters_free(&after);
	return rc < 0 ? fail(f, "out of memory") : 0;
}

/* How long the next reading may be away, by what the first one shows. */
static int
wait_of(const struct gathered *g, uint64_t *wait_ns, struct fail *f)
{
	struct counters c = { .n = 0 };
	int rc = session_counters(&g->session, MOMENT_NONE, &c);

	if (*wait_ns == 0)
		*wait_ns =
		    settle_virtual(&c) ? SETTLE_VIRTUAL_NS : SETTLE_CARD_NS;
	else if (*wait_ns * 2 <= SETTLE_CARD_NS)
		/* what moves after 100 ms may take as long as on a card */
		*wait_ns *= 2;
	counters_free(&c);
	return rc < 0 ? fail(f, "out of memory") : 0;
}

static bool
hindered(const struct gathered *g, const struct on *on)
{
	return g->asked.broken.text[0] != '\0' ||
	    (on->stop != NULL && *on->stop != 0);
}

/*
 * The counts alone first, because over ssh they are few packets; then all
 * sources, the counts before the others.
 */
static int
pair(struct settled *s, struct gathered *g, struct on *on, uint64_t *wait_ns,
    struct fail *f)
{
	struct gathered first = { .n_notes = 0 };
	int rc = gather_all(&first, on, SOURCE_PORTS, f);

	s->readings += 2;
	if (rc == 0)
		rc = wait_of(&first, wait_ns, f);
	if (rc == 0) {
		clock_sleep_until(ended_ns(&first) + *wait_ns);
		rc = gather_all(g, on, 0, f);
	}
	if (rc == 0)
		rc = compare(s, on, &first, g, f);
	gathered_free(&first);
	return rc;
}

int
settle(struct settled *s, struct gathered *g, struct on *on, struct fail *f)
{
	uint64_t wait_ns = 0, end = clock_mono_ns() + SETTLE_MAX_NS;
	unsigned extra = g->extra;
	int rc;

	s->asked = true;
	for (;;) {
		rc = pair(s, g, on, &wait_ns, f);
		if (rc < 0 || s->agreed || s->compared == 0 ||
		    hindered(g, on) || clock_mono_ns() + wait_ns > end)
			return rc;
		gathered_free(g);
		memset(g, 0, sizeof(*g));
		g->extra = extra;
	}
}

void
settled_free(struct settled *s)
{
	free(s->moved);
	s->moved = NULL;
	s->n = 0;
}
