/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stands in for libFuzzer's main: feeds files to one target. Each input is
 * put into a block of exactly its size, so that a sanitizer or valgrind sees
 * a read beyond its end.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

#define INPUT_MAX (1 << 20)

static int
replay(const char *path, char *buf)
{
	FILE *in = fopen(path, "rb");
	uint8_t *exact;
	size_t len;

	if (in == NULL) {
		perror(path);
		return -1;
	}
	len = fread(buf, 1, INPUT_MAX, in);
	fclose(in);
	exact = malloc(len);
	if (exact == NULL && len > 0) {
		perror(path);
		return -1;
	}
	if (len > 0)
		memcpy(exact, buf, len);
	LLVMFuzzerTestOneInput(exact, len);
	free(exact);
	return 0;
}

int
main(int argc, char **argv)
{
	char *buf = malloc(INPUT_MAX);
	int rc = EXIT_SUCCESS;

	if (buf == NULL || argc < 2)
		return EXIT_FAILURE;
	for (int i = 1; i < argc; i++)
		if (replay(argv[i], buf) < 0)
			rc = EXIT_FAILURE;
	free(buf);
	return rc;
}
