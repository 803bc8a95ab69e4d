/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/doc.h"
#include "harness/store.h"
#include "lib/clock.h"

/* Each folder of a path; what is there already is fine. */
static int
make_dirs(const char *path, struct fail *f)
{
	char part[STORE_PATH];
	size_t len = strlen(path);

	if (len == 0 || len >= sizeof(part))
		return fail(f, "%s: path is empty or too long", path);
	for (size_t i = 1; i <= len; i++) {
		if (path[i] != '/' && path[i] != '\0')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0777) < 0 && errno != EEXIST)
			return fail_errno(f, "%s", part);
	}
	return 0;
}

int
store_open(struct store *s, const char *dir, const char *plan, uint64_t wall_ns,
    struct fail *f)
{
	time_t now = (time_t)(wall_ns / CLOCK_NS_PER_S);
	char date[16], path[STORE_PATH + 16];
	struct tm tm;

	if (gmtime_r(&now, &tm) == NULL ||
	    strftime(date, sizeof(date), "%Y-%m-%d", &tm) == 0)
		return fail(f, "the date is not known");
	snprintf(s->id, sizeof(s->id), "%s-%.24s-%04x", date, plan,
	    (unsigned)((wall_ns / 1000 ^ (uint64_t)getpid() << 4) & 0xffff));
	if (dir != NULL && strlen(dir) >= sizeof(s->dir))
		return fail(f, "%s: path is too long", dir);
	if (dir != NULL)
		snprintf(s->dir, sizeof(s->dir), "%s", dir);
	else
		snprintf(s->dir, sizeof(s->dir), "results/%s", s->id);
	snprintf(path, sizeof(path), "%s/run.json", s->dir);
	if (access(path, F_OK) == 0)
		return fail(f, "%s: holds a run already", s->dir);
	return make_dirs(s->dir, f);
}

int
store_trial_dir(const struct store *s, const char *trial, char buf[STORE_PATH],
    struct fail *f)
{
	int n = snprintf(buf, STORE_PATH, "%s/nodes/%s", s->dir, trial);

	if (n < 0 || n >= STORE_PATH)
		return fail(f, "%s: path is too long", s->dir);
	return make_dirs(buf, f);
}

static int
write_all(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return -1;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

int
store_text(const struct store *s, const char *name, const char *text,
    size_t len, struct fail *f)
{
	char path[STORE_PATH * 2], temp[STORE_PATH * 2 + 8];
	int fd, rc;

	snprintf(path, sizeof(path), "%s/%s", s->dir, name);
	snprintf(temp, sizeof(temp), "%s.tmp", path);
	fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return fail_errno(f, "%s", temp);
	rc = write_all(fd, text, len) < 0 || fsync(fd) < 0 ? -1 : 0;
	if (close(fd) < 0 || rc < 0 || rename(temp, path) < 0) {
		fail_errno(f, "%s", path);
		unlink(temp);
		return -1;
	}
	return 0;
}

int
store_json(
    const struct store *s, const char *name, const json_t *v, struct fail *f)
{
	char *text = json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY);
	int rc;

	if (text == NULL)
		return fail(f, "%s: out of memory", name);
	rc = store_text(s, name, text, strlen(text), f);
	free(text);
	return rc;
}

static int
store_listings(
    const struct store *s, const char *name, const json_t *doc, struct fail *f)
{
	const json_t *listings = doc_at(doc, "listings"), *v;
	char *text = NULL;
	size_t len = 0, i;
	FILE *out = open_memstream(&text, &len);
	int rc;

	if (out == NULL)
		return fail_errno(f, "%s", name);
	json_array_foreach(listings, i, v)
	{
		const char *command = doc_text(v, "command");
		const char *body = doc_text(v, "text");

		if (body == NULL)
			continue;
		fprintf(out, "$ %s\n%s%s", command != NULL ? command : "?",
		    body,
		    body[0] == '\0' || body[strlen(body) - 1] != '\n' ? "\n"
								      : "");
	}
	rc = fclose(out) != 0 ? fail(f, "%s: out of memory", name)
			      : store_text(s, name, text, len, f);
	free(text);
	return rc;
}

int
store_raw(const struct store *s, const char *trial, const json_t *nodes,
    struct fail *f)
{
	char name[STORE_PATH + 160];
	const json_t *node;
	size_t i;

	snprintf(name, sizeof(name), "%s/raw/%.100s", s->dir, trial);
	if (make_dirs(name, f) < 0)
		return -1;
	json_array_foreach(nodes, i, node)
	{
		const char *role = doc_text(node, "role");
		const char *phase = doc_text(node, "phase");

		if (role == NULL || phase == NULL)
			continue;
		snprintf(name, sizeof(name), "raw/%.100s/%.32s-%.32s.txt",
		    trial, role, phase);
		if (store_listings(s, name, doc_at(node, "document"), f) < 0)
			return -1;
	}
	return 0;
}
