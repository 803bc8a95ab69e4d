/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random order of flows (RFC 4814 section 4) without a table: in each round
 * every flow comes once, in an order that is a function of seed and round. A
 * Feistel network permutes the numbers below the next power of two; a number
 * that is no flow is permuted again, which ends, because a permutation runs
 * in circles and began at a flow. Half of the numbers or more are flows, so
 * FLOW_WALK steps are never all used up (2^-64).
 *
 * Pure arithmetic: BPF programs include this file as it is.
 */
#ifndef LIB_FLOW_ORDER_H
#define LIB_FLOW_ORDER_H

#include <stdint.h>

#define FLOW_WALK 64

/* Bits that hold the numbers below flows: 0 for 1, 1 for 2, 2 for 3 and 4. */
static inline unsigned
flow_bits(uint32_t flows)
{
	unsigned bits = 0;

	while (bits < 32 && (uint64_t)1 << bits < flows)
		bits++;
	return bits;
}

/* splitmix64's finish of seed and round. */
static inline uint64_t
flow_key(uint64_t seed, uint64_t round)
{
	uint64_t z = seed + (round + 1) * 0x9e3779b97f4a7c15ULL;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
	return z ^ z >> 31;
}

static inline uint32_t
flow_mix(uint32_t x, uint32_t key)
{
	x = (x + key) * 0x9e3779b1U;
	x = (x ^ x >> 15) * 0x85ebca77U;
	return x ^ x >> 13;
}

/* One pass: the low and the high half change each other, four times. */
static inline uint32_t
flow_feistel(uint32_t x, unsigned bits, uint64_t key)
{
	unsigned low_bits = (bits + 1) / 2;
	uint32_t low_mask = (uint32_t)(((uint64_t)1 << low_bits) - 1);
	uint32_t high_mask = (uint32_t)(((uint64_t)1 << (bits - low_bits)) - 1);
	uint32_t low = x & low_mask, high = x >> low_bits;
	uint32_t a = (uint32_t)key, b = (uint32_t)(key >> 32);

	high ^= flow_mix(low, a) & high_mask;
	low ^= flow_mix(high, b) & low_mask;
	high ^= flow_mix(low, ~a) & high_mask;
	low ^= flow_mix(high, ~b) & low_mask;
	return high << low_bits | low;
}

/* Place `at` (below flows) of a round with this key: which flow. */
static inline uint32_t
flow_permuted(uint32_t at, uint32_t flows, unsigned bits, uint64_t key)
{
	uint32_t x = at;

	for (int i = 0; i < FLOW_WALK; i++) {
		x = flow_feistel(x, bits, key);
		if (x < flows)
			break;
	}
	return x;
}

#endif
