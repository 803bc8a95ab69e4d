/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "netblast/classic.h"

static const uint64_t ns_per_s = 1000000000;
#define SECONDS_MAX (365ULL * 86400)

static bool
called_netsend(const char *program)
{
	const char *slash = strrchr(program, '/');

	return strcmp(slash != NULL ? slash + 1 : program, "netsend") == 0;
}

static int
ports(struct options *o, const char *text, struct fail *f)
{
	uint64_t range[2];

	if (o->form == FORM_NETBLAST) {
		if (num_u64("PORT", text, 1, 65535, range, f) < 0)
			return -1;
		range[1] = range[0];
	} else if (num_range("PORT", text, 1, 65535, range, f) < 0) {
		return -1;
	}
	o->flows.dst_port = (uint16_t)range[0];
	o->flows.dst_ports = (uint16_t)(range[1] - range[0] + 1);
	o->flows.flows = o->flows.dst_ports;
	return 0;
}

static int
rate(struct options *o, const char *text, struct fail *f)
{
	uint64_t pps;

	if (num_u64("RATE", text, 0, NUM_RATE_MAX, &pps, f) < 0)
		return -1;
	o->rate = (struct rate){ pps, 1 }; /* 0 is as fast as possible */
	return 0;
}

static int
seconds(struct options *o, const char *text, struct fail *f)
{
	uint64_t s;

	if (num_u64("DURATION", text, 1, SECONDS_MAX, &s, f) < 0)
		return -1;
	o->duration_ns = s * ns_per_s;
	return 0;
}

int
classic_operands(struct options *o, int n, char **argv, struct fail *f)
{
	bool netsend = called_netsend(argv[0]);

	if (n != (netsend ? 5 : 4))
		return netsend
		    ? fail(f,
			  "netsend needs five operands: DEST PORT[-PORT] "
			  "PAYLOAD RATE DURATION")
		    : 0;
	o->form = netsend ? FORM_NETSEND : FORM_NETBLAST;
	if (o->engine == NULL)
		o->engine = "udp";
	if (strcmp(o->engine, "udp") == 0) /* the kernel's choice */
		o->flows.src_port = 0;
	if (addr_parse("DEST", argv[1], &o->flows.dst.first, f) < 0 ||
	    ports(o, argv[2], f) < 0 ||
	    num_u64("PAYLOAD", argv[3], 0, 32768, &o->payload_bytes, f) < 0 ||
	    (netsend && rate(o, argv[4], f) < 0) ||
	    seconds(o, argv[netsend ? 5 : 4], f) < 0)
		return -1;
	return 1;
}

void
classic_announce(const struct options *o, FILE *out)
{
	uint64_t gap = o->rate.frames != 0 ? ns_per_s / o->rate.frames : 0;

	if (o->form != FORM_NETSEND)
		return;
	fprintf(out,
	    "Sending packet of payload size %" PRIu64 " every %" PRIu64
	    ".%09" PRIu64 "s for %" PRIu64 " seconds\n",
	    o->payload_bytes, gap / ns_per_s, gap % ns_per_s,
	    o->duration_ns / ns_per_s);
	fflush(out);
}

static void
print_time(const char *label, uint64_t ns, FILE *out)
{
	fprintf(out, "%-19s%" PRIu64 ".%09" PRIu64 "\n", label, ns / ns_per_s,
	    ns % ns_per_s);
}

static void
print_count(const char *label, uint64_t n, const char *unit, FILE *out)
{
	fprintf(out, "%-19s%" PRIu64 "%s\n", label, n, unit);
}

static uint64_t
ratio(uint64_t a, uint64_t b)
{
	return b == 0 ? 0 : a / b;
}

void
classic_print(const struct options *o, const struct classic *c, FILE *out)
{
	uint64_t asked_s = o->duration_ns / ns_per_s;
	uint64_t calls = c->taken + c->errors;
	bool netsend = o->form == FORM_NETSEND;

	fputc('\n', out);
	print_time("start:", c->start_wall_ns, out);
	print_time("finish:", c->start_wall_ns + c->elapsed_ns, out);
	print_count("send calls:", calls, "", out);
	print_count("send errors:", c->errors, "", out);
	print_count("approx send rate:", ratio(c->taken, asked_s),
	    netsend ? " pps" : "", out);
	if (netsend)
		print_count(
		    "time/packet:", ratio(c->elapsed_ns, c->taken), " ns", out);
	print_count("approx error rate:", ratio(c->errors, calls), "", out);
	if (!netsend)
		return;
	print_count("waited:", c->waits, "", out);
	print_count("approx waits/sec:", ratio(c->waits, asked_s), "", out);
	print_count("approx wait rate:", ratio(c->waits, calls), "", out);
}
