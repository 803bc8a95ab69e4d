/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/nft_words.h"

/* Where the word ends that begins at `at`. */
static size_t
word_end(const struct line *l, size_t at)
{
	bool quoted = false;

	for (; at < l->len; at++) {
		if (l->p[at] == '"')
			quoted = !quoted;
		else if (!quoted && (l->p[at] == ' ' || l->p[at] == '\t'))
			break;
	}
	return at;
}

/* "# handle 5" at the end. */
static void
take_handle(struct nft_words *w)
{
	if (w->n > 2 && span_is(w->v[w->n - 3], "#") &&
	    span_is(w->v[w->n - 2], "handle") &&
	    span_u64(w->v[w->n - 1], &w->handle))
		w->n -= 3;
}

struct nft_words
nft_words(struct arena *a, const struct line *l)
{
	struct nft_words w = { NULL, 0, 0 };

	w.v = arena_get(a, (l->len / 2 + 1) * sizeof(*w.v));
	if (a->broken)
		return (struct nft_words){ NULL, 0, 0 };
	for (size_t at = 0, end; at < l->len; at = end) {
		struct span s;

		if (l->p[at] == ' ' || l->p[at] == '\t') {
			end = at + 1;
			continue;
		}
		end = word_end(l, at);
		s = (struct span){ l->p + at, end - at };
		while (s.len > 1 &&
		    (s.p[s.len - 1] == ';' || s.p[s.len - 1] == ','))
			s.len--;
		w.v[w.n++] = s;
	}
	take_handle(&w);
	return w;
}

struct span
nft_unquoted(struct span s)
{
	if (s.len > 1 && *s.p == '"' && s.p[s.len - 1] == '"') {
		s.p++;
		s.len -= 2;
	}
	return s;
}

size_t
nft_group(const struct nft_words *w, size_t at)
{
	size_t depth = 0;

	for (; at < w->n; at++) {
		if (span_is(w->v[at], "{"))
			depth++;
		else if (span_is(w->v[at], "}") && --depth == 0)
			return at;
	}
	return w->n;
}

/* How many words from v[at] on are a figure that traffic moves. */
static size_t
moving(const struct nft_words *w, size_t at)
{
	uint64_t number;
	bool figure = at + 1 < w->n && span_u64(w->v[at + 1], &number);

	if (span_is(w->v[at], "used")) /* "used 5 mbytes", "used never" */
		return figure ? 3 : 2;
	return figure &&
		(span_is(w->v[at], "packets") || span_is(w->v[at], "bytes"))
	    ? 2
	    : 0;
}

const char *
nft_still(struct arena *a, const struct nft_words *w)
{
	size_t len = 0, size = 1, skip;
	char *text;

	for (size_t i = 0; i < w->n; i++)
		size += w->v[i].len + 1;
	text = arena_get(a, size);
	if (a->broken)
		return "";
	for (size_t i = 0; i<w->n; i += skip> 0 ? skip : 1) {
		skip = moving(w, i);
		if (skip > 0)
			continue;
		if (len > 0)
			text[len++] = ' ';
		memcpy(text + len, w->v[i].p, w->v[i].len);
		len += w->v[i].len;
	}
	return text;
}
