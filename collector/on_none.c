/* SPDX-License-Identifier: BSD-2-Clause */
/* Systems without network namespaces. */
#include "collector/on.h"

int
on_netns(const char *name, struct fail *f)
{
	return fail(f, "%s: network namespaces are Linux's", name);
}

bool
on_isolated(void)
{
	return false;
}
