/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/lossruns.h"

void
lossruns_close(struct lossruns *r)
{
	uint64_t n = r->next - r->first;

	if (n == 0)
		return;
	r->count++;
	r->frames += n;
	if (n > r->longest)
		r->longest = n;
	if (r->lengths != NULL)
		hist_add(r->lengths, n);
	if (r->tell != NULL)
		r->tell(r->arg, r->id, r->first, r->next - 1);
	r->first = r->next;
}

void
lossruns_lost(struct lossruns *r, uint64_t first, uint64_t n)
{
	if (n == 0)
		return;
	if (first != r->next)
		lossruns_close(r);
	if (r->next == r->first)
		r->first = first;
	r->next = first + n;
}

void
lossruns_word(struct lossruns *r, uint64_t first, uint64_t came, unsigned n)
{
	uint64_t all = n == 64 ? UINT64_MAX : (1ULL << n) - 1;

	if ((came & all) == all) {
		lossruns_close(r);
		return;
	}
	if ((came & all) == 0) {
		lossruns_lost(r, first, n);
		return;
	}
	for (unsigned i = 0; i < n; i++)
		if ((came >> i & 1) == 0)
			lossruns_lost(r, first + i, 1);
}
