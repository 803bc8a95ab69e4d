/* SPDX-License-Identifier: BSD-2-Clause */
/* Systems without network namespaces: the lab needs Linux. */
#include "harness/lab.h"

static int
no_lab(struct fail *f)
{
	return fail(f,
	    "lab: this system has no network namespaces; "
	    "the lab needs Linux");
}

int
lab_usable(struct fail *f)
{
	return no_lab(f);
}

int
lab_up(const struct lab_spec *spec, struct lab_facts *facts,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	(void)spec;
	(void)facts;
	(void)stop;
	return no_lab(f);
}

int
lab_down(const char *name, struct fail *f)
{
	(void)name;
	return no_lab(f);
}

int
lab_status(const char *name, struct fail *f)
{
	(void)name;
	return no_lab(f);
}

const char *
lab_script(void)
{
	return "";
}
