/* SPDX-License-Identifier: BSD-2-Clause */
/* What the engines over libnet share: all but the call that sends. */
#ifndef NETBLAST_LIBNET_WRITER_H
#define NETBLAST_LIBNET_WRITER_H

#include "netblast/tx.h"

struct libnet_context; /* <libnet.h> calls it libnet_t too */

/* injection_type: LIBNET_LINK, _RAW4 or _RAW6. For tx->state. */
int libnet_writer_open(struct tx *, int injection_type, struct fail *);
void libnet_writer_close(struct tx *);

/* The socket, where there is one. */
int libnet_writer_fd(const struct tx *);

int libnet_writer_drain(struct tx *, int ms);

/* One slot after the other, by `write`: bytes written, or -1 with errno. */
int libnet_writer_commit(struct tx *, int n,
    int (*write)(struct libnet_context *, const struct tx_slot *));

#endif
