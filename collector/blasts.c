/* SPDX-License-Identifier: BSD-2-Clause */
#include "collector/blasts.h"
#include "collector/segments.h"

/*
 * A row is a whole second of a blast from 90 % of its median on: the first and
 * the last one hold a part of a second only.
 */
#define WHOLE(median) ((median)*9 / 10)

struct column { /* of the listing, without rows that are left out */
	size_t *row; /* their indexes */
	double *v;
	size_t n;
	double peak;
};

/* -1: no figure there. */
static double
figure(const struct value *row, size_t column)
{
	const struct value *v = row->first;

	if (row->type == VALUE_NUMBERS)
		return column < row->n ? (double)row->number[column] : -1;
	if (row->type != VALUE_ARRAY)
		return -1;
	for (; v != NULL && column > 0; column--)
		v = v->next;
	if (v == NULL)
		return -1;
	return v->type == VALUE_REAL ? v->real
	    : v->type == VALUE_U64   ? (double)v->u64
				     : -1;
}

static void
column_of(const struct blasts_ask *ask, size_t column, struct column *c)
{
	const struct value *skip =
	    ask->left_out != NULL ? ask->left_out->first : NULL;
	size_t row = 0;

	c->n = 0;
	c->peak = 0;
	for (const struct value *v = ask->rows->first; v != NULL;
	     v = v->next, row++) {
		double x = figure(v, column);

		if (skip != NULL && skip->u64 == row) {
			skip = skip->next;
			continue;
		}
		if (x < 0)
			continue;
		c->row[c->n] = row;
		c->v[c->n++] = x;
		if (x > c->peak)
			c->peak = x;
	}
}

static void
put_rows(struct arena *a, struct value *v, const char *key, const size_t *row,
    size_t n)
{
	if (n == 0)
		value_null(a, v, key);
	else
		value_numbers(a, v, key, (uint64_t[]){ row[0], row[n - 1] }, 2);
}

/* One blast, `pause` silent seconds between it and the last one. */
static void
put_blast(struct arena *a, struct value *list, const struct column *c,
    const struct segment *s, size_t pause)
{
	struct value *v = value_put(a, list, NULL, VALUE_OBJECT);
	const size_t *row = c->row + s->from;
	const double *x = c->v + s->from;
	size_t n = s->to - s->from, up = 0, down = n;
	double level = segments_median(a, x, n);

	while (up < n && x[up] < WHOLE(level))
		up++;
	while (down > up && x[down - 1] < WHOLE(level))
		down--;
	put_rows(a, v, "rows", row, n);
	put_rows(a, v, "ramp", row, up);
	put_rows(a, v, "plateau", row + up, down - up);
	put_rows(a, v, "tail", row + down, n - down);
	value_real(a, v, "median", level);
	put_rows(a, v, "gap_before", row - pause, pause);
}

static void
put_column(
    struct arena *a, struct value *list, const struct column *c, double least)
{
	struct segment *s;
	size_t n = segments_find(a, c->v, c->n, least, &s);

	for (size_t i = 0; i < n; i++)
		put_blast(
		    a, list, c, &s[i], i > 0 ? s[i].from - s[i - 1].to : 0);
}

void
blasts_put(struct arena *a, struct value *into, const struct blasts_ask *ask)
{
	struct value *v = value_put(a, into, "blasts", VALUE_OBJECT);
	struct column *c;
	double least = (double)ask->least;
	size_t rows = 0;

	c = arena_get(a, ask->columns * sizeof(*c));
	for (const struct value *row = ask->rows->first; row != NULL;
	     row = row->next)
		rows++;
	for (size_t i = 0; i < ask->columns && !a->broken; i++) {
		c[i].row = arena_get(a, rows * sizeof(*c[i].row));
		c[i].v = arena_get(a, rows * sizeof(*c[i].v));
		if (a->broken)
			return;
		column_of(ask, ask->column[i].at, &c[i]);
		if (c[i].peak / 100 > least)
			least = c[i].peak / 100;
	}
	for (size_t i = 0; i < ask->columns && !a->broken; i++)
		if (c[i].peak > least)
			put_column(a,
			    value_put(a, v, ask->column[i].name, VALUE_ARRAY),
			    &c[i], (double)ask->least);
}
