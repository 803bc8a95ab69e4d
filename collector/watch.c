/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "collector/ask_script.h"
#include "collector/batch.h"
#include "collector/watch.h"
#include "collector/watch_stream.h"
#include "lib/clock.h"

#define TICK_NS (20 * 1000000ULL) /* how late an arrival may be noticed */
#define START_NS (60 * CLOCK_NS_PER_S) /* until the first sample */
#define GRACE_NS (60 * CLOCK_NS_PER_S) /* for what a busy router holds back */
#define BUFFER_MAX (64U << 20)
#define COMMAND_MAX 600

static bool
stopped(const struct on *on)
{
	return on->stop != NULL && *on->stop != 0;
}

/* ---- the stream ------------------------------------------------------------ */

/* true: it goes on. */
static bool
more(struct stream *s, const struct on *on, const struct proc *p)
{
	uint64_t now = clock_mono_ns(), limit = START_NS;

	if (s->over || stopped(on) || p->pid == 0)
		return false;
	if (s->w->track.n > 0)
		limit = s->ask->duration_ns + GRACE_NS;
	if (now - s->began_ns < limit)
		return true;
	fail(&s->w->broken, "the samples did not come in time");
	return false;
}

static int
follow(struct stream *s, struct on *on, struct proc *p, struct fail *f)
{
	struct fail quiet;
	int code, rc = 0;

	p->got_out.max = BUFFER_MAX;
	while (rc == 0 && more(s, on, p)) {
		proc_wait(p, clock_mono_ns() + TICK_NS, &code, &quiet);
		if (p->got_out.len == 0)
			continue;
		rc = stream_take(
		    s, p->got_out.text, p->got_out.len, clock_mono_ns());
		p->got_out.len = 0;
		if (s->w->track.n == 1)
			s->began_ns = clock_mono_ns();
	}
	return rc < 0 ? fail(f, "out of memory") : 0;
}

/* ssh(1) ends with the status of what it ran, or with 255. */
static bool
is_lost(const struct on *on, const struct proc *p)
{
	return on->far &&
	    (p->pid != 0 || !WIFEXITED(p->status) ||
		WEXITSTATUS(p->status) == 255);
}

