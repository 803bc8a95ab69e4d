/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/node.h"
#include "harness/team.h"
#include "lib/clock.h"

#define READY_NS (15 * CLOCK_NS_PER_S)
#define SNAPSHOT_NS (20 * CLOCK_NS_PER_S)
#define SLACK_NS (15 * CLOCK_NS_PER_S) /* beyond the time of the blast */
#define SNDBUF_OPEN 16777216ULL /* open load: the sender is not held back */
#define GRACE_NS 20000000ULL /* the wait of the plan is over by then */
#define PORT "9" /* discard */
#define SOURCE_PORT 49152 /* netblast's */
#define PATH_MAX_TEAM (TRIAL_PATH + 64)
#define WORDS 48

static const char *const phases[] = {
	[TEAM_BEFORE] = "before",
	[TEAM_AFTER] = "after",
};

static const char *const directions[] = {
	[PLACE_FORWARD] = "forward",
	[PLACE_REVERSE] = "reverse",
};

static const enum lab_role stations[] = { LAB_GEN, LAB_DUT, LAB_SINK };
#define STATIONS 3

/* A command line under construction. */
struct words {
	const char *v[WORDS];
	size_t n;
	enum lab_role role; /* where it runs */
	int cpu; /* -1: anywhere */
	char number[12][24];
	size_t numbers;
};

static void
put(struct words *w, const char *word)
{
	if (w->n + 1 < WORDS)
		w->v[w->n++] = word;
	w->v[w->n] = NULL;
}

static void
put_text(struct words *w, const char *option, const char *value)
{
	put(w, option);
	put(w, value);
}

static void
put_number(
    struct words *w, const char *option, uint64_t value, const char *unit)
{
	char *text = w->number[w->numbers++];

	snprintf(text, sizeof(w->number[0]), "%llu%s",
	    (unsigned long long)value, unit);
	put_text(w, option, text);
}

static enum lab_role
generator_role(enum place_direction d)
{
	return d == PLACE_FORWARD ? LAB_GEN : LAB_SINK;
}

static enum lab_role
sink_role(enum place_direction d)
{
	return d == PLACE_FORWARD ? LAB_SINK : LAB_GEN;
}

/* The one interface of an end. */
static const char *
end_interface(enum lab_role r)
{
	return r == LAB_GEN ? "gen0" : "sink0";
}

const char *
team_role(enum lab_role r)
{
	switch (r) {
	case LAB_GEN:
		return "generator";
	case LAB_DUT:
		return "router";
	case LAB_SINK:
		return "sink";
	default:
		return "prober";
	}
}

bool
team_has(const struct team *t, enum lab_role r)
{
	return lab_interfaces(t->ask->row->path, r)[0] != '\0';
}

/* DIR/WHAT-WHICH.json */
static char *
file(const struct team *t, const char *what, const char *which,
    char buf[PATH_MAX_TEAM])
{
	snprintf(buf, PATH_MAX_TEAM, "%s/%s%s%s.json", t->ask->dir, what,
	    which != NULL ? "-" : "", which != NULL ? which : "");
	return buf;
}

static int
start(const struct team *t, struct proc *p, const char *name,
    const struct words *w, struct fail *f)
{
	struct node node = { .kind = "netns", .cpu = w->cpu };
	const char *argv[NODE_ARGV];
	char cpu_text[16], ns[LAB_NS];

	snprintf(node.where, sizeof(node.where), "%s",
	    lab_ns(t->ask->lab, w->role, ns));
	if (node_argv(&node, w->v, argv, cpu_text, f) < 0)
		return -1;
	return proc_start(p, name, argv, t->ask->stop, f);
}

/* Exit 2 is "measured but invalid": the document says why. */
static int
ended(struct proc *p, uint64_t deadline, struct fail *f)
{
	int code;

	if (proc_wait(p, deadline, &code, f) < 0)
		return -1;
	if (code == 0 || code == 2)
		return 0;
	return fail(f, "%s: exit %d: %.*s", p->name, code,
	    p->got_err.text != NULL ? (int)strcspn(p->got_err.text, "\n") : 12,
	    p->got_err.text != NULL ? p->got_err.text : "says nothing");
}

