/* SPDX-License-Identifier: BSD-2-Clause */
/* Capture files: pcap by libpcap; pcapng, which libpcap only reads, here. */
#ifndef TESTS_FAKE_CAPTURE_PCAP_H
#define TESTS_FAKE_CAPTURE_PCAP_H

#include "tests/fake/capture.h"

struct capture;

struct capture_frame {
	const uint8_t *data;
	uint32_t len, wire_len; /* captured; there were */
	uint64_t t_ns; /* since 1970 */
};

/* `link` by the registry of link types: 1 is Ethernet. */
struct capture *
capture_open(const char *path, enum capture_format, uint16_t link);
void capture_frame(struct capture *, const struct capture_frame *);
void capture_close(struct capture *);

#endif
