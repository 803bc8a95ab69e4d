/* SPDX-License-Identifier: BSD-2-Clause */
/* netblast: the generator. Also called netsend. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/stdopen.h"
#include "netblast/blast.h"
#include "netblast/options.h"
#include "netblast/run.h"
#include "netblast/setup.h"
#include "netblast/show.h"

static void
on_signal(int number)
{
	(void)number;
	blast_stop = 1;
}

static void
on_wake(int number)
{
	(void)number;
}

/* No SA_RESTART: a signal also ends a wait in read(2) or send(2). */
static void
catch_signals(void)
{
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = on_signal;
	sigemptyset(&sa.sa_mask);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	/* wakes a sending thread (netblast/team.c) */
	sa.sa_handler = on_wake;
	sigaction(SIGUSR2, &sa, NULL);
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, NULL);
}

int
main(int argc, char **argv)
{
	struct setup setup = { .frames = NULL };
	struct fail f = { "" };
	struct options o;
	int rc = 1;

	if (stdopen(&f) < 0 || options_read(&o, argc, argv, &f) < 0)
		goto out;
	rc = 0;
	if (o.help) {
		options_help(stdout);
	} else if (o.version) {
		show_version(stdout);
	} else if (o.list_engines) {
		show_engines(stdout);
	} else if (setup_make(&setup, &o, &f) < 0) {
		rc = 1;
	} else if (o.show) {
		show_frame(
		    &o, &setup, (uint16_t)(o.tag != 0 ? o.tag : 1), stdout);
	} else {
		catch_signals();
		rc = run(&o, &setup, &f);
	}
out:
	setup_free(&setup);
	if (f.text[0] != '\0')
		fprintf(stderr, "netblast: %s\n", f.text);
	if (fflush(stdout) != 0 && rc == 0)
		rc = 1;
	return rc;
}
