/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the engine xdp and its program in the kernel share: the counters.
 * Fixed-width types only, because both compile it.
 */
#ifndef NETRECEIVE_XCOUNT_H
#define NETRECEIVE_XCOUNT_H

#include <stdbool.h>

#include "lib/hist.h"
#include "netreceive/kinds.h"

#define XCOUNT_STREAMS 64 /* at most; 1 MiB each */
#define XCOUNT_STREAMS_USUAL 16 /* where --streams does not say */
#define XCOUNT_EXPECT 1024 /* RX_EXPECT_MAX */
#define XCOUNT_NUMBERS 32768 /* of own streams */
#define XCOUNT_NO_TAG 0x10000
#define XCOUNT_SNAP 128 /* datagrams from here on: checksum not verified */
#define XCOUNT_BITS 22 /* the window's numbers; 32 a word */
#define XCOUNT_WORDS (1U << (XCOUNT_BITS - 5))
#define XCOUNT_LIMIT (1ULL << 48) /* numbers are below that */
#define XCOUNT_LEAPS 16 /* remembered of a stream */

/* What was asked for; constants while the program is loaded. */
struct xcount_rules {
	uint16_t port_min, port_max;
	uint16_t stream_min, stream_max;
	uint16_t vlan[2]; /* outer first */
	uint16_t streams; /* that there is room for */
	uint8_t vlans; /* 0: any tag or none */
	uint8_t stamp; /* enum rx_stamp */
	bool pass, any_source;
	bool unfinished; /* checksums may be: frames that never saw a wire */
	bool latency; /* else the clock is read as it was at the last tick */
	bool alone; /* one receive queue, so one frame at a time */
	uint64_t first_seq;
	uint64_t clock_offset; /* of the sender's clock, modulo 2^64 */
	uint64_t start_ns, interval_ns, intervals; /* of the series */
};

struct xcount_stream {
	uint64_t state; /* xcount_track.h; 0: nothing came */
	uint64_t limit;
	uint64_t source_high, source_low; /* as on the wire; IPv4: low */
	uint32_t family; /* 0: none, 1: being written */
	uint16_t src_port, dst_port;
	uint16_t kind, number;
	uint16_t collision;
	uint16_t other; /* enum other */
	/* numbers that were skipped at once: from..to-1 */
	uint32_t leaps;
	uint64_t leap_from[XCOUNT_LEAPS], leap_to[XCOUNT_LEAPS];
	uint64_t window[XCOUNT_WORDS];
};

/* Of a stream on a CPU. */
struct xcount_frames {
	uint64_t unique, duplicate, reordered, unjudged;
	uint64_t impossible; /* sequence: corrupt */
	uint64_t corrupt; /* checksum, length */
	uint64_t uncounted, late, bare;
	uint64_t first_ns, last_ns;
	uint64_t whole_sums; /* last frames in a row with all checksums */
};

/*
 * The last frame that was counted on a CPU, if of the most usual kind: IPv4
 * without options or tag, an own stamp of 10 or 18 bytes and no more payload.
 * The next one mostly differs from it only in sequence, time and checksum;
 * then nothing else needs to be looked at again.
 */
struct xcount_usual {
	/* from the Ethernet type to the source port; 0: there was none */
	uint64_t head[3];
	uint32_t ports; /* destination port, UDP length */
	uint32_t id; /* tag, stream */
	uint64_t sum; /* of all that does not differ, for the checksum */
	uint64_t seq_high; /* the sequence number's high bits, in their place */
	uint16_t seq_wire; /* the same as in the frame */
	uint16_t bytes; /* of payload */
	uint32_t stream;
};

struct xcount_cpu { /* what most frames touch stands together */
	struct xcount_usual usual;
	uint64_t tick, now_ns; /* without rules.latency: when it was read */
	uint64_t slot_frames, slot, slot_end_ns; /* of the series, in hand */
	struct xcount_frames stream[XCOUNT_STREAMS];
	uint64_t foreign[FOREIGN_KINDS];
	uint64_t corrupt; /* of no stream that is known */
	uint64_t unverified;
	uint64_t negative;
	struct hist latency; /* but for its count: the sum of its buckets */
};

/* What all CPUs share and change. */
struct xcount_shared {
	uint64_t stop_ns;
	uint64_t after; /* behind the series' last interval */
	uint32_t tag; /* the run's, XCOUNT_NO_TAG: the first that comes */
	uint32_t used; /* streams; may be more than there are */
	uint32_t full; /* a stream had no room */
	uint32_t iperf3; /* there is a stream of it */
	uint32_t zero;
	uint32_t by_number[XCOUNT_NUMBERS]; /* stream + 1; 0: none */
};

/* Key of streams that have no number. */
struct xcount_key {
	uint64_t source_high, source_low;
	uint16_t src_port, dst_port;
	uint16_t kind, family;
};

#endif
