/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counting what a capture file holds. Nothing is waited for: the frames tell
 * the time, for -t, --idle and --grace too, and the end of the file is the
 * end of the run.
 */
#ifndef NETRECEIVE_SINKFILE_H
#define NETRECEIVE_SINKFILE_H

#include "netreceive/sink.h"

/* After sink_open; as sink_run, whose part it is. */
int sinkfile_run(struct sink *, struct fail *);

#endif
