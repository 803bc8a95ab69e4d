/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A receive engine fills an array of packets; netreceive/sink.c counts them,
 * once for all engines. An engine that counts in the kernel brings what it
 * counted into the tally instead.
 */
#ifndef NETRECEIVE_RX_H
#define NETRECEIVE_RX_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/fail.h"

#define RX_BATCH 64

struct rx_options;
struct tally;

enum {
	RX_ROOT = 1 << 0, /* needs privilege */
	RX_TAGS = 1 << 1, /* sees 802.1Q tags */
	RX_FILES = 1 << 2, /* reads captures */
	RX_IN_KERNEL = 1 << 3, /* has tally instead of recv and release */
	RX_THREADS = 1 << 4, /* several receivers share the frames by flow */
};

enum rx_layer {
	RX_ETHERNET, /* data is the frame; sink dissects it */
	RX_PAYLOAD, /* data is the UDP payload */
};

struct rx_pkt {
	const uint8_t *data; /* valid until release */
	uint32_t len; /* bytes at data */
	uint32_t wire_len; /* bytes there were; > len: truncated */
	uint64_t t_ns; /* kernel's arrival time, CLOCK_REALTIME; 0: none */
	bool tagged; /* tag stripped into tci by the kernel */
	bool csum_pending; /* TP_STATUS_CSUMNOTREADY: not corrupt */
	bool csum_unknown; /* the engine cannot tell which are pending */
	bool oversize; /* longer than its interface takes: merged */
	bool outgoing; /* in a capture: did not arrive, was sent there */
	uint16_t tci;
	uint16_t tpid;
	struct addr src; /* RX_PAYLOAD only, as are the ports */
	uint16_t src_port, dst_port;
};

struct rx_drops { /* frames that were ours to take and got lost */
	uint64_t buffer; /* socket buffer or ring full */
	bool known;
};

struct rx {
	const struct rx_engine *engine;
	const struct rx_options *o;
	uint64_t start_ns; /* of the series */
	const char *interface; /* NULL: any */
	const char *file; /* a capture instead, - is standard input; or NULL */
	unsigned ifindex;
	uint16_t port_min, port_max;
	uint64_t rcvbuf; /* wanted bytes; 0: largest allowed */
	uint64_t rcvbuf_got;
	/*
	 * Receivers that share the frames, opened one after the other: the
	 * last one begins the sharing. threads 0: alone.
	 */
	struct rx **group;
	uint32_t thread, threads;
	bool pass; /* a tap lets the frames go on to the host */
	/*
	 * Set by open: how this host is kept from answering the frames that
	 * we count. "socket": a socket is bound to each port; "tcx": dropped
	 * behind the tap; "xdp": the program that counts them ends them;
	 * "none".
	 */
	const char *quiet;
	const char *mode; /* set by open where there is more than one */
	void *state;
};

struct rx_engine {
	const char *name, *help;
	unsigned caps;
	enum rx_layer layer;
	int (*usable)(struct fail *);
	/* sets rcvbuf_got, quiet, state */
	int (*open)(struct rx *, struct fail *);
	/* packets (0 = timeout, signal or end of file), -1 = broken */
	int (*recv)(
	    struct rx *, struct rx_pkt *, int n, int timeout_ms, struct fail *);
	void (*release)(struct rx *, int n);
	/*
	 * Brings the tally up to date, without waiting; -1 = broken. With
	 * `last`, once: counting ends first. It may put off the tally's stop
	 * time to one that the kernel knew before it came.
	 */
	int (*tally)(struct rx *, struct tally *, bool last, struct fail *);
	/* cumulative since open, from the kernel's own count */
	void (*drops)(struct rx *, struct rx_drops *);
	void (*close)(struct rx *);
};

extern const struct rx_engine *const rx_engines[];
const struct rx_engine *rx_find(const char *name);

/* Engines that this build is without. */
struct rx_absent {
	const char *name, *why;
};
extern const struct rx_absent rx_absent[]; /* the last has no name */
const char *rx_absent_why(const char *name); /* NULL: not one of them */

#endif
