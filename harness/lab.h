/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A lab on one machine: generator, router and sink as network namespaces
 * joined by virtual Ethernet pairs, the router's management interface and an
 * idle target on links of their own. Every namespace is called
 * nb-LAB-ROLE; nothing else is ever touched.
 *
 *	routed   gen0 198.18.0.2 -- in0 198.18.0.1, dut, 198.19.0.1 out0 --
 *	         198.19.0.2 sink0
 *	bridged  gen0 198.18.0.2 -- in0, dut's br0, out0 -- 198.18.0.3 sink0
 *	direct   gen0 198.18.0.2 -- 198.18.0.3 sink0; no dut
 *	management: probe0 198.18.254.2 -- 198.18.254.1 mgmt0 of dut;
 *	         ctl0 198.18.255.2 -- 198.18.255.1 idle0 of idle
 */
#ifndef HARNESS_LAB_H
#define HARNESS_LAB_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/fail.h"

#define LAB_NAME 20 /* bytes of a lab's name, with the NUL */
#define LAB_NS 40 /* bytes of a namespace's name */
#define LAB_MGMT_DUT "198.18.254.1"
#define LAB_MGMT_IDLE "198.18.255.1"

enum lab_path { LAB_ROUTED, LAB_BRIDGED, LAB_DIRECT, LAB_PATHS };
enum lab_role { LAB_GEN, LAB_DUT, LAB_SINK, LAB_MGMT, LAB_IDLE, LAB_ROLES };

/* How received frames are steered to CPUs: ends in a NULL role. */
struct lab_steer {
	enum lab_role role;
	const char *interface; /* NULL: end of list */
	unsigned mask; /* RPS: bit n is CPU n; 0 is the receiving CPU */
};

struct lab_spec {
	const char *name; /* of the lab: a-z 0-9 -, at most 19 */
	enum lab_path path;
	const struct lab_steer *steer;
	const char *nft; /* rule set for the router; NULL: none */
	const char *setup; /* shell commands in the router; NULL: none */
};

/* "routed", "bridged", "direct" */
const char *lab_path_name(enum lab_path);
const char *lab_role_name(enum lab_role);

/* The namespace of a role; returns buf. */
char *lab_ns(const char *lab, enum lab_role, char buf[LAB_NS]);

/* Addresses of the ends: generator, and sink. */
const char *lab_gen_address(enum lab_path);
const char *lab_sink_address(enum lab_path);

/* 0 where this is a name. */
int lab_check_name(const char *name, struct fail *);

/* Can a lab be made here? -1 says what is missing. */
int lab_usable(struct fail *);

#define LAB_FACTS 4096
struct lab_facts { /* of a lab that stands */
	/*
	 * By role, one line an interface: "in0: rx-checksumming ...", the
	 * offloads that must be off and are, as the kernel says it.
	 */
	char offloads[LAB_ROLES][LAB_FACTS];
};

/*
 * Make it: namespaces, links, addresses, permanent neighbour entries,
 * steering, rule set; merging and checksum offloads off, and -1 where one of
 * them stays on, for a router that forwards one merged buffer for 64 frames
 * is not being measured, and a checksum left to a card that does not exist is
 * wrong. On -1 nothing of the lab is left. `stop` as in lib/proc.h.
 */
int lab_up(const struct lab_spec *, struct lab_facts *,
    const volatile sig_atomic_t *stop, struct fail *);

/* Remove what there is of it; a lab that is not there is no error. */
int lab_down(const char *name, struct fail *);

/*
 * Print the namespaces of the lab, or of all labs (NULL), to standard output:
 * one a line. Returns how many, or -1.
 */
int lab_status(const char *name, struct fail *);

/* The interfaces of a role on this path, blank between them; "" for none. */
const char *lab_interfaces(enum lab_path, enum lab_role);

/* The commands of lab_up, for people: a shell script. */
const char *lab_script(void);

#endif
