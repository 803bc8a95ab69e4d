/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/jsontext.h"
#include "lib/utf8.h"

#define DEPTH_MAX 16
#define LINE_MAX_COLUMNS 72
#define PLACES_MIN 256

struct level {
	bool array;
	bool skipped; /* a repeated key's value: nothing is written */
	bool any; /* there is a member */
	bool broad; /* a member is a container */
	size_t keys; /* those of the containers around it */
};

struct key { /* of an open object; it stands in the text with its quotes */
	size_t at, len, depth;
	size_t hash;
};

struct jsontext {
	char *text;
	size_t len, cap, line; /* line: where the last one begins */
	struct level level[DEPTH_MAX];
	size_t depth; /* innermost open container */
	struct key *keys; /* a stack: inner objects' keys on top */
	size_t keys_n, places; /* places: twice the room, a power of two */
	size_t *place; /* by hash, linear probing: 1 + index into keys, or 0 */
	bool broken;
};

/* ---- text --------------------------------------------------------------- */

/* Room for n more bytes, NULL without memory. */
static char *
room(struct jsontext *j, size_t n)
{
	size_t cap = j->cap;
	char *text;

	if (j->cap - j->len >= n)
		return j->text + j->len;
	while (cap - j->len < n)
		cap = cap == 0 ? 4096 : cap * 2;
	text = realloc(j->text, cap);
	if (text == NULL) {
		j->broken = true;
		return NULL;
	}
	j->text = text;
	j->cap = cap;
	return j->text + j->len;
}

static void
put(struct jsontext *j, const char *text, size_t len)
{
	char *p = room(j, len);

	if (p == NULL)
		return;
	memcpy(p, text, len);
	j->len += len;
}

static void
newline(struct jsontext *j)
{
	static const char blanks[] = "\n                ";

	j->line = j->len + 1;
	put(j, blanks, j->depth + 2);
}

/* What may stand in a string as it is: ASCII but for control, " and \. */
static bool
plain(char c)
{
	return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 &&
	    c != '"' && c != '\\';
}

static void
escape(struct jsontext *j, char c)
{
	static const char letters[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt",
			  hex[] = "0123456789abcdef";
	const char *found = memchr(letters, c, sizeof(letters) - 1);
	char out[6] = { '\\', 'u', '0', '0', hex[(unsigned char)c >> 4],
		hex[c & 0xf] };

	if (found != NULL)
		out[1] = to[found - letters];
	put(j, out, found != NULL ? 2 : 6);
}

/* Of valid UTF-8. */
static void
string(struct jsontext *j, const char *text, size_t len)
{
	size_t from = 0;

	put(j, "\"", 1);
	for (size_t i = 0; i < len; i++) {
		if (plain(text[i]) || (unsigned char)text[i] >= 0x80)
			continue;
		put(j, text + from, i - from);
		escape(j, text[i]);
		from = i + 1;
	}
	put(j, text + from, len - from);
	put(j, "\"", 1);
}

/* NUL too needs cleaning: it is no character of a text. */
static bool
needs_cleaning(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] == '\0' || (unsigned char)text[i] >= 0x80)
			return true;
	return false;
}

static void
foreign(struct jsontext *j, const char *text, size_t len)
{
	char *clean;

	if (!needs_cleaning(text, len)) {
		string(j, text, len);
		return;
	}
	clean = malloc(len * UTF8_GROWTH + 1);
	if (clean == NULL) {
		j->broken = true;
		return;
	}
	string(j, clean, utf8_clean(text, len, clean));
	free(clean);
}

/* ---- keys --------------------------------------------------------------- */

/* FNV-1a, 64 bits. */
static size_t
hash(const char *text, size_t len, size_t depth)
{
	uint64_t h = 0xcbf29ce484222325 ^ depth;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)text[i]) * 0x100000001b3;
	return (size_t)(h ^ h >> 32);
}

static bool
alike(const struct jsontext *j, const struct key *a, const struct key *b)
{
	return a->hash == b->hash && a->depth == b->depth && a->len == b->len &&
	    memcmp(j->text + a->at, j->text + b->at, a->len) == 0;
}

/* Where this key stands, or else the free place for it. */
static size_t *
place(const struct jsontext *j, const struct key *k)
{
	for (size_t i = k->hash;; i++) {
		size_t *at = &j->place[i & (j->places - 1)];

		if (*at == 0 || alike(j, &j->keys[*at - 1], k))
			return at;
	}
}

