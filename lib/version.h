/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIB_VERSION_H
#define LIB_VERSION_H

#define NETBLAST_VERSION "0.1.0"

#endif
