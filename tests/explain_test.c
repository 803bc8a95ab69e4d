/* SPDX-License-Identifier: BSD-2-Clause */
/* Every counter that a parser finds in the corpus has a row in the table. */
#include "tests/golden.h"

#include "collector/explain.h"
#include "lib/ledger.h"

Suite *explain_suite(void);

static const char *const folders[] = { CORPUS, VARIANTS };

/* The system is how a sample's name begins: "freebsd-12.4_netstat". */
static size_t
walk(const char *folder, const char *file)
{
	struct session_ask ask = { .os = NULL };
	struct session s = { .n = 0 };
	struct fail f = { "" };
	char path[400], os[32];
	size_t counters = 0;
	char *text;

	snprintf(path, sizeof(path), "%s%s", folder, file);
	snprintf(os, sizeof(os), "%.*s", (int)strcspn(file, "-"), file);
	text = slurp(path);
	session_os(os, &ask, &f);
	ck_assert_int_eq(session_read(&s, text, strlen(text), &ask, &f), 0);
	for (size_t i = 0; i < s.n; i++)
		for (size_t k = 0; k < s.v[i].counters.n; k++) {
			const struct counter *c = &s.v[i].counters.v[k];

			ck_assert_msg(explain_best(c->name, c->instance,
					  s.v[i].os, NULL) != NULL,
			    "%s: %s %s has no row in explain_*.c", file,
			    c->name, c->instance);
			counters++;
		}
	session_free(&s);
	return counters;
}

START_TEST(corpus)
{
	DIR *d = opendir(folders[_i]);
	size_t counters = 0;
	struct dirent *e;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL) {
		size_t n = strlen(e->d_name);

		if (n > 4 && strcmp(e->d_name + n - 4, ".txt") == 0)
			counters += walk(folders[_i], e->d_name);
	}
	closedir(d);
	ck_assert_uint_ge(counters, _i == 0 ? 500 : 5);
}
END_TEST

static bool
is_place(const char *name)
{
	for (enum place p = 0; p < PLACES; p++)
		if (strcmp(place_name(p), name) == 0)
			return true;
	return name[0] == '\0';
}

START_TEST(rows)
{
	static const char *const systems[] = { "FreeBSD", "NetBSD", "OpenBSD",
		"DragonFly", "Linux" };
	const struct explain *e;
	size_t i;

	for (i = 0; (e = explain_row(i)) != NULL; i++) {
		const char *who = e->name != NULL ? e->name : e->raw;
		bool known = e->os == NULL;

		ck_assert_ptr_nonnull(who);
		ck_assert_msg(is_place(e->place), "%s: %s", who, e->place);
		ck_assert_msg(strlen(e->what) > 10, "%s", who);
		for (size_t k = 0; k < COUNT(systems); k++)
			known |=
			    e->os != NULL && strcmp(e->os, systems[k]) == 0;
		ck_assert_msg(known, "%s: %s", who, e->os);
		for (const char *p = e->raw; p != NULL && *p != '\0';) {
			size_t n = strcspn(p, "|");

			ck_assert_msg(n > 0 && n < EXPLAIN_NAME, "%s", p);
			p += n + (p[n] == '|');
		}
	}
	ck_assert_uint_gt(i, 200);
}
END_TEST

/* As people type it, and what must come out of it. */
static const struct {
	const char *typed, *os, *driver, *place, *words;
} typed[] = {
	{ "if.rx.missed", NULL, NULL, "nic_ring", "no free buffer" },
	{ "Idrop", "OpenBSD", NULL, "input_queue", "input queue" },
	{ "Idrop", "FreeBSD", "cxgbe", "nic_ring", "Inside Ipkts on cxgbe" },
	{ "IDROP", "freebsd", "ix", "nic_ring", "outside on em and ix" },
	{ "Ifail", NULL, NULL, "nic_error", "Ierrs and Idrop" },
	{ "rx_no_buffer_count", NULL, NULL, "", "RNBC" },
	{ "rx_missed_errors", "Linux", "igb", "nic_ring", "MPC" },
	{ "net.inet.ip.intr_queue_drops", NULL, NULL, "input_queue",
	    "netisr queue" },
	{ "dev.em.0.mac_stats.missed_packets", NULL, NULL, "nic_ring", "MPC" },
	{ "dev.ix.1.queue13.rx_discarded", NULL, NULL, "nic_ring", "queue" },
	{ "rx_queue_13_drops", "Linux", "igb", "nic_ring", "this queue" },
	{ "rx_queue_0_drops", "Linux", "veth", "filter", "XDP" },
	{ "rx_out_of_buffer", NULL, "mlx5", "nic_ring", "posted" },
	{ "rx_out_of_buffer", NULL, "mce", "nic_ring", "posted" },
	{ "pps_allowance_exceeded", NULL, NULL, "link", "rate of packets" },
	{ "pkts rx OOB", NULL, "vmxnet3", "nic_ring", "descriptor" },
	{ "[3]: rx_discards", NULL, "bnxt", "nic_ring", "ring" },
	{ "rxbds_empty", NULL, "tg3", "", "no descriptor" },
	{ "unresolved_discards", NULL, NULL, "ip_refused", "neighbour" },
	{ "TcpExtIPReversePathFilter", NULL, NULL, "ip_refused",
	    "reverse-path" },
	{ "ipintrq", "NetBSD", NULL, "input_queue", "IP's input queue" },
	{ "queue.ip.drops", "FreeBSD", NULL, "input_queue", "netisr" },
	{ "total packets dropped due to no ARP entry", "FreeBSD", NULL,
	    "ip_refused", "next hop" },
	{ "time exceed transit", NULL, NULL, "ip_refused", "hop limit" },
	{ "dropped due to full socket buffers", "OpenBSD", NULL, "sink_program",
	    "no room" },
	{ "ip6.no_route", "FreeBSD", NULL, "ip_refused", "fast path" },
	{ "IcmpOutRateLimitHost", NULL, NULL, "", "too many" },
};

