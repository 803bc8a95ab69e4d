/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DEMO_H
#define HARNESS_DEMO_H

/* The plan of `netharness demo`, as text: also an example to start from. */
extern const char demo_plan[];

#endif
