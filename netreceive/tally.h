/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each arriving frame counts as. The same for all engines; no input or
 * output, time comes in with the packet.
 */
#ifndef NETRECEIVE_TALLY_H
#define NETRECEIVE_TALLY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/hist.h"
#include "lib/series.h"
#include "netreceive/kinds.h"
#include "netreceive/options.h"
#include "netreceive/rx.h"
#include "netreceive/streams.h"

#define TALLY_INTERVAL_NS 100000000ULL
#define TALLY_INTERVALS 864000 /* a day; what comes later is counted apart */
#define TALLY_TAGS 65536

struct tally {
	const struct rx_options *o;
	enum rx_layer layer;
	struct streams streams;
	uint64_t *tags; /* frames by run tag; 0: classic */
	bool tag_known; /* by --tag, or the first seen */
	uint16_t tag;
	atomic_uint *agreed; /* of all threads: 1 + tag, 0; NULL: alone */
	uint64_t outgoing; /* of a capture, in no count: sent there */
	uint64_t foreign[FOREIGN_KINDS];
	uint64_t cut; /* foreign: captured, but not to its number */
	uint64_t merged; /* frames of several datagrams: lost is not known */
	uint64_t corrupt; /* of none of the streams */
	uint64_t unverified; /* checksum not checked: frame cut by the engine */
	uint64_t received; /* of this run, for -n and the display */
	int64_t wall_less_mono_ns; /* arrival times are wall clock */
	bool times_moved; /* that clock was stepped: no delay is known */
	uint64_t stop_ns; /* monotonic; UINT64_MAX: not yet */
	uint64_t own_times; /* received without the kernel's arrival time */
	struct hist latency; /* ns from stamp to arrival */
	uint64_t latency_negative; /* clocks that have nothing in common */
	struct series series; /* distinct frames */
	bool in_kernel; /* the engine counted, and knows of no single arrival */
	bool runs_unknown; /* nor all of the numbers that are missing */
};

int tally_new(struct tally *, const struct rx_options *, enum rx_layer,
    uint64_t start_ns, struct fail *);
void tally_free(struct tally *);

/* now_ns (monotonic) is the arrival time of packets that have none. */
void tally_packet(struct tally *, const struct rx_pkt *, uint64_t now_ns);

/* After the last packet, once: what is lost is final now. */
void tally_finish(struct tally *);

/* Add what another thread counted; before the finish, which it has not had. */
void tally_merge(struct tally *to, const struct tally *from);

/* Sums over the streams. */
struct tally_counts {
	uint64_t received, missing, late, uncounted, unjudged, corrupt;
	bool sequenced; /* false: bare streams, the next three unknown */
	uint64_t unique, duplicate, reordered;
	bool order_known; /* false: bare streams, or too many flows */
	bool by_flow; /* `order` is empty */
	bool split; /* a stream is: `order`, `runs` and delays are not known */
	bool unexpected; /* classic streams that --expect cannot name */
	bool lost_known;
	struct reorder order;
	struct delayvar_range ipdv;
	uint64_t jitter_ns; /* of the stream that has most */
	uint64_t lost;
	struct lossruns runs; /* count, frames, longest; after the finish */
	uint64_t foreign;
	bool collision;
	uint64_t first_ns, last_ns;
};
void tally_counts(const struct tally *, struct tally_counts *);

/* Are the clocks comparable, and does nothing prove the contrary? */
bool tally_latency_known(const struct tally *);

/* Could arrivals be compared with each other, one by one? */
bool tally_variation_known(const struct tally *, const struct tally_counts *);

const char *foreign_name(enum foreign);

#endif
