/* SPDX-License-Identifier: BSD-2-Clause */
/* A tally and the payloads that it is given, for the tests of the sink. */
#ifndef TESTS_ARRIVE_H
#define TESTS_ARRIVE_H

#include <stdarg.h>
#include <string.h>

#include "lib/stamp.h"
#include "netreceive/options.h"
#include "netreceive/tally.h"
#include "tests/unit.h"

static struct rx_options o;
static struct tally t;
static struct tally_counts c;

/* Words as on the command line, NULL at the end. */
static void
begin(const char *word, ...)
{
	char *argv[16] = { (char *)"netreceive" };
	struct fail f = { "" };
	int argc = 1;
	va_list ap;

	va_start(ap, word);
	for (; word != NULL; word = va_arg(ap, const char *))
		argv[argc++] = (char *)word;
	va_end(ap);
	ck_assert_msg(rx_options_parse(&o, argc, argv, &f) == 0, "%s", f.text);
	ck_assert_int_eq(tally_new(&t, &o, RX_PAYLOAD, 1000, &f), 0);
}

struct sent {
	uint16_t tag, stream;
	bool uncounted;
	uint64_t time_ns, t_ns; /* stamp; arrival, wall clock */
	uint8_t host; /* of the source address */
	uint16_t port, flow;
	size_t len;
};

static inline void
arrive_at(struct tally *to, const struct sent *s, uint64_t seq)
{
	uint8_t data[64] = { 0 };
	struct rx_pkt p = { .data = data,
		.len = (uint32_t)s->len,
		.wire_len = (uint32_t)s->len,
		.t_ns = s->t_ns,
		.src = { .family = 4, .b = { 198, 18, 0, s->host } },
		.src_port = (uint16_t)(49152 + s->flow),
		.dst_port = s->port };
	struct stamp st = { .seq = seq,
		.tag = s->tag,
		.stream = s->stream,
		.uncounted = s->uncounted,
		.time_ns = s->time_ns };

	stamp_put(data, s->len, &st);
	tally_packet(to, &p, 5000);
}

static inline void
arrive(const struct sent *s, uint64_t seq)
{
	arrive_at(&t, s, seq);
}

static void
end(void)
{
	tally_counts(&t, &c);
}

#endif
