/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Capabilities (capabilities(7)) by system call: glibc has none for them,
 * and libcap would be one more library for two calls.
 */
#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/priv.h"

#define BPF 39 /* CAP_BPF, which headers before Linux 5.8 do not have */
#define BIT(cap) (1ULL << (cap))

static const struct {
	unsigned keep;
	uint64_t caps;
} kept[] = {
	{ PRIV_FILES, BIT(CAP_DAC_OVERRIDE) },
	{ PRIV_NET_ADMIN, BIT(CAP_NET_ADMIN) },
	{ PRIV_NET_RAW, BIT(CAP_NET_RAW) },
	{ PRIV_BPF, BIT(BPF) },
};

/* protocol 0: the socket never receives anything */
int
priv_raw(struct fail *f)
{
	int fd = socket(AF_PACKET, SOCK_RAW, 0);

	if (fd < 0)
		return fail_errno(f, "needs root or CAP_NET_RAW");
	close(fd);
	return 0;
}

/*
 * What a program started by us could get. Takes CAP_SETPCAP; who lacks it
 * gets nothing by exec either, because of PR_SET_NO_NEW_PRIVS.
 */
static void
drop_bounding(uint64_t keep)
{
	for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
		if ((keep & BIT(cap)) == 0)
			(void)prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
}

int
priv_drop(unsigned keep, struct fail *f)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3
	};
	struct __user_cap_data_struct data[2];
	uint64_t caps = 0;

	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		if ((keep & kept[i].keep) != 0)
			caps |= kept[i].caps;
	if (syscall(SYS_capget, &head, data) < 0)
		return fail_errno(f, "capabilities");
	drop_bounding(caps);
	for (int i = 0; i < 2; i++) {
		uint32_t part = (uint32_t)(caps >> 32 * i);

		data[i].permitted &= part;
		data[i].effective &= part;
		data[i].inheritable = 0;
	}
	if (syscall(SYS_capset, &head, data) < 0)
		return fail_errno(f, "capabilities cannot be dropped");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return fail_errno(f, "no_new_privs cannot be set");
	return 0;
}
