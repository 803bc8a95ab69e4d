/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/fake/counting.h"

#include <string.h>

#include "tests/unit.h"

#define WORDS 32
#define WORDS_BYTES 512

static void
parse(struct counting *k, const char *path, const char *options)
{
	static char text[WORDS_BYTES];
	char *argv[WORDS] = { (char *)"netreceive", (char *)"--read",
		(char *)path };
	char *save = NULL;
	int argc = 3;

	ck_assert_uint_lt(strlen(options), sizeof(text));
	strcpy(text, options);
	for (char *word = strtok_r(text, " ", &save); word != NULL;
	     word = strtok_r(NULL, " ", &save)) {
		ck_assert_int_lt(argc, WORDS);
		argv[argc++] = word;
	}
	ck_assert_msg(
	    rx_options_parse(&k->o, argc, argv, &k->f) == 0, "%s", k->f.text);
}

void
counting_run(struct counting *k, const char *path, const char *options)
{
	static volatile sig_atomic_t none;

	memset(k, 0, sizeof(*k));
	k->sink.rx.engine = rx_find("pcap");
	ck_assert_ptr_nonnull(k->sink.rx.engine);
	parse(k, path, options);
	k->sink.o = &k->o;
	k->sink.signals = &none;
	ck_assert_msg(sink_open(&k->sink, &k->f) == 0, "%s", k->f.text);
	k->rc = sink_run(&k->sink, &k->f);
	tally_counts(&k->sink.tally, &k->c);
}

void
counting_free(struct counting *k)
{
	sink_close(&k->sink);
}
