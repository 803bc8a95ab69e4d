/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/rowkeys.h"
#include "harness/summary.h"
#include "lib/num.h"
#include "lib/stat.h"

#define MARK 256
#define VALUES_MAX 1000 /* repeats of a plan, at most */

/* The trial of this row and repeat, valid, or NULL. */
static json_t *
find_trial(const json_t *trials, const char *row, uint64_t repeat)
{
	json_t *t;
	size_t i;

	json_array_foreach(trials, i, t)
	{
		const char *id = doc_text(t, "row");
		uint64_t n;

		if (id != NULL && strcmp(id, row) == 0 &&
		    doc_u64(t, "repeat", &n) && n == repeat &&
		    json_is_true(json_object_get(t, "valid")))
			return t;
	}
	return NULL;
}

void
summary_added(const struct plan *p, json_t *trials)
{
	for (size_t i = 0; i < p->rows; i++) {
		const struct plan_row *r = &p->row[i];

		for (uint64_t n = 1; r->against != NULL && n <= p->repeats;
		     n++) {
			json_t *routed = find_trial(trials, r->id, n);
			json_t *direct = find_trial(trials, r->against, n);
			double a, b;

			if (routed == NULL || direct == NULL)
				continue;
			a = doc_real(routed, "derived.forwarding_pps");
			b = doc_real(direct, "derived.forwarding_pps");
			doc_set_real(json_object_get(routed, "derived"),
			    "added_ns",
			    a > 0 && b > 0 ? 1e9 / a - 1e9 / b : NAN);
		}
	}
}

json_t *
summary_statistic(const double *v, size_t n)
{
	struct stat_summary s;
	json_t *o, *values;

	if (stat_summarise(v, n, &s) < 0 || s.n == 0)
		return json_null();
	o = json_object();
	values = json_array();
	doc_set_u64(o, "n", s.n);
	doc_set_real(o, "median", s.median);
	doc_set_real(o, "min", s.min);
	doc_set_real(o, "max", s.max);
	doc_set_real(o, "mean", s.mean);
	doc_set_real(o, "sd", s.sd);
	doc_set_real(o, "ci95_low", s.ci_low);
	doc_set_real(o, "ci95_high", s.ci_high);
	for (size_t i = 0; i < n; i++)
		if (isfinite(v[i]))
			json_array_append_new(values, json_real(v[i]));
	json_object_set_new(o, "values", values);
	return o;
}

/* The figure at `path` of every valid trial of the row. */
static json_t *
over_trials(const struct plan *p, const json_t *trials, const char *row,
    const char *path)
{
	double v[VALUES_MAX];
	size_t n = 0;

	for (uint64_t r = 1; r <= p->repeats && n < VALUES_MAX; r++) {
		const json_t *t = find_trial(trials, row, r);

		if (t != NULL)
			v[n++] = doc_real(t, path);
	}
	return summary_statistic(v, n);
}

static const struct {
	const char *name, *path;
} statistics[] = {
	{ "forwarding_pps", "derived.forwarding_pps" },
	{ "loss_ratio", "derived.loss_ratio" },
	{ "added_ns", "derived.added_ns" },
	{ "p99_ms", "derived.management.p99_ms" },
	{ "silence_ms", "derived.management.silence_ms" },
	{ "cpu_ns_per_packet", "derived.cpu_ns_per_packet" },
	{ "packets_per_softirq", "derived.packets_per_softirq" },
};

static json_t *
row_statistics(
    const struct plan *p, const struct plan_row *r, const json_t *trials)
{
	json_t *o = json_object();

	for (size_t i = 0; i < sizeof(statistics) / sizeof(*statistics); i++)
		json_object_set_new(o, statistics[i].name,
		    over_trials(p, trials, r->id, statistics[i].path));
	json_object_set_new(o, "direct_pps",
	    r->against != NULL
		? over_trials(p, trials, r->against, "derived.forwarding_pps")
		: json_null());
	return o;
}

/* How often a text stands at `path` in the valid trials of a row. */
static size_t
count_text(const struct plan *p, const struct plan_row *r, const json_t *trials,
    const char *path, const char *text)
{
	size_t n = 0;

	for (uint64_t i = 1; i <= p->repeats; i++) {
		const char *at = doc_text(find_trial(trials, r->id, i), path);

		n += at != NULL && strcmp(at, text) == 0;
	}
	return n;
}

