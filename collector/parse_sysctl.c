/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sysctl: "name: value" (FreeBSD, DragonFly), "name = value" (NetBSD, Linux),
 * "name=value" (OpenBSD, FreeBSD's -e). Values may hold the separators
 * themselves, and go on over lines of their own (kern.version).
 */
#include <stdio.h>
#include <string.h>

#include "collector/cp_time.h"
#include "collector/parse.h"
#include "collector/prompt.h"

struct pair {
	struct span name, value;
	char separator; /* ':', '=', or ' ' for " = " */
};

static bool
name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || strchr("._%-", c) != NULL;
}

/* A dotted name and a separator. */
static bool
split(const struct line *l, struct pair *out)
{
	size_t i = 0, dots = 0;
	bool slash = false;

	if (l->len == 0 || *l->p < 'a' || *l->p > 'z')
		return false;
	for (; i < l->len && l->p[i] != '\0' && name_char(l->p[i]); i++)
		dots += l->p[i] == '.';
	/* Linux: the dots of "eth0.44" become slashes */
	for (; dots > 0 && i < l->len && (name_char(l->p[i]) || l->p[i] == '/');
	     i++)
		slash |= l->p[i] == '/';
	out->name = (struct span){ l->p, i };
	if (dots == 0 || i == l->len || l->p[i - 1] == '.' ||
	    (slash && l->p[i] != ' '))
		return false;
	out->separator = l->p[i];
	if (l->p[i] == ' ' && i + 1 < l->len && l->p[i + 1] == '=')
		i++;
	else if (l->p[i] != '=' &&
	    (l->p[i] != ':' || (i + 1 < l->len && l->p[i + 1] != ' ') ||
		(i + 2 < l->len && l->p[i + 2] == ' ')))
		return false; /* one blank: not /proc/net/dev's "eth0.44:  1" */
	for (i++; i < l->len && l->p[i] == ' '; i++)
		;
	out->value = (struct span){ l->p + i, l->len - i };
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct pair p;

	return n > 0 && split(l, &p) && p.value.len > 0;
}

#define VERSION_MAX 8

/* kern.version says on a second line who built it and where. */
static size_t
version_lines(const struct line *l, size_t n)
{
	size_t used = 1;
	bool builder = false;
	struct span typed;
	struct pair p;

	while (used < n && used < VERSION_MAX && l[used].len > 0 &&
	    !split(&l[used], &p) && !prompt_line(&l[used], &typed) &&
	    !parse_known(&parse_sysctl, &l[used], n - used)) {
		builder |= memchr(l[used].p, '@', l[used].len) != NULL;
		used++;
	}
	return builder ? used : 1;
}

/* What stands behind a whole value: a pair, sysctl's complaint, nothing. */
static bool
is_after(const struct line *l)
{
	struct pair p;

	return l->len == 0 || line_begins(l, "sysctl: ") || split(l, &p);
}

/* Lines of one value: mail wraps long ones, then something else follows. */
static size_t
value_lines(const struct line *l, size_t n)
{
	struct span typed;
	size_t used = 1;

	if (line_begins(l, "kern.version") && (used = version_lines(l, n)) > 1)
		return used;
	while (used < n && used < 4 && line_breaks(&l[used - 1]) &&
	    !prompt_line(&l[used], &typed) && !is_after(&l[used]) &&
	    !parse_known(&parse_sysctl, &l[used], n - used))
		used++;
	return used == n || is_after(&l[used]) || prompt_line(&l[used], &typed)
	    ? used
	    : 1;
}

#define VALUE_LINES 100 /* kern.msgbuf ends by itself: that is dmesg's */

/*
 * Lines up to the next pair: of a value that has several, or what sysctl said
 * of a name that it does not know. 0: none, or there is no next pair.
 */
static size_t
lines_between(const struct line *l, size_t n, char separator)
{
	struct pair p;
	struct span typed;

	for (size_t i = 0; i < n && i < VALUE_LINES; i++) {
		if (split(&l[i], &p))
			return p.separator == separator ? i : 0;
		if (line_begins(&l[i], "==") || prompt_line(&l[i], &typed) ||
		    parse_known(&parse_sysctl, &l[i], n - i))
			return 0;
	}
	return 0;
}

/* ---- counters --------------------------------------------------------------- */

