/* SPDX-License-Identifier: BSD-2-Clause */
#include "harness/doc.h"
#include "harness/merge.h"

uint64_t
merge_window(
    const json_t *series, uint64_t from_ns, uint64_t to_ns, uint64_t *window_ns)
{
	const json_t *t = json_object_get(series, "t_ns"), *end;
	const json_t *v = json_object_get(series, "v");
	uint64_t interval = 0, phase, first, last, frames = 0;
	size_t i;

	*window_ns = 0;
	if (!doc_u64(series, "interval_ns", &interval) || interval == 0 ||
	    !json_is_array(t))
		return 0;
	if (json_array_size(t) == 0) { /* all is lost: 0 in any interval */
		*window_ns = to_ns > from_ns ? to_ns - from_ns : 0;
		return 0;
	}
	/* empty intervals at the ends are not listed but belong to the time */
	phase = (uint64_t)json_integer_value(json_array_get(t, 0)) % interval;
	first = from_ns + (phase + interval - from_ns % interval) % interval;
	last = to_ns - (to_ns % interval + interval - phase) % interval;
	if (last <= first)
		return 0;
	json_array_foreach(t, i, end)
	{
		uint64_t to = (uint64_t)json_integer_value(end);
		const json_t *n = json_array_get(v, i);

		if (to >= first + interval && to <= last && json_is_integer(n))
			frames += (uint64_t)json_integer_value(n);
	}
	*window_ns = last - first;
	return frames;
}
