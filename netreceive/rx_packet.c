/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Engine packet: a tap on one interface that the kernel fills block by block
 * into memory shared with us (AF_PACKET, TPACKET_V3; packet(7) and the
 * kernel's Documentation/networking/packet_mmap.rst).
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netreceive/quiet.h"
#include "netreceive/rx.h"
#include "netreceive/tapfilter.h"
#include "netreceive/unmerged.h"

/* Headers, two tags and the stamp need 14 + 8 + 60 + 8 + 18 bytes. */
#define SNAP 128
#define RETIRE_MS 8 /* a block that is not full is handed over */
#define RING_BYTES (32U << 20) /* with --rcvbuf left out */
#define BLOCK_BYTES (256U << 10)
#define FRAME_BYTES 256 /* only for the kernel's arithmetic in version 3 */

struct packet {
	int fd;
	struct quiet quiet;
	uint8_t *ring;
	uint32_t block_bytes, blocks;
	uint32_t block; /* the one being read */
	uint32_t left; /* frames in it not handed out yet */
	const struct tpacket3_hdr *next;
	bool held; /* the block is ours until given back */
	uint64_t drops;
	uint32_t largest; /* frame of this interface */
};

static struct tpacket_block_desc *
block_at(struct packet *p, uint32_t i)
{
	return (void *)(p->ring + (size_t)i * p->block_bytes);
}

/* Blocks are whole pages; at least two, so that one can fill meanwhile. */
static int
make_ring(struct rx *rx, struct packet *p, struct fail *f)
{
	uint64_t want = rx->rcvbuf != 0 ? rx->rcvbuf : RING_BYTES;
	uint32_t page = (uint32_t)sysconf(_SC_PAGESIZE);
	struct tpacket_req3 req;
	int version = TPACKET_V3;

	p->block_bytes = want >= 8 * BLOCK_BYTES ? BLOCK_BYTES : page;
	p->blocks = (uint32_t)(want / p->block_bytes);
	if (p->blocks < 2)
		p->blocks = 2;
	memset(&req, 0, sizeof(req));
	req.tp_block_size = p->block_bytes;
	req.tp_block_nr = p->blocks;
	req.tp_frame_size = FRAME_BYTES;
	req.tp_frame_nr = p->block_bytes / FRAME_BYTES * p->blocks;
	req.tp_retire_blk_tov = RETIRE_MS;
	if (setsockopt(p->fd, SOL_PACKET, PACKET_VERSION, &version,
		sizeof(version)) < 0 ||
	    setsockopt(p->fd, SOL_PACKET, PACKET_RX_RING, &req, sizeof(req)) <
		0)
		return fail_errno(f, "packet ring of %u blocks of %u bytes",
		    p->blocks, p->block_bytes);
	rx->rcvbuf_got = (uint64_t)p->blocks * p->block_bytes;
	p->ring = mmap(
	    NULL, rx->rcvbuf_got, PROT_READ | PROT_WRITE, MAP_SHARED, p->fd, 0);
	if (p->ring == MAP_FAILED) {
		p->ring = NULL;
		return fail_errno(f, "packet ring");
	}
	return 0;
}

/* Tunnels and the like have no Ethernet header: nothing would be counted. */
static int
check_ethernet(const struct rx *rx, const struct packet *p, struct fail *f)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	strncpy(ifr.ifr_name, rx->interface, sizeof(ifr.ifr_name) - 1);
	if (ioctl(p->fd, SIOCGIFHWADDR, &ifr) < 0)
		return fail_errno(f, "%s", rx->interface);
	if (ifr.ifr_hwaddr.sa_family != ARPHRD_ETHER &&
	    ifr.ifr_hwaddr.sa_family != ARPHRD_LOOPBACK)
		return fail(f,
		    "%s: not an Ethernet interface; use --engine udp",
		    rx->interface);
	return 0;
}

/*
 * Trouble that the socket remembers: 0 none, else told. packet(7): ENETDOWN
 * when the interface is down, also at the time of bind.
 */
static int
trouble(const struct rx *rx, const struct packet *p, struct fail *f)
{
	int error = 0;
	socklen_t len = sizeof(error);

	if (getsockopt(p->fd, SOL_SOCKET, SO_ERROR, &error, &len) < 0)
		return fail_errno(f, "%s", rx->interface);
	if (error != 0)
		return fail(f, "%s: %s", rx->interface, strerror(error));
	return 0;
}

