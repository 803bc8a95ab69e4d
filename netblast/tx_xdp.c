/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames that are made inside the kernel: BPF_PROG_RUN with live frames
 * (Linux 5.18). tx_xdp.bpf.c writes and paces them, xdp_plan.c tells it how,
 * xdp_watch.c looks after the call.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/bpf_try.h"
#include "netblast/xdp_plan.h"
#include "netblast/xdp_target.h"
#include "netblast/xdp_watch.h"

/* made from tx_xdp.bpf.c; uses the structures of tx_xdp.h */
#include "netblast/tx_xdp.skel.h"

struct xdp {
	struct tx_xdp *skel;
	struct xdp_watch watch;
	uint8_t *data; /* what the kernel fills new frames with: zero */
	uint32_t len;
	bool counted; /* what goes out is seen in tx_packets */
};

static int
run_program(
    int prog, const void *data, uint32_t len, uint32_t runs, uint32_t batch)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .data_in = data,
	    .data_size_in = len, .repeat = (int)runs,
	    .flags = BPF_F_TEST_XDP_LIVE_FRAMES, .batch_size = batch);

	return bpf_prog_test_run_opts(prog, &opts) < 0 ? -1 : 0;
}

/* The smallest program there is, once. */
static int
xdp_usable(struct fail *f)
{
	static const uint8_t zeros[64];
	int prog = bpf_try("netblast", XDP_DROP, f), rc;

	if (prog < 0)
		return -1;
	rc = run_program(prog, zeros, sizeof(zeros), 1, 1);
	if (rc < 0 && errno == EINVAL)
		rc = fail(f, "needs Linux 5.18 (BPF_PROG_RUN, live frames)");
	else if (rc < 0)
		rc = bpf_try_fail(f);
	close(prog);
	return rc;
}

static int
vanishes(const char *name, struct fail *f)
{
	return fail(f,
	    "xdp: frames made in the kernel do not come out of %s. If it is "
	    "a veth, its peer needs an XDP program (netreceive -e xdp -i PEER "
	    "has one; else ip link set dev PEER xdp obj FILE sec xdp) and "
	    "must be up; or use another engine (-e packet)",
	    name);
}

/* What the kernel would drop without a word. */
static int
check_target(const struct tx *tx, struct xdp *x, struct fail *f)
{
	enum xdp_target target = xdp_target(tx->link->index);
	uint32_t most = tx->link->mtu + 14 + 4;

	x->counted = target == XDP_TARGET_UNKNOWN ||
	    strcmp(tx->link->driver, "veth") == 0;
	if (target == XDP_TARGET_NO)
		return vanishes(tx->link->name, f);
	if (tx->link->mtu != 0 && x->len > most)
		return fail(f,
		    "xdp: frames of %" PRIu32 " bytes, above %" PRIu32
		    " (%s: MTU, Ethernet header, one tag)",
		    x->len, most, tx->link->name);
	return 0;
}

static int
run_live(void *arg, unsigned program, uint32_t runs, uint32_t batch)
{
	const struct xdp *x = arg;
	const struct bpf_program *p =
	    program == 0 ? x->skel->progs.program_0 : x->skel->progs.program_1;

	return run_program(bpf_program__fd(p), x->data, x->len, runs, batch);
}

/* Nothing is asked for yet, so the kernel only says whether it would run. */
static int
rehearse(struct xdp *x, struct fail *f)
{
	if (run_live(x, 0, 1, 1) == 0)
		return 0;
	if (errno == EINVAL)
		return fail(f,
		    "xdp: frames of %" PRIu32 " bytes: a frame must fit into "
		    "a page of memory with what the kernel adds (3408 bytes "
		    "of 4096 on Linux 6.18)",
		    x->len);
	return fail_errno(f, "xdp: BPF_PROG_RUN");
}

static int
load(const struct tx *tx, struct xdp *x, const struct xdp_shape *shape,
    struct fail *f)
{
	uint32_t zero = 0, index = tx->link->index;
	int map;

