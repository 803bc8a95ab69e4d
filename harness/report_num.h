/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the report prints numbers. Every function fills buf (REPORT_NUM bytes)
 * and returns it. What is not known (NaN) is an en dash, never 0.
 */
#ifndef HARNESS_REPORT_NUM_H
#define HARNESS_REPORT_NUM_H

#include <stddef.h>
#include <stdint.h>

#define REPORT_NUM 96
#define REPORT_UNKNOWN "\xe2\x80\x93" /* en dash */
#define REPORT_MINUS "\xe2\x88\x92"
#define REPORT_NBSP "\xc2\xa0" /* keeps a number and its unit together */

/* 5,976,399; a real minus sign; rounded to `decimals` (0 to 6). */
char *report_num(double, int decimals, char buf[REPORT_NUM]);
char *report_count(int64_t, char buf[REPORT_NUM]);

/* "412", "41.2", "4.12": three figures, all of them above 1000. */
char *report_short(double, char buf[REPORT_NUM]);

/* Seconds from milliseconds, for people: "85 ms", "1.25 s". */
char *report_ms(double, char buf[REPORT_NUM]);

/*
 * A share of 0 to 1 as percent: two decimals, or two figures where those
 * would say less: "41.93 %", "0.0042 %". Only a true 0 prints as "0 %", only a
 * true 1 as "100.00 %".
 */
char *report_percent(double ratio, char buf[REPORT_NUM]);

/*
 * The loss of `lost` in `sent` frames. No loss in n frames says only that
 * the loss is below 3/n at 95 % (the rule of three): "0 (< 0.0006 % at 95 %,
 * n = 500,000)". Unknown where nothing was sent.
 */
char *report_loss(int64_t lost, int64_t sent, char buf[REPORT_NUM]);

/* "250k", "1.5M": for axes. */
char *report_si(double, char buf[REPORT_NUM]);

/*
 * A step of 1, 2 or 5 times a power of ten, for at most `steps` of them up to
 * `top` (above 0).
 */
double report_step(double top, int steps);

/* "2026-11-30 20:41 UTC" from nanoseconds since 1970. */
char *report_time(int64_t wall_ns, char buf[REPORT_NUM]);

/* At most `max` characters of UTF-8; a longer text ends in an ellipsis. */
char *report_cut(const char *text, size_t max, char *buf, size_t size);

#endif
