/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --write: the frames into a capture file, with the times at which they
 * would have been sent, in nanoseconds.
 */
#include <pcap.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "netblast/tx.h"

struct capture {
	pcap_t *pcap;
	pcap_dumper_t *out;
	uint8_t *buffers;
	uint64_t wall_less_mono_ns;
};

static int
file_usable(struct fail *f)
{
	return fail(f, "by --write FILE only");
}

static void
file_close(struct tx *tx)
{
	struct capture *c = tx->state;

	if (c == NULL)
		return;
	if (c->out != NULL)
		pcap_dump_close(c->out);
	if (c->pcap != NULL)
		pcap_close(c->pcap);
	free(c->buffers);
	free(c);
	tx->state = NULL;
}

static int
file_open(struct tx *tx, struct fail *f)
{
	struct capture *c = calloc(1, sizeof(*c));

	tx->state = c;
	if (c != NULL) {
		c->buffers = tx_buffers(tx);
		c->pcap = pcap_open_dead_with_tstamp_precision(
		    DLT_EN10MB, FRAME_MAX, PCAP_TSTAMP_PRECISION_NANO);
	}
	if (c == NULL || c->buffers == NULL || c->pcap == NULL) {
		file_close(tx);
		return fail(f, "--write: out of memory");
	}
	c->wall_less_mono_ns = clock_wall_ns() - clock_mono_ns();
	c->out = pcap_dump_open(c->pcap, tx->file);
	if (c->out == NULL) {
		fail(f, "--write: %s", pcap_geterr(c->pcap));
		file_close(tx);
		return -1;
	}
	return 0;
}

static int
file_commit(struct tx *tx, int n)
{
	struct capture *c = tx->state;
	uint64_t wall = tx->now_ns + c->wall_less_mono_ns;
	struct pcap_pkthdr h;

	memset(&h, 0, sizeof(h));
	h.ts.tv_sec = (time_t)(wall / CLOCK_NS_PER_S);
	/* nanoseconds: the precision of the handle says so */
	h.ts.tv_usec = (suseconds_t)(wall % CLOCK_NS_PER_S);
	for (int i = 0; i < n; i++) {
		h.len = h.caplen = tx->slot[i].len;
		pcap_dump((uint8_t *)c->out, &h, tx->slot[i].data);
	}
	return n;
}

/* A full disk shows here; the frames in the file are then fewer. */
static int
file_drain(struct tx *tx, int ms)
{
	struct capture *c = tx->state;

	(void)ms;
	return pcap_dump_flush(c->out) < 0 ? 1 : 0;
}

const struct tx_engine tx_file_pcap = {
	.name = "file",
	.help = "a capture file instead of a network (--write FILE)",
	.caps = TX_TAGS | TX_NO_WIRE,
	.layer = TX_ETHERNET,
	.usable = file_usable,
	.open = file_open,
	.reserve = tx_reserve_all,
	.commit = file_commit,
	.drain = file_drain,
	.close = file_close,
};
