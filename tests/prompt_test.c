/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "collector/prompt.h"

Suite *prompt_suite(void);

/* ---- who typed what -------------------------------------------------------- */

static const struct {
	const char *line, *host, *command; /* NULL: none */
} lines[] = {
	{ "$ netstat -ni", NULL, "netstat -ni" },
	{ "%netstat -ni", NULL, "netstat -ni" },
	{ "#netstat -ni", NULL, "netstat -ni" },
	{ "host#netstat -ni", "host", "netstat -ni" },
	{ "host%netstat -ni", "host", "netstat -ni" },
	{ "[root@r1 ~]#netstat -ni", "r1", "netstat -ni" },
	{ "root@:~ # netstat -ni", NULL, "netstat -ni" },
	{ "root@r1[~]# netstat -ni", "r1", "netstat -ni" },
	{ "root@r1 [~]# netstat -ni", "r1", "netstat -ni" },
	{ "[r1:~]$ netstat -ni", "r1", "netstat -ni" },
	{ "[r1]> netstat -ni", "r1", "netstat -ni" },
	{ "<root@r1># netstat -ni", "r1", "netstat -ni" },
	{ "user@r1:~> netstat -ni", "r1", "netstat -ni" },
	{ "user@r1 ~> netstat -ni", "r1", "netstat -ni" },
	{ "gw> netstat -ni", "gw", "netstat -ni" },
	{ "r1 ~ # netstat -ni", "r1", "netstat -ni" },
	{ "r1 / # sudo netstat -ni", "r1", "sudo netstat -ni" },
	{ "/root # /usr/bin/netstat -ni", NULL, "/usr/bin/netstat -ni" },
	{ "r4 # netstat -ni", "r4", "netstat -ni" },
	{ "r1:~ root# netstat -ni", "r1", "netstat -ni" },
	{ "r1 ksh$ netstat -ni", "r1", "netstat -ni" },
	{ "r1 1# netstat -ni", "r1", "netstat -ni" },
	{ "1 r1# netstat -ni", "r1", "netstat -ni" },
	{ "[1:5] r1# netstat -ni", "r1", "netstat -ni" },
	{ "[12:30:01] root@r1:~# netstat -ni", "r1", "netstat -ni" },
	{ "12:30:01 root@r1:~# netstat -ni", "r1", "netstat -ni" },
	{ "r1.example.org 12:01 [~] # netstat -ni", "r1.example.org",
	    "netstat -ni" },
	{ "root@r1|~# netstat -ni", "r1", "netstat -ni" },
	{ "$> netstat -ni", NULL, "netstat -ni" },
	/* what is none */
	{ "we found bug # 5 in it", NULL, NULL },
	{ "10 % netmasks", NULL, NULL },
	{ "I have seen > netstat -ni", NULL, NULL },
	{ "#kernel", NULL, NULL },
	{ "a > b", NULL, NULL },
	{ "em0: 5 > 3", NULL, NULL },
};

START_TEST(typed)
{
	const char *text = lines[_i].line, *want = lines[_i].command;
	struct line l = { .p = text, .len = strlen(text) };
	struct span command, host;
	bool found = prompt_line(&l, &command);

	ck_assert_msg(found == (want != NULL), "%s", text);
	if (!found)
		return;
	ck_assert_msg(span_is(command, want), "%s: %.*s", text,
	    (int)command.len, command.p);
	found = prompt_host(&l, &host);
	ck_assert_msg(found == (lines[_i].host != NULL), "%s: host", text);
	ck_assert_msg(!found || span_is(host, lines[_i].host), "%s: %.*s", text,
	    (int)host.len, host.p);
}
END_TEST

/* ---- where it runs ----------------------------------------------------------- */

static const struct {
	const char *command, *host; /* NULL: here; "": nobody knows */
} elsewhere[] = {
	{ "netstat -ni", NULL },
	{ "ssh -p 22 root@r1 netstat -ni", "r1" },
	{ "ssh -o StrictHostKeyChecking=no -l root r6 \"netstat -ni\"", "r6" },
	{ "rsh r5 netstat -ni", "r5" },
	{ "ssh $h netstat -ni", "" },
	{ "for h in a b; do ssh $h netstat; done", "" },
	{ "sudo ip netns exec sink netstat -ni", "sink" },
	{ "ip -n sink -s link", "sink" },
	{ "ip -s link show dev eth0", NULL },
	{ "tc -s qdisc show dev eth0", NULL },
	{ "tc -n sink -s qdisc", "sink" },
	{ "jexec vr netstat -ni", "vr" },
	{ "jexec -U nobody vr netstat -ni", "vr" },
	{ "docker exec -it c1 cat /proc/net/dev", "c1" },
	{ "lxc-attach -n c2 -- ip -s link", "c2" },
	{ "nsenter -t 123 -n ip -s link", "" },
	{ "ssh r2 ip netns exec ns1 cat /proc/net/dev", "ns1" },
	{ "ssh -t r3 'sudo jexec web netstat -ni'", "web" },
	{ "setfib 1 ssh r7 netstat -ni", "r7" },
	{ "route -T 1 exec netstat -ni", NULL },
	{ "ip", NULL },
	{ "ssh", "" },
};

START_TEST(runs)
{
	const char *command = elsewhere[_i].command;
	const char *want = elsewhere[_i].host;
	struct span host;
	bool away = prompt_elsewhere(command, &host);

	ck_assert_msg(away == (want != NULL), "%s", command);
	ck_assert_msg(!away || span_is(host, want), "%s: %.*s", command,
	    (int)host.len, host.p);
}
END_TEST

/* ---- without a prompt ---------------------------------------------------------- */

static const struct {
	const char *line, *command;
} alone[] = {
	{ "netstat -ni", "netstat -ni" },
	{ "netstat -w 5:", "netstat -w 5" },
	{ "+ netstat -ni", "netstat -ni" },
	{ "--- ip -s link show dev eth0 ---", "ip -s link show dev eth0" },
	{ "`cat /proc/net/dev`:", "cat /proc/net/dev" },
	{ "netstat output of r1:", NULL },
	{ "netstat -ni says that it is 5.", NULL },
	{ "dmesg:", NULL },
	{ "top shows 97.2% there.", NULL },
};

START_TEST(without_prompt)
{
	const char *text = alone[_i].line;
	struct line l = { .p = text, .len = strlen(text) };
	struct span command;
	bool found = prompt_none(&l, &command);

	ck_assert_msg(found == (alone[_i].command != NULL), "%s", text);
	ck_assert_msg(!found || span_is(command, alone[_i].command), "%s: %.*s",
	    text, (int)command.len, command.p);
}
END_TEST

Suite *
prompt_suite(void)
{
	Suite *s = suite_create("prompt");
	TCase *tc = tcase_create("prompt");

	tcase_add_loop_test(tc, typed, 0, COUNT(lines));
	tcase_add_loop_test(tc, runs, 0, COUNT(elsewhere));
	tcase_add_loop_test(tc, without_prompt, 0, COUNT(alone));
	suite_add_tcase(s, tc);
	return s;
}
