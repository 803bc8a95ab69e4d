/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the card had no buffer for, where only its driver tells: sysctl
 * dev.ix.0.mac_stats of FreeBSD, `ethtool -S` of Linux. As a rule these are
 * inside the interface's errors and missed frames, and then they explain them
 * and are booked nowhere.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ledger_books.h"

/*
 * Behind the last dot, without digits at the end. Not sure: a frame that found
 * no descriptor may have waited in the card until there was one (RNBC).
 */
static const struct {
	const char *name;
	bool sure;
} statistics[] = {
	{ "missed_packets", true }, /* em, igb */
	{ "rx_missed_packets", true }, /* ix */
	{ "rx_missed_errors", true }, /* Linux */
	{ "rx_missed", true },
	{ "missed_pkts", true }, /* re */
	{ "rx_discarded", true }, /* a queue of ix */
	{ "rx_discards", true }, /* ixl */
	{ "rx_out_of_buffer", true }, /* mce */
	{ "rx_ovflow", true }, /* cxgbe: one of its buffer groups */
	{ "nobuffer", true }, /* a queue of vmx */
	{ "recv_no_buff", false },
	{ "rx_no_buffer_count", false },
};

static bool
is_statistic(const char *name, bool sure)
{
	const char *dot = strrchr(name, '.');
	size_t len;

	name = dot != NULL ? dot + 1 : name;
	len = strlen(name);
	while (len > 0 && isdigit((unsigned char)name[len - 1]))
		len--;
	for (size_t i = 0; i < sizeof(statistics) / sizeof(statistics[0]); i++)
		if (statistics[i].sure == sure &&
		    strlen(statistics[i].name) == len &&
		    memcmp(statistics[i].name, name, len) == 0)
			return true;
	return false;
}

/* The driver's name of a statistic of this interface; NULL: it is none. */
static const char *
statistic(const struct counter *c, const char *in)
{
	size_t len = strlen(in);

	if (c->machine || strcmp(c->name, "nic") != 0 ||
	    strncmp(c->instance, in, len) != 0 ||
	    strncmp(c->instance + len, ": ", 2) != 0)
		return NULL;
	return c->instance + len + 2;
}

/* The same but for numbers: queue0.rx_discarded and queue1.rx_discarded. */
static bool
alike(const char *a, const char *b)
{
	while (*a != '\0' || *b != '\0') {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			a += strspn(a, "0123456789");
			b += strspn(b, "0123456789");
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return true;
}

/* All that are like this one, together. */
static struct growth
kind(const struct ledger_host *h, const char *in, const char *name)
{
	struct growth sum = { .found = false };

	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];
		const char *other = statistic(c, in);
		struct growth g;

		if (other == NULL || !alike(name, other))
			continue;
		g = books_grown(h, "nic", c->instance);
		books_add(&sum, &g);
	}
	return sum;
}

/* Two kinds may be one event: the one that grew most. */
static struct growth
largest(const struct ledger_host *h, const char *in, bool sure)
{
	struct growth best = { .found = false };

	for (size_t i = 0; i < h->after->n; i++) {
		const char *name = statistic(&h->after->v[i], in);
		bool again = false;
		struct growth g;

		if (name == NULL || !is_statistic(name, sure))
			continue;
		for (size_t k = 0; k < i && !again; k++) {
			const char *other = statistic(&h->after->v[k], in);

			again = other != NULL && alike(name, other);
		}
		if (again)
			continue;
		g = kind(h, in, name);
		if (!g.broken && (!best.found || g.frames > best.frames))
			best = g;
	}
	return best;
}

/* Do so many beside the packets make the generator's count better? */
static bool
nearer(const struct books *b, int64_t these, int64_t those)
{
	int64_t sent = books_limited(b->l->sent);
	int64_t packets = books_limited(b->l->in_packets);

	return b->l->in_known && !b->ask->sent_assumed &&
	    llabs(sent - books_sum(packets, these)) <
	    llabs(sent - books_sum(packets, those));
}

void
books_card(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	const struct ledger_place *error = &b->l->place[PLACE_NIC_ERROR];
	struct ledger_place *ring = &b->l->place[PLACE_NIC_RING];
	int64_t counted = books_sum(error->frames, ring->frames), more;
	struct growth g, perhaps;

	if (r->before == NULL || r->after == NULL || b->ask->virtual_path ||
	    b->broken[PLACE_NIC_ERROR] || b->broken[PLACE_NIC_RING])
		return;
	g = largest(r, in, true);
	if (g.frames == 0) {
		perhaps = largest(r, in, false);
		if (nearer(b, books_sum(counted, perhaps.frames), counted))
			g = perhaps;
	}
	/* of more than the interface's own, those must be others */
	more = g.frames > counted ? g.frames - counted : 0;
	if (more > 0 &&
	    nearer(b, books_sum(counted, g.frames), books_sum(counted, more)))
		more = g.frames;
	/* inside the errors, they are no ring that lost nothing */
	if (more == 0 && (ring->known || g.frames > 0))
		return;
	books_book(b, PLACE_NIC_RING, "nic", &g, more);
}
