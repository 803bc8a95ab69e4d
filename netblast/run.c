/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/rand.h"
#include "lib/result.h"
#include "netblast/classic.h"
#include "netblast/emit.h"
#include "netblast/run.h"
#include "netblast/show.h"

#define SERIES_NS 100000000ULL
#define SERIES_MAX 36000 /* an hour; longer runs have longer intervals */

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
aligned_start(uint64_t wall_less_mono_ns)
{
	uint64_t wall = clock_mono_ns() + wall_less_mono_ns;

	return (wall / CLOCK_NS_PER_S + 2) * CLOCK_NS_PER_S - wall_less_mono_ns;
}

/* Which frames are whose: random, so that two runs differ; 0 if classic. */
static uint16_t
choose_tag(const struct options *o)
{
	uint64_t seed = clock_wall_ns() ^ (uint64_t)getpid() << 40;

	if (o->form != FORM_OPTIONS)
		return 0;
	return (uint16_t)(o->tag != 0 ? o->tag
				      : 1 + rand_at(seed, 0) % STAMP_TAG_MAX);
}

static int
plan(struct blast *b, const struct options *o, struct tx *tx, struct fail *f)
{
	uint64_t due = pace_frames(&o->rate, o->duration_ns);

	memset(b, 0, sizeof(*b));
	b->tx = tx;
	b->pace.rate = o->rate;
	b->pace.burst = (uint32_t)(o->burst != 0 ? o->burst
		: o->rate.frames == 0		 ? TX_BATCH
						 : 1);
	b->pace.catchup = o->catchup || o->count != 0;
	b->frames = o->count;
	b->duration_ns = o->duration_ns;
	b->first_seq = o->first_seq;
	b->tag = choose_tag(o);
	b->stream = (uint16_t)o->stream;
	b->seq_per_round = o->form != FORM_OPTIONS;
	b->clock = &blast_real_clock;
	if (o->rate.frames == 0 || o->duration_ns == 0)
		return 0;
	if (due == 0)
		return fail(
		    f, "--duration: not one frame is due in it at this --rate");
	if (b->frames == 0 || due < b->frames)
		b->frames = due;
	return 0;
}

static int
make_series(struct series *s, const struct blast *b, struct fail *f)
{
	uint64_t interval = SERIES_NS, cap = SERIES_MAX;
	uint64_t *v;

	/* two more: the slack behind -t, and rounding */
	if (b->duration_ns != 0 && b->duration_ns / interval + 2 < cap)
		cap = b->duration_ns / interval + 2;
	while (b->duration_ns / interval + 2 > cap)
		interval *= 10;
	v = calloc(cap, sizeof(*v));
	if (v == NULL)
		return fail(f, "out of memory");
	series_init(s, v, cap, 0, interval);
	return 0;
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

/* Valid or not, and why: facts of the run against what was asked for. */
static void
judge(struct outcome *u)
{
	const struct blast *b = u->blast;
	const struct tx_count *c = &u->tx->count;
	const struct options *o = u->options;
	uint64_t wanted;
	bool known = blast_wanted(b, &wanted);
	bool in_time = o->duration_ns != 0 && b->end == BLAST_DONE;
	char text[32];
	const char *last = c->errors[0].error != 0
	    ? emit_errno(c->errors[0].error, text)
	    : "no error";

	u->valid = true;
	if (b->end == BLAST_STOPPED)
		snprintf(u->note, sizeof(u->note), "stopped by a signal");
	if (b->end == BLAST_GAVE_UP || b->taken == 0)
		snprintf(u->error, sizeof(u->error),
		    "no frame was taken%s; first refusal: %s",
		    b->end == BLAST_GAVE_UP ? " for 10 s" : "", last);
	else if (o->count != 0 && b->taken != o->count && !in_time)
		snprintf(u->error, sizeof(u->error),
		    "%" PRIu64 " of %" PRIu64 " frames were taken", b->taken,
		    o->count);
	else if (b->undrained)
		snprintf(u->error, sizeof(u->error),
		    "not all frames left the sender");
	else if (o->strict && known && b->taken < wanted - wanted / 1000)
		snprintf(u->error, sizeof(u->error),
		    "--strict: %" PRIu64 " of %" PRIu64
		    " frames were taken, not 99.9 %%",
		    b->taken, wanted);
	u->valid = u->error[0] == '\0';
}

static void
print_classic(const struct outcome *u)
{
	const struct blast *b = u->blast;
	struct classic c = { .elapsed_ns = b->finish_ns - b->start_ns,
		.taken = b->taken,
		.errors = u->tx->count.refused,
		.waits = b->waits };

	c.start_wall_ns = b->start_ns + u->wall_less_mono_ns;
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

/* The sender is open: count, blast, count, judge, write. */
static int
measure(struct outcome *u, struct blast *b, struct fail *f)
{
	const struct options *o = u->options;
	struct progress progress = { .terminal = isatty(STDERR_FILENO) == 1 };
	struct result *r;
	int rc = 1;

	if (o->ready && wait_for_go(f) < 0)
		return 1;
	classic_announce(o, stdout);
	if (o->form == FORM_NETSEND)
		b->pace.t0_ns = aligned_start(u->wall_less_mono_ns);
	r = emit_begin(u);
	if (r == NULL) {
		fail(f, "out of memory");
		return 1;
	}
	b->report_ns = o->progress_ns;
	b->report = show_progress;
	b->report_arg = &progress;
	link_count(u->setup->link.index, &u->before);
	blast_run(b);
	link_count(u->setup->link.index, &u->after);
	if (b->report_ns != 0 && progress.terminal)
		fputc('\n', stderr);
	judge(u);
	emit_end(r, u);
	if (o->form != FORM_OPTIONS)
		print_classic(u);
	if (write_document(r, o, f) == 0) {
		rc = u->valid ? 0 : 2;
		if (!u->valid)
			fail(f, "%s", u->error);
	}
	result_free(r);
	return rc;
}

int
run(const struct options *o, const struct setup *s, struct fail *f)
{
	uint64_t jump = clock_mono_ns();
	const struct blast_clock jumping = { jump_now, jump_to, &jump };
	struct series series = { .v = NULL };
	struct blast b;
	struct tx tx;
	struct outcome u = { .options = o,
		.setup = s,
		.tx = &tx,
		.blast = &b,
		.wall_less_mono_ns = clock_wall_ns() - jump };
	int rc = 1;

	/* a run whose document has no place is refused before it sends */
	if (o->output != NULL && result_writable(o->output, f) < 0)
		return 1;
	setup_tx(s, o, &tx);
	if (plan(&b, o, &tx, f) < 0 || make_series(&series, &b, f) < 0)
		return 1;
	b.series = &series;
	if (o->write != NULL)
		b.clock = &jumping;
	if (tx.engine->open(&tx, f) == 0) {
		rc = measure(&u, &b, f);
		tx.engine->close(&tx);
	}
	free(series.v);
	return rc;
}
