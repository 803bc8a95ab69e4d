/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

FUZZ_PARSER(npf_info, PARSER_LITERAL)
