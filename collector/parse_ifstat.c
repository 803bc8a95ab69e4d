/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two programs are called ifstat. ifstat 1.1 (the BSDs, Linux): interface
 * names over "KB/s in  KB/s out" or "Kbps in  Kbps out", K of 1024, a row a
 * second. iproute2's: increases since the user's last call, two lines an
 * interface, large figures cut to K or M of 1000.
 */
#include <stdio.h>
#include <string.h>

#include "collector/blasts.h"
#include "collector/parse.h"

#define FIELDS 64
#define HEADING_MAX 6 /* lines of names */

/* ---- ifstat 1.1 ----------------------------------------------------------- */

struct table {
	struct span name[FIELDS];
	size_t n; /* interfaces */
	bool timed, bits;
};

static bool
is_unit(struct span s)
{
	return span_is(s, "KB/s") || span_is(s, "Kbps");
}

/* A line of "KB/s in  KB/s out", of which mail may have broken off any part. */
static bool
is_units(const struct line *l)
{
	struct span s;
	size_t at = 0;

	while (text_next(l, &at, &s))
		if (!is_unit(s) && !span_is(s, "in") && !span_is(s, "out") &&
		    !span_is(s, "HH:MM:SS"))
			return false;
	return l->len > 0;
}

/* The names over the units; lines used, 0: none. */
static size_t
heading(struct table *t, const struct line *l, size_t n)
{
	struct span s[4 * FIELDS];
	size_t words = 0, used = 1;

	memset(t, 0, sizeof(*t));
	while (used < n && used < HEADING_MAX && !is_units(&l[used]) &&
	    line_breaks(&l[used - 1]))
		used++;
	if (used == n || !is_units(&l[used]))
		return 0;
	for (size_t i = 0; i < used; i++)
		t->n += text_fields(&l[i], t->name + t->n, FIELDS - t->n);
	while (used < n && is_units(&l[used]) && words < 4 * FIELDS)
		words += text_fields(&l[used++], s + words, 4 * FIELDS - words);
	t->timed = span_is(s[0], "HH:MM:SS");
	if (words < t->timed + 4U || !is_unit(s[t->timed]))
		return 0;
	t->bits = span_is(s[t->timed], "Kbps");
	if (t->timed && t->n > 0) {
		t->n--;
		memmove(t->name, t->name + 1, t->n * sizeof(t->name[0]));
	}
	return t->n > 0 && words == t->timed + 4 * t->n ? used : 0;
}

static bool
begins_rates(const struct line *l, size_t n)
{
	struct table t;

	return heading(&t, l, n) > 0;
}

/* "14:05:01" */
static bool
is_time(struct span s)
{
	return s.len == 8 && s.p[2] == ':' && s.p[5] == ':';
}

/* Does a row begin here? Figures, maybe behind a time. */
static bool
is_rates(const struct line *l)
{
	struct span s;
	size_t at = 0, n = 0;
	double v;

	for (; text_next(l, &at, &s); n++)
		if (!span_real(s, &v) && !span_is(s, "n/a") &&
		    (n > 0 || !is_time(s)))
			return false;
	return n > 0;
}

/* A row, over several lines where mail has wrapped it; 0: none. */
static size_t
rates_row(struct reading *r, const struct table *t, struct value *rows,
    struct value *times)
{
	struct span s[2 * FIELDS + 2];
	size_t n = 0, at = t->timed, want = at + 2 * t->n, used = 0;
	const struct line *l = &r->line[r->used];
	struct value *one;
	double v;

	while (r->used + used < r->n && n < want && l[used].len > 0 &&
	    (used == 0 || line_breaks(&l[used - 1])))
		n += text_fields(&l[used++], s + n, want + 1 - n);
	if (n != want || (t->timed && !is_time(s[0])))
		return 0;
	for (size_t i = at; i < n; i++)
		if (!span_real(s[i], &v) && !span_is(s[i], "n/a"))
			return 0;
	if (t->timed)
		value_text(r->arena, times, NULL,
		    arena_text(r->arena, s[0].p, s[0].len));
	one = value_put(r->arena, rows, NULL, VALUE_ARRAY);
	for (size_t i = at; i < n; i++)
		if (span_real(s[i], &v))
			value_real(r->arena, one, NULL, v);
		else
			value_null(r->arena, one, NULL);
	return used;
}

