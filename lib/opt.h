/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options as a const table: parsing, -h and the echo into the result
 * document come from the same rows. Long options take "--name VALUE" or
 * "--name=VALUE", short ones "-x VALUE" or "-xVALUE"; flags take none and may
 * be joined ("-ab"). "--" ends the options. Options may follow operands.
 */
#ifndef LIB_OPT_H
#define LIB_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/fail.h"

enum opt_type {
	OPT_FLAG, /* bool */
	OPT_U64, /* uint64_t within min..max */
	OPT_DURATION, /* uint64_t ns within min..max */
	OPT_RATE, /* struct rate */
	OPT_TEXT, /* const char *, into argv */
	OPT_CALL, /* parse(text, field, fail) decides */
};

struct opt {
	char letter; /* 0: none */
	const char *name; /* NULL ends the table */
	const char *arg; /* for -h, for example "RATE" */
	const char *help; /* with the default in brackets */
	enum opt_type type;
	size_t offset; /* of the field in the struct */
	uint64_t min, max; /* OPT_U64, OPT_DURATION */
	int (*parse)(const char *what, const char *text, void *field,
	    struct fail *); /* OPT_CALL */
};

/*
 * Parse argv[1..argc-1] into `into`, whose fields hold the defaults. Operands
 * are moved to the front: argv[1..*operands]. -1: unknown option, missing or
 * refused value.
 */
int opt_parse(const struct opt *, void *into, int argc, char **argv,
    int *operands, struct fail *);

/* One line an option, aligned. */
void opt_help(const struct opt *, FILE *);

#endif
