/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stat.h"

static int
upwards(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

double
stat_quantile(const double *sorted, size_t n, double p)
{
	double place, below;
	size_t i;

	if (n == 0 || !(p >= 0 && p <= 1))
		return NAN;
	place = (double)(n - 1) * p;
	below = floor(place);
	i = (size_t)below;
	if (i + 1 >= n || place == below)
		return sorted[i];
	return sorted[i] + (place - below) * (sorted[i + 1] - sorted[i]);
}

/*
 * Continued fraction of the incomplete beta function (Abramowitz and Stegun
 * 26.5.8), evaluated forwards by the modified Lentz method. Converges within
 * O(sqrt(max(a, b))) steps where x < (a + 1) / (a + b + 2).
 */
static double
beta_fraction(double x, double a, double b)
{
	const double tiny = DBL_MIN / DBL_EPSILON;
	double c = 1, d = 1 - (a + b) * x / (a + 1), value;

	d = 1 / (fabs(d) < tiny ? tiny : d);
	value = d;
	for (int m = 1; m < 100000; m++) {
		double step = 1;

		for (int odd = 0; odd < 2; odd++) {
			double k = odd
			    ? -(a + m) * (a + b + m) * x /
				((a + 2 * m) * (a + 2 * m + 1))
			    : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));

			d = 1 + k * d;
			c = 1 + k / c;
			d = 1 / (fabs(d) < tiny ? tiny : d);
			c = fabs(c) < tiny ? tiny : c;
			step = c * d;
			value *= step;
		}
		if (fabs(step - 1) < DBL_EPSILON)
			break;
	}
	return value;
}

/* I_x(a, b); the caller gives 1 - x too, where it is known better. */
static double
beta_regular(double x, double rest, double a, double b)
{
	double front;

	if (x <= 0)
		return 0;
	if (rest <= 0)
		return 1;
	front = exp(
	    lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(rest));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(x, a, b) / a;
	return 1 - front * beta_fraction(rest, b, a) / b;
}

/* P(T > t) for t >= 0: half of I_x(df/2, 1/2) at x = df / (df + t^2). */
static double
t_tail(double t, double df)
{
	double x = 1 / (1 + t * t / df), rest = 1 / (1 + df / (t * t));

	return beta_regular(x, rest, df / 2, 0.5) / 2;
}

double
stat_t_quantile(double p, double df)
{
	double low = 0, high = 1, tail;

	if (!(p > 0 && p < 1) || !(df > 0))
		return NAN;
	if (p == 0.5)
		return 0;
	tail = p < 0.5 ? p : 1 - p;
	while (t_tail(high, df) > tail && high < DBL_MAX / 4) {
		low = high;
		high *= 2;
	}
	/* halving: the tail falls strictly, and doubles end after 64 steps */
	for (int i = 0; i < 200; i++) {
		double middle = low + (high - low) / 2;

		if (middle <= low || middle >= high)
			break;
		if (t_tail(middle, df) > tail)
			low = middle;
		else
			high = middle;
	}
	return p < 0.5 ? -high : high;
}

/*
 * Two passes. The deviations' own sum is what rounding left in the mean: it
 * is put back into the mean and taken out of the squares.
 */
static void
mean_and_sd(const double *v, size_t n, double *mean, double *sd)
{
	double sum = 0, squares = 0, rest = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = v[i] - *mean;

		squares += d * d;
		rest += d;
	}
	*mean += rest / (double)n;
	if (n < 2) {
		*sd = NAN;
		return;
	}
	squares -= rest * rest / (double)n;
	*sd = sqrt(fmax(squares, 0) / (double)(n - 1));
}

int
stat_summarise(const double *v, size_t n, struct stat_summary *s)
{
	double *sorted, half;

	*s = (struct stat_summary){ 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	sorted = malloc((n + 1) * sizeof(*sorted));
	if (sorted == NULL)
		return -1;
	for (size_t i = 0; i < n; i++)
		if (isfinite(v[i]))
			sorted[s->n++] = v[i];
	if (s->n > 0) {
		qsort(sorted, s->n, sizeof(*sorted), upwards);
		s->min = sorted[0];
		s->max = sorted[s->n - 1];
		s->median = stat_quantile(sorted, s->n, 0.5);
		mean_and_sd(sorted, s->n, &s->mean, &s->sd);
	}
	if (s->n > 1) {
		half = stat_t_quantile(0.975, (double)(s->n - 1)) * s->sd /
		    sqrt((double)s->n);
		s->ci_low = s->mean - half;
		s->ci_high = s->mean + half;
	}
	free(sorted);
	return 0;
}
