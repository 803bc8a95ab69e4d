/* SPDX-License-Identifier: BSD-2-Clause */
/* What the router forwarded and did not give out. */
#include "lib/ledger_books.h"

static bool
found_on(const struct books *b, const char *name)
{
	for (size_t i = 0; i < b->out.n; i++)
		if (books_grown(&b->ask->router, name, b->out.name[i]).found)
			return true;
	return false;
}

static int64_t
ports_dropped(const struct books *b, const struct ports *p, const char *name)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->n; i++)
		sum = books_sum(
		    sum, books_grown(&b->ask->router, name, p->name[i]).frames);
	return sum;
}

/* The larger of the other direction's drops. */
static int64_t
back_dropped(const struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	const char *in = b->l->in_if;
	int64_t queue = books_grown(r, "qdisc.drops", in).frames;
	int64_t drops = books_grown(r, "if.tx.drops", in).frames;

	return queue > drops ? queue : drops;
}

static void
charge_ports(
    struct books *b, enum place at, const struct ports *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		books_charge(b, at, &b->ask->router, name, p->name[i]);
}

/*
 * A full output queue may be counted by the interface, by the queueing
 * discipline and by IP, for the same frames: the largest one is taken. Two
 * that are added could hide frames that nobody counted.
 */
static void
output_queue(struct books *b)
{
	static const char *const counters[] = { "qdisc.drops", "if.tx.drops" };
	const struct ledger_host *r = &b->ask->router;
	const struct ports *at = &b->out;
	struct ports over;
	int64_t least = -1, frames;
	const char *most = NULL;

	if (!b->ask->virtual_path) {
		struct growth ip = books_grown(r, "ip.out_discards", NULL);
		struct growth ip6 = books_grown(r, "ip6.out_discards", NULL);

		least = books_sum(ip.frames, ip6.frames);
		if (!ip.found && !ip6.found)
			least = -1;
	}
	/* IP's are of both directions, the others of one */
	if (b->ask->two_ways && least >= 0)
		least -= back_dropped(b);
	/* on a veth the sink names the interface's drops */
	for (int i = 0; i < (b->ask->virtual_path ? 1 : 2); i++) {
		frames = ports_dropped(b, &b->out, counters[i]);
		if (!found_on(b, counters[i]) || frames < least ||
		    (most != NULL && frames == least))
			continue;
		least = frames;
		most = counters[i];
	}
	/* Linux: what the card's queue refused is a drop of the VLAN alone */
	books_over(r, b->out.n == 1 ? b->out.name[0] : NULL, &over);
	frames = ports_dropped(b, &over, "if.tx.drops");
	if (!b->ask->virtual_path && frames > 0 && frames > least) {
		most = "if.tx.drops";
		at = &over;
	}
	if (most != NULL) {
		charge_ports(b, PLACE_OUTPUT_QUEUE, at, most);
	} else if (!b->ask->virtual_path) {
		books_charge_whole(b, PLACE_OUTPUT_QUEUE, r, "ip.out_discards");
		books_charge_whole(
		    b, PLACE_OUTPUT_QUEUE, r, "ip6.out_discards");
	}
}

void
books_output(struct books *b)
{
	output_queue(b);
	charge_ports(b, PLACE_OUTPUT_ERROR, &b->out, "if.tx.errors");
	for (size_t i = 0; i < b->out.n; i++)
		books_charge_sum(b,
		    &(struct sum_of){ "if.tx.failed", "if.tx.drops",
			"if.tx.errors", PLACE_OUTPUT_QUEUE,
			PLACE_OUTPUT_ERROR },
		    b->out.name[i]);
}
