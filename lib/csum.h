/* SPDX-License-Identifier: BSD-2-Clause */
/* The Internet checksum (RFC 1071). */
#ifndef LIB_CSUM_H
#define LIB_CSUM_H

#include <stddef.h>
#include <stdint.h>

/*
 * Add `len` bytes to a running sum. Only the last piece may have an odd
 * length. Start with 0; sums may also be added to each other.
 */
uint64_t csum_add(uint64_t sum, const void *data, size_t len);

/* Fold and complement, host order. */
static inline uint16_t
csum_finish(uint64_t sum)
{
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffff) + (sum >> 16); /* up to 18 bits */
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/*
 * As a UDP checksum: a computed 0 goes out as 0xffff, because 0 says "none"
 * (RFC 768, RFC 8200 section 8.1).
 */
static inline uint16_t
csum_udp_finish(uint64_t sum)
{
	uint16_t c = csum_finish(sum);

	return c != 0 ? c : 0xffff;
}

#endif
