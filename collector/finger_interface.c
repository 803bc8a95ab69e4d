/* SPDX-License-Identifier: BSD-2-Clause */
/* Network cards and interfaces: "if.NAME.WHAT". */
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

#define NET "files|/sys/class/net/*/"
#define CARD NET "device/"

/* ---- pause ---------------------------------------------------------------- */

static bool
pause_words(bool rx, bool tx, char text[FINGER_TEXT])
{
	if (rx)
		finger_add(text, "rxpause");
	if (tx)
		finger_add(text, "txpause");
	if (!rx && !tx)
		finger_add(text, "none");
	return true;
}

/*
 * Words of the medium. That they are missing tells nothing: not every driver
 * shows them.
 */
static bool
pause_media(const struct finger_at *at, char text[FINGER_TEXT])
{
	bool rx = false, tx = false, both = false;

	if (at->v->type != VALUE_ARRAY)
		return false;
	for (const struct value *v = at->v->first; v != NULL; v = v->next) {
		if (v->type != VALUE_TEXT)
			continue;
		rx |= strcmp(v->text, "rxpause") == 0;
		tx |= strcmp(v->text, "txpause") == 0;
		both |= strcmp(v->text, "flowcontrol") == 0 ||
		    strcmp(v->text, "flow") == 0;
	}
	/* NetBSD: "flowcontrol" and which way; older ones without */
	if (both && !rx && !tx)
		rx = tx = true;
	return (rx || tx) && pause_words(rx, tx, text);
}

/* dev.ix.0.fc: 0 none, 1 receive, 2 transmit, 3 both; as in ix(4). */
static bool
pause_fc(const struct finger_at *at, char text[FINGER_TEXT])
{
	return at->v->type == VALUE_U64 && at->v->u64 < 4 &&
	    pause_words(at->v->u64 & 1, at->v->u64 & 2, text);
}

static bool
pause_ethtool(const struct finger_at *at, char text[FINGER_TEXT])
{
	const struct value *rx = value_find(at->v, "RX");
	const struct value *tx = value_find(at->v, "TX");

	return rx != NULL && tx != NULL && rx->type == VALUE_BOOL &&
	    tx->type == VALUE_BOOL &&
	    pause_words(rx->boolean, tx->boolean, text);
}

/* There is no wire, so nobody asks for a pause. */
static bool
pause_virtual(const struct finger_at *at, char text[FINGER_TEXT])
{
	return at->v->type == VALUE_TEXT &&
	    (strcmp(at->v->text, "veth") == 0 ||
		strcmp(at->v->text, "dummy") == 0) &&
	    pause_words(false, false, text);
}

/* ---- settings ------------------------------------------------------------- */

/* "rx-usecs=3 tx-usecs=3": what is told. */
static bool
pairs(const struct finger_at *at, char text[FINGER_TEXT])
{
	char one[160];

	if (at->v->type != VALUE_OBJECT)
		return false;
	for (const struct value *v = at->v->first; v != NULL; v = v->next) {
		if (v->type == VALUE_U64)
			snprintf(one, sizeof(one), "%s=%llu", v->key,
			    (unsigned long long)v->u64);
		else if (v->type == VALUE_BOOL)
			snprintf(one, sizeof(one), "%s=%s", v->key,
			    v->boolean ? "on" : "off");
		else
			continue;
		finger_add(text, one);
	}
	return text[0] != '\0';
}

/* Those that can be switched; the driver decides the others. */
static bool
offload(const struct finger_at *at, char text[FINGER_TEXT])
{
	static const char apart[] =
	    "tcp-segmentation-offload generic-segmentation-offload "
	    "generic-receive-offload large-receive-offload";
	const struct value *on = value_find(at->v, "on");
	const struct value *fixed = value_find(at->v, "fixed");

	if (on == NULL || fixed == NULL || (fixed->boolean && !on->boolean) ||
	    finger_word(apart, at->name[at->n_name - 1]))
		return false;
	snprintf(text, FINGER_TEXT, "%s", on->boolean ? "true" : "false");
	return true;
}

