/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/fail.h"

int
fail(struct fail *f, const char *format, ...)
{
	va_list ap;

	if (f == NULL)
		return -1;
	va_start(ap, format);
	vsnprintf(f->text, sizeof(f->text), format, ap);
	va_end(ap);
	return -1;
}

int
fail_errno(struct fail *f, const char *format, ...)
{
	int saved = errno;
	size_t used;
	va_list ap;

	if (f == NULL)
		return -1;
	va_start(ap, format);
	vsnprintf(f->text, sizeof(f->text), format, ap);
	va_end(ap);
	used = strlen(f->text);
	snprintf(
	    f->text + used, sizeof(f->text) - used, ": %s", strerror(saved));
	errno = saved;
	return -1;
}
