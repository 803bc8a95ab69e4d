/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames are made and thrown away: the cost of everything but the sending. */
#include <stdlib.h>

#include "netblast/tx.h"

static int
null_usable(struct fail *f)
{
	(void)f;
	return 0;
}

static int
null_open(struct tx *tx, struct fail *f)
{
	tx->state = tx_buffers(tx);
	return tx->state != NULL ? 0 : fail(f, "null: out of memory");
}

static int
null_commit(struct tx *tx, int n)
{
	(void)tx;
	return n;
}

static void
null_close(struct tx *tx)
{
	free(tx->state);
}

const struct tx_engine tx_null = {
	.name = "null",
	.help = "makes the frames and drops them: what the sender itself costs",
	.caps = TX_TAGS | TX_NO_WIRE,
	.layer = TX_ETHERNET,
	.usable = null_usable,
	.open = null_open,
	.reserve = tx_reserve_all,
	.commit = null_commit,
	.close = null_close,
};
