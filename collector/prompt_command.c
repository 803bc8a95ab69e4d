/* SPDX-License-Identifier: BSD-2-Clause */
/* What a command line runs, and where: "ssh host 'sudo jexec web netstat'". */
#include <string.h>

#include "collector/prompt.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

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
	{ "setfib", "" },
	{ "rtprio", "" },
	{ "chrt", "" },
	{ "taskset", "" },
	{ "cpuset", "lsjp" },
};

/* Those that a word stands behind, as a time or a priority. */
static const char *const with_word[] = { "timeout", "setfib", "rtprio", "chrt",
	"taskset", NULL };

static bool
is_one(struct span s, const char *const *words)
{
	for (; *words != NULL; words++)
		if (span_is(s, *words))
			return true;
	return false;
}

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
		if (is_one(s, with_word)) {
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

/* ---- elsewhere --------------------------------------------------------------- */

static const struct place {
	const char *word[3]; /* up to NULL */
	const char *valued; /* letters of options with a word behind them */
	bool named; /* the next word is its name, else that of option -n */
} places[] = {
	{ { "ssh", NULL }, "BbcDEeFIiJLlmOopQRSWw", true },
	{ { "slogin", NULL }, "BbcDEeFIiJLlmOopQRSWw", true },
	{ { "rsh", NULL }, "l", true },
	{ { "ip", "netns", "exec" }, "", true },
	{ { "ip", NULL }, "", false },
	{ { "tc", NULL }, "", false },
	{ { "jexec", NULL }, "uU", true },
	{ { "docker", "exec", NULL }, "euw", true },
	{ { "podman", "exec", NULL }, "euw", true },
	{ { "lxc-attach", NULL }, "fpu", false },
};

/* The words of the place stand at the beginning; *at: behind them. */
static bool
stands(const struct place *p, const struct line *l, size_t *at)
{
	struct span s;

	*at = 0;
	for (size_t i = 0; i < 3 && p->word[i] != NULL; i++)
		if (!text_next(l, at, &s) || !span_is(s, p->word[i]))
			return false;
	return true;
}

/* Its name, and what runs there behind *at. */
static struct span
name_in(const struct place *p, const struct line *l, size_t *at)
{
	struct span s = { "", 0 }, value;
	const char *user;

	while (text_next(l, at, &s) && *s.p == '-') {
		bool name = span_is(s, "-n") || span_is(s, "-netns") ||
		    span_is(s, "--name");

		if (!p->named && name)
			return text_next(l, at, &s) ? s
						    : (struct span){ "", 0 };
		if (s.len == 2 && strchr(p->valued, s.p[1]) != NULL)
			text_next(l, at, &value);
		s.len = 0;
	}
	if (!p->named)
		return (struct span){ "", 0 };
	user = memchr(s.p, '@', s.len);
	if (user != NULL) {
		s.len -= (size_t)(user + 1 - s.p);
		s.p = user + 1;
	}
	return s;
}

/* One step of the way; NULL: it runs here. Else what runs there. */
static const char *
step(const char *command, struct span *host)
{
	const char *bare = prompt_bare(command + strspn(command, " \t'\""));
	struct line l = { .p = bare, .len = strlen(bare) };
	size_t at;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (!stands(&places[i], &l, &at))
			continue;
		*host = name_in(&places[i], &l, &at);
		if (host->len > 0 || places[i].named)
			return bare + at;
	}
	return NULL;
}

bool
prompt_elsewhere(const char *command, struct span *host)
{
	struct span there;
	bool away = false;

	*host = (struct span){ "", 0 };
	for (const char *rest = command;
	     rest != NULL && (rest = step(rest, &there)) != NULL;) {
		away = true;
		*host = there;
	}
	if (span_holds(*host, "$`\"'*;|&"))
		host->len = 0;
	return away || prompt_runs(command, "ssh") ||
	    prompt_runs(command, "netns") || prompt_runs(command, "nsenter");
}

struct span
prompt_word(struct span s)
{
	while (s.len > 0 && strchr(";|&)'\"", s.p[s.len - 1]) != NULL)
		s.len--;
	return s;
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
	next = prompt_word(next);
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
		s = prompt_word(s);
		if (s.len >= len &&
		    memcmp(s.p + s.len - len, program, len) == 0 &&
		    (s.len == len || strchr("/(;|&`'\"", s.p[s.len - len - 1])))
			return true;
	}
	return false;
}
