/* SPDX-License-Identifier: BSD-2-Clause */
/* `uname -a`, and FreeBSD's `freebsd-version -ku` behind it or alone. */
#include <string.h>

#include "collector/parse.h"

#define FIELDS 32

static const char *const systems[] = { "FreeBSD", "NetBSD", "OpenBSD",
	"DragonFly", "Linux" };

static bool
is_release(struct span s)
{
	return s.len > 2 && *s.p >= '0' && *s.p <= '9' &&
	    memchr(s.p, '.', s.len) != NULL;
}

static const char *
system_of(struct span s)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++)
		if (span_is(s, systems[i]))
			return systems[i];
	return NULL;
}

/*
 * "Linux version 6.1" and "OpenBSD 7.4 (GENERIC)" begin a dmesg, and "FreeBSD
 * since 8.0 has" a sentence: behind the release comes the version, which
 * begins with the system again, or has the build's number.
 */
static bool
begins(const struct line *l, size_t n)
{
	struct span s[5];
	const char *os;

	if (n == 0 || text_fields(l, s, 5) < 5)
		return false;
	os = system_of(s[0]);
	return os != NULL && is_release(s[2]) &&
	    (span_is(s[3], os) || memchr(s[3].p, '#', s[3].len) != NULL);
}

static void
put(struct reading *r, const char *key, const char *p, const char *end)
{
	while (end > p && end[-1] == ' ')
		end--;
	value_text(
	    r->arena, r->data, key, arena_text(r->arena, p, (size_t)(end - p)));
}

/*
 * The configuration's name: NetBSD's "(GENERIC)", OpenBSD's "GENERIC.MP#1397",
 * and of FreeBSD and DragonFly what stands before the machine, in older ones
 * at the end of a path.
 */
static void
put_config(struct reading *r, const struct span *s, size_t n)
{
	struct span last = s[n - 1];
	const char *p;

	for (size_t i = 3; i < n; i++)
		if (s[i].len > 2 && *s[i].p == '(' &&
		    s[i].p[s[i].len - 1] == ')') {
			put(r, "config", s[i].p + 1, s[i].p + s[i].len - 1);
			return;
		}
	if (strcmp(r->found_os, "OpenBSD") == 0) {
		p = memchr(s[3].p, '#', s[3].len);
		if (p != NULL)
			put(r, "config", s[3].p, p);
		return;
	}
	if (strcmp(r->found_os, "FreeBSD") != 0 &&
	    strcmp(r->found_os, "DragonFly") != 0)
		return;
	for (p = last.p + last.len; p > last.p && p[-1] != '/'; p--)
		;
	put(r, "config", p, last.p + last.len);
}

static void
parse(struct reading *r)
{
	const struct line *l = r->line;
	struct span s[FIELDS];
	size_t n = text_fields(l, s, FIELDS), last;

	if (n < 5)
		return;
	if (n > FIELDS)
		n = FIELDS;
	last = n - 1;
	r->data = value_new(r->arena, VALUE_OBJECT);
	r->found_os = system_of(s[0]);
	value_text(r->arena, r->data, "os", r->found_os);
	put(r, "host", s[1].p, s[1].p + s[1].len);
	put(r, "release", s[2].p, s[2].p + s[2].len);
	/* "x86_64 GNU/Linux" */
	if (span_is(s[last], "GNU/Linux"))
		last--;
	put(r, "version", s[3].p, s[last].p);
	put(r, "machine", s[last].p, s[last].p + s[last].len);
	put_config(r, s, last);
	r->used = 1;
}

const struct parser parse_uname = {
	.kind = "uname",
	.begins = begins,
	.parse = parse,
};

/* ---- freebsd-version ------------------------------------------------------ */

/* "13.2-RELEASE-p4" alone on a line. */
static bool
is_version(const struct line *l)
{
	static const char *const branches[] = { "-RELEASE", "-STABLE",
		"-CURRENT", "-PRERELEASE", "-ALPHA", "-BETA", "-RC" };
	struct span s[2], rest;
	const char *dash;

	if (text_fields(l, s, 2) != 1 || !is_release(s[0]))
		return false;
	dash = memchr(s[0].p, '-', s[0].len);
	if (dash == NULL)
		return false;
	rest = (struct span){ dash, (size_t)(s[0].p + s[0].len - dash) };
	for (size_t i = 0; i < sizeof(branches) / sizeof(branches[0]); i++)
		if (span_begins(rest, branches[i]))
			return true;
	return false;
}

static bool
version_begins(const struct line *l, size_t n)
{
	return n > 0 && is_version(l);
}

/* -k is the installed kernel, -r the running one, -u the userland: in order. */
static void
version_parse(struct reading *r)
{
	const char *option =
	    r->command != NULL ? strstr(r->command, " -") : NULL;
	const struct line *last = r->line;

	while (r->used < r->n && r->used < 3 && is_version(&r->line[r->used]))
		last = &r->line[r->used++];
	/* without an option it is the userland's */
	if (r->used == 1 && option != NULL && strchr(option, 'u') == NULL)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	if (r->used > 1)
		put(r, "kernel", r->line->p, r->line->p + r->line->len);
	put(r, "userland", last->p, last->p + last->len);
	r->found_os = "FreeBSD";
}

const struct parser parse_userland = {
	.kind = "userland",
	.begins = version_begins,
	.parse = version_parse,
};
