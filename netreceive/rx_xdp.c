/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames that are counted inside the kernel, by a program on the interface
 * (rx_xdp.bpf.c): in the driver, before the system makes a packet of them, or
 * behind it where the driver has no place for programs. It is attached by a
 * link, a descriptor of ours, so it ends with this process whatever ends it.
 */
#include <errno.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/bpf_try.h"
#include "netreceive/unmerged.h"
#include "netreceive/xcount_tally.h"

/* made from rx_xdp.bpf.c; uses the structures of xcount.h */
#include "netreceive/rx_xdp.skel.h"

#define VERIFIER_LOG (16U << 20) /* older kernels want room for all of it */

struct xdp {
	struct rx_xdp *skel;
	struct xcount count;
	int link; /* -1: none */
	bool alone; /* the program believes in one queue */
	int fd; /* to ask for the interface's state */
};

static int
xdp_usable(struct fail *f)
{
	int prog = bpf_try("netreceive", XDP_PASS, f);

	if (prog < 0)
		return -1;
	close(prog);
	return 0;
}

/* An array that the kernel shares with us; NULL. */
static void *
share(const struct bpf_map *map)
{
	size_t size = (bpf_map__value_size(map) + 7U) / 8 * 8 *
	    (size_t)bpf_map__max_entries(map);
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED,
	    bpf_map__fd(map), 0);

	return p == MAP_FAILED ? NULL : p;
}

static void
unshare_map(const struct bpf_map *map, const void *p)
{
	if (p != NULL)
		munmap((void *)(uintptr_t)p,
		    (bpf_map__value_size(map) + 7U) / 8 * 8 *
			(size_t)bpf_map__max_entries(map));
}

static int
share_counters(struct xdp *x, const struct rx *rx, struct fail *f)
{
	struct xcount *c = &x->count;

	c->shared = &x->skel->bss->shared;
	c->n_cpus = bpf_map__max_entries(x->skel->maps.cpus);
	c->cpus = share(x->skel->maps.cpus);
	c->streams = share(x->skel->maps.streams);
	c->n_streams = bpf_map__max_entries(x->skel->maps.streams);
	c->series = share(x->skel->maps.series);
	c->tags = share(x->skel->maps.tags);
	if (c->cpus == NULL || c->streams == NULL || c->series == NULL ||
	    c->tags == NULL)
		return fail_errno(f, "xdp: counters of the kernel");
	xcount_start(c, rx->o);
	return 0;
}

/* What the verifier said last, before its statistics; may be empty. */
static const char *
last_words(char *log)
{
	char *end = strstr(log, "\nprocessed "), *line;

	if (end == NULL)
		end = log + strlen(log);
	*end = '\0';
	line = strrchr(log, '\n');
	return line != NULL ? line + 1 : log;
}

static int
refused(char *log, struct fail *f)
{
	if (errno == EPERM)
		return bpf_try_fail(f);
	if (errno == EINVAL && log[0] == '\0')
		return fail(f, "xdp: needs Linux 5.18 (BPF_F_XDP_HAS_FRAGS)");
	return fail(f,
	    "xdp: the kernel refuses the program: %s (without root it needs "
	    "CAP_BPF, CAP_PERFMON and CAP_NET_ADMIN); its verifier: %s",
	    strerror(errno), log[0] != '\0' ? last_words(log) : "nothing");
}

/* The log is for the case that it fails. */
static int
load(struct rx_xdp *skel, struct fail *f)
{
	char *log = calloc(1, VERIFIER_LOG);
	int rc;

	if (log == NULL)
		return fail(f, "xdp: out of memory");
	bpf_program__set_log_buf(skel->progs.netreceive_xdp, log, VERIFIER_LOG);
	rc = rx_xdp__load(skel);
	if (rc != 0)
		rc = refused(log, f);
	free(log);
	return rc;
}

static int
open_program(struct xdp *x, const struct rx *rx, const struct link *link,
    bool alone, struct fail *f)
{
	struct rx_xdp__rodata *rodata;
	int cpus = libbpf_num_possible_cpus();

	x->skel = rx_xdp__open();
	if (x->skel == NULL || cpus < 1)
		return fail_errno(f, "xdp: BPF program");
	rodata = x->skel->rodata;
	xcount_plan(rx->o, rx->start_ns,
	    (struct xcount_rules *)(void *)&rodata->rules,
	    (uint64_t *)(void *)rodata->limits);
	rodata->rules.unfinished = link->is_virtual;
	rodata->rules.alone = x->alone = alone;
	bpf_map__set_max_entries(x->skel->maps.cpus, (uint32_t)cpus);
	bpf_map__set_max_entries(x->skel->maps.series, TALLY_INTERVALS);
	bpf_map__set_max_entries(x->skel->maps.streams, rodata->rules.streams);
	if (load(x->skel, f) < 0)
		return -1;
	return share_counters(x, rx, f);
}

static void
close_program(struct xdp *x)
{
	struct xcount *c = &x->count;

	if (x->skel == NULL)
		return;
	unshare_map(x->skel->maps.cpus, c->cpus);
	unshare_map(x->skel->maps.streams, c->streams);
	unshare_map(x->skel->maps.series, c->series);
	unshare_map(x->skel->maps.tags, c->tags);
	rx_xdp__destroy(x->skel);
	x->skel = NULL;
	memset(c, 0, sizeof(*c));
}

static int
attach(struct xdp *x, const struct rx *rx, uint32_t flags)
{
	LIBBPF_OPTS(bpf_link_create_opts, opts, .flags = flags);

	x->link =
	    bpf_link_create(bpf_program__fd(x->skel->progs.netreceive_xdp),
		(int)rx->ifindex, BPF_XDP, &opts);
	return x->link < 0 ? -1 : 0;
}

