/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/report_part.h"

void
report_caption_end(struct html *h, const struct report_run *run)
{
	if (run->shared_kernel)
		html_raw(h,
		    " <strong>Compare configurations here only, not a "
		    "router\xe2\x80\x99s capacity.</strong>");
}

void
report_row_link(struct html *h, const struct report_row *row)
{
	char href[sizeof(row->anchor) + 1];

	snprintf(href, sizeof(href), "#%s", row->anchor);
	html_open(h, "a", "href", href, NULL);
	html_text(h, row->title);
	html_close(h, "a");
}

void
report_table_link(struct html *h, size_t group)
{
	char href[32];

	snprintf(href, sizeof(href), "#table-%zu", group + 1);
	html_open(h, "a", "href", href, NULL);
	html_textf(h, "Table %zu", group + 1);
	html_close(h, "a");
}

static bool
has_long_word(const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, " ");

		if (n > 20)
			return true;
		text += n + (text[n] == ' ');
	}
	return false;
}

void
report_cell(
    struct html *h, const char *label, const char *class, const char *text)
{
	if (class == NULL && text != NULL && has_long_word(text))
		class = "long";
	html_open(h, "td", "role", "cell", "class", class, NULL);
	html_open(h, "span", "class", "label", "aria-hidden", "true", NULL);
	html_text(h, label);
	html_close(h, "span");
	html_element(h, "span", text);
	html_close(h, "td");
}

void
report_head(
    struct html *h, const char *text, const char *class, const char *span)
{
	html_open(h, "th", "scope", *span == '\0' ? "col" : "colgroup", "role",
	    "columnheader", "class", class, "colspan",
	    *span == '\0' ? NULL : span, NULL);
	html_element(h, "span", text);
	html_close(h, "th");
}

static const struct {
	const char *word, *print, *class;
} words[] = {
	{ "ok", "OK", "ok" },
	{ "sluggish", "sluggish", "sluggish" },
	{ "livelock", "livelock", "livelock" },
	{ "not-measured", "not measured", "unknown" },
};

const char *
report_word(const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (word != NULL && strcmp(words[i].word, word) == 0)
			return words[i].print;
	return word == NULL ? "not measured" : word;
}

const char *
report_word_class(const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (word != NULL && strcmp(words[i].word, word) == 0)
			return words[i].class;
	return "unknown";
}

void
report_table_open(struct html *h, const char *class)
{
	html_open(h, "table", "role", "table", "class", class, NULL);
	html_raw(h, "<thead role=\"rowgroup\"><tr role=\"row\">");
}

void
report_table_body(struct html *h)
{
	html_raw(h, "</tr></thead><tbody role=\"rowgroup\">");
}

void
report_table_close(struct html *h)
{
	html_raw(h, "</tbody></table>");
}
