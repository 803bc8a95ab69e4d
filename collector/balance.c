/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/balance.h"

#define SAY(b, ...)                                                           \
	((b)->notes < BALANCE_NOTES ? (void)snprintf((b)->note[(b)->notes++], \
					  sizeof((b)->note[0]), __VA_ARGS__)  \
				    : (void)0)

/*
 * Since boot what arrived stands for what was sent: the packets of the input
 * and, beside them, what its card refused.
 */
static int
arrived(const struct path *p, const struct balance_given *given,
    struct ledger_ask *ask, struct fail *f)
{
	static const char *const refused[] = { "if.rx.errors", "if.rx.missed" };
	const struct counters *after;
	const struct counter *in = NULL, *c;

	if (given->in == NULL)
		return fail(f,
		    "--since-boot: by which interface did the packets come "
		    "in, and go out? Give --in and --out");
	after = &p->host[p->router].after;
	in = counters_find(after, "if.rx.packets", given->in);
	if (in == NULL)
		return fail(f, "--in: %s: no such interface in the listings",
		    given->in);
	ask->sent = in->value;
	ask->sent_assumed = true;
	for (int i = 0; i < 2; i++) {
		c = counters_find(after, refused[i], given->in);
		if (c != NULL)
			ask->sent += c->value;
	}
	return 0;
}

/* Without documents of programs: what the generator's own output tells. */
static int
ask_listings(const struct path *p, const struct balance_given *given,
    struct ledger_ask *ask, struct fail *f)
{
	uint64_t sent = 0, errors = 0;
	bool known = pair_sent(&p->text, &sent, &errors);

	/* of a whole life nobody knows what was sent */
	if (given->since_boot && given->sent == NOT_GIVEN)
		return arrived(p, given, ask, f);
	if (!known && given->sent == NOT_GIVEN)
		return fail(f,
		    "how many frames were sent? Give --sent, or "
		    "the generator's output in the file");
	ask->sent = sent;
	ask->refused = errors;
	ask->refused_known = known && given->sent == NOT_GIVEN;
	return 0;
}

static int
ask_of(const struct balance *b, const struct path *p, size_t way,
    const struct balance_given *given, struct ledger_ask *ask, struct fail *f)
{
	const struct way *w = &b->ways.way[way];

	memset(ask, 0, sizeof(*ask));
	ways_ask(w, p, ask);
	ask->two_ways = b->ways.n > 1;
	if (w->generators == 0 && ask_listings(p, given, ask, f) < 0)
		return -1;
	if (given->sent != NOT_GIVEN) {
		ask->sent = given->sent;
		ask->sent_raw = false;
	}
	if (given->refused != NOT_GIVEN) {
		ask->refused_known = true;
		ask->refused = given->refused;
	}
	if (given->received != NOT_GIVEN) {
		ask->received_known = true;
		ask->received = given->received;
	}
	return 0;
}

/* Twice where the path turns out to be veth, whose drops are told apart. */
static int
balance_way(const struct path *p, struct ledger_ask *ask, struct ledger *l,
    struct fail *f)
{
	const struct counters *after;

	if (ledger_balance(ask, l, f) < 0)
		return -1;
	if (p->router < 0 || !l->in_known)
		return 0;
	after = &p->host[p->router].after;
	if (counters_find(after, "if.veth", l->in_if) == NULL)
		return 0;
	ask->virtual_path = true;
	return ledger_balance(ask, l, f);
}

/*
 * What the kernel counts for the machine although it was read in a namespace:
 * told, and booked nowhere, for it may be of any namespace.
 */
static void
tell_machine(struct balance *b, const struct path *p)
{
	uint64_t most = 0;

	for (size_t i = 0; i < p->hosts; i++) {
		const struct counters *after = &p->host[i].after;
		uint64_t sum = 0, delta;

		for (size_t k = 0; k < after->n; k++) {
			const struct counter *c = &after->v[k];

			if (!c->machine ||
			    strcmp(c->name, "neighbour.discards") != 0)
				continue;
			counters_delta(&p->host[i].before, after, c, &delta);
			sum += delta;
		}
		most = sum > most ? sum : most;
	}
	if (most > 0)
		SAY(b,
		    "the machine's neighbour tables discarded %llu frames "
		    "whose next hop did not answer; of which namespace is "
		    "not told, so they are booked nowhere",
		    (unsigned long long)most);
}

/* A reading that --settle gave up on may lack the last frames. */
static void
tell_moving(struct balance *b, const struct path *p)
{
	bool moving = p->text.first.moving || p->text.second.moving;

	for (size_t i = 0; i < p->files; i++)
		moving |= p->file[i].moving;
	if (moving)
		SAY(b,
		    "counters were still moving in one of the readings: what "
		    "came after it is in the residual");
}

static void
tell(struct balance *b, const struct path *p)
{
	uint64_t uncounted = 0;
	size_t invalid = 0;
	const char *why = "";

	b->valid = true;
	for (size_t i = 0; i < p->runs; i++) {
		if (p->run[i]->generator)
			uncounted += p->run[i]->uncounted;
		if (p->run[i]->valid)
			continue;
		invalid++;
		why = p->run[i]->error;
	}
	if (uncounted > 0)
		SAY(b, "%llu frames of ramp and warm-up are among those sent",
		    (unsigned long long)uncounted);
	if (invalid > 0) {
		b->valid = false;
		SAY(b,
		    "%zu of the programs' documents say that their numbers "
		    "are not valid%s%s",
		    invalid, why[0] != '\0' ? ": " : "", why);
	}
	tell_machine(b, p);
	tell_moving(b, p);
	if (p->unused)
		SAY(b,
		    "a watch of a host is not used where snapshots of it are "
		    "given");
}

int
balance_make(struct balance *b, const struct path *p,
    const struct balance_given *given, struct fail *f)
{
	struct ledger_ask ask;

	memset(b, 0, sizeof(*b));
	if (ways_find(&b->ways, p, f) < 0)
		return -1;
	if (b->ways.n > 1 &&
	    (given->sent != NOT_GIVEN || given->received != NOT_GIVEN ||
		given->refused != NOT_GIVEN))
		return fail(f,
		    "--sent, --received and --refused: the documents are of "
		    "two directions, and one number cannot be of both");
	if (ways_interfaces(&b->ways, p, given->in, given->out, f) < 0)
		return -1;
	for (size_t d = 0; d < b->ways.n; d++)
		if (ask_of(b, p, d, given, &ask, f) < 0 ||
		    balance_way(p, &ask, &b->way[d], f) < 0)
			return -1;
	ledger_sum(&b->sum, b->way, (int)b->ways.n);
	tell(b, p);
	if (given->since_boot)
		SAY(b,
		    "since boot, not for one blast: all that ever came and "
		    "went is in it");
	return 0;
}
