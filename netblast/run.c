/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/priv.h"
#include "lib/result.h"
#include "netblast/classic.h"
#include "netblast/judge.h"
#include "netblast/run.h"
#include "netblast/show.h"

/* A clock that jumps to where the loop waits: for --write. */
static uint64_t
jump_now(void *arg)
{
	return *(const uint64_t *)arg;
}

static void
jump_to(void *arg, uint64_t ns)
{
	uint64_t *now = arg;

	if (ns > *now)
		*now = ns;
}

/*
 * netsend starts on a whole second of the wall clock, one to two seconds
 * ahead, so that several hosts start together.
 */
static uint64_t
aligned_start(int64_t wall_less_mono_ns)
{
	uint64_t offset = (uint64_t)wall_less_mono_ns; /* modulo 2^64 */
	uint64_t wall = clock_mono_ns() + offset;

	return (wall / CLOCK_NS_PER_S + 2) * CLOCK_NS_PER_S - offset;
}

/*
 * "ready" on standard output, then wait for a line: whoever started us says
 * when. End of file without a line is no go: the other side is gone.
 */
static int
wait_for_go(struct fail *f)
{
	char c = '\0';
	ssize_t n;

	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		return fail_errno(f, "--ready: standard output");
	do {
		n = read(STDIN_FILENO, &c, 1);
	} while (!blast_stop &&
	    ((n == 1 && c != '\n') || (n < 0 && errno == EINTR)));
	if (n == 1 && c == '\n')
		return 0;
	return fail(f, "--ready: %s before a line came on standard input",
	    blast_stop ? "stopped" : "end of file");
}

static void
print_classic(const struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	struct classic c = { .elapsed_ns = sum->finish_ns - sum->start_ns,
		.taken = sum->taken,
		.errors = sum->count.refused,
		.waits = sum->waits };

	c.start_wall_ns = sum->start_ns + (uint64_t)u->wall_less_mono_ns;
	classic_print(u->options, &c, stdout);
	fflush(stdout);
}

static int
write_document(struct result *r, const struct options *o, struct fail *f)
{
	const char *path = o->output != NULL ? o->output : "-";

	if (o->output == NULL && o->form != FORM_OPTIONS)
		return 0;
	return result_write(r, path, f);
}

/* Count, blast, count, judge. */
static int
blast(struct outcome *u, struct fail *f)
{
	const struct options *o = u->options;
	struct progress progress = { .terminal = isatty(STDERR_FILENO) == 1 };
	const struct team_watch watch = { show_progress, show_stuck,
		&progress };
	int rc;

	link_count(&u->setup->link, &u->before);
	rc = team_run(u->team, &watch, f);
	link_count(&u->setup->link, &u->after);
	if (o->progress_ns != 0 && progress.terminal)
		fputc('\n', stderr);
	u->wall_moved_ns = clock_wall_less_mono_ns() - u->wall_less_mono_ns;
	team_sum(u->team, &u->sum);
	judge(u);
	return rc;
}

/* The senders are open: wait for the go, blast, write. */
static int
measure(struct outcome *u, struct fail *f)
{
	const struct options *o = u->options;
	struct result *r;
	int rc = 1;

	if (o->ready && wait_for_go(f) < 0)
		return 1;
	classic_announce(o, stdout);
	if (o->form == FORM_NETSEND)
		u->team->t0_ns = aligned_start(u->wall_less_mono_ns);
	r = emit_begin();
	if (r == NULL) {
		fail(f, "out of memory");
		return 1;
	}
	if (blast(u, f) == 0) {
		emit_end(r, u);
		if (o->form != FORM_OPTIONS)
			print_classic(u);
		if (write_document(r, o, f) == 0) {
			rc = u->valid ? 0 : 2;
			if (!u->valid)
				fail(f, "%s", u->error);
		}
	}
	result_free(r);
	return rc;
}

/*
 * Everything is open: root's privileges are not needed any more, but to
 * write the document where only root may, and for BPF on older kernels.
 */
static int
drop_privileges(const struct options *o, const struct setup *s, struct fail *f)
{
	unsigned keep = 0;

	if (o->output != NULL && strcmp(o->output, "-") != 0)
		keep |= PRIV_FILES;
	if ((s->engine->caps & TX_IN_KERNEL) != 0)
		keep |= PRIV_BPF;
	return priv_drop(keep, f) < 0 ? -1 : 0;
}

int
run(const struct options *o, const struct setup *s, struct fail *f)
{
	uint64_t jump = clock_mono_ns();
	const struct blast_clock jumping = { jump_now, jump_to, &jump };
	struct team team;
	struct outcome u = { .options = o,
		.setup = s,
		.team = &team,
		.wall_less_mono_ns = clock_wall_less_mono_ns() };
	int rc = 1;

	/* a run whose document has no place is refused before it sends */
	if (o->output != NULL && result_writable(o->output, f) < 0)
		return 1;
	if (team_plan(&team, o, s, f) == 0) {
		if (o->write != NULL)
			team.clock = &jumping;
		if (team_open(&team, f) == 0 && drop_privileges(o, s, f) == 0)
			rc = measure(&u, f);
	}
	team_close(&team);
	return rc;
}
