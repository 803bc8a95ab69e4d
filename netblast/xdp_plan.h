/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the program in the kernel is told: pure arithmetic, tested against
 * lib/pace.h, lib/flow.h and lib/frame.h.
 */
#ifndef NETBLAST_XDP_PLAN_H
#define NETBLAST_XDP_PLAN_H

#include "netblast/tx.h"
#include "netblast/tx_xdp.h"

/* What holds while the engine is open. */
void xdp_plan_shape(const struct tx *, struct xdp_shape *);

/* The frames of a phase, one for each kind of size. */
void xdp_plan_kinds(
    const struct tx *, const struct tx_job *, struct xdp_kind kinds[XDP_KINDS]);

/* The start of a phase. */
void
xdp_plan_state(const struct tx *, const struct tx_job *, struct xdp_state *);

/* Where the program counts for the series; NULL: in its first slot. */
void xdp_plan_slots(const struct series *, struct xdp_state *);
void xdp_plan_series(
    const struct xdp_state *, const uint64_t *slots, struct series *);

/* Runs that hand over together. */
uint32_t xdp_plan_batch(const struct pace *);

#endif
