/* SPDX-License-Identifier: BSD-2-Clause */
/* What people read: progress and summary. */
#ifndef NETRECEIVE_SHOW_H
#define NETRECEIVE_SHOW_H

#include <stdio.h>

#include "netreceive/sink.h"

/* A progress line on standard error; on a terminal over the last one. */
void sink_show_progress(struct sink *, uint64_t now_ns);

void sink_show_summary(const struct sink *, FILE *);

#endif
