/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/ask_script.h"
#include "lib/clock.h"
#include "lib/num.h"

#define TOTAL_MAX (64U << 20) /* of all outputs together */
#define TICK_NS (200 * 1000000ULL)
#define TOTAL_S_MAX 180 /* to wait for all of them */
/* a command's last bytes and its end mark are behind each other */
#define MARK_ROOM 65536U
#define END_S 3 /* and for their end, where they are not to go on */

int
ask_token(char token[ASK_TOKEN], struct fail *f)
{
	static const char path[] = "/dev/urandom";
	FILE *in = fopen(path, "r");
	int c;

	if (in == NULL)
		return fail_errno(f, "%s", path);
	setvbuf(in, NULL, _IONBF, 0);
	for (size_t i = 0; i < ASK_TOKEN - 1; i++) {
		c = getc(in);
		if (c == EOF) {
			fclose(in);
			return fail(f, "%s: cannot be read", path);
		}
		token[i] = (char)('a' + (c & 15));
	}
	token[ASK_TOKEN - 1] = '\0';
	fclose(in);
	return 0;
}

/* ---- what came back ------------------------------------------------------- */

struct taker {
	struct ask *v;
	size_t n;
	const char *token;
};

static void
take_text(struct ask *k, const char *text, size_t from, size_t to)
{
	k->text = text + from;
	/* the newline before the mark is ours */
	k->len = to > from ? to - from - 1 : 0;
	k->cut = k->len > ASK_TEXT_MAX;
	if (k->cut)
		k->len = ASK_TEXT_MAX;
}

/* "at 1764590400123456789", before a command or after the one that ended. */
static bool
take_date(const struct mark *m, struct ask **last, uint64_t *start)
{
	uint64_t ns;

	if (strncmp(m->text, "at ", 3) != 0)
		return false;
	if (num_u64("at", m->text + 3, 1, UINT64_MAX, &ns, NULL) < 0)
		ns = 0;
	if (*last == NULL)
		*start = ns;
	else if ((*last)->start_ns > 0 && ns >= (*last)->start_ns)
		(*last)->took_ns = ns - (*last)->start_ns;
	*last = NULL;
	return true;
}

/* Standard output. true: all was asked. */
static bool
take_out(struct asked *a, const struct taker *t)
{
	const struct proc_text *out = &a->proc.got_out;
	struct mark m = { .next = 0 };
	size_t from = 0, i = 0;
	struct ask *last = NULL;
	uint64_t start = 0;
	bool bye = false;

	while (mark_find(out->text, out->len, m.next, t->token, &m)) {
		if (mark_number(&m, "begin", &i) && i < t->n) {
			t->v[i].begun = true;
			t->v[i].start_ns = start;
			start = 0;
			from = m.next;
		} else if (mark_number(&m, "end", &i) && i < t->n) {
			t->v[i].ended = true;
			take_text(&t->v[i], out->text, from, m.at);
			last = t->v[i].dated ? &t->v[i] : NULL;
		} else if (take_date(&m, &last, &start)) {
			continue;
		} else if (!mark_about(a, &m, out->text, out->len)) {
			bye |= strcmp(m.text, "bye") == 0;
		}
	}
	return bye;
}

/* Standard error; *rest: where that begins which is no command's. */
static void
take_err(struct asked *a, const struct taker *t, size_t *rest)
{
	const struct proc_text *err = &a->proc.got_err;
	struct mark m = { .next = 0 };
	struct ask *k = NULL;
	size_t i, number;

	*rest = 0;
	while (mark_find(err->text, err->len, m.next, t->token, &m)) {
		if (mark_number(&m, "begin", &i) && i < t->n) {
			k = &t->v[i];
			k->err = err->text + m.next;
			k->status = -1;
		} else if (k == NULL) {
			continue;
		} else if (mark_number(&m, "status", &number)) {
			k->err_len = (size_t)(err->text + m.at - k->err);
			k->status = (int)number;
		} else if (strcmp(m.text, "late") == 0) {
			k->late = true;
		}
		*rest = m.next;
	}
}

/* The last line with something in it, without control characters. */
static void
last_line(const char *text, size_t len, char *to, size_t size)
{
	size_t at;

	while (len > 0 && isspace((unsigned char)text[len - 1]))
		len--;
	for (at = len; at > 0 && text[at - 1] != '\n'; at--)
		;
	snprintf(to, size, "%.*s", (int)(len - at < 200 ? len - at : 200),
	    len > 0 ? text + at : "");
	for (; *to != '\0'; to++)
		if (iscntrl((unsigned char)*to))
			*to = ' ';
}

/* ---- asking ---------------------------------------------------------------- */

/* Is the last word there? Then what still runs is no concern of ours. */
static bool
said_bye(const struct proc_text *out, const char *token)
{
	struct mark m = { .next = out->len > 4096 ? out->len - 4096 : 0 };

	/* the beginning of a line, as mark_find wants it */
	while (m.next > 0 && m.next < out->len && out->text[m.next - 1] != '\n')
		m.next++;
	while (mark_find(out->text, out->len, m.next, token, &m))
		if (strcmp(m.text, "bye") == 0)
			return true;
	return false;
}

/* The number of its shell; 0: it is not known. */
static uint64_t
shell_pid(const struct proc_text *out, const char *token)
{
	struct mark m = { .next = 0 };
	uint64_t pid;

	do
		if (!mark_find(out->text, out->len, m.next, token, &m))
			return 0;
	while (strncmp(m.text, "pid ", 4) != 0);
	return num_u64("pid", m.text + 4, 2, INT32_MAX, &pid, NULL) < 0 ? 0
									: pid;
}

