/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/watch.h"
#include "lib/clock.h"
#include "lib/num.h"

#define LOOK_NS (10 * CLOCK_NS_PER_S)

static const struct {
	enum lab_role role;
	const char *interface;
} places[WATCH_PLACES] = {
	{ LAB_GEN, "gen0" },
	{ LAB_DUT, "in0" },
	{ LAB_DUT, "out0" },
	{ LAB_SINK, "sink0" },
};

static const enum lab_role roles[] = { LAB_GEN, LAB_DUT, LAB_SINK };
#define ROLES 3

/* "  in0: BYTES PACKETS ...": the received packets; proc(5). */
static int
find_packets(
    const char *text, const char *interface, uint64_t *packets, struct fail *f)
{
	size_t len = strlen(interface);
	const char *at = text;

	for (; at != NULL; at = strchr(at, '\n')) {
		char number[24];

		at += strspn(at, " \n");
		if (strncmp(at, interface, len) != 0 || at[len] != ':')
			continue;
		at += len + 1;
		at += strspn(at, " ");
		at += strcspn(at, " \n"); /* bytes */
		at += strspn(at, " ");
		snprintf(number, sizeof(number), "%.*s",
		    (int)strcspn(at, " \n"), at);
		return num_u64(interface, number, 0, UINT64_MAX, packets, f);
	}
	return fail(f, "/proc/net/dev: has no %s", interface);
}

static int
start_look(
    const struct team *t, enum lab_role role, struct proc *p, struct fail *f)
{
	char ns[LAB_NS];
	const char *argv[] = { "ip", "netns", "exec",
		lab_ns(t->ask->lab, role, ns), "cat", "/proc/net/dev", NULL };

	return proc_start(p, "cat /proc/net/dev", argv, t->ask->stop, f);
}

static int
end_look(enum lab_role role, struct proc *p, struct watch *w, struct fail *f)
{
	int code;

	if (proc_wait(p, clock_mono_ns() + LOOK_NS, &code, f) < 0)
		return -1;
	for (size_t i = 0; i < WATCH_PLACES; i++)
		if (places[i].role == role &&
		    find_packets(p->got_out.text != NULL ? p->got_out.text : "",
			places[i].interface, &w->packets[i], f) < 0)
			return -1;
	return 0;
}

int
watch_look(const struct team *t, struct watch *w, struct fail *f)
{
	struct proc p[ROLES];
	int rc = 0;

	memset(w, 0, sizeof(*w));
	memset(p, 0, sizeof(p));
	w->mono_ns = clock_mono_ns();
	for (int i = 0; i < ROLES && rc == 0; i++)
		if (team_has(t, roles[i]))
			rc = start_look(t, roles[i], &p[i], f);
	for (int i = 0; i < ROLES && rc == 0; i++)
		if (team_has(t, roles[i]))
			rc = end_look(roles[i], &p[i], w, f);
	for (int i = 0; i < ROLES; i++)
		proc_free(&p[i]);
	return rc;
}

static int
read_snapshot(const struct team *t, enum lab_role role, enum team_phase phase,
    struct watch *w, struct fail *f)
{
	json_t *doc = team_load_snapshot(t, role, phase, f);
	struct counters c = { .n = 0 };
	int rc = doc == NULL ? -1 : doc_counters(doc, &c, f);

	for (size_t i = 0; i < WATCH_PLACES && rc == 0; i++) {
		const struct counter *v;

		if (places[i].role != role)
			continue;
		v = counters_find(&c, "if.rx.packets", places[i].interface);
		if (v == NULL)
			rc = fail(f, "%s: snapshot has no if.rx.packets of %s",
			    team_role(role), places[i].interface);
		else
			w->packets[i] = v->value;
	}
	counters_free(&c);
	json_decref(doc);
	return rc;
}

int
watch_snapshot(const struct team *t, enum team_phase phase, struct watch *w,
    struct fail *f)
{
	memset(w, 0, sizeof(*w));
	w->mono_ns = clock_mono_ns();
	if (team_snapshot(t, phase, f) < 0)
		return -1;
	for (int i = 0; i < ROLES; i++)
		if (team_has(t, roles[i]) &&
		    read_snapshot(t, roles[i], phase, w, f) < 0)
			return -1;
	return 0;
}

bool
watch_agree(
    const struct watch idle[2], const struct watch *a, const struct watch *b)
{
	uint64_t slot = idle[1].mono_ns - idle[0].mono_ns;
	uint64_t time = b->mono_ns - a->mono_ns;

	for (size_t i = 0; i < WATCH_PLACES; i++) {
		uint64_t slope = idle[1].packets[i] - idle[0].packets[i];
		/* rounded up, and one: a frame may fall on the edge */
		uint64_t allowed =
		    slope > 0 && slot > 0 ? slope * time / slot + 2 : 0;

		if (b->packets[i] - a->packets[i] > allowed)
			return false;
	}
	return true;
}

json_t *
watch_background(const struct team *t, const struct watch idle[2])
{
	json_t *o = json_object(), *frames = json_object();

	doc_set_u64(o, "slot_ns", idle[1].mono_ns - idle[0].mono_ns);
	for (size_t i = 0; i < WATCH_PLACES; i++)
		if (team_has(t, places[i].role))
			doc_set_u64(frames, places[i].interface,
			    idle[1].packets[i] - idle[0].packets[i]);
	json_object_set_new(o, "frames", frames);
	return o;
}
