/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/report_run.h"
#include "harness/report_wrap.h"

bool
report_is_ledger(const json_t *doc)
{
	const char *kind = report_text(doc, "kind");

	return kind != NULL && strcmp(kind, "netcollect") == 0 &&
	    json_is_array(report_at(doc, "places"));
}

/* Sent less delivered: null where either is not known. */
static json_t *
lost_of(const json_t *ledger)
{
	const json_t *place;
	int64_t sent, frames;
	size_t i;

	json_array_foreach(report_at(ledger, "places"), i, place)
	{
		const char *name = report_text(place, "place");

		if (name != NULL && strcmp(name, "delivered") == 0 &&
		    report_int(place, "frames", &frames) &&
		    report_int(ledger, "sent", &sent))
			return json_integer(sent - frames);
	}
	return json_null();
}

/* The files that were read rather than the document's own name. */
static void
title_of(const json_t *ledger, const char *name, char *title, size_t size)
{
	const json_t *files = report_at(ledger, "config.files");
	const char *file = json_string_value(json_array_get(files, 0));
	const char *slash = file == NULL ? NULL : strrchr(file, '/');
	size_t n = json_array_size(files);

	if (slash != NULL)
		file = slash + 1;
	if (n > 2)
		snprintf(title, size, "%.200s and %zu more documents",
		    file == NULL ? name : file, n - 1);
	else
		snprintf(title, size, "%.200s", file == NULL ? name : file);
}

json_t *
report_wrap_ledger(json_t *ledger, const char *name)
{
	const char *schema = report_text(ledger, "schema");
	const json_t *sent = report_at(ledger, "sent");
	const json_t *tool = report_at(ledger, "tool");
	const json_t *ways = report_at(ledger, "directions");
	char title[256];

	title_of(ledger, name, title, sizeof(title));

	return json_pack("{s:s, s:s, s:O, s:{s:s, s:b},"
			 " s:[{s:s, s:s}],"
			 " s:[{s:s, s:b, s:{s:O, s:o, s:O, s:O}}]}",
	    "schema", schema == NULL ? "" : schema, "kind", "run", "tool",
	    tool == NULL ? json_null() : tool, "run", "title", title,
	    "complete", 1, "rows", "id", "ledger", "title", "all frames",
	    "trials", "row", "ledger", "valid", 1, "derived", "sent",
	    sent == NULL ? json_null() : sent, "lost", lost_of(ledger),
	    "ledger", ledger, "directions", ways == NULL ? json_null() : ways);
}
