/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of the engine xdp, in the kernel but on no wire (BPF_PROG_RUN),
 * and tally_packet see the same frames: whole ones, damaged ones and foreign
 * ones. Which of them are ours says the kernel, by the filter of the tap.
 */
#include "tests/network.h"

#include <linux/filter.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/cpu.h"
#include "lib/frame.h"
#include "lib/rand.h"
#include "netreceive/tapfilter.h"
#include "netreceive/xcount_tally.h"

Suite *rxxdp_suite(void);

#define FRAMES 2000
#define ROOM 256
#define PASS 2 /* XDP_PASS */

static const char *const asked[][10] = {
	{ "-p", "9" },
	{ "-p", "9-12", "--tag", "7", "--expect", "700,800" },
	{ "-p", "9", "--stamp", "classic", "--first-seq", "20" },
	{ "-p", "9", "--stamp", "none" },
	{ "-p", "9-10", "--stamp", "own", "--any-source" },
	{ "-p", "9", "-V", "100", "--tag", "7" },
	{ "-p", "9", "-V", "200,100", "--tag", "7", "--no-latency" },
};

struct both { /* who look at a frame */
	struct rx_options o;
	struct rx rx;
	struct tally theirs, ours;
	int filter[2]; /* a pair of sockets with the filter between */
	uint64_t seq;
	bool others; /* the run is one without a tag */
};

static void
open_filter(struct both *b)
{
	struct sock_filter code[TAPFILTER_CLASSIC];
	struct sock_fprog prog = { .filter = code };

	prog.len = (unsigned short)tapfilter_classic(
	    code, b->o.port.min, b->o.port.max, ROOM);
	MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, b->filter) == 0);
	MUST(setsockopt(b->filter[1], SOL_SOCKET, SO_ATTACH_FILTER, &prog,
		 sizeof(prog)) == 0);
}

static bool
is_ours(struct both *b, const uint8_t *frame, uint32_t len)
{
	uint8_t back[ROOM];

	/* what the filter refuses is sent into nothing: EPERM */
	if (send(b->filter[0], frame, len, MSG_DONTWAIT) < 0)
		return false;
	return recv(b->filter[1], back, sizeof(back), MSG_DONTWAIT) > 0;
}

static void
begin(struct both *b, const char *const *words, const char *interface)
{
	char *argv[16] = { (char *)"netreceive", (char *)"--streams",
		(char *)"0-63", (char *)"-i", (char *)interface };
	struct fail f = { "" };
	int argc = 5;

	for (; *words != NULL; words++)
		argv[argc++] = (char *)*words;
	memset(b, 0, sizeof(*b));
	MUST(rx_options_parse(&b->o, argc, argv, &f) == 0);
	b->rx = (struct rx){ .engine = rx_find("xdp"),
		.o = &b->o,
		.start_ns = 1000,
		.interface = interface };
	MUST(tally_new(&b->theirs, &b->o, RX_ETHERNET, 1000, &f) == 0);
	MUST(tally_new(&b->ours, &b->o, RX_ETHERNET, 1000, &f) == 0);
	if (b->rx.engine->open(&b->rx, &f) < 0) {
		fprintf(stderr, "%s\n", f.text);
		_exit(1);
	}
	open_filter(b);
}

/* Mostly in order; some come again, late, or from far ahead. */
static uint64_t
next_seq(struct both *b, uint64_t r)
{
	if (r % 16 == 0 && b->seq > 5)
		return b->seq - 1 - (r >> 8) % 5;
	if (r % 16 == 1)
		b->seq += (r >> 8) % 3;
	if (r % 512 == 2)
		return b->seq + (1ULL << 33);
	return b->seq++;
}

struct drawn {
	struct frame_spec spec;
	struct stamp stamp;
	struct flow flow;
};

/* What netblast sends by itself: the program has a shorter way for it. */
static void
draw_usual(uint64_t r, struct drawn *d)
{
	*d = (struct drawn){ .spec = { .src = { 4, { 198, 18, 0, 1 } },
				 .dst = { 4, { 198, 18, 1, 1 } },
				 .payload_bytes = r >> 60 == 0 ? 10 : 18 },
		.stamp = { .tag = 7,
		    .stream = (r >> 52) % 16 == 0,
		    .uncounted = (r >> 16) % 50 == 0,
		    .time_ns = 1000 },
		.flow = { 0xc6120001, 0xc6120101, 1000, 9 } };
}

