/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/rowkeys.h"

const char *
rowkeys_load(const struct plan_row *r)
{
	return plan_closed(r) ? "closed" : "open";
}

/* A key copied from a document; null where it is not there. */
static void
copy(json_t *o, const char *key, const json_t *doc, const char *path)
{
	const json_t *v = doc_at(doc, path);

	json_object_set(o, key, v != NULL ? (json_t *)v : json_null());
}

/* "in0=2 out0=1": which CPUs take the packets of an interface. */
static void
steering(const struct plan_row *r, char *text, size_t size)
{
	const struct lab_steer *s = r->path == LAB_DIRECT
	    ? r->placement->direct
	    : r->placement->through;
	size_t len = 0;

	text[0] = '\0';
	for (; s != NULL && s->interface != NULL && len < size; s++)
		len += (size_t)snprintf(text + len, size - len, "%s%s=%x",
		    len > 0 ? " " : "", s->interface, s->mask);
}

static json_t *
method(const struct plan *p, const struct plan_row *r, const json_t *generator)
{
	json_t *o = json_object();

	copy(o, "frame_bytes", generator, "sizes.frame_bytes");
	doc_set_u64(o, "payload_bytes", r->payload_bytes);
	copy(o, "tags", generator, "sizes.tags");
	copy(o, "who_tags", generator, "sizes.who_tags");
	doc_set_u64(o, "streams", r->directions);
	doc_set_u64(o, "directions", r->directions);
	doc_set_u64(o, "flows", r->flows);
	copy(o, "flow_order", generator, "config.flow-order");
	doc_set_u64(o, "burst", r->burst);
	doc_set_text(o, "load", rowkeys_load(r));
	doc_set_text(o, "rate", r->rate_text);
	doc_set_text(o, "engine", r->engine);
	doc_set_text(o, "sink_engine", r->sink_engine);
	doc_set_text(o, "placement", r->placement->name);
	doc_set_u64(o, "warmup_ns", r->warmup_ns);
	if (r->count > 0)
		doc_set_u64(o, "trial_frames", r->count);
	else
		doc_set_u64(o, "trial_ns", r->blast_ns);
	doc_set_u64(o, "wait_ns", p->wait_ns);
	copy(o, "udp_checksum", generator, "config.udp-checksum");
	doc_set_u64(o, "family", 4);
	doc_set_text(o, "pause", "none: virtual Ethernet");
	doc_set_text(o, "offloads", "off");
	return o;
}

static json_t *
bench(const json_t *environment)
{
	json_t *o = json_object();

	copy(o, "cpu_model", environment, "cpu_model");
	copy(o, "cpus_online", environment, "cpus_online");
	copy(o, "machine", environment, "machine");
	copy(o, "clock_policy", environment, "clock_policy");
	copy(o, "smt", environment, "smt");
	doc_set_text(o, "nic", "veth");
	doc_set_text(o, "link", "virtual Ethernet pairs");
	doc_set_text(o, "lab", "shared-kernel");
	return o;
}

static json_t *
subject(const struct plan_row *r, const json_t *environment)
{
	json_t *o = json_object();
	char rules[64] = "none", steer[160];

	copy(o, "os", environment, "os");
	copy(o, "kernel", environment, "kernel");
	doc_set_text(o, "path", lab_path_name(r->path));
	if (r->nft != NULL)
		snprintf(rules, sizeof(rules), "nftables: own rule set");
	else if (r->conntrack)
		snprintf(rules, sizeof(rules),
		    "nftables: connection tracking, %llu rules before",
		    (unsigned long long)r->rules);
	else if (r->rules > 0)
		snprintf(rules, sizeof(rules), "nftables: %llu rules before",
		    (unsigned long long)r->rules);
	doc_set_text(o, "firewall", rules);
	doc_set_text(o, "setup", r->setup);
	steering(r, steer, sizeof(steer));
	doc_set_text(o, "rps", steer[0] != '\0' ? steer : "none");
	return o;
}

json_t *
rowkeys_fingerprint(const struct plan *p, const struct plan_row *r,
    const json_t *environment, const json_t *generator)
{
	json_t *o = json_object(), *notes = json_object();

	copy(notes, "host", environment, "host");
	doc_set_text(notes, "destination", lab_sink_address(r->path));
	json_object_set_new(o, "method", method(p, r, generator));
	json_object_set_new(o, "bench", bench(environment));
	json_object_set_new(o, "subject", subject(r, environment));
	json_object_set_new(o, "notes", notes);
	return o;
}
