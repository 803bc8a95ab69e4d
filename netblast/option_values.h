/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Readers of option values that are no plain number: for the option table
 * of options.c. `field` is the whole struct options.
 */
#ifndef NETBLAST_OPTION_VALUES_H
#define NETBLAST_OPTION_VALUES_H

#include "netblast/options.h"

int option_rate(const char *what, const char *text, void *field, struct fail *);
int option_vlan(const char *what, const char *text, void *field, struct fail *);
int
option_source(const char *what, const char *text, void *field, struct fail *);
int option_port(const char *what, const char *text, void *field, struct fail *);
int option_source_port(
    const char *what, const char *text, void *field, struct fail *);
int
option_burst(const char *what, const char *text, void *field, struct fail *);
int option_mac(const char *what, const char *text, void *field, struct fail *);
int option_source_mac(
    const char *what, const char *text, void *field, struct fail *);
int
option_stall(const char *what, const char *text, void *field, struct fail *);
int
option_checksum(const char *what, const char *text, void *field, struct fail *);
int option_flow_order(
    const char *what, const char *text, void *field, struct fail *);
int
option_qdisc(const char *what, const char *text, void *field, struct fail *);
int option_cpus(const char *what, const char *text, void *field, struct fail *);

#endif
