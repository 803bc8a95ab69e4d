/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "lib/opt.h"
#include "lib/stamp.h"
#include "lib/wire.h"
#include "netblast/classic.h"
#include "netblast/option_values.h"

#define AT(field) offsetof(struct options, field)
#define YEAR_NS (365ULL * 86400 * 1000000000)

/* What -s is where it is not given. */
#define PAYLOAD_DEFAULT 10
#define NOT_GIVEN UINT64_MAX
#define THREADS_MAX 256

/* Rows with OPT_CALL get the whole struct (offset 0). */
static const struct opt table[] = {
	{ 'e', "engine", "NAME", "how to send (auto); see --list-engines",
	    OPT_TEXT, AT(engine), 0, 0, NULL },
	{ 'i', "interface", "IF", "outgoing interface (from the route)",
	    OPT_TEXT, AT(interface), 0, 0, NULL },
	{ 'r', "rate", "RATE", "frames/s, k M G; N% of the line rate (max)",
	    OPT_CALL, 0, 0, 0, option_rate },
	{ 't', "duration", "TIME", "stop after (10 s)", OPT_DURATION,
	    AT(duration_ns), 1, YEAR_NS, NULL },
	{ 'n', "count", "N", "exactly N frames, or exit 2", OPT_U64, AT(count),
	    1, STAMP_SEQ_MASK, NULL },
	{ 's', "payload", "BYTES", "UDP payload (10)", OPT_U64,
	    AT(payload_bytes), 0, WIRE_UDP6_PAYLOAD_MAX, NULL },
	{ 'l', "frame", "BYTES", "frame with FCS, instead of -s", OPT_U64,
	    AT(frame_bytes), 64, WIRE_UDP6_PAYLOAD_MAX + 74, NULL },
	{ 'm', "mix", "MIX", "imix, 64:7,570:4,1518:1 or an RFC 6985 genome",
	    OPT_TEXT, AT(mix), 0, 0, NULL },
	{ 'V', "vlan", "VID[.PCP]", "802.1Q tag; two, joined by a comma: QinQ",
	    OPT_CALL, 0, 0, 0, option_vlan },
	{ 'S', "source", "ADDRS", "address, A-B or prefix (the interface's)",
	    OPT_CALL, 0, 0, 0, option_source },
	{ 'p', "port", "PORT[-PORT]", "destination ports (9)", OPT_CALL, 0, 0,
	    0, option_port },
	{ 'P', "source-port", "PORT[-PORT]", "source ports (49152)", OPT_CALL,
	    0, 0, 0, option_source_port },
	{ 'f', "flows", "N", "flows over the ranges (all they have)", OPT_U64,
	    AT(flow_count), 1, UINT32_MAX, NULL },
	{ 0, "flow-order", "ORDER", "round or random (round)", OPT_CALL, 0, 0,
	    0, option_flow_order },
	{ 0, "seed", "N", "of mixes and random order (1)", OPT_U64, AT(seed), 0,
	    UINT64_MAX, NULL },
	{ 'T', "threads", "N", "sending threads, a stream each (1)", OPT_U64,
	    AT(threads), 1, THREADS_MAX, NULL },
	{ 'C', "cpus", "LIST", "pin them: 0,2-3", OPT_CALL, 0, 0, 0,
	    option_cpus },
	{ 'B', "burst", "N", "frames at once (1; auto: 64 at -r max)", OPT_CALL,
	    0, 0, 0, option_burst },
	{ 0, "mac", "MAC", "next hop (resolved)", OPT_CALL, 0, 0, 0,
	    option_mac },
	{ 0, "source-mac", "MAC", "own (the interface's)", OPT_CALL, 0, 0, 0,
	    option_source_mac },
	{ 0, "warmup", "TIME", "before the run, not counted (none)",
	    OPT_DURATION, AT(warmup_ns), 1, YEAR_NS, NULL },
	{ 0, "ramp", "TIME", "soft start before that, in 20 steps (none)",
	    OPT_DURATION, AT(ramp_ns), 1, YEAR_NS, NULL },
	{ 0, "strict", NULL, "exit 2 if the rate was not held within 0.1 %",
	    OPT_FLAG, AT(strict), 0, 0, NULL },
	{ 0, "stall", "POLICY", "slip or catchup when held up (slip)", OPT_CALL,
	    0, 0, 0, option_stall },
	{ 0, "tag", "N", "run tag (random)", OPT_U64, AT(tag), 1, STAMP_TAG_MAX,
	    NULL },
	{ 0, "stream", "N", "stream number (0)", OPT_U64, AT(stream), 0,
	    STAMP_STREAM_MAX, NULL },
	{ 0, "first-seq", "N", "first sequence number (0)", OPT_U64,
	    AT(first_seq), 0, STAMP_SEQ_MASK, NULL },
	{ 0, "udp-checksum", "WHAT", "full or zero (full)", OPT_CALL, 0, 0, 0,
	    option_checksum },
	{ 0, "qdisc", "WAY", "bypass or through (bypass, if the engine can)",
	    OPT_CALL, 0, 0, 0, option_qdisc },
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

static int
check_safety(const struct options *o, const char *dest, struct fail *f)
{
	if (o->any_address ||
	    addr_range_is_lab(&o->flows.dst.first, o->flows.dst.n))
		return 0;
	return fail(f,
	    "%s: outside the ranges for tests (loopback, RFC 1918, "
	    "link-local, 198.18.0.0/15, 192.0.2.0/24, 198.51.100.0/24, "
	    "203.0.113.0/24, fc00::/7, 2001:2::/48, 2001:db8::/32); "
	    "--any-address if this is really meant",
	    dest);
}

/* What a sender with several threads cannot do. */
static int
check_threads(const struct options *o, struct fail *f)
{
	if (o->stream + o->threads - 1 > STAMP_STREAM_MAX)
		return fail(f,
		    "--stream: %" PRIu64 " and %" PRIu64
		    " threads go beyond stream %d",
		    o->stream, o->threads, STAMP_STREAM_MAX);
	if (o->threads == 1)
		return 0;
	if (o->write != NULL)
		return fail(
		    f, "--write: by one thread, not %" PRIu64, o->threads);
	if (o->form != FORM_OPTIONS)
		return fail(f,
		    "--threads: the classic forms have no stream number, so "
		    "one thread only");
	return 0;
}

static bool
paced(const struct options *o)
{
	return o->rate.frames != 0 || o->line_percent.frames != 0;
}

/* Options that contradict each other. */
static int
check(struct options *o, const char *dest, struct fail *f)
{
	const struct addr *source = &o->flows.src.first;
	int sizes = (o->payload_bytes != NOT_GIVEN) + (o->frame_bytes != 0) +
	    (o->mix != NULL);

	if (sizes > 1)
		return fail(f, "--payload, --frame, --mix: give one of them");
	if (source->family != 0 && source->family != o->flows.dst.first.family)
		return fail(f, "--source: not the address family of %s", dest);
	if (o->burst == 0 && o->burst_auto && paced(o))
		return fail(f, "--burst auto: only at --rate max");
	if (o->ramp_ns != 0 && !paced(o))
		return fail(f, "--ramp: needs a --rate to rise to");
	if (o->write != NULL && !paced(o) && o->count == 0)
		return fail(f,
		    "--write: without --rate there is no time, give --count");
	if (o->flow_count == 0 && flow_most(&o->flows) == UINT32_MAX)
		return fail(f,
		    "--flows: the ranges have more than %" PRIu32
		    " flows, say how many of them",
		    UINT32_MAX - 1);
	if (o->form == FORM_OPTIONS)
		o->flows.flows = o->flow_count != 0 ? (uint32_t)o->flow_count
						    : flow_most(&o->flows);
	if (flow_check(&o->flows, f) < 0 || check_threads(o, f) < 0)
		return -1;
	return check_safety(o, dest, f);
}

static void
defaults(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->rate = (struct rate){ 0, 1 };
	o->payload_bytes = NOT_GIVEN;
	o->flows = (struct flow_space){ .src = { .n = 1 },
		.dst = { .n = 1 },
		.src_port = 49152,
		.src_ports = 1,
		.dst_port = 9,
		.dst_ports = 1,
		.flows = 1 };
	o->seed = 1;
	o->threads = 1;
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
	if (rc == 0 &&
	    addr_range_parse(
		"DEST", argv[1], &o->flows.dst.first, &o->flows.dst.n, f) < 0)
		return -1;
	if (check(o, argv[1], f) < 0)
		return -1;
	o->flows.seed = o->seed;
	if (o->payload_bytes == NOT_GIVEN)
		o->payload_bytes = PAYLOAD_DEFAULT;
	if (o->duration_ns == 0 && o->count == 0)
		o->duration_ns = 10000000000;
	return 0;
}
