/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A transmit engine hands out writable buffers and sends them. It never
 * paces and never accounts for time: netblast/blast.c does, once for all.
 * docs/adding-an-engine.md explains each hook.
 */
#ifndef NETBLAST_TX_H
#define NETBLAST_TX_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fail.h"
#include "lib/flow.h"
#include "lib/frame.h"
#include "lib/hist.h"
#include "lib/link.h"
#include "lib/pace.h"
#include "lib/series.h"
#include "lib/sizes.h"

#define TX_BATCH 64 /* most slots of one reserve */
#define TX_ROOM_MIN 128 /* of a slot: FRAME_HEAD at least */
#define TX_SEND_TIMEOUT_MS 50 /* a blocked send comes back as refused */

enum { /* caps: facts about the engine */
	TX_ROOT = 1 << 0, /* needs privilege */
	TX_TAGS = 1 << 1, /* can send tagged frames */
	TX_IN_KERNEL = 1 << 2, /* has generate instead of the loop */
	TX_NO_WIRE = 1 << 3, /* nothing leaves (null, file) */
	TX_THROUGH = 1 << 4, /* can send through the queueing discipline */
	TX_BYPASS = 1 << 5, /* can pass it by; with both: tx->qdisc_through */
	TX_TOLD = 1 << 6, /* what it drops is refused to us, with ENOBUFS */
};

enum tx_layer {
	TX_ETHERNET, /* slot holds the whole frame */
	TX_IP, /* the same, of which the engine sends the IP packet */
	TX_PAYLOAD, /* slot holds the UDP payload */
};

struct tx_slot {
	uint8_t *data; /* tx->room writable bytes; zero behind the head */
	uint32_t len; /* bytes to send, set by the loop */
	uint32_t number; /* of the flow, below flows->flows */
	struct flow flow; /* for engines with sockets */
};

#define TX_ERRNO_KINDS 16
struct tx_count { /* kept by tx_refuse, never reset */
	uint64_t refused; /* error returns and short returns */
	uint64_t short_returns; /* sendmmsg that took fewer, no errno */
	struct {
		int error; /* errno value; 0 = end of list */
		uint64_t n;
	} errors[TX_ERRNO_KINDS];
};

struct tx { /* one per sending thread */
	const struct tx_engine *engine;
	const struct link *link; /* outgoing interface, never NULL */
	const struct frame *frames; /* a template for each kind of size */
	const struct sizes *sizes; /* which kind frame n has */
	const struct frame_spec *spec; /* addresses, tags */
	const struct flow_space *flows;
	uint32_t room; /* bytes that a slot must have */
	uint32_t threads, thread; /* how many send, which is this */
	int cpu; /* that it is pinned to; -1: none */
	const char *file; /* --write, for the engine that writes */
	bool bind_link; /* --interface: by that one, whatever the routes say */
	bool qdisc_through; /* --qdisc through; else by, where that can be */
	bool fragment; /* classic form: datagrams above the MTU are split */
	uint64_t sndbuf; /* wanted bytes; 0: largest allowed */
	uint64_t now_ns; /* of the batch in hand, monotonic */
	/* found by open */
	uint64_t sndbuf_got; /* what the kernel granted; 0: no socket */
	bool qdisc_bypass; /* there is a queueing discipline, passed by */
	const char *mode; /* "zero copy", "copy"; NULL: the engine has none */
	struct addr local; /* udp: the socket's own; family 0: n/a */
	uint16_t local_port; /* 0: n/a */
	struct tx_count count;
	struct tx_slot slot[TX_BATCH];
	void *state; /* the engine's own */
};

/* What a generator in the kernel has to do on its own; see blast.h. */
struct tx_job {
	struct pace pace; /* t0_ns is set */
	uint64_t frames; /* stop after so many of this thread; 0: no limit */
	uint64_t end_ns; /* -t: stop at this monotonic time; 0: no limit */
	uint64_t first_seq;
	uint16_t tag, stream;
	bool uncounted, seq_per_round;
};

struct tx_made { /* start with all zero; gaps and series are the caller's */
	uint64_t taken, waits, stalls, stalled_ns;
	uint64_t largest_burst;
	uint64_t end_ns; /* when there was nothing more to send; monotonic */
	uint64_t cpu_ns; /* of threads that the engine started */
	struct hist *gaps; /* between hand-overs; may be NULL */
	struct series *series; /* of the frames taken, started; may be NULL */
};

struct tx_engine {
	const char *name, *help;
	unsigned caps;
	enum tx_layer layer;
	/* 0 if it can work here, else -1 and why: for --list-engines, auto */
	int (*usable)(struct fail *);
	int (*open)(struct tx *, struct fail *);
	/* make up to n of tx->slot writable; how many, 0 = full now */
	int (*reserve)(struct tx *, int n);
	/* send the first n of tx->slot; how many the kernel took (0..n).
	 * What was not taken is refused: counted, and offered again. */
	int (*commit)(struct tx *, int n);
	/* wait for frames in flight at most ms; 0 = all out. May be NULL. */
	int (*drain)(struct tx *, int ms);
	void (*close)(struct tx *);
	/*
	 * TX_IN_KERNEL only, instead of reserve and commit: makes the frames
	 * of the job and returns when it is done, or soon after blast_stop
	 * is set (SIGUSR2 then interrupts a system call). 0; -1 with the
	 * reason when it cannot go on: what was made until then is told.
	 */
	int (*generate)(struct tx *, const struct tx_job *, struct tx_made *,
	    struct fail *);
	/* frames made so far, from another thread, for progress lines */
	uint64_t (*progress)(const struct tx *);
};

/* Engines built in, NULL-terminated: null first, the best last. */
extern const struct tx_engine *const tx_engines[];

const struct tx_engine *tx_find(const char *name);

/* Engines that this build is without, and why; ends with a NULL name. */
struct tx_absent {
	const char *name, *why;
};

extern const struct tx_absent tx_absent[];

/* NULL: no such engine, or it is built in. */
const char *tx_absent_why(const char *name);

/*
 * Add n to the row of this errno, which is not 0. More kinds than rows are
 * told as the last one, never lost.
 */
void tx_count_error(struct tx_count *, int error, uint64_t n);

/* Count one refused call of this errno (0: short return). */
void tx_refuse(struct tx *, int error);

/*
 * What a sender call of one or many frames returned: how many were taken.
 * Counts the refusal. -1 with EINTR is none: a signal came.
 */
int tx_taken(struct tx *, int returned, int n);

/*
 * Buffers for engines that have none of their own: TX_BATCH times tx->room
 * zeros, put into tx->slot. Freed by free(3). NULL without memory.
 */
uint8_t *tx_buffers(struct tx *);

/* Bytes that a slot needs for the longest of these. */
uint32_t tx_room(const struct frame *frames, unsigned kinds);

/* drain for engines with a socket: sock_drain within ms. */
int tx_drain_socket(int fd, int ms);

/* reserve for such engines: all n, always. */
int tx_reserve_all(struct tx *, int n);

#endif
