/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/nft_text.h"
#include "collector/parse_json.h"

static void
put(struct nft_text *t, json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) < 0)
		t->arena->broken = true;
}

static void
put_span(struct nft_text *t, json_t *object, const char *key, struct span s)
{
	put(t, object, key, json_stringn_nocheck(s.p, s.len));
}

/* A new {"kind": {...}} of the list; its inner object. */
static json_t *
put_object(struct nft_text *t, const char *kind)
{
	json_t *object = json_object(), *inner = json_object();

	put(t, object, kind, inner);
	if (json_array_append_new(t->list, object) < 0)
		t->arena->broken = true;
	if (t->arena->broken)
		return NULL;
	put_span(t, inner, "family", t->family);
	put_span(t, inner, "table", t->table);
	return inner;
}

static void
add_hash(struct nft_text *t, const struct nft_words *w)
{
	const char *still = nft_still(t->arena, w);

	t->hash = finger_hash(t->hash, still, strlen(still));
	t->hash = finger_hash(t->hash, "\n", 1);
}

/* "type filter hook forward priority filter; policy drop;" */
static void
chain_line(struct nft_text *t, const struct nft_words *w)
{
	for (size_t i = 0; i + 1 < w->n; i++) {
		if (span_is(w->v[i], "hook")) {
			put_span(t, t->chain, "hook", w->v[i + 1]);
			t->hooked = true;
		}
		if (span_is(w->v[i], "policy"))
			put_span(t, t->chain, "policy", w->v[i + 1]);
	}
}

static void
rule_line(struct nft_text *t, const struct nft_words *w)
{
	static const char *const others[] = { "type", "policy", "comment",
		"flags", "devices", NULL };
	json_t *rule, *expr;

	if (span_one_of(w->v[0], others)) {
		chain_line(t, w);
		return;
	}
	rule = put_object(t, "rule");
	t->rules++;
	t->position++;
	put_span(t, rule, "chain", t->name);
	if (w->handle > 0 && w->handle <= INT64_MAX) {
		put(t, rule, "handle", json_integer((json_int_t)w->handle));
	} else {
		const char *still = nft_still(t->arena, w);

		put(t, rule, "position", json_integer((json_int_t)t->position));
		put(t, rule, "text",
		    json_stringn_nocheck(still, strlen(still)));
	}
	expr = nft_statements(t->arena, w);
	/* then it is of no use to the policy what it does with all */
	if (t->maybe &&
	    json_array_insert_new(expr, 0, json_pack("{sn}", "match")) < 0)
		t->arena->broken = true;
	put(t, rule, "expr", expr);
}

/* "packets 5 bytes 300" of a counter that rules name */
static void
counter_line(struct nft_text *t, const struct nft_words *w)
{
	uint64_t packets, bytes;

	if (w->n != 4 || !span_is(w->v[0], "packets") ||
	    !span_is(w->v[2], "bytes") || !span_u64(w->v[1], &packets) ||
	    !span_u64(w->v[3], &bytes) || packets > INT64_MAX ||
	    bytes > INT64_MAX)
		return;
	put(t, t->counter, "packets", json_integer((json_int_t)packets));
	put(t, t->counter, "bytes", json_integer((json_int_t)bytes));
}

/* "chain forward {", "counter x {", "ct helper x {" */
static void
object_line(struct nft_text *t, const struct nft_words *w)
{
	if (w->n < 3 || !span_is(w->v[w->n - 1], "{"))
		return; /* "flags dormant" of the table */
	t->kind = w->v[0];
	t->name = w->v[w->n - 2];
	t->chain = t->counter = NULL;
	t->position = 0;
	if (span_is(t->kind, "chain")) {
		t->chain = put_object(t, "chain");
		put_span(t, t->chain, "name", t->name);
	} else if (span_is(t->kind, "counter")) {
		t->counter = put_object(t, "counter");
		put_span(t, t->counter, "name", t->name);
	}
	t->flowtables += span_is(t->kind, "flowtable");
}

void
nft_text_line(struct nft_text *t, const struct nft_words *w)
{
	if (t->kind.len > 0 && span_is(w->v[0], "}")) {
		t->kind.len = 0;
		return;
	}
	/* elements come and go with packets */
	if (!span_is(w->v[0], "elements"))
		add_hash(t, w);
	if (t->kind.len == 0)
		object_line(t, w);
	else if (t->chain != NULL)
		rule_line(t, w);
	else if (t->counter != NULL)
		counter_line(t, w);
}

const char *
nft_text_shown(const struct nft_text *t)
{
	char text[256] = "text";
	json_t *one, *chain;
	size_t i, len = 4;

	json_array_foreach(t->list, i, one)
	{
		chain = json_object_get(one, "chain");
		if (chain != NULL && len < sizeof(text) - 1)
			len += (size_t)snprintf(text + len, sizeof(text) - len,
			    " %s %s %s", parse_json_text(chain, "family"),
			    parse_json_text(chain, "table"),
			    parse_json_text(chain, "name"));
	}
	return arena_text(t->arena, text, strlen(text));
}

void
nft_text_table(struct nft_text *t, const struct nft_words *w)
{
	if (t->list == NULL)
		t->list = json_array();
	t->arena->broken |= t->list == NULL;
	t->family = w->n > 1 ? w->v[1] : (struct span){ "", 0 };
	t->table = w->n > 2 ? w->v[2] : (struct span){ "", 0 };
	t->kind.len = 0;
	add_hash(t, w);
}

void
nft_text_free(struct nft_text *t)
{
	json_decref(t->list);
}
