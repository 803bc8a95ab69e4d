/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `tc -s qdisc [show dev IF]` (tc(8)): a head, " Sent ..." under it, and
 * lines of the kind's own. With "dev IF" the heads do not name the interface.
 * As in JSON only roots are counted, whose drops hold those of their children.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define WORDS 8 /* of a head, before the options */
#define SENT 11 /* of a line " Sent ..." */
#define WRAPS 5

struct qdisc {
	struct value *v;
	char dev[COUNTER_INSTANCE];
	bool root, ingress, clsact;
};

/* "qdisc fq_codel 0: dev eth0 ..." */
static bool
is_head(const struct line *l)
{
	struct span s[4];
	uint64_t v;

	return line_begins(l, "qdisc ") && text_fields(l, s, 4) == 4 &&
	    s[2].len > 1 && s[2].p[s[2].len - 1] == ':' &&
	    span_hex32((struct span){ s[2].p, s[2].len - 1 }, &v);
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 0 && is_head(l);
}

static void
put_word(struct reading *r, struct value *v, const char *key, struct span s)
{
	value_text(r->arena, v, key, arena_text(r->arena, s.p, s.len));
}

/* "qdisc KIND HANDLE: [dev IF] [root|parent CLASS] ..." */
static void
put_head(struct reading *r, struct qdisc *q, const struct line *head)
{
	struct span s[WORDS], dev = { NULL, 0 }, parent = { "", 0 };
	size_t n = text_fields(head, s, WORDS), at = 3;

	if (n > at + 1 && span_is(s[at], "dev")) {
		dev = s[at + 1];
		at += 2;
	} else if (prompt_behind(r->command, "dev", &dev)) {
		r->variant = arena_text(r->arena, dev.p, dev.len);
	}
	q->root = n > at && span_is(s[at], "root");
	if (n > at + 1 && span_is(s[at], "parent"))
		parent = s[at + 1];
	q->ingress = span_is(s[1], "ingress");
	q->clsact = span_is(s[1], "clsact"); /* ingress and egress */
	snprintf(q->dev, sizeof(q->dev), "%.*s", (int)dev.len,
	    dev.p == NULL ? "" : dev.p);
	if (dev.p == NULL)
		value_null(r->arena, q->v, "dev");
	else
		put_word(r, q->v, "dev", dev);
	put_word(r, q->v, "kind", s[1]);
	put_word(r, q->v, "handle", s[2]);
	put_word(r, q->v, "parent", parent);
	value_bool(r->arena, q->v, "root", q->root);
}

/* A number with a sign behind it, "0," or "0)": all digits are there. */
static bool
closed(struct span s, char sign, uint64_t *v)
{
	return s.len > 1 && s.p[s.len - 1] == sign &&
	    span_u64((struct span){ s.p, s.len - 1 }, v);
}

static void
put(struct reading *r, struct qdisc *q, const char *key, const char *counter,
    uint64_t v)
{
	bool wide = strcmp(key, "bytes") == 0 || strcmp(key, "packets") == 0;

	value_u64(r->arena, q->v, key, v);
	if (counter != NULL && q->dev[0] != '\0')
		parse_count(r, counter, q->dev, v, wide ? 64 : 32);
}

/*
 * "Sent B bytes P pkt (dropped D, overlimits O requeues R)"; before requeues
 * were shown, the bracket shut behind O.
 */
static bool
put_sent(struct reading *r, struct qdisc *q, const struct line *l)
{
	struct span s[SENT + 1];
	size_t n = text_fields(l, s, SENT + 1);
	uint64_t bytes, packets, drops, over, again;

	if ((n != SENT && n != SENT - 2) || !span_is(s[0], "Sent") ||
	    !span_u64(s[1], &bytes) || !span_is(s[2], "bytes") ||
	    !span_u64(s[3], &packets) || !span_begins(s[4], "pkt") ||
	    !span_is(s[5], "(dropped") || !closed(s[6], ',', &drops) ||
	    !span_is(s[7], "overlimits"))
		return false;
	if (n == SENT ? !span_u64(s[8], &over) || !span_is(s[9], "requeues") ||
		    !closed(s[10], ')', &again)
		      : !closed(s[8], ')', &over))
		return false;
	put(r, q, "bytes", q->root ? "qdisc.bytes" : NULL, bytes);
	put(r, q, "packets", q->root ? "qdisc.packets" : NULL, packets);
	put(r, q, "drops",
	    q->root	     ? "qdisc.drops"
		: q->ingress ? "qdisc.ingress_drops"
		: q->clsact  ? "qdisc.clsact_drops"
			     : NULL,
	    drops);
	put(r, q, "overlimits", q->root ? "qdisc.overlimits" : NULL, over);
	if (n == SENT)
		put(r, q, "requeues", q->root ? "qdisc.requeues" : NULL, again);
	return true;
}

