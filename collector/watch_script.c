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
 *
 * A router may have little that can be written to; in a full file system a
 * folder can be made and nothing put into it. The number of a tail that ended
 * may be another's by now, so it is ended as a child only.
 */
static const char spool[] =
    "umask 077\n"
    "for d in \"${TMPDIR:-/tmp}\" /tmp /var/tmp /var/run /dev/shm; do\n"
    "	d=$(mktemp -d \"$d/netcollect.XXXXXX\") || continue\n"
    "	true >\"$d/spool\" && true >\"$d/status\" &&\n"
    "	    echo $$ >\"$d/pid\" && read k <\"$d/pid\" && [ \"$k\" = $$ ] &&\n"
    "	    break\n"
    "	rm -rf \"$d\"\n"
    "	d=\n"
    "done 2>/dev/null\n"
    "[ -n \"$d\" ] || {\n"
    "	echo \"no room for a spool in TMPDIR, /tmp, /var/tmp, /var/run or "
    "/dev/shm\" >&2\n"
    "	exit 1\n"
    "}\n"
    "echo \"$T spool $d\"\n"
    "tail -c +1 -f \"$d/spool\" </dev/null & tail=$!\n"
    "echo $tail >\"$d/tail\"\n"
    "untail() {\n"
    "	for k in $(kids $$); do [ $k != $tail ] || kill $k; done\n"
    "}\n"
    "exec 3>&1 >>\"$d/spool\" 2>/dev/null </dev/null\n"
    "trap '' HUP\n"
    "trap 'untail; rm -rf \"$d\"; exit 1' INT TERM\n";

/*
 * now: N is the time in ms by the best clock there is, K says which: Linux's
 * uptime (10 ms), date(1) with %N (not in every system), or whole seconds. A
 * date that goes back, or an hour ahead, was set: no time went by then, and z
 * is when it all began.
 */
static const char clocks[] =
    "if [ $os = Linux ] && [ -r /proc/uptime ]; then K=uptime\n"
    "	now() { read N k </proc/uptime; N=${N%.*}${N#*.}0; N=${N#0}; }\n"
    "else case $(date +%s%N) in\n"
    "*[!0-9]*|??????????" /* no trigraph */ ") K=seconds\n"
    "	now() { N=$(date +%s)000; step; } ;;\n"
    "*) K=date\n"
    "	now() { N=$(date +%s%N); N=${N%??????}; step; } ;;\n"
    "esac; fi\n"
    "P=\n"
    "step() {\n"
    "	P=${P:-$N}\n"
    "	[ $N -ge $P ] && [ $N -lt $((P + 3600000)) ] || z=$((z + N - P))\n"
    "	P=$N\n"
    "}\n";

/*
 * One command of a sample; its exit status, or "late", follows the end. Where
 * not all of it got into the spool, it has failed.
 */
static const char put[] =
    "if head -c 1 </dev/null >/dev/null 2>&1\n"
    "then cut() { head -c $C; }; else cut() { cat; }; fi\n"
    "put() {\n"
    "	tick=0 s=\n"
    "	echo \"$T begin $1\"\n"
    "	({ eval \"$2\"; echo $? >\"$d/status\"; } </dev/null | cut) "
    "3>&- & p=$!\n"
    "	while wait $p; e=$?; [ $e -gt 128 ] && kill -0 $p; do :; done\n"
    "	p=\n"
    "	read s <\"$d/status\"\n"
    "	[ $e = 0 ] || s=255\n"
    "	[ $tick -lt $L ] || s=late\n"
    "	echo; echo \"$T end $1 $s\"\n"
    "}\n";

/*
 * A sample that is late does not make the next one late; those whose time is
 * over already are left out.
 */
static const char loop_begin[] = "i=0 full=; now; z=$N\n"
				 "while :; do\n"
				 "	echo \"$T sample $K $N\"\n";
static const char loop_end[] =
    "	echo \"$T done\" || { full=1; break; }\n"
    "	now\n"
    "	i=$(((N - z) / I + 1))\n"
    "	[ $((i * I)) -le $E ] || break\n"
    "	t=$((z + i * I - N)); x=$((1000 + t % 1000))\n"
    "	sleep $((t / 1000)).${x#1}\n"
    "	now\n"
    "done\n"
    "kill $dog\n"
    "echo \"$T times\"; times\n"
    "echo \"$T over\" || full=1\n"
    /* by itself, or it would stand amid what tail sends */
    "[ -z \"$full\" ] || {\n"
    "	untail; wait $tail\n"
    "	(echo; echo \"$T full\") >&3\n"
    "}\n"
    "i=0\n"
    "while [ -d \"$d\" ] && [ $i -lt $W ]; do sleep 1; i=$((i + 1)); done\n"
    "untail; rm -rf \"$d\"\n"
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
