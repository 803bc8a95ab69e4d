/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dmesg: the kernel's name, the CPUs, and for each network card its driver,
 * chip, Ethernet address and the interrupt to look for in vmstat -i.
 *   NetBSD, OpenBSD: "wm0 at pci5 dev 0 function 0: Intel ... (82571EB)"
 *   FreeBSD, DragonFly: "em0: <Intel ...> port ... irq 16 at device 0.0 on pci1"
 * What is cut (the banner, the attachment) leaves null behind.
 */
#include <stdio.h>
#include <string.h>

#include "collector/dmesg.h"
#include "collector/parse.h"
#include "collector/prompt.h"

#define DEVICES_MAX 400
#define JOIN_MAX 4

struct boot { /* in the making */
	struct machine machine;
	struct card card[DEVICES_MAX];
	size_t devices;
};

/* ---- lines ---------------------------------------------------------------- */

/* Linux' dmesg -x: "kern  :info  : [    0.000000] "; bytes of it. */
static size_t
facility(const struct line *l)
{
	size_t i = 0;

	while (i < l->len && i < 24 &&
	    ((l->p[i] >= 'a' && l->p[i] <= 'z') || l->p[i] == ' ' ||
		l->p[i] == ':'))
		i++;
	return i > 4 && i < l->len && l->p[i] == '[' && l->p[i - 1] == ' ' &&
		memchr(l->p, ':', i) != NULL
	    ? i
	    : 0;
}

/* dmesg -T: "Thu Nov " of "[Thu Nov 30 14:00:00 2023]"; bytes of it. */
static size_t
weekday(const struct line *l, size_t at)
{
	static const char days[] = "MonTueWedThuFriSatSun";

	if (l->len < at + 9 || l->p[at + 3] != ' ' || l->p[at + 7] != ' ')
		return 0;
	for (size_t i = 0; i < sizeof(days) - 1; i += 3)
		if (memcmp(l->p + at, days + i, 3) == 0)
			return 8;
	return 0;
}

/* Without "[    1.000000] " of NetBSD 8 and Linux. */
static struct line
without_time(const struct line *l)
{
	struct line out = *l;
	size_t i = facility(l) + 1;

	if (l->len < i + 4 || l->p[i - 1] != '[')
		return out;
	i += weekday(l, i);
	while (i < l->len && strchr(" 0123456789.:", l->p[i]) != NULL)
		i++;
	if (i == l->len || l->p[i] != ']')
		return out;
	for (i++; i < l->len && l->p[i] == ' '; i++)
		;
	out.p += i;
	out.len -= i;
	return out;
}

/* "name0: ..." or "name0 at ..." begins a message; so do a few words. */
static bool
is_message(const struct line *l)
{
	static const char *const words[] = { "CPU: ", "real mem", "avail mem",
		"total memory", "Copyright", "FreeBSD", "OpenBSD", "NetBSD",
		"Timecounter", "Features", "Origin", "Hyperthreading" };
	struct span s[2];
	size_t n = text_fields(l, s, 2);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (line_begins(l, words[i]))
			return true;
	if (machine_is_cpu(l))
		return true;
	if (n == 0 || span_is(s[0], "DMA:")) /* "64-bit DMA: Intel ..." */
		return false;
	/* who built the kernel: "root@host:/usr/obj/..." */
	if (memchr(s[0].p, '@', s[0].len) != NULL &&
	    memchr(s[0].p, '/', s[0].len) != NULL)
		return true;
	/* "0x02: irq 11, ..." was wrapped off */
	return *l->p == '[' ||
	    (s[0].p[s[0].len - 1] == ':' && s[0].len > 2 &&
		(*l->p < '0' || *l->p > '9')) ||
	    card_name(l).len > 0;
}

/* "... #0: Fri": the date that was broken off looks like the log's. */
static bool
ends_in_weekday(const struct line *l)
{
	static const char days[] = " Mon Tue Wed Thu Fri Sat Sun";
	char end[5];

	if (l->len < 4)
		return false;
	memcpy(end, l->p + l->len - 4, 4);
	end[4] = '\0';
	return end[0] == ' ' && strstr(days, end) != NULL;
}

