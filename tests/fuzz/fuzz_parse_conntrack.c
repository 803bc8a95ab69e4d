/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

/* its counters are sums over the CPUs */
FUZZ_PARSER(conntrack, 0)
