/* SPDX-License-Identifier: BSD-2-Clause */
/* What of the lab is the same on every system: names and addresses. */
#include <stdio.h>
#include <string.h>

#include "harness/lab.h"

static const struct {
	const char *name, *sink;
	const char *interfaces[LAB_ROLES];
} paths[LAB_PATHS] = {
	[LAB_ROUTED] = { "routed", "198.19.0.2",
	    { "gen0", "in0 out0 mgmt0", "sink0", "probe0 ctl0", "idle0" } },
	[LAB_BRIDGED] = { "bridged", "198.18.0.3",
	    { "gen0", "in0 out0 mgmt0", "sink0", "probe0 ctl0", "idle0" } },
	[LAB_DIRECT] = { "direct", "198.18.0.3",
	    { "gen0", "", "sink0", "", "" } },
};

static const char *const roles[LAB_ROLES] = {
	[LAB_GEN] = "gen",
	[LAB_DUT] = "dut",
	[LAB_SINK] = "sink",
	[LAB_MGMT] = "mgmt",
	[LAB_IDLE] = "idle",
};

const char *
lab_path_name(enum lab_path p)
{
	return paths[p].name;
}

const char *
lab_role_name(enum lab_role r)
{
	return roles[r];
}

char *
lab_ns(const char *lab, enum lab_role r, char buf[LAB_NS])
{
	snprintf(buf, LAB_NS, "nb-%s-%s", lab, roles[r]);
	return buf;
}

const char *
lab_gen_address(enum lab_path p)
{
	(void)p;
	return "198.18.0.2";
}

const char *
lab_sink_address(enum lab_path p)
{
	return paths[p].sink;
}

const char *
lab_interfaces(enum lab_path p, enum lab_role r)
{
	return paths[p].interfaces[r];
}

int
lab_check_name(const char *name, struct fail *f)
{
	size_t len = strlen(name);

	if (len == 0 || len >= LAB_NAME ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != len)
		return fail(f, "--lab: %s: a name is 1 to %d of a-z, 0-9 and -",
		    name, LAB_NAME - 1);
	return 0;
}
