/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

FUZZ_PARSER(ethtool_channels, 0)
