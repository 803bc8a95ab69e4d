/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms of FreeBSD's tools/tools/netrate: same arguments, same lines on
 * standard output, so that old scripts and old eyes can go on.
 *
 * The payload is theirs too: the 32-bit counter, then zeros. Ours does not
 * advance on a failed send, so a gap at the receiver is a lost packet.
 */
#ifndef NETBLAST_CLASSIC_H
#define NETBLAST_CLASSIC_H

#include <stdint.h>
#include <stdio.h>

#include "lib/fail.h"
#include "netblast/options.h"

/*
 * Operands of the classic forms into the options: argv[1..n]. 1: it was one
 * of them; 0: no; -1: one of them, but a value is refused.
 */
int classic_operands(struct options *, int n, char **argv, struct fail *);

struct classic {
	uint64_t start_wall_ns, elapsed_ns;
	uint64_t taken, errors; /* calls that sent, calls that failed */
	uint64_t waits; /* times that nothing was due yet */
};

/* netsend's line before the start; nothing for netblast. */
void classic_announce(const struct options *, FILE *);

/*
 * The result. The approximate rates are by the seconds asked for, in whole
 * numbers, as the originals print them; the document has the exact ones.
 */
void classic_print(const struct options *, const struct classic *, FILE *);

#endif