/* The input queue of IP; NetBSD's is the one that netstat -q shows too. */
static void
count(struct reading *r, const char *name, uint64_t v)
{
	if (strcmp(name, "net.inet.ip.ifq.drops") == 0)
		parse_count(r, "queue.ip.drops", "ipintrq", v, 32);
	if (strcmp(name, "net.inet6.ip6.ifq.drops") == 0)
		parse_count(r, "queue.ip6.drops", "ip6intrq", v, 32);
	if (strcmp(name, "net.inet.ip.intr_queue_drops") == 0)
		parse_count(r, "queue.ip.drops", "intr_queue", v, 32);
	if (strcmp(name, "net.inet6.ip6.intr_queue_drops") == 0)
		parse_count(r, "queue.ip6.drops", "intr_queue", v, 32);
}

/* "net.interfaces.wm0.rcvq.drops": NetBSD's queues of each interface */
static void
count_queue(struct reading *r, const char *name, uint64_t v)
{
	char port[40], queue[8];

	if (sscanf(name, "net.interfaces.%39[^.].%7[^.].drops", port, queue) !=
		2 ||
	    strcmp(strrchr(name, '.'), ".drops") != 0)
		return;
	if (strcmp(queue, "rcvq") == 0)
		parse_count(r, "if.rx.drops", port, v, 64);
	if (strcmp(queue, "sndq") == 0)
		parse_count(r, "if.tx.drops", port, v, 64);
}

/* "dev.ix.0.mac_stats.xoff_recvd": the card ix0 was asked to pause. */
static void
count_pause(struct reading *r, const char *name, uint64_t v)
{
	static const struct {
		const char *end, *counter;
	} kinds[] = {
		{ ".mac_stats.xoff_recvd", "if.rx.pause" },
		{ ".mac_stats.xoff_txd", "if.tx.pause" },
	};
	char driver[32], unit[8], rest[40], port[40];

	if (sscanf(name, "dev.%31[a-z0-9_].%7[0-9]%39s", driver, unit, rest) !=
	    3)
		return;
	snprintf(port, sizeof(port), "%s%s", driver, unit);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(rest, kinds[i].end) == 0)
			parse_count(r, kinds[i].counter, port, v, 64);
}

/*
 * What a card's driver counts stands in nodes of its own (mac_stats, queue0);
 * beside them are settings, but for a few. Positions in rings count nothing.
 */
static bool
is_statistic(const char *driver, const char *rest)
{
	static const char *const others[] = { "cpu", "pcm", "pcib", "hdaa",
		"hwpstate_intel", NULL };
	static const char *const beside[] = { "dropped", "rx_overruns",
		"watchdog_timeouts", "mbuf_alloc_fail", "mbuf_defrag_fail",
		"cluster_alloc_fail", "tx_dma_fail", NULL };
	static const char *const readings[] = { "rxd_head", "rxd_tail",
		"txd_head", "txd_tail", "interrupt_rate", NULL };
	const char *dot = strrchr(rest, '.');

	if (text_one_of(driver, others) || strncmp(rest, "iflib.", 6) == 0 ||
	    strncmp(rest, "conf.", 5) == 0)
		return false;
	return dot != NULL ? !text_one_of(dot + 1, readings)
			   : text_one_of(rest, beside);
}

/* "dev.em.0.mac_stats.missed_packets": of em0, as `ethtool -S` of Linux */
static void
count_driver(struct reading *r, const char *name, uint64_t v)
{
	char driver[32], unit[8], rest[64], key[COUNTER_INSTANCE];

	if (sscanf(name, "dev.%31[a-z0-9_].%7[0-9].%63s", driver, unit, rest) !=
		3 ||
	    !is_statistic(driver, rest))
		return;
	snprintf(key, sizeof(key), "%.12s%s: %.56s", driver, unit, rest);
	parse_count(r, "nic", key, v, 64);
}

/* ---- values ------------------------------------------------------------------ */

#define LIST_MAX 4096

/* "120 0 40211 880221 9002110", "5,0,3": the numbers of a list; 0: none. */
static size_t
list_of(struct reading *r, struct span s, const uint64_t **list)
{
	static const char between[] = " ,\t";
	size_t n = 0, cap = s.len / 2 + 1, at = 0, end;
	uint64_t *v;

	if (s.len == 0 || *s.p < '0' || *s.p > '9' || cap > LIST_MAX)
		return 0;
	v = arena_get(r->arena, cap * sizeof(*v));
	for (; !r->arena->broken && at < s.len; at = end) {
		while (at < s.len && strchr(between, s.p[at]) != NULL)
			at++;
		for (end = at;
		     end < s.len && strchr(between, s.p[end]) == NULL;)
			end++;
		if (!span_u64((struct span){ s.p + at, end - at }, &v[n++]))
			return 0;
	}
	*list = v;
	return r->arena->broken ? 0 : n;
}