int
team_snapshot(const struct team *t, enum team_phase phase, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + SNAPSHOT_NS;
	struct proc p[STATIONS];
	int rc = 0;

	memset(p, 0, sizeof(p));
	for (int i = 0; i < STATIONS && rc == 0; i++) {
		struct words w = { .n = 0 };
		char ns[LAB_NS], on[LAB_NS + 8], path[PATH_MAX_TEAM];

		if (!team_has(t, stations[i]))
			continue;
		snprintf(on, sizeof(on), "netns:%s",
		    lab_ns(t->ask->lab, stations[i], ns));
		put(&w, t->ask->tools->netcollect);
		put(&w, "snapshot");
		put_text(&w, "--on", on);
		put_text(&w, "-o",
		    file(t, team_role(stations[i]), phases[phase], path));
		rc = proc_start(&p[i], "netcollect", w.v, t->ask->stop, f);
		if (rc == 0)
			proc_end_input(&p[i]);
	}
	for (int i = 0; i < STATIONS && rc == 0; i++)
		if (p[i].pid != 0)
			rc = ended(&p[i], deadline, f);
	for (int i = 0; i < STATIONS; i++)
		proc_free(&p[i]);
	return rc;
}

/*
 * The sink is told of several flows: their frames may overtake each other by
 * right, and order is then judged in each. Engine xdp knows streams only.
 */
static void
put_flows(struct words *w, const struct plan_row *r)
{
	put_number(w, "-f", r->flows, "");
	put_text(w, "--flow-order", r->flow_order);
}

static int
start_sink(struct team *t, enum place_direction d, struct fail *f)
{
	const struct plan_row *r = t->ask->row;
	struct words w = { .role = sink_role(d),
		.cpu = r->placement->sink_cpu[d] };
	char path[PATH_MAX_TEAM], streams[16];

	snprintf(streams, sizeof(streams), "%d-%d", d, d);
	put(&w, t->ask->tools->netreceive);
	put(&w, "--ready");
	put(&w, "--same-clock");
	put_text(&w, "-e", r->sink_engine);
	put_text(&w, "-i", end_interface(sink_role(d)));
	put_text(&w, "-p", PORT);
	put_number(&w, "--tag", t->ask->tag, "");
	put_text(&w, "--streams", streams);
	put_number(&w, "--grace", GRACE_NS, "ns");
	if (r->flows > 1 && strcmp(r->sink_engine, "xdp") != 0)
		put_flows(&w, r);
	if (r->rcvbuf_bytes > 0)
		put_number(&w, "--rcvbuf", r->rcvbuf_bytes, "");
	put_text(&w, "-o", file(t, "sink", directions[d], path));
	return start(t, &t->sink[d], "netreceive", &w, f);
}

int
team_start_sinks(struct team *t, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + READY_NS;

	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (start_sink(t, (enum place_direction)d, f) < 0)
			return -1;
	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (proc_wait_line(&t->sink[d], "ready", deadline, f) < 0)
			return -1;
	return 0;
}

/* Each flow has a source port: from netblast's own on, or as room needs. */
static void
put_ports(struct words *w, const struct plan_row *r, char text[16])
{
	uint64_t first = 65536 - r->flows;

	if (r->flows == 1)
		return;
	if (first > SOURCE_PORT)
		first = SOURCE_PORT;
	snprintf(text, 16, "%u-%u", (unsigned)first,
	    (unsigned)(first + r->flows - 1));
	put_text(w, "-P", text);
}

static int
start_generator(struct team *t, enum place_direction d, struct fail *f)
{
	const struct plan_row *r = t->ask->row;
	struct words w = { .role = generator_role(d),
		.cpu = r->placement->generator_cpu[d] };
	char path[PATH_MAX_TEAM], ports[16];

	put(&w, t->ask->tools->netblast);
	put(&w, "--ready");
	put_text(&w, "-e", r->engine);
	put_text(&w, "-i", end_interface(generator_role(d)));
	put_text(&w, "-r", r->rate_text);
	if (r->warmup_ns > 0)
		put_number(&w, "--warmup", r->warmup_ns, "ns");
	if (r->count > 0)
		put_number(&w, "-n", r->count, "");
	else
		put_number(&w, "-t", r->blast_ns, "ns");
	put_number(&w, "-s", r->payload_bytes, "");
	put_number(&w, "-B", r->burst, "");
	put_flows(&w, r);
	put_ports(&w, r, ports);
	if (r->vlan != NULL)
		put_text(&w, "-V", r->vlan);
	put_text(&w, "-p", PORT);
	put_number(&w, "--tag", t->ask->tag, "");
	put_number(&w, "--stream", (uint64_t)d, "");
	if (r->sndbuf_bytes > 0 || !r->placement->closed)
		put_number(&w, "--sndbuf",
		    r->sndbuf_bytes > 0 ? r->sndbuf_bytes : SNDBUF_OPEN, "");
	put_text(&w, "-o", file(t, "generator", directions[d], path));
	put(&w,
	    d == PLACE_FORWARD ? lab_sink_address(r->path)
			       : lab_gen_address(r->path));
	return start(t, &t->generator[d], "netblast", &w, f);
}

