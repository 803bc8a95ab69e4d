/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/boot.h"

/*
 * ntpd(8) steps by more than 128 ms, as a rule by a second or two when it
 * starts. Nothing with network cards is back within 10 s, and where it is,
 * its counters have fallen.
 */
#define STEP_S 10

/* Days from 1 March of year 0 in the Gregorian calendar. */
static int64_t
days(int year, int month, int day)
{
	if (month < 3) {
		year--;
		month += 12;
	}
	return 365LL * year + year / 4 - year / 100 + year / 400 +
	    (153 * (month - 3) + 2) / 5 + day;
}

/* NetBSD's "Thu Nov 30 21:14:03 2006" */
static bool
ctime_seconds(const char *text, int64_t *s)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char month[4];
	const char *at;
	int day, hour, minute, second, year;

	if (sscanf(text, "%*3[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %4d", month,
		&day, &hour, &minute, &second, &year) != 6 ||
	    strlen(month) != 3 || (at = strstr(months, month)) == NULL ||
	    (at - months) % 3 != 0)
		return false;
	*s = ((days(year, (int)(at - months) / 3 + 1, day) * 24 + hour) * 60 +
		 minute) *
		60 +
	    second;
	return true;
}

/*
 * "{ sec = 1164921243, usec = 0 } Thu Nov 30 ..." of FreeBSD and DragonFly,
 * the bare number of OpenBSD. The kind tells clocks with unlike zeros apart.
 */
static bool
boot_seconds(const char *text, int64_t *s, int *kind)
{
	int end = -1;

	*kind = 1;
	if (sscanf(text, "{ sec = %12" SCNd64 " %n", s, &end) == 1 && end > 0)
		return true;
	*kind = 2;
	if (sscanf(text, "%12" SCNd64 "%n", s, &end) == 1 && end > 0 &&
	    text[end] == '\0')
		return true;
	*kind = 3;
	return ctime_seconds(text, s);
}

bool
boot_same(const char *a, const char *b)
{
	int64_t s[2];
	int kind[2];

	if (strcmp(a, b) == 0)
		return true;
	return boot_seconds(a, &s[0], &kind[0]) &&
	    boot_seconds(b, &s[1], &kind[1]) && kind[0] == kind[1] &&
	    s[0] - s[1] <= STEP_S && s[1] - s[0] <= STEP_S;
}