/* "{ sec = 1700000000, usec = 0 } Tue Nov 14 ...": all of them numbers. */
static void
put_struct(
    struct reading *r, struct value *values, const char *name, struct span s)
{
	struct line l = { .p = s.p + 1, .len = s.len - 1 };
	struct value *v = value_new(r->arena, VALUE_OBJECT), *into;
	struct span key, equal, figure;
	size_t at = 0;
	uint64_t n;
	bool last = false;

	while (!last) {
		if (!text_next(&l, &at, &key) || !text_next(&l, &at, &equal) ||
		    !span_is(equal, "=") || !text_next(&l, &at, &figure))
			return;
		last = figure.p[figure.len - 1] != ',';
		figure.len -= !last;
		if (!span_u64(figure, &n))
			return;
		value_u64(r->arena, v, arena_text(r->arena, key.p, key.len), n);
	}
	if (!text_next(&l, &at, &key) || !span_is(key, "}"))
		return;
	into = value_put(r->arena, values, name, VALUE_OBJECT);
	value_join(into, v);
	v = value_find(into, "sec");
	if (strcmp(name, "kern.boottime") == 0 && v != NULL)
		value_u64(r->arena, r->data, "boottime", v->u64);
}

/*
 * Figures and words are values; words and what is longer are strings, as
 * printed. Ticks by state (kern.cp_time) are a list: a figure alone is the
 * beginning of a line that was cut.
 */
static void
put_text(struct reading *r, struct value *values, struct value *strings,
    const char *name, struct span s)
{
	const char *text = arena_text(r->arena, s.p, s.len);
	const uint64_t *list = NULL;
	size_t n;
	uint64_t v;

	value_text(r->arena, strings, name, text);
	if (s.len > 0 && *s.p == '{') {
		put_struct(r, values, name, s);
		return;
	}
	n = list_of(r, s, &list);
	if (n > 1)
		value_numbers(r->arena, values, name, list, n);
	else if (*text == '-' &&
	    span_u64((struct span){ s.p + 1, s.len - 1 }, &v) && v > 0 &&
	    v <= INT64_MAX)
		value_i64(r->arena, values, name, -(int64_t)v);
	else if (strchr(text, ' ') == NULL)
		value_text(r->arena, values, name, text);
}

static void
put(struct reading *r, struct value *values, struct value *strings,
    struct pair *p, size_t lines)
{
	struct line l = text_joined(r->arena, r->line + r->used, lines);
	const char *name = arena_text(r->arena, p->name.p, p->name.len);
	uint64_t v;

	if (!split(&l, p))
		return;
	if (strncmp(name, "kern.cp_time", 12) == 0 || !span_u64(p->value, &v)) {
		put_text(r, values, strings, name, p->value);
		cp_time_put(
		    r, name, arena_text(r->arena, p->value.p, p->value.len));
		return;
	}
	value_u64(r->arena, values, name, v);
	count(r, name, v);
	count_queue(r, name, v);
	count_pause(r, name, v);
	count_driver(r, name, v);
}

/*
 * "sysctl: NAME: value is not available" and "vfs.mounts.ffs has 6 mounted
 * instances" between pairs.
 */
static bool
is_aside(const struct line *l, size_t n)
{
	struct span s[2];
	struct pair p;

	return n > 1 && text_fields(l, s, 2) == 2 && split(&l[1], &p) &&
	    (span_is(s[0], "sysctl:") ||
		(memchr(s[0].p, '.', s[0].len) != NULL &&
		    span_is(s[1], "has")));
}

static void
parse(struct reading *r)
{
	struct value *values, *strings;
	struct pair p;
	struct span first = { "", 0 };
	char separator = '\0';

	r->data = value_new(r->arena, VALUE_OBJECT);
	values = value_put(r->arena, r->data, "values", VALUE_OBJECT);
	strings = value_put(r->arena, r->data, "strings", VALUE_OBJECT);
	while (r->used < r->n) {
		const struct line *l = &r->line[r->used];
		size_t lines;

		if (separator != '\0' && is_aside(l, r->n - r->used)) {
			r->used++;
			continue;
		}
		if (!split(l, &p))
			break;
		lines = value_lines(l, r->n - r->used);
		if (separator == '\0')
			separator = p.separator;
		/* the first name once more is the next reading's */
		if (p.separator != separator ||
		    (first.len == p.name.len &&
			memcmp(first.p, p.name.p, first.len) == 0))
			break;
		if (first.len == 0)
			first = p.name;
		put(r, values, strings, &p, lines);
		r->used += lines;
		r->used +=
		    lines_between(r->line + r->used, r->n - r->used, separator);
	}
}

const struct parser parse_sysctl = {
	.kind = "sysctl",
	.begins = begins,
	.parse = parse,
};