	x->skel = tx_xdp__open();
	if (x->skel == NULL)
		return fail_errno(f, "xdp: BPF program");
	/* a constant only once it is loaded */
	memcpy(
	    (void *)(uintptr_t)&x->skel->rodata->shape, shape, sizeof(*shape));
	if (tx_xdp__load(x->skel) != 0)
		return errno == EPERM
		    ? bpf_try_fail(f)
		    : fail_errno(f, "xdp: the kernel refuses the program");
	memcpy(x->skel->bss->order, tx->sizes->order, tx->sizes->period);
	map = bpf_map__fd(x->skel->maps.interfaces);
	if (bpf_map_update_elem(map, &zero, &index, BPF_ANY) < 0)
		return fail_errno(f, "xdp: %s", tx->link->name);
	return 0;
}

static int
open_all(const struct tx *tx, struct xdp *x, struct fail *f)
{
	struct xdp_shape shape;

	xdp_plan_shape(tx, &shape);
	x->len = shape.longest;
	x->data = calloc(1, x->len);
	if (x->data == NULL)
		return fail(f, "xdp: out of memory");
	if (check_target(tx, x, f) < 0 || load(tx, x, &shape, f) < 0)
		return -1;
	x->watch.run = run_live;
	x->watch.arg = x;
	x->watch.control = &x->skel->bss->control;
	x->watch.state = &x->skel->bss->state;
	x->watch.link = x->counted ? tx->link : NULL;
	if (xdp_watch_open(&x->watch, f) < 0)
		return -1;
	return rehearse(x, f);
}

static void
xdp_close(struct tx *tx)
{
	struct xdp *x = tx->state;

	if (x == NULL)
		return;
	xdp_watch_close(&x->watch);
	tx_xdp__destroy(x->skel);
	free(x->data);
	free(x);
	tx->state = NULL;
}

static int
xdp_open(struct tx *tx, struct fail *f)
{
	struct xdp *x = calloc(1, sizeof(*x));

	libbpf_set_print(bpf_try_quiet);
	tx->state = x;
	if (x == NULL)
		return fail(f, "xdp: out of memory");
	x->watch.pipe[0] = x->watch.pipe[1] = -1;
	if (open_all(tx, x, f) < 0) {
		xdp_close(tx);
		return -1;
	}
	return 0;
}

static uint64_t
xdp_progress(const struct tx *tx)
{
	const struct xdp *x = tx->state;

	return x == NULL ? 0 : xdp_watch_made(&x->skel->bss->state);
}

static int
xdp_generate(struct tx *tx, const struct tx_job *job, struct tx_made *made,
    struct fail *f)
{
	struct xdp *x = tx->state;
	struct tx_xdp__bss *bss = x->skel->bss;
	int rc;

	memset(&bss->gaps, 0, sizeof(bss->gaps));
	memset(bss->slots, 0, sizeof(bss->slots));
	xdp_plan_kinds(tx, job, bss->kinds);
	xdp_plan_state(tx, job, &bss->state);
	xdp_plan_slots(made->series, &bss->state);
	x->watch.pace = job->pace;
	/* behind a phase that is not counted there is another one */
	rc = xdp_watch(&x->watch, job->uncounted, made, f);
	if (made->gaps != NULL)
		hist_merge(made->gaps, &bss->gaps);
	if (made->series != NULL)
		xdp_plan_series(&bss->state, bss->slots, made->series);
	if (rc == 0 && bss->control.gone)
		return fail(f, "xdp: %s was removed", tx->link->name);
	return x->watch.vanished ? vanishes(tx->link->name, f) : rc;
}

const struct tx_engine tx_xdp = {
	.name = "xdp",
	.help = "frames made inside the kernel (BPF_PROG_RUN)",
	.caps = TX_ROOT | TX_TAGS | TX_IN_KERNEL | TX_BYPASS,
	.layer = TX_ETHERNET,
	.usable = xdp_usable,
	.open = xdp_open,
	.generate = xdp_generate,
	.progress = xdp_progress,
	.close = xdp_close,
};
