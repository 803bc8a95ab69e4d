/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIB_ORPHAN_H
#define LIB_ORPHAN_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * In a child, between fork and exec: from now on it gets SIGTERM when its
 * parent, whose number this is, ends in any way, SIGKILL among them
 * (PR_SET_PDEATHSIG in prctl(2)). Gone already: the child ends here. false:
 * this system has nothing of the kind; the child stays.
 */
bool orphan_ends(pid_t parent);

#endif
