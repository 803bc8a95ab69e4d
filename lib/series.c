/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/series.h"

void
series_init(struct series *s, uint64_t *v, size_t cap, uint64_t start_ns,
    uint64_t interval_ns)
{
	*s = (struct series){ .start_ns = start_ns,
		.interval_ns = interval_ns,
		.v = v,
		.cap = cap };
}

void
series_add(struct series *s, uint64_t t_ns, uint64_t n)
{
	uint64_t i;

	if (t_ns < s->start_ns) {
		s->before += n;
		return;
	}
	i = (t_ns - s->start_ns) / s->interval_ns;
	if (i >= s->cap) {
		s->after += n;
		return;
	}
	s->v[i] += n;
	if (s->end == 0 || i < s->first)
		s->first = (size_t)i;
	if (i >= s->end)
		s->end = (size_t)i + 1;
}

void
series_merge(struct series *to, const struct series *from)
{
	to->before += from->before;
	to->after += from->after;
	if (from->end == 0)
		return;
	for (size_t i = from->first; i < from->end; i++)
		to->v[i] += from->v[i];
	if (to->end == 0 || from->first < to->first)
		to->first = from->first;
	if (from->end > to->end)
		to->end = from->end;
}

uint64_t
series_end_ns(const struct series *s, size_t i)
{
	return s->start_ns + (i + 1) * s->interval_ns;
}
