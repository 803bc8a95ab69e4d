/* SPDX-License-Identifier: BSD-2-Clause */
/* The sources of another host: all by one script, then read as those here. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/batch.h"

#define COMMAND_MAX SOURCE_COMMAND

static bool
from_file(const struct source *s)
{
	return source_is_file(s) ||
	    (s->flags & (SOURCE_SYSCTL | SOURCE_GLOB)) != 0;
}

static bool
wanted(const struct batch *r, const struct source *s)
{
	return source_wanted(s, r->only, r->k.g->extra);
}

/* ---- what is asked --------------------------------------------------------- */

static void
put_paths(FILE *out, const struct source *s)
{
	char path[SOURCE_SYSCTL_PATH];

	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++) {
		if (s->flags & SOURCE_SYSCTL)
			source_sysctl_path(s->word[i], path);
		fprintf(
		    out, " %s", s->flags & SOURCE_SYSCTL ? path : s->word[i]);
	}
}

/*
 * All files of a system by one process. With several files head(1) says which
 * is which, as POSIX has it, so that there is one more; no line of these files
 * begins with "==> /".
 */
static char *
files_command(const struct batch *r, const char *os)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fputs("head -n 1000000 /dev/null", out);
	for (const struct source *s = source_table; s->name != NULL; s++)
		if (strcmp(s->os, os) == 0 && from_file(s) && wanted(r, s))
			put_paths(out, s);
	/* of one file alone head(1) would not say which it is */
	fputs(" /dev/null", out);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* Once for all interfaces where it can, else for each; 127: not there. */
static void
each_command(const struct source *s, char *text, size_t size)
{
	char command[COMMAND_MAX];

	source_command(s, command, sizeof(command));
	command[strlen(command) - 3] = '\0'; /* " IF" */
	snprintf(text, size,
	    "%s '*' || { s=$?; [ $s -ne 127 ] || exit $s\n"
	    "for i in /sys/class/net/*; do %s \"${i##*/}\" && s=0; echo; done\n"
	    "exit $s; }",
	    command, command);
}

static int
add_item(struct batch *r, const struct source *s, const char *command)
{
	if (r->n == BATCH_MAX || command == NULL)
		return -1;
	r->v[r->n] = (struct ask){ .os = s->os,
		.dated = (r->k.g->extra & SOURCE_BUNDLE) != 0,
		.command = arena_text(
		    &r->k.g->session.arena, command, strlen(command)) };
	r->of[r->n++] = s;
	return 0;
}

/* The one item of this system's files. */
static size_t
files_item(const struct batch *r, const char *os)
{
	size_t i = 0;

	while (
	    i < r->n && (strcmp(r->v[i].os, os) != 0 || !from_file(r->of[i])))
		i++;
	return i;
}

int
batch_items(struct batch *r)
{
	char command[3 * COMMAND_MAX], *files;
	int rc = 0;

	for (const struct source *s = source_table; s->name != NULL; s++) {
		if (rc < 0 || !wanted(r, s))
			continue;
		if (!from_file(s)) {
			source_command(s, command, sizeof(command));
			if (s->flags & SOURCE_EACH_IF)
				each_command(s, command, sizeof(command));
			rc = add_item(r, s, command);
		} else if (files_item(r, s->os) == r->n) {
			files = files_command(r, s->os);
			rc = add_item(r, s, files);
			free(files);
		}
	}
	return r->k.g->session.arena.broken ? -1 : rc;
}

/* ---- what came back -------------------------------------------------------- */

struct part { /* of head's output: one file */
	const char *path, *text;
	size_t path_len, len;
};

/* The heading at or after `p`; NULL: there is none. */
static const char *
next_heading(const char *p, const char *end)
{
	while (
	    p < end && ((size_t)(end - p) < 5 || memcmp(p, "==> /", 5) != 0)) {
		p = memchr(p, '\n', (size_t)(end - p));
		if (p == NULL)
			return NULL;
		p++;
	}
	return p < end ? p : NULL;
}

/* The part that begins at or after *from, which moves behind it. */
static bool
next_part(const struct ask *k, const char **from, struct part *part)
{
	const char *end = k->text + k->len;
	const char *p = *from < end ? next_heading(*from, end) : NULL;
	const char *line, *close;

	if (p == NULL)
		return false;
	part->path = p + strlen("==> ");
	line = memchr(p, '\n', (size_t)(end - p));
	close = line != NULL ? line : end;
	part->path_len = (size_t)(close - part->path);
	if (part->path_len >= 4 && memcmp(close - 4, " <==", 4) == 0)
		part->path_len -= 4;
	part->text = line != NULL ? line + 1 : end;
	*from = part->text < end ? next_heading(part->text, end) : NULL;
	/* the line before a heading is head's too */
	part->len = *from != NULL
	    ? (size_t)(*from - part->text) - (*from > part->text)
	    : (size_t)(end - part->text);
	if (*from == NULL)
		*from = end;
	return true;
}

/* The file's part of head's output; NULL: it is not in there. */
static const char *
file_part(const struct ask *k, const char *path, size_t *len)
{
	const char *from = k->text;
	struct part part;

	while (next_part(k, &from, &part))
		if (strlen(path) == part.path_len &&
		    memcmp(part.path, path, part.path_len) == 0) {
			*len = part.len;
			return part.text;
		}
	*len = 0;
	return NULL;
}

