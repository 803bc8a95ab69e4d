/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "netblast/option_values.h"

/* Frames per second, "max", or a share of the line rate: "99.5%". */
int
option_rate(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;
	size_t len = strlen(text);
	char number[16];
	struct rate *percent = &o->line_percent;

	*percent = (struct rate){ 0, 1 };
	o->rate = *percent;
	if (len == 0 || text[len - 1] != '%')
		return num_rate(what, text, &o->rate, f);
	if (len < sizeof(number)) {
		memcpy(number, text, len - 1);
		number[len - 1] = '\0';
		if (num_rate(what, number, percent, NULL) == 0 &&
		    percent->frames != 0 &&
		    percent->frames <= 100 * percent->seconds)
			return 0;
	}
	return fail(f,
	    "%s: \"%s\" is not a share of the line rate from 0.001%% to 100%%",
	    what, text);
}

/* VID[.PCP][,VID[.PCP]]: priority 0 to 7, VID 0 (priority only) to 4094. */
int
option_vlan(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;
	char piece[16];
	const char *p = text;

	o->tags = 0;
	for (;;) {
		size_t len = strcspn(p, ",");
		uint64_t vid, pcp = 0;
		char *dot;

		if (len >= sizeof(piece) || o->tags == 2)
			break;
		memcpy(piece, p, len);
		piece[len] = '\0';
		dot = strchr(piece, '.');
		if (dot != NULL)
			*dot++ = '\0';
		if (num_u64(what, piece, 0, 4094, &vid, NULL) < 0 ||
		    (dot != NULL && num_u64(what, dot, 0, 7, &pcp, NULL) < 0))
			break;
		o->tci[o->tags++] = (uint16_t)(pcp << 13 | vid);
		if (p[len] == '\0')
			return 0;
		p += len + 1;
	}
	return fail(f,
	    "%s: \"%s\" is not VID[.PCP] or two of them joined by a comma "
	    "(VID 0 to 4094, PCP 0 to 7)",
	    what, text);
}

int
option_source(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return addr_range_parse(
	    what, text, &o->flows.src.first, &o->flows.src.n, f);
}

static int
parse_ports(const char *what, const char *text, uint16_t *first,
    uint16_t *count, struct fail *f)
{
	uint64_t range[2];

	if (num_range(what, text, 1, 65535, range, f) < 0)
		return -1;
	*first = (uint16_t)range[0];
	*count = (uint16_t)(range[1] - range[0] + 1);
	return 0;
}

int
option_port(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return parse_ports(
	    what, text, &o->flows.dst_port, &o->flows.dst_ports, f);
}

int
option_source_port(
    const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return parse_ports(
	    what, text, &o->flows.src_port, &o->flows.src_ports, f);
}

int
option_burst(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->burst = 0;
	o->burst_auto = strcmp(text, "auto") == 0;
	if (o->burst_auto)
		return 0;
	if (num_u64(what, text, 1, 65536, &o->burst, f) < 0)
		return fail(f,
		    "%s: \"%s\" is not a number of frames from 1 to 65536, "
		    "nor \"auto\"",
		    what, text);
	return 0;
}

int
option_mac(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->mac_given = true;
	return mac_parse(what, text, o->mac, f);
}

int
option_source_mac(
    const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->source_mac_given = true;
	return mac_parse(what, text, o->source_mac, f);
}

int
option_stall(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->catchup = strcmp(text, "catchup") == 0;
	if (!o->catchup && strcmp(text, "slip") != 0)
		return fail(f, "%s: \"%s\" is not slip or catchup", what, text);
	return 0;
}

int
option_qdisc(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	if (strcmp(text, "bypass") == 0)
		o->qdisc = QDISC_BYPASS;
	else if (strcmp(text, "through") == 0)
		o->qdisc = QDISC_THROUGH;
	else
		return fail(
		    f, "%s: \"%s\" is not bypass or through", what, text);
	return 0;
}

int
option_checksum(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->zero_checksum = strcmp(text, "zero") == 0;
	if (!o->zero_checksum && strcmp(text, "full") != 0)
		return fail(f, "%s: \"%s\" is not full or zero", what, text);
	return 0;
}

int
option_flow_order(
    const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->flows.random = strcmp(text, "random") == 0;
	if (!o->flows.random && strcmp(text, "round") != 0)
		return fail(f, "%s: \"%s\" is not round or random", what, text);
	return 0;
}

int
option_cpus(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return cpu_list_parse(what, text, &o->cpus, f);
}
