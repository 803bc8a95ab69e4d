/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Engine pcap: libpcap's tap on an interface, on every system that has
 * libpcap, and the reader of capture files (--read).
 *
 * Live, frames are copied: what libpcap lends is good only until it is asked
 * again. A file's frames are handed out one by one, as they lie.
 */
#include <net/if.h>
#include <pcap.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/priv.h"
#include "netreceive/linktype.h"
#include "netreceive/quiet.h"
#include "netreceive/rx.h"
#include "netreceive/unmerged.h"

/* Headers, two tags and the stamp need 14 + 8 + 60 + 8 + 18 bytes. */
#define SNAP 128
#define HAND_OVER_MS 8 /* frames that came are told after this time */
#define BUFFER_BYTES (32U << 20) /* with --rcvbuf left out */
#define FILTER_TEXT 256
#define IP_MOST (2 * 4 + 40 + 65535) /* two tags, an IPv6 packet */
/* more seconds than a time in ns can hold (2286 and later) are no time */
#define SECONDS_MAX 9999999999LL
#define SETTLED_NS 1000000000ULL /* far more than frames lie in the buffer */

struct tap {
	pcap_t *pcap;
	struct quiet quiet;
	int flags_fd; /* to ask for the interface's flags; file: -1 */
	uint64_t from_ns; /* wall: what came before is skipped; 0: settled */
	uint64_t settled_ns; /* monotonic: an empty buffer is settled */
	uint32_t last_drop; /* of the system's 32 bits */
	uint64_t drops;
	struct rx_pkt *pkt; /* of the call in progress */
	int n;
	uint32_t largest; /* frame of the interface; file: any */
	uint32_t ns_per_unit; /* of the fraction of a second */
	const struct linktype *link; /* of a file that is not of Ethernet */
	uint8_t ethernet[LINKTYPE_HEADER + IP_MOST]; /* a frame of it */
	uint8_t frame[RX_BATCH][SNAP];
};

static void
tap_close(struct rx *rx)
{
	struct tap *t = rx->state;

	if (t->pcap != NULL)
		pcap_close(t->pcap);
	quiet_end(&t->quiet);
	if (t->flags_fd >= 0)
		close(t->flags_fd);
	free(t);
	rx->state = NULL;
}

/*
 * Ours are UDP with no tag, one or two. The filter runs in the kernel where
 * the system has one; "vlan" moves what follows it behind the tag.
 */
static int
set_filter(const struct rx *rx, struct tap *t, struct fail *f)
{
	char text[FILTER_TEXT];
	struct bpf_program program;
	int rc;

	snprintf(text, sizeof(text),
	    "udp dst portrange %u-%u or (vlan and (udp dst portrange %u-%u or "
	    "(vlan and udp dst portrange %u-%u)))",
	    rx->port_min, rx->port_max, rx->port_min, rx->port_max,
	    rx->port_min, rx->port_max);
	if (pcap_compile(t->pcap, &program, text, 1, PCAP_NETMASK_UNKNOWN) < 0)
		return fail(f, "pcap filter: %s", pcap_geterr(t->pcap));
	rc = pcap_setfilter(t->pcap, &program);
	pcap_freecode(&program);
	if (rc < 0)
		return fail(f, "pcap filter: %s", pcap_geterr(t->pcap));
	return 0;
}

static int
check_ethernet(const char *name, struct tap *t, struct fail *f)
{
	const char *link;

	if (pcap_datalink(t->pcap) == DLT_EN10MB)
		return 0;
	link = pcap_datalink_val_to_name(pcap_datalink(t->pcap));
	return fail(f, "%s: link type %s, not Ethernet", name,
	    link != NULL ? link : "unknown");
}

/* libpcap waits in silence for an interface that is down to come back. */
static int
check_up(const struct rx *rx, const struct tap *t, struct fail *f)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	strncpy(ifr.ifr_name, rx->interface, sizeof(ifr.ifr_name) - 1);
	if (ioctl(t->flags_fd, SIOCGIFFLAGS, &ifr) < 0)
		return fail_errno(f, "%s", rx->interface);
	if ((ifr.ifr_flags & IFF_UP) == 0)
		return fail(f, "%s: the interface is down", rx->interface);
	return 0;
}

/*
 * On Linux frames come into the buffer before there is a filter to set, and
 * pcap_setfilter has all refused while it empties the socket of them - but not
 * the buffer, which is no queue of the socket. Counted with what follows they
 * would make that moment a loss on the path. So the count begins with the
 * filter: what the kernel stamped earlier is skipped, for the filter is asked
 * before the stamp is made. (A stamp of the wall clock, which may be set back
 * before the first frame comes: hence the end by the other clock.)
 */
