/* SPDX-License-Identifier: BSD-2-Clause */
/* A trial as its documents tell it, from the figures in them. */
#ifndef TESTS_MERGE_FACTS_H
#define TESTS_MERGE_FACTS_H

#include <jansson.h>
#include <string.h>

#define S 1000000000LL /* ns */

/* What one constructed trial of one direction says. */
struct facts {
	long long taken, refused, completed, tx_dropped;
	long long unique, sink_drops;
	long long in, in_drops; /* router's in0: growth of rx packets, drops */
	long long out, sink_rx; /* out0's and sink0's growth */
	long long idle; /* frames in the idle slot of 0.5 s, at in0 */
	long long sent, uncounted; /* of the generator; 0, 0: no such keys */
	long long warm; /* of the sink's uncounted */
	long long queue_drops; /* growth of gen0's queueing discipline */
};

/* 1,000 frames, nothing lost. */
static const struct facts clean = { .taken = 1000,
	.completed = 1000,
	.unique = 1000,
	.in = 1000,
	.out = 1000,
	.sink_rx = 1000 };

static inline json_t *
number(long long v)
{
	return v < 0 ? json_null() : json_integer(v);
}

static inline json_t *
generator(const struct facts *x)
{
	json_t *o =
	    json_pack("{s:s,s:b,s:n,s:{s:s},s:{s:o,s:o,s:o},s:{s:n,s:f},"
		      "s:{s:I,s:I},s:{s:i},s:{s:I}}",
		"kind", "netblast", "valid", 1, "error", "clock_start",
		"boot_id", "b", "counts", "taken", number(x->taken), "refused",
		number(x->refused), "completed", number(x->completed), "rate",
		"requested_pps", "achieved_pps", 1000.0, "time", "start_ns",
		(json_int_t)(10 * S), "finish_ns", (json_int_t)(11 * S),
		"interface_before", "tx_dropped", 0, "interface_after",
		"tx_dropped", (json_int_t)x->tx_dropped);
	json_t *counts = json_object_get(o, "counts");

	if (x->sent != 0 || x->uncounted != 0) {
		json_object_set_new(counts, "sent", number(x->sent));
		json_object_set_new(counts, "uncounted", number(x->uncounted));
	}
	return o;
}

/* All frames in the ten intervals between 10.0 and 11.0 s. */
static inline json_t *
sink(const struct facts *x)
{
	json_t *t = json_array(), *v = json_array();

	for (int i = 1; i <= 10; i++) {
		json_array_append_new(t, json_integer(10 * S + i * (S / 10)));
		json_array_append_new(v,
		    json_integer(i < 10 ? x->unique / 10
					: x->unique - x->unique / 10 * 9));
	}
	return json_pack(
	    "{s:s,s:b,s:n,s:{s:s},s:{s:o,s:o,s:I},s:{s:{s:I,s:o,s:o}}}", "kind",
	    "netreceive", "valid", 1, "error", "clock_start", "boot_id", "b",
	    "counts", "unique", number(x->unique), "sink_drops",
	    number(x->sink_drops), "uncounted", (json_int_t)x->warm, "series",
	    "received", "interval_ns", (json_int_t)(S / 10), "t_ns", t, "v", v);
}

static inline void
counter(json_t *list, const char *name, const char *instance, long long v)
{
	json_array_append_new(list,
	    json_pack("{s:s,s:s,s:I,s:i,s:s}", "name", name, "instance",
		instance, "value", (json_int_t)v, "bits", 64, "scope", "host"));
}

static inline void
interface(json_t *list, const char *name, long long rx, long long rx_drops,
    long long tx)
{
	counter(list, "if.rx.packets", name, rx);
	counter(list, "if.rx.drops", name, rx_drops);
	counter(list, "if.rx.errors", name, 0);
	counter(list, "if.tx.packets", name, tx);
	counter(list, "if.tx.drops", name, 0);
	counter(list, "if.tx.errors", name, 0);
}

/* Snapshot of a role; `after` adds the growth to bases that differ. */
static inline json_t *
snapshot(const char *role, const struct facts *x, int after)
{
	json_t *list = json_array();
	struct facts g = { 0 };

	if (after)
		g = *x;
	if (strcmp(role, "generator") == 0) {
		interface(list, "gen0", 7, 0, 50 + g.completed);
		counter(list, "qdisc.drops", "gen0", 11 + g.queue_drops);
	}
	if (strcmp(role, "router") == 0) {
		interface(list, "in0", 100 + g.in, 3 + g.in_drops, 9);
		interface(list, "out0", 5, 0, 200 + g.out);
	}
	if (strcmp(role, "sink") == 0)
		interface(list, "sink0", 300 + g.sink_rx, 0, 2);
	return json_pack("{s:s,s:o}", "kind", "netcollect", "counters", list);
}

static inline void
node(json_t *nodes, const char *role, const char *direction, const char *phase,
    json_t *document)
{
	json_array_append_new(nodes,
	    json_pack("{s:s,s:s?,s:s?,s:o}", "role", role, "direction",
		direction, "phase", phase, "document", document));
}

static inline json_t *
trial(const struct facts *x)
{
	static const char *const roles[] = { "generator", "router", "sink" };
	json_t *nodes = json_array();

	node(nodes, "generator", "forward", NULL, generator(x));
	node(nodes, "sink", "forward", NULL, sink(x));
	for (int i = 0; i < 3; i++) {
		node(nodes, roles[i], NULL, "before", snapshot(roles[i], x, 0));
		node(nodes, roles[i], NULL, "after", snapshot(roles[i], x, 1));
	}
	return json_pack("{s:s,s:i,s:n,s:o,s:{s:I,s:{s:I}}}", "row", "a",
	    "repeat", 1, "error", "nodes", nodes, "background", "slot_ns",
	    (json_int_t)(S / 2), "frames", "in0", (json_int_t)x->idle);
}

#endif