/* "backlog 9084b 6p requeues 0"; "12Kb" is rounded, and left out. */
static void
put_backlog(struct reading *r, struct qdisc *q, const struct line *l)
{
	struct span s;
	size_t at = 0;
	uint64_t v;

	while (text_next(l, &at, &s) && !span_is(s, "backlog"))
		;
	if (text_next(l, &at, &s) && closed(s, 'b', &v))
		value_u64(r->arena, q->v, "backlog", v);
	if (text_next(l, &at, &s) && closed(s, 'p', &v))
		value_u64(r->arena, q->v, "qlen", v);
}

/* A line and what mail broke off it, up to one that begins with `until`. */
static size_t
wrapped(const struct line *l, size_t n, const char *until)
{
	struct span typed;
	size_t used = 1;

	while (used < n && used < WRAPS && line_breaks(&l[used - 1]) &&
	    !is_head(&l[used]) && !line_begins(&l[used], until) &&
	    !parse_known(&parse_qdisc, &l[used], n - used) &&
	    !prompt_line(&l[used], &typed))
		used++;
	return used;
}

/* " Sent ..." up to its bracket; 0: no such line. */
static size_t
sent_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	if (n == 0 || !line_begins(l, "Sent "))
		return 0;
	while (used < n && used < WRAPS && l[used - 1].len > 0 &&
	    l[used - 1].p[l[used - 1].len - 1] != ')' &&
	    line_breaks(&l[used - 1]))
		used++;
	return used;
}

/* Does a line of the kind's own figures stand here? */
static bool
is_own(const struct line *l, size_t n)
{
	return n > 0 && l->len > 0 && !is_head(l) &&
	    (l->indent > 0 || line_begins(l, "backlog ") ||
		line_begins(l, "rate ")) &&
	    !parse_known(&parse_qdisc, l, n);
}

/* One queueing discipline from its head on; returns its lines. */
static size_t
put_qdisc(struct reading *r, struct value *list, const struct line *l, size_t n)
{
	struct qdisc q = { .root = false };
	size_t used = wrapped(l, n, "Sent "), sent;
	struct line whole = text_joined(r->arena, l, used);

	q.v = value_put(r->arena, list, NULL, VALUE_OBJECT);
	put_head(r, &q, &whole);
	sent = sent_lines(l + used, n - used);
	if (sent == 0)
		return used; /* without -s */
	whole = text_joined(r->arena, l + used, sent);
	put_sent(r, &q, &whole);
	used += sent;
	while (used < n && is_own(l + used, n - used)) {
		size_t lines = wrapped(l + used, n - used, "Sent ");

		whole = text_joined(r->arena, l + used, lines);
		put_backlog(r, &q, &whole);
		used += lines;
	}
	return used;
}

/* The first head once more: the next reading, with no prompt between. */
static bool
again(const struct reading *r)
{
	const struct line *l = &r->line[r->used];

	return l->len == r->line->len && memcmp(l->p, r->line->p, l->len) == 0;
}

static void
parse(struct reading *r)
{
	struct value *list;

	r->data = value_new(r->arena, VALUE_OBJECT);
	list = value_put(r->arena, r->data, "qdiscs", VALUE_ARRAY);
	do {
		r->used +=
		    put_qdisc(r, list, &r->line[r->used], r->n - r->used);
		/* cake has an empty line before its table */
		if (r->used + 1 < r->n && r->line[r->used].len == 0 &&
		    is_own(&r->line[r->used + 1], r->n - r->used - 1))
			while (++r->used < r->n &&
			    is_own(&r->line[r->used], r->n - r->used))
				;
	} while (r->used < r->n && is_head(&r->line[r->used]) && !again(r));
	r->found_os = "Linux";
}

const struct parser parse_qdisc = {
	.kind = "qdisc",
	.begins = begins,
	.parse = parse,
};
