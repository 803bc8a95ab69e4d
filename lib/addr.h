/* SPDX-License-Identifier: BSD-2-Clause */
/* IPv4 and IPv6 addresses as values. Port and interface are not part. */
#ifndef LIB_ADDR_H
#define LIB_ADDR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fail.h"

struct addr {
	uint8_t family; /* 4, 6, or 0: none */
	uint8_t b[16]; /* network order; 4 or 16 used */
};

#define ADDR_TEXT 46
#define ADDR_RANGE_TEXT (2 * ADDR_TEXT)
#define MAC_TEXT 18

/* Numeric addresses only (inet_pton(3)); names are not resolved. */
int
addr_parse(const char *what, const char *text, struct addr *, struct fail *);
char *addr_text(const struct addr *, char buf[ADDR_TEXT]);
bool addr_equal(const struct addr *, const struct addr *);

/* "02:00:5e:10:00:01" */
int
mac_parse(const char *what, const char *text, uint8_t mac[6], struct fail *);
char *mac_text(const uint8_t mac[6], char buf[MAC_TEXT]);

/*
 * May this address be blasted without --any-address? Loopback, RFC 1918,
 * link-local (RFC 3927, RFC 4291), 198.18.0.0/15 (RFC 2544), the RFC 5737
 * documentation networks, fc00::/7 (RFC 4193), 2001:2::/48 (RFC 5180),
 * 2001:db8::/32 (RFC 3849).
 */
bool addr_is_lab(const struct addr *);

/*
 * Ranges: n addresses from *first on, of which only the last 4 bytes count
 * up, without a carry out of them.
 *
 * One of
 *	198.18.0.1		one address
 *	198.18.0.1-198.18.0.9	A to B, which differ in the last 4 bytes only
 *	198.18.0.0/24		its hosts: without network and broadcast
 *				address, of which a /31 or /32 has none
 *				(RFC 3021); IPv6: without the all-zero address
 *				of the routers (RFC 4291 section 2.6.1) up to
 *				/126; the first 2^32 - 2 of a larger prefix
 * Bits set behind the prefix are refused: is the host meant or the prefix?
 */
int addr_range_parse(const char *what, const char *text, struct addr *first,
    uint32_t *n, struct fail *);

/* As A-B, or as one address. Returns buf. */
char *addr_range_text(
    const struct addr *first, uint32_t n, char buf[ADDR_RANGE_TEXT]);

/* The last 4 bytes in host order, and the same written. */
uint32_t addr_low(const struct addr *);
void addr_set_low(struct addr *, uint32_t);

/* The i-th behind this one; a carry out of the last 4 bytes is lost. */
struct addr addr_nth(const struct addr *, uint32_t i);

/* Every address of the range is addr_is_lab(). n 1 or more. */
bool addr_range_is_lab(const struct addr *first, uint32_t n);

#endif
