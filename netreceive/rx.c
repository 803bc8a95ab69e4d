/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "netreceive/rx.h"

extern const struct rx_engine rx_udp, rx_packet, rx_pcap, rx_xdp;

const struct rx_engine *const rx_engines[] = {
#ifdef HAVE_RX_udp
	&rx_udp,
#endif
#ifdef HAVE_RX_pcap
	&rx_pcap,
#endif
#ifdef HAVE_RX_xdp
	&rx_xdp,
#endif
#ifdef HAVE_RX_packet
	&rx_packet,
#endif
	NULL,
};

#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
#define MISSING(word) TEXT(word) " was missing at build time"

const struct rx_absent rx_absent[] = {
#ifndef HAVE_RX_packet
	{ "packet", "it is for Linux" },
#endif
#ifdef RX_MISSING_xdp
	{ "xdp", MISSING(RX_MISSING_xdp) },
#elif !defined(HAVE_RX_xdp)
	{ "xdp", "it is for Linux" },
#endif
	{ NULL, NULL },
};

const char *
rx_absent_why(const char *name)
{
	for (int i = 0; rx_absent[i].name != NULL; i++)
		if (strcmp(rx_absent[i].name, name) == 0)
			return rx_absent[i].why;
	return NULL;
}

const struct rx_engine *
rx_find(const char *name)
{
	for (size_t i = 0; rx_engines[i] != NULL; i++)
		if (strcmp(rx_engines[i]->name, name) == 0)
			return rx_engines[i];
	return NULL;
}
