/* SPDX-License-Identifier: BSD-2-Clause */
#include "collector/ask.h"
#include "collector/collector.h"

void
envelope_counter(struct result *r, const struct counter *c)
{
	result_object(r, NULL);
	result_text(r, "name", c->name);
	result_text(r, "instance", c->instance);
	result_u64(r, "value", c->value);
	result_given(r, "bits", c->bits);
	result_text(r, "scope", c->machine ? "machine" : "host");
	result_end(r);
}

void
envelope_listing(struct result *r, const struct listing *l)
{
	result_object(r, NULL);
	result_text(r, "kind", l->kind);
	result_text(r, "os", l->os);
	result_text(r, "host", l->host);
	result_text(r, "command", l->command);
	result_text(r, "section", l->section);
	result_text_len(r, "text", l->text, l->text_len);
	if (l->data != NULL)
		value_emit(l->data, r, "data");
	else
		result_null(r, "data");
	result_end(r);
}

void
envelope_config(
    struct result *r, const struct common *c, int files, char *const *names)
{
	result_object(r, "config");
	result_text(r, "os", c->os);
	result_array(r, "files");
	for (int i = 0; i < files; i++)
		result_text(r, NULL, names[i]);
	result_end(r);
}

void
envelope_end(struct result *r, const char *note)
{
	result_array(r, "notes");
	if (note != NULL)
		result_text(r, NULL, note);
	result_end(r);
	result_bool(r, "valid", true);
	result_null(r, "error");
}

void
envelope_router(struct result *r, const struct asked *a)
{
	if (a->os[0] == '\0') {
		result_null(r, "router");
		return;
	}
	result_object(r, "router");
	result_text(r, "name", a->name);
	result_text(r, "os", a->os);
	result_text(r, "release", a->release);
	result_text(r, "machine", a->machine);
	result_text(r, "boot_id", a->boot_id[0] != '\0' ? a->boot_id : NULL);
	result_end(r);
}

void
envelope_ms(struct result *r, const char *key, double ms)
{
	if (ms < 0)
		result_null(r, key);
	else
		result_real(r, key, ms);
}
