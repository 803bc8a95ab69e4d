/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/plot.h"
#include "lib/proc.h"

#define GNUPLOT_TIMEOUT_NS 60000000000ULL
#define SVG_MAX (16U << 20)

static void
preamble(struct plot *p, const int size[3])
{
	fprintf(p->gp,
	    "# drawn by netharness report; redraw: gnuplot %s.gp\n"
	    "reset\n"
	    "set encoding utf8\n"
	    "set terminal svg size %d,%d dynamic noenhanced "
	    "font 'sans-serif,%d'\n"
	    "set termoption noenhanced\n"
	    "set output '%s.svg'\n"
	    "data = '%s.dat'\n"
	    "set border 3 lw 1 lc rgb '#777777'\n"
	    "set grid lt 1 lw 0.6 lc rgb '#d9d9d9'\n"
	    "set tics nomirror textcolor rgb '#333333'\n"
	    "unset key\n",
	    p->name, size[0], size[1], size[2], p->name, p->name);
}

int
plot_start(struct plot *p, const char *dir, const char *name, const int size[3],
    struct fail *f)
{
	*p = (struct plot){ .dir = dir };
	snprintf(p->name, sizeof(p->name), "%s", name);
	p->gp = open_memstream(&p->gp_text, &p->gp_len);
	p->dat = open_memstream(&p->dat_text, &p->dat_len);
	if (p->gp == NULL || p->dat == NULL) {
		plot_free(p);
		return fail(f, "report: %s: no memory", name);
	}
	preamble(p, size);
	return 0;
}

void
plot_free(struct plot *p)
{
	if (p->gp != NULL)
		fclose(p->gp);
	if (p->dat != NULL)
		fclose(p->dat);
	p->gp = p->dat = NULL;
	free(p->gp_text);
	free(p->dat_text);
	p->gp_text = p->dat_text = NULL;
}

/* Bytes of the first `chars` characters of UTF-8. */
static size_t
bytes_of(const char *text, size_t chars)
{
	size_t i = 0;

	while (text[i] != '\0') {
		if (((unsigned char)text[i] & 0xc0) != 0x80 && chars-- == 0)
			break;
		i++;
	}
	return i;
}

void
plot_quote(FILE *out, const char *text, size_t max)
{
	bool cut = text[bytes_of(text, max)] != '\0';
	size_t end = bytes_of(text, cut && max > 0 ? max - 1 : max);

	fputc('\'', out);
	for (size_t i = 0; i < end; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\'')
			fputs("\xe2\x80\x99", out);
		else
			fputc(c < 0x20 || c == 0x7f ? ' ' : c, out);
	}
	if (cut)
		fputs("\xe2\x80\xa6", out);
	fputc('\'', out);
}

static int
path_of(const struct plot *p, const char *ending, char *path, struct fail *f)
{
	int n = snprintf(path, PATH_MAX, "%s/%s.%s", p->dir, p->name, ending);

	if (n < 0 || n >= PATH_MAX)
		return fail(f, "report: %.200s: path too long", p->dir);
	return 0;
}

static int
save(const struct plot *p, const char *ending, const char *text, size_t len,
    struct fail *f)
{
	char path[PATH_MAX];
	FILE *out;
	int bad;

	if (path_of(p, ending, path, f) < 0)
		return -1;
	out = fopen(path, "w");
	if (out == NULL)
		return fail_errno(f, "%.300s", path);
	bad = fwrite(text, 1, len, out) != len;
	if (fclose(out) != 0 || bad)
		return fail_errno(f, "%.300s", path);
	return 0;
}

static int
close_texts(struct plot *p, struct fail *f)
{
	int bad = fclose(p->gp) != 0;

	bad |= fclose(p->dat) != 0;
	p->gp = p->dat = NULL;
	return bad ? fail(f, "report: %s: no memory", p->name) : 0;
}