/* Another shell beside it. Nothing can be done where that takes its time. */
static void
beside(const struct on *on, const char *script)
{
	const char *argv[REMOTE_ARGV];
	struct proc p = { .pid = 0 };
	uint64_t until = clock_mono_ns() + END_S * CLOCK_NS_PER_S;
	int code;

	on_shell(on, argv);
	if (proc_start(&p, argv[0], argv, on->again, NULL) < 0)
		return;
	proc_feed(&p, script, strlen(script), until, NULL);
	proc_end_input(&p);
	proc_wait(&p, until, &code, NULL);
	proc_free(&p);
}

/*
 * End its shell there with all that runs below it, which would otherwise go on
 * until the dog comes.
 */
static void
end_there(const struct on *on, const struct proc_text *out, const char *token)
{
	char script[4096];
	uint64_t pid = shell_pid(out, token);

	if (pid == 0)
		return;
	snprintf(script, sizeof(script),
	    "T=%s L=%d\n%send %" PRIu64 "\nkill $dog\nexit 0\n", token,
	    ASK_SECONDS, ask_prelude, pid);
	beside(on, script);
}

/*
 * A command that prints more than ASK_TEXT_MAX is ended, so that those after it
 * are come to: what it printed is not read any further until then, and it
 * cannot write more than the connection holds. *seen: where the last mark
 * ended.
 */
static void
end_endless(
    const struct on *on, struct proc_text *out, const char *token, size_t *seen)
{
	struct mark m = { .next = *seen };
	uint64_t pid = shell_pid(out, token);
	char script[64];

	if (out->len < out->hold || pid == 0)
		return;
	while (mark_find(out->text, out->len, m.next, token, &m))
		*seen = m.next;
	if (out->len - *seen >= ASK_TEXT_MAX + MARK_ROOM) {
		snprintf(script, sizeof(script),
		    "kill -USR1 %" PRIu64 "\nexit 0\n", pid);
		beside(on, script);
		out->hold = out->len + ASK_TEXT_MAX;
	} else {
		out->hold = *seen + ASK_TEXT_MAX + MARK_ROOM;
	}
}

/* -1: it did not end by itself. */
static int
run(struct on *on, struct asked *a, const char *script, const char *token,
    size_t n)
{
	const char *argv[REMOTE_ARGV];
	size_t seconds = 30 + n * ASK_SECONDS;
	uint64_t deadline, now;
	size_t seen = 0;
	int code;

	on_shell(on, argv);
	if (seconds > TOTAL_S_MAX)
		seconds = TOTAL_S_MAX;
	deadline = clock_mono_ns() + seconds * CLOCK_NS_PER_S;
	if (proc_start(&a->proc, argv[0], argv, on->stop, &a->broken) < 0)
		return -1;
	a->proc.got_out.max = TOTAL_MAX;
	a->proc.got_out.hold = ASK_TEXT_MAX + MARK_ROOM;
	/* one that ends without reading says why */
	proc_feed(&a->proc, script, strlen(script), deadline, NULL);
	proc_end_input(&a->proc);
	do {
		now = clock_mono_ns();
		if (proc_wait(&a->proc, now + TICK_NS, &code, &a->broken) == 0)
			return code;
		end_endless(on, &a->proc.got_out, token, &seen);
	} while (!said_bye(&a->proc.got_out, token) && now < deadline &&
	    (on->stop == NULL || *on->stop == 0));
	if (on->far && !said_bye(&a->proc.got_out, token))
		end_there(on, &a->proc.got_out, token);
	proc_kill(&a->proc);
	return -1;
}

/* Why the last word is missing. */
static int
tell_broken(const struct on *on, struct asked *a, int code, size_t rest)
{
	const struct proc_text *err = &a->proc.got_err;
	char last[256];

	if (code < 0 && a->broken.text[0] != '\0')
		return -1;
	last_line(err->len > rest ? err->text + rest : "", err->len - rest,
	    last, sizeof(last));
	if (a->proc.got_out.cut)
		return fail(
		    &a->broken, "more than %u bytes of output", TOTAL_MAX);
	if (on->far && code == 255)
		return fail(&a->broken, "connection lost: %s", last);
	return fail(
	    &a->broken, "the shell ended early, exit %d: %s", code, last);
}

int
ask_all(struct on *on, struct ask *v, size_t n, struct asked *a, struct fail *f)
{
	char token[ASK_TOKEN], *script;
	struct taker t = { v, n, token };
	int code;
	size_t rest;

	a->shell_cpu_ms = a->cpu_ms = -1;
	a->broken.text[0] = '\0';
	if (ask_token(token, f) < 0 ||
	    (script = ask_script(v, n, token, f)) == NULL)
		return -1;
	code = run(on, a, script, token, n);
	free(script);
	take_err(a, &t, &rest);
	if (take_out(a, &t))
		a->broken.text[0] = '\0';
	else
		tell_broken(on, a, code, rest);
	return a->os[0] != '\0' ? 0 : fail(f, "%s", a->broken.text);
}

void
asked_free(struct asked *a)
{
	proc_free(&a->proc);
}

const char *
ask_failed(const struct ask *k, char *why, size_t size)
{
	char last[256];

	last_line(k->err, k->err_len, last, sizeof(last));
	if (!k->begun)
		snprintf(why, size, "it was not come to");
	else if (!k->ended)
		snprintf(why, size, "cut short");
	else if (k->late)
		snprintf(why, size, "no end within %d s", ASK_SECONDS);
	else if (k->cut)
		snprintf(
		    why, size, "more than %u bytes of output", ASK_TEXT_MAX);
	else if (k->status < 0)
		snprintf(why, size, "its exit status is not known");
	else if (k->status != 0)
		snprintf(why, size, "exit %d: %s", k->status, last);
	else
		return NULL;
	return why;
}
