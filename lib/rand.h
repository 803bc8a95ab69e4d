/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reproducible choices: the i-th number of a seed is a function of both, so
 * nothing is kept and two programs with one seed agree (splitmix64:
 * Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * 2014).
 */
#ifndef LIB_RAND_H
#define LIB_RAND_H

#include <stdint.h>

uint64_t rand_at(uint64_t seed, uint64_t i);

#endif
