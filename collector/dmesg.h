/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one message of a kernel says about the machine (dmesg_machine.c) and
 * about a network card (dmesg.c).
 */
#ifndef COLLECTOR_DMESG_H
#define COLLECTOR_DMESG_H

#include "collector/text.h"

struct machine { /* zeroed to begin with; empty spans: not told */
	struct span os, release, kernel, build, model, quoted_model;
	uint64_t cpus; /* that were attached */
	uint64_t cpus_told; /* by the line that sums them up */
	uint64_t launched; /* behind the first */
	uint64_t memory_mb;
	bool memory, cpu_line, model_sure;
};

/* Where the word stands in s, s.len if it does not. */
size_t dmesg_place(struct span s, const char *word);

/* "NetBSD 4.99.4 (ROUTER) #1: ...", "FreeBSD 12.2-RELEASE r366954 ..." */
bool machine_is_banner(const struct line *);
/* Its line is about one of the processors. */
bool machine_is_cpu(const struct line *);
void machine_take(struct machine *, const struct line *);

struct card { /* empty spans: not told */
	struct span name, description, chip, mac, irq;
	struct span driver; /* where it is not the name without its number */
	bool irq_number; /* irq is a number alone, FreeBSD's "irq 16" */
	bool message_irq; /* MSI or MSI-X: the number is not in use */
	uint64_t vectors; /* 0: not told */
};

/*
 * "wm0" of "wm0: ..." and "wm0 at pci5 ...", "eth0" of "igb 0000:01:00.0
 * eth0: ..."; empty: of no device.
 */
struct span card_name(const struct line *);
/* Linux renames: the name before, empty if this is no such message. */
struct span card_renamed_from(const struct line *);
/* Take what the message tells of this card. */
void card_take(struct card *, const struct line *);
/* Is it a network card at all? Its address or its driver say so. */
bool card_is_network(const struct card *);
/* An Ethernet address and nothing else. */
bool card_is_address(const struct line *);
/* "wm" of "wm0". */
struct span card_driver(const struct card *);

#endif
