/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers in network order, at any address. */
#ifndef LIB_PUT_H
#define LIB_PUT_H

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>

static inline void
put16(uint8_t *p, uint16_t v)
{
	v = htons(v);
	memcpy(p, &v, 2);
}

static inline void
put32(uint8_t *p, uint32_t v)
{
	v = htonl(v);
	memcpy(p, &v, 4);
}

#endif
