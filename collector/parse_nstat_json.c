/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `nstat -j` and `ifstat -j` of iproute2: one object named by its source,
 * {"kernel":{...}}, in it counters, or interfaces that have them. nstat(8)
 * gives increases but with -a or -s. What ifstat gives differs by release
 * (with -a the counters, else those or their increase): no counters.
 */
#include <jansson.h>
#include <string.h>

#include "collector/parse_json.h"
#include "collector/snmp.h"

static bool
begins_nstat(const struct line *l, size_t n)
{
	static const char *const marks[] = { "\"Ip", "\"Icmp", "\"Udp", "\"Tcp",
		NULL };

	for (size_t i = 0; marks[i] != NULL; i++)
		if (parse_json_begins(l, n, marks[i]))
			return !parse_json_begins(l, n, "\"ifname\"");
	return false;
}

static bool
begins_ifstat(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"rx_packets\"");
}

/* The one object in the outermost one. */
static json_t *
inner(json_t *json)
{
	json_t *value = json_object_iter_value(json_object_iter(json));

	return json_object_size(json) == 1 && json_is_object(value) ? value
								    : NULL;
}

static void
parse_nstat_counters(struct reading *r)
{
	json_t *json = parse_json_load(r), *all = inner(json), *one;
	struct value *counters = snmp_nstat_begin(r);
	const char *name;
	uint64_t v;

	json_object_foreach(all, name, one)
	{
		if (parse_json_u64(all, name, &v))
			snmp_put(r, counters, name, v);
	}
	if (counters->first == NULL)
		r->used = 0;
	snmp_nstat_end(r);
	json_decref(json);
}

static const struct {
	const char *from, *key;
	bool pair; /* as in the table, where such a figure is often cut */
} columns[] = {
	{ "rx_packets", "rx_packets", true },
	{ "tx_packets", "tx_packets", true },
	{ "rx_bytes", "rx_bytes", true },
	{ "tx_bytes", "tx_bytes", true },
	{ "rx_errors", "rx_errs", false },
	{ "rx_dropped", "rx_drop", false },
	{ "tx_errors", "tx_errs", false },
	{ "tx_dropped", "tx_drop", false },
	{ "multicast", "multicast", false },
	{ "collisions", "tx_colls", false },
	{ "rx_length_errors", "rx_length", false },
	{ "rx_over_errors", "rx_over", false },
	{ "rx_crc_errors", "rx_crc", false },
	{ "rx_frame_errors", "rx_frame", false },
	{ "rx_fifo_errors", "rx_fifo", false },
	{ "rx_missed_errors", "rx_missed", false },
	{ "tx_aborted_errors", "tx_aborted", false },
	{ "tx_carrier_errors", "tx_carrier", false },
	{ "tx_fifo_errors", "tx_fifo", false },
	{ "tx_heartbeat_errors", "tx_heartbeat", false },
};

static void
put_interface(struct reading *r, struct value *into, const json_t *from)
{
	uint64_t v[2];

	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		if (!parse_json_u64(from, columns[i].from, &v[0]))
			continue;
		v[1] = v[0];
		if (columns[i].pair)
			value_numbers(r->arena, into, columns[i].key, v, 2);
		else
			value_u64(r->arena, into, columns[i].key, v[0]);
	}
}

static void
parse_ifstat_interfaces(struct reading *r)
{
	json_t *json = parse_json_load(r), *all = inner(json), *one;
	struct value *interfaces;
	const char *name;

	r->data = value_new(r->arena, VALUE_OBJECT);
	value_null(r->arena, r->data, "counts_are");
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_OBJECT);
	json_object_foreach(all, name, one)
	{
		if (json_object_get(one, "rx_packets") != NULL)
			put_interface(r,
			    value_put(r->arena, interfaces, name, VALUE_OBJECT),
			    one);
	}
	if (interfaces->first == NULL)
		r->used = 0;
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_nstat_json = {
	.kind = "nstat",
	.begins = begins_nstat,
	.parse = parse_nstat_counters,
};

const struct parser parse_ifstat_json = {
	.kind = "ifstat_iproute2",
	.begins = begins_ifstat,
	.parse = parse_ifstat_interfaces,
};
