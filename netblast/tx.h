/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A transmit engine hands out writable buffers and sends them. It never
 * paces and never accounts for time: netblast/blast.c does, once for all.
 * docs/adding-an-engine.md explains each hook.
 */
#ifndef NETBLAST_TX_H
#define NETBLAST_TX_H

#include <stdint.h>

#include "lib/fail.h"
#include "lib/frame.h"

#define TX_BATCH 64 /* most slots of one reserve */

enum { /* caps: facts about the engine */
	TX_ROOT = 1 << 0, /* needs privilege */
	TX_TAGS = 1 << 1, /* can send tagged frames */
	TX_IN_KERNEL = 1 << 2, /* has generate instead of the loop */
	TX_NO_WIRE = 1 << 3, /* nothing leaves (null) */
};

enum tx_layer {
	TX_ETHERNET, /* slot holds the whole frame */
	TX_PAYLOAD, /* slot holds the UDP payload */
};

struct tx_slot {
	uint8_t *data; /* writable, `cap` bytes */
	uint32_t cap;
	uint32_t len; /* set by the sender before commit */
};

#define TX_ERRNO_KINDS 16
struct tx_count { /* kept by the engine, never reset */
	uint64_t calls; /* system calls to send */
	uint64_t refused; /* error returns and short returns */
	struct {
		int error; /* errno value; 0 = end of list */
		uint64_t n;
	} errors[TX_ERRNO_KINDS];
	uint64_t short_returns; /* sendmmsg that took fewer, no errno */
};

struct tx { /* one per sending thread */
	const struct tx_engine *engine;
	const char *interface; /* outgoing interface, never NULL */
	unsigned ifindex;
	const struct frame *frame; /* template, for sizes and addresses */
	const struct frame_spec *spec;
	uint64_t sndbuf; /* wanted bytes; 0: largest allowed */
	uint64_t sndbuf_got; /* what the kernel granted; 0: no socket */
	struct tx_count count;
	void *state; /* the engine's own */
};

struct tx_engine {
	const char *name, *help;
	unsigned caps;
	enum tx_layer layer;
	/* 0 if it can work here, else -1 and why: for --list-engines, auto */
	int (*usable)(struct fail *);
	int (*open)(struct tx *, struct fail *);
	/* up to n slots; 0 = full now */
	int (*reserve)(struct tx *, struct tx_slot *, int n);
	/* send the first n reserved; how many the kernel took (0..n).
	 * What was not taken is refused: counted, and offered again. */
	int (*commit)(struct tx *, int n);
	/* wait for frames in flight at most ms; 0 = all out */
	int (*drain)(struct tx *, int ms);
	void (*close)(struct tx *);
};

/* Engines built in, NULL-terminated: null first, the best last. */
extern const struct tx_engine *const tx_engines[];

const struct tx_engine *tx_find(const char *name);

/* Count one refused call of this errno (0: short return). */
void tx_refuse(struct tx *, int error);

#endif
