/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/mib.h"
#include "lib/num.h"

static const char *const names[MIB_COUNTERS] = {
	[MIB_UDP_CSUM] = "UdpInCsumErrors",
	[MIB_UDP_RCVBUF] = "UdpRcvbufErrors",
	[MIB_UDP_MEM] = "UdpMemErrors",
	[MIB_UDP_NO_PORTS] = "UdpNoPorts",
	[MIB_UDP6_CSUM] = "Udp6InCsumErrors",
	[MIB_UDP6_RCVBUF] = "Udp6RcvbufErrors",
	[MIB_UDP6_MEM] = "Udp6MemErrors",
	[MIB_UDP6_NO_PORTS] = "Udp6NoPorts",
	[MIB_REVERSE_PATH] = "TcpExtIPReversePathFilter",
	[MIB_UNREACHABLE_SENT] = "IcmpOutDestUnreachs",
	[MIB_UNREACHABLE6_SENT] = "Icmp6OutDestUnreachs",
	[MIB_SOFTNET_DROPPED] = "",
	[MIB_SOFTNET_SQUEEZED] = "",
};

struct word {
	const char *p;
	size_t len;
};

/* The next word of the line at *at, which it moves; len 0: no more. */
static struct word
next(const char **at)
{
	struct word w;

	w.p = *at + strspn(*at, " \t");
	w.len = strcspn(w.p, " \t\n");
	*at = w.p + w.len;
	return w;
}

/* Behind the end of the line. */
static const char *
next_line(const char *at)
{
	at += strcspn(at, "\n");
	return *at == '\n' ? at + 1 : at;
}

static bool
is_name(const char *name, struct word table, struct word column)
{
	return strlen(name) == table.len + column.len &&
	    memcmp(name, table.p, table.len) == 0 &&
	    memcmp(name + table.len, column.p, column.len) == 0;
}

static void
put(struct mib *m, struct word table, struct word column, struct word value)
{
	char text[24];

	if (column.len == 0 || value.len == 0 || value.len >= sizeof(text))
		return;
	for (size_t i = 0; i < MIB_COUNTERS; i++) {
		if (!is_name(names[i], table, column))
			continue;
		memcpy(text, value.p, value.len);
		text[value.len] = '\0';
		m->known[i] =
		    num_u64(names[i], text, 0, UINT64_MAX, &m->v[i], NULL) == 0;
	}
}

/* "Udp: InDatagrams NoPorts", and below it "Udp: 7 0". */
static void
put_pair(
    struct mib *m, struct word table, const char *columns, const char *values)
{
	table.len--; /* the colon */
	for (;;) {
		struct word column = next(&columns), value = next(&values);

		if (column.len == 0 || value.len == 0)
			return;
		put(m, table, column, value);
	}
}

void
mib_take(struct mib *m, const char *text)
{
	const struct word none = { "", 0 };

	while (*text != '\0') {
		const char *at = text, *below = next_line(text), *other = below;
		struct word w = next(&at), again = next(&other);

		if (w.len > 1 && w.p[w.len - 1] == ':' && w.len == again.len &&
		    memcmp(w.p, again.p, w.len) == 0) {
			put_pair(m, w, at, other);
			below = next_line(below);
		} else {
			put(m, none, w, next(&at));
		}
		text = below;
	}
}

/* Eight hexadecimal digits. */
static bool
hex32(struct word w, uint64_t *v)
{
	static const char digits[] = "0123456789abcdef";

	*v = 0;
	if (w.len != 8)
		return false;
	for (size_t i = 0; i < w.len; i++) {
		const char *digit = memchr(digits, w.p[i], 16);

		if (digit == NULL)
			return false;
		*v = *v * 16 + (uint64_t)(digit - digits);
	}
	return true;
}

/* Columns: processed, dropped, time_squeeze, and what later kernels added. */
void
mib_take_softnet(struct mib *m, const char *text)
{
	uint64_t sum[3] = { 0 }, v;
	bool all = *text != '\0';

	for (; *text != '\0'; text = next_line(text)) {
		const char *at = text;

		for (int i = 0; i < 3; i++) {
			all = hex32(next(&at), &v) && all;
			sum[i] += v;
		}
	}
	m->known[MIB_SOFTNET_DROPPED] = m->known[MIB_SOFTNET_SQUEEZED] = all;
	m->v[MIB_SOFTNET_DROPPED] = sum[1];
	m->v[MIB_SOFTNET_SQUEEZED] = sum[2];
}

void
mib_growth(const struct mib *a, const struct mib *b, struct mib *g)
{
	for (int i = 0; i < MIB_COUNTERS; i++) {
		g->v[i] = b->v[i] - a->v[i];
		g->known[i] = a->known[i] && b->known[i] && b->v[i] >= a->v[i];
	}
}
