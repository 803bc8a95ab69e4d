/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Payloads of other generators, which have no stamp and must not be read as
 * one. They are counted without sequence.
 *
 * iperf3 (esnet/iperf, src/iperf_udp.c): seconds, microseconds and a 32- or
 * 64-bit count. Nothing in it tells it from a stamp, but every flow begins
 * with 4 bytes: UDP_CONNECT_MSG of src/iperf.h, in the order of the host
 * that sent it.
 *
 * pkt-gen (netmap, apps/pkt-gen): a text, the same in every frame.
 */
#ifndef NETRECEIVE_OTHERS_H
#define NETRECEIVE_OTHERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "netreceive/kinds.h"

/* NULL for OTHER_NONE. */
const char *other_name(enum other);

bool other_hello(const uint8_t payload[OTHER_HELLO]);

/*
 * Of `bytes`, `captured` are there. OTHER_IPERF3: a frame that begins a flow
 * of it, if it is the first one of its flow.
 */
static inline enum other
other_payload(const uint8_t *payload, uint32_t bytes, uint32_t captured)
{
	uint32_t text = OTHER_TEXT;

	if (bytes == OTHER_HELLO)
		return captured == bytes && other_hello(payload) ? OTHER_IPERF3
								 : OTHER_NONE;
	if (captured < bytes && captured < text)
		text = captured; /* as much as a stamp is read of */
	if (captured >= text && text >= OTHER_TEXT_CUT &&
	    memcmp(payload, "netmap pkt-gen", text) == 0)
		return OTHER_PKTGEN;
	return OTHER_NONE;
}

#endif
