/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Raw listings as they were read from the hosts. All of them would make the
 * page unreadably large: here are the router's (where there is none, those of
 * the other hosts) of the first valid trial of each row, and the page says so.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/report_num.h"
#include "harness/report_part.h"

#define LISTING_MAX 20000 /* bytes of one listing in the page */

static const json_t *
first_valid(const struct report_run *run, const struct report_row *row)
{
	const json_t *t;
	size_t at = 0;

	while ((t = report_trial(run, row, &at)) != NULL)
		if (report_true(t, "valid"))
			return t;
	return NULL;
}

static int
text_of(const char *text, struct html *h, struct fail *f)
{
	size_t len = strlen(text);
	size_t keep = len < LISTING_MAX ? len : LISTING_MAX;
	char *cut;

	while (keep < len && keep > 0 &&
	    ((unsigned char)text[keep] & 0xc0) == 0x80)
		keep--;
	cut = strndup(text, keep);
	if (cut == NULL)
		return fail(f, "report: no memory");
	html_element(h, "pre", cut);
	free(cut);
	if (keep < len)
		html_raw(h,
		    "<p class=\"caption\">Cut here; the whole text is "
		    "in run.json.</p>");
	return 0;
}

static int
node_listings(const json_t *node, struct html *h, struct fail *f)
{
	const json_t *v, *all = report_at(node, "document.listings");
	const char *phase = report_text(node, "phase");
	size_t i;

	json_array_foreach(all, i, v)
	{
		const char *command = report_text(v, "command");
		const char *text = report_text(v, "text");

		if (text == NULL)
			continue;
		html_raw(h, "<details class=\"listing\"><summary>");
		html_textf(h, "%s, %s: %s",
		    report_text(node, "role") == NULL
			? "host"
			: report_text(node, "role"),
		    phase == NULL ? "during" : phase,
		    command == NULL ? "listing" : command);
		html_raw(h, "</summary>");
		if (text_of(text, h, f) < 0)
			return -1;
		html_raw(h, "</details>");
	}
	return 0;
}

static bool
is_router(const json_t *node)
{
	const char *role = report_text(node, "role");

	return role != NULL && strcmp(role, "router") == 0 &&
	    json_array_size(report_at(node, "document.listings")) > 0;
}

static bool
has_router(const json_t *trial)
{
	const json_t *node;
	size_t i;

	json_array_foreach(report_at(trial, "nodes"), i, node)
	{
		if (is_router(node))
			return true;
	}

	return false;
}

static int
row_listings(const struct report_run *run, const struct report_row *row,
    struct html *h, struct fail *f)
{
	const json_t *node, *trial = first_valid(run, row);
	bool router = has_router(trial);
	int64_t repeat = 0;
	size_t i;

	if (trial == NULL)
		return 0;
	html_raw(h, "<details><summary>");
	html_textf(h, "%s", row->title);
	if (report_int(trial, "repeat", &repeat))
		html_textf(h, ", trial %lld", (long long)repeat);
	html_raw(h, "</summary>");
	json_array_foreach(report_at(trial, "nodes"), i, node)
	{
		if ((is_router(node) || !router) &&
		    node_listings(node, h, f) < 0)
			return -1;
	}

	html_raw(h, "</details>");
	return 0;
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	html_raw(r->html,
	    "<p>What the hosts printed, before and after the blast, unedited. "
	    "For each row those of the router in the first valid trial are "
	    "here; where there is no router, those of the other hosts. "
	    "run.json holds all hosts and trials.</p>");
	for (size_t i = 0; i < run->rows; i++)
		if (row_listings(run, &run->row[i], r->html, f) < 0)
			return -1;
	return 0;
}

static bool
applies(const struct report_run *run)
{
	const json_t *t, *node;
	size_t i, k;

	json_array_foreach(run->trials, i, t)
	{
		json_array_foreach(report_at(t, "nodes"), k, node)
		{
			if (json_array_size(
				report_at(node, "document.listings")) > 0)
				return true;
		}
	}

	return false;
}

const struct report_section report_raw = { "raw", "Raw listings", applies,
	emit };
