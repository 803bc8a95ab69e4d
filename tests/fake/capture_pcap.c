/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pcapng as in draft-ietf-opsawg-pcapng, sections 4.1 to 4.3: a section
 * header, one interface with the option if_tsresol, enhanced packets.
 */
#include "tests/fake/capture_pcap.h"

#include <pcap.h>
#include <stdlib.h>
#include <string.h>

#include "lib/frame.h"
#include "tests/unit.h"

struct capture {
	pcap_t *pcap;
	pcap_dumper_t *dump;
	FILE *out; /* pcapng */
	uint64_t unit_ns;
};

/* A block is its type and length, its words, and its length again. */
static void
block(struct capture *c, uint32_t type, const uint32_t *words, size_t n)
{
	uint32_t len = (uint32_t)(12 + 4 * n);

	fwrite(&type, 4, 1, c->out);
	fwrite(&len, 4, 1, c->out);
	fwrite(words, 4, n, c->out);
	fwrite(&len, 4, 1, c->out);
}

static void
start_pcapng(struct capture *c, uint16_t type)
{
	const uint32_t section[] = { 0x1a2b3c4d, 1, UINT32_MAX, UINT32_MAX };
	const uint16_t link[2] = { type, 0 };
	const uint16_t option[2] = { 9, 1 }; /* if_tsresol, one byte */
	const uint8_t digits[4] = { c->unit_ns == 1 ? 9 : 6 };
	uint32_t interface[4] = { 0 }; /* no snap length */

	memcpy(&interface[0], link, 4);
	memcpy(&interface[2], option, 4);
	memcpy(&interface[3], digits, 4);
	block(c, 0x0a0d0d0a, section, COUNT(section));
	block(c, 1, interface, COUNT(interface));
}

struct capture *
capture_open(const char *path, enum capture_format format, uint16_t link)
{
	struct capture *c = calloc(1, sizeof(*c));
	bool ns = format == CAPTURE_PCAP_NS || format == CAPTURE_PCAPNG_NS;

	ck_assert_ptr_nonnull(c);
	c->unit_ns = ns ? 1 : 1000;
	if (format == CAPTURE_PCAPNG_US || format == CAPTURE_PCAPNG_NS) {
		c->out = fopen(path, "wb");
		ck_assert_ptr_nonnull(c->out);
		start_pcapng(c, link);
		return c;
	}
	/* the one number that is another in libpcap */
	c->pcap = pcap_open_dead_with_tstamp_precision(
	    link == 101 ? DLT_RAW : link, FRAME_MAX,
	    ns ? PCAP_TSTAMP_PRECISION_NANO : PCAP_TSTAMP_PRECISION_MICRO);
	ck_assert_ptr_nonnull(c->pcap);
	c->dump = pcap_dump_open(c->pcap, path);
	ck_assert_ptr_nonnull(c->dump);
	return c;
}

void
capture_frame(struct capture *c, const struct capture_frame *f)
{
	struct pcap_pkthdr h = { .caplen = f->len, .len = f->wire_len };
	uint64_t t = f->t_ns / c->unit_ns;
	static uint32_t words[5 + FRAME_MAX / 4 + 32];

	if (c->dump != NULL) {
		h.ts.tv_sec = (time_t)(f->t_ns / 1000000000);
		h.ts.tv_usec = (suseconds_t)(f->t_ns % 1000000000 / c->unit_ns);
		pcap_dump((u_char *)c->dump, &h, f->data);
		return;
	}
	memset(words, 0, sizeof(words));
	words[1] = (uint32_t)(t >> 32);
	words[2] = (uint32_t)t;
	words[3] = f->len;
	words[4] = f->wire_len;
	memcpy(words + 5, f->data, f->len);
	block(c, 6, words, 5 + (f->len + 3) / 4);
}

void
capture_close(struct capture *c)
{
	if (c->out != NULL)
		ck_assert_int_eq(fclose(c->out), 0);
	if (c->dump != NULL)
		pcap_dump_close(c->dump);
	if (c->pcap != NULL)
		pcap_close(c->pcap);
	free(c);
}
