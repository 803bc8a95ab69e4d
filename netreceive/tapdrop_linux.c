/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "netreceive/tapdrop.h"
#include "netreceive/tapfilter.h"

/*
 * From the kernel's include/uapi/linux/bpf.h since Linux 6.6; Debian 12's
 * headers are older than that, and older kernels say EINVAL.
 */
#define ATTACH_TCX_INGRESS 46
#define VERDICT_DROP 2 /* TCX_DROP */
#define VERDICT_NEXT (-1) /* TCX_NEXT: the next program, then the stack */

static int
bpf(int command, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, command, attr, sizeof(*attr));
}

int
tapdrop_attach(unsigned ifindex, const struct sock_filter *filter, size_t n,
    struct fail *f)
{
	static const char license[] = "BSD";
	struct bpf_insn program[TAPFILTER_EXTENDED];
	union bpf_attr attr;
	int prog, link;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_SCHED_CLS;
	attr.insn_cnt = (uint32_t)tapfilter_extended(
	    filter, n, program, VERDICT_DROP, VERDICT_NEXT);
	attr.insns = (uint64_t)(uintptr_t)program;
	attr.license = (uint64_t)(uintptr_t)license;
	prog = bpf(BPF_PROG_LOAD, &attr);
	if (prog < 0)
		return fail_errno(f, "drop behind the tap: load");
	memset(&attr, 0, sizeof(attr));
	attr.link_create.prog_fd = (uint32_t)prog;
	attr.link_create.target_ifindex = ifindex;
	attr.link_create.attach_type = ATTACH_TCX_INGRESS;
	link = bpf(BPF_LINK_CREATE, &attr);
	if (link < 0)
		fail_errno(f, "drop behind the tap: attach");
	close(prog); /* the link holds it */
	return link;
}
