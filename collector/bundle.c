/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/bundle.h"
#include "lib/clock.h"
#include "lib/proc.h"

#define TMPDIR_MAX 50 /* as for the socket of a connection */
#define TAR_NS (60 * CLOCK_NS_PER_S)

static const char suffix[] = ".tar";

/* "r1" of "/tmp/r1.tar" */
static int
name_of(const char *path, char *name, size_t size, struct fail *f)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash != NULL ? slash + 1 : path;
	size_t len = strlen(base), end = sizeof(suffix) - 1;

	if (len <= end || strcmp(base + len - end, suffix) != 0 ||
	    len - end >= size || *base == '.' || *base == '-')
		return fail(f,
		    "--output: \"%s\": DIR%s is needed, DIR up to %zu letters "
		    "that do not begin with a dot or a dash",
		    path, suffix, size - 1);
	snprintf(name, size, "%.*s", (int)(len - end), base);
	return 0;
}

int
bundle_begin(struct bundle *b, const char *path, struct fail *f)
{
	const char *tmp = getenv("TMPDIR");
	char folder[256], where[sizeof(b->dir)];

	if (name_of(path, b->name, sizeof(b->name), f) < 0)
		return -1;
	if (tmp == NULL || *tmp == '\0' || strlen(tmp) > TMPDIR_MAX)
		tmp = "/tmp";
	snprintf(where, sizeof(where), "%.100s/netcollect.XXXXXX", tmp);
	if (mkdtemp(where) == NULL)
		return fail_errno(f, "%s", where);
	memcpy(b->dir, where, sizeof(where));
	snprintf(folder, sizeof(folder), "%s/%s", b->dir, b->name);
	if (mkdir(folder, 0777) < 0)
		return fail_errno(f, "%s", folder);
	return 0;
}

static int
end_file(struct bundle *b, struct fail *f)
{
	FILE *out = b->out;

	b->out = NULL;
	if (out != NULL && fclose(out) != 0)
		return fail_errno(f, "%s", b->file[b->n - 1]);
	return 0;
}

const char *
bundle_path(struct bundle *b, const char *file, char path[512], struct fail *f)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	char *name;

	if (end_file(b, f) < 0)
		return NULL;
	if (b->n == BUNDLE_FILES) {
		fail(f, "more than %d files", BUNDLE_FILES);
		return NULL;
	}
	name = b->file[b->n++];
	snprintf(name, BUNDLE_NAME, "%s", file);
	for (char *p = name; *p != '\0'; p++)
		if (strchr(plain, *p) == NULL || (p == name && *p == '.'))
			*p = '_';
	snprintf(path, 512, "%s/%s/%s", b->dir, b->name, name);
	return path;
}

FILE *
bundle_file(struct bundle *b, const char *file, struct fail *f)
{
	char path[512];

	if (bundle_path(b, file, path, f) == NULL)
		return NULL;
	b->out = fopen(path, "w");
	if (b->out == NULL)
		fail_errno(f, "%s", path);
	return b->out;
}

static int
tar(const struct bundle *b, const char *part, struct fail *f)
{
	const char *argv[BUNDLE_FILES + 6];
	char member[BUNDLE_FILES][BUNDLE_NAME + sizeof(b->name) + 1];
	struct proc_job job = {
		.argv = argv, .name = "tar", .timeout_ns = TAR_NS
	};
	struct proc p = { .pid = 0 };
	size_t n = 0;
	int rc;

	argv[n++] = "tar";
	argv[n++] = "-cf";
	argv[n++] = part;
	argv[n++] = "-C";
	argv[n++] = b->dir;
	/* each by name: the order of a folder is nobody's */
	for (size_t i = 0; i < b->n; i++) {
		snprintf(
		    member[i], sizeof(member[i]), "%s/%s", b->name, b->file[i]);
		argv[n++] = member[i];
	}
	argv[n] = NULL;
	rc = proc_run(&p, &job, f);
	proc_free(&p);
	return rc;
}

int
bundle_pack(struct bundle *b, const char *path, struct fail *f)
{
	char part[1024];

	if (end_file(b, f) < 0)
		return -1;
	if (snprintf(part, sizeof(part), "%s%s.%ld", *path == '/' ? "" : "./",
		path, (long)getpid()) >= (int)sizeof(part))
		return fail(f, "--output: \"%.80s...\": too long", path);
	if (tar(b, part, f) < 0) {
		unlink(part);
		return -1;
	}
	if (rename(part, path) < 0) {
		fail_errno(f, "%s", path);
		unlink(part);
		return -1;
	}
	return 0;
}

void
bundle_free(struct bundle *b)
{
	char path[512];

	if (b->out != NULL)
		fclose(b->out);
	if (b->dir[0] == '\0')
		return;
	for (size_t i = 0; i < b->n; i++) {
		snprintf(path, sizeof(path), "%s/%s/%s", b->dir, b->name,
		    b->file[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/%s", b->dir, b->name);
	rmdir(path);
	rmdir(b->dir);
	b->dir[0] = '\0';
}
