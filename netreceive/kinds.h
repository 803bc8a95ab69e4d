/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How frames and streams are told apart. On its own, because the engine that
 * counts in the kernel needs the same words there.
 */
#ifndef NETRECEIVE_KINDS_H
#define NETRECEIVE_KINDS_H

enum rx_stamp { /* how a payload is read */
	RX_STAMP_AUTO, /* own where there is a run tag, else classic */
	RX_STAMP_OWN,
	RX_STAMP_CLASSIC,
	RX_STAMP_NONE, /* frames are counted, nothing else */
};

enum stream_kind {
	STREAM_OWN,
	STREAM_CLASSIC,
	STREAM_BARE, /* no sequence: counted only */
};

enum foreign { /* why a frame is not of this run */
	FOREIGN_FRAME, /* no whole UDP datagram */
	FOREIGN_PORT,
	FOREIGN_VLAN,
	FOREIGN_STAMP, /* no stamp of the kind asked for */
	FOREIGN_TAG, /* another run */
	FOREIGN_STREAM, /* not within --streams, or no room */
	FOREIGN_KINDS
};

/* Whose frames have something else where the stamp would be (others.h). */
enum other { OTHER_NONE, OTHER_IPERF3, OTHER_PKTGEN, OTHER_KINDS };

/*
 * After so many frames of a stream with whole checksums in a row, one that
 * looks as if they were left to a card is a damaged one. By chance (one of
 * 65,536) single ones look whole among those left, and left among damaged ones.
 */
#define RX_WHOLE_SUMS 16

#define OTHER_HELLO 4 /* bytes of iperf3's first payload */
#define OTHER_TEXT 14 /* bytes that all of pkt-gen's texts have in common */
#define OTHER_TEXT_CUT 10 /* of them, where a capture ends before */

#endif
