/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/link_ethtool_linux.h"

#define MASK_WORDS 127 /* link_mode_masks_nwords is a signed 8-bit number */

int
ethtool_ask(const char *name, void *data)
{
	struct ifreq ifr;
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int rc;

	if (fd < 0)
		return -1;
	memset(&ifr, 0, sizeof(ifr));
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", name);
	ifr.ifr_data = data;
	rc = ioctl(fd, SIOCETHTOOL, &ifr);
	close(fd);
	return rc;
}

/* Asked twice: the first answer is how long the kernel's masks are. */
uint64_t
ethtool_speed_bps(const char *name)
{
	union {
		struct ethtool_link_settings s;
		uint32_t room[sizeof(struct ethtool_link_settings) / 4 +
		    3 * MASK_WORDS];
	} u;
	int8_t words;

	memset(&u, 0, sizeof(u));
	u.s.cmd = ETHTOOL_GLINKSETTINGS;
	if (ethtool_ask(name, &u) < 0 || u.s.link_mode_masks_nwords >= 0)
		return 0;
	words = (int8_t)-u.s.link_mode_masks_nwords;
	memset(&u, 0, sizeof(u));
	u.s.cmd = ETHTOOL_GLINKSETTINGS;
	u.s.link_mode_masks_nwords = words;
	if (ethtool_ask(name, &u) < 0 || u.s.speed == (uint32_t)SPEED_UNKNOWN)
		return 0;
	return u.s.speed * 1000000ULL;
}

unsigned
ethtool_queues(const char *name, unsigned *receiving)
{
	struct ethtool_channels c = { .cmd = ETHTOOL_GCHANNELS };
	bool known = ethtool_ask(name, &c) >= 0;

	*receiving = known ? c.rx_count + c.combined_count : 0;
	return known ? c.tx_count + c.combined_count : 0;
}

bool
ethtool_takes_tags_off(const char *name)
{
	struct ethtool_value v = { .cmd = ETHTOOL_GFLAGS };

	return ethtool_ask(name, &v) >= 0 && (v.data & ETH_FLAG_RXVLAN) != 0;
}

void
ethtool_driver(const char *name, char *buf, size_t size)
{
	struct ethtool_drvinfo d = { .cmd = ETHTOOL_GDRVINFO };

	buf[0] = '\0';
	if (ethtool_ask(name, &d) == 0)
		snprintf(buf, size, "%.31s", d.driver);
}
