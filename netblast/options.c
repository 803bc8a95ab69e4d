/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "lib/opt.h"
#include "lib/stamp.h"
#include "lib/wire.h"
#include "netblast/classic.h"
#include "netblast/options.h"

#define AT(field) offsetof(struct options, field)
#define YEAR_NS (365ULL * 86400 * 1000000000)

/* VID[.PCP][,VID[.PCP]]: priority 0 to 7, VID 0 (priority only) to 4094. */
static int
parse_vlan(const char *what, const char *text, void *field, struct fail *f)
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

static int
parse_source(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return addr_parse(what, text, &o->source, f);
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

static int
parse_port(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return parse_ports(
	    what, text, &o->flows.dst_port, &o->flows.dst_ports, f);
}

static int
parse_source_port(
    const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	return parse_ports(
	    what, text, &o->flows.src_port, &o->flows.src_ports, f);
}

static int
parse_burst(const char *what, const char *text, void *field, struct fail *f)
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

static int
parse_mac(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->mac_given = true;
	return mac_parse(what, text, o->mac, f);
}

static int
parse_source_mac(
    const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->source_mac_given = true;
	return mac_parse(what, text, o->source_mac, f);
}

static int
parse_stall(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->catchup = strcmp(text, "catchup") == 0;
	if (!o->catchup && strcmp(text, "slip") != 0)
		return fail(f, "%s: \"%s\" is not slip or catchup", what, text);
	return 0;
}

static int
parse_checksum(const char *what, const char *text, void *field, struct fail *f)
{
	struct options *o = field;

	o->zero_checksum = strcmp(text, "zero") == 0;
	if (!o->zero_checksum && strcmp(text, "full") != 0)
		return fail(f, "%s: \"%s\" is not full or zero", what, text);
	return 0;
}

/* What -s is where it is not given. */
#define PAYLOAD_DEFAULT 10
#define NOT_GIVEN UINT64_MAX

/* Rows with OPT_CALL get the whole struct (offset 0). */
static const struct opt table[] = {
	{ 'e', "engine", "NAME", "how to send (auto); see --list-engines",
	    OPT_TEXT, AT(engine), 0, 0, NULL },
	{ 'i', "interface", "IF", "outgoing interface (from the route)",
	    OPT_TEXT, AT(interface), 0, 0, NULL },
	{ 'r', "rate", "RATE", "frames/s, k M G (max)", OPT_RATE, AT(rate), 0,
	    0, NULL },
	{ 't', "duration", "TIME", "stop after (10 s)", OPT_DURATION,
	    AT(duration_ns), 1, YEAR_NS, NULL },
	{ 'n', "count", "N", "exactly N frames, or exit 2", OPT_U64, AT(count),
	    1, STAMP_SEQ_MASK, NULL },
	{ 's', "payload", "BYTES", "UDP payload (10)", OPT_U64,
	    AT(payload_bytes), 0, WIRE_UDP6_PAYLOAD_MAX, NULL },
	{ 'l', "frame", "BYTES", "frame with FCS, instead of -s", OPT_U64,
	    AT(frame_bytes), 64, WIRE_UDP6_PAYLOAD_MAX + 74, NULL },
	{ 'V', "vlan", "VID[.PCP]", "802.1Q tag; two, joined by a comma: QinQ",
	    OPT_CALL, 0, 0, 0, parse_vlan },
	{ 'S', "source", "ADDR", "source address (the interface's)", OPT_CALL,
	    0, 0, 0, parse_source },
	{ 'p', "port", "PORT[-PORT]", "destination ports (9)", OPT_CALL, 0, 0,
	    0, parse_port },
	{ 'P', "source-port", "PORT[-PORT]", "source ports (49152)", OPT_CALL,
	    0, 0, 0, parse_source_port },
	{ 'f', "flows", "N", "flows over the ports, round robin (1)", OPT_U64,
	    AT(flow_count), 1, 65535ULL * 65535, NULL },
	{ 'B', "burst", "N", "frames at once (1; auto: 64 at -r max)", OPT_CALL,
	    0, 0, 0, parse_burst },
	{ 0, "mac", "MAC", "next hop (resolved)", OPT_CALL, 0, 0, 0,
	    parse_mac },
	{ 0, "source-mac", "MAC", "own (the interface's)", OPT_CALL, 0, 0, 0,
	    parse_source_mac },
	{ 0, "strict", NULL, "exit 2 if the rate was not held within 0.1 %",
	    OPT_FLAG, AT(strict), 0, 0, NULL },
	{ 0, "stall", "POLICY", "slip or catchup when held up (slip)", OPT_CALL,
	    0, 0, 0, parse_stall },
	{ 0, "tag", "N", "run tag (random)", OPT_U64, AT(tag), 1, STAMP_TAG_MAX,
	    NULL },
	{ 0, "stream", "N", "stream number (0)", OPT_U64, AT(stream), 0,
	    STAMP_STREAM_MAX, NULL },
	{ 0, "first-seq", "N", "first sequence number (0)", OPT_U64,
	    AT(first_seq), 0, STAMP_SEQ_MASK, NULL },
	{ 0, "udp-checksum", "WHAT", "full or zero (full)", OPT_CALL, 0, 0, 0,
	    parse_checksum },
	{ 0, "sndbuf", "BYTES", "send buffer (largest allowed)", OPT_U64,
	    AT(sndbuf), 1, 1ULL << 30, NULL },
	{ 0, "any-address", NULL, "allow destinations outside the lab ranges",
	    OPT_FLAG, AT(any_address), 0, 0, NULL },
	{ 0, "write", "FILE", "frames into a capture file, none sent", OPT_TEXT,
	    AT(write), 0, 0, NULL },
	{ 0, "show", NULL, "print the first frame, none sent", OPT_FLAG,
	    AT(show), 0, 0, NULL },
	{ 'o', "output", "FILE", "result document (standard output)", OPT_TEXT,
	    AT(output), 0, 0, NULL },
	{ 'I', "interval", "TIME", "progress on standard error (none)",
	    OPT_DURATION, AT(progress_ns), 10000000, YEAR_NS, NULL },
	{ 0, "ready", NULL, "print \"ready\", then wait for a line", OPT_FLAG,
	    AT(ready), 0, 0, NULL },
	{ 0, "list-engines", NULL, "what is built in, and usable here",
	    OPT_FLAG, AT(list_engines), 0, 0, NULL },
	{ 0, "version", NULL, "version and engines", OPT_FLAG, AT(version), 0,
	    0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, AT(help), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

void
options_help(FILE *out)
{
	fputs("usage: netblast [options] DEST\n"
	      "       netblast [-o FILE] DEST PORT PAYLOAD DURATION\n"
	      "       netsend [-o FILE] DEST PORT[-PORT] PAYLOAD RATE "
	      "DURATION\n",
	    out);
	opt_help(table, out);
}

int
options_payload(const struct options *o, uint32_t *bytes, struct fail *f)
{
	if (o->frame_bytes != 0)
		return wire_payload("--frame", (uint32_t)o->frame_bytes,
		    o->dest.family, o->tags, bytes, f);
	*bytes = (uint32_t)o->payload_bytes;
	return 0;
}

static int
check_safety(const struct options *o, const char *dest, struct fail *f)
{
	if (o->any_address || addr_is_lab(&o->dest))
		return 0;
	return fail(f,
	    "%s: outside the ranges for tests (loopback, RFC 1918, "
	    "link-local, 198.18.0.0/15, 192.0.2.0/24, 198.51.100.0/24, "
	    "203.0.113.0/24, fc00::/7, 2001:2::/48, 2001:db8::/32); "
	    "--any-address if this is really meant",
	    dest);
}

/* Options that contradict each other. */
static int
check(const struct options *o, const char *dest, struct fail *f)
{
	if (o->source.family != 0 && o->source.family != o->dest.family)
		return fail(f, "--source: not the address family of %s", dest);
	if (o->burst == 0 && o->burst_auto && o->rate.frames != 0)
		return fail(f, "--burst auto: only at --rate max");
	if (o->write != NULL && o->rate.frames == 0 && o->count == 0)
		return fail(f,
		    "--write: without --rate there is no time, give --count");
	return flow_check(&o->flows, f);
}

static void
defaults(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->rate = (struct rate){ 0, 1 };
	o->payload_bytes = NOT_GIVEN;
	o->flows = (struct flow_space){ .src_port = 49152,
		.src_ports = 1,
		.dst_port = 9,
		.dst_ports = 1,
		.flows = 1 };
	o->flow_count = 1;
}

int
options_read(struct options *o, int argc, char **argv, struct fail *f)
{
	int operands, rc;

	defaults(o);
	if (opt_parse(table, o, argc, argv, &operands, f) < 0)
		return -1;
	if (o->help || o->version || o->list_engines)
		return 0;
	rc = classic_operands(o, operands, argv, f);
	if (rc < 0)
		return -1;
	if (rc == 0 && operands != 1)
		return fail(f,
		    "one destination is needed, or the classic four operands "
		    "(netsend: five); -h shows both");
	if (rc == 0 && addr_parse("DEST", argv[1], &o->dest, f) < 0)
		return -1;
	if (o->form == FORM_OPTIONS)
		o->flows.flows = (uint32_t)o->flow_count;
	if (o->payload_bytes != NOT_GIVEN && o->frame_bytes != 0)
		return fail(f, "--payload and --frame: give one of them");
	if (o->payload_bytes == NOT_GIVEN)
		o->payload_bytes = PAYLOAD_DEFAULT;
	if (o->duration_ns == 0 && o->count == 0)
		o->duration_ns = 10000000000;
	if (check_safety(o, argv[1], f) < 0)
		return -1;
	return check(o, argv[1], f);
}
