/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/mib.h"

void
mib_read(struct mib *m)
{
	memset(m, 0, sizeof(*m));
}
