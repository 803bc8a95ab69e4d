/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "collector/segments.h"

/*
 * Silence is what lies below the largest step between two neighbours in the
 * order of size, as seen from `least` (1 and 5 packets are alike): idle noise
 * of 300 a second and a blast of 1200 are as well apart as 3 and 600000. Where
 * no step is of STEP or more, silence is 1 % of the highest and less. Nothing
 * above 1 % is noise, but for NOISE times `least`.
 *
 * A weak blast beside a strong one looks like silence. So below the step it is
 * looked for once more, and what lasts WEAK_ROWS is no keep-alive.
 */
#define STEP 3.0
#define NOISE 10
#define WEAK_STEP 5.0
#define WEAK_ROWS 3

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *
sorted(struct arena *a, const double *v, size_t n)
{
	double *s = arena_get(a, n * sizeof(*s));

	if (a->broken)
		return NULL;
	memcpy(s, v, n * sizeof(*s));
	qsort(s, n, sizeof(*s), by_value);
	return s;
}

double
segments_median(struct arena *a, const double *v, size_t n)
{
	const double *s = n > 0 ? sorted(a, v, n) : NULL;

	return s != NULL ? s[n / 2] : 0;
}

/* How many of the smallest lie below the largest step; 0: there is none. */
static size_t
step(const double *s, size_t n, double least, double noise, double ratio)
{
	size_t at = 0;

	for (size_t i = 1; i < n && s[i - 1] <= noise; i++) {
		double here = (s[i] + least) / (s[i - 1] + least);

		if (s[i] > least && here >= ratio) {
			ratio = here;
			at = i;
		}
	}
	return at;
}

/* Rows of no other blast that reach `level`, `rows` or more together. */
static void
mark(unsigned *of, const double *v, size_t n, double level, size_t rows,
    unsigned blast)
{
	for (size_t i = 0, end; i < n; i = end + 1) {
		end = i;
		while (end < n && of[end] == 0 && v[end] >= level)
			end++;
		for (size_t k = i; end - i >= rows && k < end; k++)
			of[k] = blast;
	}
}

static void
mark_all(unsigned *of, const double *v, size_t n, const double *s, double least)
{
	double noise = s[n - 1] / 100;
	size_t low;

	if (noise < NOISE * least)
		noise = NOISE * least;
	low = step(s, n, least, noise, STEP);
	if (low == 0)
		while (low < n && s[low] <= s[n - 1] / 100)
			low++;
	mark(of, v, n, s[low], 1, 1);
	for (unsigned blast = 2;
	     (low = step(s, low, least, s[n - 1], WEAK_STEP)) > 0; blast++)
		mark(of, v, n, s[low], WEAK_ROWS, blast);
}

/*
 * The reader of a counter that was kept from running shows 0, and later all
 * that came meanwhile in one figure: the traffic never stopped.
 */
static bool
stalled(struct arena *a, const double *v, const struct segment *one,
    const struct segment *next)
{
	size_t last = one->to - one->from;
	double level = segments_median(
	    a, v + one->to - (last < 9 ? last : 9), last < 9 ? last : 9);
	double owed = level * (double)(next->from - one->to + 1);
	double made_up = v[next->from];

	for (size_t i = one->to; i < next->from; i++)
		if (v[i] > level / 100)
			return false;
	return made_up > owed * 3 / 4 && made_up < owed * 5 / 4 &&
	    next->from > one->to &&
	    (next->to - next->from == 1 ||
		v[next->from + 1] < made_up - level / 2);
}

size_t
segments_find(struct arena *a, const double *v, size_t n, double least,
    struct segment **out)
{
	const double *s = n > 0 ? sorted(a, v, n) : NULL;
	unsigned *of = arena_get(a, n * sizeof(*of));
	struct segment *list = arena_get(a, n * sizeof(*list));
	size_t found = 0;

	*out = list;
	if (s == NULL || a->broken || s[n - 1] <= least)
		return 0;
	memset(of, 0, n * sizeof(*of));
	mark_all(of, v, n, s, least);
	for (size_t i = 0, end; i < n; i = end) {
		struct segment one;

		for (end = i; end < n && of[end] == of[i]; end++)
			;
		one = (struct segment){ i, end };
		if (of[i] == 0)
			continue;
		if (found > 0 && of[list[found - 1].from] == of[i] &&
		    stalled(a, v, &list[found - 1], &one))
			list[found - 1].to = end;
		else
			list[found++] = one;
	}
	return found;
}
