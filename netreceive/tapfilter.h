/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which frames are ours: UDP over IPv4 or IPv6 to a range of ports, with 0
 * to 2 tags in the frame. The same program runs twice: as the tap's socket
 * filter (classic BPF), so that other traffic costs nothing, and behind the
 * tap (extended BPF), where exactly the same frames are dropped.
 */
#ifndef NETRECEIVE_TAPFILTER_H
#define NETRECEIVE_TAPFILTER_H

#include <stddef.h>
#include <stdint.h>

struct sock_filter;
struct bpf_insn;

#define TAPFILTER_CLASSIC 48 /* enough room for the one */
#define TAPFILTER_EXTENDED 128 /* and the other */

/*
 * Into out[TAPFILTER_CLASSIC]; returns the length. A frame that matches is
 * cut to `snap` bytes.
 */
size_t tapfilter_classic(struct sock_filter *out, uint16_t port_min,
    uint16_t port_max, uint32_t snap);

/*
 * Translate into out[TAPFILTER_EXTENDED]: what the classic program accepts gets `match`, the rest
 * `other`. 0: an instruction that this translator does not know.
 */
size_t tapfilter_extended(const struct sock_filter *in, size_t n,
    struct bpf_insn *out, int32_t match, int32_t other);

#endif
