/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Captures for tests: a script of a line makes the frames. Its words, from
 * left to right: a number or A-B is one frame for each sequence number (from
 * A down where B is less); KEY=VALUE holds for the frames behind it. The keys
 * are in the table of capture.c.
 */
#ifndef TESTS_FAKE_CAPTURE_H
#define TESTS_FAKE_CAPTURE_H

#include <stdint.h>

/* Of the first frame: in 2001, before any host that runs this was started. */
#define CAPTURE_EPOCH_NS 1000000000000000000ULL

enum capture_format {
	CAPTURE_PCAP_US,
	CAPTURE_PCAP_NS,
	CAPTURE_PCAPNG_US,
	CAPTURE_PCAPNG_NS,
	CAPTURE_FORMATS
};

/* Ends the test on a word that it does not know. Returns the frames. */
uint64_t
capture_write(const char *path, enum capture_format, const char *script);

#endif
