/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files for somebody else, packed into one: a folder of our own that is gone
 * when done, and tar(1).
 */
#ifndef COLLECTOR_BUNDLE_H
#define COLLECTOR_BUNDLE_H

#include <stdio.h>

#include "lib/fail.h"

#define BUNDLE_FILES 64
#define BUNDLE_NAME 160

struct bundle { /* zeroed to begin with */
	char dir[128]; /* of ours; "" while there is none */
	char name[64]; /* of the folder in the archive */
	char file[BUNDLE_FILES][BUNDLE_NAME]; /* in it, in their order */
	size_t n;
	FILE *out; /* the one that is being written */
};

/* path: DIR.tar. bundle_free() in any case. */
int bundle_begin(struct bundle *, const char *path, struct fail *);
/*
 * Where the next file can be written to by path; letters that are none for a
 * file's name become "_". NULL: too many.
 */
const char *
bundle_path(struct bundle *, const char *file, char path[512], struct fail *);
/* The next file, open until the next call. NULL: it cannot be made. */
FILE *bundle_file(struct bundle *, const char *file, struct fail *);
/* Pack them; the archive is there as a whole or not at all. */
int bundle_pack(struct bundle *, const char *path, struct fail *);
void bundle_free(struct bundle *);

#endif
