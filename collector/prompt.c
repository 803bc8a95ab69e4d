/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prompts of the usual shells as the systems and their users set them:
 * "$ ", "# ", "% ", "host% ", "[host]# ", "[user@host dir]$ ", "user@host:~$ ",
 * "root@host:~ # " (FreeBSD), "host:~ # " (SuSE), "(venv) user@host ~ % ".
 * In front of a program that we know also "host ~ # " (Gentoo), "host> ",
 * "user@host:~> ", "12:30:01 root@host [~]# ", and any of them without a blank
 * behind it.
 */
#include <ctype.h>
#include <string.h>

#include "collector/prompt.h"

#define PROMPT_MAX 80

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Where the sign stands that ends a prompt; l->len: nowhere. */
static size_t
sign_of(const struct line *l, size_t from)
{
	char shut = '\0';

	for (size_t i = from; i < l->len && i < PROMPT_MAX; i++) {
		char c = l->p[i];

		if (shut != '\0') {
			if (c == shut)
				shut = '\0';
			continue;
		}
		if (c == '[' || c == '(')
			shut = c == '[' ? ']' : ')';
		else if ((c == '#' || c == '$' || c == '%') &&
		    (i + 1 == l->len || is_blank(l->p[i + 1])))
			return i;
	}
	return l->len;
}

/* Blanks stand in a prompt only behind something like a host or a path. */
static bool
is_prompt(struct span before)
{
	struct line l = { .p = before.p, .len = before.len };
	struct span s[5];
	size_t words = text_fields(&l, s, 5);

	if (words <= 1 && (words == 0 || is_blank(l.p[l.len - 1])))
		return words == 0 || span_holds(s[0], "@:~");
	if (words == 1 || *before.p == '[')
		return !span_holds(before, "<>\"'=,;") &&
		    strspn(before.p, "0123456789.,%") < before.len;
	return words < 5 && span_holds(s[0], "@:~)") &&
	    !span_holds(s[0], "<>\"'=,;%") && is_blank(l.p[l.len - 1]);
}

/* ---- in front of a program that we know ------------------------------------ */

/* What prints listings, or stands in front of what does. */
static bool
is_program(struct span s)
{
	static const char *const words[] = { "netstat", "vmstat", "ifconfig",
		"ip", "ethtool", "sysctl", "cat", "top", "systat", "ifstat",
		"mpstat", "nstat", "tc", "nft", "pfctl", "ipfw", "ipfstat",
		"npfctl", "iptables", "iptables-save", "dmesg", "uname", "time",
		"date", "sudo", "doas", "ssh", "jexec", "nice", "setfib", "ss",
		"netblast", "netsend", "netreceive", "watch", "grep", "head",
		"tail", "pciconf", "lspci", NULL };
	const char *slash;

	while (s.len > 0 && (slash = memchr(s.p, '/', s.len)) != NULL) {
		s.len -= (size_t)(slash + 1 - s.p);
		s.p = slash + 1;
	}
	return span_one_of(s, words);
}

/* Of such words a command's line is made, and a sentence is not. */
static bool
is_argument(struct span s)
{
	static const char *const words[] = { "link", "addr", "show", "dev",
		"qdisc", "list", "ls", "pipe", "info", NULL };

	return span_one_of(s, words) || *s.p == '-' ||
	    (strchr(".,;!?", s.p[s.len - 1]) == NULL &&
		span_holds(s, "./0123456789"));
}

bool
prompt_none(const struct line *l, struct span *command)
{
	static const char signs[] = "-+*:>`= \t";
	size_t from = 0, to = l->len, at = 0;
	struct line inner;
	struct span s;

	while (from < to && strchr(signs, l->p[from]) != NULL)
		from++;
	while (to > from && strchr(signs, l->p[to - 1]) != NULL)
		to--;
	inner = (struct line){ .p = l->p + from, .len = to - from };
	*command = (struct span){ inner.p, inner.len };
	if (!text_next(&inner, &at, &s) || !is_program(s) ||
	    !text_next(&inner, &at, &s))
		return false;
	do
		if (!is_argument(s))
			return false;
	while (text_next(&inner, &at, &s));
	return true;
}

