/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/ethtool.h"

bool
ethtool_split(const struct line *l, struct span *name, struct span *value)
{
	const char *colon = l->len > 0 ? memchr(l->p, ':', l->len) : NULL;

	if (colon == NULL || colon == l->p)
		return false;
	*name = (struct span){ l->p, (size_t)(colon - l->p) };
	*value =
	    (struct span){ colon + 1, (size_t)(l->p + l->len - colon - 1) };
	while (value->len > 0 && strchr(" \t", *value->p) != NULL) {
		value->p++;
		value->len--;
	}
	return true;
}

void
ethtool_interface(struct reading *r, const char *option)
{
	const char *p = r->command == NULL ? NULL : strstr(r->command, option);
	size_t len;

	if (p == NULL)
		return;
	p += strlen(option);
	len = strcspn(p, " ");
	if (len > 0)
		value_text(r->arena, r->data, "interface",
		    arena_text(r->arena, p, len));
}