static size_t
count_valid(
    const struct plan *p, const struct plan_row *r, const json_t *trials)
{
	size_t n = 0;

	for (uint64_t i = 1; i <= p->repeats; i++)
		n += find_trial(trials, r->id, i) != NULL;
	return n;
}

/* The worst word that was measured counts. */
static const char *
management(const struct plan *p, const struct plan_row *r, const json_t *trials)
{
	static const char *const words[] = { "livelock", "sluggish", "ok" };

	for (int i = 0; i < 3; i++)
		if (count_text(
			p, r, trials, "derived.management.word", words[i]) > 0)
			return words[i];
	return "not-measured";
}

/* What most valid trials say; NULL: they say nothing, or differ evenly. */
static const char *
verdict(const struct plan *p, const struct plan_row *r, const json_t *trials,
    size_t valid)
{
	static const char *const words[] = { "flow-controlled",
		"generator-limited", "sink-limited", "not-limited" };

	if (valid == 0)
		return "invalid";
	for (int i = 0; i < 4; i++)
		if (count_text(p, r, trials, "derived.verdict", words[i]) * 2 >
		    valid)
			return words[i];
	return NULL;
}

static const char *
first_reason(const struct plan_row *r, const json_t *trials)
{
	const json_t *t;
	size_t i;

	json_array_foreach(trials, i, t)
	{
		const char *id = doc_text(t, "row");
		const char *reason = doc_text(t, "reason");

		if (id != NULL && reason != NULL && strcmp(id, r->id) == 0)
			return reason;
	}
	return NULL;
}

static void
mark_added(const struct plan_row *r, const json_t *stats, json_t *marks)
{
	const json_t *a = doc_at(stats, "added_ns");
	double low = doc_real(a, "ci95_low"), high = doc_real(a, "ci95_high");
	char text[MARK];

	if (r->against == NULL || a == NULL)
		return;
	if (doc_real(a, "median") > 0 && !(low <= 0))
		return;
	snprintf(text, sizeof(text),
	    "The added time is not proven to be above zero (95 %% interval "
	    "%.0f to %.0f ns)%s",
	    low, high,
	    doc_real(a, "median") > 0
		? "."
		: ": the direct path was no faster here.");
	json_array_append_new(marks, json_string(text));
}

static void
mark_residual(const struct plan *p, const struct plan_row *r,
    const json_t *trials, json_t *marks)
{
	double most = 0;
	char text[MARK];

	for (uint64_t i = 1; i <= p->repeats; i++) {
		double v = doc_real(
		    find_trial(trials, r->id, i), "derived.ledger.residual");

		if (isfinite(v) && fabs(v) > fabs(most))
			most = v;
	}
	if (most == 0)
		return;
	snprintf(text, sizeof(text),
	    "The ledger leaves up to %.0f frames of a trial unattributed.",
	    most);
	json_array_append_new(marks, json_string(text));
}

/*
 * CPU time that others took in the half second before anything had begun, in
 * percent of all CPUs. Not the load average, which counts our own build and
 * says nothing of interrupts.
 */
#define BUSY_PERCENT 10

static void
mark_busy(const json_t *environment, json_t *marks)
{
	const char *busy = doc_text(environment, "cpu_busy_percent_at_start");
	char text[MARK];
	uint64_t percent = 0;

	if (busy == NULL ||
	    num_u64("busy", busy, BUSY_PERCENT, 100, &percent, NULL) < 0)
		return;
	snprintf(text, sizeof(text),
	    "The machine was busy with other work (%llu %% of its CPU time at "
	    "the start): figures are low and intervals wide.",
	    (unsigned long long)percent);
	json_array_append_new(marks, json_string(text));
}

/* The word of a row comes from those trials in which it was measured. */
static void
mark_management(const struct plan *p, const struct plan_row *r,
    const json_t *trials, size_t valid, json_t *marks)
{
	static const char word[] = "derived.management.word";
	size_t without = count_text(p, r, trials, word, "not-measured");
	char text[MARK];

	if (!r->probe || without == 0 || without == valid)
		return;
	snprintf(text, sizeof(text),
	    "Management was measured in %zu of %zu trials only.",
	    valid - without, valid);
	json_array_append_new(marks, json_string(text));
}

