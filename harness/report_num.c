/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/report_num.h"
#include "lib/num.h"

#define ELLIPSIS "\xe2\x80\xa6"

static char *
put(char *buf, const char *text)
{
	snprintf(buf, REPORT_NUM, "%s", text);
	return buf;
}

/* Digits before the point in groups of three; the rest as it is. */
static char *
group(const char *plain, char *buf)
{
	size_t whole = strcspn(plain, ".");
	size_t out = 0;

	for (size_t i = 0; i < whole; i++) {
		if (i > 0 && (whole - i) % 3 == 0)
			buf[out++] = ',';
		buf[out++] = plain[i];
	}
	snprintf(buf + out, REPORT_NUM - out, "%s", plain + whole);
	return buf;
}

char *
report_num(double v, int decimals, char buf[REPORT_NUM])
{
	char plain[48], grouped[REPORT_NUM];

	if (!isfinite(v) || fabs(v) >= 1e18)
		return put(buf, REPORT_UNKNOWN);
	snprintf(plain, sizeof(plain), "%.*f", decimals, fabs(v));
	group(plain, grouped);
	snprintf(buf, REPORT_NUM, "%s%.80s",
	    v < 0 && strpbrk(plain, "123456789") != NULL ? REPORT_MINUS : "",
	    grouped);
	return buf;
}

char *
report_count(int64_t v, char buf[REPORT_NUM])
{
	char grouped[NUM_TEXT];
	uint64_t size = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

	snprintf(buf, REPORT_NUM, "%s%s", v < 0 ? REPORT_MINUS : "",
	    num_group(size, grouped));
	return buf;
}

char *
report_short(double v, char buf[REPORT_NUM])
{
	double size = fabs(v);

	return size == 0 ? put(buf, "0")
			 : report_num(v,
			       size >= 99.95	   ? 0
				   : size >= 9.995 ? 1
						   : 2,
			       buf);
}

char *
report_ms(double ms, char buf[REPORT_NUM])
{
	char n[REPORT_NUM];

	if (!isfinite(ms))
		return put(buf, REPORT_UNKNOWN);
	report_short(ms >= 999.5 ? ms / 1000 : ms, n);
	snprintf(buf, REPORT_NUM, "%.80s" REPORT_NBSP "%s", n,
	    ms >= 999.5 ? "s" : "ms");
	return buf;
}

char *
report_percent(double ratio, char buf[REPORT_NUM])
{
	double percent = 100 * ratio;
	double size = fabs(percent);
	int decimals = 2;
	char n[REPORT_NUM];

	if (!isfinite(percent))
		return put(buf, REPORT_UNKNOWN);
	if (size == 0)
		return put(buf, "0" REPORT_NBSP "%");
	if (size < 0.1)
		decimals = (int)fmin(12, 1 - floor(log10(size)));
	/* all but a few is not all */
	while (size < 100 && decimals < 9 &&
	    size >= 100 - 0.5 * pow(10, -decimals))
		decimals++;
	report_num(percent, decimals, n);
	snprintf(buf, REPORT_NUM, "%.80s" REPORT_NBSP "%%", n);
	return buf;
}

char *
report_loss(int64_t lost, int64_t sent, char buf[REPORT_NUM])
{
	char share[REPORT_NUM], n[REPORT_NUM];

	if (sent <= 0)
		return put(buf, REPORT_UNKNOWN);
	if (lost != 0)
		return report_percent((double)lost / (double)sent, buf);
	report_percent(fmin(1, 3 / (double)sent), share);
	report_count(sent, n);
	snprintf(buf, REPORT_NUM,
	    "0 (< %.20s at 95" REPORT_NBSP "%%, n" REPORT_NBSP "=" REPORT_NBSP
	    "%.30s)",
	    share, n);
	return buf;
}

char *
report_si(double v, char buf[REPORT_NUM])
{
	static const struct {
		double unit;
		const char *letter;
	} letters[] = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

	for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
		if (fabs(v) < letters[i].unit)
			continue;
		snprintf(buf, REPORT_NUM, "%.6g%s", v / letters[i].unit,
		    letters[i].letter);
		return buf;
	}
	snprintf(buf, REPORT_NUM, "%.6g", v);
	return buf;
}

double
report_step(double top, int steps)
{
	static const double nice[] = { 1, 2, 5, 10 };
	double raw = top / steps;
	double power = pow(10, floor(log10(raw)));

	for (size_t i = 0; i < sizeof(nice) / sizeof(nice[0]); i++)
		if (nice[i] * power >= raw * (1 - 1e-9))
			return nice[i] * power;
	return 10 * power;
}

char *
report_time(int64_t wall_ns, char buf[REPORT_NUM])
{
	time_t seconds = (time_t)(wall_ns / 1000000000);
	struct tm tm;

	if (wall_ns <= 0 || gmtime_r(&seconds, &tm) == NULL ||
	    strftime(buf, REPORT_NUM, "%Y-%m-%d %H:%M UTC", &tm) == 0)
		return put(buf, REPORT_UNKNOWN);
	return buf;
}

char *
report_cut(const char *text, size_t max, char *buf, size_t size)
{
	size_t chars = 0, end = 0, keep = 0;

	while (text[end] != '\0' && chars <= max && end < size) {
		if (chars + 1 <= max && end + sizeof(ELLIPSIS) <= size)
			keep = end;
		do
			end++;
		while (((unsigned char)text[end] & 0xc0) == 0x80);
		chars++;
	}
	if (text[end] == '\0' && chars <= max && end < size)
		snprintf(buf, size, "%s", text);
	else
		snprintf(buf, size, "%.*s" ELLIPSIS, (int)keep, text);
	return buf;
}
