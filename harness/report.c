/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/report.h"
#include "harness/report_num.h"
#include "harness/report_part.h"

static const struct report_section *const sections[] = { &report_summary,
	&report_setup, &report_compare, &report_ledger, &report_series,
	&report_trials, &report_rows, &report_environment, &report_raw };
#define SECTIONS (sizeof(sections) / sizeof(sections[0]))

static bool
wanted(const struct report_section *s, const struct report_run *run)
{
	return s->applies == NULL || s->applies(run);
}

static const char *
title_of(const struct report_run *run)
{
	const char *title = report_text(run->root, "run.title");

	return title != NULL && *title != '\0' ? title : "netblast run";
}

static void
badges(const struct report_run *run, struct html *h)
{
	int64_t repeats = 0;
	double blast = report_real(run->root, "run.blast_ns");
	char s[REPORT_NUM];

	if (report_true(run->root, "run.quick")) {
		html_raw(h, "<p class=\"badge\">Quick run: ");
		if (report_int(run->root, "run.repeats", &repeats))
			html_textf(h, "%lld trials a row, blasts of %s: ",
			    (long long)repeats, report_ms(blast / 1e6, s));
		html_raw(h,
		    "a check that everything works, not for "
		    "publication.</p>");
	}
	if (!report_true(run->root, "run.complete"))
		html_raw(h,
		    "<p class=\"badge\">Incomplete run: it ended "
		    "before all trials were made.</p>");
}

static void
masthead(const struct report_run *run, struct html *h)
{
	const json_t *r = report_at(run->root, "run");
	int64_t from = 0, to = 0;
	char a[REPORT_NUM], b[REPORT_NUM];

	report_int(r, "started_wall_ns", &from);
	report_int(r, "finished_wall_ns", &to);
	html_raw(h, "<header><p class=\"kind\">netblast report</p>");
	html_element(h, "h1", title_of(run));
	html_raw(h, "<p class=\"meta\">");
	html_textf(h, "%s to %s \xc2\xb7 run %s \xc2\xb7 %s %s \xc2\xb7 %s",
	    report_time(from, a), report_time(to, b),
	    report_text(r, "id") == NULL ? REPORT_UNKNOWN
					 : report_text(r, "id"),
	    report_text(run->root, "tool.name") == NULL
		? "netharness"
		: report_text(run->root, "tool.name"),
	    report_text(run->root, "tool.version") == NULL
		? ""
		: report_text(run->root, "tool.version"),
	    report_text(run->root, "environment.cpu_model") == NULL
		? REPORT_UNKNOWN
		: report_text(run->root, "environment.cpu_model"));
	html_raw(h, "</p>");
	badges(run, h);
	html_raw(h, "</header>");
}

static void
contents(const struct report_run *run, struct html *h)
{
	char href[40];

	html_raw(h, "<nav aria-label=\"Contents\"><ul>");
	for (size_t i = 0; i < SECTIONS; i++) {
		if (!wanted(sections[i], run))
			continue;
		snprintf(href, sizeof(href), "#%s", sections[i]->id);
		html_raw(h, "<li>");
		html_open(h, "a", "href", href, NULL);
		html_text(h, sections[i]->title);
		html_raw(h, "</a></li>");
	}
	html_raw(h, "</ul></nav>");
}

static int
page(const struct report_run *run, struct report *r, struct fail *f)
{
	struct html *h = r->html;

	html_raw(h,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
	    "<title>");
	html_textf(h, "%s \xe2\x80\x93 netblast report", title_of(run));
	html_raw(h, "</title>\n<style>\n");
	html_raw(h, report_style);
	html_raw(h, "</style>\n</head>\n<body>\n");
	masthead(run, h);
	contents(run, h);
	html_raw(h, "<main>\n");
	for (size_t i = 0; i < SECTIONS; i++) {
		if (!wanted(sections[i], run))
			continue;
		html_open(h, "section", "id", sections[i]->id, NULL);
		html_element(h, "h2", sections[i]->title);
		if (sections[i]->emit(run, r, f) < 0)
			return -1;
		html_raw(h, "</section>\n");
	}
	html_raw(h,
	    "</main>\n<footer><p>Made by netharness report from "
	    "run.json. The drawings lie beside the page as .gp, .dat "
	    "and .svg.</p></footer>\n</body>\n</html>\n");
	return 0;
}

static int
make_dir(const char *path, struct fail *f)
{
	if (mkdir(path, 0777) < 0 && errno != EEXIST)
		return fail_errno(f, "%.300s", path);
	return 0;
}

static bool
is_file_name(const char *out)
{
	size_t n = strlen(out);

	return n > 5 && strcmp(out + n - 5, ".html") == 0;
}

struct target {
	char page[PATH_MAX], temporary[PATH_MAX], plots[PATH_MAX];
};

int
report_page(const char *run_dir, const char *out, char *page, size_t size,
    struct fail *f)
{
	int n;

	if (out != NULL && is_file_name(out))
		n = snprintf(page, size, "%s", out);
	else
		n = snprintf(page, size, "%s%s/index.html",
		    out == NULL ? run_dir : out, out == NULL ? "/report" : "");
	if (n < 0 || (size_t)n >= size)
		return fail(f, "report: path too long");
	return 0;
}

/* Plots lie beside index.html, or in FILE-plots/ beside FILE.html. */
static int
target_of(
    const char *run_dir, const char *out, struct target *t, struct fail *f)
{
	size_t room = sizeof(t->page) - 16;
	const char *tail = "";
	int keep;

	if (report_page(run_dir, out, t->page, room, f) < 0)
		return -1;
	keep = (int)strlen(t->page) - (int)strlen("/index.html");
	if (out != NULL && is_file_name(out)) {
		keep = (int)strlen(t->page) - (int)strlen(".html");
		tail = "-plots";
	}
	snprintf(t->plots, sizeof(t->plots), "%.*s%s", keep, t->page, tail);
	snprintf(
	    t->temporary, sizeof(t->temporary), "%.*s.tmp", (int)room, t->page);
	return make_dir(t->plots, f);
}

/* Whole or not at all: under a temporary name first. */
static int
save(const struct target *t, const struct html *h, struct fail *f)
{
	FILE *out = fopen(t->temporary, "w");
	int bad;

	if (out == NULL)
		return fail_errno(f, "%.300s", t->temporary);
	bad = fwrite(h->buf, 1, h->len, out) != h->len || fflush(out) != 0 ||
	    fsync(fileno(out)) < 0;
	if (fclose(out) != 0 || bad || rename(t->temporary, t->page) < 0)
		return fail_errno(f, "%.300s", t->page);
	return 0;
}

int
report_write(const char *run_dir, const char *out, struct fail *f)
{
	struct html h = { .out = NULL };
	struct target t;
	struct report r = { .html = &h, .plot_dir = t.plots };
	struct report_run run;
	char path[PATH_MAX];
	int rc = -1;

	if (snprintf(path, sizeof(path), "%s/run.json", run_dir) >=
	    (int)sizeof(path))
		return fail(f, "report: path too long");
	if (report_run_load(&run, path, f) < 0)
		return -1;
	if (target_of(run_dir, out, &t, f) < 0 || html_start(&h, f) < 0)
		goto out;
	if (page(&run, &r, f) < 0 || html_finish(&h, f) < 0)
		goto out;
	rc = save(&t, &h, f);
out:
	html_free(&h);
	report_run_free(&run);
	return rc;
}
