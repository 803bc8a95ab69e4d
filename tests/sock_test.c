/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/sock.h"

Suite *sock_suite(void);

/* Two UDP sockets on loopback: out[0] sends to out[1]. */
static void
pair(int out[2])
{
	struct sockaddr_in sin = { .sin_family = AF_INET };
	socklen_t len = sizeof(sin);

	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	out[0] = socket(AF_INET, SOCK_DGRAM, 0);
	out[1] = socket(AF_INET, SOCK_DGRAM, 0);
	ck_assert_int_eq(bind(out[1], (void *)&sin, sizeof(sin)), 0);
	ck_assert_int_eq(getsockname(out[1], (void *)&sin, &len), 0);
	ck_assert_int_eq(connect(out[0], (void *)&sin, sizeof(sin)), 0);
}

START_TEST(batch)
{
	static char data[4][4] = { "a", "bb", "ccc", "" };
	static const size_t lens[] = { 1, 2, 3, 0 };
	struct sock_batch *b = sock_batch_new(4);
	char got[8];
	int fd[2];

	pair(fd);
	for (int i = 0; i < 4; i++)
		sock_batch_set(b, i, data[i], (uint32_t)lens[i]);
	/* the middle two, then one alone */
	ck_assert_int_eq(sock_batch_send(b, fd[0], 1, 2), 2);
	ck_assert_int_eq(sock_batch_send(b, fd[0], 3, 1), 1);
	for (int i = 1; i < 4; i++) {
		ck_assert_int_eq(
		    recv(fd[1], got, sizeof(got), 0), (ssize_t)lens[i]);
		ck_assert_mem_eq(got, data[i], lens[i]);
	}
	sock_batch_free(b);
	sock_batch_free(NULL);
	close(fd[0]);
	close(fd[1]);
}
END_TEST

/* Not connected: each where its address says, also after it changed. */
START_TEST(batch_to)
{
	static char data[3] = { 'a', 'b', 'c' };
	struct sock_batch *b = sock_batch_new(3);
	struct sockaddr_in to[3];
	socklen_t len = sizeof(to[0]);
	int one[2], two[2], fd = socket(AF_INET, SOCK_DGRAM, 0);
	char got[2];

	pair(one);
	pair(two);
	getsockname(one[1], (void *)&to[0], &len);
	getsockname(two[1], (void *)&to[1], &len);
	to[2] = to[0];
	for (int i = 0; i < 3; i++) {
		sock_batch_set(b, i, &data[i], 1);
		sock_batch_to(b, i, &to[i], len);
	}
	ck_assert_int_eq(sock_batch_send(b, fd, 0, 3), 3);
	to[2] = to[1];
	ck_assert_int_eq(sock_batch_send(b, fd, 2, 1), 1);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(
		    recv((i & 1 ? two : one)[1], got, sizeof(got), 0), 1);
		ck_assert_int_eq(got[0], "abcc"[i]);
	}
	sock_batch_free(b);
	for (int i = 0; i < 2; i++) {
		close(one[i]);
		close(two[i]);
	}
	close(fd);
}
END_TEST

START_TEST(batch_refused)
{
	struct sock_batch *b = sock_batch_new(2);
	static char big[70000];
	int fd[2];

	pair(fd);
	sock_batch_set(b, 0, big, 10);
	sock_batch_set(b, 1, big, sizeof(big));
	ck_assert_int_eq(sock_batch_send(b, fd[0], 0, 2), 1);
	ck_assert_int_eq(sock_batch_send(b, fd[0], 1, 1), -1);
	ck_assert_int_eq(errno, EMSGSIZE);
	sock_batch_free(b);
	close(fd[0]);
	close(fd[1]);
}
END_TEST

/* What is asked for is there, within the limits of an ordinary user. */
START_TEST(buffers)
{
	struct fail f = { "" };
	uint64_t got = 0, most = 0;
	int fd[2];

	pair(fd);
	ck_assert_int_eq(sock_sndbuf(fd[0], 65536, &got, &f), 0);
	ck_assert_uint_ge(got, 65536);
	ck_assert_uint_le(got, 4 * 65536);
	ck_assert_int_eq(sock_rcvbuf(fd[1], 32768, &got, &f), 0);
	ck_assert_uint_ge(got, 32768);
	ck_assert_int_eq(sock_sndbuf(fd[0], 0, &most, &f), 0);
	ck_assert_uint_gt(most, got);
	if (geteuid() == 0)
		ck_assert_uint_ge(most, 8 << 20);
	ck_assert_int_eq(sock_sndbuf(-1, 0, &most, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "socket buffer"));
	close(fd[0]);
	close(fd[1]);
}
END_TEST

Suite *
sock_suite(void)
{
	Suite *s = suite_create("sock");
	TCase *t = tcase_create("sock");

	tcase_add_test(t, batch);
	tcase_add_test(t, batch_to);
	tcase_add_test(t, batch_refused);
	tcase_add_test(t, buffers);
	suite_add_tcase(s, t);
	return s;
}
