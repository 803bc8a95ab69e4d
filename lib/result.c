/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/host.h"
#include "lib/result.h"
#include "lib/utf8.h"
#include "lib/version.h"

#define DEPTH_MAX 16

struct result {
	json_t *stack[DEPTH_MAX]; /* stack[0] is the document */
	int depth; /* innermost open container */
	bool broken; /* told once, by result_write */
};

static bool
is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* Keys may be foreign too: names of interfaces, queues, interrupts. */
static int
set(json_t *into, const char *key, json_t *value)
{
	size_t len = strlen(key);
	char *clean;
	int rc;

	if (is_ascii(key))
		return json_object_set_new(into, key, value);
	clean = malloc(len * UTF8_GROWTH + 1);
	if (clean == NULL) {
		json_decref(value);
		return -1;
	}
	utf8_clean(key, len, clean);
	rc = json_object_set_new(into, clean, value);
	free(clean);
	return rc;
}

/* Takes the reference to `value`, also when it fails. */
static void
add(struct result *r, const char *key, json_t *value)
{
	json_t *into = r->stack[r->depth];
	int rc = -1;

	if (value == NULL) {
		r->broken = true;
		return;
	}
	if (json_is_object(into) && key != NULL)
		rc = set(into, key, value);
	else if (json_is_array(into) && key == NULL)
		rc = json_array_append_new(into, value);
	else
		json_decref(value);
	if (rc < 0)
		r->broken = true;
}

static void
open_container(struct result *r, const char *key, json_t *value)
{
	add(r, key, value);
	if (r->broken)
		return;
	if (r->depth + 1 == DEPTH_MAX) {
		r->broken = true;
		return;
	}
	r->stack[++r->depth] = value;
}

void
result_object(struct result *r, const char *key)
{
	open_container(r, key, json_object());
}

void
result_array(struct result *r, const char *key)
{
	open_container(r, key, json_array());
}

void
result_end(struct result *r)
{
	if (r->broken)
		return;
	if (r->depth == 0)
		r->broken = true;
	else
		r->depth--;
}

void
result_u64(struct result *r, const char *key, uint64_t v)
{
	char text[24];

	if (v <= INT64_MAX) {
		add(r, key, json_integer((json_int_t)v));
		return;
	}
	snprintf(text, sizeof(text), "%llu", (unsigned long long)v);
	add(r, key, json_string(text));
}

void
result_i64(struct result *r, const char *key, int64_t v)
{
	add(r, key, json_integer(v));
}

void
result_real(struct result *r, const char *key, double v)
{
	add(r, key, isfinite(v) ? json_real(v) : json_null());
}

void
result_bool(struct result *r, const char *key, bool v)
{
	add(r, key, json_boolean(v));
}

void
result_null(struct result *r, const char *key)
{
	add(r, key, json_null());
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
	char *clean = malloc(len * UTF8_GROWTH + 1);

	if (clean == NULL) {
		r->broken = true;
		return;
	}
	len = utf8_clean(text, len, clean);
	add(r, key, json_stringn(clean, len));
	free(clean);
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
	r->stack[0] = json_object();
	if (r->stack[0] == NULL) {
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
	json_decref(r->stack[0]);
	free(r);
}

char *
result_string(struct result *r)
{
	char *text = NULL, *line;
	size_t len;

	if (!r->broken && r->depth == 0)
		text = json_dumps(r->stack[0], JSON_INDENT(1));
	if (text == NULL)
		return NULL;
	len = strlen(text);
	line = realloc(text, len + 2);
	if (line == NULL) {
		free(text);
		return NULL;
	}
	memcpy(line + len, "\n", 2);
	return line;
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
	char *text = result_string(r);
	int rc, fd = STDOUT_FILENO;

	if (text == NULL)
		return fail(
		    f, "%s: the result document could not be built", path);
	if (is_plain(path)) {
		rc = write_file(path, text, strlen(text), f);
		free(text);
		return rc;
	}
	if (strcmp(path, "-") != 0)
		fd = open(path, O_WRONLY | O_CLOEXEC);
	rc = fd < 0 ? -1 : write_all(fd, text, strlen(text));
	if (rc < 0)
		fail_errno(f, "%s", path);
	if (fd > STDERR_FILENO)
		close(fd);
	free(text);
	return rc;
}
