/* SPDX-License-Identifier: BSD-2-Clause */
/* A rule set's text, line by line, into what `nft -j` says of it. */
#ifndef COLLECTOR_NFT_TEXT_H
#define COLLECTOR_NFT_TEXT_H

#include "collector/nft_words.h"

struct nft_text { /* zeroed, but for the arena and the hash */
	struct arena *arena;
	struct json_t *list; /* for nft_rules(); nft_text_free() */
	struct span family, table;
	/* the object that the lines are of; kind.len 0: of none */
	struct span kind, name;
	struct json_t *chain, *counter; /* the one in the making, or NULL */
	uint64_t position; /* of the last rule in its chain */
	uint64_t rules, flowtables;
	bool hooked;
	bool maybe; /* the line may be the rest of the one before */
	uint64_t hash;
};

/* "table ip filter {" */
void nft_text_table(struct nft_text *, const struct nft_words *);
/* A whole line of it, but for its end; there is a word. */
void nft_text_line(struct nft_text *, const struct nft_words *);
/* The chains, so that one table and another are no before and after. */
const char *nft_text_shown(const struct nft_text *);
void nft_text_free(struct nft_text *);

#endif
