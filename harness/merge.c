/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/merge.h"
#include "harness/merge_ledger.h"
#include "harness/probe.h"
#include "lib/clock.h"

#define WALL_STEP_NS 1e6 /* a hundredth of an interval of the series */
#define RATE_HELD 0.999 /* of the requested rate, as --strict has it */

static const char *const directions[] = {
	[PLACE_FORWARD] = "forward",
	[PLACE_REVERSE] = "reverse",
};

/* One direction: what its two programs say. */
struct way {
	const json_t *generator, *sink; /* documents */
	uint64_t sent, received, refused;
	uint64_t warm_sent, warm_received; /* beside those: of the warm-up */
	uint64_t start_ns, finish_ns;
	uint64_t sink_drops;
	bool refused_known, sink_drops_known;
	double pps; /* NaN: not known */
};

struct merge {
	const struct plan_row *row;
	const json_t *trial;
	struct merge_snapshots snap;
	struct way way[PLACE_DIRECTIONS];
	struct ledger ledger[PLACE_DIRECTIONS];
	int ways;
};

static const json_t *
find_node(const json_t *trial, const char *role, const char *direction)
{
	const json_t *nodes = json_object_get(trial, "nodes"), *node;
	size_t i;

	json_array_foreach(nodes, i, node)
	{
		const char *r = doc_text(node, "role");
		const char *d = doc_text(node, "direction");

		if (r == NULL || strcmp(r, role) != 0)
			continue;
		if (direction == NULL ? d == NULL
				      : d != NULL && strcmp(d, direction) == 0)
			return doc_at(node, "document");
	}
	return NULL;
}

/* A program that says itself that its numbers are none. */
static int
check_document(const json_t *doc, const char *what, struct fail *f)
{
	const char *error;

	if (doc == NULL)
		return fail(f, "%s: no document", what);
	error = doc_text(doc, "error");
	if (error != NULL)
		return fail(f, "%s: %.400s", what, error);
	if (!json_is_true(doc_at(doc, "valid")))
		return fail(f, "%s: says that its numbers are not valid", what);
	return 0;
}

/* Frames that the sender's own queue dropped behind `taken`. */
static uint64_t
own_drops(const struct merge *m, enum place_direction d)
{
	bool forward = d == PLACE_FORWARD;
	uint64_t drops = 0;

	/* a veth without a qdisc has no such counter and no such drops */
	merge_growth(&m->snap, forward ? LAB_GEN : LAB_SINK, "qdisc.drops",
	    forward ? "gen0" : "sink0", &drops);
	return drops;
}

/*
 * netblast takes its queue's drops off itself, and knows which of them it was
 * told of: those were refused, and never taken. Where it does not know, the
 * host's counter says it, but not which of them were of the warm-up.
 */
static int
read_sent(const struct merge *m, enum place_direction d, struct way *w,
    struct fail *f)
{
	uint64_t taken = 0, drops;

	if (!doc_u64(w->generator, "counts.taken", &taken))
		return fail(f, "netblast: counts.taken is not known");
	if (!doc_u64(w->generator, "counts.sent", &w->sent)) {
		drops = own_drops(m, d);
		w->sent = taken - drops;
		if (drops > 0 && w->warm_sent > 0)
			return fail(f,
			    "netblast: its queue dropped %llu frames, of "
			    "warm-up or run",
			    (unsigned long long)drops);
		if (drops > taken)
			return fail(f,
			    "generator counters disagree: %llu dropped by its "
			    "queue, %llu taken",
			    (unsigned long long)drops,
			    (unsigned long long)taken);
	}
	if (w->sent == 0)
		return fail(f, "netblast: nothing was sent");
	return 0;
}

static int
read_counts(const struct merge *m, enum place_direction d, struct way *w,
    struct fail *f)
{
	const char *way = directions[d];

	w->generator = find_node(m->trial, "generator", way);
	w->sink = find_node(m->trial, "sink", way);
	if (check_document(w->generator, "netblast", f) < 0 ||
	    check_document(w->sink, "netreceive", f) < 0)
		return -1;
	doc_u64(w->generator, "counts.uncounted", &w->warm_sent);
	doc_u64(w->sink, "counts.uncounted", &w->warm_received);
	if (w->warm_received > w->warm_sent) /* some came twice */
		w->warm_received = w->warm_sent;
	if (read_sent(m, d, w, f) < 0)
		return -1;
	if (!doc_u64(w->sink, "counts.unique", &w->received))
		return fail(f, "netreceive: counts.unique is not known");
	if (w->received > w->sent)
		return fail(f,
		    "%llu distinct frames received, only %llu sent: loss "
		    "below 0 %%",
		    (unsigned long long)w->received,
		    (unsigned long long)w->sent);
	w->refused_known = doc_u64(w->generator, "counts.refused", &w->refused);
	w->sink_drops_known =
	    doc_u64(w->sink, "counts.sink_drops", &w->sink_drops);
	if (!doc_u64(w->generator, "time.start_ns", &w->start_ns) ||
	    !doc_u64(w->generator, "time.finish_ns", &w->finish_ns) ||
	    w->finish_ns <= w->start_ns)
		return fail(f, "netblast: start and finish are not known");
	return 0;
}

