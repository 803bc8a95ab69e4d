/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "lib/cpu.h"
#include "lib/num.h"

/* A, A-B or A-B:STEP */
static int
parse_piece(const char *what, char *piece, uint64_t range[2], uint64_t *step,
    struct fail *f)
{
	char *colon = strchr(piece, ':');
	char name[96];

	*step = 1;
	if (colon != NULL) {
		*colon = '\0';
		snprintf(name, sizeof(name), "%s, step", what);
		if (strchr(piece, '-') == NULL)
			return fail(f, "%s: \"%s:%s\" has a step without range",
			    what, piece, colon + 1);
		if (num_u64(name, colon + 1, 1, CPU_MAX - 1, step, f) < 0)
			return -1;
	}
	return num_range(what, piece, 0, CPU_MAX - 1, range, f);
}

static int
add(const char *what, uint64_t cpu, struct cpu_list *list, struct fail *f)
{
	struct fail why;

	if (list->n == CPU_LIST_MAX)
		return fail(f, "%s: more than %d CPUs", what, CPU_LIST_MAX);
	if (cpu_usable((unsigned)cpu, &why) < 0)
		return fail(f, "%s: %.400s", what, why.text);
	list->cpu[list->n++] = (uint16_t)cpu;
	return 0;
}

int
cpu_list_parse(
    const char *what, const char *text, struct cpu_list *list, struct fail *f)
{
	uint64_t range[2], step;
	char piece[64];

	list->n = 0;
	for (;;) {
		size_t len = strcspn(text, ",");

		if (len >= sizeof(piece))
			return fail(f, "%s: \"%s\" is not a number or range",
			    what, text);
		memcpy(piece, text, len);
		piece[len] = '\0';
		if (parse_piece(what, piece, range, &step, f) < 0)
			return -1;
		for (uint64_t cpu = range[0]; cpu <= range[1]; cpu += step)
			if (add(what, cpu, list, f) < 0)
				return -1;
		if (text[len] == '\0')
			return 0;
		text += len + 1;
	}
}
