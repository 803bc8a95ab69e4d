/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/html.h"

int
html_start(struct html *h, struct fail *f)
{
	h->buf = NULL;
	h->len = 0;
	h->broken = false;
	h->out = open_memstream(&h->buf, &h->len);
	if (h->out == NULL)
		return fail_errno(f, "report: page");
	return 0;
}

int
html_finish(struct html *h, struct fail *f)
{
	int bad = h->broken || ferror(h->out);

	if (fclose(h->out) != 0)
		bad = 1;
	h->out = NULL;
	if (bad)
		return fail(f, "report: page: no memory");
	return 0;
}

void
html_free(struct html *h)
{
	if (h->out != NULL)
		fclose(h->out);
	h->out = NULL;
	free(h->buf);
	h->buf = NULL;
}

void
html_raw(struct html *h, const char *text)
{
	fputs(text, h->out);
}

static const char *
escape(unsigned char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '`':
		return "&#96;";
	case '\n':
	case '\t':
		return NULL;
	default:
		return c < 0x20 || c == 0x7f ? "\xef\xbf\xbd" : NULL;
	}
}

void
html_text(struct html *h, const char *text)
{
	if (text == NULL)
		return;
	for (const char *p = text; *p != '\0'; p++) {
		const char *e = escape((unsigned char)*p);

		if (e != NULL)
			fputs(e, h->out);
		else
			fputc(*p, h->out);
	}
}

void
html_textf(struct html *h, const char *format, ...)
{
	char small[512];
	char *big = NULL;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(small, sizeof(small), format, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof(small)) {
		html_text(h, small);
		return;
	}
	big = n < 0 ? NULL : malloc((size_t)n + 1);
	if (big == NULL) {
		h->broken = true;
		return;
	}
	va_start(ap, format);
	vsnprintf(big, (size_t)n + 1, format, ap);
	va_end(ap);
	html_text(h, big);
	free(big);
}

void
html_open(struct html *h, const char *tag, ...)
{
	const char *name, *value;
	va_list ap;

	fprintf(h->out, "<%s", tag);
	va_start(ap, tag);
	while ((name = va_arg(ap, const char *)) != NULL) {
		value = va_arg(ap, const char *);
		if (value == NULL)
			continue;
		fprintf(h->out, " %s=\"", name);
		html_text(h, value);
		fputc('"', h->out);
	}
	va_end(ap);
	fputc('>', h->out);
}

void
html_close(struct html *h, const char *tag)
{
	fprintf(h->out, "</%s>", tag);
}

void
html_element(struct html *h, const char *tag, const char *text)
{
	html_open(h, tag, NULL);
	html_text(h, text);
	html_close(h, tag);
}

static int
plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

char *
html_anchor(const char *prefix, const char *text, char *buf, size_t size)
{
	size_t n = (size_t)snprintf(buf, size, "%s", prefix);

	if (n >= size)
		return buf;
	for (const char *p = text; *p != '\0' && n + 1 < size; p++)
		buf[n++] = plain((unsigned char)*p) ? *p : '-';
	buf[n] = '\0';
	return buf;
}
