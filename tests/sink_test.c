/* SPDX-License-Identifier: BSD-2-Clause */
/* The receive loop over an engine that has one frame. */
#include "tests/unit.h"

#include <string.h>

#include "lib/clock.h"
#include "lib/stamp.h"
#include "netreceive/sink.h"

Suite *sink_suite(void);

static uint8_t payload[18];

static int
one_open(struct rx *rx, struct fail *f)
{
	(void)f;
	rx->state = payload; /* there is one more */
	return 0;
}

static int
one_recv(
    struct rx *rx, struct rx_pkt *pkt, int n, int timeout_ms, struct fail *f)
{
	const struct stamp st = { .tag = 7, .time_ns = clock_mono_ns() };

	(void)n, (void)timeout_ms, (void)f;
	if (rx->state == NULL)
		return 0;
	rx->state = NULL;
	stamp_put(payload, sizeof(payload), &st);
	*pkt = (struct rx_pkt){ .data = payload,
		.len = sizeof(payload),
		.wire_len = sizeof(payload),
		.t_ns = clock_wall_ns(),
		.src = { 4, { 198, 18, 0, 1 } },
		.dst_port = 9 };
	return 1;
}

static void
one_release(struct rx *rx, int n)
{
	(void)rx, (void)n;
}

static int
one_tally(struct rx *rx, struct tally *t, bool last, struct fail *f)
{
	(void)rx, (void)last, (void)f;
	t->in_kernel = true;
	t->received = 1;
	return 0;
}

static void
one_drops(struct rx *rx, struct rx_drops *d)
{
	(void)rx;
	d->known = false;
}

static void
one_close(struct rx *rx)
{
	(void)rx;
}

static const struct rx_engine user = { .name = "user",
	.layer = RX_PAYLOAD,
	.open = one_open,
	.recv = one_recv,
	.release = one_release,
	.drops = one_drops,
	.close = one_close };
static const struct rx_engine kernel = { .name = "kernel",
	.caps = RX_IN_KERNEL,
	.layer = RX_ETHERNET,
	.open = one_open,
	.tally = one_tally,
	.drops = one_drops,
	.close = one_close };

static const struct {
	const struct rx_engine *engine;
	int64_t moved_ns;
	bool off; /* arrival times are */
} steps[] = {
	{ &user, 0, false },
	{ &user, 3600 * (int64_t)CLOCK_NS_PER_S, true },
	{ &user, -5000000, true },
	{ &user, 20000, true },
	{ &kernel, 3600 * (int64_t)CLOCK_NS_PER_S, false },
};

/*
 * Arrival times are of the wall clock. Where that is set meanwhile they are
 * off, and what is made of them is not known. What is counted inside the
 * kernel has the other clock.
 */
START_TEST(wall_clock_is_set)
{
	static volatile sig_atomic_t none;
	char *argv[] = { (char *)"netreceive", (char *)"--same-clock",
		(char *)"-n1", (char *)"--grace", (char *)"0" };
	static struct sink s;
	struct tally_counts c;
	struct rx_options o;
	struct fail f = { "" };

	memset(&s, 0, sizeof(s));
	ck_assert_int_eq(rx_options_parse(&o, COUNT(argv), argv, &f), 0);
	s.o = &o;
	s.rx.engine = steps[_i].engine;
	s.signals = &none;
	ck_assert_msg(sink_open(&s, &f) == 0, "%s", f.text);
	/* as if it had shown less then */
	s.tally.wall_less_mono_ns -= steps[_i].moved_ns;
	ck_assert_int_eq(sink_run(&s, &f), 0);
	tally_counts(&s.tally, &c);
	ck_assert_int_eq(s.end, SINK_COUNT);
	ck_assert_int_eq(s.tally.times_moved, steps[_i].off);
	if (s.rx.engine == &user) {
		ck_assert_uint_eq(c.unique, 1);
		ck_assert_int_eq(tally_latency_known(&s.tally),
		    !steps[_i].off && s.tally.latency_negative == 0);
		ck_assert_int_eq(
		    tally_variation_known(&s.tally, &c), !steps[_i].off);
	}
	sink_close(&s);
}
END_TEST

Suite *
sink_suite(void)
{
	Suite *s = suite_create("sink");
	TCase *tc = tcase_create("sink");

	tcase_add_loop_test(tc, wall_clock_is_set, 0, (int)COUNT(steps));
	suite_add_tcase(s, tc);
	return s;
}
