/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "netblast/classic.h"

Suite *classic_suite(void);

static char printed[2048];

static const char *
print(const struct options *o, const struct classic *c)
{
	FILE *out = tmpfile();
	size_t n;

	ck_assert_ptr_nonnull(out);
	classic_print(o, c, out);
	rewind(out);
	n = fread(printed, 1, sizeof(printed) - 1, out);
	printed[n] = '\0';
	fclose(out);
	return printed;
}

/* A blast of November 2006, line by line as FreeBSD 6 printed it. */
START_TEST(as_in_2006)
{
	struct options o = { .form = FORM_NETBLAST,
		.duration_ns = 10000000000 };
	struct classic c = { .start_wall_ns = 1163184051627479975,
		.elapsed_ns = 10000720483,
		.taken = 5869051 };

	ck_assert_str_eq(print(&o, &c),
	    "\n"
	    "start:             1163184051.627479975\n"
	    "finish:            1163184061.628200458\n"
	    "send calls:        5869051\n"
	    "send errors:       0\n"
	    "approx send rate:  586905\n"
	    "approx error rate: 0\n");
	/* the one with a send error: calls count the failed one too */
	c = (struct classic){ .start_wall_ns = 1163184606651001121,
		.elapsed_ns = 10000287467,
		.taken = 5866198,
		.errors = 1 };
	ck_assert_str_eq(print(&o, &c),
	    "\n"
	    "start:             1163184606.651001121\n"
	    "finish:            1163184616.651288588\n"
	    "send calls:        5866199\n"
	    "send errors:       1\n"
	    "approx send rate:  586619\n"
	    "approx error rate: 0\n");
	/* and the blast behind the loss ledger */
	c = (struct classic){ .start_wall_ns = 1165001022659075049,
		.elapsed_ns = 10000277689,
		.taken = 5976399 };
	ck_assert_ptr_nonnull(
	    strstr(print(&o, &c), "finish:            1165001032.659352738\n"));
	ck_assert_ptr_nonnull(strstr(printed, "approx send rate:  597639\n"));
}
END_TEST

START_TEST(netsend)
{
	struct options o = { .form = FORM_NETSEND,
		.duration_ns = 2000000000,
		.rate = { 20000, 1 } };
	struct classic c = { .start_wall_ns = 1700000002000000000,
		.elapsed_ns = 2000000000,
		.taken = 40000,
		.errors = 2,
		.waits = 80004 };

	ck_assert_str_eq(print(&o, &c),
	    "\n"
	    "start:             1700000002.000000000\n"
	    "finish:            1700000004.000000000\n"
	    "send calls:        40002\n"
	    "send errors:       2\n"
	    "approx send rate:  20000 pps\n"
	    "time/packet:       50000 ns\n"
	    "approx error rate: 0\n"
	    "waited:            80004\n"
	    "approx waits/sec:  40002\n"
	    "approx wait rate:  2\n");
}
END_TEST

/* Above 32 bits, and nothing at all: no division by zero. */
START_TEST(extremes)
{
	struct options o = { .form = FORM_NETSEND,
		.duration_ns = 86400000000000 };
	struct classic c = { .elapsed_ns = 86400000000000,
		.taken = 12857142787200,
		.errors = 38571428361600 };

	print(&o, &c);
	ck_assert_ptr_nonnull(
	    strstr(printed, "send calls:        51428571148800\n"));
	ck_assert_ptr_nonnull(
	    strstr(printed, "send errors:       38571428361600\n"));
	ck_assert_ptr_nonnull(
	    strstr(printed, "approx send rate:  148809523 pps\n"));
	c = (struct classic){ 0 };
	print(&o, &c);
	ck_assert_ptr_nonnull(strstr(printed, "time/packet:       0 ns\n"));
	ck_assert_ptr_nonnull(strstr(printed, "approx wait rate:  0\n"));
	ck_assert_ptr_nonnull(strstr(printed, "approx error rate: 0\n"));
}
END_TEST

static const struct {
	const char *argv[7];
	int argc;
	const char *message; /* NULL: accepted */
} lines[] = {
	{ { "netblast", "127.0.0.1", "1", "0", "1" }, 5, NULL },
	{ { "netblast", "127.0.0.1", "65535", "32768", "10" }, 5, NULL },
	{ { "/x/netsend", "::1", "500", "10", "0", "1" }, 6, NULL },
	{ { "netsend", "::1", "500-509", "10", "10000000000", "1" }, 6, NULL },
	{ { "netblast", "127.0.0.1", "0", "10", "1" }, 5,
	    "PORT: \"0\" is not a whole number from 1 to 65535" },
	{ { "netblast", "127.0.0.1", "65536", "10", "1" }, 5,
	    "PORT: \"65536\" is not a whole number from 1 to 65535" },
	{ { "netblast", "127.0.0.1", "5-6", "10", "1" }, 5,
	    "PORT: \"5-6\" is not a whole number from 1 to 65535" },
	{ { "netblast", "127.0.0.1", "500", "32769", "1" }, 5,
	    "PAYLOAD: \"32769\" is not a whole number from 0 to 32768" },
	{ { "netblast", "127.0.0.1", "500", "10", "1.5" }, 5,
	    "DURATION: \"1.5\" is not a whole number from 1 to 31536000" },
	{ { "netblast", "127.0.0.1", "500", "10", "0" }, 5,
	    "DURATION: \"0\" is not a whole number from 1 to 31536000" },
	{ { "netblast", "localhost", "500", "10", "1" }, 5,
	    "DEST: \"localhost\" is not a numeric IPv4 or IPv6 address" },
	{ { "netsend", "::1", "509-500", "10", "0", "1" }, 6,
	    "PORT: \"509-500\" is not a number or range A-B within 1 to "
	    "65535" },
	{ { "netsend", "::1", "500", "10", "1e6", "1" }, 6,
	    "RATE: \"1e6\" is not a whole number from 0 to 10000000000" },
	{ { "netsend", "::1", "500", "10", "1" }, 5,
	    "netsend needs five operands: DEST PORT[-PORT] PAYLOAD RATE "
	    "DURATION" },
	{ { "netblast", "::1", "500", "10" }, 4,
	    "one destination is needed, or the classic four operands "
	    "(netsend: five); -h shows both" },
};

START_TEST(operands)
{
	char *argv[7];
	struct options o;
	struct fail f = { "" };
	int rc;

	for (int i = 0; i < lines[_i].argc; i++)
		argv[i] = strdup(lines[_i].argv[i]);
	rc = options_read(&o, lines[_i].argc, argv, &f);
	for (int i = 0; i < lines[_i].argc; i++)
		free(argv[i]);
	ck_assert_str_eq(
	    f.text, lines[_i].message != NULL ? lines[_i].message : "");
	ck_assert_int_eq(rc, lines[_i].message != NULL ? -1 : 0);
}
END_TEST

Suite *
classic_suite(void)
{
	Suite *s = suite_create("classic");
	TCase *t = tcase_create("classic");

	tcase_add_test(t, as_in_2006);
	tcase_add_test(t, netsend);
	tcase_add_test(t, extremes);
	tcase_add_loop_test(t, operands, 0, COUNT(lines));
	suite_add_tcase(s, t);
	return s;
}
