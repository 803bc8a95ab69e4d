/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Placement: which CPU does what. In a lab on one machine it decides what a
 * figure means, so it is a named row of a table and a method key.
 *
 *	one-cpu	the generator's CPU also runs the router's and the sink's
 *		receive path, packet by packet: the sender is held back by
 *		the path (closed load), no queue can fill, and the time per
 *		packet is the sum of all work on it. 1/routed - 1/direct is
 *		then the time that the router's code adds.
 *	split	the router's input is steered to CPU1 (RPS), which does
 *		nothing but route; generator and sink stay on CPU0. The
 *		sender goes on when the router is behind (open load), and the
 *		router's input queue overflows as it would on a real link.
 */
#ifndef HARNESS_PLACE_H
#define HARNESS_PLACE_H

#include <stdbool.h>

#include "harness/lab.h"

enum place_direction { PLACE_FORWARD, PLACE_REVERSE, PLACE_DIRECTIONS };

struct placement {
	const char *name, *help;
	bool closed; /* as fast as possible is closed load */
	int generator_cpu[PLACE_DIRECTIONS];
	int sink_cpu[PLACE_DIRECTIONS]; /* the process that reads */
	int prober_cpu; /* -1: anywhere */
	const struct lab_steer *through; /* with a router in the path */
	const struct lab_steer *direct; /* without */
};

/* NULL: no such placement. */
const struct placement *placement_find(const char *name);
extern const struct placement placements[]; /* ends in name NULL */

#endif