static void
count_from_here(struct tap *t)
{
	int64_t wall_less_mono_ns = clock_wall_less_mono_ns();
	uint64_t now_ns = clock_mono_ns();

	t->from_ns = now_ns + (uint64_t)wall_less_mono_ns;
	t->settled_ns = now_ns + SETTLED_NS;
}

static bool
too_early(struct tap *t, uint64_t t_ns)
{
	if (t_ns != 0 && t_ns < t->from_ns)
		return true;
	t->from_ns = 0;
	return false;
}

/*
 * Frames that this host sends are none that arrived; where a system cannot
 * tell them apart, pcap_setdirection fails, and they count.
 */
static int
activate(struct rx *rx, struct tap *t, struct fail *f)
{
	uint64_t want = rx->rcvbuf != 0 ? rx->rcvbuf : BUFFER_BYTES;
	char text[PCAP_ERRBUF_SIZE] = "";
	int rc;

	t->pcap = pcap_create(rx->interface, text);
	if (t->pcap == NULL)
		return fail(f, "pcap: %s: %s", rx->interface, text);
	(void)pcap_set_snaplen(t->pcap, SNAP);
	(void)pcap_set_timeout(t->pcap, HAND_OVER_MS);
	(void)pcap_set_buffer_size(t->pcap, (int)want);
	(void)pcap_set_tstamp_precision(t->pcap, PCAP_TSTAMP_PRECISION_NANO);
	rc = pcap_activate(t->pcap);
	if (rc < 0) /* the second text may be empty */
		return fail(f, "pcap: %s: %s. %s", rx->interface,
		    pcap_statustostr(rc), pcap_geterr(t->pcap));
	if (check_ethernet(rx->interface, t, f) < 0)
		return -1;
	(void)pcap_setdirection(t->pcap, PCAP_D_IN);
	if (set_filter(rx, t, f) < 0)
		return -1;
	count_from_here(t);
	if (pcap_setnonblock(t->pcap, 1, text) < 0)
		return fail(f, "pcap: %s: %s", rx->interface, text);
	return 0;
}

static int
open_live(struct rx *rx, struct tap *t, struct fail *f)
{
	if (rx->interface == NULL)
		return fail(f, "engine pcap: needs --interface, or --read");
	rx->ifindex = if_nametoindex(rx->interface);
	if (rx->ifindex == 0)
		return fail(f, "%s: no such interface", rx->interface);
	t->flags_fd = socket(AF_INET, SOCK_DGRAM, 0);
	if (t->flags_fd < 0)
		return fail_errno(f, "socket");
	if (check_up(rx, t, f) < 0 ||
	    unmerged_by_name(rx->interface, &t->largest, f) < 0 ||
	    activate(rx, t, f) < 0)
		return -1;
	quiet_keep(rx, &t->quiet);
	return 0;
}

/* libpcap knows both formats, and makes nanoseconds of microseconds. */
static int
open_file(struct rx *rx, struct tap *t, struct fail *f)
{
	char text[PCAP_ERRBUF_SIZE] = "";

	t->pcap = pcap_open_offline_with_tstamp_precision(
	    rx->file, PCAP_TSTAMP_PRECISION_NANO, text);
	if (t->pcap == NULL)
		return fail(f, "--read %s: %s", rx->file, text);
	t->link = linktype_find(pcap_datalink(t->pcap));
	if (t->link != NULL)
		return 0;
	return check_ethernet(rx->file, t, f);
}

static int
tap_open(struct rx *rx, struct fail *f)
{
	struct tap *t = calloc(1, sizeof(*t));
	int rc;

	if (t == NULL)
		return fail(f, "out of memory");
	t->quiet.drop = t->flags_fd = -1;
	t->largest = UINT32_MAX;
	rx->state = t;
	rc = rx->file != NULL ? open_file(rx, t, f) : open_live(rx, t, f);
	if (rc < 0) {
		tap_close(rx);
		return -1;
	}
	t->ns_per_unit =
	    pcap_get_tstamp_precision(t->pcap) == PCAP_TSTAMP_PRECISION_NANO
	    ? 1
	    : 1000;
	return 0;
}

/* 0 where it is no time. */
static uint64_t
time_ns(const struct tap *t, const struct timeval *tv)
{
	long long s = tv->tv_sec, part = tv->tv_usec;

	if (s < 0 || s > SECONDS_MAX || part < 0)
		return 0;
	return (uint64_t)s * CLOCK_NS_PER_S + (uint64_t)part * t->ns_per_unit;
}

