/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines by which the script of ask.h tells outputs from each other. */
#include <stdio.h>
#include <string.h>

#include "collector/ask_script.h"
#include "lib/clock.h"
#include "lib/num.h"

#define BLANKS " \t\n"

bool
mark_find(const char *text, size_t len, size_t from, const char *token,
    struct mark *m)
{
	size_t word = strlen(token);

	while (from < len) {
		const char *p = text + from;
		const char *end = memchr(p, '\n', len - from);
		size_t line = end != NULL ? (size_t)(end - p) : len - from;

		/* the last line may still be on its way */
		if (end != NULL && line > word && memcmp(p, token, word) == 0) {
			m->at = from;
			m->next = from + line + 1;
			snprintf(m->text, sizeof(m->text), "%.*s",
			    (int)(line - word - 1), p + word + 1);
			return true;
		}
		from += line + 1;
	}
	return false;
}

bool
mark_number(const struct mark *m, const char *word, size_t *number)
{
	size_t len = strlen(word);
	uint64_t n;

	if (strncmp(m->text, word, len) != 0 || m->text[len] != ' ' ||
	    num_u64(word, m->text + len + 1, 0, 1000000, &n, NULL) < 0)
		return false;
	*number = (size_t)n;
	return true;
}

static void
word_of(const char **text, char *to, size_t size)
{
	size_t len = strcspn(*text, BLANKS);

	snprintf(to, size, "%.*s", (int)len, *text);
	*text += len;
	*text += strspn(*text, BLANKS);
}

/* "0m1.230s"; false: not of that form. */
static bool
clock_ns(const char *word, uint64_t *ns)
{
	const char *m = strchr(word, 'm');
	char minutes[24];
	uint64_t n;

	if (m == NULL)
		return false;
	snprintf(minutes, sizeof(minutes), "%.*s", (int)(m - word), word);
	if (num_u64("minutes", minutes, 0, 1U << 30, &n, NULL) < 0 ||
	    num_duration("seconds", m + 1, 0, 60 * CLOCK_NS_PER_S, ns, NULL) <
		0)
		return false;
	*ns += n * 60 * CLOCK_NS_PER_S;
	return true;
}

/* Sum of the four figures of `times`; -1: not known. */
static double
times_ms(const char *text, size_t len)
{
	char copy[160], word[32];
	const char *at = copy;
	uint64_t ns, sum = 0;

	snprintf(
	    copy, sizeof(copy), "%.*s", (int)(len < 150 ? len : 150), text);
	for (int i = 0; i < 4; i++) {
		at += strspn(at, BLANKS);
		word_of(&at, word, sizeof(word));
		if (!clock_ns(word, &ns))
			return -1;
		sum += ns;
	}
	return (double)sum / 1e6;
}

static void
take_host(struct asked *a, const char *uname)
{
	word_of(&uname, a->os, sizeof(a->os));
	word_of(&uname, a->name, sizeof(a->name));
	word_of(&uname, a->release, sizeof(a->release));
	word_of(&uname, a->machine, sizeof(a->machine));
}

/* The first is of the login shell, the next of all until then. */
static void
take_times(struct asked *a, double ms)
{
	if (!a->timed)
		a->shell_cpu_ms = ms;
	else if (ms >= 0 && a->shell_cpu_ms >= 0)
		a->cpu_ms = ms - a->shell_cpu_ms;
	a->timed = true;
}

bool
mark_about(struct asked *a, const struct mark *m, const char *text, size_t len)
{
	if (strncmp(m->text, "host ", 5) == 0)
		take_host(a, m->text + 5);
	else if (strncmp(m->text, "boot ", 5) == 0)
		snprintf(a->boot_id, sizeof(a->boot_id), "%.63s", m->text + 5);
	else if (strcmp(m->text, "times") == 0)
		take_times(a, times_ms(text + m->next, len - m->next));
	else if (strcmp(m->text, "isolated") == 0)
		a->isolated = true;
	else
		return false;
	return true;
}
