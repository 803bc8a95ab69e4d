/* SPDX-License-Identifier: BSD-2-Clause */
/* How a value of a listing becomes one of the fingerprint. */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

void
finger_add(char text[FINGER_TEXT], const char *word)
{
	size_t used = strlen(text), len = strlen(word);

	if (used >= 3 && strcmp(text + used - 3, "...") == 0)
		return;
	if (used + len + sizeof("  ...") > FINGER_TEXT)
		word = "...";
	snprintf(
	    text + used, FINGER_TEXT - used, "%s%s", used > 0 ? " " : "", word);
}

bool
finger_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = list; *p != '\0'; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		if (n == len && memcmp(p, word, n) == 0)
			return true;
		p += n;
	}
	return false;
}

uint64_t
finger_hash(uint64_t hash, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3ULL;
	return hash;
}

/* A scalar; false: null, or none. */
static bool
scalar(const struct value *v, char text[FINGER_TEXT])
{
	switch (v->type) {
	case VALUE_BOOL:
		snprintf(
		    text, FINGER_TEXT, "%s", v->boolean ? "true" : "false");
		return true;
	case VALUE_U64:
		snprintf(text, FINGER_TEXT, "%" PRIu64, v->u64);
		return true;
	case VALUE_I64:
		snprintf(text, FINGER_TEXT, "%" PRId64, v->i64);
		return true;
	case VALUE_REAL:
		snprintf(text, FINGER_TEXT, "%g", v->real);
		return true;
	case VALUE_TEXT:
		text[0] = '\0';
		finger_add(text, v->text);
		return true;
	default:
		return false;
	}
}

bool
finger_plain(const struct finger_at *at, char text[FINGER_TEXT])
{
	char one[FINGER_TEXT];

	if (at->v->type != VALUE_ARRAY)
		return scalar(at->v, text);
	for (const struct value *v = at->v->first; v != NULL; v = v->next)
		if (scalar(v, one))
			finger_add(text, one);
	return true;
}

bool
finger_nonzero(const struct finger_at *at, char text[FINGER_TEXT])
{
	return finger_plain(at, text) && text[0] != '\0' &&
	    strcmp(text, "0") != 0;
}

bool
finger_switch(const struct finger_at *at, char text[FINGER_TEXT])
{
	static const char on[] = "true on yes enabled 1",
			  off[] = "false off no disabled 0";
	char word[FINGER_TEXT];
	bool is;

	if (!scalar(at->v, word))
		return false;
	is = at->v->type == VALUE_U64 ? at->v->u64 > 0 : finger_word(on, word);
	if (!is && !finger_word(off, word))
		return false;
	snprintf(text, FINGER_TEXT, "%s", is ? "true" : "false");
	return true;
}

bool
finger_holds(const struct finger_at *at, char text[FINGER_TEXT])
{
	bool found = false;

	if (at->v->type != VALUE_ARRAY)
		return false;
	for (const struct value *v = at->v->first; v != NULL; v = v->next)
		found |= v->type == VALUE_TEXT && finger_word(at->arg, v->text);
	snprintf(text, FINGER_TEXT, "%s", found ? "true" : "false");
	return true;
}

bool
finger_picks(const struct finger_at *at, char text[FINGER_TEXT])
{
	if (at->v->type != VALUE_ARRAY)
		return false;
	for (const struct value *v = at->v->first; v != NULL; v = v->next)
		if (v->type == VALUE_TEXT && finger_word(at->arg, v->text) &&
		    !finger_word(text, v->text))
			finger_add(text, v->text);
	if (text[0] == '\0')
		finger_add(text, "none");
	return true;
}

static bool
wanted(const struct finger_at *at, const struct value *v)
{
	return at->arg == NULL ||
	    (v->key != NULL && fnmatch(at->arg, v->key, 0) == 0);
}

static const struct value *
children(const struct finger_at *at)
{
	return at->v->type == VALUE_ARRAY || at->v->type == VALUE_OBJECT
	    ? at->v->first
	    : NULL;
}

bool
finger_each_once(const struct finger_at *at, char text[FINGER_TEXT])
{
	char one[FINGER_TEXT];

	for (const struct value *v = children(at); v != NULL; v = v->next)
		if (wanted(at, v) && scalar(v, one) && !finger_word(text, one))
			finger_add(text, one);
	return text[0] != '\0';
}

bool
finger_count(const struct finger_at *at, char text[FINGER_TEXT])
{
	uint64_t n = 0;

	for (const struct value *v = children(at); v != NULL; v = v->next)
		n += wanted(at, v);
	snprintf(text, FINGER_TEXT, "%" PRIu64, n);
	return n > 0;
}

bool
finger_sum(const struct finger_at *at, char text[FINGER_TEXT])
{
	uint64_t sum = 0;
	bool any = false;

	for (const struct value *v = children(at); v != NULL; v = v->next)
		if (wanted(at, v) && v->type == VALUE_U64) {
			sum += v->u64;
			any = true;
		}
	snprintf(text, FINGER_TEXT, "%" PRIu64, sum);
	return any;
}

bool
finger_says(const struct finger_at *at, char text[FINGER_TEXT])
{
	finger_add(text, at->arg);
	return true;
}

bool
finger_of_port(const struct finger_at *at, char text[FINGER_TEXT])
{
	char name[FINGER_TEXT] = "";

	for (size_t i = 0; i < at->n_name; i++)
		strncat(name, at->name[i], sizeof(name) - strlen(name) - 1);
	return finger_knows_port(at->f, name) && finger_plain(at, text);
}
