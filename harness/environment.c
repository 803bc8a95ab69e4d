/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/environment.h"
#include "lib/clock.h"
#include "lib/host.h"
#include "lib/proc.h"

#define READ_NS (20 * CLOCK_NS_PER_S)
#define LINE 512

/*
 * Lines "section<TAB>key<TAB>value". Files and tools that a system lacks are
 * left out, which is "not known".
 */
static const char script[] =
    "say() { printf '%s\\t%s\\t%s\\n' \"$1\" \"$2\" \"$3\"; }\n"
    "file() { # section key file: its first line, without a process\n"
    "	[ -r $3 ] && read -r line <$3 && say $1 $2 \"$line\"\n"
    "}\n"
    "dots() { ( IFS=/; set -- $1; IFS=.; echo \"$*\" ) }\n"
    "say tools ip \"$(ip -V 2>&1)\"\n"
    "say tools nft \"$(nft --version 2>&1)\"\n"
    "say tools ethtool \"$(ethtool --version 2>&1)\"\n"
    "say tools tc \"$(tc -V 2>&1)\"\n"
    "say tools gnuplot \"$(gnuplot --version 2>&1)\"\n"
    "for f in /sys/devices/system/cpu/vulnerabilities/*; do\n"
    "	file mitigations ${f##*/} $f\n"
    "done\n"
    /* sysctl files give all to the first read(2), a shell's is one byte */
    "cd /proc/sys && grep -s . net/core/netdev_max_backlog \\\n"
    "    net/core/netdev_budget net/core/netdev_budget_usecs \\\n"
    "    net/core/dev_weight net/core/rmem_max net/core/wmem_max \\\n"
    "    net/core/default_qdisc net/core/bpf_jit_enable \\\n"
    "    net/netfilter/nf_conntrack_max net/netfilter/nf_conntrack_buckets "
    "\\\n"
    "    kernel/sched_rt_runtime_us | while IFS=: read -r k value; do\n"
    "	say sysctl $(dots $k) \"$value\"\n"
    "done\n"
    "c=/sys/devices/system/cpu\n"
    "file . clock_policy $c/cpu0/cpufreq/scaling_governor\n"
    "file . smt $c/smt/active\n"
    "f=/sys/devices/system/clocksource/clocksource0/current_clocksource\n"
    "file . clocksource $f\n"
    "[ ! -r /proc/loadavg ] || say . load_average_at_start "
    "\"$(cut -d' ' -f1-3 </proc/loadavg)\"\n"
    /* proc(5): user nice system idle iowait irq softirq steal, in ticks */
    "ticks() {\n"
    "	read -r cpu u n s i w h q t rest </proc/stat\n"
    "	idle=$((i + w)) all=$((u + n + s + i + w + h + q + t))\n"
    "}\n"
    "[ -r /proc/stat ] || exit 0\n"
    "ticks; i0=$idle a0=$all\n"
    "sleep 0.5\n"
    "ticks; d=$((all - a0))\n"
    "[ $d -le 0 ] || say . cpu_busy_percent_at_start \\\n"
    "    $((100 - 100 * (idle - i0) / d))\n";

static json_t *
section(json_t *o, const char *name)
{
	json_t *s;

	if (strcmp(name, ".") == 0)
		return o;
	s = json_object_get(o, name);
	if (s == NULL) {
		s = json_object();
		json_object_set_new(o, name, s);
	}
	return s;
}

static void
put_lines(json_t *o, char *text)
{
	for (char *line = text, *next; line != NULL; line = next) {
		char *key = strchr(line, '\t'), *value;

		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (key == NULL || (next != NULL && key >= next))
			continue;
		*key++ = '\0';
		value = strchr(key, '\t');
		if (value == NULL)
			continue;
		*value++ = '\0';
		doc_set_text(section(o, line), key, value);
	}
}

json_t *
environment_read(void)
{
	static const char *const argv[] = { "sh", "-s", NULL };
	json_t *o = json_object();
	struct host h;
	struct proc p;

	if (o == NULL)
		return NULL;
	host_read(&h);
	doc_set_text(o, "host", h.name);
	doc_set_text(o, "os", h.os);
	doc_set_text(o, "kernel", h.release);
	doc_set_text(o, "kernel_version", h.version);
	doc_set_text(o, "machine", h.machine);
	doc_set_text(o, "cpu_model", h.cpu_model[0] ? h.cpu_model : NULL);
	if (h.cpus_online > 0)
		doc_set_u64(o, "cpus_online", h.cpus_online);
	json_object_set_new(o, "tools", json_object());
	json_object_set_new(o, "sysctl", json_object());
	json_object_set_new(o, "mitigations", json_object());
	/* what could not be read is not known: no reason to stop */
	proc_run(&p,
	    &(struct proc_job){ .name = "environment",
		.argv = argv,
		.input = script,
		.timeout_ns = READ_NS,
		.stop = NULL },
	    NULL);
	if (p.got_out.text != NULL)
		put_lines(o, p.got_out.text);
	proc_free(&p);
	return o;
}

/* "in0: rx-checksumming ..." of one role. */
static void
put_interfaces(json_t *list, const char *role, const char *text)
{
	char line[LINE * 2];

	for (const char *at = text; *at != '\0';) {
		size_t len = strcspn(at, "\n");
		char *name = line, *word;
		json_t *o = json_object(), *off = json_array();

		snprintf(line, sizeof(line), "%.*s", (int)len, at);
		at += len + (at[len] == '\n');
		word = strchr(line, ':');
		if (word != NULL)
			*word++ = '\0';
		doc_set_text(o, "node", role);
		doc_set_text(o, "interface", name);
		for (char *w = word == NULL ? NULL : strtok(word, " ");
		     w != NULL; w = strtok(NULL, " "))
			json_array_append_new(off, json_string(w));
		json_object_set_new(o, "off", off);
		json_object_set_new(o, "on", json_array());
		json_array_append_new(list, o);
	}
}

