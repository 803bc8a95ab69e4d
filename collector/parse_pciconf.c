/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pciconf -lvc` of FreeBSD and DragonFly: "ix0@pci0:1:0:0: class=0x020000 ...",
 * then indented "device = '...'" and capabilities with the link's width and
 * speed. Network cards only (class 0x02).
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

static bool
is_device(const struct line *l, struct span *name)
{
	struct span s[2];
	const char *at;

	if (text_fields(l, s, 2) != 2 || !span_begins(s[1], "class=0x"))
		return false;
	at = memchr(s[0].p, '@', s[0].len);
	if (at == NULL || at == s[0].p ||
	    (size_t)(s[0].p + s[0].len - at) < 5 || memcmp(at, "@pci", 4) != 0)
		return false;
	*name = (struct span){ s[0].p, (size_t)(at - s[0].p) };
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span name;

	return n > 0 && is_device(l, &name);
}

/* "vendor=0x8086", older "chip=0x10fb8086": the id as Linux writes it. */
static void
put_id(struct reading *r, struct value *v, const struct line *l)
{
	struct span s, vendor = { "", 0 }, device = { "", 0 }, chip = { "", 0 };
	size_t at = 0;
	char text[40];

	while (text_next(l, &at, &s)) {
		if (span_begins(s, "vendor=0x"))
			vendor = (struct span){ s.p + 9, s.len - 9 };
		if (span_begins(s, "device=0x"))
			device = (struct span){ s.p + 9, s.len - 9 };
		if (span_begins(s, "chip=0x") && s.len == 15)
			chip = (struct span){ s.p + 7, 8 };
	}
	if (chip.len == 8) {
		device = (struct span){ chip.p, 4 };
		vendor = (struct span){ chip.p + 4, 4 };
	}
	if (vendor.len != 4 || device.len != 4)
		return;
	snprintf(text, sizeof(text), "0x%.4s:0x%.4s", vendor.p, device.p);
	value_text(r->arena, v, "id", text);
}

/* "link x8(x8) speed 5.0(5.0) ASPM disabled(L0s)": now, and the most. */
static void
put_link(struct reading *r, struct value *v, const struct line *l)
{
	struct span s[5];
	size_t n = text_fields(l, s, 5), len;
	uint64_t width;
	const char *p;

	if (n < 2 || !span_is(s[0], "link") || *s[1].p != 'x')
		return;
	len = 1;
	while (len < s[1].len && s[1].p[len] >= '0' && s[1].p[len] <= '9')
		len++;
	if (span_u64((struct span){ s[1].p + 1, len - 1 }, &width))
		value_u64(r->arena, v, "width", width);
	if (len + 3 < s[1].len && s[1].p[len] == '(' &&
	    span_u64(
		(struct span){ s[1].p + len + 2, s[1].len - len - 3 }, &width))
		value_u64(r->arena, v, "width_max", width);
	if (n < 4 || !span_is(s[2], "speed"))
		return;
	p = memchr(s[3].p, '(', s[3].len);
	value_text(r->arena, v, "speed",
	    arena_text(
		r->arena, s[3].p, p != NULL ? (size_t)(p - s[3].p) : s[3].len));
}

/* "    device     = '82599ES ...'" */
static void
put_model(struct reading *r, struct value *v, const struct line *l)
{
	const char *from, *to;

	if (!line_begins(l, "device") || value_find(v, "model") != NULL)
		return;
	from = memchr(l->p, '\'', l->len);
	to = l->p + l->len - 1;
	if (from != NULL && to > from && *to == '\'')
		value_text(r->arena, v, "model",
		    arena_text(r->arena, from + 1, (size_t)(to - from) - 1));
}

static void
parse(struct reading *r)
{
	struct value *devices, *v = NULL;

	r->data = value_new(r->arena, VALUE_OBJECT);
	devices = value_put(r->arena, r->data, "devices", VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span name, s[2];

		if (is_device(l, &name)) {
			text_fields(l, s, 2);
			v = NULL;
			if (!span_begins(s[1], "class=0x02"))
				continue;
			v = value_put(r->arena, devices,
			    arena_text(r->arena, name.p, name.len),
			    VALUE_OBJECT);
			put_id(r, v, l);
			continue;
		}
		if (l->indent == 0 || l->len == 0)
			break;
		if (v == NULL)
			continue;
		put_model(r, v, l);
		put_link(r, v, l);
	}
}

const struct parser parse_pciconf = {
	.kind = "pciconf",
	.begins = begins,
	.parse = parse,
};
