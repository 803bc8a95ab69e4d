/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/ask_script.h"

/*
 * T, L: the token, the seconds that a command may take.
 *
 * `times` first: exec(2) keeps a process's times, so these are the login
 * shell's and what its start-up files ran. What those printed may have no
 * newline at its end, nor may what a command says on standard error: marks
 * begin a line.
 *
 * The dog's signals interrupt wait(1), and the trap counts them: one process
 * watches over all commands. Few shells have job control without a terminal,
 * so a command that must end is ended with all its children as ps(1) has them.
 */
const char ask_prelude[] =
    "echo; echo >&2\n"
    "echo \"$T pid $$\"\n"
    "echo \"$T times\"; times\n"
    "LC_ALL=C PATH=$PATH:/sbin:/usr/sbin:/usr/local/sbin:/usr/pkg/sbin\n"
    "export LC_ALL PATH\n"
    "kids() {\n"
    "	{ ps -A -o pid= -o ppid= || ps -o pid,ppid; } 2>/dev/null |\n"
    "	while read a b; do [ \"$b\" != $1 ] || echo $a; done\n"
    "}\n"
    "end() {\n"
    "	set -- $1 $(kids $1)\n"
    "	kill -9 $1 2>/dev/null\n"
    "	shift\n"
    "	for k; do end $k; done\n"
    "}\n"
    "p= tick=0\n"
    "trap '[ -z \"$p\" ] || {\n"
    "	tick=$((tick + 1)); [ $tick -ne $L ] || end $p; }' ALRM\n"
    "(while sleep 1; do kill -ALRM $$ || exit; done) "
    "</dev/null >/dev/null 2>&1 &\n"
    "dog=$!\n"
    "os=$(uname -snrm)\n"
    "echo \"$T host $os\"\n"
    "os=${os%% *} b=\n"
    "case $os in\n"
    "Linux) read b </proc/sys/kernel/random/boot_id\n"
    "	n=/proc/$$/ns/net\n"
    "	if [ -e /proc/1/ns/net ]; then\n"
    "		[ $n -ef /proc/1/ns/net ] || echo \"$T isolated\"\n"
    "	else\n"
    "		for i in /run/netns/*; do\n"
    "			[ ! $n -ef $i ] || echo \"$T isolated\"\n"
    "		done\n"
    "	fi ;;\n"
    "*) b=$(sysctl -n kern.boot_id || sysctl -n kern.boottime) ;;\n"
    "esac 2>/dev/null\n"
    "echo \"$T boot $b\"\n";

/*
 * Around a command that runs in the background: the shell that waits for it
 * is the only one, so it costs one fork. SIGUSR1 ends what runs.
 *
 * A wait that a trap interrupted ends before its command, and in some shells
 * has reaped it nevertheless: then its status is 128 + SIGALRM, and the next
 * wait has the command's own.
 */
static const char run[] =
    "trap '[ -z \"$p\" ] || { tick=$((tick + 1)); end $p; }' USR1\n"
    "b() {\n"
    "	tick=0\n"
    "	echo \"$T begin $1\"; echo \"$T begin $1\" >&2\n"
    "}\n"
    "w() {\n"
    "	p=$!\n"
    "	while t=$tick; wait $p; s=$?; [ $tick -ne $t ] && kill -0 $p; do\n"
    "		:\n"
    "	done 2>/dev/null\n"
    "	[ $tick -eq $t ] || [ $s -ne 142 ] || { wait $p; s=$?; }\n"
    "	p=\n"
    "	{ echo; echo \"$T status $s\"; } >&2\n"
    "	[ $tick -lt $L ] || echo \"$T late\" >&2\n"
    "	echo; echo \"$T end $1\"; echo \"$T end $1\" >&2\n"
    "}\n";

/* date(1) of some systems has no %N, and says "N" for it or nothing. */
static const char stamp[] =
    "case $(date +%N) in\n"
    "*[!0-9]*|'') stamp() { echo \"$T at $(date +%s)000000000\"; } ;;\n"
    "*) stamp() { echo \"$T at $(date +%s%N)\"; } ;;\n"
    "esac 2>/dev/null\n";

static const char postlude[] = "kill $dog\n"
			       "echo \"$T times\"; times\n"
			       "echo \"$T bye\"\n"
			       "exit 0\n";

void
ask_put_word(FILE *out, const char *text)
{
	putc('\'', out);
	for (; *text != '\0'; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			putc(*text, out);
	putc('\'', out);
}

/* The shell starts a simple command itself, anything else by another shell. */
static void
put_command(FILE *out, const char *command)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ -_./:,+@%";

	fprintf(out,
	    command[strspn(command, plain)] == '\0' ? "%s" : "{\n%s\n}",
	    command);
}

static void
put_item(FILE *out, const struct ask *k, size_t i)
{
	if (k->os != NULL)
		fprintf(out, "[ $os != %s ] || ", k->os);
	fprintf(out, "{ %sb %zu; ", k->dated ? "stamp; " : "", i);
	put_command(out, k->command);
	fprintf(
	    out, " </dev/null & w %zu; %s}\n", i, k->dated ? "stamp; " : "");
}

char *
ask_script(const struct ask *v, size_t n, const char *token, struct fail *f)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL) {
		fail(f, "out of memory");
		return NULL;
	}
	fprintf(out, "T=%s L=%d\n%s%s%s", token, ASK_SECONDS, ask_prelude, run,
	    n > 0 && v[0].dated ? stamp : "");
	for (size_t i = 0; i < n; i++)
		put_item(out, &v[i], i);
	fputs(postlude, out);
	if (fclose(out) != 0) {
		free(text);
		text = NULL;
		fail(f, "out of memory");
	}
	return text;
}