/* What ended the sampler or its connection, in its own words. */
static void
tell_lost(struct stream *s, const struct on *on, const struct proc *p)
{
	const char *said = p->got_err.text != NULL ? p->got_err.text : "";

	s->w->lost = is_lost(on, p);
	said += strspn(said, " \r\n");
	fail(&s->w->broken, "%s after %zu samples%s%.200s",
	    s->w->lost ? "connection lost" : "the sampler ended", s->w->track.n,
	    *said != '\0' ? ": " : "", said);
	for (char *c = s->w->broken.text; *c != '\0'; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
}

/* ---- the spool ------------------------------------------------------------- */

/*
 * Take what had not come; `end`: and end the sampler. *rest: there is more
 * than one answer can hold.
 */
static int
fetch(struct stream *s, struct on *on, bool end, bool *rest, struct fail *f)
{
	char kill[COMMAND_MAX], tail[COMMAND_MAX];
	struct ask v[] = { { .command = kill }, { .command = tail } };
	struct asked a = { .os = "" };
	int rc;

	/* a tail that lost its sampler is known by what it reads */
	snprintf(kill, sizeof(kill),
	    "%s { read a <%s/pid && end $a; read b <%s/tail && "
	    "ps -o args= -p $b 2>/dev/null | grep -q %s && end $b; }",
	    end ? "" : ": ||", s->dir, s->dir, s->dir);
	snprintf(tail, sizeof(tail), "tail -c +%" PRIu64 " %s/spool",
	    stream_offset(s) + 1, s->dir);
	rc = ask_all(on, v, 2, &a, f);
	*rest = false;
	if (rc == 0 && (!v[1].ended || (v[1].status != 0 && !v[1].cut)))
		rc = fail(f, "its spool cannot be read: %s",
		    a.broken.text[0] != '\0' ? a.broken.text : "not there");
	if (rc == 0) {
		s->fetching = true;
		*rest = v[1].cut;
		if (stream_take(s, v[1].text, v[1].len, 0) < 0)
			rc = fail(f, "out of memory");
	}
	asked_free(&a);
	return rc;
}

static void
remove_spool(struct stream *s, struct on *on)
{
	char command[COMMAND_MAX];
	struct ask v = { .command = command };
	struct asked a = { .os = "" };

	snprintf(command, sizeof(command), "rm -rf %s", s->dir);
	ask_all(on, &v, 1, &a, NULL);
	asked_free(&a);
}

/* The signal that ended the watch is not to end its end; another one is. */
static void
heed(struct stream *s, struct on *on)
{
	if (!stopped(on) || s->w->stopped)
		return;
	s->w->stopped = true;
	on->stop = on->remote.stop = on->again;
}

/* Again and again until well after its end; once, where we are to stop. */
static int
reopen(struct stream *s, struct on *on, uint64_t until, struct fail *f)
{
	for (;;) {
		bool once;

		heed(s, on);
		once = s->w->stopped;
		if (remote_reopen(&on->remote, f) == 0)
			return 0;
		if (once || clock_mono_ns() >= until)
			return -1;
		if (!stopped(on))
			clock_sleep_until(clock_mono_ns() + CLOCK_NS_PER_S);
	}
}

/*
 * The sampler goes on without us; come back when it is done, or when we are to
 * stop, and wait for its last sample where the router is slow.
 */
static int
come_back(struct stream *s, struct on *on, struct fail *f)
{
	uint64_t end = s->began_ns + s->ask->duration_ns;
	bool rest;

	while (!stopped(on) && clock_mono_ns() < end)
		clock_sleep_until(end);
	if (reopen(s, on, end + GRACE_NS, f) < 0)
		return -1;
	while (!s->over && clock_mono_ns() < end + GRACE_NS) {
		heed(s, on);
		if (s->w->stopped)
			break;
		if (fetch(s, on, false, &rest, f) < 0)
			return stopped(on) ? 0 : -1;
		if (!s->over && !rest)
			clock_sleep_until(clock_mono_ns() + CLOCK_NS_PER_S);
	}
	return 0;
}

/* The document says how it went. */
static void
settle_account(struct stream *s, const struct fail *why)
{
	struct fail *broken = &s->w->broken;
	size_t n = strlen(broken->text);

	if (why->text[0] != '\0') {
		snprintf(broken->text + n, sizeof(broken->text) - n, "%s%s",
		    n > 0 ? "; " : "", why->text);
	} else if (s->full) {
		fail(broken,
		    "after %zu samples there was no room left for the spool in "
		    "%.100s",
		    s->w->track.n, s->dir);
	} else if (s->over || s->w->stopped) {
		s->w->mended = *broken;
		broken->text[0] = '\0';
	}
}

static void
finish(struct stream *s, struct on *on)
{
	const volatile sig_atomic_t *stop = on->stop;
	struct fail why = { "" };
	bool rest = true;
	int rc = 0;

	if (s->dir[0] == '\0')
		return;
	if (s->w->lost)
		rc = come_back(s, on, &why);
	heed(s, on);
	on->stop = on->remote.stop = on->again;
	while (rc == 0 && rest)
		rc = fetch(s, on, true, &rest, &why);
	if (rc == 0) {
		why.text[0] = '\0';
		remove_spool(s, on);
	}
	on->stop = on->remote.stop = stop;
	settle_account(s, &why);
}

/* ---- all of it --------------------------------------------------------------- */

static int
run(struct stream *s, struct on *on, const char *script, struct fail *f)
{
	const char *argv[REMOTE_ARGV];
	struct proc p = { .pid = 0 };
	int rc;

	on_shell(on, argv);
	s->began_ns = clock_mono_ns();
	if (proc_start(&p, argv[0], argv, on->stop, f) < 0)
		return -1;
	proc_feed(&p, script, strlen(script), s->began_ns + START_NS, NULL);
	proc_end_input(&p);
	rc = follow(s, on, &p, f);
	s->w->stopped = stopped(on);
	if (rc == 0 && !s->over && !s->w->stopped &&
	    s->w->broken.text[0] == '\0')
		tell_lost(s, on, &p);
	/* here, the sampler is a child of ours that still has its spool */
	if (rc == 0)
		finish(s, on);
	proc_free(&p);
	return rc;
}

int
watch(struct watched *w, struct on *on, const struct watch_ask *ask,
    struct fail *f)
{
	struct batch *b = calloc(1, sizeof(*b));
	struct stream s = { .w = w, .ask = ask, .batch = b };
	char *script = NULL;
	int rc = -1;

	w->about.before.mono_ns = clock_mono_ns();
	w->about.asked.shell_cpu_ms = w->about.asked.cpu_ms = -1;
	if (b == NULL)
		return fail(f, "out of memory");
	b->k.g = &w->about;
	b->k.isolated = on->isolated;
	b->only = SOURCE_PERIODIC;
	if (batch_items(b) < 0)
		fail(f, "out of memory");
	else if (ask_token(s.token, f) == 0) {
		script = watch_script(ask, b->v, b->n, s.token);
		rc = script == NULL ? fail(f, "out of memory")
				    : run(&s, on, script, f);
	}
	if (rc == 0 && w->track.n == 0)
		rc = fail(f, "%s",
		    w->broken.text[0] != '\0' ? w->broken.text
			: stopped(on) ? "stopped before the first sample"
				      : "no sample came");
	w->about.after.mono_ns = clock_mono_ns();
	stream_free(&s);
	free(script);
	free(b);
	return rc;
}

void
watched_free(struct watched *w)
{
	gathered_free(&w->about);
	track_free(&w->track);
}
