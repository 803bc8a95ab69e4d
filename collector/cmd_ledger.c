/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect ledger: where every packet that was sent ended. */
#include <stdio.h>
#include <string.h>

#include "collector/pair.h"
#include "lib/num.h"
#include "lib/result_ledger.h"

#define NOT_GIVEN UINT64_MAX

struct options {
	struct common common; /* first */
	uint64_t sent, received, refused;
	const char *in, *out;
};

static const struct opt opts[] = {
	{ 0, "sent", "N", "frames sent [by the generator's output]", OPT_U64,
	    offsetof(struct options, sent), 0, INT64_MAX, NULL },
	{ 0, "refused", "N", "refused calls of the generator [the same]",
	    OPT_U64, offsetof(struct options, refused), 0, INT64_MAX, NULL },
	{ 0, "received", "N", "distinct frames at the sink [not asked]",
	    OPT_U64, offsetof(struct options, received), 0, INT64_MAX, NULL },
	{ 0, "in", "IF", "router's input [packets in grew most]", OPT_TEXT,
	    offsetof(struct options, in), 0, 0, NULL },
	{ 0, "out", "IF", "router's output [packets out grew most]", OPT_TEXT,
	    offsetof(struct options, out), 0, 0, NULL },
	COLLECT_OPTS,
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

static void
put_number(struct result *r, const char *key, uint64_t v)
{
	if (v == NOT_GIVEN)
		result_null(r, key);
	else
		result_u64(r, key, v);
}

static int
write_json(const struct options *o, const struct ledger *l, int files,
    char **names, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	envelope_config(r, &o->common, files, names);
	put_number(r, "sent", o->sent);
	put_number(r, "refused", o->refused);
	put_number(r, "received", o->received);
	result_text(r, "in", o->in);
	result_text(r, "out", o->out);
	result_end(r);
	result_ledger(r, l);
	envelope_end(r, NULL);
	rc = result_write(r, o->common.out, f);
	result_free(r);
	return rc;
}

static void
print_frames(
    FILE *out, const char *what, bool known, int64_t n, const char *from)
{
	char text[NUM_TEXT + 1] = "not measured";

	if (known) {
		text[0] = n < 0 ? '-' : ' ';
		num_group(n < 0 ? 0 - (uint64_t)n : (uint64_t)n, text + 1);
	}
	fprintf(out, "%-18s %20s  %s\n", what, text, from);
}

static void
print_ledger(FILE *out, const struct ledger *l)
{
	char note[128];

	print_frames(out, "sent", true, (int64_t)l->sent, "");
	for (enum place p = 0; p < PLACES; p++)
		print_frames(out, place_name(p), l->place[p].known,
		    l->place[p].frames, l->place[p].from);
	snprintf(note, sizeof(note), "sent less all places (%.4f %%)",
	    ledger_residual_percent(l));
	print_frames(out, "residual", true, l->residual, note);
	if (l->in_known)
		print_frames(
		    out, "router in", true, (int64_t)l->in_packets, l->in_if);
	if (l->out_known)
		print_frames(out, "router out", true, (int64_t)l->out_packets,
		    l->out_if);
	print_frames(out, "foreign", l->foreign_known, l->foreign,
	    "into the router beyond those sent");
	fprintf(
	    out, "%-18s %20.4f  %% of sent\n", "loss", ledger_loss_percent(l));
	if (l->note[0] != '\0')
		fprintf(out, "note: %s\n", l->note);
}

static int
write_table(const char *path, const struct ledger *l, struct fail *f)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *out = standard ? stdout : fopen(path, "w");

	if (out == NULL)
		return fail_errno(f, "%s", path);
	print_ledger(out, l);
	if ((standard ? fflush(out) : fclose(out)) != 0)
		return fail_errno(f, "%s", path);
	return 0;
}

/* The given numbers win over what the listings tell. */
static int
ask_of(const struct options *o, const struct pair *p, struct ledger_ask *ask,
    struct fail *f)
{
	uint64_t sent = 0, errors = 0;
	bool known = pair_sent(p, &sent, &errors);

	if (!known && o->sent == NOT_GIVEN)
		return fail(f,
		    "how many frames were sent? Give --sent, or "
		    "the generator's output in the file");
	ask->sent = o->sent != NOT_GIVEN ? o->sent : sent;
	ask->refused_known =
	    o->refused != NOT_GIVEN || (known && o->sent == NOT_GIVEN);
	if (ask->refused_known)
		ask->refused = o->refused != NOT_GIVEN ? o->refused : errors;
	ask->received_known = o->received != NOT_GIVEN;
	if (ask->received_known)
		ask->received = o->received;
	ask->router.before = &p->before;
	ask->router.after = &p->after;
	ask->router.in_if = o->in;
	ask->router.out_if = o->out;
	return 0;
}

/* Twice where the path turns out to be veth, whose drops are told apart. */
static int
balance(const struct pair *p, struct ledger_ask *ask, struct ledger *l,
    struct fail *f)
{
	if (ledger_balance(ask, l, f) < 0)
		return -1;
	if (!l->in_known ||
	    counters_find(&p->after, "if.veth", l->in_if) == NULL)
		return 0;
	ask->virtual_path = true;
	return ledger_balance(ask, l, f);
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .common = { COLLECT_DEFAULTS },
		.sent = NOT_GIVEN,
		.received = NOT_GIVEN,
		.refused = NOT_GIVEN };
	struct ledger_ask ask = { .sent = 0 };
	struct pair p = { .timed = false };
	struct ledger l;
	int files, table, rc = -1;

	if (opt_parse(opts, &o, argc, argv, &files, f) < 0 ||
	    collect_files(files, 1, 2, f) < 0 ||
	    (table = collect_table(&o.common, f)) < 0)
		return -1;
	if (pair_load(&p, &o.common, files, argv + 1, f) == 0 &&
	    ask_of(&o, &p, &ask, f) == 0 && balance(&p, &ask, &l, f) == 0)
		rc = table ? write_table(o.common.out, &l, f)
			   : write_json(&o, &l, files, argv + 1, f);
	pair_free(&p);
	return rc;
}

const struct command collect_cmd_ledger = {
	.name = "ledger",
	.operands = "BEFORE AFTER | FILE",
	.help = "where every packet that was sent ended",
	.opts = opts,
	.run = run,
};