/* What is wrapped twice leaves short lines between. */
static size_t
message_lines(const struct line *l, size_t n)
{
	size_t used = 1;
	struct span typed;

	while (used < n && used < JOIN_MAX &&
	    (line_breaks(&l[used - 1]) ||
		(used > 1 && card_is_address(&l[used]))) &&
	    !is_message(&l[used]) && !prompt_line(&l[used], &typed) &&
	    (ends_in_weekday(&l[used - 1]) ||
		!parse_known(&parse_dmesg, &l[used], n - used)))
		used++;
	return used;
}

/* ---- cards -------------------------------------------------------------- */

static struct card *
card_of(struct boot *b, struct span name)
{
	for (size_t i = 0; i < b->devices; i++)
		if (b->card[i].name.len == name.len &&
		    memcmp(b->card[i].name.p, name.p, name.len) == 0)
			return &b->card[i];
	return NULL;
}

static void
take_card(struct boot *b, const struct line *l)
{
	struct span name = card_name(l), old = card_renamed_from(l);
	struct card *c = card_of(b, name);

	if (old.len > 0 && c == NULL && card_of(b, old) != NULL)
		card_of(b, old)->name = name;
	if (name.len == 0 || old.len > 0)
		return;
	if (c == NULL) {
		if (b->devices == DEVICES_MAX)
			return;
		c = &b->card[b->devices++];
		memset(c, 0, sizeof(*c));
		c->name = name;
	}
	card_take(c, l);
}

/* The other devices were only kept until their address could have come. */
static void
keep_network(struct boot *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->devices; i++)
		if (card_is_network(&b->card[i]))
			b->card[n++] = b->card[i];
	b->devices = n;
}

/* ---- the document --------------------------------------------------------- */

static void
put_text(struct reading *r, struct value *v, const char *key, struct span s)
{
	if (s.len == 0)
		value_null(r->arena, v, key);
	else
		value_text(r->arena, v, key, arena_text(r->arena, s.p, s.len));
}

static void
put_number(
    struct reading *r, struct value *v, const char *key, bool known, uint64_t n)
{
	if (known)
		value_u64(r->arena, v, key, n);
	else
		value_null(r->arena, v, key);
}

/* The name that vmstat -i has; NULL: none that is known. */
static const char *
irq_name(struct reading *r, const struct card *c)
{
	char text[32];

	/* messages have other names than the line of the bus */
	if ((c->message_irq && c->irq_number) || c->irq.len == 0)
		return NULL;
	if (!c->irq_number)
		return value_key(
		    r->arena, arena_text(r->arena, c->irq.p, c->irq.len));
	snprintf(text, sizeof(text), "irq%.*s", (int)c->irq.len, c->irq.p);
	return arena_text(r->arena, text, strlen(text));
}

static void
put_cards(struct reading *r, const struct boot *b)
{
	struct value *cards =
	    value_put(r->arena, r->data, "nics", VALUE_OBJECT);

	for (size_t i = 0; i < b->devices; i++) {
		const struct card *c = &b->card[i];
		const char *irq = irq_name(r, c);
		struct value *v = value_put(r->arena, cards,
		    arena_text(r->arena, c->name.p, c->name.len), VALUE_OBJECT);

		put_text(r, v, "mac", c->mac);
		put_text(r, v, "chip", c->chip);
		put_text(r, v, "driver", card_driver(c));
		put_text(r, v, "model", c->description);
		if (irq != NULL)
			value_text(r->arena, v, "irq", irq);
		else
			value_null(r->arena, v, "irq");
		put_number(r, v, "vectors", c->vectors > 0, c->vectors);
	}
}

