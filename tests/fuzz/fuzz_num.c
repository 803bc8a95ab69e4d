/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers from the command line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/num.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	uint64_t v, range[2], numbers[4];
	struct num_list list = { numbers, 4, 0 };
	struct rate rate;
	struct fail f;
	char *text = malloc(len + 1);

	if (text == NULL)
		return 0;
	if (len > 0)
		memcpy(text, data, len);
	text[len] = '\0';
	if (num_u64("x", text, 3, 5000, &v, &f) == 0 && (v < 3 || v > 5000))
		abort();
	if (num_duration("x", text, 10, UINT64_MAX, &v, &f) == 0 && v < 10)
		abort();
	if (num_rate("x", text, &rate, &f) == 0 &&
	    (rate.frames > NUM_RATE_MAX || rate.seconds < 1 ||
		rate.seconds > 1000))
		abort();
	if (num_range("x", text, 0, 9, range, &f) == 0 &&
	    (range[0] > range[1] || range[1] > 9))
		abort();
	if (num_list("x", text, 0, 9, &list, &f) == 0 &&
	    (list.n < 1 || list.n > 4))
		abort();
	free(text);
	return 0;
}
