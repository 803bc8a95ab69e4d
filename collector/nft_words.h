/* SPDX-License-Identifier: BSD-2-Clause */
/* The words of a line that `nft` prints, and a rule's statements by them. */
#ifndef COLLECTOR_NFT_WORDS_H
#define COLLECTOR_NFT_WORDS_H

#include "collector/text.h"

struct json_t; /* jansson's */

struct nft_words { /* of a line; what stands between quotes is one */
	struct span *v;
	size_t n;
	uint64_t handle; /* 0: not told; it is none of the words */
};

/* Without ";" and "," at their ends. */
struct nft_words nft_words(struct arena *, const struct line *);
/* Without the quotes. */
struct span nft_unquoted(struct span);
/* The "}" of the "{" at v[at]; n where there is none. */
size_t nft_group(const struct nft_words *, size_t at);
/*
 * The words without what traffic moves: counts, and what of a quota was used.
 */
const char *nft_still(struct arena *, const struct nft_words *);
/* A rule's words as "expr"; NULL without memory. */
struct json_t *nft_statements(struct arena *, const struct nft_words *);

#endif
