/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * AF_XDP (Documentation/networking/af_xdp.rst of Linux): frames lie in memory
 * that is shared with the kernel, and a ring names those to send. The socket
 * only sends, so that no XDP program is loaded and nothing that arrives is
 * taken from the host, unless the driver gives us the queue for zero copy.
 *
 * In copy mode the kernel looks at the ring only while we kick it, makes a
 * limited number of packets a call (more: EAGAIN, and the rest waits for the
 * next call), and stops where the way is closed. So the ring is fed by
 * portions of that number, and the next frame is accepted when all of it has
 * gone: what counts as taken is never more than one portion ahead of the
 * kernel.
 */
#include <errno.h>
#include <linux/if_xdp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <xdp/libxdp.h>
#include <xdp/xsk.h>

#include "lib/clock.h"
#include "lib/sock.h"
#include "netblast/tx.h"

#define CHUNK 4096 /* of the shared memory; a frame lies within one */
#define SLOTS 2048 /* frames in flight at most; a power of two, as rings */
#define FILL 64 /* for receiving: not used, must be there */
#define PORTION 32 /* TX_BATCH_SIZE of net/xdp/xsk.c */
#define KICKS 2 /* 16 in older ones: two calls for 32 */
#define MAX_TX_SKB_BUDGET 9 /* XDP_MAX_... of Linux 6.17: sets it */
#define BUSY_NS 2000000000ULL /* a queue is given back late: a second */
#define NAP_NS 20000

struct xsk {
	struct xsk_umem *umem;
	struct xsk_socket *socket;
	struct xsk_ring_prod tx, fill;
	struct xsk_ring_cons completion;
	uint8_t *area;
	size_t area_bytes;
	int fd;
	int portion; /* frames of one kick */
	uint16_t how; /* XDP_COPY: zero copy is not to be tried */
	bool zero_copy;
	bool held; /* copy mode: the kernel left frames in the ring */
	bool looked; /* the kernel did with some of it, before it refused */
	uint32_t n_free;
	uint64_t free[SLOTS]; /* addresses in area; a stack: hot ones first */
};

static int
xsk_usable(struct fail *f)
{
	int fd = socket(AF_XDP, SOCK_RAW | SOCK_CLOEXEC, 0);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (errno == EAFNOSUPPORT)
		return fail(
		    f, "this kernel has no AF_XDP (CONFIG_XDP_SOCKETS)");
	return fail_errno(f, "needs root or CAP_NET_RAW");
}

static void
detach(struct xsk *x)
{
	if (x->socket != NULL)
		xsk_socket__delete(x->socket);
	if (x->umem != NULL)
		xsk_umem__delete(x->umem);
	x->socket = NULL;
	x->umem = NULL;
}

static void
xsk_close(struct tx *tx)
{
	struct xsk *x = tx->state;

	if (x == NULL)
		return;
	detach(x);
	if (x->area != NULL)
		munmap(x->area, x->area_bytes);
	free(x);
	tx->state = NULL;
}