static bool
not_virtual(const struct finger_at *at, char text[FINGER_TEXT])
{
	char path[200];

	/* a veth says 10,000 Mbit/s and has no line */
	snprintf(
	    path, sizeof(path), "/sys/class/net/%s/device/vendor", at->name[0]);
	return value_find(value_find(at->l->data, "files"), path) != NULL &&
	    finger_plain(at, text) && strcmp(text, "-1") != 0 &&
	    strcmp(text, "unknown") != 0; /* no link, or none that has one */
}

/* "0x8086:0x1521", as the tables of PCI ids have it. */
static bool
pci_id(const struct finger_at *at, char text[FINGER_TEXT])
{
	const struct value *device;
	char path[200];

	snprintf(
	    path, sizeof(path), "/sys/class/net/%s/device/device", at->name[0]);
	device = value_find(value_find(at->l->data, "files"), path);
	if (device == NULL || device->type != VALUE_TEXT ||
	    at->v->type != VALUE_TEXT || strlen(at->v->text) > 16 ||
	    strlen(device->text) > 16)
		return false;
	snprintf(text, FINGER_TEXT, "%s:%s", at->v->text, device->text);
	return true;
}

/* ---- the table ------------------------------------------------------------ */

#define OFFLOAD "features|"

const struct finger_rule finger_rules_interface[] = {
	{ "if.%.kind", FP_SUBJECT, "Linux", "iplink_json", "links|*|kind", NULL,
	    NULL },
	{ "if.%.up", FP_SUBJECT, NULL, "iplink_json", "links|*|up", NULL,
	    NULL },
	{ "if.%.up", FP_SUBJECT, NULL, "ifconfig", "interfaces|*|up", NULL,
	    NULL },
	{ "if.%.mtu", FP_SUBJECT, NULL, "iplink_json", "links|*|mtu", NULL,
	    NULL },
	{ "if.%.mtu", FP_SUBJECT, NULL, "ifconfig", "interfaces|*|mtu", NULL,
	    NULL },
	{ "if.%.mtu", FP_SUBJECT, NULL, "ifcounters", "interfaces|*|mtu", NULL,
	    NULL },
	{ "if.%.mac", FP_NOTES, NULL, "iplink_json", "links|*|address", NULL,
	    NULL },
	{ "if.%.mac", FP_NOTES, NULL, "ifconfig", "interfaces|*|ether", NULL,
	    NULL },
	{ "if.%.vlan", FP_METHOD, NULL, "iplink_json", "links|*|vlan", NULL,
	    NULL },
	{ "if.%.vlan", FP_METHOD, NULL, "ifconfig", "interfaces|*|vlan", NULL,
	    NULL },
	{ "if.%.parent", FP_SUBJECT, NULL, "iplink_json", "links|*|parent",
	    NULL, NULL },
	{ "if.%.parent", FP_SUBJECT, NULL, "ifconfig",
	    "interfaces|*|vlan_parent", NULL, NULL },
	{ "if.%.aggregation", FP_SUBJECT, NULL, "ifconfig",
	    "interfaces|*|lagg_proto", NULL, NULL },
	/* names cards that no other listing does */
	{ "if.%.pause", FP_METHOD, NULL, "ethtool_pause", "values",
	    pause_ethtool, NULL },
	{ "if.%%.pause", FP_METHOD, NULL, "sysctl", "?|dev.*.*.fc", pause_fc,
	    NULL },
	{ "if.%.pause", FP_METHOD, NULL, "ifconfig",
	    "interfaces|*|media_options", pause_media, NULL },
	{ "if.%.pause", FP_METHOD, NULL, "iplink_json", "links|*|kind",
	    pause_virtual, NULL },
	/* the card */
	{ "if.%.nic", FP_BENCH, "FreeBSD DragonFly", "pciconf",
	    "devices|*|model", NULL, NULL },
	{ "if.%.nic_id", FP_BENCH, "FreeBSD DragonFly", "pciconf",
	    "devices|*|id", NULL, NULL },
	{ "if.%.nic", FP_BENCH, NULL, "dmesg", "nics|*|model", NULL, NULL },
	{ "if.%.nic_id", FP_BENCH, "Linux", "files", CARD "vendor", pci_id,
	    NULL },
	{ "if.%%.nic", FP_BENCH, "FreeBSD DragonFly", "sysctl",
	    "?|dev.*.*.%desc", finger_of_port, NULL },
	{ "if.%.driver", FP_SUBJECT, "Linux", "ethtool_driver", "values|driver",
	    NULL, NULL },
	{ "if.%%.driver", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|dev.*.*.%driver", finger_of_port, NULL },
	{ "if.%.driver", FP_SUBJECT, NULL, "dmesg", "nics|*|driver", NULL,
	    NULL },
	{ "if.%.driver_version", FP_SUBJECT, "Linux", "ethtool_driver",
	    "values|version", NULL, NULL },
	{ "if.%.firmware", FP_BENCH, "Linux", "ethtool_driver",
	    "values|firmware-version", NULL, NULL },
	{ "if.%%.firmware", FP_BENCH, "FreeBSD", "sysctl",
	    "?|dev.*.*.firmware_version", finger_of_port, NULL },
	{ "if.%%.firmware", FP_BENCH, "FreeBSD", "sysctl",
	    "?|dev.*.*.fw_version", finger_of_port, NULL },
	{ "if.%.bus", FP_NOTES, "Linux", "ethtool_driver", "values|bus-info",
	    NULL, NULL },
	{ "if.%.pcie_speed", FP_BENCH, "Linux FreeBSD DragonFly", "pciconf",
	    "devices|*|speed", NULL, NULL },
	{ "if.%.pcie_speed", FP_BENCH, "Linux FreeBSD DragonFly", "files",
	    CARD "current_link_speed", NULL, NULL },
	{ "if.%.pcie_width", FP_BENCH, "Linux FreeBSD DragonFly", "pciconf",
	    "devices|*|width", NULL, NULL },
	{ "if.%.pcie_width", FP_BENCH, "Linux FreeBSD DragonFly", "files",
	    CARD "current_link_width", NULL, NULL },
	{ "if.%.pcie_width_max", FP_BENCH, "Linux FreeBSD DragonFly", "pciconf",
	    "devices|*|width_max", NULL, NULL },
	{ "if.%.pcie_width_max", FP_BENCH, "Linux FreeBSD DragonFly", "files",
	    CARD "max_link_width", NULL, NULL },
	{ "if.%.numa_node", FP_BENCH, "Linux", "files", CARD "numa_node", NULL,
	    NULL },
	{ "if.%.irq", FP_NOTES, NULL, "dmesg", "nics|*|irq", NULL, NULL },
	/* the wire */
	{ "if.%.speed_mbps", FP_BENCH, "Linux", "files", NET "speed",
	    not_virtual, NULL },
	{ "if.%.duplex", FP_BENCH, "Linux", "files", NET "duplex", not_virtual,
	    NULL },
	{ "if.%.media", FP_BENCH, "FreeBSD NetBSD OpenBSD DragonFly",
	    "ifconfig", "interfaces|*|media", NULL, NULL },
	{ "if.%.media_active", FP_BENCH, "FreeBSD NetBSD OpenBSD DragonFly",
	    "ifconfig", "interfaces|*|media_active", NULL, NULL },
	{ "if.%.media_options", FP_BENCH, "FreeBSD NetBSD OpenBSD DragonFly",
	    "ifconfig", "interfaces|*|media_options", finger_nonzero, NULL },
	{ "if.%.status", FP_BENCH, "FreeBSD NetBSD OpenBSD DragonFly",
	    "ifconfig", "interfaces|*|status", NULL, NULL },
	/* what makes large packets of small ones, or the other way */
	{ "if.%.tso", FP_METHOD, NULL, "offloads",
	    OFFLOAD "tcp-segmentation-offload|on", NULL, NULL },
	{ "if.%.tso", FP_METHOD, NULL, "ifconfig", "interfaces|*|options",
	    finger_holds, "TSO TSO4 TSO6" },
	{ "if.%.gso", FP_METHOD, "Linux", "offloads",
	    OFFLOAD "generic-segmentation-offload|on", NULL, NULL },
	{ "if.%.gro", FP_METHOD, "Linux", "offloads",
	    OFFLOAD "generic-receive-offload|on", NULL, NULL },
	{ "if.%.lro", FP_METHOD, NULL, "offloads",
	    OFFLOAD "large-receive-offload|on", NULL, NULL },
	{ "if.%.lro", FP_METHOD, NULL, "ifconfig", "interfaces|*|options",
	    finger_holds, "LRO" },
	{ "if.%.offload.%", FP_SUBJECT, "Linux", "offloads", OFFLOAD "*",
	    offload, NULL },
	{ "if.%.options", FP_SUBJECT, "FreeBSD DragonFly", "ifconfig",
	    "interfaces|*|options", NULL, NULL },
	{ "if.%.enabled", FP_SUBJECT, "NetBSD", "ifconfig",
	    "interfaces|*|enabled", NULL, NULL },
	{ "if.%.polling", FP_SUBJECT, "FreeBSD DragonFly", "ifconfig",
	    "interfaces|*|options", finger_holds, "POLLING NPOLLING" },
	/* queues */
	{ "if.%.ring", FP_SUBJECT, "Linux", "ethtool_ring", "values", pairs,
	    NULL },
	{ "driver.%.ring_rx", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|hw.*.rxd", finger_nonzero, NULL },
	{ "driver.%.ring_tx", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|hw.*.txd", finger_nonzero, NULL },
	{ "if.%%.ring_rx", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|dev.*.*.iflib.override_nrxds", finger_nonzero, NULL },
	{ "if.%%.ring_tx", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|dev.*.*.iflib.override_ntxds", finger_nonzero, NULL },
	{ "if.%%.queues_rx", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|dev.*.*.iflib.override_nrxqs", finger_nonzero, NULL },
	{ "if.%.vectors", FP_SUBJECT, NULL, "dmesg", "nics|*|vectors", NULL,
	    NULL },
	{ "if.%.coalesce", FP_SUBJECT, "Linux", "ethtool_coalesce", "values",
	    pairs, NULL },
	{ "if.%.queues", FP_SUBJECT, "Linux", "ethtool_channels", "values",
	    pairs, NULL },
	{ "if.%.rss_rings", FP_SUBJECT, "Linux", "ethtool_rss", "rings", NULL,
	    NULL },
	{ "if.%.rss_table", FP_SUBJECT, "Linux", "ethtool_rss", "table", NULL,
	    NULL },
	{ "if.%.rss_function", FP_SUBJECT, "Linux", "ethtool_rss", "function",
	    NULL, NULL },
	{ "if.%.rss_fields", FP_SUBJECT, "Linux", "ethtool_hash", "fields",
	    finger_nonzero, NULL },
	{ "if.%.rps.%", FP_SUBJECT, "Linux", "files",
	    NET "queues/rx-*/rps_cpus", NULL, NULL },
	{ "if.%.napi_threaded", FP_SUBJECT, "Linux", "files", NET "threaded",
	    finger_switch, NULL },
	{ "if.%.gro_flush_timeout", FP_SUBJECT, "Linux", "files",
	    NET "gro_flush_timeout", NULL, NULL },
	{ "if.%.tx_queue_len", FP_SUBJECT, "Linux", "files", NET "tx_queue_len",
	    NULL, NULL },
	/* with what it is set to */
	{ "if.%.qdisc", FP_SUBJECT, "Linux", "qdisc", "settings|*",
	    finger_of_port, NULL },
	{ "if.%.qdisc", FP_SUBJECT, "Linux", "iplink_json", "links|*|qdisc",
	    NULL, NULL },
	/* the larger of it and forwarding.reverse_path holds */
	{ "if.%.reverse_path", FP_SUBJECT, "Linux", "files",
	    "files|/proc/sys/net/ipv4/conf/*/rp_filter", finger_of_port, NULL },
	{ "if.%.xdp", FP_SUBJECT, "Linux", "iplink_json", "links|*|xdp", NULL,
	    NULL },
	{ NULL, FP_NOTES, NULL, NULL, NULL, NULL, NULL },
};
