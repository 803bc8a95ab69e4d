/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Can BPF be used here, asked by trying; for engines that are built only
 * where libbpf is, so nothing of it is in the library. A header therefore.
 */
#ifndef LIB_BPF_TRY_H
#define LIB_BPF_TRY_H

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdarg.h>

#include "lib/fail.h"

static inline int
bpf_try_quiet(enum libbpf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

/* Why a call about BPF failed, by errno. Returns -1. */
static inline int
bpf_try_fail(struct fail *f)
{
	if (errno == EPERM)
		return fail(f, "needs root, or CAP_BPF and CAP_NET_ADMIN");
	return fail_errno(f, "BPF");
}

/*
 * Keep libbpf from printing, and load the smallest XDP program there is, one
 * that returns `verdict`. Its descriptor, to be closed by the caller; -1.
 */
static inline int
bpf_try(const char *name, int verdict, struct fail *f)
{
	const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = verdict },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd;

	libbpf_set_print(bpf_try_quiet);
	fd = bpf_prog_load(BPF_PROG_TYPE_XDP, name, "Dual BSD/GPL", program,
	    sizeof(program) / sizeof(*program), NULL);
	return fd >= 0 ? fd : bpf_try_fail(f);
}

#endif
