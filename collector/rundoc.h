/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the documents of the generator and of the sink (netblast, netreceive)
 * say of their frames, as far as a ledger needs it.
 */
#ifndef COLLECTOR_RUNDOC_H
#define COLLECTOR_RUNDOC_H

#include "lib/counter.h"

struct rundoc_stream {
	uint64_t tag, stream; /* tag 0: a classic one */
};

struct rundoc { /* zeroed to begin with */
	bool generator; /* else a sink */
	bool valid; /* as the document says of itself */
	char error[160]; /* "", or what it says it died of */
	char host[80], boot_id[64];
	char engine[16], interface[32]; /* "": not told */
	char destination_mac[24]; /* of the generator's next hop, or "" */
	char source[64], destination[64]; /* first addresses, or "" */
	/* generator; ramp and warm-up are in them */
	uint64_t sent, taken, refused;
	bool sent_known; /* taken less the drops of its own queue */
	/* sink */
	uint64_t received, drops;
	bool drops_known;
	uint64_t uncounted; /* frames of ramp and warm-up, of both */
	struct rundoc_stream *stream; /* owned */
	size_t streams;
	/* its own readings of its interface, for want of snapshots */
	struct counters before, after;
};

void rundoc_free(struct rundoc *);

#endif
