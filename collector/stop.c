/* SPDX-License-Identifier: BSD-2-Clause */
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

const volatile sig_atomic_t *
collect_stop_again(void)
{
	return &stop[1];
}
