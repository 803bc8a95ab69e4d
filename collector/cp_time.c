/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/cp_time.h"
#include "collector/parse.h"

#define TICKS 1280 /* of 256 CPUs */

/* "1, 2, 3", "1,2,3", "user = 1, nice = 2, ...": its numbers, 0: too many */
static size_t
ticks_of(const char *text, uint64_t *v)
{
	size_t n = 0, len;

	for (; *text != '\0'; text += len) {
		len = strspn(text, "0123456789");
		if (len > 0 &&
		    (n == TICKS ||
			!span_u64((struct span){ text, len }, &v[n++])))
			return 0;
		len += strcspn(text + len, "0123456789");
	}
	return n;
}

static void
put_ticks(struct reading *r, struct value *into, const char *cpu,
    const uint64_t *v, size_t n)
{
	/* OpenBSD 6.4 and later: time in which a CPU waited for a lock */
	static const char *const states[] = { "user", "nice", "system", "spin",
		"irq", "idle" };
	struct value *one = value_put(r->arena, into, cpu, VALUE_OBJECT);
	char counter[COUNTER_NAME];

	for (size_t i = 0, at = 0; i < 6; i++) {
		if (i == 3 && n == 5)
			continue;
		value_u64(r->arena, one, states[i], v[at]);
		snprintf(counter, sizeof(counter), "cpu.%s.ticks", states[i]);
		parse_count(r, counter, cpu, v[at++], 64);
	}
}

void
cp_time_put(struct reading *r, const char *name, const char *text)
{
	bool each = strcmp(name, "kern.cp_times") == 0;
	uint64_t v[TICKS];
	struct value *into;
	char cpu[24];
	size_t n;

	if (!each && strcmp(name, "kern.cp_time") != 0)
		return;
	n = ticks_of(text, v);
	if (each ? n == 0 || n % 5 != 0 : n != 5 && n != 6)
		return;
	into = value_find(r->data, "cp_time");
	if (into == NULL)
		into = value_put(r->arena, r->data, "cp_time", VALUE_OBJECT);
	if (!each)
		put_ticks(r, into, "cpu", v, n);
	for (size_t i = 0; each && i < n; i += 5) {
		snprintf(cpu, sizeof(cpu), "cpu%zu", i / 5);
		put_ticks(
		    r, into, arena_text(r->arena, cpu, strlen(cpu)), v + i, 5);
	}
}