/* By way of the shell for its cd: no path can be quoted for gnuplot's own. */
static int
run(const struct plot *p, struct fail *f)
{
	char script[96];
	struct proc child;
	int rc;

	snprintf(script, sizeof(script), "%s.gp", p->name);
	memset(&child, 0, sizeof(child));
	rc = proc_run(&child,
	    &(struct proc_job){ .name = "gnuplot",
		.argv = (const char *const[]){ "sh", "-c",
		    "cd -- \"$1\" && exec gnuplot \"$2\"", "sh", p->dir, script,
		    NULL },
		.timeout_ns = GNUPLOT_TIMEOUT_NS },
	    f);
	if (rc < 0 && WIFEXITED(child.status) &&
	    WEXITSTATUS(child.status) == 127)
		fail(f, "gnuplot: not found; make deps installs it");
	proc_free(&child);
	return rc;
}

static int
load(const struct plot *p, char **text, struct fail *f)
{
	char path[PATH_MAX];
	FILE *in;
	long size;

	if (path_of(p, "svg", path, f) < 0)
		return -1;
	in = fopen(path, "r");
	if (in == NULL)
		return fail_errno(f, "%.300s", path);
	if (fseek(in, 0, SEEK_END) < 0 || (size = ftell(in)) < 0 ||
	    size > (long)SVG_MAX) {
		fclose(in);
		return fail(f, "%.300s: not read", path);
	}
	rewind(in);
	*text = calloc(1, (size_t)size + 1);
	if (*text == NULL ||
	    fread(*text, 1, (size_t)size, in) != (size_t)size) {
		fclose(in);
		free(*text);
		*text = NULL;
		return fail(f, "%.300s: not read", path);
	}
	fclose(in);
	return 0;
}

/* What stands before an id or its use in gnuplot's output. */
static const char *const id_marks[] = { " id=\"", " id='", "href=\"#",
	"href='#", "url(#", NULL };

static size_t
id_mark(const char *at)
{
	for (int i = 0; id_marks[i] != NULL; i++)
		if (strncmp(at, id_marks[i], strlen(id_marks[i])) == 0)
			return strlen(id_marks[i]);
	return 0;
}

/* Length of a part of no use in the page: <title>, <desc>, comments. */
static size_t
useless(const char *at)
{
	static const char *const parts[][2] = { { "<title>", "</title>" },
		{ "<desc>", "</desc>" }, { "<!--", "-->" } };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *end;

		if (strncmp(at, parts[i][0], strlen(parts[i][0])) != 0)
			continue;
		end = strstr(at, parts[i][1]);
		if (end != NULL)
			return (size_t)(end - at) + strlen(parts[i][1]);
	}
	return 0;
}

static void
copy(struct html *h, const char *svg, const char *prefix)
{
	for (const char *p = svg; *p != '\0';) {
		size_t n = useless(p);

		if (n > 0) {
			p += n;
			continue;
		}
		n = id_mark(p);
		if (n == 0) {
			fputc(*p++, h->out);
			continue;
		}
		fprintf(h->out, "%.*s%s-", (int)n, p, prefix);
		p += n;
	}
}

int
plot_inline(struct html *h, const char *svg, const char *prefix,
    const char *label, struct fail *f)
{
	const char *start = strstr(svg, "<svg");

	if (start == NULL || strstr(start, "</svg>") == NULL)
		return fail(f, "%s.svg: gnuplot wrote no SVG", prefix);
	html_raw(h, "<svg role=\"img\" aria-label=\"");
	html_text(h, label);
	html_raw(h, "\"");
	copy(h, start + strlen("<svg"), prefix);
	return 0;
}

int
plot_finish(struct plot *p, struct html *h, const char *label, struct fail *f)
{
	char *svg = NULL;
	int rc = -1;

	if (close_texts(p, f) < 0)
		goto out;
	if (save(p, "gp", p->gp_text, p->gp_len, f) < 0 ||
	    save(p, "dat", p->dat_text, p->dat_len, f) < 0)
		goto out;
	if (run(p, f) < 0 || load(p, &svg, f) < 0)
		goto out;
	rc = plot_inline(h, svg, p->name, label, f);
out:
	free(svg);
	plot_free(p);
	return rc;
}