START_TEST(names)
{
	const struct explain *e;
	bool found = false;

	for (size_t i = 0; (e = explain_row(i)) != NULL; i++)
		found |= explain_matches(e, typed[_i].typed, typed[_i].os,
			     typed[_i].driver) &&
		    strcmp(e->place, typed[_i].place) == 0 &&
		    strstr(e->what, typed[_i].words) != NULL;
	ck_assert_msg(found, "%s", typed[_i].typed);
}
END_TEST

/* Not every digit, not another system, not part of a name. */
START_TEST(no_match)
{
	static const char *const bad[] = { "rx_queue__drops", "Idro", "Idropp",
		"dev.em.0", "dev.", "", "rx_queue_3_drop", "if.rx.miss" };
	const struct explain *e;

	for (size_t i = 0; (e = explain_row(i)) != NULL; i++) {
		for (size_t k = 0; k < COUNT(bad); k++)
			ck_assert_msg(!explain_matches(e, bad[k], NULL, NULL),
			    "%s: %s", bad[k], e->what);
		ck_assert(!explain_matches(e, "QDrops", "OpenBSD", NULL));
		ck_assert(!explain_matches(e, "rxbds_empty", NULL, "em"));
		/* the driver in the name wins */
		ck_assert(!explain_matches(
		    e, "dev.ix.0.mac_stats.missed_packets", NULL, "em"));
	}
}
END_TEST

/* The row that knows most: driver before system before the general one. */
static const struct {
	const char *name, *os, *driver, *words;
} best[] = {
	{ "if.rx.errors", "FreeBSD", "em", "missed frames" },
	{ "if.rx.errors", "FreeBSD", "ix", "stand under Idrop" },
	{ "if.rx.errors", "NetBSD", "wm", "symbol" },
	{ "if.rx.errors", "FreeBSD", "nfe", "driver's sum" },
	{ "if.rx.errors", "Linux", "eth", "Missed frames stand apart" },
	{ "if.rx.errors", NULL, NULL, "driver's sum" },
	{ "if.rx.drops", "Linux", "veth", "receiving end" },
	{ "queue.ip.drops", "NetBSD", NULL, "ipintrq" },
};

START_TEST(best_row)
{
	const struct explain *e =
	    explain_best(best[_i].name, "", best[_i].os, best[_i].driver);

	ck_assert_ptr_nonnull(e);
	ck_assert_msg(strstr(e->what, best[_i].words) != NULL, "%s", e->what);
}
END_TEST

START_TEST(own_names)
{
	const struct explain *e =
	    explain_best("nic", "Rx Queue 3   pkts rx OOB", "Linux", NULL);

	ck_assert_ptr_nonnull(e);
	ck_assert_str_eq(e->place, "nic_ring");
	/* of an interface that is told */
	ck_assert_ptr_eq(e,
	    explain_best(
		"nic", "eth0: Rx Queue 3   pkts rx OOB", "Linux", NULL));
	ck_assert_ptr_null(explain_best("nic", "no_such", "Linux", NULL));
	ck_assert_ptr_null(explain_best("no.such", "", "Linux", NULL));
}
END_TEST

START_TEST(near_names)
{
	char near[EXPLAIN_NEAR][EXPLAIN_NAME];

	ck_assert_uint_gt(explain_near("Idropp", near), 1);
	ck_assert_str_eq(near[0], "Idrop");
	ck_assert_uint_gt(explain_near("rx_no_bufer_count", near), 0);
	ck_assert_str_eq(near[0], "rx_no_buffer_count");
	ck_assert_uint_eq(explain_near("zzzzzzzzzzzzzzzzzzzz", near), 0);
}
END_TEST

Suite *
explain_suite(void)
{
	Suite *s = suite_create("explain");
	TCase *tc = tcase_create("explain");

	tcase_add_loop_test(tc, corpus, 0, COUNT(folders));
	tcase_add_test(tc, rows);
	tcase_add_loop_test(tc, names, 0, COUNT(typed));
	tcase_add_test(tc, no_match);
	tcase_add_loop_test(tc, best_row, 0, COUNT(best));
	tcase_add_test(tc, own_names);
	tcase_add_test(tc, near_names);
	suite_add_tcase(s, tc);
	return s;
}
