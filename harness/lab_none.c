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
lab_up(const struct lab_spec *spec, const volatile sig_atomic_t *stop,
    struct fail *f)
{
	(void)spec;
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

int
lab_offloads(
    const char *lab, enum lab_role role, char *off, size_t size, struct fail *f)
{
	(void)lab;
	(void)role;
	(void)off;
	(void)size;
	return no_lab(f);
}

const char *
lab_script(void)
{
	return "";
}

int
lab_shell(const char *lab, enum lab_role role, const char *commands,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	(void)lab;
	(void)role;
	(void)commands;
	(void)stop;
	return no_lab(f);
}
