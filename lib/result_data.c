/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/result_data.h"

static void
put_histogram(struct result *r, const char *low, const struct hist *h)
{
	result_object(r, "histogram");
	result_array(r, low);
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		if (h->n[i] > 0)
			result_u64(r, NULL, hist_low(i));
	result_end(r);
	result_array(r, "n");
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		if (h->n[i] > 0)
			result_u64(r, NULL, h->n[i]);
	result_end(r);
	result_end(r);
}

void
result_hist(struct result *r, const struct hist *h, bool known)
{
	static const struct {
		const char *key;
		unsigned per_100k;
	} rows[] = { { "p50_ns", 50000 }, { "p90_ns", 90000 },
		{ "p99_ns", 99000 }, { "p999_ns", 99900 },
		{ "p9999_ns", 99990 }, { "p99999_ns", 99999 } };

	known = known && h->count > 0;
	result_u64(r, "count", h->count);
	result_known(r, "min_ns", known, h->min);
	result_known(r, "mean_ns", known, known ? h->sum / h->count : 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		result_known(
		    r, rows[i].key, known, hist_quantile(h, rows[i].per_100k));
	result_known(r, "max_ns", known, h->max);
	put_histogram(r, "low_ns", h);
}

void
result_counted(struct result *r, const char *key, const struct hist *h)
{
	if (h->count == 0) {
		result_null(r, key);
		return;
	}
	result_object(r, key);
	result_u64(r, "count", h->count);
	result_u64(r, "min", h->min);
	result_real(r, "mean", (double)h->sum / (double)h->count);
	result_u64(r, "max", h->max);
	put_histogram(r, "low", h);
	result_end(r);
}

void
result_series(struct result *r, const char *key, const struct series *s)
{
	result_object(r, key);
	result_u64(r, "interval_ns", s->interval_ns);
	result_array(r, "t_ns");
	for (size_t i = s->first; i < s->end; i++)
		result_u64(r, NULL, series_end_ns(s, i));
	result_end(r);
	result_array(r, "v");
	for (size_t i = s->first; i < s->end; i++)
		result_u64(r, NULL, s->v[i]);
	result_end(r);
}

void
result_cpus(struct result *r, const char *key, const struct cpu_list *cpus)
{
	if (cpus->n == 0) {
		result_null(r, key);
		return;
	}
	result_array(r, key);
	for (unsigned i = 0; i < cpus->n; i++)
		result_u64(r, NULL, cpus->cpu[i]);
	result_end(r);
}