/*
 * In the driver, one receive queue means one frame at a time (its NAPI), and
 * then nothing needs to be atomic.
 */
static int
attach_some_way(
    struct xdp *x, struct rx *rx, const struct link *link, struct fail *f)
{
	rx->mode = "driver";
	if (open_program(x, rx, link, link->rx_queues == 1, f) < 0)
		return -1;
	if (attach(x, rx, XDP_FLAGS_DRV_MODE) == 0)
		return 0;
	if (errno == EBUSY)
		return fail(f,
		    "xdp: %s has an XDP program already (ip link set dev %s "
		    "xdp off)",
		    link->name, link->name);
	close_program(x);
	rx->mode = "generic";
	if (unmerged(link, f) < 0 || open_program(x, rx, link, false, f) < 0)
		return -1;
	if (attach(x, rx, XDP_FLAGS_SKB_MODE) == 0)
		return 0;
	return fail_errno(f, "xdp: %s takes no program", link->name);
}

static void
xdp_close(struct rx *rx)
{
	struct xdp *x = rx->state;

	if (x == NULL)
		return;
	if (x->link >= 0)
		close(x->link);
	if (x->fd >= 0)
		close(x->fd);
	close_program(x);
	free(x);
	rx->state = NULL;
}

/* As the packet engine: down, or gone; no carrier is no reason. */
static int
check_up(const struct rx *rx, const struct xdp *x, struct fail *f)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	if (if_indextoname(rx->ifindex, ifr.ifr_name) == NULL)
		return fail(f, "%s: it is gone", rx->interface);
	if (ioctl(x->fd, SIOCGIFFLAGS, &ifr) < 0)
		return fail_errno(f, "%s", rx->interface);
	if ((ifr.ifr_flags & IFF_UP) == 0)
		return fail(f, "%s: Network is down", rx->interface);
	return 0;
}

static int
check_link(const struct rx *rx, const struct link *link, struct fail *f)
{
	if (!link->ethernet && !link->loopback)
		return fail(f,
		    "%s: not an Ethernet interface; use --engine udp",
		    rx->interface);
	if (rx->o->vlan.n > 0 && link->takes_tags_off)
		return fail(f,
		    "--vlan: %s takes tags off before the program sees them "
		    "(ethtool -K %s rxvlan off)",
		    rx->interface, rx->interface);
	if (rx->o->flows.n > 1)
		return fail(f,
		    "--flows: engine xdp knows the order by stream only "
		    "(packet by flow too)");
	if (rx->o->expect.n > XCOUNT_STREAMS)
		return fail(f,
		    "--expect: %zu streams, engine xdp counts %d at most",
		    rx->o->expect.n, XCOUNT_STREAMS);
	return 0;
}

static int
xdp_open(struct rx *rx, struct fail *f)
{
	struct link link;
	struct xdp *x;

	libbpf_set_print(bpf_try_quiet);
	if (rx->interface == NULL)
		return fail(f, "engine xdp: needs --interface");
	if (link_read(rx->interface, 0, &link, f) < 0 ||
	    check_link(rx, &link, f) < 0)
		return -1;
	rx->ifindex = link.index;
	x = calloc(1, sizeof(*x));
	if (x == NULL)
		return fail(f, "xdp: out of memory");
	x->link = -1;
	x->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	rx->state = x;
	rx->quiet = rx->pass ? "none" : "xdp";
	if (check_up(rx, x, f) < 0 || attach_some_way(x, rx, &link, f) < 0) {
		xdp_close(rx);
		return -1;
	}
	return 0;
}

/* Somebody may have changed the queues meanwhile (ethtool -L). */
static int
check_queues(const struct rx *rx, const struct xdp *x, struct fail *f)
{
	struct link link;

	if (!x->alone || link_read(rx->interface, 0, &link, NULL) < 0 ||
	    link.rx_queues == 1)
		return 0;
	return fail(f,
	    "%s: it got more receive queues in mid-run, so frames may be "
	    "counted wrong",
	    rx->interface);
}

/* The program stays on an interface that is down; it counts nothing there. */
static int
xdp_tally(struct rx *rx, struct tally *t, bool last, struct fail *f)
{
	struct xdp *x = rx->state;

	if (last && x->link >= 0) {
		close(x->link);
		x->link = -1;
	}
	xcount_tally(&x->count, t, last);
	return last ? check_queues(rx, x, f) : check_up(rx, x, f);
}

/* The program has every frame that the driver has. */
static void
xdp_drops(struct rx *rx, struct rx_drops *d)
{
	(void)rx;
	d->known = true;
	d->buffer = 0;
}

int
rx_xdp_try(struct rx *rx, const void *frame, uint32_t len)
{
	const struct xdp *x = rx->state;
	uint8_t out[4096];
	LIBBPF_OPTS(bpf_test_run_opts, opts, .data_in = frame,
	    .data_size_in = len, .data_out = out, .data_size_out = sizeof(out),
	    .repeat = 1);
	int prog = bpf_program__fd(x->skel->progs.netreceive_xdp);

	return bpf_prog_test_run_opts(prog, &opts) < 0 ? -1 : (int)opts.retval;
}

extern const struct rx_engine rx_xdp;
const struct rx_engine rx_xdp = {
	.name = "xdp",
	.help = "frames counted inside the kernel (XDP program), sees tags",
	.caps = RX_ROOT | RX_TAGS | RX_IN_KERNEL,
	.layer = RX_ETHERNET,
	.usable = xdp_usable,
	.open = xdp_open,
	.tally = xdp_tally,
	.drops = xdp_drops,
	.close = xdp_close,
};
