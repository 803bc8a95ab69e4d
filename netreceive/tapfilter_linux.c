/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <string.h>

#include "netreceive/tapfilter.h"

#define NUMBER(a) (sizeof(a) / sizeof((a)[0]))

enum { /* where the jumps of the program go */
	ONE_TAG = 5,
	TWO_TAGS = 10,
	TYPE = 12,
	IPV6 = 24,
	PORT_LOW = 28,
	PORT_HIGH = 29,
	OURS = 30,
	OTHER = 31,
};

/* Jumps are relative to the next instruction. */
#define ON(at, code, k, yes, no) \
	BPF_JUMP(BPF_JMP | (code) | BPF_K, k, (yes) - (at)-1, (no) - (at)-1)

/*
 * X holds how many bytes of tags stand before the type: the kernel takes the
 * outermost tag off before a tap sees the frame, but not the second. Then
 * offsets are those of an untagged frame: IPv4 at 14, its protocol at 23,
 * fragment field at 20; IPv6's next header at 20, UDP's destination port at
 * 14 + 40 + 2. A load behind the end of a frame ends both kinds of program
 * with "not ours". IPv6 extension headers are not followed: netblast sends
 * none.
 */
size_t
tapfilter_classic(struct sock_filter *out, uint16_t port_min, uint16_t port_max,
    uint32_t snap)
{
	const struct sock_filter program[] = {
		/* 0 */ BPF_STMT(BPF_LDX | BPF_IMM, 0),
		/* 1 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 12),
		/* 2 */ ON(2, BPF_JEQ, 0x8100, ONE_TAG, 3),
		/* 3 */ ON(3, BPF_JEQ, 0x88a8, ONE_TAG, 4),
		/* 4 */ ON(4, BPF_JEQ, 0x9100, ONE_TAG, TYPE),
		/* 5 ONE_TAG */ BPF_STMT(BPF_LDX | BPF_IMM, 4),
		/* 6 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 16),
		/* 7 */ ON(7, BPF_JEQ, 0x8100, TWO_TAGS, 8),
		/* 8 */ ON(8, BPF_JEQ, 0x88a8, TWO_TAGS, 9),
		/* 9 */ ON(9, BPF_JEQ, 0x9100, TWO_TAGS, TYPE),
		/* 10 TWO_TAGS */ BPF_STMT(BPF_LDX | BPF_IMM, 8),
		/* 11 */ BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 20),
		/* 12 TYPE */ ON(12, BPF_JEQ, 0x0800, 13, IPV6),
		/* 13 */ BPF_STMT(BPF_LD | BPF_B | BPF_IND, 23),
		/* 14 */ ON(14, BPF_JEQ, 17, 15, OTHER),
		/* 15 */ BPF_STMT(BPF_LD | BPF_H | BPF_IND, 20),
		/* 16: fragments have no port */
		ON(16, BPF_JSET, 0x3fff, OTHER, 17),
		/* 17 */ BPF_STMT(BPF_LD | BPF_B | BPF_IND, 14),
		/* 18 */ BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xf),
		/* 19 */ BPF_STMT(BPF_ALU | BPF_LSH | BPF_K, 2),
		/* 20 */ BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
		/* 21 */ BPF_STMT(BPF_MISC | BPF_TAX, 0),
		/* 22 */ BPF_STMT(BPF_LD | BPF_H | BPF_IND, 16),
		/* 23 */ BPF_STMT(BPF_JMP | BPF_JA, PORT_LOW - 24),
		/* 24 IPV6 */ ON(24, BPF_JEQ, 0x86dd, 25, OTHER),
		/* 25 */ BPF_STMT(BPF_LD | BPF_B | BPF_IND, 20),
		/* 26 */ ON(26, BPF_JEQ, 17, 27, OTHER),
		/* 27 */ BPF_STMT(BPF_LD | BPF_H | BPF_IND, 56),
		/* 28 PORT_LOW */
		ON(28, BPF_JGE, port_min, PORT_HIGH, OTHER),
		/* 29 PORT_HIGH */
		ON(29, BPF_JGT, port_max, OTHER, OURS),
		/* 30 OURS */ BPF_STMT(BPF_RET | BPF_K, snap),
		/* 31 OTHER */ BPF_STMT(BPF_RET | BPF_K, 0),
	};

	memcpy(out, program, sizeof(program));
	return NUMBER(program);
}

