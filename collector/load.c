/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/collector.h"
#include "lib/heap.h"

#define FILE_MIN (64 * 1024)
#define FILE_MAX ((size_t)1 << 30)
#define LARGE ((size_t)1 << 20) /* its values take several times as much */

int
collect_table(const struct common *c, struct fail *f)
{
	if (c->format == NULL)
		return strcmp(c->out, "-") == 0 && isatty(STDOUT_FILENO);
	if (strcmp(c->format, "table") == 0)
		return 1;
	if (strcmp(c->format, "json") == 0)
		return 0;
	return fail(f, "--format: \"%s\": json or table", c->format);
}

FILE *
collect_open(const char *path, struct fail *f)
{
	FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");

	if (out == NULL)
		fail_errno(f, "%s", path);
	return out;
}

int
collect_close(FILE *out, const char *path, struct fail *f)
{
	if ((out == stdout ? fflush(out) : fclose(out)) != 0)
		return fail_errno(f, "%s", path);
	return 0;
}

int
collect_files(int files, int min, int max, struct fail *f)
{
	if (files >= min && files <= max)
		return 0;
	if (min == max)
		return fail(
		    f, "%d files given, %d needed (-h tells more)", files, min);
	return fail(f, "%d files given, %d to %d accepted (-h tells more)",
	    files, min, max);
}

/* Room for all of it to begin with, where that can be told. */
static size_t
room_for(FILE *in)
{
	struct stat st;

	if (fstat(fileno(in), &st) < 0 || !S_ISREG(st.st_mode) ||
	    st.st_size < FILE_MIN || (uintmax_t)st.st_size >= FILE_MAX - 2)
		return FILE_MIN;
	return (size_t)st.st_size + 2;
}

static int
slurp(FILE *in, char **text, size_t *len, struct fail *f)
{
	size_t cap = 0;
	bool large = false;

	*text = NULL;
	*len = 0;
	for (;;) {
		if (cap - *len < 2) {
			char *more;

			cap = cap == 0 ? room_for(in) : cap * 2;
			if (cap >= LARGE && !large)
				heap_large();
			large = cap >= LARGE;
			more = cap > FILE_MAX ? NULL : realloc(*text, cap);
			if (more == NULL)
				return fail(
				    f, "larger than %zu bytes", cap / 2);
			*text = more;
		}
		*len += fread(*text + *len, 1, cap - *len - 1, in);
		if (ferror(in))
			return fail_errno(f, "reading");
		if (feof(in))
			break;
	}
	(*text)[*len] = '\0';
	return 0;
}

static int
load(struct session *s, FILE *in, const struct session_ask *ask, struct fail *f)
{
	char *text;
	size_t len;

	if (slurp(in, &text, &len, f) < 0) {
		free(text);
		return -1;
	}
	if (!document_is(text, len))
		return session_read(s, text, len, ask, f);
	s->text = text;
	return document_read(s, text, len, ask, f);
}

int
collect_load(
    struct session *s, const char *path, const struct common *c, struct fail *f)
{
	bool standard = strcmp(path, "-") == 0;
	struct session_ask ask = {
		.command = c->command, .runs = c->runs, .watches = c->watches
	};
	struct fail why = { "" };
	FILE *in;
	int rc;

	if (c->os != NULL && session_os(c->os, &ask, f) < 0)
		return -1;
	in = standard ? stdin : fopen(path, "r");
	if (in == NULL)
		return fail_errno(f, "%s", path);
	rc = load(s, in, &ask, &why);
	if (!standard)
		fclose(in);
	return rc < 0 ? fail(f, "%s: %s", path, why.text) : 0;
}
