/* SPDX-License-Identifier: BSD-2-Clause */
/* Histograms, series and lists as they stand in documents (docs/result-format.md). */
#ifndef LIB_RESULT_DATA_H
#define LIB_RESULT_DATA_H

#include "lib/cpu.h"
#include "lib/hist.h"
#include "lib/result.h"
#include "lib/series.h"

/*
 * Into the innermost open object: count, min_ns, mean_ns, p50_ns, p90_ns,
 * p99_ns, p999_ns, p9999_ns, p99999_ns, max_ns (null unless `known`),
 * histogram.
 */
void result_hist(struct result *, const struct hist *, bool known);

/*
 * The same of plain numbers, as an object under `key`: count, min, mean, max,
 * histogram with low and n. Null where the histogram is empty.
 */
void result_counted(struct result *, const char *key, const struct hist *);

/*
 * An object under `key` with interval_ns, t_ns and v. It stays open for what
 * else there is to say: result_end.
 */
void result_series(struct result *, const char *key, const struct series *);

/* The CPUs in their order under `key`; null for an empty list. */
void result_cpus(struct result *, const char *key, const struct cpu_list *);

#endif
