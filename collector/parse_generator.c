/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What FreeBSD's netblast and netsend print, and our own in the classic
 * forms: "start:", "finish:", "send calls:", "send errors:", two approximate
 * rates. Calls hold the failed ones. Times are SECONDS.NANOSECONDS and are
 * kept as text: a double has not room for them.
 */
#include <math.h>
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

enum { START, FINISH, CALLS, ERRORS, RATE, FACTS };

static const char *const labels[FACTS] = {
	[START] = "start:",
	[FINISH] = "finish:",
	[CALLS] = "send calls:",
	[ERRORS] = "send errors:",
	[RATE] = "approx send rate:",
};

static bool
begins(const struct line *l, size_t n)
{
	if (n < 3 || !line_begins(l, labels[START]))
		return false;
	for (size_t i = 1; i < 5 && i < n; i++)
		if (line_begins(&l[i], labels[CALLS]))
			return true;
	return false;
}

/* The value behind a label; false where the line has none. */
static bool
fact(const struct line *l, size_t which, struct span *value)
{
	size_t len = strlen(labels[which]), at = 0;
	struct line rest = { .p = l->p + len, .len = l->len - len };

	return line_begins(l, labels[which]) && text_next(&rest, &at, value);
}

/* "1163184051.627479975" to ns. */
static bool
stamp_ns(struct span s, uint64_t *ns)
{
	const char *dot = s.len > 0 ? memchr(s.p, '.', s.len) : NULL;
	uint64_t seconds, rest;
	size_t whole;

	if (dot == NULL)
		return false;
	whole = (size_t)(dot - s.p);
	if (s.len - whole != 10 ||
	    !span_u64((struct span){ s.p, whole }, &seconds) ||
	    !span_u64((struct span){ dot + 1, 9 }, &rest) ||
	    seconds > UINT64_MAX / 1000000000 - 1)
		return false;
	*ns = seconds * 1000000000 + rest;
	return true;
}

/* PORT PAYLOAD [RATE] SECONDS behind the destination, from the command. */
static void
put_command(struct reading *r, struct value *run)
{
	static const char *const keys[] = { "port", "payload", "asked_s" };
	const char *command = prompt_bare(r->command);
	struct line l = { .p = command,
		.len = command != NULL ? strlen(command) : 0 };
	struct span s[8];
	size_t n = text_fields(&l, s, 8), first = 2, rated = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].len >= 7 &&
		    memcmp(s[i].p + s[i].len - 7, "netsend", 7) == 0)
			rated = 1;
	for (size_t i = 0; i < 3; i++) {
		size_t at = first + i + (i == 2 ? rated : 0);
		uint64_t v;

		if (n == 5 + rated && span_u64(s[at], &v))
			value_u64(r->arena, run, keys[i], v);
		else
			value_null(r->arena, run, keys[i]);
	}
}

static void
put_text(struct reading *r, struct value *run, const char *key, struct span s)
{
	if (s.len == 0)
		value_null(r->arena, run, key);
	else
		value_text(
		    r->arena, run, key, arena_text(r->arena, s.p, s.len));
}

static bool
put_number(struct reading *r, struct value *run, const char *key, struct span s,
    uint64_t *v)
{
	bool known = span_u64(s, v);

	if (known)
		value_u64(r->arena, run, key, *v);
	else
		value_null(r->arena, run, key);
	return known;
}

static void
put_run(struct reading *r, struct value *run, const struct span *facts)
{
	uint64_t calls = 0, errors = 0, rate, start, finish;
	bool known, timed;

	put_command(r, run);
	known = put_number(r, run, "send_calls", facts[CALLS], &calls);
	known &= put_number(r, run, "send_errors", facts[ERRORS], &errors);
	known &= errors <= calls;
	put_text(r, run, "start", facts[START]);
	put_text(r, run, "finish", facts[FINISH]);
	timed = stamp_ns(facts[START], &start) &&
	    stamp_ns(facts[FINISH], &finish) && finish > start;
	if (timed)
		value_real(
		    r->arena, run, "elapsed_s", (double)(finish - start) / 1e9);
	else
		value_null(r->arena, run, "elapsed_s");
	if (known)
		value_u64(r->arena, run, "sent", calls - errors);
	else
		value_null(r->arena, run, "sent");
	put_number(r, run, "printed_rate", facts[RATE], &rate);
	if (known && timed)
		value_real(r->arena, run, "real_rate_pps",
		    round((double)(calls - errors) * 1e10 /
			(double)(finish - start)) /
			10);
	else
		value_null(r->arena, run, "real_rate_pps");
}

static void
parse(struct reading *r)
{
	struct span facts[FACTS];
	struct value *runs;

	memset(facts, 0, sizeof(facts));
	r->data = value_new(r->arena, VALUE_OBJECT);
	runs = value_put(r->arena, r->data, "runs", VALUE_ARRAY);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		bool ours = l->len == 0 || line_begins(l, "approx");

		if (r->used > 0 && line_begins(l, labels[START]))
			break;
		for (size_t i = 0; i < FACTS; i++)
			ours |= fact(l, i, &facts[i]);
		if (!ours)
			break;
	}
	put_run(r, value_put(r->arena, runs, NULL, VALUE_OBJECT), facts);
}

static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	(void)a;
	if (strcmp(kind, "generator") != 0)
		return false;
	value_join(value_find(into, "runs"), value_find(from, "runs"));
	return true;
}

const struct parser parse_generator = {
	.kind = "generator",
	.begins = begins,
	.parse = parse,
	.join = join,
};