static void
put_names(struct reading *r, const struct table *t)
{
	struct value *interfaces =
	    value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	struct value *columns =
	    value_put(r->arena, r->data, "columns", VALUE_ARRAY);
	char text[64];

	for (size_t i = 0; i < t->n; i++) {
		int len = t->name[i].len < 40 ? (int)t->name[i].len : 40;

		value_text(r->arena, interfaces, NULL,
		    arena_text(r->arena, t->name[i].p, t->name[i].len));
		snprintf(text, sizeof(text), "%.*s_in", len, t->name[i].p);
		value_text(r->arena, columns, NULL, text);
		snprintf(text, sizeof(text), "%.*s_out", len, t->name[i].p);
		value_text(r->arena, columns, NULL, text);
	}
}

/* Columns of this listing have the names of r->data's "columns". */
static void
put_blasts(struct reading *r, const struct value *rows)
{
	struct blasts_column column[2 * FIELDS];
	struct blasts_ask ask = { rows, NULL, 10, column, 0 };
	const struct value *names = value_find(r->data, "columns");

	for (const struct value *v = names->first; v != NULL; v = v->next) {
		column[ask.columns].name = v->text;
		column[ask.columns].at = ask.columns;
		ask.columns++;
	}
	blasts_put(r->arena, r->data, &ask);
}

static void
parse_rates(struct reading *r)
{
	struct table t, again;
	struct value *rows, *times = NULL;
	uint64_t n = 0;

	r->used = heading(&t, r->line, r->n);
	r->data = value_new(r->arena, VALUE_OBJECT);
	value_text(r->arena, r->data, "unit",
	    t.bits ? "Kbit/s where K = 1024" : "KB/s where K = 1024");
	put_names(r, &t);
	if (t.timed)
		times = value_put(r->arena, r->data, "times", VALUE_ARRAY);
	rows = value_put(r->arena, r->data, "rows", VALUE_ARRAY);
	while (r->used < r->n) {
		size_t lines =
		    heading(&again, r->line + r->used, r->n - r->used);

		if (lines > 0 && again.n == t.n) {
			r->used += lines;
			continue;
		}
		lines = rates_row(r, &t, rows, times);
		if (lines == 0 && n > 0 &&
		    (lines = parse_strays_to(r, r->used, is_rates)) > 0) {
			r->strays += lines;
			r->used += lines;
			continue;
		}
		if (lines == 0)
			break;
		n++;
		r->used += lines;
	}
	value_u64(r->arena, r->data, "n_rows", n);
	put_blasts(r, rows);
}

/* ---- iproute2's ----------------------------------------------------------- */

static bool
begins_increases(const struct line *l, size_t n)
{
	struct span s[4];

	return n > 2 && line_begins(l, "Interface") &&
	    text_fields(l, s, 4) == 4 && span_is(s[0], "Interface") &&
	    span_is(s[1], "RX") && span_is(s[2], "Pkts/Rate");
}

/* Cut, not rounded: 4022K is 4,022,000 to 4,022,999. */
static bool
cut_figure(struct span s, uint64_t *low, uint64_t *high)
{
	uint64_t step = 1, v;

	if (s.len == 0)
		return false;
	switch (s.p[s.len - 1]) {
	case 'G':
		step *= 1000; /* fallthrough */
	case 'M':
		step *= 1000; /* fallthrough */
	case 'K':
		step *= 1000;
		s.len--;
		break;
	}
	if (!span_u64(s, &v) || v > UINT64_MAX / 1000000000 - 1)
		return false;
	*low = v * step;
	*high = *low + step - 1;
	return true;
}

static const char *const first_line[] = { "rx_packets", "rx_pps", "tx_packets",
	"tx_pps", "rx_bytes", "rx_Bps", "tx_bytes", "tx_Bps" };
static const char *const second_line[] = { "rx_errs", "rx_drop", "tx_errs",
	"tx_drop", "rx_over", "rx_over_rate", "tx_colls", "tx_colls_rate" };
