/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/orphan.h"
#include "lib/proc.h"

#define TICK_NS 50000000ULL /* how often a wait looks at stop and child */
#define END_TICK_NS 1000000ULL /* the same, once the outputs are closed */
#define TERM_NS CLOCK_NS_PER_S /* between TERM and KILL */

static void
close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void
keep(struct proc_text *t, const char *data, size_t n)
{
	size_t max = t->max > 0 ? t->max : PROC_TEXT_MAX;

	if (t->len + n > max) {
		t->cut = true;
		n = max - t->len;
	}
	if (t->len + n + 1 > t->cap) {
		size_t cap = t->cap == 0 ? 4096 : t->cap;
		char *text;

		while (cap < t->len + n + 1)
			cap *= 2;
		text = realloc(t->text, cap);
		if (text == NULL) {
			t->cut = true;
			return;
		}
		t->text = text;
		t->cap = cap;
	}
	memcpy(t->text + t->len, data, n);
	t->len += n;
	t->text[t->len] = '\0';
}

static bool
held(const struct proc_text *t)
{
	return t->hold > 0 && t->len >= t->hold;
}

/* Read what is there; close at end of file. */
static void
take(int *fd, struct proc_text *t)
{
	char buf[16384];

	while (*fd >= 0 && !held(t)) {
		ssize_t n = read(*fd, buf, sizeof(buf));

		if (n > 0)
			keep(t, buf, (size_t)n);
		else if (n == 0 || (errno != EINTR && errno != EAGAIN))
			close_fd(fd);
		else if (errno == EAGAIN)
			return;
	}
}

/* Wait at most a tick, and not beyond the deadline, for output. */
static void
pump(struct proc *p, uint64_t deadline_ns)
{
	struct pollfd fds[2] = { { .fd = held(&p->got_out) ? -1 : p->out,
				     .events = POLLIN },
		{ .fd = held(&p->got_err) ? -1 : p->err, .events = POLLIN } };
	uint64_t now = clock_mono_ns();
	/* closed outputs wake no poll, and the end is near */
	uint64_t wait = p->out < 0 && p->err < 0 ? END_TICK_NS : TICK_NS;

	if (deadline_ns <= now)
		wait = 0;
	else if (deadline_ns - now < wait)
		wait = deadline_ns - now;
	if (poll(fds, 2, (int)((wait + 999999) / 1000000)) > 0) {
		take(&p->out, &p->got_out);
		take(&p->err, &p->got_err);
	}
}

static bool
stopped(const struct proc *p)
{
	return p->stop != NULL && *p->stop != 0;
}

static int
nonblock(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

/*
 * The child's side of fork; does not return. Signals are blocked until our
 * handlers are gone: one that came in between would run the parent's handler
 * in the child and be lost.
 */
static void
become(const char *const argv[], pid_t parent, int in, int out, int err)
{
	static const int handled[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
		SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD };
	struct sigaction dfl = { .sa_handler = SIG_DFL };
	sigset_t none;

	setpgid(0, 0);
	orphan_ends(parent);
	for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); i++)
		sigaction(handled[i], &dfl, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(127);
	execvp(argv[0], (char *const *)argv);
	dprintf(2, "%s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static int
pipes(int fds[6])
{
	for (int i = 0; i < 6; i++)
		fds[i] = -1;
	for (int i = 0; i < 6; i += 2)
		if (pipe(fds + i) < 0)
			return -1;
	/*
	 * The child gets only copies: no other child may hold our ends. And
	 * none is a standard one, should we have been started without: dup2
	 * onto itself would keep the flag and lose it.
	 */
	for (int i = 0; i < 6; i++) {
		int fd = fcntl(fds[i], F_DUPFD_CLOEXEC, 3);

		if (fd < 0)
			return -1;
		close(fds[i]);
		fds[i] = fd;
	}
	return nonblock(fds[1]) < 0 || nonblock(fds[2]) < 0 ||
		nonblock(fds[4]) < 0
	    ? -1
	    : 0;
}

int
proc_start(struct proc *p, const char *name, const char *const argv[],
    const volatile sig_atomic_t *stop, struct fail *f)
{
	int fds[6]; /* in: read, write; out: read, write; err: read, write */
	sigset_t all, old;
	pid_t parent = getpid();

	*p = (struct proc){ .in = -1, .out = -1, .err = -1, .stop = stop };
	snprintf(p->name, sizeof(p->name), "%s", name);
	if (pipes(fds) < 0)
		goto broken;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	p->pid = fork();
	if (p->pid == 0)
		become(argv, parent, fds[0], fds[3], fds[5]);
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (p->pid < 0)
		goto broken;
	/* also here, so that the group exists before we could kill it */
	setpgid(p->pid, p->pid);
	close(fds[0]);
	close(fds[3]);
	close(fds[5]);
	p->in = fds[1];
	p->out = fds[2];
	p->err = fds[4];
	return 0;
broken:
	fail_errno(f, "%s: cannot start", name);
	p->pid = 0;
	for (int i = 0; i < 6; i++)
		close_fd(&fds[i]);
	return -1;
}

/*
 * Has the leader ended? Then end its group while the zombie still holds the
 * number, so that no stranger can be hit, and reap it.
 */
static bool
reap(struct proc *p)
{
	siginfo_t info = { 0 };

	if (p->pid == 0)
		return true;
	if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) <
		0 ||
	    info.si_pid != p->pid)
		return false;
	kill(-p->pid, SIGKILL);
	while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR)
		continue;
	p->pid = 0;
	close_fd(&p->in);
	/* what is left is no more than a pipe holds */
	p->got_out.hold = p->got_err.hold = 0;
	take(&p->out, &p->got_out);
	take(&p->err, &p->got_err);
	close_fd(&p->out);
	close_fd(&p->err);
	return true;
}

