/* SPDX-License-Identifier: BSD-2-Clause */
/* Fingerprints from text: transcripts made by hand, and the corpus. */
#include "tests/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/finger.h"
#include "tests/finger_keys.h"

Suite *finger_suite(void);

#define HAND TEST_DATA "/fingerprint/"

static struct session session, other;
static struct finger finger, later;

static void
read_text(struct session *s, const char *text)
{
	struct session_ask ask = { .os = NULL };

	ck_assert_int_eq(
	    session_read(s, strdup(text), strlen(text), &ask, NULL), 0);
}

static void
read_file(struct session *s, const char *path)
{
	struct session_ask ask = { .os = NULL };
	char *text = calloc(1, 1 << 20);
	FILE *in = fopen(path, "r");
	size_t len;

	ck_assert_msg(in != NULL && text != NULL, "%s", path);
	len = fread(text, 1, (1 << 20) - 1, in);
	fclose(in);
	ck_assert_int_eq(session_read(s, text, len, &ask, NULL), 0);
}

static void
empty(void)
{
	finger_free(&finger);
	finger_free(&later);
	session_free(&session);
	session_free(&other);
}

/* A key of one class; NULL: null. */
static void
check_key(enum fp_class class, const char *key, const char *value)
{
	const struct fp_key *k = fp_find(&finger.keys, class, key);

	if (value != NULL && strcmp(value, ABSENT) == 0) {
		ck_assert_msg(k == NULL, "%s is there", key);
		return;
	}
	ck_assert_msg(k != NULL, "no %s", key);
	if (value == NULL)
		ck_assert_msg(k->value == NULL, "%s is %s", key, k->value);
	else
		ck_assert_msg(k->value != NULL && strcmp(k->value, value) == 0,
		    "%s: %s, not %s", key, k->value == NULL ? "null" : k->value,
		    value);
}

static const struct {
	const char *path;
	const struct want *want;
} samples[] = {
	{ HAND "linux-6.1_router.txt", linux_6 },
	{ HAND "freebsd-13.2_router.txt", freebsd_13 },
	{ HAND "openbsd-7.4_router.txt", openbsd_7 },
	{ HAND "netbsd-10.0_router.txt", netbsd_10 },
	{ HAND "dragonfly-6.4_router.txt", dragonfly_6 },
	{ TEST_DATA "/corpus/netbsd-4.99_dmesg.txt", netbsd_4 },
	{ TEST_DATA "/corpus/freebsd-11.4_sysctl.txt", freebsd_11 },
};

START_TEST(sample)
{
	read_file(&session, samples[_i].path);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	ck_assert(!finger.cut);
	for (const struct want *w = samples[_i].want; w->key != NULL; w++)
		check_key(w->class, w->key, w->value);
	empty();
}
END_TEST

/* ---- rules ---------------------------------------------------------------- */

/* The hash of this rule set, with the pieces that may not matter. */
static void
rules_hash(const char *handle, const char *packets, const char *verdict,
    char hash[FINGER_TEXT])
{
	char text[1024];

	snprintf(text, sizeof(text),
	    "{\"nftables\":[{\"metainfo\":{\"version\":\"%s\"}},"
	    "{\"chain\":{\"family\":\"inet\",\"table\":\"t\",\"name\":\"c\","
	    "\"handle\":%s,\"hook\":\"forward\"}},"
	    "{\"rule\":{\"family\":\"inet\",\"table\":\"t\",\"chain\":\"c\","
	    "\"handle\":%s,\"expr\":[{\"counter\":{\"packets\":%s,"
	    "\"bytes\":1}},{\"%s\":null}]}}]}",
	    handle, handle, handle, packets, verdict);
	read_text(&session, text);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	snprintf(hash, FINGER_TEXT, "%s",
	    fp_find(&finger.keys, FP_SUBJECT, "firewall.nft.hash")->value);
	empty();
}

START_TEST(rules_are_what_they_say)
{
	char first[FINGER_TEXT], again[FINGER_TEXT], changed[FINGER_TEXT];

	rules_hash("1", "0", "drop", first);
	rules_hash("9", "77", "drop", again);
	rules_hash("1", "0", "accept", changed);
	ck_assert_uint_eq(strlen(first), 16);
	ck_assert_str_eq(first, again);
	ck_assert_str_ne(first, changed);
}
END_TEST

/* ---- two moments ---------------------------------------------------------- */

static char seen[1024];

static void
note(void *to, const struct finger_change *c)
{
	size_t used = strlen(to);

	snprintf((char *)to + used, sizeof(seen) - used, "%s %s %s>%s\n",
	    fp_class_name(c->class), c->key,
	    c->before == NULL ? "-" : c->before,
	    c->after == NULL ? "-" : c->after);
}