static json_t *
row_marks(const struct plan *p, const struct plan_row *r,
    const json_t *environment, const json_t *trials, const json_t *stats)
{
	json_t *marks = json_array();
	size_t valid = count_valid(p, r, trials), limited;
	const char *reason = first_reason(r, trials);
	char text[MARK * 3];

	if (plan_closed(r))
		json_array_append_new(marks,
		    json_string("Closed load: the path holds the sender back, "
				"so no loss is given."));
	limited =
	    count_text(p, r, trials, "derived.verdict", "generator-limited");
	if (limited > 0) {
		snprintf(text, sizeof(text),
		    "In %zu of %zu trials all that the generator could offer "
		    "went through: it was the limit, not the path.",
		    limited, valid);
		json_array_append_new(marks, json_string(text));
	}
	if (reason != NULL) {
		snprintf(text, sizeof(text),
		    "Not every trial is valid; the first reason: %s", reason);
		json_array_append_new(marks, json_string(text));
	}
	mark_added(r, stats, marks);
	mark_residual(p, r, trials, marks);
	mark_management(p, r, trials, valid, marks);
	mark_busy(environment, marks);
	if (p->quick)
		json_array_append_new(marks,
		    json_string("Quick run: few and short trials, some rows "
				"left out."));
	return marks;
}

/* A netblast document of the row, or NULL. */
static const json_t *
any_generator(
    const struct plan *p, const struct plan_row *r, const json_t *trials)
{
	for (uint64_t i = 1; i <= p->repeats; i++) {
		const json_t *t = find_trial(trials, r->id, i), *node;
		size_t k;

		json_array_foreach(json_object_get(t, "nodes"), k, node)
		{
			const char *kind = doc_text(node, "document.kind");

			if (kind != NULL && strcmp(kind, "netblast") == 0)
				return doc_at(node, "document");
		}
	}
	return NULL;
}

static json_t *
one_row(const struct plan *p, const struct plan_row *r,
    const json_t *environment, const json_t *trials)
{
	json_t *o = json_object(), *stats = row_statistics(p, r, trials);
	char *rules = NULL;

	doc_set_text(o, "id", r->id);
	doc_set_text(o, "title", r->title);
	doc_set_text(o, "kind", lab_path_name(r->path));
	doc_set_u64(o, "directions", r->directions);
	doc_set_text(o, "load", rowkeys_load(r));
	json_object_set_new(o, "fingerprint",
	    rowkeys_fingerprint(
		p, r, environment, any_generator(p, r, trials)));
	json_object_set_new(
	    o, "marks", row_marks(p, r, environment, trials, stats));
	json_object_set_new(o, "statistics", stats);
	doc_set_text(
	    o, "verdict", verdict(p, r, trials, count_valid(p, r, trials)));
	doc_set_text(o, "management", management(p, r, trials));
	if (plan_firewall(r, &rules, NULL) == 0)
		doc_set_text(o, "rules", rules);
	free(rules);
	doc_set_text(o, "against", r->against);
	return o;
}

json_t *
summary_rows(
    const struct plan *p, const json_t *environment, const json_t *trials)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < p->rows && rows != NULL; i++)
		json_array_append_new(
		    rows, one_row(p, &p->row[i], environment, trials));
	return rows;
}

json_t *
summary_calibration(const struct plan *p, const json_t *trials)
{
	for (size_t i = 0; i < p->rows; i++) {
		const struct plan_row *r = &p->row[i];
		json_t *o;

		if (r->path != LAB_DIRECT)
			continue;
		o = json_object();
		doc_set_text(o, "row", r->id);
		doc_set_text(o, "engine", r->engine);
		json_object_set_new(o, "forwarding_pps",
		    over_trials(p, trials, r->id, "derived.forwarding_pps"));
		doc_set_text(o, "note",
		    "Generator and sink back to back, without the router, in "
		    "the same campaign: the ceiling of the rows of the same "
		    "method.");
		return o;
	}
	return json_null();
}