/* A is R0, where loads leave their result; X is R7, which they spare. */
#define A BPF_REG_0
#define X BPF_REG_7

static struct bpf_insn
insn(int code, int dst, int src, int32_t imm)
{
	return (struct bpf_insn){ .code = (uint8_t)code,
		.dst_reg = dst & 0xf,
		.src_reg = src & 0xf,
		.imm = imm };
}

static struct bpf_insn
jump(int code, int32_t imm, size_t from, size_t to)
{
	struct bpf_insn i = insn(BPF_JMP | code | BPF_K, A, 0, imm);

	i.off = (int16_t)((long)to - (long)from - 1);
	return i;
}

/* Instructions that one classic instruction becomes. */
static size_t
length(const struct sock_filter *in)
{
	int class = BPF_CLASS(in->code);

	if (class == BPF_RET)
		return 2;
	return class == BPF_JMP && BPF_OP(in->code) != BPF_JA ? 2 : 1;
}

/* Loads, arithmetic and moves, one for one; code 0: not known. */
static struct bpf_insn
plain(const struct sock_filter *in)
{
	int32_t k = (int32_t)in->k;

	switch (in->code) {
	case BPF_LD | BPF_H | BPF_ABS:
	case BPF_LD | BPF_B | BPF_ABS:
		return insn(in->code, 0, 0, k);
	case BPF_LD | BPF_H | BPF_IND:
	case BPF_LD | BPF_B | BPF_IND:
		return insn(in->code, 0, X, k);
	case BPF_LDX | BPF_IMM:
		return insn(BPF_ALU64 | BPF_MOV | BPF_K, X, 0, k);
	case BPF_ALU | BPF_AND | BPF_K:
	case BPF_ALU | BPF_LSH | BPF_K:
		return insn(in->code, A, 0, k);
	case BPF_ALU | BPF_ADD | BPF_X:
		return insn(in->code, A, X, 0);
	case BPF_MISC | BPF_TAX:
		return insn(BPF_ALU64 | BPF_MOV | BPF_X, X, A, 0);
	}
	return insn(0, 0, 0, 0);
}

/*
 * Loads want the packet in R6, so one instruction goes before all others. A
 * conditional jump has two targets there, one here: the second becomes a
 * jump of its own.
 */
size_t
tapfilter_extended(const struct sock_filter *in, size_t n, struct bpf_insn *out,
    int32_t match, int32_t other)
{
	size_t start[TAPFILTER_CLASSIC + 1] = { 1 };
	struct bpf_insn *o;

	if (n > TAPFILTER_CLASSIC)
		return 0;
	for (size_t i = 0; i < n; i++)
		start[i + 1] = start[i] + length(&in[i]);
	if (start[n] > TAPFILTER_EXTENDED)
		return 0;
	out[0] = insn(BPF_ALU64 | BPF_MOV | BPF_X, BPF_REG_6, BPF_REG_1, 0);
	for (size_t i = 0; i < n; i++) {
		size_t at = start[i];

		o = &out[at];
		if (BPF_CLASS(in[i].code) == BPF_RET) {
			o[0] = insn(BPF_ALU64 | BPF_MOV | BPF_K, A, 0,
			    in[i].k != 0 ? match : other);
			o[1] = insn(BPF_JMP | BPF_EXIT, 0, 0, 0);
		} else if (in[i].code == (BPF_JMP | BPF_JA)) {
			o[0] = jump(BPF_JA, 0, at, start[i + 1 + in[i].k]);
		} else if (BPF_CLASS(in[i].code) == BPF_JMP) {
			o[0] = jump(BPF_OP(in[i].code), (int32_t)in[i].k, at,
			    start[i + 1 + in[i].jt]);
			o[1] = jump(BPF_JA, 0, at + 1, start[i + 1 + in[i].jf]);
		} else {
			o[0] = plain(&in[i]);
			if (o[0].code == 0)
				return 0;
		}
	}
	return start[n];
}