/*
 * The window is where all generators send; on one host its clock is also the
 * sink's.
 */
static int
read_rates(struct merge *m, struct fail *f)
{
	uint64_t from = 0, to = UINT64_MAX;

	for (int d = 0; d < m->ways; d++) {
		const struct way *w = &m->way[d];
		const char *a = doc_text(w->generator, "clock_start.boot_id");
		const char *b = doc_text(w->sink, "clock_start.boot_id");

		if (a == NULL || b == NULL || strcmp(a, b) != 0)
			return fail(f,
			    "generator and sink have no clock in "
			    "common: no forwarding rate");
		if (fabs(doc_real(w->sink, "time.wall_moved_ns")) >
		    WALL_STEP_NS)
			return fail(f,
			    "the sink's wall clock was set in mid-run, and "
			    "arrival times with it: no forwarding rate");
		from = w->start_ns > from ? w->start_ns : from;
		to = w->finish_ns < to ? w->finish_ns : to;
	}
	for (int d = 0; d < m->ways; d++) {
		struct way *w = &m->way[d];
		uint64_t window_ns, frames;

		frames = merge_window(
		    doc_at(w->sink, "series.received"), from, to, &window_ns);
		if (window_ns == 0)
			return fail(f,
			    "the sink's series has no whole "
			    "interval within the blast");
		w->pps =
		    (double)frames * (double)CLOCK_NS_PER_S / (double)window_ns;
	}
	return 0;
}

/* How much a counter of the generator's interface grew; 0: not known. */
static uint64_t
interface_growth(const struct way *w, const char *counter)
{
	char before[64], after[64];
	uint64_t a, b;

	snprintf(before, sizeof(before), "interface_before.%s", counter);
	snprintf(after, sizeof(after), "interface_after.%s", counter);
	return doc_u64(w->generator, before, &a) &&
		doc_u64(w->generator, after, &b) && b >= a
	    ? b - a
	    : 0;
}

/*
 * The interface's own count only checks what was sent, ramp and warm-up
 * included. More completed than
 * sent is background, within the idle slope. On veth a frame that the
 * receiving host's queue refuses is not completed but counts as tx_dropped,
 * and a UDP socket is not told: it was sent, and the ledger names the queue.
 */
static int
check_completed(const struct merge *m, int d, struct fail *f)
{
	const struct way *w = &m->way[d];
	uint64_t completed, sent = w->sent + w->warm_sent;
	uint64_t slot = 0, idle = 0, allowed = 0;

	if (!doc_u64(w->generator, "counts.completed", &completed))
		return 0;
	doc_u64(m->trial, "background.slot_ns", &slot);
	doc_u64(m->trial,
	    d == PLACE_FORWARD ? "background.frames.in0"
			       : "background.frames.out0",
	    &idle);
	if (slot > 0 && idle > 0)
		allowed = idle * (w->finish_ns - w->start_ns) / slot + 2;
	if (completed + interface_growth(w, "tx_dropped") < sent ||
	    completed > sent + allowed)
		return fail(f,
		    "generator counters disagree: %llu sent, the interface "
		    "completed %llu",
		    (unsigned long long)sent, (unsigned long long)completed);
	return 0;
}

/* All frames between the snapshots, and so those of the warm-up too. */
static int
balance(struct merge *m, int d, struct fail *f)
{
	const struct way *w = &m->way[d];
	struct ledger_ask ask = { .sent = w->sent + w->warm_sent,
		.refused_known = w->refused_known,
		.refused = w->refused,
		.received_known = true,
		.received = w->received + w->warm_received,
		.sink_drops_known = w->sink_drops_known,
		.sink_drops = w->sink_drops };

	return merge_ledger(
	    &m->snap, (enum place_direction)d, &ask, &m->ledger[d], f);
}

static int
judge(struct merge *m, struct fail *f)
{
	const char *error = doc_text(m->trial, "error");

	if (error != NULL)
		return fail(f, "%s", error);
	if (merge_snapshots_read(
		&m->snap, json_object_get(m->trial, "nodes"), f) < 0)
		return -1;
	for (int d = 0; d < m->ways; d++)
		if (read_counts(m, (enum place_direction)d, &m->way[d], f) < 0)
			return -1;
	if (read_rates(m, f) < 0)
		return -1;
	for (int d = 0; d < m->ways; d++)
		if (check_completed(m, d, f) < 0 || balance(m, d, f) < 0)
			return -1;
	return 0;
}

/* Did a generator fall behind what it was asked for? */
static bool
rate_missed(const struct merge *m)
{
	for (int d = 0; d < m->ways; d++) {
		double asked =
		    doc_real(m->way[d].generator, "rate.requested_pps");
		double got = doc_real(m->way[d].generator, "rate.achieved_pps");

		if (isfinite(asked) && isfinite(got) && got < asked * RATE_HELD)
			return true;
	}
	return false;
}

