/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The management probe: is the router still answering while it is blasted?
 * `netharness probe` is a process of its own, started by the harness where
 * the prober lives; it writes a document of kind "probe"
 * (docs/result-format.md). The verdict over it is made here too.
 */
#ifndef HARNESS_PROBE_H
#define HARNESS_PROBE_H

#include <jansson.h>
#include <stdint.h>

#include "harness/probe_judge.h"
#include "lib/fail.h"

/*
 * The subcommand: netharness probe --target A [--control B] [--interval
 * 50ms] [-t TIME] [--ready] -o FILE. argv[0] is "probe". Returns the exit
 * status.
 */
int probe_main(int argc, char **argv);

/*
 * Verdict over the probes that were due from `from_ns` to before `to_ns`
 * (CLOCK_MONOTONIC of the prober's host); 0, UINT64_MAX: over all. -1 where
 * the document is none of a probe.
 */
int probe_verdict(const json_t *document, uint64_t from_ns, uint64_t to_ns,
    struct probe_verdict *, struct fail *);

#endif
