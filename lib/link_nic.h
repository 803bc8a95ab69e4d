/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a driver counts beyond the counters that all interfaces have: the names
 * are its own (ethtool -S on Linux), so what a name says is judged by its
 * words. Of receiving only, and of losses only.
 */
#ifndef LIB_LINK_NIC_H
#define LIB_LINK_NIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NIC_NAME 33
#define NIC_LOSSES 512 /* what a card with more queues has is left out */

struct nic_losses {
	bool known; /* the driver tells */
	size_t n;
	struct nic_loss {
		char name[NIC_NAME];
		uint64_t v;
	} one[NIC_LOSSES];
};

/* Does the name say that received frames were lost? */
bool nic_is_loss(const char *name);

/* Does it say that the card found no room for them (ring, its own buffer)? */
bool nic_is_ring(const char *name);

/*
 * Add a counter where its name says loss. Blanks around the name are no part
 * of it; what stands there several times (a queue each) is one sum.
 */
void nic_add(struct nic_losses *, const char *name, size_t len, uint64_t v);

/* Those that grew; a counter that fell, or is not in both, is left out. */
void nic_growth(const struct nic_losses *before, const struct nic_losses *after,
    struct nic_losses *growth);

/* Never fails: not known is said in the result. */
void nic_read(const char *interface, struct nic_losses *);

#endif
