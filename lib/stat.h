/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Statistics of a few repeated measurements. Exact where ministat(1) uses
 * tables: the t quantile comes from the incomplete beta function, the median
 * of an even number is the mean of the two middle values, the variance is
 * summed in two passes. What is not known is NaN, never 0.
 */
#ifndef LIB_STAT_H
#define LIB_STAT_H

#include <stddef.h>

struct stat_summary {
	size_t n; /* known values; 0: all the rest is NaN */
	double median, min, max, mean;
	double sd; /* of the sample (n - 1); NaN below n = 2 */
	double ci_low, ci_high; /* 95 %, Student t; NaN below n = 2 */
};

/*
 * Summary of the finite values among v[0..n-1]; the others (NaN) are unknown
 * and only lower the n. v is not changed. -1: no memory.
 */
int stat_summarise(const double *v, size_t n, struct stat_summary *);

/*
 * Quantile p (0 to 1) of values sorted upwards, linear between the two
 * nearest: type 7 of Hyndman and Fan (1996), the one of R and NumPy, whose
 * p = 0.5 is the median. NaN where n is 0 or p is outside.
 */
double stat_quantile(const double *sorted, size_t n, double p);

/*
 * The t with P(T <= t) = p for Student's distribution with df degrees of
 * freedom (any df > 0, also fractions). NaN outside 0 < p < 1 or df <= 0.
 */
double stat_t_quantile(double p, double df);

#endif