/* Several cards on one line share what it costs; messages are not shared. */
static void
put_shared(struct reading *r, const struct boot *b)
{
	struct value *shared =
	    value_put(r->arena, r->data, "shared_irq", VALUE_OBJECT);
	const char *name[DEVICES_MAX];

	for (size_t i = 0; i < b->devices; i++)
		name[i] = irq_name(r, &b->card[i]);
	for (size_t i = 0; i < b->devices; i++) {
		const char *irq = name[i];
		struct value *names = NULL;

		if (irq == NULL || strncmp(irq, "msi", 3) == 0 ||
		    value_find(shared, irq) != NULL)
			continue;
		for (size_t k = i; k < b->devices; k++) {
			if (k == i || name[k] == NULL ||
			    strcmp(irq, name[k]) != 0)
				continue;
			if (names == NULL) {
				names = value_put(
				    r->arena, shared, irq, VALUE_ARRAY);
				put_text(r, names, NULL, b->card[i].name);
			}
			put_text(r, names, NULL, b->card[k].name);
		}
	}
}

static void
put_machine(struct reading *r, const struct machine *m)
{
	uint64_t cpus = m->cpus_told > 0 ? m->cpus_told : m->cpus, build = 0;
	bool built = span_u64(m->build, &build);

	if (cpus == 0 && (m->launched > 0 || m->cpu_line))
		cpus = m->launched + 1;
	put_text(r, r->data, "os", m->os);
	put_text(r, r->data, "release", m->release);
	put_text(r, r->data, "kernel", m->kernel);
	put_number(r, r->data, "build", built, build);
	put_number(r, r->data, "cpus", cpus > 0, cpus);
	put_text(r, r->data, "cpu_model",
	    m->quoted_model.len > 0 ? m->quoted_model : m->model);
	put_number(r, r->data, "memory_mb", m->memory, m->memory_mb);
}

/* ---- the listing ---------------------------------------------------------- */

/* The line that attaches a card: an excerpt begins there. */
static bool
is_attachment(const struct line *l)
{
	struct card c = { .name = { "", 0 } };

	if (l->len == 0 || *l->p < 'a' || *l->p > 'z' ||
	    memchr(l->p, ':', l->len) == NULL)
		return false; /* most lines */
	c.name = card_name(l);
	if (c.name.len == 0 || memchr(l->p, ' ', l->len) == NULL)
		return false;
	card_take(&c, l);
	return card_is_network(&c) && (c.description.len > 0 || c.mac.len > 0);
}

static bool
begins(const struct line *l, size_t n)
{
	struct line plain;

	if (n == 0)
		return false;
	plain = without_time(l);
	return machine_is_banner(&plain) || is_attachment(&plain);
}

/*
 * Nothing marks the end: a prompt, another kernel's banner, another kind of
 * listing, or after an empty line something that is no message.
 */
static bool
ends(const struct reading *r, size_t at, bool after_blank)
{
	const struct line *l = &r->line[at];
	struct line plain = without_time(l);
	struct span typed;

	if (prompt_line(l, &typed) || line_begins(l, "==") ||
	    (at > 0 && machine_is_banner(&plain)) ||
	    (after_blank && !is_message(l)))
		return true;
	for (const struct parser *const *p = parsers; *p != NULL; p++)
		if (*p != &parse_dmesg && *p != &parse_sysctl &&
		    *p != &parse_table && *p != &parse_ethtool &&
		    (*p)->begins(l, r->n - at))
			return true;
	return false;
}

static void
parse(struct reading *r)
{
	struct boot b; /* large: only what counts is cleared */
	bool blank = false;
	size_t at = 0;

	b.devices = 0;
	memset(&b.machine, 0, sizeof(b.machine));
	while (at < r->n) {
		size_t lines;
		struct line whole;

		if (r->line[at].len == 0) {
			blank = true;
			at++;
			continue;
		}
		if (ends(r, at, blank || r->line[at].gap))
			break;
		blank = false;
		lines = message_lines(r->line + at, r->n - at);
		whole = text_joined(r->arena, r->line + at, lines);
		whole = without_time(&whole);
		machine_take(&b.machine, &whole);
		take_card(&b, &whole);
		at += lines;
		r->used = at;
	}
	r->data = value_new(r->arena, VALUE_OBJECT);
	keep_network(&b);
	put_machine(r, &b.machine);
	put_cards(r, &b);
	put_shared(r, &b);
}

const struct parser parse_dmesg = {
	.kind = "dmesg",
	.begins = begins,
	.parse = parse,
};
