/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The smallest XDP program on an interface, until a signal ends this one:
 *
 *	xdp_verdict IF drop|pass|redirect
 *
 * Two instructions need no compiler. By bpf_link, in the driver (native), so
 * the program goes with us. Prints "attached" when it is. A redirect that says
 * not where to is an error of the driver's: it counts a frame that it lost.
 */
#include <linux/bpf.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int
bpf(int command, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, command, attr, sizeof(*attr));
}

/* r0 = verdict; exit */
static int
load(int verdict)
{
	const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = verdict },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_XDP;
	attr.insns = (uintptr_t)code;
	attr.insn_cnt = sizeof(code) / sizeof(*code);
	attr.license = (uintptr_t) "Dual BSD/GPL";
	return bpf(BPF_PROG_LOAD, &attr);
}

static int
attach(int program, unsigned index)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.link_create.prog_fd = (unsigned)program;
	attr.link_create.target_ifindex = index;
	attr.link_create.attach_type = BPF_XDP;
	attr.link_create.flags = XDP_FLAGS_DRV_MODE;
	return bpf(BPF_LINK_CREATE, &attr);
}

int
main(int argc, char **argv)
{
	static const char *const verdicts[] = { [XDP_DROP] = "drop",
		[XDP_PASS] = "pass",
		[XDP_REDIRECT] = "redirect" };
	int program, verdict = XDP_REDIRECT;
	unsigned index;

	while (argc == 3 && verdict > 0 &&
	    (verdicts[verdict] == NULL ||
		strcmp(argv[2], verdicts[verdict]) != 0))
		verdict--;
	if (argc != 3 || verdict == 0) {
		fprintf(stderr, "usage: xdp_verdict IF drop|pass|redirect\n");
		return 1;
	}
	index = if_nametoindex(argv[1]);
	program = load(verdict);
	if (index == 0 || program < 0 || attach(program, index) < 0) {
		perror(argv[1]);
		return 1;
	}
	puts("attached");
	fflush(stdout);
	for (;;)
		pause();
}
