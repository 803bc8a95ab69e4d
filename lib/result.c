/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/host.h"
#include "lib/jsontext.h"
#include "lib/result.h"
#include "lib/version.h"

struct result {
	struct jsontext *json;
};

void
result_object(struct result *r, const char *key)
{
	jsontext_open(r->json, key, false);
}

void
result_array(struct result *r, const char *key)
{
	jsontext_open(r->json, key, true);
}

void
result_end(struct result *r)
{
	jsontext_close(r->json);
}

void
result_u64(struct result *r, const char *key, uint64_t v)
{
	char text[24];

	if (v <= INT64_MAX) {
		jsontext_u64(r->json, key, v);
		return;
	}
	snprintf(text, sizeof(text), "%" PRIu64, v);
	jsontext_text(r->json, key, text, strlen(text));
}

void
result_i64(struct result *r, const char *key, int64_t v)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, v);
	jsontext_word(r->json, key, text);
}

/* 17 digits give the same double back; a whole one stays a real number. */
void
result_real(struct result *r, const char *key, double v)
{
	char text[40];

	if (!isfinite(v)) {
		result_null(r, key);
		return;
	}
	snprintf(text, sizeof(text) - 2, "%.17g", v);
	if (strpbrk(text, ".e") == NULL)
		strcat(text, ".0");
	jsontext_word(r->json, key, text);
}

void
result_bool(struct result *r, const char *key, bool v)
{
	jsontext_word(r->json, key, v ? "true" : "false");
}

void
result_null(struct result *r, const char *key)
{
	jsontext_word(r->json, key, "null");
}

void
result_known(struct result *r, const char *key, bool known, uint64_t v)
{
	if (known)
		result_u64(r, key, v);
	else
		result_null(r, key);
}

void
result_given(struct result *r, const char *key, uint64_t v)
{
	result_known(r, key, v != 0, v);
}

void
result_text(struct result *r, const char *key, const char *text)
{
	if (text == NULL)
		result_null(r, key);
	else
		result_text_len(r, key, text, strlen(text));
}

void
result_text_len(struct result *r, const char *key, const char *text, size_t len)
{
	jsontext_text(r->json, key, text, len);
}

void
result_clock(struct result *r, const char *key)
{
	struct host h;

	host_read(&h);
	result_object(r, key);
	result_text(r, "boot_id", h.boot_id[0] != '\0' ? h.boot_id : NULL);
	result_u64(r, "mono_ns", clock_mono_ns());
	result_u64(r, "wall_ns", clock_wall_ns());
	result_end(r);
}

static void
put_host(struct result *r)
{
	struct host h;

	host_read(&h);
	result_object(r, "host");
	result_text(r, "name", h.name);
	result_text(r, "os", h.os);
	result_text(r, "release", h.release);
	result_text(r, "version", h.version);
	result_text(r, "machine", h.machine);
	result_text(
	    r, "cpu_model", h.cpu_model[0] != '\0' ? h.cpu_model : NULL);
	if (h.cpus_online > 0)
		result_u64(r, "cpus_online", h.cpus_online);
	else
		result_null(r, "cpus_online");
	result_end(r);
}

struct result *
result_new(const char *kind, const char *tool)
{
	struct result *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->json = jsontext_new();
	if (r->json == NULL) {
		free(r);
		return NULL;
	}
	result_text(r, "schema", RESULT_SCHEMA);
	result_text(r, "kind", kind);
	result_object(r, "tool");
	result_text(r, "name", tool);
	result_text(r, "version", NETBLAST_VERSION);
	result_end(r);
	put_host(r);
	return r;
}

void
result_free(struct result *r)
{
	if (r == NULL)
		return;
	jsontext_free(r->json);
	free(r);
}

char *
result_string(struct result *r)
{
	size_t len;
	const char *text = jsontext_done(r->json, &len);

	return text == NULL ? NULL : strdup(text);
}

static int
write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

/* Create the temporary file beside `path`; its malloc'd name in *name. */
static int
create_temporary(const char *path, char **name, struct fail *f)
{
	size_t size = strlen(path) + 24;
	int fd;

	*name = malloc(size);
	if (*name == NULL)
		return fail(f, "%s: out of memory", path);
	snprintf(*name, size, "%s.%ld.tmp", path, (long)getpid());
	fd = open(*name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		fail_errno(f, "%s", path);
		free(*name);
	}
	return fd;
}

/* Temporary name, fsync, rename: a reader sees all of it or none. */
static int
write_file(const char *path, const char *text, size_t len, struct fail *f)
{
	char *name;
	int rc = -1, fd = create_temporary(path, &name, f);

	if (fd < 0)
		return -1;
	if (write_all(fd, text, len) < 0 || fsync(fd) < 0) {
		fail_errno(f, "%s", path);
		close(fd);
		unlink(name);
		goto out;
	}
	if (close(fd) < 0 || rename(name, path) < 0) {
		fail_errno(f, "%s", path);
		unlink(name);
		goto out;
	}
	rc = 0;
out:
	free(name);
	return rc;
}

/* A terminal, pipe or device cannot be renamed over: written as it is. */
static bool
is_plain(const char *path)
{
	struct stat st;

	if (strcmp(path, "-") == 0)
		return false;
	return stat(path, &st) < 0 || S_ISREG(st.st_mode);
}

int
result_writable(const char *path, struct fail *f)
{
	struct stat st;
	char *name;
	int fd;

	if (strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
	    S_ISDIR(st.st_mode))
		return fail(f, "%s: is a directory", path);
	if (!is_plain(path))
		return 0;
	fd = create_temporary(path, &name, f);
	if (fd < 0)
		return -1;
	close(fd);
	unlink(name);
	free(name);
	return 0;
}

int
result_write(struct result *r, const char *path, struct fail *f)
{
	size_t len;
	const char *text = jsontext_done(r->json, &len);
	int rc, fd = STDOUT_FILENO;

	if (text == NULL)
		return fail(
		    f, "%s: the result document could not be built", path);
	if (is_plain(path))
		return write_file(path, text, len, f);
	if (strcmp(path, "-") != 0)
		fd = open(path, O_WRONLY | O_CLOEXEC);
	rc = fd < 0 ? -1 : write_all(fd, text, len);
	if (rc < 0)
		fail_errno(f, "%s", path);
	if (fd > STDERR_FILENO)
		close(fd);
	return rc;
}
