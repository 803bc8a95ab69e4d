/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "netreceive/rx.h"

extern const struct rx_engine rx_udp, rx_packet, rx_pcap;

const struct rx_engine *const rx_engines[] = {
#ifdef HAVE_RX_udp
	&rx_udp,
#endif
#ifdef HAVE_RX_pcap
	&rx_pcap,
#endif
#ifdef HAVE_RX_packet
	&rx_packet,
#endif
	NULL,
};

const struct rx_engine *
rx_find(const char *name)
{
	for (size_t i = 0; rx_engines[i] != NULL; i++)
		if (strcmp(rx_engines[i]->name, name) == 0)
			return rx_engines[i];
	return NULL;
}