/* Takes the next whole line of got_out; false: none yet. */
static bool
next_line(struct proc *p, const char **line, size_t *len)
{
	const char *end, *from;

	if (p->got_out.text == NULL)
		return false;
	from = p->got_out.text + p->line;
	end = memchr(from, '\n', p->got_out.len - p->line);
	if (end == NULL)
		return false;
	*line = from;
	*len = (size_t)(end - from);
	p->line += *len + 1;
	return true;
}

/* The last line the child said on standard error, or "". */
static const char *
last_words(const struct proc *p, char *buf, size_t size)
{
	const char *text = p->got_err.text;
	size_t end = p->got_err.len, start;

	buf[0] = '\0';
	if (text == NULL)
		return buf;
	while (end > 0 && text[end - 1] == '\n')
		end--;
	for (start = end; start > 0 && text[start - 1] != '\n'; start--)
		continue;
	snprintf(buf, size, "%.*s", (int)(end - start), text + start);
	return buf;
}

int
proc_wait_line(
    struct proc *p, const char *want, uint64_t deadline_ns, struct fail *f)
{
	char words[256];

	for (;;) {
		bool ended = reap(p), late = clock_mono_ns() >= deadline_ns;
		const char *line;
		size_t len;

		while (next_line(p, &line, &len))
			if (len == strlen(want) && memcmp(line, want, len) == 0)
				return 0;
		if (ended)
			return fail(f, "%s: ended before \"%s\": %s", p->name,
			    want, last_words(p, words, sizeof(words)));
		if (stopped(p))
			return fail(f, "%s: interrupted", p->name);
		if (late)
			return fail(f, "%s: no \"%s\" in time", p->name, want);
		pump(p, deadline_ns);
	}
}

int
proc_feed(struct proc *p, const char *text, size_t len, uint64_t deadline_ns,
    struct fail *f)
{
	struct sigaction ign = { .sa_handler = SIG_IGN }, old;
	int rc = 0;

	/* a child that is gone is an error, not our end */
	sigaction(SIGPIPE, &ign, &old);
	while (len > 0 && rc == 0) {
		ssize_t n = p->in < 0 ? -1 : write(p->in, text, len);

		if (n > 0) {
			text += n;
			len -= (size_t)n;
		} else if (p->in < 0 || (errno != EAGAIN && errno != EINTR)) {
			rc = fail(f, "%s: takes no input", p->name);
		} else if (stopped(p) || clock_mono_ns() >= deadline_ns) {
			rc = fail(f, "%s: input not taken in time", p->name);
		} else {
			pump(p, clock_mono_ns() + 1000000);
		}
	}
	sigaction(SIGPIPE, &old, NULL);
	return rc;
}

void
proc_end_input(struct proc *p)
{
	close_fd(&p->in);
}

int
proc_wait(struct proc *p, uint64_t deadline_ns, int *exit_code, struct fail *f)
{
	while (!reap(p)) {
		if (stopped(p))
			return fail(f, "%s: interrupted", p->name);
		if (clock_mono_ns() >= deadline_ns)
			return fail(f, "%s: not ended in time", p->name);
		pump(p, deadline_ns);
	}
	*exit_code = WIFEXITED(p->status) ? WEXITSTATUS(p->status)
					  : 128 + WTERMSIG(p->status);
	return 0;
}

void
proc_kill(struct proc *p)
{
	uint64_t until = clock_mono_ns() + TERM_NS;

	if (reap(p))
		return;
	kill(-p->pid, SIGTERM);
	close_fd(&p->in);
	while (!reap(p) && clock_mono_ns() < until)
		pump(p, until);
	if (p->pid != 0)
		kill(-p->pid, SIGKILL);
	while (!reap(p))
		pump(p, clock_mono_ns() + TICK_NS);
}

void
proc_free(struct proc *p)
{
	if (p->pid != 0)
		proc_kill(p);
	free(p->got_out.text);
	free(p->got_err.text);
	*p = (struct proc){ .in = -1, .out = -1, .err = -1 };
}

int
proc_run(struct proc *p, const struct proc_job *j, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + j->timeout_ns;
	char words[256];
	int code = 0;

	if (proc_start(p, j->name, j->argv, j->stop, f) < 0)
		return -1;
	/* a child may end without reading: its exit status decides */
	if (j->input != NULL)
		proc_feed(p, j->input, strlen(j->input), deadline, NULL);
	proc_end_input(p);
	if (proc_wait(p, deadline, &code, f) < 0) {
		proc_kill(p);
		return -1;
	}
	if (code != 0)
		return fail(f, "%s: exit %d: %s", j->name, code,
		    last_words(p, words, sizeof(words)));
	return 0;
}
