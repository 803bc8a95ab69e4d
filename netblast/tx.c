/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/sock.h"
#include "netblast/tx.h"

#ifdef HAVE_TX_null
extern const struct tx_engine tx_null;
#endif
#ifdef HAVE_TX_file_pcap
extern const struct tx_engine tx_file_pcap;
#endif
#ifdef HAVE_TX_udp
extern const struct tx_engine tx_udp;
#endif
#ifdef HAVE_TX_libnet_raw
extern const struct tx_engine tx_libnet_raw;
#endif
#ifdef HAVE_TX_libnet
extern const struct tx_engine tx_libnet;
#endif
#ifdef HAVE_TX_pcap
extern const struct tx_engine tx_pcap;
#endif
#ifdef HAVE_TX_xsk
extern const struct tx_engine tx_xsk;
#endif
#ifdef HAVE_TX_xdp
extern const struct tx_engine tx_xdp;
#endif
#ifdef HAVE_TX_packet
extern const struct tx_engine tx_packet;
#endif

const struct tx_engine *const tx_engines[] = {
#ifdef HAVE_TX_null
	&tx_null,
#endif
#ifdef HAVE_TX_file_pcap
	&tx_file_pcap,
#endif
#ifdef HAVE_TX_libnet_raw
	&tx_libnet_raw,
#endif
#ifdef HAVE_TX_udp
	&tx_udp,
#endif
#ifdef HAVE_TX_libnet
	&tx_libnet,
#endif
#ifdef HAVE_TX_pcap
	&tx_pcap,
#endif
#ifdef HAVE_TX_xsk
	&tx_xsk,
#endif
#ifdef HAVE_TX_xdp
	&tx_xdp,
#endif
#ifdef HAVE_TX_packet
	&tx_packet,
#endif
	NULL,
};

#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
#define MISSING(word) TEXT(word) " was missing at build time"

const struct tx_absent tx_absent[] = {
#ifdef TX_MISSING_xdp
	{ "xdp", MISSING(TX_MISSING_xdp) },
#elif !defined(HAVE_TX_xdp)
	{ "xdp", "it is for Linux" },
#endif
#ifndef HAVE_TX_packet
	{ "packet", "it is for Linux" },
#endif
#ifdef TX_MISSING_xsk
	{ "xsk", MISSING(TX_MISSING_xsk) },
#elif !defined(HAVE_TX_xsk)
	{ "xsk", "it is for Linux" },
#endif
	{ NULL, NULL },
};

const char *
tx_absent_why(const char *name)
{
	for (int i = 0; tx_absent[i].name != NULL; i++)
		if (strcmp(tx_absent[i].name, name) == 0)
			return tx_absent[i].why;
	return NULL;
}

const struct tx_engine *
tx_find(const char *name)
{
	for (int i = 0; tx_engines[i] != NULL; i++)
		if (strcmp(tx_engines[i]->name, name) == 0)
			return tx_engines[i];
	return NULL;
}

void
tx_count_error(struct tx_count *c, int error, uint64_t n)
{
	int i = 0;

	while (i < TX_ERRNO_KINDS - 1 && c->errors[i].error != 0 &&
	    c->errors[i].error != error)
		i++;
	if (c->errors[i].error == 0)
		c->errors[i].error = error;
	c->errors[i].n += n;
}

void
tx_refuse(struct tx *tx, int error)
{
	tx->count.refused++;
	if (error == 0)
		tx->count.short_returns++;
	else
		tx_count_error(&tx->count, error, 1);
}

int
tx_taken(struct tx *tx, int returned, int n)
{
	if (returned == n)
		return n;
	if (returned < 0) {
		if (errno != EINTR)
			tx_refuse(tx, errno);
		return 0;
	}
	tx_refuse(tx, 0);
	return returned;
}

uint8_t *
tx_buffers(struct tx *tx)
{
	size_t stride = (tx->room + 63) / 64 * 64; /* cache lines */
	uint8_t *all = calloc(TX_BATCH, stride);

	if (all == NULL)
		return NULL;
	for (int i = 0; i < TX_BATCH; i++)
		tx->slot[i].data = all + (size_t)i * stride;
	return all;
}

uint32_t
tx_room(const struct frame *frames, unsigned kinds)
{
	uint32_t room = TX_ROOM_MIN;

	for (unsigned i = 0; i < kinds; i++)
		if (frames[i].len > room)
			room = frames[i].len;
	return room;
}

int
tx_drain_socket(int fd, int ms)
{
	return sock_drain(fd, clock_mono_ns() + (uint64_t)ms * 1000000);
}

int
tx_reserve_all(struct tx *tx, int n)
{
	(void)tx;
	return n;
}
