/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/remote.h"
#include "lib/clock.h"
#include "lib/num.h"

#define OPEN_NS (60 * CLOCK_NS_PER_S)
#define TICK_NS (10 * 1000000ULL)

/* ---- where ---------------------------------------------------------------- */

/* HOST, [ADDRESS], each with :PORT; *len: of the host. */
static int
split_host(const char **host, size_t *len, const char **port, struct fail *f)
{
	const char *end;

	*port = NULL;
	if (**host == '[') {
		end = strchr(++*host, ']');
		if (end == NULL || (end[1] != '\0' && end[1] != ':'))
			return fail(f, "[ADDRESS] or [ADDRESS]:PORT expected");
		*len = (size_t)(end - *host);
		*port = end[1] == ':' ? end + 2 : NULL;
		return 0;
	}
	end = strchr(*host, ':');
	*len = end != NULL ? (size_t)(end - *host) : strlen(*host);
	*port = end != NULL ? end + 1 : NULL;
	if (end != NULL && strchr(end + 1, ':') != NULL)
		return fail(f, "an IPv6 address goes into brackets");
	return 0;
}

static int
parse_where(struct remote *r, const char *where, struct fail *f)
{
	const char *at = strrchr(where, '@'), *port;
	const char *host = at != NULL ? at + 1 : where;
	size_t len = 0, user = (size_t)(host - where);
	uint64_t number;

	for (const char *p = where; *p != '\0'; p++)
		if (isspace((unsigned char)*p) || iscntrl((unsigned char)*p))
			return fail(f, "no blanks or control characters");
	if (split_host(&host, &len, &port, f) < 0)
		return -1;
	if (len == 0 || *host == '-' || *where == '-' || user == 1)
		return fail(f, "[USER@]HOST[:PORT] expected");
	if (user + len >= sizeof(r->host))
		return fail(f, "longer than %zu bytes", sizeof(r->host) - 1);
	snprintf(r->host, sizeof(r->host), "%.*s%.*s", (int)user, where,
	    (int)len, host);
	if (port == NULL)
		return 0;
	if (num_u64("port", port, 1, 65535, &number, f) < 0)
		return -1;
	snprintf(r->port, sizeof(r->port), "%u", (unsigned)number);
	return 0;
}

static int
parse_command(struct remote *r, const char *ssh, struct fail *f)
{
	char *save = NULL;

	if (ssh == NULL)
		ssh = getenv("NETBLAST_SSH");
	if (ssh == NULL)
		ssh = "ssh";
	if (strlen(ssh) >= sizeof(r->command))
		return fail(f, "the ssh command is longer than %zu bytes",
		    sizeof(r->command) - 1);
	snprintf(r->command, sizeof(r->command), "%s", ssh);
	for (char *w = strtok_r(r->command, " \t\n", &save); w != NULL;
	     w = strtok_r(NULL, " \t\n", &save)) {
		if (r->n_words == REMOTE_WORDS)
			return fail(f, "the ssh command has more than %d words",
			    REMOTE_WORDS);
		r->word[r->n_words++] = w;
	}
	return r->n_words > 0 ? 0 : fail(f, "the ssh command is empty");
}

/* ---- the connection ------------------------------------------------------- */

/* sun_path holds 104 bytes on the BSDs, and ssh appends 17 for a while. */
static int
make_dir(struct remote *r, struct fail *f)
{
	const char *tmp = getenv("TMPDIR");

	if (tmp == NULL || *tmp != '/' || strlen(tmp) > 50)
		tmp = "/tmp";
	snprintf(r->dir, sizeof(r->dir), "%s/netcollect.XXXXXX", tmp);
	if (mkdtemp(r->dir) == NULL) {
		fail_errno(f, "%s", r->dir);
		r->dir[0] = '\0';
		return -1;
	}
	snprintf(r->socket, sizeof(r->socket), "%s/ssh", r->dir);
	return 0;
}

