/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fake/capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/csum.h"
#include "lib/frame.h"
#include "tests/fake/capture_pcap.h"
#include "tests/unit.h"

#define BYTES (FRAME_MAX + 64)

struct script {
	struct capture *out;
	struct frame_spec spec;
	struct frame frame; /* of spec */
	bool changed; /* frame is not of spec any more */
	struct stamp stamp;
	uint32_t host; /* last byte of the source */
	uint16_t src_port, dst_port;
	uint64_t t_ns, gap_ns;
	/* what is done to a frame that is whole; 0: nothing */
	uint64_t snap, cut, flip, protocol, type, fragment, udp_length;
	uint64_t options, partial, ip_left, bytes, bytes2, link, outgoing;
	const char *extensions; /* IPv6, one letter each; of value_len */
	uint64_t frames;
};

static uint64_t
number(const char *text)
{
	char *end;
	uint64_t v = strtoull(text, &end, 0);

	ck_assert_msg(end != text, "not a number: %s", text);
	return v;
}

/* Fields that a key sets as it is. */
#define AT(field) offsetof(struct script, field)
static const struct {
	const char *key;
	size_t at;
} plain[] = {
	{ "t", AT(t_ns) }, /* ns since the epoch, of the next frame */
	{ "gap", AT(gap_ns) }, /* ns from one frame to the next */
	{ "snap", AT(snap) }, /* captured of each frame */
	{ "cut", AT(cut) }, /* bytes that arrive of each frame */
	{ "flip", AT(flip) }, /* a bit of this byte, behind the Ethernet */
	{ "protocol", AT(protocol) }, /* of IPv4 */
	{ "type", AT(type) }, /* Ethernet's */
	{ "fragment", AT(fragment) }, /* IPv4's flags and offset */
	{ "udplen", AT(udp_length) }, /* the length field */
	{ "options", AT(options) }, /* words of IPv4 options */
	{ "partial", AT(partial) }, /* 1: checksum left to the card */
	{ "ipleft", AT(ip_left) }, /* 1: IPv4's too */
	{ "bytes", AT(bytes) }, /* 1st to 8th byte of the payload */
	{ "bytes2", AT(bytes2) }, /* 9th to 16th */
	{ "outgoing", AT(outgoing) }, /* 1: sent by who captured it (SLL) */
	{ "link", AT(link) }, /* of the whole file: the first word */
};

static void
family(struct script *s, uint64_t v)
{
	s->spec.src = s->spec.dst = (struct addr){ .family = (uint8_t)v };
	if (v == 4) {
		memcpy(s->spec.src.b, (uint8_t[]){ 198, 18, 0, 0 }, 4);
		memcpy(s->spec.dst.b, (uint8_t[]){ 198, 18, 1, 1 }, 4);
	} else {
		memcpy(s->spec.src.b, (uint8_t[]){ 0x20, 1, 0, 2 }, 4);
		memcpy(s->spec.dst.b, (uint8_t[]){ 0x20, 1, 0, 2, 1 }, 5);
	}
}

/* vlan=VID or OUTER,INNER; vlan=none */
static void
vlan(struct script *s, const char *text)
{
	const char *inner = strchr(text, ',');

	s->spec.tags = strcmp(text, "none") == 0 ? 0 : inner != NULL ? 2 : 1;
	if (s->spec.tags > 0)
		s->spec.tci[0] = (uint16_t)number(text);
	if (inner != NULL)
		s->spec.tci[1] = (uint16_t)number(inner + 1);
}

/* Keys that build another frame. */
static bool
build_key(struct script *s, const char *key, const char *value)
{
	if (strcmp(key, "ip") == 0)
		family(s, number(value));
	else if (strcmp(key, "vlan") == 0)
		vlan(s, value);
	else if (strcmp(key, "len") == 0)
		s->spec.payload_bytes = (uint32_t)number(value);
	else if (strcmp(key, "nosum") == 0)
		s->spec.no_udp_checksum = number(value) != 0;
	else if (strcmp(key, "classic") == 0)
		s->spec.classic = number(value) != 0;
	else
		return false;
	s->changed = true;
	return true;
}

