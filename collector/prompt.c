/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prompts of the usual shells as the systems and their users set them:
 * "$ ", "# ", "% ", "host% ", "[host]# ", "[user@host dir]$ ", "user@host:~$ ",
 * "root@host:~ # " (FreeBSD), "host:~ # " (SuSE), "(venv) user@host ~ % ".
 */
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

bool
prompt_line(const struct line *l, struct span *command)
{
	size_t i = sign_of(l, 0);

	if (i == l->len || !is_prompt((struct span){ l->p, i }))
		return false;
	for (i++; i < l->len && is_blank(l->p[i]); i++)
		;
	*command = (struct span){ l->p + i, l->len - i };
	return true;
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
	return s.len == 0 || strspn(s.p, "0123456789.") >= s.len;
}

bool
prompt_host(const struct line *l, struct span *host)
{
	struct span s = { l->p, sign_of(l, 0) }, venv;
	const char *at;

	if (s.len == l->len)
		return false;
	if (s.len > 0 && *s.p == '(') { /* "(venv) " */
		at = memchr(s.p, ')', s.len);
		venv = (struct span){ s.p,
			at == NULL ? 0 : (size_t)(at - s.p) + 1 };
		s.p += venv.len;
		s.len -= venv.len;
	}
	while (s.len > 0 && (is_blank(*s.p) || *s.p == '[')) {
		s.p++;
		s.len--;
	}
	at = memchr(s.p, '@', s.len);
	if (at != NULL) {
		s.len -= (size_t)(at + 1 - s.p);
		s.p = at + 1;
	}
	for (host->len = 0; host->len < s.len; host->len++)
		if (strchr(" \t:~/]", s.p[host->len]) != NULL)
			break;
	host->p = s.p;
	return !is_no_host(*host);
}

/* ---- what stands in front of a command ------------------------------------ */

static const struct {
	const char *word, *valued; /* valued: letters of options with a word */
} before[] = {
	{ "sudo", "ugprCTDRh" },
	{ "doas", "uC" },
	{ "time", "fo" },
	{ "nice", "n" },
	{ "nohup", "" },
	{ "env", "uCS" },
	{ "command", "" },
	{ "exec", "a" },
	{ "stdbuf", "ioe" },
	{ "timeout", "ks" },
};

/* Behind the options of such a word; its options are behind `rest`. */
static const char *
behind_options(const char *rest, const char *valued)
{
	struct line l = { .p = rest, .len = strlen(rest) };
	struct span s;
	size_t at = 0, start = 0;

	while (text_next(&l, &at, &s) &&
	    (*s.p == '-' || memchr(s.p, '=', s.len) != NULL)) {
		if (s.len == 2 && strchr(valued, s.p[1]) != NULL)
			text_next(&l, &at, &s);
		start = at;
	}
	return rest + start;
}

const char *
prompt_bare(const char *command)
{
	for (size_t i = 0;
	     command != NULL && i < sizeof(before) / sizeof(before[0]);) {
		struct line l = { .p = command, .len = strlen(command) };
		struct span s = { "", 0 };
		size_t at = 0;

		text_next(&l, &at, &s);
		if (!span_is(s, before[i].word)) {
			i++;
			continue;
		}
		command = behind_options(command + at, before[i].valued);
		/* the time that it is given */
		if (span_is(s, "timeout")) {
			l = (struct line){ .p = command,
				.len = strlen(command) };
			at = 0;
			text_next(&l, &at, &s);
			command += at;
		}
		i = 0;
	}
	while (command != NULL && is_blank(*command))
		command++;
	return command;
}

/* The host of what stands behind "ssh": its first word that is no option. */
static struct span
ssh_host(const char *rest)
{
	static const char valued[] = "BbcDEeFIiJLlmOopQRSWw";
	struct line l = { .p = rest, .len = strlen(rest) };
	struct span s = { "", 0 };
	size_t at = 0;
	const char *user;

	while (text_next(&l, &at, &s) && *s.p == '-')
		if (s.len == 2 && strchr(valued, s.p[1]) != NULL)
			text_next(&l, &at, &s);
	user = memchr(s.p, '@', s.len);
	if (user != NULL) {
		s.len -= (size_t)(user + 1 - s.p);
		s.p = user + 1;
	}
	return span_holds(s, "$`\"'*;|&") || (s.len > 0 && *s.p == '-')
	    ? (struct span){ "", 0 }
	    : s;
}

bool
prompt_elsewhere(const char *command, struct span *host)
{
	const char *bare = prompt_bare(command);
	struct line l = { .p = bare, .len = bare != NULL ? strlen(bare) : 0 };
	struct span s[5];
	size_t n = text_fields(&l, s, 5);

	*host = (struct span){ "", 0 };
	if (n > 1 && span_is(s[0], "ssh"))
		*host = ssh_host(s[1].p);
	else if (n > 4 && span_is(s[0], "ip") && span_is(s[1], "netns") &&
	    span_is(s[2], "exec"))
		*host = s[3];
	else if (n > 3 && (span_is(s[0], "ip") || span_is(s[0], "tc")) &&
	    (span_is(s[1], "-n") || span_is(s[1], "-netns")))
		*host = s[2];
	return host->len > 0 || prompt_runs(command, "ssh") ||
	    prompt_runs(command, "netns");
}

bool
prompt_behind(const char *command, const char *word, struct span *behind)
{
	struct line l = { .p = command,
		.len = command != NULL ? strlen(command) : 0 };
	struct span s, next = { "", 0 };
	size_t at = 0, n = 0;

	while (text_next(&l, &at, &s))
		if (span_is(s, word))
			n += text_next(&l, &at, &next);
	while (next.len > 0 && strchr(";|&)", next.p[next.len - 1]) != NULL)
		next.len--;
	if (n != 1 || next.len == 0 || span_holds(next, "$`"))
		return false;
	*behind = next;
	return true;
}

bool
prompt_runs(const char *command, const char *program)
{
	struct line l = { .p = command,
		.len = command != NULL ? strlen(command) : 0 };
	struct span s;
	size_t at = 0, len = strlen(program);

	while (text_next(&l, &at, &s)) {
		while (s.len > len && strchr(";|&)", s.p[s.len - 1]) != NULL)
			s.len--;
		if (s.len >= len &&
		    memcmp(s.p + s.len - len, program, len) == 0 &&
		    (s.len == len || strchr("/(;|&`", s.p[s.len - len - 1])))
			return true;
	}
	return false;
}
