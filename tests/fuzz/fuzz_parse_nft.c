/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

/* Not literal: how many rules drop is counted, not read. */
FUZZ_PARSER(nft, 0)