/* In the order of the stack: forget() undoes in the opposite one. */
static bool
grow(struct jsontext *j)
{
	size_t n = j->places == 0 ? PLACES_MIN : j->places * 2;
	struct key *keys = realloc(j->keys, n / 2 * sizeof(*keys));
	size_t *places = calloc(n, sizeof(*places));

	if (keys != NULL)
		j->keys = keys;
	if (keys == NULL || places == NULL) {
		free(places);
		j->broken = true;
		return false;
	}
	free(j->place);
	j->place = places;
	j->places = n;
	for (size_t i = 0; i < j->keys_n; i++)
		*place(j, &j->keys[i]) = i + 1;
	return true;
}

/* The key at the end of the text; false: its object has it already. */
static bool
remember(struct jsontext *j, size_t from)
{
	struct key k = { from, j->len - from, j->depth, 0 };
	size_t *at;

	if (j->keys_n == j->places / 2 && !grow(j))
		return false;
	k.hash = hash(j->text + k.at, k.len, k.depth);
	at = place(j, &k);
	if (*at != 0)
		return false;
	j->keys[j->keys_n++] = k;
	*at = j->keys_n;
	return true;
}

/* An object ends: what came last goes first, so no probe meets a hole. */
static void
forget(struct jsontext *j, size_t down_to)
{
	for (; j->keys_n > down_to; j->keys_n--)
		*place(j, &j->keys[j->keys_n - 1]) = 0;
}

/* ---- members ------------------------------------------------------------ */

/* Between the members. */
static void
separate(struct jsontext *j, bool container)
{
	struct level *l = &j->level[j->depth];

	if (l->any)
		put(j, ",", 1);
	if (!l->array || container || l->broad ||
	    (l->any && j->len - j->line > LINE_MAX_COLUMNS))
		newline(j);
	else if (l->any)
		put(j, " ", 1);
}

/* Everything in front of a value; false: the value is not to be written. */
static bool
member(struct jsontext *j, const char *key, bool container)
{
	struct level *l = &j->level[j->depth];
	size_t len = j->len, line = j->line, from;

	if (l->array != (key == NULL))
		j->broken = true;
	if (j->broken || l->skipped)
		return false;
	separate(j, container);
	if (key != NULL) {
		from = j->len;
		foreign(j, key, strlen(key));
		if (j->broken || !remember(j, from)) {
			j->len = len;
			j->line = line;
			return false;
		}
		put(j, ": ", 2);
	}
	l->any = true;
	l->broad |= container;
	return true;
}

void
jsontext_open(struct jsontext *j, const char *key, bool array)
{
	struct level new = { .array = array };

	new.skipped = !member(j, key, true);
	new.keys = j->keys_n;
	if (j->depth + 1 == DEPTH_MAX)
		j->broken = true;
	if (j->broken)
		return;
	if (!new.skipped)
		put(j, array ? "[" : "{", 1);
	j->level[++j->depth] = new;
}

static void
end(struct jsontext *j)
{
	const struct level *l = &j->level[j->depth];

	forget(j, l->keys);
	j->depth--;
	if (l->any && (!l->array || l->broad))
		newline(j);
	put(j, l->array ? "]" : "}", 1);
}

void
jsontext_close(struct jsontext *j)
{
	if (j->depth == 0)
		j->broken = true;
	if (j->broken)
		return;
	if (j->level[j->depth].skipped)
		j->depth--;
	else
		end(j);
}

void
jsontext_word(struct jsontext *j, const char *key, const char *word)
{
	if (member(j, key, false))
		put(j, word, strlen(word));
}

void
jsontext_u64(struct jsontext *j, const char *key, uint64_t v)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = (char)('0' + v % 10);
		v /= 10;
	} while (v > 0);
	if (member(j, key, false))
		put(j, digits + at, sizeof(digits) - at);
}

void
jsontext_text(struct jsontext *j, const char *key, const char *text, size_t len)
{
	if (member(j, key, false))
		foreign(j, text, len);
}

/* ---- the whole ---------------------------------------------------------- */

struct jsontext *
jsontext_new(void)
{
	struct jsontext *j = calloc(1, sizeof(*j));

	if (j == NULL)
		return NULL;
	put(j, "{", 1);
	if (j->broken) {
		free(j);
		return NULL;
	}
	return j;
}

void
jsontext_free(struct jsontext *j)
{
	free(j->text);
	free(j->keys);
	free(j->place);
	free(j);
}

const char *
jsontext_done(struct jsontext *j, size_t *len)
{
	const char *tail = j->level[0].any ? "\n}\n" : "}\n";

	if (j->broken || j->depth > 0 || room(j, strlen(tail) + 1) == NULL)
		return NULL;
	/* behind what counts: the next member overwrites it */
	strcpy(j->text + j->len, tail);
	*len = j->len + strlen(tail);
	return j->text;
}