/*
 * Frames that this host sends are none that arrived. PACKET_IGNORE_OUTGOING
 * says so of a socket; a fanout group asks its filters only (Linux has a flag
 * for it too, but not before 6.0), so there the filter says it.
 */
#define NOT_OUTGOING 3
static const struct sock_filter not_outgoing[NOT_OUTGOING] = {
	BPF_STMT(
	    BPF_LD | BPF_B | BPF_ABS, (uint32_t)(SKF_AD_OFF + SKF_AD_PKTTYPE)),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 0, 1),
	BPF_STMT(BPF_RET | BPF_K, 0),
};

static int
set_filter(struct packet *p, struct sock_filter *code, size_t n, struct fail *f)
{
	struct sock_fprog program = { .len = (unsigned short)n,
		.filter = code };

	if (setsockopt(p->fd, SOL_SOCKET, SO_ATTACH_FILTER, &program,
		sizeof(program)) < 0)
		return fail_errno(f, "packet filter");
	return 0;
}

static int
accept_ours(const struct rx *rx, struct fail *f)
{
	struct sock_filter code[NOT_OUTGOING + TAPFILTER_CLASSIC];
	size_t n;

	memcpy(code, not_outgoing, sizeof(not_outgoing));
	n = NOT_OUTGOING +
	    tapfilter_classic(
		code + NOT_OUTGOING, rx->port_min, rx->port_max, SNAP);
	return set_filter(rx->state, code, n, f);
}

static int
accept_none(struct packet *p, struct fail *f)
{
	struct sock_filter none = BPF_STMT(BPF_RET | BPF_K, 0);

	return set_filter(p, &none, 1, f);
}

/*
 * packet(7), PACKET_FANOUT: the first one makes a group with a number that
 * nobody has. By hash of the flow, the same in both directions.
 */
static int
join(struct rx *rx, struct packet *p, struct fail *f)
{
	const struct packet *first = rx->group[0]->state;
	uint32_t how = PACKET_FANOUT_HASH | PACKET_FANOUT_FLAG_UNIQUEID, id = 0;
	socklen_t len = sizeof(id);

	if (rx->thread > 0) {
		how = PACKET_FANOUT_HASH;
		if (getsockopt(
			first->fd, SOL_PACKET, PACKET_FANOUT, &id, &len) < 0)
			return fail_errno(f, "packet fanout");
	}
	id = (id & 0xffff) | how << 16;
	if (setsockopt(p->fd, SOL_PACKET, PACKET_FANOUT, &id, sizeof(id)) < 0)
		return fail_errno(f, "packet fanout");
	return 0;
}

/* Not before all have joined, or they would count what is another's. */
static int
accept_all(const struct rx *rx, struct fail *f)
{
	for (uint32_t i = 0; i < rx->threads; i++)
		if (accept_ours(rx->group[i], f) < 0)
			return -1;
	return 0;
}

static int
join_group(struct rx *rx, struct packet *p, struct fail *f)
{
	if (join(rx, p, f) < 0)
		return -1;
	return rx->thread + 1 == rx->threads ? accept_all(rx, f) : 0;
}

/*
 * The filter goes in before the socket is bound: it starts unbound (protocol
 * 0), so not one foreign frame enters the ring. On loopback every frame would
 * count twice if those that this host sends were taken.
 */
static int
start(struct rx *rx, struct packet *p, struct fail *f)
{
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = (int)rx->ifindex };
	bool shared = rx->threads > 1;
	int on = 1;

	if (check_ethernet(rx, p, f) < 0 ||
	    unmerged_by_name(rx->interface, &p->largest, f) < 0)
		return -1;
	if ((shared ? accept_none(p, f) : accept_ours(rx, f)) < 0)
		return -1;
	if (setsockopt(
		p->fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof(on)) < 0)
		return fail_errno(f, "PACKET_IGNORE_OUTGOING");
	if (make_ring(rx, p, f) < 0)
		return -1;
	if (bind(p->fd, (struct sockaddr *)&ll, sizeof(ll)) < 0)
		return fail_errno(f, "%s", rx->interface);
	if (trouble(rx, p, f) < 0 || (shared && join_group(rx, p, f) < 0))
		return -1;
	if (rx->thread == 0)
		quiet_keep(rx, &p->quiet);
	return 0;
}

static void
packet_close(struct rx *rx)
{
	struct packet *p = rx->state;

	if (p->ring != NULL)
		munmap(p->ring, (size_t)p->blocks * p->block_bytes);
	if (p->fd >= 0)
		close(p->fd);
	quiet_end(&p->quiet);
	free(p);
	rx->state = NULL;
}

