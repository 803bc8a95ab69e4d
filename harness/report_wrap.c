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

/* The file that was read rather than the document's own name. */
static const char *
title_of(const json_t *ledger, const char *name)
{
	const char *file = json_string_value(
	    json_array_get(report_at(ledger, "config.files"), 0));
	const char *slash = file == NULL ? NULL : strrchr(file, '/');

	if (file == NULL)
		return name;
	return slash == NULL ? file : slash + 1;
}

json_t *
report_wrap_ledger(json_t *ledger, const char *name)
{
	const char *schema = report_text(ledger, "schema");
	const json_t *sent = report_at(ledger, "sent");
	const json_t *tool = report_at(ledger, "tool");

	return json_pack("{s:s, s:s, s:O, s:{s:s, s:b},"
			 " s:[{s:s, s:s}],"
			 " s:[{s:s, s:b, s:{s:O, s:o, s:O}}]}",
	    "schema", schema == NULL ? "" : schema, "kind", "run", "tool",
	    tool == NULL ? json_null() : tool, "run", "title",
	    title_of(ledger, name), "complete", 1, "rows", "id", "ledger",
	    "title", "all frames", "trials", "row", "ledger", "valid", 1,
	    "derived", "sent", sent == NULL ? json_null() : sent, "lost",
	    lost_of(ledger), "ledger", ledger);
}
