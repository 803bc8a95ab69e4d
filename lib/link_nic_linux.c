/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/ethtool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/link_ethtool_linux.h"
#include "lib/link_nic.h"

/*
 * The kernel writes as many as there are by then, whatever there is room for:
 * room for twice as many, since somebody may add queues meanwhile.
 */
static size_t
room(const char *interface)
{
	uint32_t n = ethtool_names(interface, ETH_SS_STATS);

	return n == 0 ? 0 : 2 * (size_t)n + 64;
}

void
nic_read(const char *interface, struct nic_losses *l)
{
	size_t n = room(interface);
	struct ethtool_gstrings *names;
	struct ethtool_stats *values;

	l->known = false;
	l->n = 0;
	if (n == 0)
		return;
	names = calloc(1, sizeof(*names) + n * ETH_GSTRING_LEN);
	values = calloc(1, sizeof(*values) + n * sizeof(values->data[0]));
	if (names != NULL && values != NULL) {
		names->cmd = ETHTOOL_GSTRINGS;
		names->string_set = ETH_SS_STATS;
		values->cmd = ETHTOOL_GSTATS;
		/* the same number: neither came before or after a change */
		l->known = ethtool_ask(interface, names) == 0 &&
		    ethtool_ask(interface, values) == 0 &&
		    names->len == values->n_stats && values->n_stats <= n;
	}
	for (size_t i = 0; l->known && i < values->n_stats; i++)
		nic_add(l, (const char *)names->data + i * ETH_GSTRING_LEN,
		    ETH_GSTRING_LEN, values->data[i]);
	free(names);
	free(values);
}
