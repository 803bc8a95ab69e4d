/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "lib/rand.h"
#include "tests/fake/tx_mem.h"

static uint64_t
fake_now(void *arg)
{
	struct fake_clock *c = arg;

	c->looks++;
	c->now_ns += c->tick_ns;
	if (c->jump_ns != 0 && c->now_ns >= c->jump_at_ns) {
		c->now_ns += c->jump_ns;
		c->jump_ns = 0;
	}
	return c->now_ns;
}

static void
fake_wait(void *arg, uint64_t ns)
{
	struct fake_clock *c = arg;

	if (ns > c->now_ns && !blast_stop)
		c->now_ns = ns;
	if (c->jitter_ns != 0 && rand_at(3, c->looks) % 50 == 0)
		c->now_ns += rand_at(4, c->looks) % c->jitter_ns;
}

struct blast_clock
fake_clock_ops(struct fake_clock *c)
{
	return (struct blast_clock){ fake_now, fake_wait, c };
}

static int
mem_usable(struct fail *f)
{
	(void)f;
	return 0;
}

static int
mem_open(struct tx *tx, struct fail *f)
{
	struct mem *m = tx->state;

	m->buffers = tx_buffers(tx);
	return m->buffers != NULL ? 0 : fail(f, "out of memory");
}

/* What the wire would carry, read back from the bytes. */
static void
remember(struct tx *tx, struct mem *m, const struct tx_slot *slot)
{
	bool whole = tx->engine->layer == TX_ETHERNET;
	const struct frame *frame = &tx->frames[0];
	const uint8_t *payload =
	    whole ? slot->data + frame->payload : slot->data;
	const uint8_t *udp = slot->data + frame->l4;
	struct stamp stamp;

	if (m->n < m->cap) {
		stamp_get(payload, frame->stamp_bytes, &stamp);
		m->frame[m->n] = (struct mem_frame){ .seq = stamp.seq,
			.now_ns = tx->now_ns,
			.flow = slot->number,
			.len = slot->len,
			.tag = stamp.tag,
			.stream = stamp.stream,
			.uncounted = stamp.uncounted,
			.dst_port =
			    (uint16_t)(whole ? udp[2] << 8 | udp[3] : 0) };
	}
	m->n++;
	if (m->stop_after != 0 && m->n >= m->stop_after)
		blast_stop = 1;
}

static int
how_many(struct mem *m, int n)
{
	uint64_t dice = rand_at(1, m->rounds++);

	if (m->mood == MEM_NONE)
		return 0;
	if (m->mood == MEM_ALL || dice % 3 == 0)
		return n;
	return (int)(dice / 3 % (unsigned)(n + 1));
}

static int
mem_commit(struct tx *tx, int n)
{
	struct mem *m = tx->state;
	int took = how_many(m, n);

	m->calls++;
	if ((uint64_t)n > m->largest)
		m->largest = (uint64_t)n;
	for (int i = 0; i < took; i++)
		remember(tx, m, &tx->slot[i]);
	if (took < n && m->clock != NULL)
		m->clock->now_ns += 1000;
	if (took == 0) {
		errno = ENOBUFS;
		return tx_taken(tx, -1, n);
	}
	return tx_taken(tx, took, n);
}

static void
mem_close(struct tx *tx)
{
	(void)tx;
}

const struct tx_engine tx_mem_ethernet = {
	.name = "mem",
	.help = "",
	.layer = TX_ETHERNET,
	.usable = mem_usable,
	.open = mem_open,
	.reserve = tx_reserve_all,
	.commit = mem_commit,
	.close = mem_close,
};

const struct tx_engine tx_mem_payload = {
	.name = "mem",
	.help = "",
	.layer = TX_PAYLOAD,
	.usable = mem_usable,
	.open = mem_open,
	.reserve = tx_reserve_all,
	.commit = mem_commit,
	.close = mem_close,
};
