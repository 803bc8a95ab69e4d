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

static void
flat(const json_t *object, struct html *h)
{
	const char *key;
	json_t *v;

	html_raw(h, "<dl class=\"pairs\">");
	json_object_foreach((json_t *)object, key, v) if (!nested(v))
	    entry(key, v, h);
	html_raw(h, "</dl>");
}

/* Objects of an array: one line of pairs each. */
static void
items(const json_t *array, struct html *h)
{
	const json_t *v;
	size_t i;

	json_array_foreach(array, i, v) flat(v, h);
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
		flat(v, h);
		json_object_foreach((json_t *)v, inner, w) if (nested(w))
		    folded(inner, w, h);
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
	html_raw(h, "<h3>Host</h3>");
	flat(report_at(run->root, "host"), h);
	html_raw(h, "<h3>Environment</h3>");
	flat(environment, h);
	json_object_foreach((json_t *)environment, key, v) if (nested(v))
	    folded(key, v, h);
	if (report_at(run->root, "plan") != NULL)
		folded("plan, as read", report_at(run->root, "plan"), h);
	return 0;
}

const struct report_section report_environment = { "environment", "Environment",
	NULL, emit };
