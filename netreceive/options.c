/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/num.h"
#include "lib/opt.h"
#include "netreceive/options.h"

#define AT(field) offsetof(struct rx_options, field)
#define SEQ_MAX ((1ULL << 48) - 1)
#define OFFSET_MAX (1ULL << 61) /* 73 years */
#define TIME_MAX (1000ULL * 3600 * 1000000000) /* 1000 hours */

static const char *const stamp_names[] = {
	[RX_STAMP_AUTO] = "auto",
	[RX_STAMP_OWN] = "own",
	[RX_STAMP_CLASSIC] = "classic",
	[RX_STAMP_NONE] = "none",
};

const char *
rx_stamp_name(enum rx_stamp stamp)
{
	return stamp_names[stamp];
}

static int
parse_port(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;
	uint64_t range[2];

	if (num_range(what, text, 1, 65535, range, f) < 0)
		return -1;
	o->port.set = true;
	o->port.min = (uint16_t)range[0];
	o->port.max = (uint16_t)range[1];
	return 0;
}

static int
parse_vlan(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;
	struct num_list list = { .v = o->vlan.vid, .cap = RX_VLANS_MAX };

	if (num_list(what, text, 0, 4094, &list, f) < 0)
		return -1;
	o->vlan.n = list.n;
	return 0;
}

static int
parse_streams(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;
	uint64_t range[2];

	if (num_range(what, text, 0, 32767, range, f) < 0)
		return -1;
	o->streams.set = true;
	o->streams.min = (uint16_t)range[0];
	o->streams.max = (uint16_t)range[1];
	return 0;
}

static int
parse_expect(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;
	struct num_list list = { .v = o->expect.frames, .cap = RX_EXPECT_MAX };

	if (num_list(what, text, 0, SEQ_MAX, &list, f) < 0)
		return -1;
	o->expect.n = list.n;
	return 0;
}

static int
parse_stamp(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;

	for (size_t i = 0; i < sizeof(stamp_names) / sizeof(*stamp_names); i++)
		if (strcmp(text, stamp_names[i]) == 0) {
			o->stamp = (enum rx_stamp)i;
			return 0;
		}
	return fail(
	    f, "%s: \"%s\" is not auto, own, classic or none", what, text);
}

static int
parse_order(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;

	o->flows.random = strcmp(text, "random") == 0;
	if (o->flows.random || strcmp(text, "round") == 0)
		return 0;
	return fail(f, "%s: \"%s\" is not round or random", what, text);
}

/* Two hosts' clocks may count from boots that are years apart. */
static int
parse_offset(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;
	bool minus = text[0] == '-';
	uint64_t ns;

	if (num_duration(what, text + minus, 0, OFFSET_MAX, &ns, f) < 0)
		return -1;
	o->clock_offset.set = true;
	o->clock_offset.ns = minus ? -(int64_t)ns : (int64_t)ns;
	return 0;
}

static int
parse_cpus(const char *what, const char *text, void *field, struct fail *f)
{
	struct rx_options *o = field;

	return cpu_list_parse(what, text, &o->cpus, f);
}

