/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "netreceive/unmerged.h"

int
unmerged(const struct link *l, struct fail *f)
{
	if (!l->merges_datagrams)
		return 0;
	return fail(f,
	    "%s: it merges datagrams before they can be counted (ethtool -K %s "
	    "rx-udp-gro-forwarding off rx-gro-list off)",
	    l->name, l->name);
}

int
unmerged_by_name(const char *interface, struct fail *f)
{
	struct link l;

	if (link_read(interface, 0, &l, NULL) < 0)
		return 0;
	return unmerged(&l, f);
}
