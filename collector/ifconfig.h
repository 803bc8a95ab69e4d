/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one line of ifconfig's says about an interface (ifconfig.c, in words:
 * ifconfig_words.c), for the parser that finds the lines and gives out the
 * whole (parse_ifconfig.c).
 */
#ifndef COLLECTOR_IFCONFIG_H
#define COLLECTOR_IFCONFIG_H

#include "collector/ifconfig_counts.h"
#include "collector/parse.h"

struct bits { /* "8843<UP,BROADCAST>" */
	bool known;
	struct span hex, list;
};

enum { OPTIONS, CAPABILITIES, ENABLED, EC_CAPABILITIES, EC_ENABLED, BITS };

struct port { /* one interface in the making; empty spans: not told */
	struct span name, mtu, metric, ether, media, active, media_options;
	struct span status, description, vlan, vlan_parent, vlan_proto;
	struct span lagg_proto, lagg_hash;
	struct bits flags, bits[BITS];
	struct value *v, *inet, *inet6, *groups, *lagg_ports, *members;
	struct ifconfig_counts counts;
};

/* The first word of a line; empty where there is none. */
struct span port_word(const struct line *);
/* The word behind this one; empty where there is none. */
struct span port_behind(const struct line *, const char *word);
/* What stands behind the first word. */
struct span port_rest(const struct line *);
/* Up to this character, without blanks at the end. */
struct span port_until(struct span, char);
/* Number and list behind "NAME=" at the beginning. */
struct bits port_bits(struct span);
/* The next of a list between commas, blanks and brackets. */
bool port_next(struct span *list, struct span *one);
bool port_holds(struct span list, const char *word);
/* The leading ones of "0xffffff00" or "255.255.255.0"; false: no mask. */
bool port_mask(struct span, uint64_t *prefix);
/* The medium in use; empty where it is not known. */
struct span port_medium(const struct port *);

/* Absent is null. The list tells how many it has. */
void port_text(struct reading *, struct value *, const char *, struct span);
void port_number(struct reading *, struct value *, const char *, struct span);
uint64_t port_list(struct reading *, struct value *, const char *, struct span);

/* Whole lines, as before a mailer broke them. */
void port_begin(struct reading *, struct port *, const struct line *header);
void port_item(struct reading *, struct port *, const struct line *);

#endif
