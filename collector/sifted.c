/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Of "ethtool -S eth0 | grep drop" the heading is gone, but any row tells all
 * of itself. So it is put before them again. `sysctl -n` leaves out the names,
 * which are those of the command.
 */
#include <ctype.h>
#include <stdio.h>

#include "collector/prompt.h"
#include "collector/sifted.h"

#define ROWS_MAX 512 /* no more is copied than is likely read */
#define NAMES_MAX 64

/* The next "|" that is none of a pattern between quotes. */
static const char *
pipe_of(const char *command)
{
	char shut = '\0';

	for (; *command != '\0'; command++) {
		if (shut != '\0')
			shut = *command == shut ? '\0' : shut;
		else if (*command == '\'' || *command == '"')
			shut = *command;
		else if (*command == '|')
			return command;
	}
	return NULL;
}

/* Read `line` instead of r->line; `in_front` lines of it are ours. */
static const struct parser *
read_instead(struct reading *r, struct line *line, size_t n, size_t in_front)
{
	struct reading with = *r;
	const struct parser *p;

	with.line = line;
	with.n = n;
	p = parse_here(&with);
	if (p != NULL && with.used > in_front) {
		with.line = r->line;
		with.n = r->n;
		with.used -= in_front;
		*r = with;
		return p;
	}
	counters_free(&with.counters);
	return NULL;
}

/* ---- headings --------------------------------------------------------------- */

static bool
ends_in_digit(const struct line *l)
{
	return l->len > 0 && isdigit((unsigned char)l->p[l->len - 1]);
}

static bool
begins_with_digit(const struct line *l)
{
	return l->len > 0 && isdigit((unsigned char)*l->p);
}

/* "ip" of "netstat -s -p ip", "netstat -sp ip"; empty: of several */
static struct span
protocol_of(const char *command, const char *end)
{
	struct line l = { .p = command, .len = (size_t)(end - command) };
	struct span s, none = { "", 0 };
	bool counts = false, next = false;
	size_t at = 0;

	while (text_next(&l, &at, &s)) {
		if (next)
			none = s;
		next = *s.p == '-' && s.p[s.len - 1] == 'p';
		counts |= *s.p == '-' && memchr(s.p, 's', s.len) != NULL;
	}
	return counts ? none : (struct span){ "", 0 };
}

/* Is this letter among the options in front of the "|"? */
static bool
has_option(const char *command, const char *end, char letter)
{
	struct line l = { .p = command, .len = (size_t)(end - command) };
	struct span s;
	size_t at = 0;

	while (text_next(&l, &at, &s))
		if (*s.p == '-' && memchr(s.p, letter, s.len) != NULL)
			return true;
	return false;
}

/*
 * The heading of `netstat -i`, by its options and the first row, which is to
 * be one of FreeBSD or DragonFly with an address: one field more than there
 * were always is Idrop of FreeBSD 8 and later. NULL: it is another row.
 */
static const char *
interfaces_of(struct reading *r, const char *command, const char *end)
{
	bool bytes = has_option(command, end, 'b');
	bool drops = has_option(command, end, 'd');
	size_t want = 9 + 2 * bytes + drops, n = 0, i = 0;
	struct span s[16];
	char text[120];

	/* mail may have broken it */
	do
		n += text_fields(&r->line[i], s + n, 16 - n);
	while (n < want && ++i < r->n && line_breaks(&r->line[i - 1]));
	/* a row that the end of the text cut has fewer, too */
	if (i == r->n || !r->line[i].ended || (n != want && n != want + 1) ||
	    (r->os != NULL && r->version != 0 &&
		(n > want) !=
		    (strcmp(r->os, "FreeBSD") == 0 && r->version >= 8)) ||
	    !span_begins(s[2], "<Link#") || s[3].len != 17 ||
	    s[3].p[2] != ':' || has_option(command, end, 'h'))
		return NULL;
	snprintf(text, sizeof(text),
	    "Name Mtu Network Address Ipkts Ierrs%s%s Opkts Oerrs%s Coll%s",
	    n > want ? " Idrop" : "", bytes ? " Ibytes" : "",
	    bytes ? " Obytes" : "", drops ? " Drop" : "");
	return arena_text(r->arena, text, strlen(text));
}

