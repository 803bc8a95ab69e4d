/* SPDX-License-Identifier: BSD-2-Clause */
/* What a driver's own counters say, by their names; tests/lab reads a veth's. */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/link_nic.h"

Suite *link_nic_suite(void);

enum { NOTHING, LOSS, RING };

static const struct {
	const char *name;
	int says;
} names[] = {
	{ "rx_missed_errors", RING }, /* e1000e, igb, ixgbe */
	{ "rx_no_buffer_count", RING },
	{ "rx_no_dma_resources", RING }, /* ixgbe */
	{ "rx_fifo_errors", RING },
	{ "rx_over_errors", RING },
	{ "rx_out_of_buffer", RING }, /* mlx5 */
	{ "rx_discards_phy", RING },
	{ "pkts rx OOB", RING }, /* vmxnet3 */
	{ "rxbds_empty", RING }, /* tg3 */
	{ "no_buff_discards", RING }, /* qede */
	{ "rx_queue_0_drops", LOSS }, /* veth, igb, virtio_net */
	{ "port.rx_dropped", LOSS }, /* i40e */
	{ "[3]: rx_discards", LOSS }, /* bnxt */
	{ "alloc_rx_buff_failed", LOSS }, /* e1000e, ixgbe */
	{ "rx0_buff_alloc_err", LOSS }, /* mlx5 */
	{ "rx buf alloc fail", LOSS }, /* vmxnet3 */
	{ "drv dropped rx total", LOSS },
	{ "rx_no_memory", LOSS }, /* hv_netvsc */
	{ "pps_allowance_exceeded", LOSS }, /* ena */
	{ "bw_in_allowance_exceeded", LOSS },
	{ "bw_out_allowance_exceeded", NOTHING },
	{ "rx_queue_0_xdp_drops", NOTHING }, /* what a program decided */
	{ "rx0_xdp_drop", NOTHING },
	{ "tx_fifo_errors", NOTHING },
	{ "tx_queue_0_drops", NOTHING },
	{ "drv dropped tx total", NOTHING },
	{ "rx_packets", NOTHING },
	{ "rx_errors", NOTHING },
	{ "rx_crc_errors", NOTHING },
	{ "peer_ifindex", NOTHING },
	{ "", NOTHING },
};

START_TEST(names_by_their_words)
{
	ck_assert_msg(
	    nic_is_loss(names[_i].name) == (names[_i].says != NOTHING), "%s",
	    names[_i].name);
	ck_assert_msg(nic_is_ring(names[_i].name) == (names[_i].says == RING),
	    "%s", names[_i].name);
}
END_TEST

/* As the kernel has it: 32 bytes, which need not end in a NUL. */
static void
add(struct nic_losses *l, const char *name, uint64_t v)
{
	char field[NIC_NAME] = "";

	snprintf(field, sizeof(field), "%s", name);
	nic_add(l, field, NIC_NAME - 1, v);
}

START_TEST(taken_and_added_up)
{
	static struct nic_losses l;

	add(&l, "rx_packets", 1000);
	add(&l, "  pkts rx OOB", 3);
	add(&l, "rx_dropped_of_a_long_name_of_32_", 5);
	add(&l, "  pkts rx OOB", 4);
	add(&l, "rx_missed_errors  ", 6);
	ck_assert_uint_eq(l.n, 3);
	ck_assert_str_eq(l.one[0].name, "pkts rx OOB");
	ck_assert_uint_eq(l.one[0].v, 7);
	ck_assert_str_eq(l.one[1].name, "rx_dropped_of_a_long_name_of_32_");
	ck_assert_uint_eq(l.one[1].v, 5);
	ck_assert_str_eq(l.one[2].name, "rx_missed_errors");
}
END_TEST

START_TEST(no_more_than_there_is_room_for)
{
	static struct nic_losses l;
	char name[NIC_NAME];

	for (unsigned i = 0; i < NIC_LOSSES + 10; i++) {
		snprintf(name, sizeof(name), "rx%u_drops", i);
		add(&l, name, i);
	}
	add(&l, "rx7_drops", 1);
	ck_assert_uint_eq(l.n, NIC_LOSSES);
	ck_assert_uint_eq(l.one[7].v, 8);
	ck_assert_uint_eq(l.one[NIC_LOSSES - 1].v, NIC_LOSSES - 1);
}
END_TEST

START_TEST(growth)
{
	static struct nic_losses a, b, g;

	a.known = b.known = true;
	add(&a, "rx_dropped", 10);
	add(&a, "rx_missed", 10);
	add(&a, "rx0_drops", 10);
	add(&a, "rx1_drops", 10);
	add(&b, "rx_missed", 10); /* stands still */
	add(&b, "rx1_drops", 9); /* fell */
	add(&b, "rx2_drops", 5); /* new */
	add(&b, "rx_dropped", 17); /* and rx0_drops is gone */
	nic_growth(&a, &b, &g);
	ck_assert(g.known);
	ck_assert_uint_eq(g.n, 1);
	ck_assert_str_eq(g.one[0].name, "rx_dropped");
	ck_assert_uint_eq(g.one[0].v, 7);
	a.known = false;
	nic_growth(&a, &b, &g);
	ck_assert(!g.known);
	ck_assert_uint_eq(g.n, 0);
}
END_TEST

START_TEST(a_driver_that_tells_nothing)
{
	static struct nic_losses l;

	l.known = true;
	nic_read("lo", &l);
	ck_assert(!l.known);
	nic_read("nosuch0", &l);
	ck_assert(!l.known);
	ck_assert_uint_eq(l.n, 0);
}
END_TEST

Suite *
link_nic_suite(void)
{
	Suite *s = suite_create("link_nic");
	TCase *t = tcase_create("link_nic");

	tcase_add_loop_test(t, names_by_their_words, 0,
	    (int)(sizeof(names) / sizeof(names[0])));
	tcase_add_test(t, taken_and_added_up);
	tcase_add_test(t, no_more_than_there_is_room_for);
	tcase_add_test(t, growth);
	tcase_add_test(t, a_driver_that_tells_nothing);
	suite_add_tcase(s, t);
	return s;
}