static int
packet_open(struct rx *rx, struct fail *f)
{
	struct packet *p;

	if (rx->interface == NULL)
		return fail(f, "engine packet: needs --interface");
	rx->ifindex = if_nametoindex(rx->interface);
	if (rx->ifindex == 0)
		return fail(f, "%s: no such interface", rx->interface);
	p = calloc(1, sizeof(*p));
	if (p == NULL)
		return fail(f, "out of memory");
	rx->state = p;
	p->quiet.drop = -1;
	p->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (p->fd < 0)
		fail_errno(f, "engine packet");
	else if (start(rx, p, f) == 0)
		return 0;
	packet_close(rx);
	return -1;
}

/* A block that the kernel handed over becomes the one being read. */
static bool
take_block(struct packet *p)
{
	struct tpacket_block_desc *b = block_at(p, p->block);

	if ((__atomic_load_n(&b->hdr.bh1.block_status, __ATOMIC_ACQUIRE) &
		TP_STATUS_USER) == 0)
		return false;
	p->held = true;
	p->left = b->hdr.bh1.num_pkts;
	p->next =
	    (const void *)((const uint8_t *)b + b->hdr.bh1.offset_to_first_pkt);
	return true;
}

static void
give_block(struct packet *p)
{
	struct tpacket_block_desc *b = block_at(p, p->block);

	__atomic_store_n(
	    &b->hdr.bh1.block_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
	p->held = false;
	p->block = (p->block + 1) % p->blocks;
}

static void
describe(
    const struct packet *p, const struct tpacket3_hdr *h, struct rx_pkt *pkt)
{
	*pkt = (struct rx_pkt){ .data = (const uint8_t *)h + h->tp_mac,
		.len = h->tp_snaplen,
		.wire_len = h->tp_len,
		.oversize = h->tp_len > p->largest,
		.t_ns = (uint64_t)h->tp_sec * 1000000000 + h->tp_nsec,
		.csum_pending = (h->tp_status & TP_STATUS_CSUMNOTREADY) != 0 };
	if ((h->tp_status & TP_STATUS_VLAN_VALID) == 0)
		return;
	pkt->tagged = true;
	pkt->tci = (uint16_t)h->hv1.tp_vlan_tci;
	pkt->tpid = (h->tp_status & TP_STATUS_VLAN_TPID_VALID) != 0
	    ? h->hv1.tp_vlan_tpid
	    : ETH_P_8021Q;
}

/* All frames of a call lie in one block, so release can give it back. */
static int
packet_recv(
    struct rx *rx, struct rx_pkt *pkt, int n, int timeout_ms, struct fail *f)
{
	struct packet *p = rx->state;
	struct pollfd in = { .fd = p->fd, .events = POLLIN };
	int got = 0;

	if (!p->held && !take_block(p)) {
		if (poll(&in, 1, timeout_ms) <= 0)
			return 0;
		if ((in.revents & POLLERR) != 0 && trouble(rx, p, f) < 0)
			return -1;
		if (!take_block(p))
			return 0;
	}
	for (; got < n && p->left > 0; got++, p->left--) {
		describe(p, p->next, &pkt[got]);
		p->next = (const void *)((const uint8_t *)p->next +
		    p->next->tp_next_offset);
	}
	if (got == 0)
		give_block(p);
	return got;
}

static void
packet_release(struct rx *rx, int n)
{
	struct packet *p = rx->state;

	(void)n;
	if (p->left == 0)
		give_block(p);
}

/* packet(7): reading PACKET_STATISTICS sets the kernel's counters to 0. */
static void
packet_drops(struct rx *rx, struct rx_drops *d)
{
	struct packet *p = rx->state;
	struct tpacket_stats_v3 st;
	socklen_t len = sizeof(st);

	d->known =
	    getsockopt(p->fd, SOL_PACKET, PACKET_STATISTICS, &st, &len) == 0;
	if (d->known)
		p->drops += st.tp_drops;
	d->buffer = p->drops;
}

static int
packet_usable(struct fail *f)
{
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return fail_errno(f, "packet socket");
	close(fd);
	return 0;
}

extern const struct rx_engine rx_packet;
const struct rx_engine rx_packet = {
	.name = "packet",
	.help = "tap on an interface, sees tags, answers nothing",
	.caps = RX_ROOT | RX_TAGS | RX_THREADS,
	.layer = RX_ETHERNET,
	.usable = packet_usable,
	.open = packet_open,
	.recv = packet_recv,
	.release = packet_release,
	.drops = packet_drops,
	.close = packet_close,
};
