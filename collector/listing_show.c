/* SPDX-License-Identifier: BSD-2-Clause */
/* What a listing without counters holds, in a few lines for people. */
#include <inttypes.h>
#include <string.h>

#include "collector/listing_show.h"
#include "lib/num.h"

#define FEW 16 /* entries that are shown one by one */

static bool
is_scalar(const struct value *v)
{
	return v->type != VALUE_NUMBERS && v->type != VALUE_ARRAY &&
	    v->type != VALUE_OBJECT;
}

static void
show_scalar(FILE *out, const struct value *v)
{
	char number[NUM_TEXT];

	switch (v->type) {
	case VALUE_BOOL:
		fprintf(out, "%s", v->boolean ? "yes" : "no");
		break;
	case VALUE_U64:
		fprintf(out, "%s", num_group(v->u64, number));
		break;
	case VALUE_I64:
		fprintf(out, "%" PRId64, v->i64);
		break;
	case VALUE_REAL:
		fprintf(out, "%.10g", v->real);
		break;
	case VALUE_TEXT:
		fprintf(out, "%s", v->text);
		break;
	default:
		fprintf(out, "-");
		break;
	}
}

/* Entries of a container; *flat: each is one figure or word. */
static size_t
entries(const struct value *v, bool *flat)
{
	size_t n = 0;

	*flat = true;
	if (v->type == VALUE_NUMBERS)
		return v->n;
	for (const struct value *i = v->first; i != NULL; i = i->next, n++)
		*flat = *flat && is_scalar(i);
	return n;
}

static void
show_flat(FILE *out, const struct value *v)
{
	char number[NUM_TEXT];

	for (size_t i = 0; v->type == VALUE_NUMBERS && i < v->n; i++)
		fprintf(out, "  %s", num_group(v->number[i], number));
	if (v->type == VALUE_NUMBERS)
		return;
	for (const struct value *i = v->first; i != NULL; i = i->next) {
		fprintf(out, "  %s%s", i->key != NULL ? i->key : "",
		    i->key != NULL ? " " : "");
		show_scalar(out, i);
	}
}

/* The first row and the last one: figures here, values in a document. */
static bool
ends(const struct value *rows, uint64_t *from, uint64_t *to)
{
	if (rows != NULL && rows->type == VALUE_NUMBERS && rows->n == 2) {
		*from = rows->number[0];
		*to = rows->number[1];
		return true;
	}
	if (rows == NULL || rows->type != VALUE_ARRAY || rows->first == NULL ||
	    rows->first->type != VALUE_U64 || rows->last->type != VALUE_U64)
		return false;
	*from = rows->first->u64;
	*to = rows->last->u64;
	return true;
}

/* Which rows, and how much a second in the middle of them. */
static void
show_blasts(FILE *out, const struct value *columns)
{
	for (const struct value *c = columns->first; c != NULL; c = c->next) {
		if (c->type != VALUE_ARRAY)
			continue;
		for (const struct value *b = c->first; b != NULL; b = b->next) {
			const struct value *median = value_find(b, "median");
			uint64_t from, to;

			if (median == NULL ||
			    !ends(value_find(b, "rows"), &from, &to))
				continue;
			fprintf(out,
			    "  %-20s  rows %" PRIu64 " to %" PRIu64 ", median ",
			    c->key, from, to);
			show_scalar(out, median);
			fprintf(out, "\n");
		}
	}
}

/* One line, or one for each of a few objects (CPUs, interfaces). */
static void
show_container(FILE *out, const struct value *v)
{
	bool flat, inner;
	size_t n = entries(v, &flat);

	if (n == 0)
		return;
	if (flat && n <= FEW) {
		fprintf(out, "  %-20s", v->key);
		show_flat(out, v);
		fprintf(out, "\n");
		return;
	}
	if (v->type != VALUE_OBJECT || n > FEW) {
		fprintf(out, "  %-20s  %zu entries\n", v->key, n);
		return;
	}
	for (const struct value *i = v->first; i != NULL; i = i->next) {
		fprintf(out, "  %s %-*s", v->key,
		    strlen(v->key) < 19 ? 19 - (int)strlen(v->key) : 0, i->key);
		if (is_scalar(i)) {
			fprintf(out, "  ");
			show_scalar(out, i);
		} else if ((n = entries(i, &inner)) <= FEW && inner) {
			show_flat(out, i);
		} else {
			fprintf(out, "  %zu entries", n);
		}
		fprintf(out, "\n");
	}
}

void
listing_show(FILE *out, const struct value *data)
{
	if (data == NULL || data->type != VALUE_OBJECT)
		return;
	for (const struct value *v = data->first; v != NULL; v = v->next) {
		if (strcmp(v->key, "blasts") == 0 && v->type == VALUE_OBJECT) {
			show_blasts(out, v);
		} else if (is_scalar(v)) {
			fprintf(out, "  %-20s  ", v->key);
			show_scalar(out, v);
			fprintf(out, "\n");
		} else {
			show_container(out, v);
		}
	}
}
