/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel's configuration: Linux' .config ("CONFIG_HZ=250", "# CONFIG_KASAN
 * is not set"), and what FreeBSD's `config -x` or kern.conftxt and NetBSD's
 * `config -x` print ("ident GENERIC", "options INVARIANTS").
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

/* "CONFIG_NAME=value"; the value of one that is not set is empty. */
static bool
linux_option(const struct line *l, struct span *name, struct span *value)
{
	static const char unset[] = "is not set";
	struct span s[5];
	const char *equal;

	if (line_begins(l, "CONFIG_")) {
		equal = memchr(l->p, '=', l->len);
		if (equal == NULL)
			return false;
		*name = (struct span){ l->p + 7, (size_t)(equal - l->p) - 7 };
		*value = (struct span){ equal + 1,
			(size_t)(l->p + l->len - equal - 1) };
		return name->len > 0;
	}
	if (!line_begins(l, "# CONFIG_") || text_fields(l, s, 5) != 5 ||
	    l->len < sizeof(unset) ||
	    memcmp(l->p + l->len - sizeof(unset) + 1, unset,
		sizeof(unset) - 1) != 0)
		return false;
	*name = (struct span){ s[1].p + 7, s[1].len - 7 };
	*value = (struct span){ l->p, 0 };
	return name->len > 0;
}

/* "options HZ=1000", "options INVARIANTS", "ident ROUTER". */
static bool
bsd_option(const struct line *l, struct span *name, struct span *value)
{
	struct span s[3];
	size_t n = text_fields(l, s, 3);
	const char *equal;

	if (n < 2 || !(span_is(s[0], "options") || span_is(s[0], "ident")))
		return false;
	*name = s[1];
	*value = (struct span){ "y", 1 };
	equal = memchr(s[1].p, '=', s[1].len);
	if (equal != NULL) {
		name->len = (size_t)(equal - s[1].p);
		*value = (struct span){ equal + 1,
			(size_t)(s[1].p + s[1].len - equal - 1) };
	}
	return name->len > 0;
}

/* What else stands in a BSD configuration. */
static bool
bsd_other(const struct line *l)
{
	static const char *const words[] = { "machine", "cpu", "device",
		"makeoptions", "maxusers", "pseudo-device", "include", "config",
		"file-system", "hints", "env", "nooptions", "nodevice", "no",
		NULL };
	size_t at = 0;
	struct span s;

	if (l->len == 0 || *l->p == '#')
		return true;
	return text_next(l, &at, &s) && span_one_of(s, words);
}

static bool
is_linux(const struct line *l, size_t n)
{
	struct span name, value;

	for (size_t i = 0; i < n && i < 8; i++) {
		if (linux_option(&l[i], &name, &value))
			return true;
		if (l[i].len > 0 && *l[i].p != '#')
			return false;
	}
	return false;
}

static bool
is_bsd(const struct line *l, size_t n)
{
	struct span name, value;
	size_t options = 0;

	for (size_t i = 0; i < n && i < 8; i++) {
		if (bsd_option(&l[i], &name, &value))
			options++;
		else if (i == 0 || !bsd_other(&l[i]))
			break;
	}
	return options > 1;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 0 && l->len > 0 && (is_linux(l, n) || is_bsd(l, n));
}

static void
parse(struct reading *r)
{
	bool is_config = is_linux(r->line, r->n);
	uint64_t hash = FINGER_HASH_START, set = 0;
	struct value *options;
	char text[20];

	r->data = value_new(r->arena, VALUE_OBJECT);
	options = value_put(r->arena, r->data, "options", VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span name, value;

		if (!(is_config ? linux_option : bsd_option)(
			l, &name, &value)) {
			if (is_config ? l->len > 0 && *l->p != '#'
				      : !bsd_other(l))
				break;
			continue;
		}
		hash = finger_hash(hash, l->p, l->len);
		hash = finger_hash(hash, "\n", 1);
		if (line_begins(l, "ident")) {
			value_text(r->arena, r->data, "ident",
			    arena_text(r->arena, name.p, name.len));
			continue;
		}
		if (value.len == 0)
			continue;
		set++;
		value_text(r->arena, options,
		    arena_text(r->arena, name.p, name.len),
		    arena_text(r->arena, value.p, value.len));
	}
	value_u64(r->arena, r->data, "n_options", set);
	snprintf(text, sizeof(text), "%016" PRIx64, hash);
	value_text(r->arena, r->data, "hash", text);
	r->found_os = is_config ? "Linux" : NULL;
}

const struct parser parse_kconfig = {
	.kind = "kconfig",
	.begins = begins,
	.parse = parse,
};
