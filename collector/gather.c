/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "collector/keep.h"
#include "lib/clock.h"
#include "lib/host.h"
#include "lib/proc.h"

#define COMMAND_TIMEOUT_NS (10 * CLOCK_NS_PER_S)
#define COMMAND_MAX SOURCE_COMMAND

static struct gather_moment
now(void)
{
	struct gather_moment m = { clock_mono_ns(), clock_wall_ns() };

	return m;
}

/* ---- files -------------------------------------------------------------- */

#define FILE_MAX ((size_t)8 << 20)

/* malloc'd; NULL with errno set. */
static char *
slurp(const char *path, size_t *len)
{
	FILE *in = fopen(path, "r");
	size_t cap = 0;
	char *text = NULL;

	*len = 0;
	if (in == NULL)
		return NULL;
	do {
		if (cap - *len < 2) {
			char *more = NULL;

			cap = cap == 0 ? 16 * 1024 : cap * 4;
			if (cap <= FILE_MAX)
				more = realloc(text, cap);
			if (more == NULL) {
				errno = cap > FILE_MAX ? EFBIG : ENOMEM;
				break;
			}
			text = more;
		}
		*len += fread(text + *len, 1, cap - *len - 1, in);
	} while (!feof(in) && !ferror(in));
	if (!feof(in)) {
		free(text);
		text = NULL;
	} else {
		text[*len] = '\0';
	}
	fclose(in);
	return text;
}

static int
read_file(struct keeper *r, const struct source *s, const char *command)
{
	size_t len;
	struct gather_moment start = now();
	char *text = slurp(s->word[0], &len);
	int rc;

	r->ran = (struct ran){ .start_ns = start.wall_ns,
		.took_ns = now().mono_ns - start.mono_ns };

	if (text == NULL) {
		if (errno != ENOENT || (s->flags & SOURCE_OPTIONAL) == 0)
			keep_note(r, s->word[0], strerror(errno));
		return 0;
	}
	rc = keep_text(r, s, command, text, len);
	free(text);
	return rc;
}

static void
add_sysctl(char *all, size_t size, const char *name)
{
	char path[SOURCE_SYSCTL_PATH], *value;
	size_t used = strlen(all), len;

	source_sysctl_path(name, path);
	value = slurp(path, &len);
	if (value == NULL)
		return; /* not in this kernel, or not in this namespace */
	snprintf(all + used, size - used, "%s = %.*s\n", name,
	    (int)strcspn(value, "\n"), value);
	free(value);
}

static int
read_sysctl(struct keeper *r, const struct source *s, const char *command)
{
	char all[4096] = "";

	r->ran = (struct ran){ .start_ns = now().wall_ns };
	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++)
		add_sysctl(all, sizeof(all), s->word[i]);
	return keep_text(r, s, command, all, strlen(all));
}

static void
put_files(FILE *out, const char *pattern)
{
	glob_t found = { .gl_pathc = 0 };

	if (glob(pattern, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i];
			size_t len;
			char *text = slurp(path, &len);

			if (text != NULL)
				source_put_lines(
				    out, path, strlen(path), text, len);
			free(text);
		}
	globfree(&found);
}

static int
read_glob(struct keeper *r, const struct source *s, const char *command)
{
	char *all = NULL;
	size_t size;
	FILE *out = open_memstream(&all, &size);
	int rc;

	if (out == NULL)
		return -1;
	r->ran = (struct ran){ .start_ns = now().wall_ns };
	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++)
		put_files(out, s->word[i]);
	if (fclose(out) != 0) {
		free(all);
		return -1;
	}
	rc = keep_text(r, s, command, all, size);
	free(all);
	return rc;
}

/* ---- commands ----------------------------------------------------------- */

/* Run it with this last word, where there is one; `command`: as typed. */
static int
run(struct keeper *r, const struct source *s, const char *last,
    char command[COMMAND_MAX], struct proc *p, struct fail *f)
{
	const char *argv[SOURCE_WORDS + 4];
	struct proc_job job = {
		.argv = argv, .timeout_ns = COMMAND_TIMEOUT_NS, .stop = r->stop
	};
	struct gather_moment start = now();
	size_t n = 0;
	int rc;

	if (s->flags & SOURCE_SHELL) {
		argv[n++] = "/bin/sh";
		argv[n++] = "-c";
	}
	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++)
		argv[n++] = s->word[i];
	if (last != NULL)
		argv[n++] = last;
	argv[n] = NULL;
	job.name = s->flags & SOURCE_SHELL ? s->name : argv[0];
	source_command(s, command, COMMAND_MAX);
	if (last != NULL) /* in the place of " IF" */
		snprintf(command + strlen(command) - 2,
		    COMMAND_MAX - strlen(command) + 2, "%s", last);
	rc = proc_run(p, &job, f);
	r->ran = (struct ran){ .known = WIFEXITED(p->status) &&
		    (rc == 0 || p->status != 0),
		.status = WEXITSTATUS(p->status),
		.start_ns = start.wall_ns,
		.took_ns = now().mono_ns - start.mono_ns };
	return rc;
}

