/* SPDX-License-Identifier: BSD-2-Clause */
/* Mail in quoted-printable, and what only looks like it. */
#include "tests/unit.h"

#include "collector/encoded.h"

Suite *encoded_suite(void);

static void
opens(const char *text, const char *want)
{
	struct arena a = { .broken = false };
	size_t len = strlen(text);
	const char *open = encoded_open(&a, text, &len);

	ck_assert_ptr_nonnull(open);
	ck_assert_msg(len == strlen(want) && memcmp(open, want, len) == 0,
	    "\"%.*s\" from \"%s\"", (int)len, open, text);
	arena_free(&a);
}

START_TEST(by_its_header)
{
	opens("Subject: a=3Db\n"
	      "content-transfer-encoding: Quoted-Printable\n\n"
	      "em0: flags=3D8843<UP> mtu 1500=20\r\n"
	      "\tinet 198.18.0.1 netmask 0xffffff00 =\r\n"
	      "broadcast 198.18.0.255\n"
	      "5 = 5, =zz, =\n",
	    "Subject: a=3Db\n"
	    "content-transfer-encoding: Quoted-Printable\n\n"
	    "em0: flags=8843<UP> mtu 1500 \r\n"
	    "\tinet 198.18.0.1 netmask 0xffffff00 "
	    "broadcast 198.18.0.255\n"
	    "5 = 5, =zz, ");
	/* a part of another encoding behind it */
	opens("Content-Transfer-Encoding: quoted-printable\na=3Db\n"
	      "Content-Transfer-Encoding: 8bit\na=3Db",
	    "Content-Transfer-Encoding: quoted-printable\na=b\n"
	    "Content-Transfer-Encoding: 8bit\na=3Db");
}
END_TEST

START_TEST(by_its_looks)
{
	opens("   packets  errs      bytes colls=20\n"
	      "    148809     0    8928540     0=20\n",
	    "   packets  errs      bytes colls \n"
	    "    148809     0    8928540     0 \n");
	opens("> flags=3D8843<UP>\n", "> flags=8843<UP>\n");
	/* cut within a word */
	opens("em0 1500 1000 0 0 60000 900 0 5 6 7 8 9 10 11 12 13 14 15 16 "
	      "17 18 19 20 2=\n1 22\n",
	    "em0 1500 1000 0 0 60000 900 0 5 6 7 8 9 10 11 12 13 14 15 16 "
	    "17 18 19 20 21 22\n");
}
END_TEST

static const char *const others[] = {
	"",
	"=",
	"net.inet.ip.ttl=20\n",
	"> net.inet.ip.ttl=20\n> net.inet.ip.mtudisctimeout=60\n",
	"hw.serialno=\nnet.inet.ip.ttl=20\n",
	"net.inet.ip.forwarding=1\nkern.hostname=3D\n",
	"em0: flags=8843<UP> mtu 1500\n\toptions=3D<RXCSUM>\n",
	"r# sysctl net.inet.ip.intr_queue_maxlen=20\n",
	"pass in quick on ix0 proto udp from 198.18.0.0/15 to any =\n5 keep\n",
	"port = 9 label \"a=20\"\n",
	"Content-Transfer-Encoding: 8bit\n\na=3Db c=20\n",
};

START_TEST(others_stay)
{
	opens(others[_i], others[_i]);
}
END_TEST

Suite *
encoded_suite(void)
{
	Suite *s = suite_create("encoded");
	TCase *t = tcase_create("encoded");

	tcase_add_test(t, by_its_header);
	tcase_add_test(t, by_its_looks);
	tcase_add_loop_test(t, others_stay, 0, COUNT(others));
	suite_add_tcase(s, t);
	return s;
}
