/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of a rule as `nft` prints it, made into what `nft -j` says: which
 * statements there are, in their order. What is none that is known here is a
 * condition ("match"), as most of a rule is.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "collector/nft_words.h"

struct statements {
	const struct nft_words *w;
	size_t at; /* the next word */
	json_t *list;
	bool broken; /* no memory */
};

static bool
next_is(const struct statements *s, size_t ahead, const char *word)
{
	return s->at + ahead < s->w->n && span_is(s->w->v[s->at + ahead], word);
}

static struct span
word(const struct statements *s, size_t ahead)
{
	return s->at + ahead < s->w->n ? s->w->v[s->at + ahead]
				       : (struct span){ "", 0 };
}

static json_t *
text(struct span t)
{
	t = nft_unquoted(t);
	return json_stringn_nocheck(t.p, t.len);
}

/* {key: value}, and go on `words` further. */
static void
put(struct statements *s, const char *key, json_t *value, size_t words)
{
	json_t *one = json_object();

	s->broken |= value == NULL || json_object_set_new(one, key, value) < 0;
	s->broken |= json_array_append_new(s->list, one) < 0;
	s->at += words;
}

static void
condition(struct statements *s, size_t words)
{
	put(s, "match", json_null(), words);
}

static void
counter(struct statements *s)
{
	uint64_t packets, bytes;
	json_t *value;

	if (next_is(s, 1, "name")) {
		put(s, "counter", text(word(s, 2)), 3);
		return;
	}
	if (!next_is(s, 1, "packets") || !next_is(s, 3, "bytes") ||
	    !span_u64(word(s, 2), &packets) || packets > INT64_MAX ||
	    !span_u64(word(s, 4), &bytes) || bytes > INT64_MAX) {
		put(s, "counter", json_null(), 1);
		return;
	}
	value = json_pack("{sIsI}", "packets", (json_int_t)packets, "bytes",
	    (json_int_t)bytes);
	put(s, "counter", value, 5);
}

/* "jump chain"; "jump { ... }", which nft -j has as text */
static void
jump(struct statements *s, const char *key)
{
	struct line rest;
	size_t end;

	if (!next_is(s, 1, "{")) {
		put(s, key, json_pack("{so}", "target", text(word(s, 1))), 2);
		return;
	}
	end = nft_group(s->w, s->at + 1);
	rest.p = word(s, 0).p;
	if (end == s->w->n)
		end--;
	rest.len = (size_t)(s->w->v[end].p + s->w->v[end].len - rest.p);
	s->broken |= json_array_append_new(
			 s->list, json_stringn_nocheck(rest.p, rest.len)) < 0;
	s->at = end + 1;
}

static void
log_options(struct statements *s)
{
	static const char *const valued[] = { "prefix", "level", "group",
		"snaplen", "queue-threshold", "flags", NULL };

	put(s, "log", json_null(), 1);
	while (span_one_of(word(s, 0), valued)) {
		bool two = next_is(s, 0, "flags") &&
		    (next_is(s, 1, "tcp") || next_is(s, 1, "ip"));

		s->at += two ? 3 : 2;
	}
}

/* Does the map between braces, or that of another place, drop? */
static void
verdict_map(struct statements *s)
{
	size_t end = nft_group(s->w, s->at + 1);
	json_t *data;

	if (!next_is(s, 1, "{")) {
		put(s, "vmap", json_pack("{so}", "data", text(word(s, 1))), 2);
		return;
	}
	data = json_object();
	for (size_t i = s->at; i < end; i++)
		if (span_is(s->w->v[i], "drop") &&
		    json_object_set_new(data, "drop", json_null()) < 0)
			s->broken = true;
	put(s, "vmap", json_pack("{s{so}}", "data", "set", data),
	    end + 1 - s->at);
}

/* Words of "0x1", "meta mark" and the like from s->at + at on. */
static size_t
operand(const struct statements *s, size_t at)
{
	return next_is(s, at, "meta") || next_is(s, at, "ct") ? 2 : 1;
}

/* "meta mark set 0x1", "tcp option maxseg size set 1400" */
static bool
mangle(struct statements *s)
{
	static const char *const heads[] = { "meta", "ct", "ip", "ip6", "tcp",
		"udp", "ether", "vlan", NULL };
	static const char *const operators[] = { "|", "&", "^", "or", "and",
		"xor", "<<", ">>", NULL };
	size_t at = next_is(s, 1, "option") ? 4 : 2;

	if (!span_one_of(word(s, 0), heads) || !next_is(s, at, "set") ||
	    word(s, at + 1).len == 0)
		return false;
	at++;
	at += operand(s, at);
	while (span_one_of(word(s, at), operators))
		at += 1 + operand(s, at + 1);
	put(s, "mangle", json_null(), at);
	return true;
}

/* "xt target LOG": of iptables; "# xt_LOG": of one that nft does not know */
static bool
compat(struct statements *s)
{
	json_t *value;

	if (next_is(s, 0, "#") && span_begins(word(s, 1), "xt_")) {
		put(s, "xt", json_null(), 2);
		return true;
	}
	if (!next_is(s, 0, "xt") || s->at + 2 >= s->w->n)
		return false;
	value = json_pack(
	    "{soso}", "type", text(word(s, 1)), "name", text(word(s, 2)));
	put(s, "xt", value, 3);
	return true;
}

/* One or more words from s->at on. */
static void
statement(struct statements *s)
{
	static const char *const alone[] = { "drop", "accept", "return",
		"notrack", NULL };
	/* nothing comes behind these but their options */
	static const char *const last[] = { "reject", "queue", "synproxy",
		"fwd", "comment", NULL };
	struct span w = word(s, 0);
	const char *const *key;

	for (key = alone; *key != NULL; key++)
		if (span_is(w, *key)) {
			put(s, *key, json_null(), 1);
			return;
		}
	for (key = last; *key != NULL; key++)
		if (span_is(w, *key)) {
			put(s, *key, json_null(), s->w->n - s->at);
			return;
		}
	if (span_is(w, "counter"))
		counter(s);
	else if (span_is(w, "jump") || span_is(w, "goto"))
		jump(s, span_is(w, "jump") ? "jump" : "goto");
	else if (span_is(w, "log"))
		log_options(s);
	else if (span_is(w, "vmap"))
		verdict_map(s);
	else if (span_is(w, "dup") && next_is(s, 1, "to"))
		put(s, "dup", json_null(), next_is(s, 3, "device") ? 5 : 3);
	else if (span_is(w, "flow"))
		put(s, "flow", json_null(), 3);
	else if (span_is(w, "{"))
		condition(s, nft_group(s->w, s->at) + 1 - s->at);
	else if (!compat(s) && !mangle(s))
		condition(s, 1);
}

json_t *
nft_statements(struct arena *a, const struct nft_words *w)
{
	struct statements s = { .w = w, .list = json_array() };

	while (s.at < w->n && s.list != NULL && !s.broken)
		statement(&s);
	a->broken |= s.broken || s.list == NULL;
	return s.list;
}
