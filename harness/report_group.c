/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/report_group.h"
#include "harness/report_run.h"

static int
put_class(struct fingerprint *fp, enum fp_class class, const json_t *row)
{
	char path[64], value[256];
	const char *key;
	json_t *v, *keys;

	snprintf(path, sizeof(path), "fingerprint.%s", fp_class_name(class));
	keys = (json_t *)report_at(row, path);
	json_object_foreach(keys, key, v)
	{
		report_scalar(v, value, sizeof(value));
		if (fp_put(fp, class, key, json_is_null(v) ? NULL : value) < 0)
			return -1;
	}
	return 0;
}

static int
print_of(const struct report_row *row, struct fingerprint *fp, struct fail *f)
{
	for (int c = 0; c < FP_CLASSES; c++)
		if (put_class(fp, (enum fp_class)c, row->json) < 0)
			return fail(f, "report: no memory");
	return 0;
}

int
report_group_diff(const struct report_row *a, const struct report_row *b,
    enum fp_verdict *verdict, struct fp_diff *diff, struct fail *f)
{
	struct fingerprint fa = { 0 }, fb = { 0 };
	int rc = -1;

	if (print_of(a, &fa, f) < 0 || print_of(b, &fb, f) < 0)
		goto out;
	*verdict = fingerprint_compare(&fa, &fb, NULL, diff);
	rc = 0;
out:
	fingerprint_free(&fa);
	fingerprint_free(&fb);
	return rc;
}

static const struct report_row *
first_of(const struct report_run *run, size_t group, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		if (run->row[i].group == group)
			return &run->row[i];
	return NULL;
}

/* Every row is compared with the first row of each group before it. */
static int
place(struct report_run *run, size_t i, struct fail *f)
{
	struct report_row *row = &run->row[i];
	enum fp_verdict verdict;
	struct fp_diff diff;

	for (size_t g = 0; g < run->groups; g++) {
		if (report_group_diff(
			first_of(run, g, i), row, &verdict, &diff, f) < 0)
			return -1;
		if (verdict != FP_DIFFERENT) {
			row->group = g;
			return 0;
		}
	}
	row->group = run->groups++;
	return 0;
}

int
report_group(struct report_run *run, struct fail *f)
{
	run->groups = 0;
	for (size_t i = 0; i < run->rows; i++)
		if (place(run, i, f) < 0)
			return -1;
	return 0;
}

const struct report_row *
report_group_row(const struct report_run *run, size_t group)
{
	for (size_t i = 0; i < run->rows; i++)
		if (run->row[i].group == group && !run->row[i].direct)
			return &run->row[i];
	return first_of(run, group, run->rows);
}
