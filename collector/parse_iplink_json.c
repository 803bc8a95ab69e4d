/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `ip [-d] -s -s -j link`: an array of links, maybe with empty objects, the
 * counters in stats64 (or stats where the kernel has no 64-bit ones).
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "collector/parse_json.h"

static const struct {
	const char *side, *from, *key, *counter;
} stats[] = {
	{ "rx", "bytes", "rx_bytes", "if.rx.bytes" },
	{ "rx", "packets", "rx_packets", "if.rx.packets" },
	{ "rx", "errors", "rx_errors", "if.rx.errors" },
	{ "rx", "dropped", "rx_dropped", "if.rx.drops" },
	{ "rx", "missed_errors", "rx_missed", "if.rx.missed" },
	{ "rx", "over_errors", "rx_over", NULL },
	{ "rx", "multicast", "rx_multicast", NULL },
	{ "rx", "length_errors", "rx_length_errors", NULL },
	{ "rx", "crc_errors", "rx_crc_errors", NULL },
	{ "rx", "frame_errors", "rx_frame_errors", NULL },
	{ "rx", "fifo_errors", "rx_fifo_errors", NULL },
	{ "rx", "nohandler", "rx_nohandler", "if.rx.nohandler" },
	{ "rx", "otherhost", "rx_otherhost", NULL },
	{ "rx", "compressed", "rx_compressed", NULL },
	{ "tx", "bytes", "tx_bytes", "if.tx.bytes" },
	{ "tx", "packets", "tx_packets", "if.tx.packets" },
	{ "tx", "errors", "tx_errors", "if.tx.errors" },
	{ "tx", "dropped", "tx_dropped", "if.tx.drops" },
	{ "tx", "carrier_errors", "tx_carrier_errors", NULL },
	{ "tx", "collisions", "tx_collisions", "if.tx.collisions" },
	{ "tx", "aborted_errors", "tx_aborted_errors", NULL },
	{ "tx", "fifo_errors", "tx_fifo_errors", NULL },
	{ "tx", "window_errors", "tx_window_errors", NULL },
	{ "tx", "heartbeat_errors", "tx_heartbeat_errors", NULL },
	{ "tx", "compressed", "tx_compressed", NULL },
	{ "tx", "carrier_changes", "tx_carrier_changes", NULL },
};

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"ifname\"");
}

static bool
is_up(const json_t *link)
{
	json_t *flags = json_object_get(link, "flags"), *flag;
	size_t i;

	json_array_foreach(flags, i, flag) if (json_is_string(flag) &&
	    strcmp(json_string_value(flag), "UP") == 0) return true;
	return false;
}

static void
put_stats(struct reading *r, struct value *v, const char *name,
    const json_t *all, uint8_t bits)
{
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++) {
		const json_t *side = json_object_get(all, stats[i].side);
		uint64_t n;

		if (!parse_json_u64(side, stats[i].from, &n))
			continue;
		value_u64(r->arena, v, stats[i].key, n);
		if (stats[i].counter != NULL)
			parse_count(r, stats[i].counter, name, n, bits);
	}
}

/* What a fingerprint asks for; absent is absent. */
static void
put_settings(struct reading *r, struct value *v, const json_t *link)
{
	const json_t *info = json_object_get(link, "linkinfo");
	const json_t *data = json_object_get(info, "info_data");
	uint64_t n;

	if (*parse_json_text(link, "qdisc") != '\0')
		value_text(
		    r->arena, v, "qdisc", parse_json_text(link, "qdisc"));
	if (strcmp(parse_json_text(info, "info_kind"), "vlan") == 0 &&
	    parse_json_u64(data, "id", &n))
		value_u64(r->arena, v, "vlan", n);
	/* attached in the driver, or behind it */
	value_bool(r->arena, v, "xdp", json_object_get(link, "xdp") != NULL);
}

/* Software has a kind, a driver of a virtual machine's bus has none. */
static bool
is_virtual(const json_t *link, const char *kind)
{
	static const char *const buses[] = { "virtio", "xen", "vmbus" };
	const char *bus = parse_json_text(link, "parentbus");

	for (size_t i = 0; i < sizeof(buses) / sizeof(buses[0]); i++)
		if (strcmp(bus, buses[i]) == 0)
			return true;
	return *kind != '\0';
}

/* Its packets are those of another interface once more. */
static bool
repeats(const char *kind)
{
	static const char *const kinds[] = { "vlan", "macvlan", "ipvlan",
		"bridge", NULL };

	return text_one_of(kind, kinds);
}

static void
put_link(struct reading *r, struct value *links, const json_t *link)
{
	const json_t *wide = json_object_get(link, "stats64");
	const char *name = parse_json_text(link, "ifname"), *kind;
	struct value *v;
	uint64_t n;

	/* ethtool's and bridge's objects have a name too, and no flags */
	if (*name == '\0' || !json_is_array(json_object_get(link, "flags")))
		return;
	v = value_put(r->arena, links, NULL, VALUE_OBJECT);
	value_text(r->arena, v, "name", name);
	value_bool(r->arena, v, "up", is_up(link));
	if (parse_json_u64(link, "mtu", &n))
		value_u64(r->arena, v, "mtu", n);
	value_text(r->arena, v, "address", parse_json_text(link, "address"));
	if (json_object_get(link, "link") != NULL)
		value_text(
		    r->arena, v, "parent", parse_json_text(link, "link"));
	kind = parse_json_text(json_object_get(link, "linkinfo"), "info_kind");
	if (*kind != '\0')
		value_text(r->arena, v, "kind", kind);
	if (strcmp(kind, "veth") == 0)
		parse_count(r, "if.veth", name, 1, 64);
	if (repeats(kind))
		parse_count(r, "if.repeats", name, 1, 64);
	put_settings(r, v, link);
	if (is_virtual(link, kind))
		parse_count(r, "if.virtual", name, 1, 64);
	put_stats(r, v, name,
	    wide != NULL ? wide : json_object_get(link, "stats"),
	    wide != NULL ? 64 : 32);
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *link;
	struct value *links;
	size_t i;

	if (json == NULL)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	links = value_put(r->arena, r->data, "links", VALUE_ARRAY);
	json_array_foreach(json, i, link) put_link(r, links, link);
	if (links->first == NULL)
		r->used = 0;
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_iplink_json = {
	.kind = "iplink_json",
	.begins = begins,
	.parse = parse,
};
