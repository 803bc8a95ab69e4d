/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks after the calls that make frames in the kernel. Such a call comes
 * back only when all its runs are used up or by a signal, and then frees its
 * pages for another 20 ms; so it has a thread of its own. Meanwhile: is it
 * done, was it stopped, does it need another one behind it, and do the frames
 * come out at all?
 */
#ifndef NETBLAST_XDP_WATCH_H
#define NETBLAST_XDP_WATCH_H

#include "lib/link.h"
#include "netblast/tx.h"
#include "netblast/tx_xdp.h"

struct xdp_watch {
	/* the call: runs the program so often, in batches. -1 with errno */
	int (*run)(void *arg, uint32_t runs, uint32_t batch);
	void *arg;
	struct xdp_state *state; /* planned; the program writes it */
	const struct pace *pace;
	/* whose counters must show what was made; NULL: they may not */
	const struct link *link;
	bool vanished; /* they did not: the frames are lost */
};

/*
 * Until the state is done, or blast_stop is set. Fills all of *made but the
 * gaps. -1 and why when a call failed; also when frames vanished, then
 * without a text.
 */
int xdp_watch(struct xdp_watch *, struct tx_made *, struct fail *);

/* Frames made so far, while the program is at it. */
uint64_t xdp_watch_made(const struct xdp_state *);

#endif