/* libpcap puts the tag that the kernel took off back into the frame. */
static void
describe(const struct tap *t, const struct pcap_pkthdr *h, const uint8_t *data,
    struct rx_pkt *pkt)
{
	*pkt = (struct rx_pkt){ .data = data,
		.len = h->caplen,
		.wire_len = h->len,
		.oversize = h->len > t->largest,
		.t_ns = time_ns(t, &h->ts),
		.csum_unknown = true };
}

static void
copy(u_char *arg, const struct pcap_pkthdr *h, const u_char *data)
{
	struct tap *t = (void *)arg;
	struct pcap_pkthdr cut = *h;

	if (cut.caplen > SNAP)
		cut.caplen = SNAP;
	memcpy(t->frame[t->n], data, cut.caplen);
	describe(t, &cut, t->frame[t->n], &t->pkt[t->n]);
	if (!too_early(t, t->pkt[t->n].t_ns))
		t->n++;
}

/* Some systems' devices cannot be waited for, or only for so long. */
static void
await(struct tap *t, int timeout_ms)
{
	const struct timeval *most = pcap_get_required_select_timeout(t->pcap);
	struct pollfd in = { .fd = pcap_get_selectable_fd(t->pcap),
		.events = POLLIN };

	if (most != NULL && most->tv_sec == 0 &&
	    most->tv_usec / 1000 < timeout_ms)
		timeout_ms = (int)(most->tv_usec / 1000) + 1;
	if (in.fd >= 0)
		(void)poll(&in, 1, timeout_ms);
	else
		clock_sleep_until(clock_mono_ns() + CLOCK_NS_PER_S / 1000);
}

static int
recv_live(struct rx *rx, struct tap *t, struct rx_pkt *pkt, int n,
    int timeout_ms, struct fail *f)
{
	int seen;

	t->pkt = pkt;
	for (int try = 0; try < 2; try++) {
		t->n = 0;
		seen = pcap_dispatch(t->pcap, n, copy, (u_char *)t);
		if (seen < 0)
			return fail(
			    f, "%s: %s", rx->interface, pcap_geterr(t->pcap));
		if (t->n > 0)
			return t->n;
		if (seen == 0 && clock_mono_ns() >= t->settled_ns)
			t->from_ns = 0;
		if (try > 0)
			break;
		await(t, timeout_ms);
	}
	return check_up(rx, t, f);
}

/* Its own header gives way to one of Ethernet. */
static void
convert(struct tap *t, struct rx_pkt *pkt)
{
	uint32_t own = linktype_header(t->link);

	pkt->outgoing = linktype_outgoing(t->link, pkt->data, pkt->len);
	pkt->len = linktype_convert(
	    t->link, pkt->data, pkt->len, t->ethernet, sizeof(t->ethernet));
	pkt->data = t->ethernet;
	if (pkt->wire_len > own)
		pkt->wire_len -= own;
	pkt->wire_len += LINKTYPE_HEADER;
}

static int
recv_file(struct rx *rx, struct tap *t, struct rx_pkt *pkt, struct fail *f)
{
	struct pcap_pkthdr *h;
	const u_char *data;

	switch (pcap_next_ex(t->pcap, &h, &data)) {
	case 1:
		describe(t, h, data, pkt);
		if (t->link != NULL)
			convert(t, pkt);
		return 1;
	case PCAP_ERROR_BREAK:
		return 0;
	default:
		return fail(f, "%s: %s", rx->file, pcap_geterr(t->pcap));
	}
}

static int
tap_recv(
    struct rx *rx, struct rx_pkt *pkt, int n, int timeout_ms, struct fail *f)
{
	struct tap *t = rx->state;

	if (rx->file != NULL)
		return recv_file(rx, t, pkt, f);
	return recv_live(
	    rx, t, pkt, n < RX_BATCH ? n : RX_BATCH, timeout_ms, f);
}

static void
tap_release(struct rx *rx, int n)
{
	(void)rx;
	(void)n;
}

/* Since the start, in 32 bits (pcap_stats(3)). A file does not have them. */
static void
tap_drops(struct rx *rx, struct rx_drops *d)
{
	struct tap *t = rx->state;
	struct pcap_stat st;

	d->known = rx->file == NULL && pcap_stats(t->pcap, &st) == 0;
	if (d->known) {
		t->drops += (uint32_t)(st.ps_drop - t->last_drop);
		t->last_drop = st.ps_drop;
	}
	d->buffer = t->drops;
}

extern const struct rx_engine rx_pcap;
const struct rx_engine rx_pcap = {
	.name = "pcap",
	.help = "libpcap's tap on an interface, sees tags; reads files",
	.caps = RX_ROOT | RX_TAGS | RX_FILES,
	.layer = RX_ETHERNET,
	.usable = priv_raw,
	.open = tap_open,
	.recv = tap_recv,
	.release = tap_release,
	.drops = tap_drops,
	.close = tap_close,
};
