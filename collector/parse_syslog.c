/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /var/log/messages: how often each message came. "last message repeated N
 * times" stands for N further copies of the last message of that host;
 * rsyslog's "message repeated N times: [ text ]" for N copies in all. Pieces
 * of messages that an overrun buffer left are messages of their own.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define HOSTS 16
#define KINDS_MAX 4096 /* different messages that are told apart */

struct entry {
	struct span host, text;
};

/* "Nov 30 19:36:21" or an ISO time: fields of the time, 0: none. */
static size_t
time_fields(const struct span *s, size_t n)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	uint64_t day;

	if (n > 2 && s[0].len > 18 && s[0].p[4] == '-' && s[0].p[10] == 'T')
		return 1;
	if (n < 5 || s[0].len != 3 || !span_u64(s[1], &day) || day > 31 ||
	    s[2].len < 8 || s[2].p[2] != ':' || s[2].p[5] != ':')
		return 0;
	for (size_t i = 0; i < 36; i += 3)
		if (memcmp(months + i, s[0].p, 3) == 0)
			return 3;
	return 0;
}

/* "<2>" in front of the time, "<kern.crit>" behind it */
static bool
is_priority(struct span s)
{
	return s.len > 2 && *s.p == '<' && s.p[s.len - 1] == '>' &&
	    isalnum((unsigned char)s.p[1]);
}

/*
 * RFC 5424: behind the host the program, its number, a name for the message
 * and "-" or data in brackets: fields. 0: the text begins there, as of old.
 */
static size_t
header_fields(const struct span *s, size_t n)
{
	return n > 4 && span_is(s[2], "-") &&
		(span_is(s[3], "-") ||
		    (*s[3].p == '[' && s[3].p[s[3].len - 1] == ']'))
	    ? 4
	    : 0;
}

#define FIELDS 12

static bool
entry_of(const struct line *l, struct entry *e)
{
	struct span s[FIELDS];
	size_t n, at, before = 0;
	uint64_t year;

	if (l->len == 0)
		return false;
	n = text_fields(l, s, *l->p == '<' ? FIELDS : 6);
	/* "<2>1 2023-...": the 1 is the version */
	if (n > 2 && *l->p == '<' && s[0].p[s[0].len - 1] == '1' &&
	    is_priority((struct span){ s[0].p, s[0].len - 1 }))
		before = 1;
	at = time_fields(s + before, n - before);
	if (at == 0 || n < before + at + 2)
		return false;
	at += before;
	if (n > at + 2 && is_priority(s[at]))
		at++;
	e->host = s[at++];
	at += before > 0 ? header_fields(s + at, n - at) : 0;
	e->text.p = s[at].p;
	e->text.len = (size_t)(l->p + l->len - e->text.p);
	/* "Oct 19 16:18:59 UTC 2020": when a kernel was made */
	return e->text.len != 4 || !span_u64(e->text, &year);
}

static bool
begins(const struct line *l, size_t n)
{
	struct entry e;

	return n > 0 && entry_of(l, &e);
}

struct tally {
	struct reading *r;
	struct value *counts;
	size_t kinds;
	uint64_t messages;
	bool more; /* than KINDS_MAX */
	struct {
		struct span host;
		struct value *last;
	} host[HOSTS];
	size_t hosts;
};

/* The last message of a host; a place for a new one. NULL: too many. */
static struct value **
last_of(struct tally *t, struct span host)
{
	for (size_t i = 0; i < t->hosts; i++)
		if (t->host[i].host.len == host.len &&
		    memcmp(t->host[i].host.p, host.p, host.len) == 0)
			return &t->host[i].last;
	if (t->hosts == HOSTS)
		return NULL;
	t->host[t->hosts].host = host;
	return &t->host[t->hosts++].last;
}

/*
 * "kernel: [ 4011.000001] text" of Linux, "/netbsd: [ 4011.0000010] text": the
 * kernel's own time is none of the text, or no message of its would ever come
 * twice.
 */
static struct span
unstamped(struct arena *a, struct span text)
{
	static const char *const tags[] = { "kernel: [", "/netbsd: [" };
	struct line part[2] = { { .p = NULL }, { .p = NULL } };
	size_t tag = 0, i, digits = 0;

	while (tag < 2 && !span_begins(text, tags[tag]))
		tag++;
	if (tag == 2)
		return text;
	i = strlen(tags[tag]);
	part[0].p = text.p;
	part[0].len = i - 2;
	while (i < text.len && text.p[i] == ' ')
		i++;
	while (i < text.len && isdigit((unsigned char)text.p[i]))
		i++;
	if (i == text.len || text.p[i++] != '.')
		return text;
	for (; i < text.len && isdigit((unsigned char)text.p[i]); i++)
		digits++;
	if (digits != 6 + tag || i + 2 >= text.len || text.p[i] != ']')
		return text;
	part[1].p = text.p + i + 2;
	part[1].len = text.len - i - 2;
	part[0] = text_joined(a, part, 2);
	return (struct span){ part[0].p, part[0].len };
}

