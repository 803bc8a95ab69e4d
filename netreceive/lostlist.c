/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <stdlib.h>

#include "netreceive/lostlist.h"

int
lostlist_open(struct lostlist *l, const char *path, struct fail *f)
{
	memset(l, 0, sizeof(*l));
	l->path = path;
	l->v = calloc(LOSTLIST_RUNS, sizeof(*l->v));
	if (l->v == NULL)
		return fail(f, "--lost: out of memory");
	l->out = fopen(path, "w");
	if (l->out == NULL) {
		fail_errno(f, "--lost: %s", path);
		free(l->v);
		memset(l, 0, sizeof(*l));
		return -1;
	}
	fputs("# numbers that never came: stream first last\n", l->out);
	return 0;
}

void
lostlist_tell(void *list, uint32_t stream, uint64_t first, uint64_t last)
{
	struct lostlist *l = list;

	if (l->put - l->written == LOSTLIST_RUNS) {
		if (!l->at_end) {
			l->omitted++;
			return;
		}
		lostlist_write(l, LOSTLIST_RUNS);
	}
	l->v[l->put % LOSTLIST_RUNS] =
	    (struct lostlist_run){ stream, first, last };
	l->put++;
}

void
lostlist_write(struct lostlist *l, uint64_t most)
{
	for (; most > 0 && l->written < l->put; most--, l->written++) {
		const struct lostlist_run *r =
		    &l->v[l->written % LOSTLIST_RUNS];

		fprintf(l->out, "%u %llu %llu\n", (unsigned)r->stream,
		    (unsigned long long)r->first, (unsigned long long)r->last);
	}
}

int
lostlist_close(struct lostlist *l, struct fail *f)
{
	int bad;

	if (l->out == NULL)
		return 0;
	lostlist_write(l, LOSTLIST_RUNS);
	fprintf(l->out, "# end: %llu runs, %llu left out\n",
	    (unsigned long long)l->written, (unsigned long long)l->omitted);
	/* a flush that fails again tells why the last one did */
	bad = fflush(l->out) != 0 || ferror(l->out) != 0;
	if (fclose(l->out) != 0)
		bad = 1;
	l->out = NULL;
	free(l->v);
	l->v = NULL;
	l->failed = bad != 0;
	return bad ? fail_errno(f, "--lost: %s", l->path) : 0;
}
