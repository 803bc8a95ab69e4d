/* SPDX-License-Identifier: BSD-2-Clause */
/* The sentences of net-tools' `netstat -s` (Linux). */
#ifndef COLLECTOR_NETTOOLS_H
#define COLLECTOR_NETTOOLS_H

#include "collector/text.h"

/*
 * The kernel's name, without that of its section ("Ip", "TcpExt"), of what a
 * sentence counts; '#' stands for the number. histogram: '<' under "ICMP input
 * histogram", '>' under the output's, else 0. NULL: no such sentence.
 */
const char *
nettools_name(struct span section, char histogram, const char *words);
/* Does a longer sentence begin with these words? */
bool nettools_begins(struct span section, char histogram, const char *words);

#endif
