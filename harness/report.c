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
meta(const struct report_run *run, struct html *h)
{
	const json_t *r = report_at(run->root, "run");
	const char *id = report_text(r, "id");
	const char *cpu = report_text(run->root, "environment.cpu_model");
	int64_t from = 0, to = 0;
	char a[REPORT_NUM], b[REPORT_NUM];

	report_int(r, "started_wall_ns", &from);
	report_int(r, "finished_wall_ns", &to);
	html_textf(h, "%s to %s \xc2\xb7 run %s \xc2\xb7 ",
	    report_time(from, a), report_time(to, b),
	    id == NULL ? REPORT_UNKNOWN : id);
	if (cpu != NULL)
		html_textf(h, "%s \xc2\xb7 ", cpu);
}

static void
masthead(const struct report_run *run, struct html *h)
{
	const char *tool = report_text(run->root, "tool.name");
	const char *version = report_text(run->root, "tool.version");

	html_raw(h, "<header><p class=\"kind\">");
	html_raw(
	    h, run->ledger_only ? "netblast loss ledger" : "netblast report");
	html_raw(h, "</p>");
	html_element(h, "h1", title_of(run));
	html_raw(h, "<p class=\"meta\">");
	if (!run->ledger_only)
		meta(run, h);
	html_textf(h, "by %s %s", tool == NULL ? REPORT_UNKNOWN : tool,
	    version == NULL ? "" : version);
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
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src 'none'; style-src 'unsafe-inline'; "
	    "img-src data:\">\n"
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
	    "</main>\n<footer><p>Made by netharness report. The "
	    "drawings lie beside the page as .gp, .dat "
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

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
report_page(
    const char *from, const char *out, char *page, size_t size, struct fail *f)
{
	size_t len = strlen(from);
	int n;

	if (out != NULL && is_file_name(out)) {
		n = snprintf(page, size, "%s", out);
	} else if (out != NULL) {
		n = snprintf(page, size, "%s/index.html", out);
	} else if (is_folder(from)) {
		n = snprintf(page, size, "%s/report/index.html", from);
	} else { /* FILE.json: FILE.html */
		if (len > 5 && strcmp(from + len - 5, ".json") == 0)
			len -= 5;
		n = snprintf(page, size, "%.*s.html", (int)len, from);
	}
	if (n < 0 || (size_t)n >= size)
		return fail(f, "report: path too long");
	return 0;
}

/* Plots lie beside index.html, or in FILE-plots/ beside FILE.html. */
static int
target_of(const char *from, const char *out, struct target *t, struct fail *f)
{
	static const char in_folder[] = "/index.html";
	size_t len;
	const char *tail = "";

	if (report_page(from, out, t->page, sizeof(t->page) - 16, f) < 0)
		return -1;
	len = strlen(t->page);
	if (len > strlen(in_folder) &&
	    strcmp(t->page + len - strlen(in_folder), in_folder) == 0) {
		len -= strlen(in_folder);
	} else {
		len -= strlen(".html");
		tail = "-plots";
	}
	snprintf(t->plots, sizeof(t->plots), "%.*s%s", (int)len, t->page, tail);
	snprintf(t->temporary, sizeof(t->temporary), "%.*s.tmp",
	    (int)sizeof(t->page) - 16, t->page);
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
report_write(const char *from, const char *out, struct fail *f)
{
	struct html h = { .out = NULL };
	struct target t;
	struct report r = { .html = &h, .plot_dir = t.plots };
	struct report_run run;
	char path[PATH_MAX];
	int rc = -1;

	if (snprintf(path, sizeof(path), "%s%s", from,
		is_folder(from) ? "/run.json" : "") >= (int)sizeof(path))
		return fail(f, "report: path too long");
	if (report_run_load(&run, path, f) < 0)
		return -1;
	if (target_of(from, out, &t, f) < 0 || html_start(&h, f) < 0)
		goto out;
	if (page(&run, &r, f) < 0 || html_finish(&h, f) < 0)
		goto out;
	rc = save(&t, &h, f);
out:
	html_free(&h);
	report_run_free(&run);
	return rc;
}
