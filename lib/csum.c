/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <string.h>

#include "lib/csum.h"

/*
 * 32 bits at a time: 2^16 is 1 modulo 65535, so a 32-bit word counts as the
 * sum of its halves. 2^32 words fit the 64-bit sum.
 */
uint64_t
csum_add(uint64_t sum, const void *data, size_t len)
{
	const uint8_t *p = data;
	uint32_t word;

	for (; len >= 4; len -= 4, p += 4) {
		memcpy(&word, p, 4);
		sum += ntohl(word);
	}
	if (len >= 2) {
		sum += (uint64_t)p[0] << 8 | p[1];
		p += 2;
		len -= 2;
	}
	if (len == 1)
		sum += (uint64_t)p[0] << 8;
	return sum;
}
