/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/place.h"

/*
 * The sink's receive work goes back to CPU0. Left on CPU1 it would wait in
 * the same queue as the router's input (one backlog per CPU), and a flood
 * would lose frames between router and sink that no router on a real link
 * loses: measured, up to half of what was forwarded. The other direction
 * mirrors this.
 */
static const struct lab_steer split_through[] = {
	{ LAB_DUT, "in0", 2 },
	{ LAB_DUT, "out0", 1 },
	{ LAB_DUT, "mgmt0", 2 },
	{ LAB_SINK, "sink0", 1 },
	{ LAB_GEN, "gen0", 2 },
	{ .interface = NULL },
};

static const struct lab_steer split_direct[] = {
	{ LAB_SINK, "sink0", 2 },
	{ .interface = NULL },
};

const struct placement placements[] = {
	{ .name = "one-cpu",
	    .help = "generator, router and sink on one CPU",
	    .closed = true,
	    .generator_cpu = { 0, 1 },
	    .sink_cpu = { 1, 0 },
	    .prober_cpu = -1 },
	{ .name = "split",
	    .help = "router alone on CPU1, generator and sink on CPU0",
	    .generator_cpu = { 0, 1 },
	    .sink_cpu = { 0, 1 },
	    .prober_cpu = -1,
	    .through = split_through,
	    .direct = split_direct },
	{ .name = NULL },
};

const struct placement *
placement_find(const char *name)
{
	for (const struct placement *p = placements; p->name != NULL; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}
