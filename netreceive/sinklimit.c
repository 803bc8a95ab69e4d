/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "netreceive/sinklimit.h"

#define ENOUGH_NS 100000000ULL

static const struct {
	const char *name, *text;
} limits[] = {
	[SINKLIMIT_NONE] = { NULL, NULL },
	[SINKLIMIT_UNKNOWN] = { "unknown",
	    "this system does not tell what the sink itself lost" },
	[SINKLIMIT_BUFFER] = { "buffer",
	    "sink limited: frames arrived and had no room in its buffer" },
	[SINKLIMIT_RING] = { "ring",
	    "sink limited: frames had no room in the ring of its network "
	    "card" },
	[SINKLIMIT_BACKLOG] = { "backlog",
	    "sink limited: frames had no room in the backlog of a CPU" },
	[SINKLIMIT_CPU] = { "cpu",
	    "the sink is near its limit: a receiving thread used all its CPU "
	    "time" },
};

const char *
sinklimit_name(enum sinklimit by)
{
	return limits[by].name;
}

const char *
sinklimit_text(enum sinklimit by)
{
	return limits[by].text;
}

enum sinklimit
sinklimit_of(const struct sinklimit_facts *x)
{
	if (x->drops_known && x->drops > 0)
		return SINKLIMIT_BUFFER;
	if (x->backlog > 0)
		return SINKLIMIT_BACKLOG;
	if (x->ring > 0)
		return SINKLIMIT_RING;
	if (x->active_ns >= ENOUGH_NS && x->cpu_ns >= x->active_ns / 10 * 9)
		return SINKLIMIT_CPU;
	return x->drops_known ? SINKLIMIT_NONE : SINKLIMIT_UNKNOWN;
}
