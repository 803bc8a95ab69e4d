/* SPDX-License-Identifier: BSD-2-Clause */
/* Documents of netblast and netreceive (docs/result-format.md). */
#include "collector/parse_run_json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/parse_json.h"

void
rundoc_free(struct rundoc *d)
{
	free(d->stream);
	counters_free(&d->before);
	counters_free(&d->after);
	memset(d, 0, sizeof(*d));
}

static void
copy(char *to, size_t size, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	snprintf(to, size, "%s", text != NULL ? text : "");
}
#define COPY(array, object, key) copy(array, sizeof(array), object, key)

/* One counter of the interface, where both readings have it. */
static int
count(struct rundoc *d, const char *name, uint64_t before, uint64_t after)
{
	if (counters_add(&d->before, name, d->interface, before, 64) < 0 ||
	    counters_add(&d->after, name, d->interface, after, 64) < 0)
		return -1;
	return 0;
}

static int
count_between(
    struct rundoc *d, const json_t *doc, const char *key, const char *name)
{
	uint64_t a, b;

	if (!parse_json_u64(
		json_object_get(doc, "interface_before"), key, &a) ||
	    !parse_json_u64(json_object_get(doc, "interface_after"), key, &b))
		return 0;
	return count(d, name, a, b);
}

/* A program that ended before it could count says why. */
static int
unknown(const struct rundoc *d, const char *what, struct fail *f)
{
	return fail(f, "%s is not known%s%s", what,
	    d->error[0] != '\0' ? ": " : "", d->error);
}

/* Sums of several documents must not wrap: 2^56 frames are none. */
#define COUNT_MAX (UINT64_C(1) << 56)

static int
plausible(const struct rundoc *d, struct fail *f)
{
	const uint64_t counts[] = { d->taken, d->sent, d->refused, d->received,
		d->drops, d->uncounted };

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		if (counts[i] > COUNT_MAX)
			return fail(f, "counts: %llu is no number of frames",
			    (unsigned long long)counts[i]);
	return 0;
}

static int
read_generator(struct rundoc *d, const json_t *doc, struct fail *f)
{
	const json_t *counts = json_object_get(doc, "counts");
	const json_t *engine = json_object_get(doc, "engine");

	if (!parse_json_u64(counts, "taken", &d->taken))
		return unknown(d, "netblast: counts.taken", f);
	d->sent_known = parse_json_u64(counts, "sent", &d->sent);
	parse_json_u64(counts, "refused", &d->refused);
	COPY(d->destination_mac, engine, "destination_mac");
	if (count_between(d, doc, "tx_packets", "if.tx.packets") < 0 ||
	    count_between(d, doc, "qdisc_dropped", "qdisc.drops") < 0 ||
	    /* only a host's first namespace tells them */
	    count_between(d, doc, "neigh_discards", "neighbour.discards") < 0)
		return fail(f, "out of memory");
	if (plausible(d, f) < 0)
		return -1;
	d->taken += d->uncounted;
	d->sent += d->uncounted;
	return 0;
}

/* What the sink's host counted from open to end. */
static int
read_host_counts(struct rundoc *d, const json_t *host)
{
	static const struct {
		const char *key, *counter;
	} known[] = {
		{ "rx_packets", "if.rx.packets" },
		{ "rx_errors", "if.rx.errors" },
		{ "rx_missed", "if.rx.missed" },
		{ "rx_dropped", "if.rx.drops" },
	};
	const json_t *interface = json_object_get(host, "interface");
	uint64_t v;

	if (interface != NULL && d->interface[0] == '\0')
		COPY(d->interface, interface, "name");
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (parse_json_u64(interface, known[i].key, &v) &&
		    count(d, known[i].counter, 0, v) < 0)
			return -1;
	if (parse_json_u64(host, "reverse_path_filter", &v) &&
	    (counters_add(&d->before, "ip.refused.reverse_path", "", 0, 64) <
		    0 ||
		counters_add(&d->after, "ip.refused.reverse_path", "", v, 64) <
		    0))
		return -1;
	return 0;
}

static int
read_sink(struct rundoc *d, const json_t *doc, struct fail *f)
{
	const json_t *counts = json_object_get(doc, "counts");

	/* frames without a sequence are counted, not told apart */
	if (!parse_json_u64(counts, "unique", &d->received) &&
	    !parse_json_u64(counts, "received", &d->received))
		return unknown(d, "netreceive: counts.received", f);
	d->drops_known = parse_json_u64(counts, "sink_drops", &d->drops);
	if (read_host_counts(d, json_object_get(doc, "host_counts")) < 0)
		return fail(f, "out of memory");
	if (plausible(d, f) < 0)
		return -1;
	d->received += d->uncounted;
	return 0;
}

static int
read_streams(struct rundoc *d, const json_t *list, struct fail *f)
{
	const json_t *one;
	size_t i;

	d->stream = calloc(json_array_size(list) + 1, sizeof(*d->stream));
	if (d->stream == NULL)
		return fail(f, "out of memory");
	json_array_foreach(list, i, one)
	{
		struct rundoc_stream *s = &d->stream[d->streams++];

		parse_json_u64(one, "stream", &s->stream);
		if (!parse_json_u64(one, "tag", &s->tag))
			s->tag = 0;
	}
	one = json_array_get(list, 0);
	COPY(d->source, one, "source");
	COPY(d->destination, one, "destination");
	return 0;
}

int
rundoc_read(struct rundoc *d, const json_t *doc, struct fail *f)
{
	const json_t *engine = json_object_get(doc, "engine");
	const char *kind = json_string_value(json_object_get(doc, "kind"));

	COPY(d->error, doc, "error");
	d->generator = strcmp(kind, "netblast") == 0;
	d->valid = json_is_true(json_object_get(doc, "valid"));
	COPY(d->host, json_object_get(doc, "host"), "name");
	COPY(d->boot_id, json_object_get(doc, "clock_start"), "boot_id");
	COPY(d->engine, engine, "name");
	COPY(d->interface, engine, "interface");
	parse_json_u64(
	    json_object_get(doc, "counts"), "uncounted", &d->uncounted);
	if (read_streams(d, json_object_get(doc, "streams"), f) < 0)
		return -1;
	return d->generator ? read_generator(d, doc, f) : read_sink(d, doc, f);
}