static int
run_command(struct keeper *r, const struct source *s, const char *last)
{
	struct proc p = { .pid = 0 };
	struct fail why = { "" };
	char command[COMMAND_MAX];
	int rc = run(r, s, last, command, &p, &why);

	if (rc == 0 && p.got_out.cut) /* its last number may be half of one */
		rc = fail(&why, "more than 8 MiB of output");
	if (rc < 0)
		rc = keep_failed(r, s, command,
		    &(struct keep_failed){ .why = why.text,
			.out = p.got_out.text,
			.out_len = p.got_out.len,
			.err = p.got_err.text,
			.err_len = p.got_err.len });
	else
		rc = keep_text(r, s, command,
		    p.got_out.text != NULL ? p.got_out.text : "",
		    p.got_out.len);
	proc_free(&p);
	return rc;
}

/*
 * One command for all interfaces costs a busy router less than one for each.
 * 1: this system's cannot.
 */
static int
run_all(struct keeper *r, const struct source *s)
{
	struct proc p = { .pid = 0 };
	char command[COMMAND_MAX];
	int rc = 1;

	if (run(r, s, "*", command, &p, NULL) == 0 && p.got_out.text != NULL &&
	    !p.got_out.cut)
		rc = keep_parts(r, s, command, p.got_out.text);
	proc_free(&p);
	return rc;
}

/* The interfaces are those that the first listing with packets named. */
static int
run_each(struct keeper *r, const struct source *s)
{
	const struct session *all = &r->g->session;
	size_t listings = all->n;

	for (size_t i = 0; i < listings; i++) {
		/* keep_text() may move the listings */
		for (size_t k = 0; k < all->v[i].counters.n; k++) {
			struct counter c = all->v[i].counters.v[k];

			if (strcmp(c.name, "if.rx.packets") != 0 ||
			    strcmp(c.instance, "lo") == 0)
				continue;
			if (run_command(r, s, c.instance) < 0)
				return -1;
		}
		if (counters_find(&all->v[i].counters, "if.rx.packets", NULL) !=
		    NULL)
			break;
	}
	return 0;
}

static int
read_source(struct keeper *r, const struct source *s)
{
	char command[COMMAND_MAX];

	source_command(s, command, sizeof(command));
	if (source_is_file(s))
		return read_file(r, s, command);
	if (s->flags & SOURCE_SYSCTL)
		return read_sysctl(r, s, command);
	if (s->flags & SOURCE_GLOB)
		return read_glob(r, s, command);
	if (s->flags & SOURCE_EACH_IF) {
		int rc = run_all(r, s);

		return rc > 0 ? run_each(r, s) : rc;
	}
	return run_command(r, s, NULL);
}

static uint64_t
used_ns(int who)
{
	struct rusage u;

	if (getrusage(who, &u) < 0)
		return 0;
	return (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) *
	    CLOCK_NS_PER_S +
	    (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

static bool
stopped(const struct on *on)
{
	return on->stop != NULL && *on->stop != 0;
}

static int
gather_here(
    struct gathered *g, const struct on *on, unsigned only, struct fail *f)
{
	struct keeper r = {
		.g = g, .isolated = on->isolated, .stop = on->stop
	};
	struct host h;

	host_read(&h);
	if (session_os(h.os, &r.ask, NULL) < 0)
		return fail(
		    f, "%s: no sources are known for this system", h.os);
	for (const struct source *s = source_table; s->name != NULL; s++)
		if (strcmp(s->os, r.ask.os) == 0 &&
		    source_wanted(s, only, g->extra) && read_source(&r, s) < 0)
			return fail(f, "out of memory");
	g->cpu_ms =
	    (double)(used_ns(RUSAGE_SELF) + used_ns(RUSAGE_CHILDREN)) / 1e6;
	g->shell_cpu_ms = -1;
	return 0;
}

void
gathered_free(struct gathered *g)
{
	session_free(&g->session);
	asked_free(&g->asked);
}

int
gather_all(struct gathered *g, struct on *on, unsigned only, struct fail *f)
{
	int rc;

	g->before = now();
	rc = on->far ? gather_far(g, on, only, f) : gather_here(g, on, only, f);
	g->after = now();
	if (rc == 0 && stopped(on))
		fail(&g->asked.broken, "interrupted");
	return rc;
}
