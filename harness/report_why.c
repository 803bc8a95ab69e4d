/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/report_why.h"

#include "harness/report_num.h"
#include "harness/report_part.h"
#include "harness/report_sum.h"

static void
notes(const json_t *ledger, struct html *h)
{
	const json_t *list = report_at(ledger, "notes"), *v;
	const char *note = report_text(ledger, "note");
	size_t i;

	if (note == NULL && json_array_size(list) == 0)
		return;
	html_raw(h, "<ul class=\"notes\">");
	if (note != NULL)
		html_element(h, "li", note);
	json_array_foreach(list, i, v)
	{
		if (json_is_string(v))
			html_element(h, "li", json_string_value(v));
	}
	html_raw(h, "</ul>");
}

static bool
explained(const json_t *counter)
{
	int64_t frames;

	return report_text(counter, "contains") != NULL &&
	    report_int(counter, "frames", &frames) && frames > 0;
}

static void
put(const json_t *place, const json_t *counter, struct html *h)
{
	const char *name = report_text(counter, "name");
	const char *instance = report_text(counter, "instance");
	const char *cause = report_text(counter, "cause");
	const char *at = report_text(place, "place");
	int64_t frames = 0;
	char n[REPORT_NUM];

	report_int(counter, "frames", &frames);
	html_raw(h, "<dt>");
	html_text(h, at == NULL ? REPORT_UNKNOWN : report_place_title(at));
	html_raw(h, "</dt><dd><code>");
	html_textf(h, "%s%s%s", name == NULL ? REPORT_UNKNOWN : name,
	    instance == NULL || *instance == '\0' ? "" : " ",
	    instance == NULL ? "" : instance);
	html_raw(h, "</code> ");
	html_textf(h, "%s: %s.", report_count(frames, n),
	    report_text(counter, "contains"));
	if (cause != NULL)
		html_textf(h, " Usually: %s.", cause);
	html_raw(h, "</dd>");
}

/* Of a document made with --explain: the counters that took frames. */
static void
causes(const json_t *ledger, struct html *h)
{
	const json_t *places = report_at(ledger, "places"), *place, *counter;
	size_t i, k, n = 0;

	json_array_foreach(places, i, place)
	{
		json_array_foreach(report_at(place, "counters"), k, counter)
		{
			if (!explained(counter))
				continue;
			if (n++ == 0)
				html_raw(h, "<h3>Why</h3><dl class=\"why\">");
			put(place, counter, h);
		}
	}
	if (n > 0)
		html_raw(h, "</dl>");
}

void
report_why(const json_t *trials, struct html *h)
{
	const json_t *ledger =
	    report_at(json_array_get(trials, 0), "derived.ledger");

	notes(ledger, h);
	causes(ledger, h);
}