/*
 * What held the figure down, as far as one kernel for all roles lets us say;
 * "dut-limited" it never does. NULL: not said.
 */
static const char *
verdict(const struct merge *m, const struct ledger *l)
{
	int64_t lost = (int64_t)l->sent - (int64_t)l->received;
	int64_t at_sink = l->place[PLACE_SINK_NIC].frames +
	    l->place[PLACE_SINK_PROGRAM].frames;

	if (plan_closed(m->row))
		return "flow-controlled";
	if (lost > 0 && at_sink * 2 >= lost)
		return "sink-limited";
	if (rate_missed(m))
		return "generator-limited";
	if (lost > 0)
		return NULL;
	if (m->row->rate.frames != 0)
		return "not-limited";
	/* all that was offered as fast as possible went through */
	return l->place[PLACE_GENERATOR_REFUSED].frames > 0
	    ? NULL
	    : "generator-limited";
}

static void
put_figures(json_t *o, const struct plan_row *row, const struct way *w)
{
	uint64_t lost = w->sent - w->received;

	doc_set_u64(o, "sent", w->sent);
	doc_set_u64(o, "received", w->received);
	doc_set_real(o, "forwarding_pps", w->pps);
	if (plan_closed(row)) { /* held back by the path: nothing to lose */
		json_object_set_new(o, "lost", json_null());
		json_object_set_new(o, "loss_ratio", json_null());
		return;
	}
	doc_set_u64(o, "lost", lost);
	doc_set_real(o, "loss_ratio", (double)lost / (double)w->sent);
}

static void
put_management(const struct merge *m, json_t *derived)
{
	const json_t *doc = find_node(m->trial, "prober", NULL);
	struct probe_verdict v = { .word = PROBE_NOT_MEASURED };
	json_t *o = json_object();
	struct fail why = { "the row has no prober" };

	if (doc == NULL ||
	    probe_verdict(
		doc, m->way[0].start_ns, m->way[0].finish_ns, &v, &why) < 0)
		snprintf(v.reason, sizeof(v.reason), "%.150s", why.text);
	doc_set_text(o, "word", probe_word(v.word));
	doc_set_text(o, "reason", v.reason[0] != '\0' ? v.reason : NULL);
	if (v.known) {
		doc_set_u64(o, "lost_packets", v.lost_packets);
		doc_set_real(o, "silence_ms", (double)v.silence_ns / 1e6);
		doc_set_real(o, "p99_ms", (double)v.p99_ns / 1e6);
	} else {
		json_object_set_new(o, "lost_packets", json_null());
		json_object_set_new(o, "silence_ms", json_null());
		json_object_set_new(o, "p99_ms", json_null());
	}
	json_object_set_new(derived, "management", o);
}

static void
put_derived(struct merge *m, json_t *derived)
{
	struct ledger sum;
	struct way all = { .pps = 0 };
	json_t *list = json_array();

	ledger_sum(&sum, m->ledger, m->ways);
	for (int d = 0; d < m->ways; d++) {
		all.pps += m->way[d].pps;
		all.sent += m->way[d].sent;
		all.received += m->way[d].received;
	}
	put_figures(derived, m->row, &all);
	json_object_set_new(derived, "sum", json_boolean(m->ways > 1));
	json_object_set_new(derived, "added_ns", json_null());
	for (int d = 0; d < m->ways; d++) {
		const struct way *w = &m->way[d];
		json_t *o = json_object();

		doc_set_text(o, "direction", directions[d]);
		put_figures(o, m->row, w);
		json_object_set_new(
		    o, "ledger", merge_ledger_json(&m->ledger[d]));
		json_array_append_new(list, o);
	}
	json_object_set_new(derived, "directions", list);
	json_object_set_new(derived, "ledger", merge_ledger_json(&sum));
	doc_set_text(derived, "verdict", verdict(m, &sum));
	put_management(m, derived);
	merge_cost(&m->snap, sum.received, derived);
	json_object_set(
	    derived, "background", json_object_get(m->trial, "background"));
}

int
merge_trial(const struct plan_row *row, json_t *trial, struct fail *f)
{
	struct merge m = {
		.row = row, .trial = trial, .ways = (int)row->directions
	};
	json_t *derived = json_object();
	struct fail why = { "" };
	bool valid;

	if (derived == NULL)
		return fail(f, "merge: out of memory");
	valid = judge(&m, &why) == 0;
	if (valid)
		put_derived(&m, derived);
	else
		doc_set_text(derived, "verdict", "invalid");
	merge_snapshots_free(&m.snap);
	json_object_set_new(trial, "valid", json_boolean(valid));
	doc_set_text(trial, "reason", valid ? NULL : why.text);
	return json_object_set_new(trial, "derived", derived);
}
