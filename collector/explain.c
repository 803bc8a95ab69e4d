/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "collector/explain_rows.h"

static const struct explain *const tables[] = { explain_if, explain_queue,
	explain_ip, explain_host, explain_nic_intel, explain_nic,
	explain_nic_ethtool, explain_nic_freebsd };
#define TABLES (sizeof(tables) / sizeof(tables[0]))

const struct explain *
explain_row(size_t i)
{
	for (size_t t = 0; t < TABLES; t++)
		for (const struct explain *e = tables[t]; e->place != NULL; e++)
			if (i-- == 0)
				return e;
	return NULL;
}

/* The same letters in any case; '#' in the pattern: one digit or more. */
static bool
like(const char *pattern, size_t len, const char *name, size_t name_len)
{
	size_t i = 0, k = 0;

	while (i < len) {
		if (pattern[i] == '#') {
			size_t from = k;

			while (k < name_len && isdigit((unsigned char)name[k]))
				k++;
			if (k == from)
				return false;
		} else if (k == name_len ||
		    tolower((unsigned char)pattern[i]) !=
			tolower((unsigned char)name[k])) {
			return false;
		} else {
			k++;
		}
		i++;
	}
	return k == name_len;
}

/* /proc/net/snmp heads a line "Ip:", and its columns without that word. */
static size_t
protocol(const char *pattern)
{
	static const char *const words[] = { "Ip6", "IpExt", "Ip", "Udp6",
		"UdpLite6", "UdpLite", "Udp", "Icmp6", "Icmp", "TcpExt",
		"Tcp" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t len = strlen(words[i]);

		if (strncmp(pattern, words[i], len) == 0 &&
		    isupper((unsigned char)pattern[len]))
			return len;
	}
	return 0;
}

/* Is the name one of those between `sign`? */
static bool
among(const char *list, char sign, const char *name, size_t len)
{
	const char stop[] = { sign, '\0' };

	for (const char *p = list; p != NULL && *p != '\0';) {
		size_t n = strcspn(p, stop), skip = protocol(p);

		if (like(p, n, name, len) ||
		    (skip > 0 && like(p + skip, n - skip, name, len)))
			return true;
		p += n;
		p += *p == sign;
	}
	return false;
}

/* "dev.em.0.mac_stats.x": the driver, and what is behind it. */
static const char *
split_dev(const char *name, const char **driver, size_t *driver_len)
{
	const char *p = name + 4, *rest;

	if (strncmp(name, "dev.", 4) != 0)
		return name;
	*driver = p;
	*driver_len = strcspn(p, ".");
	rest = p + *driver_len;
	if (*rest != '.')
		return name;
	rest += 1 + strspn(rest + 1, "0123456789");
	return *rest == '.' ? rest + 1 : name;
}

static bool
same_driver(const struct explain *e, const char *driver, size_t len)
{
	return driver == NULL || e->driver == NULL ||
	    among(e->driver, ' ', driver, len);
}

static bool
same_os(const struct explain *e, const char *os)
{
	return os == NULL || e->os == NULL || strcasecmp(e->os, os) == 0;
}

bool
explain_applies(const struct explain *e, const char *os, const char *driver)
{
	return same_os(e, os) &&
	    same_driver(e, driver, driver != NULL ? strlen(driver) : 0);
}

bool
explain_matches(const struct explain *e, const char *name, const char *os,
    const char *driver)
{
	size_t len = driver != NULL ? strlen(driver) : 0;
	const char *rest = split_dev(name, &driver, &len);

	if (!same_os(e, os) || !same_driver(e, driver, len))
		return false;
	return (e->name != NULL &&
		   like(e->name, strlen(e->name), name, strlen(name))) ||
	    among(e->raw, '|', name, strlen(name)) ||
	    (rest != name && among(e->raw, '|', rest, strlen(rest)));
}

/*
 * A row for another system or driver than those that are known is none; one
 * for a driver where none is known says too much.
 */
static int
fitness(const struct explain *e, const char *os, const char *driver)
{
	int fit = 1;

	if (e->os != NULL) {
		if (os == NULL || strcasecmp(e->os, os) != 0)
			return 0;
		fit += 1;
	}
	if (e->driver != NULL) {
		if (driver == NULL ||
		    !among(e->driver, ' ', driver, strlen(driver)))
			return 0;
		fit += 2;
	}
	return fit;
}

