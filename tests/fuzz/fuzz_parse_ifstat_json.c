/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

FUZZ_PARSER(ifstat_json, PARSER_LITERAL)
