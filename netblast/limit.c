/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "netblast/limit.h"

#define NS_PER_S 1000000000ULL

static const struct {
	const char *name, *text;
} limits[] = {
	[LIMIT_NONE] = { NULL, NULL },
	[LIMIT_STALLS] = { "stalls",
	    "generator limited: held up, and what was due then was not sent "
	    "(--stall slip)" },
	[LIMIT_RING] = { "ring",
	    "generator limited: the kernel refused frames (ring or queue "
	    "full, or what counts.errors says)" },
	[LIMIT_LINK] = { "link", "the link is full" },
	[LIMIT_CPU] = { "cpu",
	    "generator limited: the sending threads used all their CPU time" },
	[LIMIT_WAIT] = { "wait",
	    "generator limited: the sending threads waited, for room in the "
	    "send buffer or for a CPU that others used" },
};

const char *
limit_name(enum limit_by by)
{
	return limits[by].name;
}

const char *
limit_text(enum limit_by by)
{
	return limits[by].text;
}

/* Seconds and rest apart, so that 64 bits suffice for a year at 1 Tbit/s. */
uint64_t
limit_line_permille(const struct limit_facts *x)
{
	uint64_t s = x->elapsed_ns / NS_PER_S;
	uint64_t ms = x->elapsed_ns % NS_PER_S / 1000000;
	uint64_t bits = x->speed_bps * s + x->speed_bps / 1000 * ms;

	return bits < 1000 ? 0 : x->wire_bits / (bits / 1000);
}

static bool
reached(const struct limit_facts *x)
{
	return x->wanted != 0 && x->taken >= x->wanted - x->wanted / 1000;
}

/* Would the rate have been reached without the stalls? Half is enough. */
static bool
by_stalls(const struct limit_facts *x)
{
	uint64_t missing = x->wanted - x->taken;
	double per_ns = (double)x->wanted / (double)x->elapsed_ns;

	return (double)x->stalled_ns * per_ns * 2 >= (double)missing;
}

enum limit_by
limit_of(const struct limit_facts *x)
{
	if (reached(x) || x->elapsed_ns == 0)
		return LIMIT_NONE;
	if (limit_line_permille(x) >= 990)
		return LIMIT_LINK;
	if (x->wanted > x->taken && x->stalled_ns > 0 && by_stalls(x))
		return LIMIT_STALLS;
	/* one refusal in a thousand frames costs more than one frame */
	if (x->refused > x->taken / 1000)
		return LIMIT_RING;
	if (x->cpu_ns / x->threads >= x->elapsed_ns / 10 * 9)
		return LIMIT_CPU;
	return LIMIT_WAIT;
}

uint64_t
limit_line_share(uint64_t speed_bps, uint64_t period_bits, uint32_t period,
    const struct rate *percent)
{
	uint64_t line = speed_bps * period / period_bits;

	return line * percent->frames / (100 * percent->seconds);
}
