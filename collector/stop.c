/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <unistd.h>

#include "collector/collector.h"

static volatile sig_atomic_t stop[2]; /* it came, and it came again */

static void
on_signal(int sig)
{
	(void)sig;
	stop[1] = stop[0];
	stop[0] = 1;
}

const volatile sig_atomic_t *
collect_stop(void)
{
	static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa = { .sa_handler = on_signal };

	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
		sigaction(stops[i], &sa, NULL);
	return &stop[0];
}

/* End of file without a line is no go: who started us is gone. */
int
collect_wait_go(struct fail *f)
{
	char c = '\0';
	ssize_t n;

	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		return fail_errno(f, "--ready: standard output");
	do {
		n = read(STDIN_FILENO, &c, 1);
	} while (stop[0] == 0 &&
	    ((n == 1 && c != '\n') || (n < 0 && errno == EINTR)));
	if (n == 1 && c == '\n')
		return 0;
	return fail(f, "--ready: %s before a line came on standard input",
	    stop[0] != 0 ? "stopped" : "end of file");
}

const volatile sig_atomic_t *
collect_stop_again(void)
{
	return &stop[1];
}
