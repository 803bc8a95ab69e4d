/* SPDX-License-Identifier: BSD-2-Clause */
/* What a frame holds for the tally, whatever the engine that brought it. */
#ifndef NETRECEIVE_VIEW_H
#define NETRECEIVE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/dissect.h"
#include "lib/stamp.h"
#include "netreceive/kinds.h"
#include "netreceive/options.h"
#include "netreceive/rx.h"

struct view {
	const uint8_t *payload;
	uint32_t bytes; /* as sent */
	uint32_t captured;
	bool damaged; /* a checksum or length is wrong */
	bool unverified; /* too little was captured to know */
	bool pending; /* a checksum may be left to a card, or is wrong */
	bool cut; /* too little even for its number */
	const struct addr *source;
	uint16_t src_port, dst_port;
	/* the tally's own: what the payload says */
	struct stamp stamp;
	enum stamp_form form;
	bool hello; /* of iperf3: before its numbers begin */
};

/*
 * From a whole frame, or from a UDP payload, into a view that is all 0 before.
 * Returns why the frame is none of ours, or FOREIGN_KINDS; `cut` is set where
 * it may be ours for all that was captured. The view points
 * into the packet and the dissection.
 */
enum foreign view_ethernet(const struct rx_options *, const struct rx_pkt *,
    struct dissect *, struct view *);
enum foreign
view_payload(const struct rx_options *, const struct rx_pkt *, struct view *);

#endif