/* A time, a number of history, a path: no host, and no word of a sentence. */
static bool
is_aside(struct span s)
{
	return strchr("~/[(<", *s.p) != NULL ||
	    strspn(s.p, "0123456789.:[]()") >= s.len;
}

/* One word that is the host, with its user maybe, and such asides. */
static bool
is_any_prompt(struct span before)
{
	struct line l = { .p = before.p, .len = before.len };
	struct span s[5];
	size_t n = text_fields(&l, s, 5), words = 0;

	for (size_t i = 0; i < n && i < 5; i++) {
		if (span_holds(s[i], "\"'=,;!?`*{}"))
			return false;
		words += !is_aside(s[i]) &&
		    (i == 0 ||
			(!span_is(s[i], "root") && !span_is(s[i], "ksh")));
	}
	return n < 5 && words <= 1;
}

/* The sign in front of a program that we know; l->len: there is none. */
static size_t
sign_before_program(const struct line *l)
{
	for (size_t i = 0; i < l->len && i < PROMPT_MAX; i++) {
		struct span s;
		size_t at = i + 1;

		if (strchr("#$%>", l->p[i]) == NULL || l->p[i] == '\0' ||
		    !text_next(l, &at, &s) || !is_program(s))
			continue;
		if (is_any_prompt((struct span){ l->p, i }))
			return i;
	}
	return l->len;
}

/* The sign that ends a prompt; l->len: this is none. */
static size_t
prompt_end(const struct line *l)
{
	size_t i = sign_of(l, 0);

	return i < l->len && is_prompt((struct span){ l->p, i })
	    ? i
	    : sign_before_program(l);
}

bool
prompt_line(const struct line *l, struct span *command)
{
	size_t i = prompt_end(l);

	if (i == l->len)
		return false;
	for (i++; i < l->len && is_blank(l->p[i]); i++)
		;
	*command = (struct span){ l->p + i, l->len - i };
	return true;
}

bool
prompt_follows(const struct line *l, size_t n)
{
	struct span typed;

	while (n > 0 && l->len == 0) {
		l++;
		n--;
	}
	return n > 0 && (line_begins(l, "==") || prompt_line(l, &typed));
}

/* "sh-5.1", "bash", "~": no host. Nor is a number, or who is always there. */
static bool
is_no_host(struct span s)
{
	static const char *const words[] = { "sh", "bash", "csh", "tcsh", "ksh",
		"zsh", "ash", "dash", "fish", "root" };

	if (s.len > 0 && *s.p == '-') {
		s.p++;
		s.len--;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);

		if (span_is(s, words[i]) ||
		    (s.len > len + 1 && span_begins(s, words[i]) &&
			s.p[len] == '-' && s.p[len + 1] >= '0' &&
			s.p[len + 1] <= '9'))
			return true;
	}
	return s.len == 0 || strspn(s.p, "0123456789.#$%") >= s.len;
}

/* Behind "(venv) ", "[12:30:01] ", "1 " in front of it. */
static struct span
behind_asides(struct span s)
{
	struct line l = { .p = s.p, .len = s.len };
	struct span word;
	size_t at = 0, from = 0;

	while (text_next(&l, &at, &word) &&
	    (*word.p == '(' || strspn(word.p, "0123456789.:[]<") >= word.len))
		from = at;
	return (struct span){ s.p + from, s.len - from };
}

bool
prompt_host(const struct line *l, struct span *host)
{
	struct span s = { l->p, prompt_end(l) };
	const char *at;

	if (s.len == l->len)
		return false;
	s = behind_asides(s);
	while (s.len > 0 && (is_blank(*s.p) || *s.p == '[' || *s.p == '<')) {
		s.p++;
		s.len--;
	}
	at = memchr(s.p, '@', s.len);
	if (at != NULL) {
		s.len -= (size_t)(at + 1 - s.p);
		s.p = at + 1;
	}
	for (host->len = 0; host->len < s.len; host->len++)
		if (strchr(" \t:~/[]>|", s.p[host->len]) != NULL)
			break;
	host->p = s.p;
	return !is_no_host(*host);
}