static int
keep_file(struct batch *r, const struct source *s, const struct ask *k,
    const char *command)
{
	size_t len;
	const char *text = file_part(k, s->word[0], &len);

	if (text != NULL)
		return keep_text(&r->k, s, command, text, len);
	if ((s->flags & SOURCE_OPTIONAL) == 0)
		keep_note(&r->k, s->word[0], "no such file");
	return 0;
}

static int
keep_sysctl(struct batch *r, const struct source *s, const struct ask *k,
    const char *command)
{
	char all[4096] = "", path[SOURCE_SYSCTL_PATH];
	size_t used = 0, len;

	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++) {
		const char *value;

		source_sysctl_path(s->word[i], path);
		value = file_part(k, path, &len);
		if (value == NULL)
			continue; /* not in this kernel */
		while (len > 0 && value[len - 1] == '\n')
			len--;
		if (len > 200 || memchr(value, '\n', len) != NULL)
			continue; /* one line is what such a file has */
		snprintf(all + used, sizeof(all) - used, "%s = %.*s\n",
		    s->word[i], (int)len, value);
		used += strlen(all + used);
	}
	return keep_text(&r->k, s, command, all, used);
}

/* Does one of the source's patterns stand for this file? */
static bool
is_of(const struct source *s, const struct part *part)
{
	char path[SOURCE_SYSCTL_PATH];

	snprintf(path, sizeof(path), "%.*s", (int)part->path_len, part->path);
	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++)
		if (fnmatch(s->word[i], path, FNM_PATHNAME) == 0)
			return true;
	return false;
}

static int
keep_glob(struct batch *r, const struct source *s, const struct ask *k,
    const char *command)
{
	const char *from = k->text;
	char *all = NULL;
	size_t size;
	struct part part;
	FILE *out = open_memstream(&all, &size);
	int rc;

	if (out == NULL)
		return -1;
	while (next_part(k, &from, &part))
		if (is_of(s, &part))
			source_put_lines(
			    out, part.path, part.path_len, part.text, part.len);
	if (fclose(out) != 0) {
		free(all);
		return -1;
	}
	rc = keep_text(&r->k, s, command, all, size);
	free(all);
	return rc;
}

static int
keep_answer(struct batch *r, const struct source *s, const struct ask *k)
{
	struct arena *arena = &r->k.g->session.arena;
	char command[COMMAND_MAX], why[400];
	bool whole = k->ended && !k->late && !k->cut;

	source_command(s, command, sizeof(command));
	r->k.ran = (struct ran){ .start_ns = k->start_ns,
		.took_ns = k->took_ns,
		.known = !from_file(s) && k->ended && k->status >= 0,
		.status = k->status };
	/* head fails where one of the files is missing */
	if (from_file(s) ? !whole && ask_failed(k, why, sizeof(why)) != NULL
			 : ask_failed(k, why, sizeof(why)) != NULL)
		return keep_failed(&r->k, s,
		    source_is_file(s) ? s->word[0] : command,
		    &(struct keep_failed){ .why = why,
			.out = k->text,
			.out_len = from_file(s) ? 0 : k->len,
			.err = k->err,
			.err_len = k->err_len });
	if (source_is_file(s))
		return keep_file(r, s, k, command);
	if (s->flags & SOURCE_SYSCTL)
		return keep_sysctl(r, s, k, command);
	if (s->flags & SOURCE_GLOB)
		return keep_glob(r, s, k, command);
	if (s->flags & SOURCE_EACH_IF) {
		const char *text = arena_text(arena, k->text, k->len);

		snprintf(command + strlen(command) - 2, 2, "*");
		return text == NULL ? -1 : keep_parts(&r->k, s, command, text);
	}
	return keep_text(&r->k, s, command, k->text, k->len);
}

/* In the order of the table, which is that of trust. */
int
batch_keep(struct batch *r)
{
	for (const struct source *s = source_table; s->name != NULL; s++) {
		size_t i = 0;

		if (strcmp(s->os, r->k.ask.os) != 0 || !wanted(r, s))
			continue;
		if (from_file(s))
			i = files_item(r, s->os);
		else
			while (r->of[i] != s)
				i++;
		if (keep_answer(r, s, &r->v[i]) < 0)
			return -1;
	}
	return 0;
}

static int
gather(struct batch *r, struct on *on, struct fail *f)
{
	struct gathered *g = r->k.g;
	struct asked *a = &g->asked;
	struct fail why = { "" };

	if (batch_items(r) < 0)
		return fail(f, "out of memory");
	if (ask_all(on, r->v, r->n, a, &why) < 0)
		return fail(f, "%s: %s", on->remote.host, why.text);
	if (session_os(a->os, &r->k.ask, NULL) < 0)
		return fail(f, "%s: %s: no sources are known for this system",
		    on->remote.host, a->os);
	r->k.isolated = a->isolated;
	g->cpu_ms = a->cpu_ms;
	g->shell_cpu_ms = a->shell_cpu_ms;
	return batch_keep(r) < 0 ? fail(f, "out of memory") : 0;
}

int
gather_far(struct gathered *g, struct on *on, unsigned only, struct fail *f)
{
	struct batch *r = calloc(1, sizeof(*r));
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	r->k.g = g;
	r->only = only;
	rc = gather(r, on, f);
	free(r);
	return rc;
}
