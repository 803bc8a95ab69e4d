/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "collector/blasts.h"

/*
 * A row is silent below 1 % of the highest one: keep-alives, ARP and the
 * like. A row is a whole second of a blast from 90 % of its median on: the
 * first and the last one hold a part of a second only.
 */
#define SILENT(peak) ((peak) / 100)
#define WHOLE(median) ((median)*9 / 10)

struct second {
	size_t row; /* its index in the listing */
	double v;
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

/* The figures of the column without those rows; their number. */
static size_t
seconds(const struct blasts_ask *ask, size_t column, struct second *out)
{
	const struct value *skip =
	    ask->left_out != NULL ? ask->left_out->first : NULL;
	size_t n = 0, row = 0;

	for (const struct value *v = ask->rows->first; v != NULL;
	     v = v->next, row++) {
		double x = figure(v, column);

		if (skip != NULL && skip->u64 == row) {
			skip = skip->next;
			continue;
		}
		if (x < 0)
			continue;
		out[n++] = (struct second){ row, x };
	}
	return n;
}

struct column {
	struct second *s;
	size_t n;
	double peak;
};

static int
by_value(const void *a, const void *b)
{
	double x = ((const struct second *)a)->v;
	double y = ((const struct second *)b)->v;

	return (x > y) - (x < y);
}

/* The upper one of two in the middle: of two rows one is a part. */
static double
median(struct arena *a, const struct second *s, size_t n)
{
	struct second *sorted = arena_get(a, n * sizeof(*sorted));

	if (a->broken)
		return 0;
	for (size_t i = 0; i < n; i++)
		sorted[i] = s[i];
	qsort(sorted, n, sizeof(*sorted), by_value);
	return sorted[n / 2].v;
}

static void
put_rows(struct arena *a, struct value *v, const char *key,
    const struct second *s, size_t n)
{
	if (n == 0)
		value_null(a, v, key);
	else
		value_numbers(
		    a, v, key, (uint64_t[]){ s[0].row, s[n - 1].row }, 2);
}

/* n seconds of traffic, `pause` silent ones between it and the last blast. */
static void
put_blast(struct arena *a, struct value *list, const struct second *s, size_t n,
    size_t pause)
{
	struct value *v = value_put(a, list, NULL, VALUE_OBJECT);
	double level = median(a, s, n);
	size_t up = 0, down = n;

	while (up < n && s[up].v < WHOLE(level))
		up++;
	while (down > up && s[down - 1].v < WHOLE(level))
		down--;
	put_rows(a, v, "rows", s, n);
	put_rows(a, v, "ramp", s, up);
	put_rows(a, v, "plateau", s + up, down - up);
	put_rows(a, v, "tail", s + down, n - down);
	value_real(a, v, "median", level);
	put_rows(a, v, "gap_before", s - pause, pause);
}

static double
peak_of(const struct second *s, size_t n)
{
	double peak = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].v > peak)
			peak = s[i].v;
	return peak;
}

static void
put_column(struct arena *a, struct value *list, const struct second *s,
    size_t n, double peak)
{
	size_t i = 0, end = 0;

	while (i < n) {
		size_t start = i;

		while (i < n && s[i].v > SILENT(peak))
			i++;
		if (i == start) {
			i++;
			continue;
		}
		put_blast(
		    a, list, s + start, i - start, end > 0 ? start - end : 0);
		end = i;
	}
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
		c[i].s = arena_get(a, rows * sizeof(*c[i].s));
		if (a->broken)
			return;
		c[i].n = seconds(ask, ask->column[i].at, c[i].s);
		c[i].peak = peak_of(c[i].s, c[i].n);
		if (c[i].peak / 100 > least)
			least = c[i].peak / 100;
	}
	for (size_t i = 0; i < ask->columns && !a->broken; i++)
		if (c[i].peak > least)
			put_column(a,
			    value_put(a, v, ask->column[i].name, VALUE_ARRAY),
			    c[i].s, c[i].n, c[i].peak);
}
