/* SPDX-License-Identifier: BSD-2-Clause */
/* Does an interface send frames that a program in the kernel redirects? */
#ifndef NETBLAST_XDP_TARGET_H
#define NETBLAST_XDP_TARGET_H

enum xdp_target {
	XDP_TARGET_UNKNOWN, /* the kernel is older than 6.3 */
	XDP_TARGET_NO, /* it drops them, and counts them nowhere */
	XDP_TARGET_YES,
};

enum xdp_target xdp_target(unsigned index);

#endif
