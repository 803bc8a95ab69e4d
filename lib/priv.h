/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * May this process do what an engine needs? Asked, not guessed from uid. And
 * how to give that up again once everything is open.
 */
#ifndef LIB_PRIV_H
#define LIB_PRIV_H

#include "lib/fail.h"

/* 0: may send and capture whole frames; -1: and what is missing. */
int priv_raw(struct fail *);

enum { /* what priv_drop may leave */
	/* write where only root may: an output file in somebody's directory */
	PRIV_FILES = 1 << 0, /* CAP_DAC_OVERRIDE */
	PRIV_NET_ADMIN = 1 << 1, /* CAP_NET_ADMIN */
	PRIV_NET_RAW = 1 << 2, /* CAP_NET_RAW */
	PRIV_BPF = 1 << 3, /* CAP_BPF */
};

/*
 * Give up every privilege but those in `keep`, for good: of the calling
 * thread and of those that it starts later, so before the first of them. The
 * user id stays. What is open stays usable (tried on Linux 6.18, with
 * kernel.unprivileged_bpf_disabled = 2): packet sockets, AF_XDP, capture
 * handles, BPF_PROG_RUN, BPF maps and links; so does reading counters by
 * netlink. Linux 5.8 to 5.18 want PRIV_BPF for every call about BPF, any
 * Linux PRIV_NET_ADMIN to take an XDP program off by netlink.
 * 0: done; 1: this system has no such thing, nothing was done; -1: failed.
 */
int priv_drop(unsigned keep, struct fail *);

#endif
