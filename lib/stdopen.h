/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Standard input, output and error that the caller had closed. Left so, the
 * next descriptors to be opened would be them: a socket's frames read as lines
 * of the user, a document sent into a network.
 */
#ifndef LIB_STDOPEN_H
#define LIB_STDOPEN_H

#include "lib/fail.h"

/*
 * Open each of the three that is not, such that its use fails as it should
 * (EBADF). Before anything else is opened.
 */
int stdopen(struct fail *);

#endif
