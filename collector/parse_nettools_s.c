/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * net-tools' `netstat -s` (Linux; -s6 too): /proc/net/snmp and netstat as
 * sentences, under the kernel's names again. What it has no sentence for stands
 * as "Name: N". Other lines are kept under their own words, '#' for the number.
 * Most counters that are 0 are left out.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "collector/nettools.h"
#include "collector/snmp.h"

#define SENTENCE_MAX 200 /* the longest one has 80 letters */

struct sentence {
	char words[SENTENCE_MAX]; /* "# packets sent", "OutTransmits: #" */
	uint64_t number;
	char name[SENTENCE_MAX + 16]; /* the kernel's, with its section */
};

struct where { /* we are */
	struct span section;
	char histogram; /* '<', '>', 0 */
	struct value *other; /* of the section */
};

static bool
section(const struct line *l, struct span *name)
{
	static const char *const names[] = { "Ip", "Icmp", "IcmpMsg", "Tcp",
		"Udp", "UdpLite", "TcpExt", "IpExt", "MPTcpExt", "Sctp", "Ip6",
		"Icmp6", "Udp6", "UdpLite6", "Tcp6", NULL };

	if (l->len < 3 || l->p[l->len - 1] != ':')
		return false;
	*name = (struct span){ l->p, l->len - 1 };
	return span_one_of(*name, names);
}

/* Fields with one blank between them and '#' for the only number. */
static bool
take(const struct line *l, struct sentence *s)
{
	struct span f;
	size_t at = 0, out = 0, numbers = 0;

	if (l->len >= sizeof(s->words))
		return false;
	while (text_next(l, &at, &f)) {
		if (out > 0)
			s->words[out++] = ' ';
		if (span_u64(f, &s->number)) {
			s->words[out++] = '#';
			numbers++;
			continue;
		}
		memcpy(s->words + out, f.p, f.len);
		out += f.len;
	}
	if (out > 0 && s->words[out - 1] == '.') /* 1.60 */
		out--;
	s->words[out] = '\0';
	return numbers == 1;
}

/* "TCPTimeouts: #": as long as the name; 0: no such line. */
static size_t
plain_name(const char *words)
{
	size_t n = 0;

	if (!isupper((unsigned char)*words))
		return 0;
	while (isalnum((unsigned char)words[n]) || words[n] == '_')
		n++;
	return strcmp(words + n, ": #") == 0 ? n : 0;
}

/* Reads the line; true where its meaning is known. */
static bool
understood(const struct where *w, const struct line *l, struct sentence *s)
{
	const char *name;
	size_t len, section = w->section.len;

	if (!take(l, s))
		return false;
	name = s->words;
	len = plain_name(name);
	if (len == 0) {
		name = nettools_name(w->section, w->histogram, s->words);
		len = name != NULL ? strlen(name) : 0;
	} else if (len > section && memcmp(name, w->section.p, section) == 0) {
		section = 0; /* snmp6 has it in the name */
	}
	snprintf(s->name, sizeof(s->name), "%.*s%.*s", (int)section,
	    w->section.p, (int)len, name != NULL ? name : "");
	return len > 0;
}

/* The heading, and a line that can only be net-tools'. */
static bool
begins(const struct line *l, size_t n)
{
	struct where w = { .histogram = 0 };
	struct sentence s;

	return n > 1 && section(l, &w.section) && understood(&w, &l[1], &s);
}

/* A line nobody knows: a number in front, or set in under a section. */
static bool
is_sentence(const struct line *l, const struct sentence *s)
{
	return strlen(s->words) > 2 &&
	    (l->indent > 0 || strncmp(s->words, "# ", 2) == 0);
}

static void
keep(struct reading *r, struct where *w, const struct sentence *s)
{
	struct value *all = value_find(r->data, "other");

	if (w->other == NULL) {
		if (all == NULL)
			all =
			    value_put(r->arena, r->data, "other", VALUE_OBJECT);
		w->other = value_put(r->arena, all,
		    arena_text(r->arena, w->section.p, w->section.len),
		    VALUE_OBJECT);
	}
	value_u64(r->arena, w->other, s->words, s->number);
}

static char
histogram(const struct line *l)
{
	return line_begins(l, "ICMP input histogram:") ? '<'
	    : line_begins(l, "ICMP output histogram:") ? '>'
						       : '\0';
}

/* Is it no rest of the line before? */
static bool
begins_anew(const struct line *l)
{
	struct where w = { .histogram = 0 };
	struct sentence s;
	struct span name;
	size_t at = 0;
	uint64_t v;

	return section(l, &w.section) || histogram(l) != '\0' ||
	    (text_next(l, &at, &name) && span_u64(name, &v)) ||
	    (take(l, &s) && plain_name(s.words) > 0);
}

/* At the end of the text: a longer sentence may have been cut here. */
static bool
is_cut(const struct where *w, const struct sentence *s)
{
	return nettools_begins(w->section, w->histogram, s->words);
}

/* How many lines from l on are one sentence; 0: it is none. */
static size_t
one(struct reading *r, struct where *w, struct value *counters,
    const struct line *l, size_t n)
{
	bool two = n > 1 && line_breaks(l) && !begins_anew(&l[1]);
	struct sentence s;
	struct line whole;

	for (size_t lines = 1 + two; lines > 0; lines--) {
		whole = text_joined(r->arena, l, lines);
		if (!understood(w, &whole, &s))
			continue;
		if (l[lines - 1].ended || !is_cut(w, &s))
			snmp_put(r, counters, s.name, s.number);
		return lines;
	}
	whole = text_joined(r->arena, l, 1 + two);
	if (!take(&whole, &s) || !is_sentence(l, &s))
		return 0;
	if (l[two].ended)
		keep(r, w, &s);
	return 1 + two;
}

static void
parse(struct reading *r)
{
	struct where w = { .histogram = 0 };
	struct value *counters;
	struct span name;
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	section(r->line, &name);
	r->variant = arena_text(r->arena, name.p, name.len);
	for (r->used = 0; r->used < r->n; r->used += lines) {
		const struct line *l = &r->line[r->used];

		lines = 1;
		if (section(l, &name))
			w = (struct where){ .section = name };
		else if (histogram(l) != '\0')
			w.histogram = histogram(l);
		else
			lines = one(r, &w, counters, l, r->n - r->used);
		if (lines == 0)
			break;
	}
	snmp_put_zeros(r, counters);
	r->found_os = "Linux";
}

const struct parser parse_nettools_s = {
	.kind = "nettools_s",
	.begins = begins,
	.parse = parse,
};