static struct finger_changes
differences(const char *before, const char *after)
{
	read_text(&session, before);
	read_text(&other, after);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	ck_assert_int_eq(finger_read(&later, &other, MOMENT_NONE), 0);
	seen[0] = '\0';
	return finger_diff(&finger, &later, false, note, seen);
}

#define EM0                                                                \
	"em0: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> mtu %s\n" \
	"\tlladdr 02:00:00:07:04:00\n"                                     \
	"\tmedia: Ethernet autoselect (1000baseT full-duplex%s)\n"         \
	"\tstatus: active\n"

START_TEST(changes_by_class)
{
	char before[600], after[600];
	struct finger_changes sum;

	snprintf(before, sizeof(before),
	    EM0 "net.inet.ip.forwarding=1\nkern.hz=100\n", "1500",
	    ",rxpause,txpause");
	snprintf(after, sizeof(after),
	    EM0 "net.inet.ip.forwarding=0\nkern.maxclusters=1\n", "1400",
	    ",rxpause");
	sum = differences(before, after);
	ck_assert_str_eq(seen,
	    "method if.em0.pause rxpause txpause>rxpause\n"
	    "bench if.em0.media_options full-duplex rxpause txpause>"
	    "full-duplex rxpause\n"
	    "subject if.em0.mtu 1500>1400\n"
	    "subject forwarding.ip true>false\n");
	ck_assert_uint_eq(sum.changed, 4);
	/* media, media_active, status, up, mac */
	ck_assert_uint_eq(sum.unchanged, 5);
	/* kern.hz, kern.maxclusters: read once each */
	ck_assert_uint_eq(sum.unknown, 2);
	empty();
}
END_TEST

START_TEST(interfaces_come_and_go)
{
	static const char one[] =
	    "em0: flags=8843<UP,RUNNING> mtu 1500\n\tstatus: active\n";
	static const char two[] =
	    "em0: flags=8843<UP,RUNNING> mtu 1500\n\tstatus: active\n"
	    "em0.5: flags=8843<UP,RUNNING> mtu 1400\n\tvlan: 5 parent "
	    "interface: em0\n";

	differences(one, two);
	ck_assert_str_eq(seen,
	    "method if.em0.5.vlan ->5\n"
	    "subject if.em0.5.up ->true\n"
	    "subject if.em0.5.mtu ->1400\n"
	    "subject if.em0.5.parent ->em0\n");
	empty();
	differences(two, one);
	ck_assert_str_eq(seen,
	    "method if.em0.5.vlan 5>-\n"
	    "subject if.em0.5.up true>-\n"
	    "subject if.em0.5.mtu 1400>-\n"
	    "subject if.em0.5.parent em0>-\n");
	empty();
}
END_TEST

/* One text with both moments; what stands once is of none. */
START_TEST(moments_of_one_text)
{
	read_text(&session,
	    "$ sysctl net.inet.ip.forwarding\n"
	    "net.inet.ip.forwarding: 0\n"
	    "$ uname -a\n"
	    "FreeBSD r 13.2-RELEASE FreeBSD 13.2-RELEASE GENERIC amd64\n"
	    "$ sysctl net.inet.ip.forwarding\n"
	    "net.inet.ip.forwarding: 1\n");
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_BEFORE), 0);
	check_key(FP_SUBJECT, "forwarding.ip", "false");
	check_key(FP_SUBJECT, "kernel", NULL);
	finger_free(&finger);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_AFTER), 0);
	check_key(FP_SUBJECT, "forwarding.ip", "true");
	finger_free(&finger);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	check_key(FP_SUBJECT, "forwarding.ip", "true");
	check_key(FP_SUBJECT, "kernel", "13.2-RELEASE");
	empty();
}
END_TEST

/* Two cards are not two moments of one. */
START_TEST(questions_of_their_own)
{
	read_text(&session,
	    "$ ifconfig em0\n"
	    "em0: flags=8843<UP,RUNNING> mtu 1500\n\tstatus: active\n"
	    "$ ifconfig em1\n"
	    "em1: flags=8843<UP,RUNNING> mtu 1400\n\tstatus: active\n"
	    "$ ifconfig em1\n"
	    "em1: flags=8843<UP,RUNNING> mtu 1300\n\tstatus: active\n");
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_BEFORE), 0);
	ck_assert_int_eq(finger_read(&later, &session, MOMENT_AFTER), 0);
	seen[0] = '\0';
	finger_diff(&finger, &later, false, note, seen);
	ck_assert_str_eq(seen, "subject if.em1.mtu 1400>1300\n");
	empty();
}
END_TEST

