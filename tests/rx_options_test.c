/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "netreceive/options.h"

Suite *rx_options_suite(void);

static struct rx_options o;

static const struct {
	const char *word[4];
	const char *says;
} refused[] = {
	{ { "-p", "0" }, "--port: \"0\" is not a number or range" },
	{ { "5001", "5002" }, "5002: one PORT at most" },
	{ { "-p", "1", "5002" }, "5002: the port was given by --port too" },
	{ { "--tag", "0" }, "--tag: \"0\" is not a whole number from 1" },
	{ { "--tag", "65536" }, "from 1 to 65535" },
	{ { "--tag", "1", "--stamp", "classic" }, "have no run tag" },
	{ { "--stamp", "new" }, "\"new\" is not auto, own, classic or none" },
	{ { "-V", "4095" }, "from 0 to 4094" },
	{ { "-V", "1,2,3" }, "at most 2 numbers" },
	{ { "--streams", "0", "--expect", "1,2" }, "2 numbers for 1 streams" },
	{ { "--expect", "1", "--stamp", "none" },
	    "--expect: needs a sequence" },
	{ { "--lost", "x", "--stamp", "none" }, "--lost: needs a sequence" },
	{ { "-f", "2", "--stamp", "none" }, "--flows: needs a sequence" },
	{ { "--block", "2", "--stamp", "none" }, "--block: needs a sequence" },
	{ { "--clock-offset", "1", "--same-clock" }, "there is none" },
	{ { "--clock-offset", "--1s" }, "is not a time" },
	{ { "--clock-offset", "-80000000m" }, "is not a time" },
	{ { "--block", "0" }, "--block: \"0\" is not" },
	{ { "--flow-order", "any" }, "\"any\" is not round or random" },
	{ { "-T", "0" }, "--threads: \"0\" is not" },
	{ { "-T", "65" }, "from 1 to 64" },
	{ { "-T", "2", "--lost", "x" }, "--lost: one thread must see" },
	{ { "-T", "2", "--read", "x" }, "has no --threads" },
	{ { "-C", "x" }, "--cpus: " },
	{ { "--announce", "1" }, "--announce: by which --interface" },
	{ { "-i", "x", "--announce", "999ms" }, "--announce: \"999ms\"" },
	{ { "--read", "x", "--announce", "1" }, "has no --announce" },
	{ { "-n", "0" }, "--count: \"0\" is not" },
	{ { "--grace", "-1" }, "--grace: \"-1\" is not a time" },
};

START_TEST(options_refused)
{
	char *argv[5] = { (char *)"netreceive" };
	struct fail f = { "" };
	int argc = 1;

	for (int i = 0; i < 4 && refused[_i].word[i] != NULL; i++)
		argv[argc++] = (char *)refused[_i].word[i];
	ck_assert_int_eq(rx_options_parse(&o, argc, argv, &f), -1);
	ck_assert_msg(strstr(f.text, refused[_i].says) != NULL, "%s", f.text);
}
END_TEST

static const struct {
	const char *text;
	int64_t ns;
} offsets[] = {
	{ "0", 0 },
	{ "-0", 0 },
	{ "1.5us", 1500 },
	{ "-1.5us", -1500 },
	{ "-123456789012345678ns", -123456789012345678 },
	{ "20000000m", 1200000000000000000 },
};

START_TEST(clock_offset)
{
	char *argv[] = { (char *)"netreceive", (char *)"--clock-offset",
		(char *)offsets[_i].text };
	struct fail f = { "" };

	ck_assert_msg(rx_options_parse(&o, 3, argv, &f) == 0, "%s", f.text);
	ck_assert(o.clock_offset.set);
	ck_assert_int_eq(o.clock_offset.ns, offsets[_i].ns);
}
END_TEST

Suite *
rx_options_suite(void)
{
	Suite *s = suite_create("rx_options");
	TCase *tc = tcase_create("rx_options");

	tcase_add_loop_test(tc, options_refused, 0, COUNT(refused));
	tcase_add_loop_test(tc, clock_offset, 0, COUNT(offsets));
	suite_add_tcase(s, tc);
	return s;
}