static void
draw_any(uint64_t r, struct drawn *d)
{
	static const uint8_t payload[] = { 0, 3, 4, 9, 10, 13, 14, 17, 18, 19,
		60, 90 };
	static const uint16_t tci[][2] = { { 100, 0 }, { 101, 0 }, { 200, 100 },
		{ 200, 101 } };
	bool six = r % 3 == 0;
	unsigned tags = (r >> 28) % 4;

	draw_usual(r, d);
	d->spec.payload_bytes = payload[(r >> 2) % 12];
	d->spec.no_udp_checksum = !six && r % 11 == 0;
	if ((r >> 8) % 10 == 0)
		d->stamp.tag = (r >> 12) % 2 == 0 ? 8 : 0;
	d->stamp.stream = (r >> 12) % 2;
	d->flow.src += (r >> 20) % 50 == 0;
	d->flow.dst_port += (r >> 24) % 8 == 0;
	if (six) {
		d->spec.src = (struct addr){ 6, { 0x20, 1, 0, 2 } };
		d->spec.dst = (struct addr){ 6, { 0x20, 1, 0, 2, 1 } };
	}
	if (tags > 0) {
		d->spec.tags = tags == 1 ? 1 : (int)tags - 1;
		memcpy(
		    d->spec.tci, tci[(r >> 32) % 2 + (tags == 3 ? 2 : 0)], 4);
	}
}

/*
 * iperf3's flows, which begin with a hello; pkt-gen's text; and stamps, on the
 * same ports.
 */
static void
draw_other(uint64_t r, struct drawn *d)
{
	static const uint8_t payload[] = { 4, 40, 18 };

	draw_usual(r, d);
	d->spec.payload_bytes = payload[(r >> 2) % 3];
	d->spec.no_udp_checksum = true;
	d->flow.src_port = (uint16_t)(2000 + (r >> 4) % 3);
}

static void
put_other(uint64_t r, struct frame *frame)
{
	static const char text[] = "netmap pkt-gen DIRECT PAYLOAD";
	static const char hello[4][5] = { "9876", "6789", "\x15\xcd\x5b\x07",
		"\x07\x5b\xcd\x15" };

	if (frame->payload_bytes == 4)
		memcpy(frame->buf + frame->payload, hello[(r >> 6) % 4], 4);
	else if (frame->payload_bytes == 40)
		memcpy(frame->buf + frame->payload, text, sizeof(text));
}

static uint32_t
make(struct both *b, uint64_t i, struct frame *frame)
{
	uint64_t r = rand_at(5, i);
	struct fail f = { "" };
	bool other = b->o.stamp == RX_STAMP_AUTO && (r >> 40) % 8 == 0;
	struct drawn d;

	if (b->others)
		other = i == 0 || (r >> 40) % 2 == 0;
	if (other)
		draw_other(r, &d);
	else if (i < FRAMES / 2)
		draw_usual(r, &d);
	else
		draw_any(r, &d);
	d.stamp.seq = next_seq(b, rand_at(6, i));
	MUST(frame_build(frame, &d.spec, &f) == 0);
	MUST(frame->len <= ROOM);
	frame_patch(frame, frame->buf, &d.flow, &d.stamp);
	if (other)
		put_other(r, frame);
	return frame->len;
}

/* The checksum as a sender's host leaves it to the network card. */
static void
leave_checksum(const struct frame *fr, uint8_t *p)
{
	size_t bytes = p[fr->l3] >> 4 == 4 ? 4 : 16;
	uint32_t at = fr->low_src + 4 - (uint32_t)bytes;
	uint64_t sum = 17 + 8 + fr->payload_bytes;

	sum = csum_add(sum, p + at, 2 * bytes);
	put16(p + fr->l4 + 6, (uint16_t)~csum_finish(sum));
}

/* One frame in eight is not as it was sent. */
static uint32_t
harm(uint64_t r, const struct frame *fr, uint8_t *p, uint32_t len)
{
	uint32_t at = (uint32_t)(r >> 16) % 90;

	switch (r % 64) {
	case 0:
	case 1:
	case 2:
	case 3:
		if (at < len)
			p[at] ^= (uint8_t)(1U << (r >> 8) % 8);
		return len;
	case 4: /* cut; runts are no Ethernet frames */
		return len - (uint32_t)(r >> 8) % (len - 45);
	case 5:
		put16(p + fr->l4 + 4, (uint16_t)(r >> 8));
		return len;
	case 6:
		put16(p + fr->l3 + 2, (uint16_t)(r >> 8) % 200);
		return len;
	case 7:
		leave_checksum(fr, p);
		return len;
	}
	return len;
}

static void
look(struct both *b, const uint8_t *frame, uint32_t len)
{
	struct rx_pkt pkt = {
		.data = frame, .len = len, .wire_len = len, .csum_unknown = true
	};
	int verdict = rx_xdp_try(&b->rx, frame, len);

	if (is_ours(b, frame, len)) {
		MUST(verdict != PASS);
		tally_packet(&b->theirs, &pkt, 5000000);
	} else {
		MUST(verdict == PASS);
	}
}

