/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "collector/gather.h"
#include "collector/source.h"
#include "lib/clock.h"
#include "lib/host.h"
#include "lib/proc.h"

#define COMMAND_TIMEOUT_NS (10 * CLOCK_NS_PER_S)
#define COMMAND_MAX 512

struct reader {
	struct gathered *g;
	struct session_ask ask;
	bool isolated;
};

static void
note(struct reader *r, const char *name, const char *why)
{
	char text[700];
	struct gathered *g = r->g;

	if (g->n_notes == GATHER_NOTES)
		return;
	snprintf(text, sizeof(text), "%s not read: %s", name, why);
	g->note[g->n_notes++] =
	    arena_text(&g->session.arena, text, strlen(text));
}

static struct gather_moment
now(void)
{
	struct gather_moment m = { clock_mono_ns(), clock_wall_ns() };

	return m;
}

/* What a source printed becomes a listing. */
static int
keep(struct reader *r, const struct source *s, const char *command,
    const char *text, size_t len)
{
	struct session *all = &r->g->session;
	struct listing *l = session_add(all);

	if (l == NULL)
		return -1;
	l->kind = s->parser != NULL ? s->parser->kind : s->name;
	l->variant = "";
	l->os = s->os;
	l->command = arena_text(&all->arena, command, strlen(command));
	l->text = arena_text(&all->arena, text, len);
	l->text_len = len;
	if (all->arena.broken ||
	    (s->parser != NULL &&
		session_parse(all, s->parser, l, &r->ask) < 0))
		return -1;
	if (r->isolated && (s->flags & SOURCE_MACHINE))
		for (size_t i = 0; i < l->counters.n; i++)
			l->counters.v[i].machine = true;
	return 0;
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
read_file(struct reader *r, const struct source *s, const char *command)
{
	size_t len;
	char *text = slurp(s->word[0], &len);
	int rc;

	if (text == NULL) {
		note(r, s->word[0], strerror(errno));
		return 0;
	}
	rc = keep(r, s, command, text, len);
	free(text);
	return rc;
}

/* net.ipv4.ip_forward stands in /proc/sys/net/ipv4/ip_forward. */
static void
add_sysctl(char *all, size_t size, const char *name)
{
	char path[160], *value;
	size_t used = strlen(all), len;

	snprintf(path, sizeof(path), "/proc/sys/%s", name);
	for (char *p = path + strlen("/proc/sys/"); *p != '\0'; p++)
		if (*p == '.')
			*p = '/';
	value = slurp(path, &len);
	if (value == NULL)
		return; /* not in this kernel, or not in this namespace */
	snprintf(all + used, size - used, "%s = %.*s\n", name,
	    (int)strcspn(value, "\n"), value);
	free(value);
}

static int
read_sysctl(struct reader *r, const struct source *s, const char *command)
{
	char all[4096] = "";

	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++)
		add_sysctl(all, sizeof(all), s->word[i]);
	return keep(r, s, command, all, strlen(all));
}

/* ---- commands ----------------------------------------------------------- */

/* Run it with this last word, where there is one; `command`: as typed. */
static int
run(const struct source *s, const char *last, char command[COMMAND_MAX],
    struct proc *p, struct fail *f)
{
	const char *argv[SOURCE_WORDS + 2];
	struct proc_job job = { .argv = argv,
		.timeout_ns = COMMAND_TIMEOUT_NS };
	size_t n = 0;

	while (n < SOURCE_WORDS && s->word[n] != NULL) {
		argv[n] = s->word[n];
		n++;
	}
	if (last != NULL)
		argv[n++] = last;
	argv[n] = NULL;
	job.name = argv[0];
	source_command(s, command, COMMAND_MAX);
	if (last != NULL) /* in the place of " IF" */
		snprintf(command + strlen(command) - 2,
		    COMMAND_MAX - strlen(command) + 2, "%s", last);
	return proc_run(p, &job, f);
}

static int
run_command(struct reader *r, const struct source *s, const char *last)
{
	struct proc p = { .pid = 0 };
	struct fail why = { "" };
	char command[COMMAND_MAX];
	int rc = 0;

	if (run(s, last, command, &p, &why) < 0)
		note(r, command, why.text);
	else
		rc = keep(r, s, command,
		    p.got_out.text != NULL ? p.got_out.text : "",
		    p.got_out.len);
	proc_free(&p);
	return rc;
}

/*
 * Listings of one kind in one text, blank lines between them. Where their
 * heading is missing, that part is no listing and goes.
 */
static int
keep_parts(struct reader *r, const struct source *s, const char *command,
    const char *text)
{
	int rc = 0;

	while (rc == 0 && *text != '\0') {
		const char *end = strstr(text, "\n\n");
		size_t len =
		    end != NULL ? (size_t)(end + 1 - text) : strlen(text);

		while (len > 0 && *text == '\n') {
			text++;
			len--;
		}
		if (len > 0)
			rc = keep(r, s, command, text, len);
		text += len;
	}
	return rc;
}

/*
 * One command for all interfaces costs a busy router less than one for each.
 * 1: this system's cannot.
 */
static int
run_all(struct reader *r, const struct source *s)
{
	struct proc p = { .pid = 0 };
	char command[COMMAND_MAX];
	int rc = 1;

	if (run(s, "*", command, &p, NULL) == 0 && p.got_out.text != NULL)
		rc = keep_parts(r, s, command, p.got_out.text);
	proc_free(&p);
	return rc;
}

/* The interfaces are those that the first listing with packets named. */
static int
run_each(struct reader *r, const struct source *s)
{
	const struct session *all = &r->g->session;
	size_t listings = all->n;

	for (size_t i = 0; i < listings; i++) {
		/* keep() may move the listings */
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
read_source(struct reader *r, const struct source *s)
{
	char command[COMMAND_MAX];

	source_command(s, command, sizeof(command));
	if (source_is_file(s))
		return read_file(r, s, command);
	if (s->flags & SOURCE_SYSCTL)
		return read_sysctl(r, s, command);
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

int
gather_all(struct gathered *g, bool isolated, struct fail *f)
{
	struct reader r = { .g = g, .isolated = isolated };
	struct host h;

	host_read(&h);
	if (session_os(h.os, &r.ask, NULL) < 0)
		return fail(
		    f, "%s: no sources are known for this system", h.os);
	g->before = now();
	for (const struct source *s = source_table; s->name != NULL; s++)
		if (strcmp(s->os, r.ask.os) == 0 && read_source(&r, s) < 0)
			return fail(f, "out of memory");
	g->after = now();
	g->cpu_ns = used_ns(RUSAGE_SELF) + used_ns(RUSAGE_CHILDREN);
	return 0;
}