/* Rows with OPT_CALL get the whole struct (offset 0). */
static const struct opt table[] = {
	{ 'e', "engine", "NAME",
	    "udp, packet, pcap, xdp (auto: a tap with -i, as root)", OPT_TEXT,
	    AT(engine), 0, 0, NULL },
	{ 'i', "interface", "IF", "where to listen (any; packet needs it)",
	    OPT_TEXT, AT(interface), 0, 0, NULL },
	{ 0, "read", "FILE", "count a capture (- is standard input)", OPT_TEXT,
	    AT(read), 0, 0, NULL },
	{ 'p', "port", "PORT[-PORT]", "UDP ports to count (9)", OPT_CALL, 0, 0,
	    0, parse_port },
	{ 'V', "vlan", "VID[,VID]", "only frames with these tags (any)",
	    OPT_CALL, 0, 0, 0, parse_vlan },
	{ 0, "stamp", "KIND", "auto, own, classic, none (auto)", OPT_CALL, 0, 0,
	    0, parse_stamp },
	{ 0, "tag", "N", "run tag to count (the first seen)", OPT_U64, AT(tag),
	    1, 65535, NULL },
	{ 0, "streams", "A-B", "streams of this run (all)", OPT_CALL, 0, 0, 0,
	    parse_streams },
	{ 0, "first-seq", "N", "first sequence number (0)", OPT_U64,
	    AT(first_seq), 0, SEQ_MAX, NULL },
	{ 'f', "flows", "N", "flows sent: order is judged in each (1)", OPT_U64,
	    AT(flows.n), 1, UINT32_MAX, NULL },
	{ 0, "flow-order", "ORDER", "of the sender: round or random (round)",
	    OPT_CALL, 0, 0, 0, parse_order },
	{ 0, "seed", "N", "of the sender's random order (1)", OPT_U64,
	    AT(flows.seed), 0, UINT64_MAX, NULL },
	{ 0, "block", "N", "count by N consecutive numbers too (no)", OPT_U64,
	    AT(block), 1, UINT32_MAX, NULL },
	{ 0, "pass", NULL, "leave counted frames to this host: it may answer",
	    OPT_FLAG, AT(pass), 0, 0, NULL },
	{ 0, "any-source", NULL, "a stream may come from several addresses",
	    OPT_FLAG, AT(any_source), 0, 0, NULL },
	{ 0, "same-clock", NULL, "generator runs under this kernel: latency",
	    OPT_FLAG, AT(same_clock), 0, 0, NULL },
	{ 0, "clock-offset", "TIME",
	    "its clock less ours, as measured: latency", OPT_CALL, 0, 0, 0,
	    parse_offset },
	{ 0, "no-latency", NULL, "read no times: xdp is quicker without",
	    OPT_FLAG, AT(no_latency), 0, 0, NULL },
	{ 0, "expect", "N[,N...]", "frames sent per stream: gives loss",
	    OPT_CALL, 0, 0, 0, parse_expect },
	{ 't', "duration", "TIME", "stop after this time", OPT_DURATION,
	    AT(duration_ns), 1000000, TIME_MAX, NULL },
	{ 'n', "count", "N", "stop after so many frames of this run", OPT_U64,
	    AT(count), 1, UINT64_MAX, NULL },
	{ 0, "idle", "TIME", "stop after silence behind the last frame",
	    OPT_DURATION, AT(idle_ns), 1000000, TIME_MAX, NULL },
	{ 0, "grace", "TIME", "wait for late frames after the stop (2 s)",
	    OPT_DURATION, AT(grace_ns), 0, TIME_MAX, NULL },
	{ 'T', "threads", "N", "receiving threads (1)", OPT_U64, AT(threads), 1,
	    RX_THREADS_MAX, NULL },
	{ 'C', "cpus", "LIST", "pin them: 0,2-3", OPT_CALL, 0, 0, 0,
	    parse_cpus },
	{ 0, "announce", "TIME", "tell neighbours of us, every TIME (never)",
	    OPT_DURATION, AT(announce_ns), 1000000000, TIME_MAX, NULL },
	{ 0, "rcvbuf", "BYTES", "receive buffer (largest allowed)", OPT_U64,
	    AT(rcvbuf), 1, 1ULL << 30, NULL },
	{ 'o', "output", "FILE", "result document (standard output)", OPT_TEXT,
	    AT(output), 0, 0, NULL },
	{ 0, "lost", "FILE", "which numbers never came, as text", OPT_TEXT,
	    AT(lost), 0, 0, NULL },
	{ 'I', "interval", "TIME", "progress on standard error (none)",
	    OPT_DURATION, AT(progress_ns), 10000000, TIME_MAX, NULL },
	{ 0, "ready", NULL, "print \"ready\" once frames are counted", OPT_FLAG,
	    AT(ready), 0, 0, NULL },
	{ 0, "list-engines", NULL, "what is built in, and usable here",
	    OPT_FLAG, AT(list_engines), 0, 0, NULL },
	{ 0, "version", NULL, "version and engines", OPT_FLAG, AT(version), 0,
	    0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, AT(help), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

/* A file has no interface, answers nobody and waits for nothing. */
static int
check_read(const struct rx_options *o, struct fail *f)
{
	const struct {
		bool given;
		const char *name;
	} live[] = {
		{ o->interface != NULL, "interface" },
		{ o->rcvbuf != 0, "rcvbuf" },
		{ o->pass, "pass" },
		{ o->announce_ns != 0, "announce" },
		{ o->threads > 1, "threads" },
		{ o->ready, "ready" },
	};

	for (size_t i = 0; o->read != NULL && i < sizeof(live) / sizeof(*live);
	     i++)
		if (live[i].given)
			return fail(
			    f, "--read: a file has no --%s", live[i].name);
	return 0;
}

/* What --stamp none, which reads no numbers, cannot give. */
static int
check_sequence(const struct rx_options *o, struct fail *f)
{
	const struct {
		bool given;
		const char *option;
	} needs[] = { { o->expect.n > 0, "--expect" },
		{ o->lost != NULL, "--lost" }, { o->flows.n > 1, "--flows" },
		{ o->block > 0, "--block" } };

	if (o->stamp != RX_STAMP_NONE)
		return 0;
	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (needs[i].given)
			return fail(f,
			    "%s: needs a sequence, --stamp none reads none",
			    needs[i].option);
	return 0;
}

static int
check(const struct rx_options *o, struct fail *f)
{
	uint64_t streams = o->streams.max - o->streams.min + 1U;

	if (o->tag != 0 &&
	    (o->stamp == RX_STAMP_CLASSIC || o->stamp == RX_STAMP_NONE))
		return fail(f,
		    "--tag %u: frames read with --stamp %s have no run tag",
		    (unsigned)o->tag, rx_stamp_name(o->stamp));
	if (o->expect.n > streams)
		return fail(f,
		    "--expect: %zu numbers for %u streams (--streams A-B)",
		    o->expect.n, (unsigned)streams);
	if (o->clock_offset.set && o->same_clock)
		return fail(
		    f, "--clock-offset: with --same-clock there is none");
	if (o->announce_ns != 0 && o->interface == NULL && o->read == NULL)
		return fail(f, "--announce: by which --interface?");
	if (o->lost != NULL && o->threads > 1)
		return fail(f,
		    "--lost: one thread must see all numbers, not %u threads",
		    (unsigned)o->threads);
	if (check_sequence(o, f) < 0)
		return -1;
	return check_read(o, f);
}

int
rx_options_parse(struct rx_options *o, int argc, char **argv, struct fail *f)
{
	int operands;

	memset(o, 0, sizeof(*o));
	o->port.min = o->port.max = 9;
	o->streams.max = 32767;
	o->flows.n = o->flows.seed = 1;
	o->threads = 1;
	o->grace_ns = 2000000000;
	if (opt_parse(table, o, argc, argv, &operands, f) < 0)
		return -1;
	if (operands > 1)
		return fail(
		    f, "%s: one PORT at most (-h lists the options)", argv[2]);
	if (operands == 1) {
		if (o->port.set)
			return fail(
			    f, "%s: the port was given by --port too", argv[1]);
		if (parse_port("PORT", argv[1], o, f) < 0)
			return -1;
		o->classic = true;
	}
	return check(o, f);
}

void
rx_options_help(FILE *out)
{
	fprintf(out,
	    "usage: netreceive [options]     count what netblast sends\n"
	    "       netreceive PORT          the same, told as text\n");
	opt_help(table, out);
	fprintf(out,
	    "TIME takes ns us ms s m h (plain: seconds). Also stops on a "
	    "signal and at the end\nof standard input where that is a pipe, "
	    "a socket or a terminal.\n");
}
