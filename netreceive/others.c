/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "netreceive/others.h"

static const char *const names[OTHER_KINDS] = {
	[OTHER_IPERF3] = "iperf3",
	[OTHER_PKTGEN] = "pkt-gen",
};

const char *
other_name(enum other o)
{
	return names[o];
}

/* The text "6789"; in older versions the number 123456789. */
bool
other_hello(const uint8_t payload[OTHER_HELLO])
{
	static const uint8_t hellos[][OTHER_HELLO] = {
		{ '9', '8', '7', '6' },
		{ '6', '7', '8', '9' },
		{ 0x15, 0xcd, 0x5b, 0x07 },
		{ 0x07, 0x5b, 0xcd, 0x15 },
	};

	for (size_t i = 0; i < sizeof(hellos) / sizeof(hellos[0]); i++)
		if (memcmp(payload, hellos[i], OTHER_HELLO) == 0)
			return true;
	return false;
}
