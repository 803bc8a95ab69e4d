/* SPDX-License-Identifier: BSD-2-Clause */
/* From options to a sender that is ready: way, engine, frame. */
#ifndef NETBLAST_SETUP_H
#define NETBLAST_SETUP_H

#include "lib/fail.h"
#include "lib/link.h"
#include "lib/wire.h"
#include "netblast/options.h"
#include "netblast/tx.h"

struct setup {
	struct link link; /* index 0: none, or not asked */
	struct link_route route;
	struct frame_spec spec; /* of the first flow, payload of kind 0 */
	struct flow_space flows;
	struct sizes sizes;
	struct frame *frames; /* one for each kind of size */
	struct wire wire[SIZES_KINDS];
	uint64_t period_bits; /* of sizes.period frames, on the wire */
	struct rate rate; /* offered load */
	const struct tx_engine *engine;
	bool macs; /* the engine sends link addresses */
};

/*
 * Everything but opening the engine. -1: impossible, and why. To be freed by
 * setup_free in both cases.
 */
int setup_make(struct setup *, const struct options *, struct fail *);
void setup_free(struct setup *);

/* A sender of this set-up, not yet opened. Both must outlive it. */
void setup_tx(const struct setup *, const struct options *, struct tx *);

#endif
