/* SPDX-License-Identifier: BSD-2-Clause */
/* What a driver says of itself (ethtool(8)), for link_linux.c. Linux only. */
#ifndef LIB_LINK_ETHTOOL_LINUX_H
#define LIB_LINK_ETHTOOL_LINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An ethtool command of <linux/ethtool.h>: -1 and errno where it failed. */
int ethtool_ask(const char *name, void *command);

/* 0: unknown, no carrier, or no such notion. */
uint64_t ethtool_speed_bps(const char *name);

/* Queues in use for sending and receiving; 0: the driver does not say. */
unsigned ethtool_queues(const char *name, unsigned *receiving);

/* Does the card take 802.1Q tags off received frames (rx-vlan-offload)? */
bool ethtool_takes_tags_off(const char *name);

/* How many names there are of an ETH_SS_...; 0: none, or not known. */
uint32_t ethtool_names(const char *name, uint32_t set);

/*
 * Is this feature of `ethtool -k` on? Named as the kernel names it: rx-gro is
 * generic-receive-offload there. False where nothing is known of it.
 */
bool ethtool_has(const char *name, const char *feature);

/* The driver's name; "" unknown. */
void ethtool_driver(const char *name, char *buf, size_t size);

#endif