int
team_start_generators(struct team *t, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + READY_NS;

	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (start_generator(t, (enum place_direction)d, f) < 0)
			return -1;
	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (proc_wait_line(&t->generator[d], "ready", deadline, f) < 0)
			return -1;
	return 0;
}

int
team_start_prober(struct team *t, struct fail *f)
{
	const struct plan_row *r = t->ask->row;
	struct words w = { .role = LAB_MGMT, .cpu = r->placement->prober_cpu };
	char path[PATH_MAX_TEAM];

	if (!r->probe || !team_has(t, LAB_MGMT))
		return 0;
	put(&w, t->ask->tools->netharness);
	put(&w, "probe");
	put(&w, "--ready");
	put_text(&w, "--target", LAB_MGMT_DUT);
	put_text(&w, "--control", LAB_MGMT_IDLE);
	put_text(&w, "-o", file(t, "prober", NULL, path));
	if (start(t, &t->prober, "probe", &w, f) < 0)
		return -1;
	t->probing = true;
	return proc_wait_line(
	    &t->prober, "ready", clock_mono_ns() + READY_NS, f);
}

static int
go(struct proc *p, struct fail *f)
{
	return proc_feed(p, "go\n", 3, clock_mono_ns() + READY_NS, f);
}

int
team_go(struct team *t, struct fail *f)
{
	if (t->probing && go(&t->prober, f) < 0)
		return -1;
	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (go(&t->generator[d], f) < 0)
			return -1;
	return 0;
}

/* How long the blast may take: with a count, by its rate. */
static uint64_t
blast_ns(const struct plan_row *r)
{
	if (r->count == 0)
		return r->blast_ns;
	if (r->rate.frames == 0)
		return 600 * CLOCK_NS_PER_S;
	return r->count / r->rate.frames * r->rate.seconds * CLOCK_NS_PER_S +
	    CLOCK_NS_PER_S;
}

int
team_wait_generators(struct team *t, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + t->ask->row->warmup_ns +
	    blast_ns(t->ask->row) + SLACK_NS;

	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (ended(&t->generator[d], deadline, f) < 0)
			return -1;
	return 0;
}

int
team_finish(struct team *t, struct fail *f)
{
	uint64_t deadline = clock_mono_ns() + t->ask->plan->wait_ns + SLACK_NS;

	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		proc_end_input(&t->sink[d]);
	if (t->probing)
		proc_end_input(&t->prober);
	for (uint64_t d = 0; d < t->ask->row->directions; d++)
		if (ended(&t->sink[d], deadline, f) < 0)
			return -1;
	return t->probing ? ended(&t->prober, deadline, f) : 0;
}

void
team_free(struct team *t)
{
	for (int d = 0; d < PLACE_DIRECTIONS; d++) {
		proc_free(&t->generator[d]);
		proc_free(&t->sink[d]);
	}
	proc_free(&t->prober);
}

static int
append(json_t *nodes, const char *role, const char *direction,
    const char *phase, json_t *document)
{
	json_t *o = json_object();

	if (o == NULL || document == NULL) {
		json_decref(o);
		json_decref(document);
		return -1;
	}
	doc_set_text(o, "role", role);
	doc_set_text(o, "direction", direction);
	doc_set_text(o, "phase", phase);
	json_object_set_new(o, "document", document);
	return json_array_append_new(nodes, o);
}

json_t *
team_load_snapshot(const struct team *t, enum lab_role r, enum team_phase phase,
    struct fail *f)
{
	char path[PATH_MAX_TEAM];

	return doc_load(
	    file(t, team_role(r), phases[phase], path), "netcollect", f);
}

int
team_gather(const struct team *t, json_t *nodes, struct fail *f)
{
	const struct trial_ask *a = t->ask;
	char path[PATH_MAX_TEAM];
	int bad = 0;

	for (uint64_t d = 0; d < a->row->directions; d++) {
		const char *way = directions[d];

		bad |= append(nodes, "generator", way, NULL,
		    doc_load(file(t, "generator", way, path), "netblast", f));
		bad |= append(nodes, "sink", way, NULL,
		    doc_load(file(t, "sink", way, path), "netreceive", f));
	}
	if (t->probing)
		bad |= append(nodes, "prober", NULL, NULL,
		    doc_load(file(t, "prober", NULL, path), "probe", f));
	for (int i = 0; i < STATIONS; i++) {
		const char *role = team_role(stations[i]);

		if (!team_has(t, stations[i]))
			continue;
		for (enum team_phase p = TEAM_BEFORE; p <= TEAM_AFTER; p++)
			bad |= append(nodes, role, NULL, phases[p],
			    doc_load(file(t, role, phases[p], path),
				"netcollect", f));
	}
	return bad ? -1 : 0;
}