static bool
patch_key(struct script *s, const char *key, const char *value)
{
	if (strcmp(key, "tag") == 0)
		s->stamp.tag = (uint16_t)number(value);
	else if (strcmp(key, "stream") == 0)
		s->stamp.stream = (uint16_t)number(value);
	else if (strcmp(key, "uncounted") == 0)
		s->stamp.uncounted = number(value) != 0;
	else if (strcmp(key, "time") == 0)
		s->stamp.time_ns = number(value);
	else if (strcmp(key, "host") == 0)
		s->host = (uint32_t)number(value);
	else if (strcmp(key, "sport") == 0)
		s->src_port = (uint16_t)number(value);
	else if (strcmp(key, "port") == 0)
		s->dst_port = (uint16_t)number(value);
	else if (strcmp(key, "ext") == 0)
		s->extensions = value;
	else
		return false;
	return true;
}

static void
set(struct script *s, const char *key, const char *value)
{
	for (size_t i = 0; i < COUNT(plain); i++)
		if (strcmp(key, plain[i].key) == 0) {
			uint64_t v = number(value);

			memcpy((char *)s + plain[i].at, &v, sizeof(v));
			return;
		}
	ck_assert_msg(
	    build_key(s, key, value) || patch_key(s, key, value), "%s=", key);
}

/* n bytes between the IP header and UDP. */
static void
insert(const struct script *s, uint8_t *b, uint32_t *len, const uint8_t *what,
    uint32_t n)
{
	uint32_t at = s->frame.l4;

	memmove(b + at + n, b + at, *len - at);
	memcpy(b + at, what, n);
	*len += n;
}

static void
ipv4(const struct script *s, uint8_t *b, uint32_t *len)
{
	uint8_t *ip = b + s->frame.l3, nops[40];
	uint32_t words = (uint32_t)s->options;
	uint32_t bytes = (uint32_t)(ip[2] << 8 | ip[3]) + 4 * words;

	memset(nops, 1, sizeof(nops)); /* "no operation", RFC 791 */
	insert(s, b, len, nops, 4 * words);
	ip[0] = (uint8_t)(0x45 + words);
	put16(ip + 2, (uint16_t)bytes);
	if (s->fragment != 0)
		put16(ip + 6, (uint16_t)s->fragment);
	if (s->protocol != 0)
		ip[9] = (uint8_t)s->protocol;
	put16(ip + 10, 0);
	put16(ip + 10, csum_finish(csum_add(0, ip, 20 + 4 * words)));
}

/* RFC 8200: hop-by-hop 0, routing 43, fragment 44, destination options 60 */
static void
ipv6(const struct script *s, uint8_t *b, uint32_t *len)
{
	static const char letters[] = "hrfd";
	static const uint8_t types[] = { 0, 43, 44, 60 };
	uint8_t *ip = b + s->frame.l3;

	for (size_t i = strlen(s->extensions); i > 0; i--) {
		const char *at = strchr(letters, s->extensions[i - 1]);
		uint8_t header[8] = { ip[6], 0, 1, 4 }; /* PadN */

		ck_assert_ptr_nonnull(at);
		insert(s, b, len, header, sizeof(header));
		ip[6] = types[at - letters];
		put16(ip + 4, (uint16_t)((ip[4] << 8 | ip[5]) + 8));
	}
}

/* RFC 768's pseudo header, summed and not inverted. */
static uint16_t
pseudo(const struct script *s, const uint8_t *b)
{
	uint32_t bytes = 8 + s->spec.payload_bytes;
	uint8_t tail[4] = { 0, 17, (uint8_t)(bytes >> 8), (uint8_t)bytes };
	bool v4 = s->spec.src.family == 4;
	uint64_t sum =
	    csum_add(0, b + s->frame.l3 + (v4 ? 12 : 8), v4 ? 8 : 32);

	return (uint16_t)~csum_finish(csum_add(sum, tail, sizeof(tail)));
}

