/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

#include "lib/priv.h"

int
priv_raw(struct fail *f)
{
	return geteuid() == 0 ? 0 : fail(f, "needs root");
}
