/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "collector/ask_script.h"
#include "collector/watch.h"

#define LINGER_S 300 /* that a spool waits to be fetched */

/*
 * The sampler writes to the spool only, which no busy network can hold up; a
 * tail(1) beside it sends what is there. So when the connection is lost, only
 * tail ends. ($$ stays the sampler's, which the dog needs.)
 */
static const char spool[] =
    "umask 077\n"
    "d=$(mktemp -d \"${TMPDIR:-/tmp}/netcollect.XXXXXX\") || exit 1\n"
    ": >\"$d/spool\"; : >\"$d/status\"\n"
    "echo $$ >\"$d/pid\"\n"
    "echo \"$T spool $d\"\n"
    "tail -c +1 -f \"$d/spool\" </dev/null & tail=$!\n"
    "echo $tail >\"$d/tail\"\n"
    "exec >>\"$d/spool\" 2>/dev/null </dev/null\n"
    "trap '' HUP\n"
    "trap 'kill $tail; rm -rf \"$d\"; exit 1' INT TERM\n";

/*
 * now: N is the time in ms by the best clock there is, K says which: Linux's
 * uptime (10 ms), date(1) with %N (not in every system), or whole seconds.
 */
static const char clocks[] =
    "if [ $os = Linux ] && [ -r /proc/uptime ]; then K=uptime\n"
    "	now() { read N k </proc/uptime; N=${N%.*}${N#*.}0; N=${N#0}; }\n"
    "else case $(date +%s%N) in\n"
    "*[!0-9]*|??????????" /* no trigraph */ ") K=seconds\n"
    "	now() { N=$(date +%s)000; } ;;\n"
    "*) K=date\n"
    "	now() { N=$(date +%s%N); N=${N%??????}; } ;;\n"
    "esac; fi\n";

/* One command of a sample; its exit status, or "late", follows the end. */
static const char put[] =
    "put() {\n"
    "	tick=0 s=\n"
    "	echo \"$T begin $1\"\n"
    "	({ eval \"$2\"; echo $? >\"$d/status\"; } </dev/null |\n"
    "	    { head -c $C || cat; }) & p=$!\n"
    "	while wait $p; s=$?; [ $s -gt 128 ] && kill -0 $p; do :; done\n"
    "	p=\n"
    "	read s <\"$d/status\"\n"
    "	[ $tick -lt $L ] || s=late\n"
    "	echo; echo \"$T end $1 $s\"\n"
    "}\n";

/*
 * A sample that is late does not make the next one late; those whose time is
 * over already are left out.
 */
static const char loop_begin[] = "i=0; now; z=$N\n"
				 "while :; do\n"
				 "	echo \"$T sample $K $N\"\n";
static const char loop_end[] =
    "	echo \"$T done\"\n"
    "	now\n"
    "	i=$(((N - z) / I + 1))\n"
    "	[ $((i * I)) -le $E ] || break\n"
    "	t=$((z + i * I - N)); x=$((1000 + t % 1000))\n"
    "	sleep $((t / 1000)).${x#1}\n"
    "	now\n"
    "done\n"
    "kill $dog\n"
    "echo \"$T times\"; times\n"
    "echo \"$T over\"\n"
    "i=0\n"
    "while [ -d \"$d\" ] && [ $i -lt $W ]; do sleep 1; i=$((i + 1)); done\n"
    "kill $tail; rm -rf \"$d\"\n"
    "exit 0\n";

char *
watch_script(
    const struct watch_ask *a, const struct ask *v, size_t n, const char *token)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	fprintf(out, "T=%s L=%d C=%u W=%d", token, ASK_SECONDS, WATCH_TEXT_MAX,
	    LINGER_S);
	fprintf(out, " I=%" PRIu64 " E=%" PRIu64 "\n%s%s%s%s%s",
	    a->interval_ns / 1000000, a->duration_ns / 1000000, ask_prelude,
	    spool, clocks, put, loop_begin);
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "	[ $os != %s ] || put %zu ", v[i].os, i);
		ask_put_word(out, v[i].command);
		putc('\n', out);
	}
	fputs(loop_end, out);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
