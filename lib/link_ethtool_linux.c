/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

uint32_t
ethtool_names(const char *name, uint32_t set)
{
	union {
		struct ethtool_sset_info info;
		uint32_t room[sizeof(struct ethtool_sset_info) / 4 + 1];
	} u;

	memset(&u, 0, sizeof(u));
	u.info.cmd = ETHTOOL_GSSET_INFO;
	u.info.sset_mask = 1ULL << set;
	if (ethtool_ask(name, &u) < 0 || u.info.sset_mask == 0)
		return 0;
	return u.info.data[0];
}

/* The features are the kernel's, so their number does not change. */
bool
ethtool_has(const char *name, const char *feature)
{
	uint32_t n = ethtool_names(name, ETH_SS_FEATURES), blocks = n / 32 + 1;
	struct ethtool_gstrings *s =
	    calloc(1, sizeof(*s) + (size_t)n * ETH_GSTRING_LEN);
	struct ethtool_gfeatures *g =
	    calloc(1, sizeof(*g) + blocks * sizeof(g->features[0]));
	bool on = false;

	if (n > 0 && s != NULL && g != NULL) {
		s->cmd = ETHTOOL_GSTRINGS;
		s->string_set = ETH_SS_FEATURES;
		g->cmd = ETHTOOL_GFEATURES;
		g->size = blocks;
		if (ethtool_ask(name, s) < 0 || s->len > n ||
		    ethtool_ask(name, g) < 0)
			n = 0;
	}
	for (uint32_t i = 0; s != NULL && g != NULL && i < n; i++)
		if (strncmp((const char *)s->data + i * ETH_GSTRING_LEN,
			feature, ETH_GSTRING_LEN) == 0)
			on = (g->features[i / 32].active >> i % 32 & 1) != 0;
	free(s);
	free(g);
	return on;
}

void
ethtool_driver(const char *name, char *buf, size_t size)
{
	struct ethtool_drvinfo d = { .cmd = ETHTOOL_GDRVINFO };

	buf[0] = '\0';
	if (ethtool_ask(name, &d) == 0)
		snprintf(buf, size, "%.31s", d.driver);
}