static struct value *
add(struct tally *t, struct span text, uint64_t times)
{
	struct value *v;
	const char *key;

	text = unstamped(t->r->arena, text);
	key = value_key(t->r->arena, arena_text(t->r->arena, text.p, text.len));
	v = value_find(t->counts, key);

	t->messages += times;
	if (v == NULL && t->kinds == KINDS_MAX) {
		t->more = true;
		return NULL;
	}
	if (v == NULL) {
		t->kinds++;
		v = value_put(t->r->arena, t->counts, key, VALUE_U64);
	}
	v->u64 += times;
	return v;
}

/* "[PREFIX] repeated N times[: [ text ]]"; false: another message. */
static bool
repeated(
    struct span text, const char *prefix, uint64_t *times, struct span *inner)
{
	struct line l = { .p = text.p, .len = text.len };
	size_t at = strlen(prefix);
	struct span n, word;

	if (!span_begins(text, prefix) || !text_next(&l, &at, &n) ||
	    !span_u64(n, times) || *times > UINT32_MAX ||
	    !text_next(&l, &at, &word) || !span_begins(word, "time"))
		return false;
	at -= word.p[word.len - 1] == ':';
	*inner = (struct span){ l.p + at, l.len - at };
	/* the text may have brackets of its own */
	if (span_begins(*inner, ": [")) {
		size_t mark = span_begins(*inner, ": [ ") ? 4 : 3;

		inner->p += mark;
		inner->len -= mark;
	}
	if (inner->len > 0 && inner->p[inner->len - 1] == ']')
		inner->len--;
	return true;
}

static void
count(struct tally *t, const struct entry *e)
{
	struct value **last = last_of(t, e->host);
	struct span inner, text = e->text;
	const char *tag = memchr(text.p, ':', text.len);
	uint64_t times;

	if (repeated(text, "last message repeated", &times, &inner)) {
		if (last != NULL && *last != NULL) {
			(*last)->u64 += times;
			t->messages += times;
		}
		return;
	}
	/* rsyslog keeps the tag in front */
	if (tag != NULL && tag + 2 < text.p + text.len) {
		struct span rest = { tag + 2,
			(size_t)(text.p + text.len - tag - 2) };
		char whole[512];

		if (repeated(rest, "message repeated", &times, &inner)) {
			snprintf(whole, sizeof(whole), "%.*s %.*s",
			    (int)(tag + 1 - text.p < 200 ? tag + 1 - text.p
							 : 200),
			    text.p, (int)(inner.len < 300 ? inner.len : 300),
			    inner.p);
			add(t, (struct span){ whole, strlen(whole) }, times);
			return;
		}
	}
	if (last != NULL)
		*last = add(t, text, 1);
	else
		add(t, text, 1);
}

/* "-- Boot 0123... --", "-- Logs begin at ... --" of journalctl */
static bool
is_mark(const struct line *l)
{
	return l->len > 5 && line_begins(l, "-- ") &&
	    memcmp(l->p + l->len - 3, " --", 3) == 0;
}

/* A message may end in a number, but not in a row of them. */
static bool
is_row(const struct line *l)
{
	struct span s[3];

	return line_is_numbers(l) && text_fields(l, s, 3) == 3;
}

static void
parse(struct reading *r)
{
	struct tally t = { .r = r };
	uint64_t n = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	t.counts = value_put(r->arena, r->data, "counts", VALUE_OBJECT);
	while (r->used < r->n && !r->arena->broken) {
		const struct line *l = r->line + r->used;
		struct line whole = *l;
		struct span typed;
		struct entry e;
		size_t lines = 1;

		if (is_mark(l) && r->used + 1 < r->n && entry_of(l + 1, &e)) {
			r->used++;
			continue;
		}
		if (!entry_of(l, &e))
			break;
		while (r->used + lines < r->n && lines < 4 &&
		    line_breaks(&l[lines - 1]) && !is_row(&l[lines]) &&
		    !is_mark(&l[lines]) && !prompt_line(&l[lines], &typed) &&
		    !parse_known(
			&parse_syslog, &l[lines], r->n - r->used - lines) &&
		    !entry_of(&l[lines], &e))
			lines++;
		if (lines > 1)
			whole = text_joined(r->arena, l, lines);
		if (entry_of(&whole, &e))
			count(&t, &e);
		n++;
		r->used += lines;
	}
	value_u64(r->arena, r->data, "n_lines", n);
	value_u64(r->arena, r->data, "n_messages_expanded", t.messages);
	if (t.more)
		value_bool(r->arena, r->data, "more_kinds", true);
}

const struct parser parse_syslog = {
	.kind = "syslog",
	.begins = begins,
	.parse = parse,
};
