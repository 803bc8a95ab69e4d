/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/num.h"
#include "lib/opt.h"

static int
store(const struct opt *o, void *into, const char *text, struct fail *f)
{
	void *field = (char *)into + o->offset;
	char what[64];

	snprintf(what, sizeof(what), "--%s", o->name);
	switch (o->type) {
	case OPT_FLAG:
		*(bool *)field = true;
		return 0;
	case OPT_U64:
		return num_u64(what, text, o->min, o->max, field, f);
	case OPT_DURATION:
		return num_duration(what, text, o->min, o->max, field, f);
	case OPT_RATE:
		return num_rate(what, text, field, f);
	case OPT_TEXT:
		*(const char **)field = text;
		return 0;
	case OPT_CALL:
		return o->parse(what, text, field, f);
	}
	return fail(f, "%s: broken option table", what);
}

static const struct opt *
by_name(const struct opt *table, const char *name, size_t len)
{
	for (; table->name != NULL; table++)
		if (strlen(table->name) == len &&
		    strncmp(table->name, name, len) == 0)
			return table;
	return NULL;
}

static const struct opt *
by_letter(const struct opt *table, char letter)
{
	for (; table->name != NULL; table++)
		if (table->letter == letter)
			return table;
	return NULL;
}

/* argv[*i] is "--name..."; moves *i on when the value is the next word. */
static int
long_option(const struct opt *table, void *into, char **argv, int argc, int *i,
    struct fail *f)
{
	const char *name = argv[*i] + 2;
	const char *equals = strchr(name, '=');
	size_t len = equals != NULL ? (size_t)(equals - name) : strlen(name);
	const struct opt *o = by_name(table, name, len);

	if (o == NULL)
		return fail(f, "--%.*s: unknown option (-h lists them)",
		    (int)len, name);
	if (o->type == OPT_FLAG) {
		if (equals != NULL)
			return fail(f, "--%s takes no value", o->name);
		return store(o, into, NULL, f);
	}
	if (equals != NULL)
		return store(o, into, equals + 1, f);
	if (*i + 1 >= argc)
		return fail(f, "--%s: needs a value %s", o->name, o->arg);
	return store(o, into, argv[++*i], f);
}

/* argv[*i] is "-x...": joined flags, or one option and its value. */
static int
short_options(const struct opt *table, void *into, char **argv, int argc,
    int *i, struct fail *f)
{
	for (const char *p = argv[*i] + 1; *p != '\0'; p++) {
		const struct opt *o = by_letter(table, *p);

		if (o == NULL)
			return fail(
			    f, "-%c: unknown option (-h lists them)", *p);
		if (o->type == OPT_FLAG) {
			if (store(o, into, NULL, f) < 0)
				return -1;
			continue;
		}
		if (p[1] != '\0')
			return store(o, into, p + 1, f);
		if (*i + 1 >= argc)
			return fail(f, "-%c: needs a value %s", *p, o->arg);
		return store(o, into, argv[++*i], f);
	}
	return 0;
}

int
opt_parse(const struct opt *table, void *into, int argc, char **argv,
    int *operands, struct fail *f)
{
	int kept = 0, i;

	for (i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		if (argv[i][0] != '-' || argv[i][1] == '\0') {
			argv[++kept] = argv[i];
			continue;
		}
		if ((argv[i][1] == '-' ? long_option : short_options)(
			table, into, argv, argc, &i, f) < 0)
			return -1;
	}
	for (; i < argc; i++)
		argv[++kept] = argv[i];
	*operands = kept;
	return 0;
}

void
opt_help(const struct opt *table, FILE *out)
{
	for (; table->name != NULL; table++) {
		char left[40], letter[8] = "    ";

		if (table->letter != '\0')
			snprintf(
			    letter, sizeof(letter), "-%c, ", table->letter);
		snprintf(left, sizeof(left), "%s--%s%s%s", letter, table->name,
		    table->arg != NULL ? " " : "",
		    table->arg != NULL ? table->arg : "");
		fprintf(out, "  %-26s %s\n", left, table->help);
	}
}
