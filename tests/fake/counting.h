/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts a capture as netreceive --read does: options, sink, tally. */
#ifndef TESTS_FAKE_COUNTING_H
#define TESTS_FAKE_COUNTING_H

#include "netreceive/sink.h"

struct counting {
	struct rx_options o;
	struct sink sink;
	struct tally_counts c;
	struct fail f;
	int rc; /* of sink_run */
};

/*
 * `options` are words with blanks between; "--read PATH" goes before them.
 */
void counting_run(struct counting *, const char *path, const char *options);
void counting_free(struct counting *);

#endif