/*
 * The words that both uses begin with. Of an option given twice ssh takes the
 * first one, so what the user says goes before what we do. A router under
 * load may well be silent for a minute or two.
 */
static size_t
begin(const struct remote *r, const char *argv[REMOTE_ARGV])
{
	static const char *const words[] = { "-oBatchMode=yes",
		"-oConnectTimeout=10", "-oServerAliveInterval=10",
		"-oServerAliveCountMax=18", "-oLogLevel=ERROR",
		"-oForwardX11=no", "-oForwardAgent=no",
		"-oClearAllForwardings=yes", "-oPermitLocalCommand=no", "-T" };
	size_t n = 0;

	for (; n < r->n_words; n++)
		argv[n] = r->word[n];
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		argv[n++] = words[i];
	if (r->port[0] != '\0') {
		argv[n++] = "-p";
		argv[n++] = r->port;
	}
	argv[n++] = "-S";
	argv[n++] = r->socket;
	return n;
}

void
remote_argv(
    const struct remote *r, const char *command, const char *argv[REMOTE_ARGV])
{
	size_t n = begin(r, argv);

	/* without the connection ssh would make one of its own */
	argv[n++] = "-oControlMaster=no";
	argv[n++] = "-oProxyCommand=false";
	argv[n++] = "--";
	argv[n++] = r->host;
	argv[n++] = command;
	argv[n] = NULL;
}

/* What ssh said at last, in one line. */
static const char *
reason(const struct proc *p, char *text, size_t size)
{
	const char *from = p->got_err.text;
	size_t len = p->got_err.len, at;

	while (len > 0 && isspace((unsigned char)from[len - 1]))
		len--;
	for (at = len; at > 0 && from[at - 1] != '\n'; at--)
		;
	snprintf(text, size, "%.*s", len > 0 ? (int)(len - at) : 0,
	    len > 0 ? from + at : "");
	return text[0] != '\0' ? text : "ssh says nothing";
}

/* The socket is there as soon as we are let in. */
static int
wait_open(struct remote *r, struct fail *f)
{
	uint64_t until = clock_mono_ns() + OPEN_NS, now;
	char why[256];
	struct stat st;
	int code;

	for (;;) {
		now = clock_mono_ns();
		if (proc_wait(&r->master, now + TICK_NS, &code, NULL) == 0)
			return fail(f, "cannot connect: %s",
			    reason(&r->master, why, sizeof(why)));
		if (stat(r->socket, &st) == 0)
			return 0;
		if (r->stop != NULL && *r->stop != 0)
			return fail(f, "interrupted");
		if (now >= until)
			return fail(f, "not connected within %d s",
			    (int)(OPEN_NS / CLOCK_NS_PER_S));
	}
}

static int
start(struct remote *r, struct fail *f)
{
	const char *argv[REMOTE_ARGV];
	size_t n = begin(r, argv);

	argv[n++] = "-oControlMaster=yes";
	argv[n++] = "-oControlPersist=no";
	argv[n++] = "-N";
	argv[n++] = "--";
	argv[n++] = r->host;
	argv[n] = NULL;
	if (proc_start(&r->master, "ssh", argv, r->stop, f) < 0)
		return -1;
	proc_end_input(&r->master);
	return wait_open(r, f);
}

int
remote_open(struct remote *r, const char *where, const char *ssh,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	r->stop = stop;
	if (parse_where(r, where, f) < 0 || parse_command(r, ssh, f) < 0 ||
	    make_dir(r, f) < 0)
		return -1;
	return start(r, f);
}

int
remote_reopen(struct remote *r, struct fail *f)
{
	proc_free(&r->master);
	unlink(r->socket);
	return start(r, f);
}

void
remote_close(struct remote *r)
{
	if (r->master.pid != 0 || r->master.got_err.text != NULL)
		proc_free(&r->master);
	if (r->dir[0] == '\0')
		return;
	unlink(r->socket);
	rmdir(r->dir);
	r->dir[0] = '\0';
}
