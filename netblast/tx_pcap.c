/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libpcap's injection (pcap_inject(3)): whole frames, one a call, on every
 * system that has libpcap, FreeBSD's netmap devices included.
 */
#include <errno.h>
#include <pcap.h>
#include <stdlib.h>

#include "lib/priv.h"
#include "lib/sock.h"
#include "netblast/tx.h"

struct inject {
	pcap_t *pcap;
	uint8_t *buffers;
};

static void
pcap_engine_close(struct tx *tx)
{
	struct inject *in = tx->state;

	if (in == NULL)
		return;
	if (in->pcap != NULL)
		pcap_close(in->pcap);
	free(in->buffers);
	free(in);
	tx->state = NULL;
}

/* The handle would receive too: a filter that takes nothing saves the copy. */
static int
take_nothing(pcap_t *p)
{
	struct bpf_insn reject[] = { BPF_STMT(BPF_RET | BPF_K, 0) };
	struct bpf_program program = { 1, reject };

	return pcap_setfilter(p, &program);
}

static int
activate(struct tx *tx, struct inject *in, struct fail *f)
{
	const char *name = tx->link->name;
	char text[PCAP_ERRBUF_SIZE] = "";

	in->pcap = pcap_create(name, text);
	if (in->pcap == NULL)
		return fail(f, "pcap: %s: %s", name, text);
	(void)pcap_set_snaplen(in->pcap, 64);
	(void)pcap_set_timeout(in->pcap, 1000);
	(void)pcap_set_buffer_size(in->pcap, 1 << 16);
	if (pcap_activate(in->pcap) < 0)
		return fail(f, "pcap: %s: %s", name, pcap_geterr(in->pcap));
	if (pcap_datalink(in->pcap) != DLT_EN10MB)
		return fail(f, "pcap: %s has no Ethernet frames", name);
	if (take_nothing(in->pcap) < 0)
		return fail(f, "pcap: %s: %s", name, pcap_geterr(in->pcap));
	if (pcap_fileno(in->pcap) < 0)
		return 0;
	sock_send_timeout(pcap_fileno(in->pcap), TX_SEND_TIMEOUT_MS);
	/* on systems with BPF devices it is no socket, and has no buffer */
	(void)sock_sndbuf(
	    pcap_fileno(in->pcap), tx->sndbuf, &tx->sndbuf_got, NULL);
	return 0;
}

static int
pcap_engine_open(struct tx *tx, struct fail *f)
{
	struct inject *in = calloc(1, sizeof(*in));

	tx->state = in;
	if (in != NULL)
		in->buffers = tx_buffers(tx);
	if (in == NULL || in->buffers == NULL) {
		pcap_engine_close(tx);
		return fail(f, "pcap: out of memory");
	}
	if (activate(tx, in, f) < 0) {
		pcap_engine_close(tx);
		return -1;
	}
	return 0;
}

static int
pcap_engine_commit(struct tx *tx, int n)
{
	struct inject *in = tx->state;

	for (int i = 0; i < n; i++) {
		errno = 0;
		if (pcap_inject(in->pcap, tx->slot[i].data, tx->slot[i].len) >=
		    0)
			continue;
		if (errno == 0) /* not every failure is a system call's */
			errno = EIO;
		(void)tx_taken(tx, -1, 1);
		return i;
	}
	return n;
}

static int
pcap_engine_drain(struct tx *tx, int ms)
{
	struct inject *in = tx->state;
	int fd = pcap_fileno(in->pcap);

	return fd < 0 ? 0 : tx_drain_socket(fd, ms);
}

const struct tx_engine tx_pcap = {
	.name = "pcap",
	.help = "libpcap's injection: whole frames, one a call",
	.caps = TX_ROOT | TX_TAGS | TX_TOLD | TX_THROUGH,
	.layer = TX_ETHERNET,
	.usable = priv_raw,
	.open = pcap_engine_open,
	.reserve = tx_reserve_all,
	.commit = pcap_engine_commit,
	.drain = pcap_engine_drain,
	.close = pcap_engine_close,
};
