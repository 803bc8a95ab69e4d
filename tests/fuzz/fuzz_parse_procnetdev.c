/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fuzz/parser.h"

FUZZ_PARSER(procnetdev, PARSER_LITERAL | PARSER_BROKEN)