/* The header of another link type in place of Ethernet's. */
static void
relink(const struct script *s, uint8_t *b, uint32_t *len)
{
	uint8_t header[20] = { 0 };
	uint32_t family = s->spec.src.family == 4 ? 2 : 28;
	uint32_t own = 0, from = s->frame.l3;

	if (s->link == 113 || s->link == 276) {
		own = s->link == 113 ? 16 : 20;
		memcpy(header + (s->link == 113 ? 14 : 0), b + 12, 2);
		header[s->link == 113 ? 1 : 10] = s->outgoing != 0 ? 4 : 0;
		from = 14;
	} else if (s->link == 0 || s->link == 108) {
		own = 4;
		if (s->link == 0)
			memcpy(header, &family, 4);
		else
			put32(header, family);
	}
	memmove(b + own, b + from, *len - from);
	memcpy(b, header, own);
	*len = *len - from + own;
}

/* What the keys ask for, done to a frame that is right. */
static void
damage(const struct script *s, uint8_t *b, uint32_t *len)
{
	uint8_t *udp = b + s->frame.l4;

	if (s->bytes != 0 || s->bytes2 != 0)
		for (int i = 0; i < 16; i++)
			udp[8 + i] = (uint8_t)((i < 8 ? s->bytes : s->bytes2) >>
			    8 * (7 - i % 8));
	if (s->bytes != 0 || s->bytes2 != 0)
		put16(udp + 6, 0); /* none: IPv4 only */
	if (s->udp_length != 0)
		put16(udp + 4, (uint16_t)s->udp_length);
	if (s->partial != 0)
		put16(udp + 6, pseudo(s, b));
	if (s->spec.src.family == 6 && s->extensions != NULL)
		ipv6(s, b, len);
	if (s->options + s->fragment + s->protocol != 0)
		ipv4(s, b, len);
	if (s->ip_left != 0)
		put16(b + s->frame.l3 + 10, 0);
	if (s->type != 0)
		put16(b + s->frame.l3 - 2, (uint16_t)s->type);
	if (s->flip != 0)
		b[s->frame.l3 + s->flip] ^= 0x10;
	if (s->link != 1)
		relink(s, b, len);
	if (s->cut != 0 && s->cut < *len)
		*len = (uint32_t)s->cut;
}

static void
frame(struct script *s, uint64_t seq)
{
	static uint8_t bytes[BYTES];
	struct flow flow = { 0, 0, s->src_port, s->dst_port };
	struct fail f = { "" };
	uint32_t len;

	if (s->changed)
		ck_assert_msg(
		    frame_build(&s->frame, &s->spec, &f) == 0, "%s", f.text);
	s->changed = false;
	flow.src = addr_low(&s->spec.src) + s->host;
	flow.dst = addr_low(&s->spec.dst);
	s->stamp.seq = seq;
	len = s->frame.len;
	memcpy(bytes, s->frame.buf, len);
	frame_patch(&s->frame, bytes, &flow, &s->stamp);
	damage(s, bytes, &len);
	capture_frame(s->out,
	    &(struct capture_frame){ .data = bytes,
		.len = s->snap != 0 && s->snap < len ? (uint32_t)s->snap : len,
		.wire_len = len,
		.t_ns = CAPTURE_EPOCH_NS + s->t_ns });
	s->t_ns += s->gap_ns;
	s->frames++;
}

static void
run(struct script *s, const char *word)
{
	const char *dash = strchr(word, '-');
	uint64_t a = number(word), b = dash != NULL ? number(dash + 1) : a;

	for (; a < b; a++)
		frame(s, a);
	for (; a > b; a--)
		frame(s, a);
	frame(s, b);
}

uint64_t
capture_write(const char *path, enum capture_format format, const char *script)
{
	static struct script s;
	char *words = strdup(script), *save = NULL, *word, *value;

	ck_assert_ptr_nonnull(words);
	memset(&s, 0, sizeof(s));
	s.link = strncmp(script, "link=", 5) == 0 ? number(script + 5) : 1;
	s.out = capture_open(path, format, (uint16_t)s.link);
	s.spec.payload_bytes = 18;
	s.changed = true;
	s.stamp.tag = 7;
	s.host = 1;
	s.src_port = 49152;
	s.dst_port = 9;
	s.gap_ns = 1000;
	family(&s, 4);
	for (word = strtok_r(words, " ", &save); word != NULL;
	     word = strtok_r(NULL, " ", &save)) {
		value = strchr(word, '=');
		if (value == NULL) {
			run(&s, word);
			continue;
		}
		*value = '\0';
		set(&s, word, value + 1);
	}
	capture_close(s.out);
	free(words);
	return s.frames;
}