/* "Tx Queue 0 TSO pkts tx": the words behind a block's heading. */
static const char *
behind_block(const char *name)
{
	const char *p = strstr(name, "Queue ");

	if (p == NULL)
		return name;
	p += strlen("Queue ");
	p += strspn(p, "0123456789");
	return *p == ' ' ? p + strspn(p, " ") : name;
}

/* "rx_missed" of "eth0: rx_missed"; "[0]: rx_missed" is bnxt's own. */
static const char *
behind_interface(const char *name)
{
	size_t len = strcspn(name, ": ");

	return *name != '[' && strncmp(name + len, ": ", 2) == 0
	    ? name + len + 2
	    : name;
}

/*
 * A driver's own statistic: of the driver that the interface is called after,
 * if it is (BSD), else which driver printed it is not told.
 */
static const struct explain *
own(const char *name, const char *os, const char *driver)
{
	const char *words = behind_block(behind_interface(name));
	const struct explain *e, *any = NULL;

	for (size_t i = 0; (e = explain_row(i)) != NULL; i++)
		if (e->name == NULL && same_os(e, os) &&
		    among(e->raw, '|', words, strlen(words))) {
			if (driver == NULL || e->driver == NULL ||
			    among(e->driver, ' ', driver, strlen(driver)))
				return e;
			if (any == NULL)
				any = e;
		}
	return any;
}

const struct explain *
explain_best(
    const char *name, const char *instance, const char *os, const char *driver)
{
	const struct explain *e, *best = NULL;
	int most = 0;

	if (strcmp(name, "nic") == 0)
		return own(instance, os, driver);
	for (size_t i = 0; (e = explain_row(i)) != NULL; i++) {
		int fit = fitness(e, os, driver);

		if (fit <= most || e->name == NULL ||
		    !like(e->name, strlen(e->name), name, strlen(name)))
			continue;
		most = fit;
		best = e;
	}
	return best;
}

/* ---- near names ------------------------------------------------------------ */

/* Letters to change, add or leave out (Levenshtein). */
static size_t
distance(const char *a, const char *b)
{
	size_t row[EXPLAIN_NAME], len = strlen(b);

	for (size_t k = 0; k <= len; k++)
		row[k] = k;
	for (size_t i = 1; a[i - 1] != '\0'; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t k = 1; k <= len; k++) {
			size_t best = corner +
			    (tolower((unsigned char)a[i - 1]) !=
				tolower((unsigned char)b[k - 1]));

			corner = row[k];
			if (row[k] + 1 < best)
				best = row[k] + 1;
			if (row[k - 1] + 1 < best)
				best = row[k - 1] + 1;
			row[k] = best;
		}
	}
	return row[len];
}

struct nearest {
	const char *wanted;
	char (*name)[EXPLAIN_NAME];
	size_t far[EXPLAIN_NEAR], n;
};

static void
offer(struct nearest *list, const char *name)
{
	size_t far = distance(list->wanted, name), at;

	if (far > strlen(list->wanted) / 2 + 1)
		return;
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->name[i], name) == 0)
			return;
	if (list->n < EXPLAIN_NEAR)
		list->n++;
	else if (list->far[list->n - 1] <= far)
		return;
	for (at = list->n - 1; at > 0 && list->far[at - 1] > far; at--) {
		memcpy(list->name[at], list->name[at - 1], EXPLAIN_NAME);
		list->far[at] = list->far[at - 1];
	}
	snprintf(list->name[at], EXPLAIN_NAME, "%s", name);
	list->far[at] = far;
}

size_t
explain_near(const char *name, char near[EXPLAIN_NEAR][EXPLAIN_NAME])
{
	struct nearest list = { .wanted = name, .name = near };
	const struct explain *e;

	for (size_t i = 0; (e = explain_row(i)) != NULL; i++) {
		char one[EXPLAIN_NAME];

		if (e->name != NULL)
			offer(&list, e->name);
		for (const char *p = e->raw; p != NULL && *p != '\0';) {
			size_t n = strcspn(p, "|");

			snprintf(one, sizeof(one), "%.*s", (int)n, p);
			offer(&list, one);
			p += n + (p[n] == '|');
		}
	}
	return list.n;
}
