/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "netblast/tx.h"

Suite *tx_suite(void);

START_TEST(errors_by_kind)
{
	struct tx tx;
	uint64_t sum = 0;

	memset(&tx, 0, sizeof(tx));
	for (int error = 1; error <= TX_ERRNO_KINDS + 2; error++)
		tx_refuse(&tx, error);
	tx_refuse(&tx, 2);
	tx_refuse(&tx, 0);
	ck_assert_uint_eq(tx.count.errors[1].n, 2);
	ck_assert_uint_eq(tx.count.short_returns, 1);
	ck_assert_uint_eq(tx.count.refused, TX_ERRNO_KINDS + 4);
	/* more kinds than rows: none is lost */
	for (int i = 0; i < TX_ERRNO_KINDS; i++)
		sum += tx.count.errors[i].n;
	ck_assert_uint_eq(sum, TX_ERRNO_KINDS + 3);
}
END_TEST

START_TEST(what_a_call_took)
{
	struct tx tx;

	memset(&tx, 0, sizeof(tx));
	ck_assert_int_eq(tx_taken(&tx, 64, 64), 64);
	ck_assert_uint_eq(tx.count.refused, 0);
	ck_assert_int_eq(tx_taken(&tx, 5, 64), 5);
	ck_assert_uint_eq(tx.count.short_returns, 1);
	errno = ENOBUFS;
	ck_assert_int_eq(tx_taken(&tx, -1, 64), 0);
	ck_assert_int_eq(tx.count.errors[0].error, ENOBUFS);
	errno = EINTR; /* a signal came; nothing was refused */
	ck_assert_int_eq(tx_taken(&tx, -1, 64), 0);
	ck_assert_uint_eq(tx.count.refused, 2);
}
END_TEST

/* Every engine is a whole row, and found by its name. */
START_TEST(table)
{
	int i;

	for (i = 0; tx_engines[i] != NULL; i++) {
		const struct tx_engine *e = tx_engines[i];

		ck_assert_ptr_eq(tx_find(e->name), e);
		ck_assert_ptr_nonnull(e->help);
		ck_assert(e->usable != NULL && e->open != NULL);
		/* in the kernel alone, or through the loop */
		if ((e->caps & TX_IN_KERNEL) != 0)
			ck_assert(e->generate != NULL && e->progress != NULL);
		else
			ck_assert(e->reserve != NULL && e->commit != NULL);
		ck_assert(e->close != NULL);
		/* one way or the other, or both; without a wire none */
		ck_assert(((e->caps & (TX_THROUGH | TX_BYPASS)) != 0) ==
		    ((e->caps & TX_NO_WIRE) == 0));
	}
	ck_assert_int_ge(i, 2);
	ck_assert_str_eq(tx_engines[0]->name, "null");
	ck_assert_ptr_null(tx_find("nul"));
}
END_TEST

/* An engine is built in, or it is told why not: never both. */
START_TEST(absent)
{
	ck_assert_ptr_null(tx_absent_why("null"));
	ck_assert_ptr_null(tx_absent_why("nul"));
	for (int i = 0; tx_absent[i].name != NULL; i++) {
		const char *name = tx_absent[i].name;

		ck_assert_ptr_null(tx_find(name));
		ck_assert_ptr_eq(tx_absent_why(name), tx_absent[i].why);
		ck_assert_ptr_nonnull(tx_absent[i].why);
	}
}
END_TEST

START_TEST(buffers_are_zeros_apart)
{
	static const uint8_t zeros[200];
	struct tx tx;
	uint8_t *all;

	memset(&tx, 0, sizeof(tx));
	tx.room = 200;
	tx.engine = tx_find("null");
	all = tx_buffers(&tx);
	for (int i = 0; i < TX_BATCH; i++) {
		ck_assert_mem_eq(tx.slot[i].data, zeros, 200);
		memset(tx.slot[i].data, 0xff, 200);
	}
	free(all);
}
END_TEST

Suite *
tx_suite(void)
{
	Suite *s = suite_create("tx");
	TCase *t = tcase_create("tx");

	tcase_add_test(t, errors_by_kind);
	tcase_add_test(t, what_a_call_took);
	tcase_add_test(t, table);
	tcase_add_test(t, absent);
	tcase_add_test(t, buffers_are_zeros_apart);
	suite_add_tcase(s, t);
	return s;
}
