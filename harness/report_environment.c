/* SPDX-License-Identifier: BSD-2-Clause */
/* Where it was measured: host, tools, settings. Any JSON is shown as it is. */
#include <stdio.h>

#include "harness/report_num.h"
#include "harness/report_part.h"

/* "tso, gso" of an array of scalars, appended to the cell. */
static void
list(const json_t *array, struct html *h)
{
	char text[256];
	const json_t *v;
	size_t i;

	if (json_array_size(array) == 0)
		html_raw(h, "none");
	json_array_foreach(array, i, v)
	{
		if (i > 0)
			html_raw(h, ", ");
		if (json_is_object(v))
			html_raw(h, "(see run.json)");
		else
			html_text(h, report_scalar(v, text, sizeof(text)));
	}
}

static void
entry(const char *key, const json_t *v, struct html *h)
{
	char text[256];

	html_raw(h, "<div>");
	html_element(h, "dt", key);
	html_raw(h, "<dd>");
	if (json_is_array(v))
		list(v, h);
	else if (json_is_string(v))
		html_text(h, json_string_value(v));
	else
		html_text(h, report_scalar(v, text, sizeof(text)));
	html_raw(h, "</dd></div>");
}

static bool
nested(const json_t *v)
{
	return json_is_object(v) ||
	    (json_is_array(v) && json_is_object(json_array_get(v, 0)));
}

/* Said already: environment.kernel is host.release, and so on. */
static bool
said(const json_t *before, const char *key, const json_t *v)
{
	const json_t *same = json_object_get(before, key);
	const char *other;
	json_t *w;

	if (same != NULL && json_equal(same, v))
		return true;
	json_object_foreach((json_t *)before, other, w)
	{
		if (json_is_string(v) && json_equal(w, v))
			return true;
	}

	return false;
}

static void
flat(const json_t *object, const json_t *before, struct html *h)
{
	const char *key;
	json_t *v;

	html_raw(h, "<dl class=\"pairs\">");
	json_object_foreach((json_t *)object, key, v)
	{
		if (!nested(v) && !said(before, key, v))
			entry(key, v, h);
	}

	html_raw(h, "</dl>");
}

/* Objects of an array: one line of pairs each. */
static void
items(const json_t *array, struct html *h)
{
	const json_t *v;
	size_t i;

	json_array_foreach(array, i, v)
	{
		flat(v, NULL, h);
	}
}

static void
folded(const char *key, const json_t *v, struct html *h)
{
	const char *inner;
	json_t *w;

	html_raw(h, "<details><summary>");
	html_text(h, key);
	html_raw(h, "</summary>");
	if (json_is_array(v)) {
		items(v, h);
	} else {
		flat(v, NULL, h);
		json_object_foreach((json_t *)v, inner, w)
		{
			if (nested(w))
				folded(inner, w, h);
		}
	}
	html_raw(h, "</details>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	const json_t *environment = report_at(run->root, "environment");
	struct html *h = r->html;
	const char *key;
	json_t *v;

	(void)f;
	flat(report_at(run->root, "host"), NULL, h);
	flat(environment, report_at(run->root, "host"), h);
	json_object_foreach((json_t *)environment, key, v)
	{
		if (nested(v))
			folded(key, v, h);
	}

	if (report_at(run->root, "plan") != NULL)
		folded("plan, as read", report_at(run->root, "plan"), h);
	return 0;
}

static bool
applies(const struct report_run *run)
{
	return report_at(run->root, "environment") != NULL;
}

const struct report_section report_environment = { "environment", "Environment",
	applies, emit };
