/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What ipf and npf blocked in all: `ipfstat` (ipfstat(8)) and `npfctl stats`
 * (npfctl(8)). Of the rest of ipfstat, reasons are inside blocked, and states
 * are no packets.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define WORDS 16
#define WRAPS 4

/* ---- ipf: a label, then words with a number behind each ---------------------- */

static const struct label {
	const char *words, *key; /* key NULL: nothing to take */
	const char *instance; /* of what was blocked and passed */
} labels[] = {
	{ "bad packets:", "bad", NULL },
	{ "dropped packets:", "dropped", NULL },
	{ "input packets:", "input", "ipf in" },
	{ "output packets:", "output", "ipf out" },
	{ "input packets logged:", NULL, NULL },
	{ "output packets logged:", NULL, NULL },
	{ "packets logged:", NULL, NULL },
	{ "log failures:", NULL, NULL },
	{ "non-data packets:", NULL, NULL },
	{ "no-data packets:", NULL, NULL },
	{ "non-ip packets:", NULL, NULL },
	{ "IPv6 packets:", NULL, NULL },
	{ "copied messages:", NULL, NULL },
};

static const struct label *
label(const struct line *l)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
		if (line_begins(l, labels[i].words))
			return &labels[i];
	return NULL;
}

static bool
ipf_begins(const struct line *l, size_t n)
{
	struct span s[4];

	return n > 1 && label(l) != NULL && text_fields(l, s, 4) == 4 &&
	    (span_is(s[2], "in") || span_is(s[2], "blocked")) &&
	    label(&l[1]) != NULL;
}

static void
put_label(struct reading *r, const struct label *is, const struct line *l)
{
	struct value *into;
	struct span s[WORDS];
	size_t n = text_fields(l, s, WORDS);
	uint64_t v;

	if (is->key == NULL || value_find(r->data, is->key) != NULL)
		return;
	into = value_put(r->arena, r->data, is->key, VALUE_OBJECT);
	for (size_t i = 2; i + 1 < n && span_u64(s[i + 1], &v); i += 2) {
		value_u64(
		    r->arena, into, arena_text(r->arena, s[i].p, s[i].len), v);
		if (is->instance != NULL && span_is(s[i], "blocked"))
			parse_count(r, "filter.drops", is->instance, v, 64);
		if (is->instance != NULL && span_is(s[i], "passed"))
			parse_count(r, "filter.packets", is->instance, v, 64);
	}
}

static void
ipf_parse(struct reading *r)
{
	const struct label *is;
	struct span typed;
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used += lines) {
		const struct line *l = &r->line[r->used];
		size_t left = r->n - r->used;
		struct line whole;

		is = label(l);
		/* the first label once more is the next reading's */
		if (is == NULL || (r->used > 0 && is == label(r->line)))
			break;
		for (lines = 1; lines < left && lines < WRAPS &&
		     line_breaks(&l[lines - 1]) && label(&l[lines]) == NULL &&
		     memchr(l[lines].p, ':', l[lines].len) == NULL &&
		     !prompt_line(&l[lines], &typed);
		     lines++)
			;
		whole = text_joined(r->arena, l, lines);
		put_label(r, is, &whole);
	}
}

const struct parser parse_ipf_info = {
	.kind = "ipf_info",
	.begins = ipf_begins,
	.parse = ipf_parse,
};

/* ---- npf: headings, and under them "12 default block" ------------------------ */

static const struct {
	const char *words, *of, *key, *counter, *instance;
} facts[] = {
	{ "default pass", "passed", "default", "filter.packets",
	    "npf default" },
	{ "ruleset pass", "passed", "ruleset", "filter.packets",
	    "npf ruleset" },
	{ "state pass", "passed", "state", "filter.packets", "npf state" },
	{ "default block", "blocked", "default", "filter.drops",
	    "npf default" },
	{ "ruleset block", "blocked", "ruleset", "filter.drops",
	    "npf ruleset" },
};

/* The number, and the words behind it. */
static bool
fact(const struct line *l, uint64_t *v, struct span *words)
{
	struct span s;
	size_t at = 0;

	if (!text_next(l, &at, &s) || !span_u64(s, v) || !text_next(l, &at, &s))
		return false;
	*words = (struct span){ s.p, (size_t)(l->p + l->len - s.p) };
	return true;
}

static bool
npf_begins(const struct line *l, size_t n)
{
	struct span words;
	uint64_t v;

	return n > 1 && line_begins(l, "Packets passed:") &&
	    fact(&l[1], &v, &words);
}

static void
put_fact(struct reading *r, struct span words, uint64_t v)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		struct value *into;

		if (!span_is(words, facts[i].words))
			continue;
		into = value_find(r->data, facts[i].of);
		if (into == NULL)
			into = value_put(
			    r->arena, r->data, facts[i].of, VALUE_OBJECT);
		value_u64(r->arena, into, facts[i].key, v);
		parse_count(r, facts[i].counter, facts[i].instance, v, 64);
	}
}

static void
npf_parse(struct reading *r)
{
	r->data = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span words;
		uint64_t v;

		/* the first heading once more is the next reading's */
		if (r->used > 0 && line_begins(l, "Packets passed:"))
			break;
		if (fact(l, &v, &words))
			put_fact(r, words, v);
		else if (l->len > 0 && l->p[l->len - 1] != ':')
			break;
	}
	while (r->used > 0 && r->line[r->used - 1].len == 0)
		r->used--;
	r->found_os = "NetBSD";
}

const struct parser parse_npf_info = {
	.kind = "npf_info",
	.begins = npf_begins,
	.parse = npf_parse,
};