static const char *
heading_of(struct reading *r, const char *command, const char *end,
    bool (**is_row)(const struct line *))
{
	static const struct {
		const char *command, *heading;
	} known[] = {
		{ "ethtool -S ", "NIC statistics:" },
		{ "vmstat -i", "interrupt total rate" },
	};
	char text[24];
	struct span s;

	*is_row = ends_in_digit;
	for (size_t i = 0; i < 2; i++)
		if (strncmp(command, known[i].command,
			strlen(known[i].command)) == 0)
			return known[i].heading;
	if (strncmp(command, "netstat ", 8) != 0)
		return NULL;
	if (has_option(command, end, 'i') || has_option(command, end, 'I'))
		return interfaces_of(r, command, end);
	*is_row = begins_with_digit;
	s = protocol_of(command, end);
	if (s.len == 0 || s.len + 1 >= sizeof(text))
		return NULL;
	snprintf(text, sizeof(text), "%.*s:", (int)s.len, s.p);
	return arena_text(r->arena, text, s.len + 1);
}

/* The first row once more, of a loop: the next reading begins. */
static bool
is_again(const struct line *first, const struct line *l)
{
	struct span a[3], b[3];

	return l != first && text_fields(first, a, 3) == 3 &&
	    text_fields(l, b, 3) == 3 && span_begins(a[2], "<Link") &&
	    a[2].len == b[2].len && memcmp(a[2].p, b[2].p, a[2].len) == 0;
}

static const struct parser *
read_grepped(struct reading *r, const char *bare)
{
	const char *pipe = pipe_of(bare);
	bool (*is_row)(const struct line *);
	struct line *l;
	const char *heading;
	size_t n = 0;

	if (pipe == NULL || pipe_of(pipe + 1) != NULL ||
	    !(prompt_runs(pipe, "grep") || prompt_runs(pipe, "egrep") ||
		prompt_runs(pipe, "tail")))
		return NULL;
	heading = heading_of(r, bare, pipe, &is_row);
	if (heading == NULL)
		return NULL;
	while (n < r->n && n < ROWS_MAX && is_row(&r->line[n]) &&
	    !is_again(r->line, &r->line[n]))
		n++;
	l = n > 0 ? arena_get(r->arena, (n + 1) * sizeof(*l)) : NULL;
	if (l == NULL || r->arena->broken)
		return NULL;
	memcpy(l + 1, r->line, n * sizeof(*l));
	l[0] = (struct line){ .p = heading, .raw = heading, .ended = true };
	l->len = l->raw_len = strlen(heading);
	return read_instead(r, l, n + 1, 1);
}

/* ---- names ------------------------------------------------------------------ */

/* What is typed behind -n; 0: other options, or nothing of that. */
static size_t
names_of(const char *command, struct span name[NAMES_MAX])
{
	struct line l = { .p = command, .len = strlen(command) };
	struct span s;
	size_t at = 0, n = 0;

	if (!text_next(&l, &at, &s) || !prompt_runs(command, "sysctl") ||
	    !text_next(&l, &at, &s) || !span_is(s, "-n"))
		return 0;
	while (text_next(&l, &at, &s)) {
		if (n == NAMES_MAX || memchr(s.p, '.', s.len) == NULL ||
		    span_holds(s, "|;&<>$`(=*"))
			return 0;
		name[n++] = s;
	}
	return n;
}

/* A line for each name and no more: a tree among them would print several. */
static const struct parser *
read_nameless(struct reading *r, const char *bare)
{
	struct span name[NAMES_MAX], typed;
	size_t n = names_of(bare, name);
	struct line *l;

	if (n == 0 || n > r->n ||
	    (n < r->n && r->line[n].len > 0 &&
		!prompt_line(&r->line[n], &typed)))
		return NULL;
	l = arena_get(r->arena, n * sizeof(*l));
	for (size_t i = 0; i < n && !r->arena->broken; i++) {
		size_t size = name[i].len + r->line[i].len + 2;
		char *text = arena_get(r->arena, size);

		/* one that is not there has said so in the place of a value */
		if (r->arena->broken || r->line[i].len == 0 ||
		    prompt_line(&r->line[i], &typed) ||
		    line_begins(&r->line[i], "sysctl: "))
			return NULL;
		snprintf(text, size, "%.*s=%.*s", (int)name[i].len, name[i].p,
		    (int)r->line[i].len, r->line[i].p);
		l[i] = r->line[i];
		l[i].p = text;
		l[i].len = size - 1;
	}
	return r->arena->broken ? NULL : read_instead(r, l, n, 0);
}

const struct parser *
sifted_read(struct reading *r)
{
	const char *bare = prompt_bare(r->command);
	const struct parser *p = NULL;

	if (bare != NULL)
		p = read_nameless(r, bare);
	return bare != NULL && p == NULL ? read_grepped(r, bare) : p;
}
