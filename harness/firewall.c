/* SPDX-License-Identifier: BSD-2-Clause */
/* The router's rule sets, as nft(8) reads them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan.h"

/*
 * Rules that are evaluated and match nothing of the stream: by turns a source
 * of the documentation network 192.0.2.0/24 (RFC 5737) and a destination port
 * above those in use. A matching rule that accepts ends the walk, so the
 * stream meets all of them. Every dropping rule counts: a drop is then named.
 */
static void
put_rules(FILE *out, uint64_t rules)
{
	for (uint64_t i = 0; i < rules; i++)
		if (i % 2 == 0)
			fprintf(out, "\t\tip saddr 192.0.2.%llu counter drop\n",
			    (unsigned long long)(i / 2 % 254 + 1));
		else
			fprintf(out, "\t\tudp dport %llu counter drop\n",
			    (unsigned long long)(20000 + i / 2 % 20000));
}

static void
put_table(FILE *out, const struct plan_row *r)
{
	bool bridged = r->path == LAB_BRIDGED;

	fprintf(out, "table %s bench {\n\tchain forward {\n",
	    bridged ? "bridge" : "ip");
	fprintf(out,
	    "\t\ttype filter hook forward priority 0; "
	    "policy accept;\n");
	put_rules(out, r->rules);
	/* one-way UDP never leaves the state `new` */
	fprintf(out, "\t\t%sudp dport 9 counter accept\n",
	    r->conntrack ? "ct state new,established " : "");
	fprintf(out, "\t\tcounter drop\n\t}\n}\n");
}

int
plan_firewall(const struct plan_row *r, char **text, struct fail *f)
{
	size_t len;
	FILE *out;

	*text = NULL;
	if (r->nft != NULL) {
		*text = strdup(r->nft);
		return *text != NULL ? 0 : fail(f, "nft: out of memory");
	}
	if (r->rules == 0 && !r->conntrack)
		return 0;
	out = open_memstream(text, &len);
	if (out == NULL)
		return fail_errno(f, "nft");
	put_table(out, r);
	if (fclose(out) != 0) {
		free(*text);
		*text = NULL;
		return fail(f, "nft: out of memory");
	}
	return 0;
}