static void
put_offloads(json_t *list, const json_t *trials)
{
	const json_t *t;
	size_t i;

	json_array_foreach(trials, i, t)
	{
		const char *role;
		json_t *text;

		if (!json_is_true(json_object_get(t, "valid")) ||
		    doc_at(t, "offloads.dut") == NULL)
			continue;
		json_object_foreach(json_object_get(t, "offloads"), role, text)
		    put_interfaces(list, role, json_string_value(text));
		return;
	}
}

static void
put_steering(json_t *rps, const struct placement *p, const char *path,
    const struct lab_steer *s)
{
	char name[64];
	json_t *o = json_object();

	for (; s != NULL && s->interface != NULL; s++) {
		char mask[16];

		snprintf(mask, sizeof(mask), "%x", s->mask);
		doc_set_text(o, s->interface, mask);
	}
	snprintf(name, sizeof(name), "%s, %s", p->name, path);
	json_object_set_new(rps, name, o);
}

static json_t *
placement_json(const struct placement *p)
{
	json_t *o = json_object();

	doc_set_text(o, "what", p->help);
	json_object_set_new(o, "generator_cpu",
	    json_pack("[ii]", p->generator_cpu[0], p->generator_cpu[1]));
	json_object_set_new(
	    o, "sink_cpu", json_pack("[ii]", p->sink_cpu[0], p->sink_cpu[1]));
	return o;
}

void
environment_lab(json_t *environment, const struct plan *p, const json_t *trials)
{
	json_t *offloads = json_array(), *rps = json_object();
	json_t *used = json_object();

	put_offloads(offloads, trials);
	for (const struct placement *s = placements; s->name != NULL; s++)
		for (size_t i = 0; i < p->rows; i++)
			if (p->row[i].placement == s) {
				put_steering(rps, s, "routed", s->through);
				put_steering(rps, s, "direct", s->direct);
				json_object_set_new(
				    used, s->name, placement_json(s));
				break;
			}
	json_object_set_new(environment, "offloads", offloads);
	json_object_set_new(environment, "rps", rps);
	json_object_set_new(environment, "placements", used);
}

static const struct {
	const char *role, *name, *mac, *address;
} interfaces[] = {
	{ "generator", "gen0", "02:00:00:00:00:01", "198.18.0.2/24" },
	{ "router", "in0", "02:00:00:00:00:02", "198.18.0.1/24" },
	{ "router", "out0", "02:00:00:00:00:03", "198.19.0.1/24" },
	{ "router", "mgmt0", "02:00:00:00:00:06", "198.18.254.1/24" },
	{ "sink", "sink0", "02:00:00:00:00:04", "198.19.0.2/24" },
	{ "prober", "probe0", "02:00:00:00:00:05", "198.18.254.2/24" },
	{ "prober", "ctl0", "02:00:00:00:00:07", "198.18.255.2/24" },
	{ "idle", "idle0", "02:00:00:00:00:08", "198.18.255.1/24" },
};

static const char *const links[][2] = {
	{ "generator.gen0", "router.in0" },
	{ "router.out0", "sink.sink0" },
	{ "prober.probe0", "router.mgmt0" },
	{ "prober.ctl0", "idle.idle0" },
};

static const struct {
	const char *role, *node;
} nodes[] = {
	{ "generator", "netns: nb-LAB-gen" },
	{ "router", "netns: nb-LAB-dut" },
	{ "sink", "netns: nb-LAB-sink" },
	{ "prober", "netns: nb-LAB-mgmt" },
	{ "idle", "netns: nb-LAB-idle" },
};

static json_t *
role_interfaces(const char *role)
{
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(interfaces) / sizeof(*interfaces); i++) {
		json_t *o;

		if (strcmp(interfaces[i].role, role) != 0)
			continue;
		o = json_object();
		doc_set_text(o, "name", interfaces[i].name);
		doc_set_text(o, "mac", interfaces[i].mac);
		doc_set_text(o, "address", interfaces[i].address);
		json_array_append_new(list, o);
	}
	return list;
}

json_t *
environment_topology(void)
{
	json_t *o = json_object(), *roles = json_array(), *pairs = json_array();
	json_t *management = json_object();

	for (size_t i = 0; i < sizeof(nodes) / sizeof(*nodes); i++) {
		json_t *r = json_object();

		doc_set_text(r, "role", nodes[i].role);
		doc_set_text(r, "node", nodes[i].node);
		json_object_set_new(
		    r, "interfaces", role_interfaces(nodes[i].role));
		json_array_append_new(roles, r);
	}
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++)
		json_array_append_new(
		    pairs, json_pack("[ss]", links[i][0], links[i][1]));
	doc_set_text(management, "target", LAB_MGMT_DUT);
	doc_set_text(management, "control", LAB_MGMT_IDLE);
	json_object_set_new(o, "roles", roles);
	json_object_set_new(o, "links", pairs);
	json_object_set_new(o, "management", management);
	doc_set_text(o, "note",
	    "Rows of kind routed. Bridged: in0 and out0 are ports of br0, "
	    "sink0 is 198.18.0.3/24. Direct: gen0 and sink0 are one pair. "
	    "Neighbour entries are permanent.");
	return o;
}
