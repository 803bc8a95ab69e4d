/* SPDX-License-Identifier: BSD-2-Clause */
/* The result document of netreceive (docs/result-format.md). */
#ifndef NETRECEIVE_EMIT_H
#define NETRECEIVE_EMIT_H

#include <stdbool.h>

#include "lib/result.h"
#include "netreceive/sink.h"

/* Is what was counted a measurement? NULL: yes, else why not. */
const char *sink_invalid(const struct sink *, const struct tally_counts *);

/* What the reader should try, or NULL. */
const char *sink_hint(const struct tally_counts *);

/* Before the run: config and clock_start. */
void sink_emit_start(
    struct result *, const struct rx_options *, const struct rx_engine *);

/* After it; `error` NULL or why the engine broke. Closes nothing. */
void sink_emit_end(struct result *, const struct sink *, const char *error);

/* When nothing could be counted. */
void sink_emit_failure(struct result *, const char *error);

#endif
