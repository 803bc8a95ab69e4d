/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

/* As JSON's kinds: the harness writes numbers and booleans as such too. */
void
finger_value(struct result *r, const char *key, const char *text)
{
	struct span s = { text, text == NULL ? 0 : strlen(text) };
	uint64_t n;

	if (text == NULL)
		result_null(r, key);
	else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
		result_bool(r, key, *text == 't');
	else if (span_u64(s, &n) && (*text != '0' || s.len == 1))
		result_u64(r, key, n);
	else
		result_text(r, key, text);
}

static void
put_class(const struct finger *f, enum fp_class class, struct result *r)
{
	result_object(r, fp_class_name(class));
	for (size_t i = 0; i < f->keys.n; i++)
		if (f->keys.v[i].class == class)
			finger_value(r, f->keys.v[i].name, f->keys.v[i].value);
	result_end(r);
}

void
finger_emit(const struct finger *f, struct result *r, const char *key)
{
	if (f->keys.n == 0) {
		result_null(r, key);
		return;
	}
	result_object(r, key);
	for (int c = 0; c < FP_CLASSES; c++)
		put_class(f, (enum fp_class)c, r);
	result_object(r, "from");
	for (size_t i = 0; i < f->keys.n; i++)
		if (f->keys.v[i].value != NULL)
			result_text(r, f->keys.v[i].name, f->from[i]);
	result_end(r);
	result_bool(r, "cut", f->cut);
	result_end(r);
}

void
finger_print(const struct finger *f, FILE *out)
{
	for (int c = 0; c < FP_CLASSES; c++)
		for (size_t i = 0; i < f->keys.n; i++) {
			const struct fp_key *k = &f->keys.v[i];

			if (k->class == (enum fp_class)c && k->value != NULL)
				fprintf(out, "  %-8s %-36s %s\n",
				    fp_class_name(k->class), k->name, k->value);
		}
}