/* Packets per queue of every card, not of the first alone. */
START_TEST(statistics_of_each)
{
	static const struct {
		const char *instance;
		uint64_t value;
	} want[] = {
		{ "eth0: rx_queue_0_packets", 5 },
		{ "eth1: rx_queue_0_packets", 7 },
		{ "rx_queue_0_packets", 9 },
	};
	read_text(&session,
	    "$ ethtool -S eth0\nNIC statistics:\n"
	    "     rx_queue_0_packets: 5\n"
	    "$ ethtool -S eth1\nNIC statistics:\n"
	    "     rx_queue_0_packets: 7\n"
	    "$ cat statistics\nNIC statistics:\n"
	    "     rx_queue_0_packets: 9\n");
	ck_assert_uint_eq(session.n, 3);
	for (size_t i = 0; i < session.n; i++) {
		const struct counter *c = &session.v[i].counters.v[0];

		ck_assert_str_eq(c->name, "nic");
		ck_assert_str_eq(c->instance, want[i].instance);
		ck_assert_uint_eq(c->value, want[i].value);
	}
	empty();
}
END_TEST

/* On which port, which way: Linux by ethtool, FreeBSD by the driver's tree. */
static const struct {
	const char *text, *name, *instance;
	uint64_t value;
} pauses[] = {
	{ "Pause parameters for eth1:\nAutonegotiate:\ton\nRX:\t\ton\n"
	  "TX:\t\toff\nStatistics:\n  tx_pause_frames: 0\n"
	  "  rx_pause_frames: 88\n",
	    "if.rx.pause", "eth1", 88 },
	{ "dev.ix.1.mac_stats.xoff_recvd: 7\ndev.ix.1.fc: 3\n", "if.rx.pause",
	    "ix1", 7 },
	{ "dev.em.0.mac_stats.xoff_txd: 9\n", "if.tx.pause", "em0", 9 },
};

START_TEST(pause_frames)
{
	const struct counter *c;

	read_text(&session, pauses[_i].text);
	ck_assert_uint_eq(session.n, 1);
	c = counters_find(
	    &session.v[0].counters, pauses[_i].name, pauses[_i].instance);
	ck_assert(c != NULL);
	ck_assert_uint_eq(c->value, pauses[_i].value);
	empty();
}
END_TEST

/* What only looks like a listing. */
static const char *const prose[] = {
	"FreeBSD since 8.0 has netisr\n",
	"Linux is 2.6.18 there, I think\n",
	"OpenBSD with 3.9 was slower than that\n",
	"block all of it, then\npass it on\n",
	"pass in silence\n",
	"2.6.18-SMP\n",
	"COMMAND\nof the router was fine\n",
	"options are many\nand ident is one\n",
	"driver: none\nof them\n",
	"/sys/class/net is a folder: look there\n",
	"10000 packets allow for that\n",
	"Status: Enabled? No\n",
};

START_TEST(prose_is_none)
{
	read_text(&session, prose[_i]);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	ck_assert_msg(finger.keys.n == 0, "%s: %s is %s", prose[_i],
	    finger.keys.n > 0 ? finger.keys.v[0].name : "",
	    finger.keys.n > 0 ? finger.keys.v[0].value : "");
	empty();
}
END_TEST

/* Hostile text: bounded, and it says so. */
START_TEST(too_many_interfaces)
{
	size_t size = 5000 * 60 + 1, used = 0;
	char *text = malloc(size);
	struct session_ask ask = { .os = NULL };

	ck_assert(text != NULL);
	for (int i = 0; i < 5000; i++)
		used += (size_t)snprintf(text + used, size - used,
		    "em%d: flags=8843<UP,RUNNING> mtu 1500\n", i);
	ck_assert_int_eq(session_read(&session, text, used, &ask, NULL), 0);
	ck_assert_int_eq(finger_read(&finger, &session, MOMENT_NONE), 0);
	ck_assert(finger.cut);
	ck_assert_uint_le(finger.keys.n, 4096);
	ck_assert_uint_eq(finger.n_port, 256);
	check_key(FP_SUBJECT, "if.em255.mtu", "1500");
	check_key(FP_SUBJECT, "if.em256.mtu", ABSENT);
	check_key(FP_SUBJECT, "if.em0.mtu", "1500");
	empty();
}
END_TEST

Suite *
finger_suite(void)
{
	Suite *s = suite_create("finger");
	TCase *t = tcase_create("finger");

	tcase_add_loop_test(t, sample, 0, COUNT(samples));
	tcase_add_test(t, rules_are_what_they_say);
	tcase_add_test(t, changes_by_class);
	tcase_add_test(t, interfaces_come_and_go);
	tcase_add_test(t, moments_of_one_text);
	tcase_add_test(t, questions_of_their_own);
	tcase_add_test(t, statistics_of_each);
	tcase_add_loop_test(t, pause_frames, 0, COUNT(pauses));
	tcase_add_loop_test(t, prose_is_none, 0, COUNT(prose));
	tcase_add_test(t, too_many_interfaces);
	suite_add_tcase(s, t);
	return s;
}