/* With -e there are four of them, each figure with a rate. */
#define ERROR_LINES 4
static const char *const error_lines[ERROR_LINES][8] = {
	{ "rx_errs", "rx_errs_rate", "rx_drop", "rx_drop_rate", "rx_over",
	    "rx_over_rate", "rx_length", "rx_length_rate" },
	{ "rx_crc", "rx_crc_rate", "rx_frame", "rx_frame_rate", "rx_fifo",
	    "rx_fifo_rate", "rx_missed", "rx_missed_rate" },
	{ "tx_errs", "tx_errs_rate", "tx_drop", "tx_drop_rate", "tx_colls",
	    "tx_colls_rate", "tx_carrier", "tx_carrier_rate" },
	{ "tx_aborted", "tx_aborted_rate", "tx_fifo", "tx_fifo_rate",
	    "tx_heartbeat", "tx_heartbeat_rate", "tx_window",
	    "tx_window_rate" },
};

static bool
are_figures(const struct span *s)
{
	uint64_t low, high;

	for (size_t i = 0; i < 8; i++)
		if (!cut_figure(s[i], &low, &high))
			return false;
	return true;
}

/* Eight figures; plain numbers where they are exact and `plain`. */
static bool
put_figures(struct reading *r, struct value *v, const char *const *keys,
    const struct span *s, bool plain)
{
	uint64_t low, high;

	if (!are_figures(s))
		return false;
	for (size_t i = 0; i < 8; i++) {
		struct value *pair;

		cut_figure(s[i], &low, &high);
		if (plain && low == high) {
			value_u64(r->arena, v, keys[i], low);
			continue;
		}
		pair = value_put(r->arena, v, keys[i], VALUE_ARRAY);
		value_u64(r->arena, pair, NULL, low);
		value_u64(r->arena, pair, NULL, high);
	}
	return true;
}

/* `want` fields from a line on, over as many lines as mail made; 0: no. */
static size_t
gather(const struct reading *r, size_t at, struct span *s, size_t want)
{
	size_t got = 0, used = 0;

	while (at + used < r->n && got < want && used < 3) {
		const struct line *l = &r->line[at + used];

		if (l->len == 0 || (used > 0 && (*l->p < '0' || *l->p > '9')))
			break;
		got += text_fields(l, s + got, want + 1 - got);
		used++;
	}
	return got == want ? used : 0;
}

/* "RX Errs/Drop TX Errs/Drop ...", of which mail may break off any part. */
static bool
is_columns(const struct line *l)
{
	struct span s;
	size_t at = 0;

	while (text_next(l, &at, &s))
		if (!span_is(s, "RX") && !span_is(s, "TX") &&
		    (memchr(s.p, '/', s.len) == NULL || *s.p < 'A' ||
			*s.p > 'Z'))
			return false;
	return l->len > 0;
}

/* The lines below the first one, over as many as mail made; 0: no. */
static size_t
put_rest(struct reading *r, size_t at, struct value *one, bool errors)
{
	size_t rows = errors ? ERROR_LINES : 1, used = 0, lines;
	struct span s[10];

	for (size_t i = 0; i < rows; i++) {
		lines = gather(r, at + used, s, 8);
		if (lines == 0 ||
		    !put_figures(
			r, one, errors ? error_lines[i] : second_line, s, true))
			return 0;
		used += lines;
	}
	return used;
}

static void
parse_increases(struct reading *r)
{
	struct value *interfaces, *one;
	struct span s[10];
	bool errors = false;

	r->data = value_new(r->arena, VALUE_OBJECT);
	value_text(r->arena, r->data, "counts_are",
	    "increase since the previous call");
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_OBJECT);
	r->used = 1;
	while (r->used < r->n && is_columns(&r->line[r->used]))
		errors |= line_begins(&r->line[r->used++], "RX Errs/Rate");
	while (r->used < r->n) {
		size_t lines = gather(r, r->used, s, 9), more;

		if (lines == 0 || !are_figures(s + 1))
			break;
		one = value_put(r->arena, interfaces,
		    arena_text(r->arena, s[0].p, s[0].len), VALUE_OBJECT);
		put_figures(r, one, first_line, s + 1, false);
		more = put_rest(r, r->used + lines, one, errors);
		if (more == 0)
			break;
		r->used += lines + more;
	}
	r->found_os = "Linux";
}

const struct parser parse_ifstat = {
	.kind = "ifstat",
	.begins = begins_rates,
	.parse = parse_rates,
};

const struct parser parse_ifstat_iproute2 = {
	.kind = "ifstat_iproute2",
	.begins = begins_increases,
	.parse = parse_increases,
};
