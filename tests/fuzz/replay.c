/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replays inputs without a fuzzer:
 *	fuzz-replay			all seeds of all targets
 *	fuzz-replay NAME FILE...	these, for example a crash
 * Of every seed its beginnings are tried too, because a text or frame that
 * is cut is what parsers most often trip over.
 */
#include <dirent.h>

#include "tests/fuzz/fuzz.h"

#define BEGINNINGS 600 /* bytes up to which each is tried */
#define INPUT_MAX (1L << 20)

#define TARGET(name) int fuzz_##name(const uint8_t *, size_t);
#include "targets.inc"
#undef TARGET

#define TARGET(name) { #name, fuzz_##name },
static const struct target {
	const char *name;
	int (*run)(const uint8_t *, size_t);
} targets[] = {
#include "targets.inc"
};
#undef TARGET
#define TARGETS (sizeof(targets) / sizeof(targets[0]))

/* In memory of exactly that length, so that a sanitizer sees one byte over. */
static void
run(const struct target *t, const uint8_t *bytes, size_t len)
{
	uint8_t *copy = malloc(len > 0 ? len : 1);

	if (copy == NULL)
		abort();
	memcpy(copy, bytes, len);
	t->run(copy, len);
	free(copy);
}

static int
replay_file(const struct target *t, const char *path)
{
	uint8_t *bytes = malloc(INPUT_MAX);
	FILE *in = fopen(path, "rb");
	size_t len = 0;

	if (bytes == NULL || in == NULL) {
		fprintf(stderr, "%s: cannot be read\n", path);
		free(bytes);
		return -1;
	}
	len = fread(bytes, 1, INPUT_MAX, in);
	fclose(in);
	for (size_t i = 0; i < len && i < BEGINNINGS; i++)
		run(t, bytes, i);
	run(t, bytes, len);
	free(bytes);
	return 0;
}

static int
replay_corpus(const struct target *t)
{
	char path[1024];
	DIR *dir;
	struct dirent *entry;
	int n = 0;

	snprintf(path, sizeof(path), "tests/fuzz/corpus/%s", t->name);
	dir = opendir(path);
	if (dir == NULL) {
		fprintf(stderr, "%s: no seeds\n", path);
		return -1;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "tests/fuzz/corpus/%s/%s", t->name,
		    entry->d_name);
		if (replay_file(t, path) < 0)
			n = -1000000;
		n++;
	}
	closedir(dir);
	printf("%s: %d seeds\n", t->name, n);
	return n > 0 ? 0 : -1;
}

int
main(int argc, char **argv)
{
	int rc = EXIT_SUCCESS;
	size_t i;

	if (argc == 1) {
		for (i = 0; i < TARGETS; i++)
			if (replay_corpus(&targets[i]) < 0)
				rc = EXIT_FAILURE;
		return rc;
	}
	for (i = 0; i < TARGETS; i++)
		if (strcmp(targets[i].name, argv[1]) == 0)
			break;
	if (i == TARGETS || argc == 2) {
		fprintf(stderr, "usage: fuzz-replay [TARGET FILE...]\n");
		return EXIT_FAILURE;
	}
	for (int k = 2; k < argc; k++)
		if (replay_file(&targets[i], argv[k]) < 0)
			rc = EXIT_FAILURE;
	return rc;
}
