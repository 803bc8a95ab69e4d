/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/num.h"

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit duration_units[] = {
	{ "", 1000000000 },
	{ "s", 1000000000 },
	{ "ms", 1000000 },
	{ "us", 1000 },
	{ "ns", 1 },
	{ "m", 60000000000 },
	{ "h", 3600000000000 },
	{ NULL, 0 },
};

/* in thousandths of a frame per second */
static const struct unit rate_units[] = {
	{ "", 1000 },
	{ "k", 1000000 },
	{ "M", 1000000000 },
	{ "G", 1000000000000 },
	{ NULL, 0 },
};

/* Digits only; returns the character behind them, NULL on none or overflow. */
static const char *
digits(const char *p, uint64_t *out)
{
	uint64_t v = 0, d;

	if (*p < '0' || *p > '9')
		return NULL;
	for (; *p >= '0' && *p <= '9'; p++) {
		d = (uint64_t)(*p - '0');
		if (v > (UINT64_MAX - d) / 10)
			return NULL;
		v = v * 10 + d;
	}
	*out = v;
	return p;
}

/*
 * Decimal number and unit into whole multiples of the smallest unit.
 * Decimals that the unit cannot hold exactly are refused, not rounded.
 */
static int
scaled(const char *text, const struct unit *units, uint64_t *out)
{
	uint64_t whole, part = 0, scale = 1, extra;
	const char *p = digits(text, &whole);

	if (p == NULL)
		return -1;
	if (*p == '.') {
		const char *start = ++p;

		p = digits(start, &part);
		if (p == NULL || p - start > 12)
			return -1;
		for (const char *q = start; q < p; q++)
			scale *= 10;
	}
	for (; units->name != NULL; units++)
		if (strcmp(units->name, p) == 0)
			break;
	if (units->name == NULL || whole > UINT64_MAX / units->factor)
		return -1;
	/* reduce before multiplying: part < 1e12, factor <= 3.6e12 */
	while (scale > 1 && part % 10 == 0) {
		part /= 10;
		scale /= 10;
	}
	if (units->factor % scale != 0) /* 1.5m: 60e9 / 10 is whole */
		return -1;
	extra = part * (units->factor / scale);
	if (whole * units->factor > UINT64_MAX - extra)
		return -1;
	*out = whole * units->factor + extra;
	return 0;
}

int
num_u64(const char *what, const char *text, uint64_t min, uint64_t max,
    uint64_t *out, struct fail *f)
{
	uint64_t v;
	const char *end = digits(text, &v);

	if (end == NULL || *end != '\0' || v < min || v > max)
		return fail(f,
		    "%s: \"%s\" is not a whole number from %" PRIu64
		    " to %" PRIu64,
		    what, text, min, max);
	*out = v;
	return 0;
}

bool
num_digits(const char *text, size_t len, uint64_t *out)
{
	uint64_t v = 0;

	if (len == 0 || len > NUM_DIGITS)
		return false;
	for (size_t i = 0; i < len; i++) {
		uint64_t d = (uint64_t)(unsigned char)text[i] - '0';

		/* only the last of 20 digits can be too much */
		if (d > 9 || (i + 1 == NUM_DIGITS && v > (UINT64_MAX - d) / 10))
			return false;
		v = v * 10 + d;
	}
	*out = v;
	return true;
}

static void
duration_text(uint64_t ns, char *buf, size_t size)
{
	if (ns % 1000000000 == 0)
		snprintf(buf, size, "%" PRIu64 "s", ns / 1000000000);
	else if (ns % 1000000 == 0)
		snprintf(buf, size, "%" PRIu64 "ms", ns / 1000000);
	else
		snprintf(buf, size, "%" PRIu64 "ns", ns);
}

int
num_duration(const char *what, const char *text, uint64_t min_ns,
    uint64_t max_ns, uint64_t *ns, struct fail *f)
{
	char low[NUM_TEXT], high[NUM_TEXT];
	uint64_t v;

	if (scaled(text, duration_units, &v) == 0 && v >= min_ns &&
	    v <= max_ns) {
		*ns = v;
		return 0;
	}
	duration_text(min_ns, low, sizeof(low));
	duration_text(max_ns, high, sizeof(high));
	return fail(f,
	    "%s: \"%s\" is not a time from %s to %s (units ns us ms s m h; "
	    "seconds without)",
	    what, text, low, high);
}

static uint64_t
gcd(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

int
num_rate(const char *what, const char *text, struct rate *rate, struct fail *f)
{
	uint64_t milli, common;

	if (strcmp(text, "max") == 0) {
		*rate = (struct rate){ 0, 1 };
		return 0;
	}
	if (scaled(text, rate_units, &milli) == 0 && milli >= 1) {
		common = gcd(milli, 1000);
		if (milli / common <= NUM_RATE_MAX &&
		    milli <= NUM_RATE_MAX * 1000) {
			rate->frames = milli / common;
			rate->seconds = 1000 / common;
			return 0;
		}
	}
	return fail(f,
	    "%s: \"%s\" is not a rate in frames/s from 0.001 to 10G (units k "
	    "M G, at most 3 decimals), nor \"max\"",
	    what, text);
}

int
num_range(const char *what, const char *text, uint64_t min, uint64_t max,
    uint64_t range[2], struct fail *f)
{
	uint64_t low, high;
	const char *p = digits(text, &low);

	if (p != NULL && *p == '\0') {
		high = low;
	} else if (p != NULL && *p == '-') {
		p = digits(p + 1, &high);
		if (p != NULL && *p != '\0')
			p = NULL;
	} else {
		p = NULL;
	}
	if (p == NULL || low < min || low > high || high > max)
		return fail(f,
		    "%s: \"%s\" is not a number or range A-B within %" PRIu64
		    " to %" PRIu64,
		    what, text, min, max);
	range[0] = low;
	range[1] = high;
	return 0;
}

int
num_list(const char *what, const char *text, uint64_t min, uint64_t max,
    struct num_list *list, struct fail *f)
{
	const char *p = text;
	size_t count = 0;

	for (;;) {
		uint64_t v;

		p = digits(p, &v);
		if (p == NULL || v < min || v > max || count == list->cap)
			break;
		list->v[count++] = v;
		if (*p == '\0') {
			list->n = count;
			return 0;
		}
		if (*p++ != ',')
			break;
	}
	return fail(f,
	    "%s: \"%s\" is not a list N[,N...] of at most %zu numbers from "
	    "%" PRIu64 " to %" PRIu64,
	    what, text, list->cap, min, max);
}

char *
num_group(uint64_t v, char buf[NUM_TEXT])
{
	char plain[NUM_TEXT];
	int len = snprintf(plain, sizeof(plain), "%" PRIu64, v);
	int out = 0;

	for (int i = 0; i < len; i++) {
		if (i > 0 && (len - i) % 3 == 0)
			buf[out++] = ',';
		buf[out++] = plain[i];
	}
	buf[out] = '\0';
	return buf;
}