/* Slots of a power of two bytes never lie across two chunks. */
static int
make_slots(struct tx *tx, struct xsk *x, struct fail *f)
{
	uint32_t slot = TX_ROOM_MIN;

	if (tx->room > CHUNK)
		return fail(f,
		    "xsk: frames of %u bytes (without FCS); this engine sends "
		    "up to %d",
		    tx->room, CHUNK);
	while (slot < tx->room)
		slot *= 2;
	x->area_bytes = (size_t)SLOTS * slot;
	x->area = mmap(NULL, x->area_bytes, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (x->area == MAP_FAILED) {
		x->area = NULL;
		return fail_errno(f, "xsk: %zu bytes", x->area_bytes);
	}
	for (uint32_t i = 0; i < SLOTS; i++)
		x->free[i] = (uint64_t)(SLOTS - 1 - i) * slot;
	x->n_free = SLOTS;
	return 0;
}

/* A whole batch, unless the kernel has a smaller limit that stays. */
static int
portion(const struct xsk *x)
{
	int want = TX_BATCH;

	return x->zero_copy ||
		setsockopt(
		    x->fd, SOL_XDP, MAX_TX_SKB_BUDGET, &want, sizeof(want)) == 0
	    ? want
	    : PORTION;
}

/* 0, or an errno value */
static int
attach(struct xsk *x, const char *interface, unsigned queue)
{
	const struct xsk_umem_config memory = {
		.fill_size = FILL, .comp_size = SLOTS, .frame_size = CHUNK
	};
	const struct xsk_socket_config config = { .tx_size = SLOTS,
		.libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD,
		.bind_flags = (uint16_t)(XDP_USE_NEED_WAKEUP | x->how) };
	struct xdp_options options = { 0 };
	socklen_t len = sizeof(options);
	int rc = xsk_umem__create(&x->umem, x->area, x->area_bytes, &x->fill,
	    &x->completion, &memory);

	if (rc == 0)
		rc = xsk_socket__create(&x->socket, interface, queue, x->umem,
		    NULL, &x->tx, &config);
	if (rc != 0) {
		detach(x);
		return -rc;
	}
	x->fd = xsk_socket__fd(x->socket);
	x->zero_copy =
	    getsockopt(x->fd, SOL_XDP, XDP_OPTIONS, &options, &len) == 0 &&
	    (options.flags & XDP_OPTIONS_ZEROCOPY) != 0;
	x->portion = portion(x);
	return 0;
}

static int
wake(const struct xsk *x)
{
	return (int)sendto(x->fd, NULL, 0, MSG_DONTWAIT, NULL, 0);
}

/*
 * The kernel takes zero copy where the driver has it, else copy mode. Some
 * drivers have it only beside an XDP program: they bind all the same and
 * refuse to be woken. Then the queue is given back, for copy mode.
 */
static int
attach_best(struct xsk *x, const char *interface, unsigned queue)
{
	int error = attach(x, interface, queue);

	if (error != 0 || !x->zero_copy || wake(x) == 0)
		return error;
	detach(x);
	x->how = XDP_COPY;
	return EBUSY;
}

/* A queue that was just closed, by us or by another, is busy for a while. */
static int
open_queue(struct tx *tx, struct xsk *x, struct fail *f)
{
	const struct timespec nap = { .tv_nsec = 20000000 };
	const struct link *link = tx->link;
	uint64_t until = clock_mono_ns() + BUSY_NS;
	int error;

	if (link->tx_queues != 0 && tx->threads > link->tx_queues)
		return fail(f,
		    "--threads: xsk needs a sending queue for each of the %u "
		    "threads; %s has %u",
		    tx->threads, link->name, link->tx_queues);
	while ((error = attach_best(x, link->name, tx->thread)) == EBUSY &&
	    clock_mono_ns() < until)
		nanosleep(&nap, NULL);
	if (error == 0)
		return sock_sndbuf(x->fd, tx->sndbuf, &tx->sndbuf_got, f);
	errno = error;
	return fail_errno(f, "xsk: %s, queue %u%s", link->name, tx->thread,
	    error == EBUSY ? " (has it another AF_XDP socket?)" : "");
}

static int
xsk_open(struct tx *tx, struct fail *f)
{
	struct xsk *x = calloc(1, sizeof(*x));

	tx->state = x;
	if (x == NULL)
		return fail(f, "xsk: out of memory");
	libbpf_set_print(NULL);
	libxdp_set_print(NULL);
	if (make_slots(tx, x, f) < 0 || open_queue(tx, x, f) < 0) {
		xsk_close(tx);
		return -1;
	}
	tx->mode = x->zero_copy ? "zero copy" : "copy";
	return 0;
}

/* Frames that are out give their slots back. */
static void
reap(struct xsk *x)
{
	uint32_t at, n = xsk_ring_cons__peek(&x->completion, SLOTS, &at);

	for (uint32_t i = 0; i < n; i++)
		x->free[x->n_free++] =
		    *xsk_ring_cons__comp_addr(&x->completion, at + i);
	xsk_ring_cons__release(&x->completion, n);
}

/*
 * Wake the kernel where it wants to be woken: always, in copy mode. EBUSY
 * says that the driver dropped the last frame that was made, so that it is
 * gone and in the interface's counter; the next one is tried.
 */
static int
kick(struct xsk *x)
{
	int tries = KICKS;

	x->looked = false;
	if (!xsk_ring_prod__needs_wakeup(&x->tx))
		return 0;
	while (wake(x) < 0) {
		if ((errno != EBUSY || x->zero_copy) &&
		    (errno != EAGAIN || --tries == 0))
			return errno;
		x->looked = true;
	}
	return 0;
}

static int
push(struct tx *tx, struct xsk *x)
{
	int error = kick(x);

	if (error != 0)
		tx_refuse(tx, error);
	x->held = error != 0 && !x->zero_copy;
	return error;
}

static int
xsk_reserve(struct tx *tx, int n)
{
	struct xsk *x = tx->state;

	reap(x);
	if (x->held || x->n_free == 0)
		push(tx, x);
	if (x->held)
		return 0;
	if ((uint32_t)n > x->n_free)
		n = (int)x->n_free;
	for (int i = 0; i < n; i++)
		tx->slot[i].data = x->area + x->free[x->n_free - 1 - i];
	return n;
}

/* The ring has as many places as there are slots, so it is never full. */
static void
submit(struct xsk *x, const struct tx_slot *slot, uint32_t n)
{
	uint32_t at = 0;

	xsk_ring_prod__reserve(&x->tx, n, &at);
	for (uint32_t i = 0; i < n; i++) {
		struct xdp_desc *d = xsk_ring_prod__tx_desc(&x->tx, at + i);

		d->addr = x->free[--x->n_free];
		d->len = slot[i].len;
		d->options = 0;
	}
	xsk_ring_prod__submit(&x->tx, n);
}

/*
 * Copy mode without an interface (ENXIO), or with one that is down: refused
 * before the kernel looked at the ring, so nothing of it was taken; unless it
 * had looked just before, and sent or dropped some.
 */
static bool
take_back(struct xsk *x, int error, uint32_t n)
{
	if (x->zero_copy || x->looked || (error != ENETDOWN && error != ENXIO))
		return false;
	x->tx.cached_prod -= n;
	__atomic_store_n(x->tx.producer, x->tx.cached_prod, __ATOMIC_RELEASE);
	x->n_free += n;
	x->held = false;
	return true;
}

static int
xsk_commit(struct tx *tx, int n)
{
	struct xsk *x = tx->state;
	int done = 0;

	while (done < n && !x->held) {
		int some = n - done < x->portion ? n - done : x->portion;

		submit(x, tx->slot + done, (uint32_t)some);
		if (take_back(x, push(tx, x), (uint32_t)some))
			break;
		done += some;
	}
	return done;
}

static int
xsk_drain(struct tx *tx, int ms)
{
	const struct timespec nap = { .tv_nsec = NAP_NS };
	struct xsk *x = tx->state;
	uint64_t until = clock_mono_ns() + (uint64_t)ms * 1000000;

	for (;;) {
		reap(x);
		if (x->n_free == SLOTS)
			return 0;
		if (clock_mono_ns() >= until)
			return -1;
		if (x->held || x->zero_copy)
			x->held = kick(x) != 0 && !x->zero_copy;
		nanosleep(&nap, NULL);
	}
}

const struct tx_engine tx_xsk = {
	.name = "xsk",
	.help = "AF_XDP: whole frames in memory shared with the kernel",
	.caps = TX_ROOT | TX_TAGS | TX_BYPASS,
	.layer = TX_ETHERNET,
	.usable = xsk_usable,
	.open = xsk_open,
	.reserve = xsk_reserve,
	.commit = xsk_commit,
	.drain = xsk_drain,
	.close = xsk_close,
};