static void
same_streams(const struct streams *a, const struct streams *b)
{
	MUST(a->n == b->n);
	for (size_t i = 0; i < a->n; i++) {
		const struct stream *s = &a->v[i], *q = &b->v[i];

		MUST(s->kind == q->kind && s->number == q->number);
		MUST(s->source.family == q->source.family);
		MUST(
		    memcmp(s->source.b, q->source.b, sizeof(s->source.b)) == 0);
		MUST(s->src_port == q->src_port && s->dst_port == q->dst_port);
		MUST(s->other == q->other);
		MUST(s->bare == q->bare && s->corrupt == q->corrupt);
		MUST(s->uncounted == q->uncounted && s->late == q->late);
		MUST(s->collision == q->collision);
		MUST(s->seq.any == q->seq.any);
		MUST(s->seq.highest == q->seq.highest);
		MUST(s->seq.received == q->seq.received);
		MUST(s->seq.unique == q->seq.unique);
		MUST(s->seq.duplicate == q->seq.duplicate);
		MUST(s->seq.reordered == q->seq.reordered);
		MUST(s->seq.unjudged == q->seq.unjudged);
		MUST(s->seq.corrupt == q->seq.corrupt);
		MUST(s->seq.runs.count == q->seq.runs.count);
		MUST(s->seq.runs.frames == q->seq.runs.frames);
	}
}

static uint64_t
frames_of(const struct series *s)
{
	uint64_t sum = s->before + s->after;

	for (size_t i = 0; i < s->end; i++)
		sum += s->v[i];
	return sum;
}

static void
same(struct tally *a, struct tally *b)
{
	MUST(memcmp(a->foreign, b->foreign, sizeof(a->foreign)) == 0);
	MUST(memcmp(a->tags, b->tags, TALLY_TAGS * sizeof(*a->tags)) == 0);
	MUST(a->tag_known == b->tag_known && a->tag == b->tag);
	MUST(a->received == b->received);
	MUST(a->corrupt == b->corrupt);
	MUST(a->unverified == b->unverified);
	MUST(a->latency.count + a->latency_negative ==
	    b->latency.count + b->latency_negative);
	MUST(frames_of(&a->series) == frames_of(&b->series));
	same_streams(&a->streams, &b->streams);
}

static void
compare(const char *const *words, const char *interface, bool others)
{
	static struct both b;
	static struct frame frame;
	struct fail f = { "" };

	begin(&b, words, interface);
	b.others = others;
	for (uint64_t i = 0; i < FRAMES; i++) {
		uint32_t len = make(&b, i, &frame);

		len = harm(rand_at(7, i), &frame, frame.buf, len);
		look(&b, frame.buf, len);
	}
	MUST(b.rx.engine->tally(&b.rx, &b.ours, true, &f) == 0);
	tally_finish(&b.ours);
	tally_finish(&b.theirs);
	same(&b.theirs, &b.ours);
	MUST(b.theirs.received > FRAMES / 50);
	/* damaged ones without a number, from addresses that are nobody's */
	MUST((b.theirs.corrupt > 0) ==
	    (others || b.o.stamp == RX_STAMP_NONE ||
		b.o.stamp == RX_STAMP_CLASSIC));
	MUST(b.theirs.streams.iperf3 == others);
	MUST(b.theirs.foreign[FOREIGN_TAG] + b.theirs.foreign[FOREIGN_STAMP] +
		    b.theirs.foreign[FOREIGN_VLAN] >
		0 ||
	    b.o.stamp == RX_STAMP_NONE || b.o.stamp == RX_STAMP_CLASSIC);
	b.rx.engine->close(&b.rx);
	close(b.filter[0]);
	close(b.filter[1]);
	tally_free(&b.ours);
	tally_free(&b.theirs);
}

/*
 * In the driver of a veth with one queue nothing needs to be atomic; behind
 * the driver of the loopback all does.
 */
static void
body(void)
{
	struct fail f = { "" };
	unsigned cpu = 0;

	if (rx_find("xdp")->usable(&f) < 0)
		_exit(CANNOT_RUN);
	/* each CPU remembers for itself whether the last checksums were whole */
	while (cpu < CPU_MAX && cpu_usable(cpu, NULL) < 0)
		cpu++;
	MUST(cpu_pin(cpu, &f) == 0);
	MUST(command("ip link set lo up && ip link add v0 index 101 type veth "
		     "peer name v1 index 102 && ip link set v0 up && "
		     "ip link set v1 up"));
	for (size_t i = 0; i < COUNT(asked); i++) {
		compare(asked[i], "v0", false);
		compare(asked[i], "lo", false);
	}
	compare(asked[0], "v0", true);
}

START_TEST(counts_as_tally)
{
	if (rx_find("xdp") != NULL)
		in_network(body);
	else
		ck_assert_ptr_nonnull(rx_absent_why("xdp"));
}
END_TEST

Suite *
rxxdp_suite(void)
{
	Suite *s = suite_create("rxxdp");
	TCase *tc = tcase_create("rxxdp");

	suite_add_tcase(s, tc);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, counts_as_tally);
	return s;
}
