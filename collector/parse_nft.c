/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `nft list ruleset` as text: tables, in them chains and other objects, in
 * chains rules, a line each, all of it indented. What mail broke off a line
 * is not.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/nft_rules.h"
#include "collector/nft_text.h"
#include "collector/prompt.h"

#define STRAYS 4
#define GROUP_ENDS 64 /* "}" in the lines of a group */

struct tables {
	struct reading *r;
	struct nft_text text;
	bool indented; /* the blanks in front of the lines were kept */
	bool handles; /* each rule ends in its own */
	bool cut; /* some of it is missing */
};

static bool
is_table(const struct line *l)
{
	static const char *const families[] = { "ip", "ip6", "inet", "arp",
		"bridge", "netdev", NULL };
	struct span s[5];
	size_t n = line_begins(l, "table ") ? text_fields(l, s, 5) : 0;

	if (n < 4 || !span_is(s[3], "{"))
		return false;
	for (const char *const *f = families; *f != NULL; f++)
		if (span_is(s[1], *f))
			return n == 4 || span_is(s[4], "#");
	return false;
}

/* "# Warning: table ip filter is managed by iptables-nft, do not touch!" */
static bool
is_warning(const struct line *l)
{
	return line_begins(l, "# Warning: table ");
}

/* At line i: the lines up to the table that a warning stands before; 0: none */
static size_t
warning(const struct line *l, size_t n)
{
	size_t i = 1;

	if (n < 2 || !is_warning(l))
		return 0;
	while (i < n && i < 3 && !is_table(&l[i]))
		i++;
	return i < n && is_table(&l[i]) ? i : 0;
}

/* ---- lines --------------------------------------------------------------------- */

static size_t
last_words(const struct line *l, struct span s[3])
{
	struct span next;
	size_t at = 0, n = 0;

	for (; text_next(l, &at, &next); n++) {
		s[0] = s[1];
		s[1] = s[2];
		s[2] = next;
	}
	return n;
}

/* "# handle 5" at the end? */
static bool
has_handle(const struct line *l)
{
	struct span s[3] = { { "", 0 }, { "", 0 }, { "", 0 } };
	uint64_t handle;

	return last_words(l, s) > 2 && span_is(s[0], "#") &&
	    span_is(s[1], "handle") && span_u64(s[2], &handle);
}

/* Does the line so far end where a statement does? */
static bool
complete(const struct line *l)
{
	static const char *const ends[] = { "drop", "accept", "return",
		"reject", "{", NULL };
	struct span s[3] = { { "", 0 }, { "", 0 }, { "", 0 } };

	last_words(l, s);
	return span_one_of(s[2], ends) ||
	    (s[2].len > 0 && s[2].p[s[2].len - 1] == ';');
}

static bool
is_shut(const struct line *l)
{
	return l->len == 1 && *l->p == '}';
}

/*
 * Is line i what mail broke off the one before? Without blanks in front of the
 * lines only handles tell where a rule ends.
 */
static bool
is_rest(const struct tables *t, size_t i)
{
	const struct line *l = &t->r->line[i];

	if (i >= t->r->n || !line_breaks(&l[-1]) || l->indent > 0)
		return false;
	if (t->indented) /* but for the table's end nothing else begins here */
		return !is_shut(l) || t->text.kind.len > 0;
	return t->handles && t->text.chain != NULL && !is_shut(l) &&
	    !has_handle(&l[-1]) && l[-1].len > 0 &&
	    strchr(";{", l[-1].p[l[-1].len - 1]) == NULL;
}

/* Where it cannot be known: as if it were a rule of its own. */
static bool
is_maybe_rest(const struct tables *t, size_t i)
{
	const struct line *l = &t->r->line[i];

	return !t->indented && t->text.chain != NULL && line_breaks(&l[-1]) &&
	    !is_shut(l) && !is_shut(&l[-1]) && !has_handle(&l[-1]) &&
	    !complete(&l[-1]);
}

/* More "{" than "}" in the words. */
static bool
is_open(const struct nft_words *w)
{
	size_t open = 0;

	for (size_t i = 0; i < w->n; i++) {
		open += span_is(w->v[i], "{");
		open -= open > 0 && span_is(w->v[i], "}");
	}
	return open > 0;
}

/*
 * The words of the line at r->used, with what mail broke off it and, within an
 * object, with all lines of a group that it opens.
 */
static struct nft_words
whole_line(struct tables *t, size_t *lines)
{
	const struct line *l = &t->r->line[t->r->used];
	size_t left = t->r->n - t->r->used, n = 1;
	struct nft_words w;
	struct line joined;

	while (n < left && is_rest(t, t->r->used + n))
		n++;
	joined = text_joined(t->r->arena, l, n);
	w = nft_words(t->r->arena, &joined);
	for (size_t tries = 0;
	     t->text.kind.len > 0 && is_open(&w) && n < left;) {
		const struct line *last = &l[n++];

		while (n < left && is_rest(t, t->r->used + n))
			n++;
		/* where it may end; a set can have 60,000 lines */
		if (memchr(last->p, '}', last->len) == NULL &&
		    memchr(l[n - 1].p, '}', l[n - 1].len) == NULL && n < left)
			continue;
		if (++tries > GROUP_ENDS)
			break;
		joined = text_joined(t->r->arena, l, n);
		w = nft_words(t->r->arena, &joined);
	}
	*lines = n;
	return w;
}

