/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

FUZZ_PARSER(ipstats_xml, 0)
