/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fingerprint.h"
#include "lib/num.h"

static const char *const class_names[FP_CLASSES] = {
	[FP_METHOD] = "method",
	[FP_BENCH] = "bench",
	[FP_SUBJECT] = "subject",
	[FP_NOTES] = "notes",
};

const char *fp_class_name(enum fp_class class)
{
	return class_names[class];
}

static struct fp_key *
find(const struct fingerprint *fp, enum fp_class class, const char *name)
{
	for (size_t i = 0; i < fp->n; i++)
		if (fp->v[i].class == class && strcmp(fp->v[i].name, name) == 0)
			return &fp->v[i];
	return NULL;
}

const struct fp_key *
fp_find(const struct fingerprint *fp, enum fp_class class, const char *name)
{
	return find(fp, class, name);
}

/* A slot for one more; NULL without memory. */
static struct fp_key *
grow(struct fingerprint *fp)
{
	size_t cap = fp->cap == 0 ? 32 : 2 * fp->cap;
	struct fp_key *v;

	if (fp->n == fp->cap) {
		v = realloc(fp->v, cap * sizeof(*v));
		if (v == NULL)
			return NULL;
		fp->v = v;
		fp->cap = cap;
	}
	return &fp->v[fp->n];
}

int
fp_put(struct fingerprint *fp, enum fp_class class, const char *name,
    const char *value)
{
	struct fp_key *k = find(fp, class, name);
	char *copy = NULL, *key;

	if (value != NULL && (copy = strdup(value)) == NULL)
		return -1;
	if (k != NULL) {
		free(k->value);
		k->value = copy;
		return 0;
	}
	k = grow(fp);
	key = strdup(name);
	if (k == NULL || key == NULL) {
		free(key);
		free(copy);
		return -1;
	}
	*k = (struct fp_key){ class, key, copy };
	fp->n++;
	return 0;
}

int
fp_put_u64(struct fingerprint *fp, enum fp_class class, const char *name,
    uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	return fp_put(fp, class, name, text);
}

void
fingerprint_free(struct fingerprint *fp)
{
	for (size_t i = 0; i < fp->n; i++) {
		free(fp->v[i].name);
		free(fp->v[i].value);
	}
	free(fp->v);
	*fp = (struct fingerprint){ 0 };
}

/* Append a name; where the list is full it ends in "...". */
static void
list_add(char list[FP_LIST], const char *name)
{
	size_t used = strlen(list);
	size_t need = strlen(name) + (used > 0 ? 2 : 0);

	if (used >= 3 && strcmp(list + used - 3, "...") == 0)
		return;
	if (used + need + sizeof(", ...") > FP_LIST)
		name = "...";
	snprintf(
	    list + used, FP_LIST - used, "%s%s", used > 0 ? ", " : "", name);
}

static bool
is_duration(const char *name)
{
	size_t len = strlen(name);

	return len > 3 && strcmp(name + len - 3, "_ns") == 0;
}

static bool
same_value(const struct fp_key *a, const struct fp_key *b)
{
	uint64_t x, y, low, high;

	if (strcmp(a->value, b->value) == 0)
		return true;
	if (!is_duration(a->name) ||
	    num_u64(a->name, a->value, 0, UINT64_MAX, &x, NULL) < 0 ||
	    num_u64(b->name, b->value, 0, UINT64_MAX, &y, NULL) < 0)
		return false;
	low = x < y ? x : y;
	high = x < y ? y : x;
	return high - low <= high / 100;
}

/* One key of `a` against `b`; `k` comes from either side. */
static void
compare_key(const struct fp_key *k, const struct fp_key *other,
    const char *axis, struct fp_diff *d)
{
	bool subject = k->class == FP_SUBJECT ||
	    (k->class == FP_BENCH && axis != NULL &&
		strcmp(axis, k->name) == 0);
	bool unknown =
	    other == NULL || k->value == NULL || other->value == NULL;

	if (k->class == FP_NOTES)
		return;
	if (unknown) {
		if (!subject)
			list_add(d->unknown, k->name);
		else if (other == NULL ||
		    (k->value == NULL) != (other->value == NULL))
			list_add(d->subject, k->name);
		return;
	}
	if (!same_value(k, other))
		list_add(subject ? d->subject : d->differing, k->name);
}

enum fp_verdict
fingerprint_compare(const struct fingerprint *a, const struct fingerprint *b,
    const char *axis, struct fp_diff *d)
{
	d->differing[0] = d->unknown[0] = d->subject[0] = '\0';
	for (size_t i = 0; i < a->n; i++)
		compare_key(
		    &a->v[i], find(b, a->v[i].class, a->v[i].name), axis, d);
	for (size_t i = 0; i < b->n; i++)
		if (find(a, b->v[i].class, b->v[i].name) == NULL)
			compare_key(&b->v[i], NULL, axis, d);
	if (d->differing[0] != '\0')
		return FP_DIFFERENT;
	return d->unknown[0] != '\0' ? FP_AS_FAR_AS_KNOWN : FP_EQUAL;
}