/* A line that is none of the table, where all of those are indented. */
static bool
is_stray(const struct tables *t, const struct line *l)
{
	return t->indented && l->indent == 0 && l->len > 0 &&
	    !(l->len == 1 && *l->p == '}' && t->text.kind.len == 0);
}

/* Strays that more of the table follows; 0: it ends here. */
static size_t
strays(const struct tables *t)
{
	const struct line *l = &t->r->line[t->r->used];
	size_t left = t->r->n - t->r->used, n = 0;
	struct span typed;

	while (n < left && n < STRAYS && is_stray(t, &l[n])) {
		if (prompt_line(&l[n], &typed) || line_begins(&l[n], "==") ||
		    is_table(&l[n]) || is_warning(&l[n]))
			return 0;
		n++;
	}
	return n < left && !is_stray(t, &l[n]) && l[n].len > 0 ? n : 0;
}

/* From "table ip filter {" on; false: it ended before its "}". */
static bool
read_table(struct tables *t)
{
	struct reading *r = t->r;
	struct nft_words w = nft_words(r->arena, &r->line[r->used++]);
	size_t lines;

	nft_text_table(&t->text, &w);
	t->handles = w.handle > 0;
	t->indented = r->used < r->n && r->line[r->used].indent > 0;
	for (; r->used < r->n && !r->arena->broken; r->used += lines) {
		const struct line *l = &r->line[r->used];
		struct span typed;

		lines = 1;
		if (l->len == 0)
			continue;
		if (is_stray(t, l)) {
			lines = strays(t);
			r->strays += lines;
			t->cut = true;
			if (lines == 0)
				return false;
			continue;
		}
		if (is_table(l) || is_warning(l) || line_begins(l, "==") ||
		    (prompt_line(l, &typed) && l->indent == 0))
			break;
		w = whole_line(t, &lines);
		if (w.n == 0)
			continue;
		if (t->text.kind.len == 0 && span_is(w.v[0], "}")) {
			r->used += lines;
			return true;
		}
		t->text.maybe = is_maybe_rest(t, r->used);
		t->cut |= t->text.maybe;
		nft_text_line(&t->text, &w);
	}
	t->cut = true;
	return false;
}

/* ---- the listing ----------------------------------------------------------------- */

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && (is_table(l) || warning(l, n) > 0);
}

/* Does the command list all there is? NULL may. */
static bool
lists_all(const char *command)
{
	struct line l = { .p = command != NULL ? command : "" };
	struct span s, all = { "", 0 };
	size_t at = 0;

	l.len = strlen(l.p);
	while (text_next(&l, &at, &s)) {
		if (all.len > 0)
			return all.len > strlen("ruleset") ||
			    strchr(";|&<>2)-'\"", *s.p) != NULL;
		if (span_begins(s, "ruleset"))
			all = s;
		else if (span_is(s, "table") || span_is(s, "chain") ||
		    span_is(s, "counters") || span_is(s, "tables"))
			return false;
	}
	return true;
}

static void
put_sum(const struct tables *t, bool whole)
{
	struct arena *a = t->r->arena;
	struct value *data = t->r->data;
	char text[20];

	if (!whole) {
		value_null(a, data, "n_rules");
		value_null(a, data, "flowtables");
		value_null(a, data, "text_hash");
	} else {
		value_u64(a, data, "n_rules", t->text.rules);
		value_u64(a, data, "flowtables", t->text.flowtables);
		snprintf(text, sizeof(text), "%016" PRIx64, t->text.hash);
		value_text(a, data, "text_hash", text);
	}
	if (whole || t->text.hooked)
		value_bool(a, data, "hooked", t->text.hooked);
	else
		value_null(a, data, "hooked");
}

static void
parse(struct reading *r)
{
	struct tables t = { .r = r,
		.text = { .arena = r->arena, .hash = FINGER_HASH_START } };
	bool all = lists_all(r->command);
	bool ends = false;
	size_t next = 0;

	if (r->command != NULL && prompt_runs(r->command, "cat"))
		return; /* what is to be, and no counters */
	while (next < r->n && !r->arena->broken && !ends &&
	    begins(&r->line[next], r->n - next)) {
		r->used = next + warning(&r->line[next], r->n - next);
		ends = !read_table(&t);
		for (next = r->used; next < r->n && r->line[next].len == 0;)
			next++;
	}
	r->data = value_new(r->arena, VALUE_OBJECT);
	nft_rules(r, t.text.list,
	    all && !t.cut && prompt_follows(&r->line[r->used], r->n - r->used));
	put_sum(&t, all && !t.cut);
	r->variant = all ? "text" : nft_text_shown(&t.text);
	r->found_os = "Linux";
	nft_text_free(&t.text);
}

const struct parser parse_nft = {
	.kind = "nft",
	.begins = begins,
	.parse = parse,
};
