/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/lab.h"
#include "harness/lab_script.h"
#include "lib/clock.h"
#include "lib/proc.h"

#define UP_NS (30 * CLOCK_NS_PER_S)
#define DOWN_NS (20 * CLOCK_NS_PER_S)

/*
 * Off and verified off. The first words of the lines of ethtool -k; a feature
 * that a kernel does not list, it does not have.
 */
static const char *const must_be_off[] = { "rx-checksumming", "tx-checksumming",
	"tcp-segmentation-offload", "generic-segmentation-offload",
	"generic-receive-offload", "large-receive-offload",
	"tx-udp-segmentation", "rx-gro-list", "rx-udp-gro-forwarding",
	"rx-vlan-offload", "tx-vlan-offload" };

#define MUST_BE_OFF (sizeof(must_be_off) / sizeof(must_be_off[0]))

const char *
lab_script(void)
{
	return lab_up_script;
}

int
lab_usable(struct fail *f)
{
	static const char check[] =
	    "for c in ip bridge ethtool nft tc taskset; do\n"
	    "	command -v $c >/dev/null || { echo $c is missing >&2; exit 1; "
	    "}\n"
	    "done\n";
	static const char *const argv[] = { "sh", "-s", NULL };
	struct proc p;
	int rc;

	if (geteuid() != 0)
		return fail(f, "lab: needs root (network namespaces)");
	rc = proc_run(&p,
	    &(struct proc_job){ .name = "lab",
		.argv = argv,
		.input = check,
		.timeout_ns = UP_NS,
		.stop = NULL },
	    f);
	proc_free(&p);
	return rc;
}

/* What runs within the router: its rule set, its own commands. */
static int
within_router(const struct lab_spec *s, const char *const *words,
    const char *input, const volatile sig_atomic_t *stop, struct fail *f)
{
	char ns[LAB_NS];
	const char *argv[10] = { "ip", "netns", "exec",
		lab_ns(s->name, LAB_DUT, ns) };
	struct proc_job job = { .name = words[0],
		.argv = argv,
		.input = input,
		.timeout_ns = UP_NS,
		.stop = stop };
	struct proc p;
	int rc;

	if (input == NULL)
		return 0;
	for (int i = 0; words[i] != NULL; i++)
		argv[4 + i] = words[i];
	rc = proc_run(&p, &job, f);
	proc_free(&p);
	return rc;
}

/* "dut:in0=2 ...", for the interfaces that this path has. */
static void
steering(const struct lab_spec *s, char *text, size_t size)
{
	size_t len = 0;

	text[0] = '\0';
	for (const struct lab_steer *t = s->steer;
	     t != NULL && t->interface != NULL && len < size; t++)
		if (strstr(lab_interfaces(s->path, t->role), t->interface) !=
		    NULL)
			len += (size_t)snprintf(text + len, size - len,
			    "%s:%s=%x ", lab_role_name(t->role), t->interface,
			    t->mask);
}

static bool
exists(const char *lab, enum lab_role role)
{
	char ns[LAB_NS], path[LAB_NS + 32];

	snprintf(path, sizeof(path), "/run/netns/%s", lab_ns(lab, role, ns));
	return access(path, F_OK) == 0;
}

/* One line of ethtool -k: "name: on [fixed]". */
static int
judge(const char *interface, char *line, char *off, size_t size, struct fail *f)
{
	char *value;

	line += strspn(line, " \t");
	value = strchr(line, ':');
	if (value == NULL)
		return 0;
	*value++ = '\0';
	for (size_t i = 0; i < MUST_BE_OFF; i++) {
		size_t len = strlen(off);

		if (strcmp(line, must_be_off[i]) != 0)
			continue;
		if (strncmp(value, " off", 4) != 0)
			return fail(f,
			    "%s: %s is on and cannot be switched off: frames "
			    "could be merged, split or unchecked",
			    interface, line);
		snprintf(off + len, size - len, " %s", line);
	}
	return 0;
}

static enum lab_role
owner(enum lab_path path, const char *interface)
{
	enum lab_role r = 0;

	while (r + 1 < LAB_ROLES &&
	    strstr(lab_interfaces(path, r), interface) == NULL)
		r++;
	return r;
}

/* Words of a text with this between them. */
static int
blanks(const char *text, char between)
{
	int n = text[0] != '\0';

	for (; *text != '\0'; text++)
		n += *text == between;
	return n;
}

/* All that ethtool said while the lab was made. */
static int
judge_all(
    enum lab_path path, char *text, struct lab_facts *facts, struct fail *f)
{
	char interface[32] = "", *off = facts->offloads[0];
	const size_t size = LAB_FACTS;

	for (char *line = text, *next; line != NULL; line = next) {
		static const char head[] = "Features for ";
		size_t len;

		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (strncmp(line, head, sizeof(head) - 1) == 0) {
			snprintf(interface, sizeof(interface), "%.*s",
			    (int)strcspn(line + sizeof(head) - 1, ":"),
			    line + sizeof(head) - 1);
			off = facts->offloads[owner(path, interface)];
			len = strlen(off);
			snprintf(off + len, size - len,
			    "%s%s:", len > 0 ? "\n" : "", interface);
		} else if (judge(interface, line, off, size, f) < 0) {
			return -1;
		}
	}
	for (enum lab_role r = 0; r < LAB_ROLES; r++)
		if (blanks(lab_interfaces(path, r), ' ') !=
		    blanks(facts->offloads[r], '\n'))
			return fail(f,
			    "ethtool: does not tell the offloads of %s",
			    lab_interfaces(path, r));
	return 0;
}

static int
build(const struct lab_spec *s, struct lab_facts *facts,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	static const char *const nft[] = { "nft", "-f", "-", NULL };
	static const char *const sh[] = { "sh", "-e", "-s", NULL };
	char steer[256];
	const char *argv[] = { "sh", "-s", s->name, lab_path_name(s->path),
		steer, NULL };
	struct proc_job job = { .name = "lab",
		.argv = argv,
		.input = lab_up_script,
		.timeout_ns = UP_NS,
		.stop = stop };
	struct proc p;
	int rc;

	memset(facts, 0, sizeof(*facts));
	steering(s, steer, sizeof(steer));
	rc = proc_run(&p, &job, f);
	if (rc == 0)
		rc = judge_all(s->path, p.got_out.text, facts, f);
	proc_free(&p);
	if (rc < 0 || s->path == LAB_DIRECT)
		return rc;
	if (within_router(s, nft, s->nft, stop, f) < 0)
		return -1;
	return within_router(s, sh, s->setup, stop, f);
}

int
lab_up(const struct lab_spec *s, struct lab_facts *facts,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	if (lab_check_name(s->name, f) < 0)
		return -1;
	for (enum lab_role r = 0; r < LAB_ROLES; r++)
		if (exists(s->name, r))
			return fail(f,
			    "lab %s: stands already; netharness lab down "
			    "--lab %s removes it",
			    s->name, s->name);
	if (build(s, facts, stop, f) == 0)
		return 0;
	lab_down(s->name, NULL);
	return -1;
}

int
lab_down(const char *name, struct fail *f)
{
	static const char *const argv[] = { "ip", "-b", "-", NULL };
	char text[LAB_ROLES * (LAB_NS + 16)] = "";
	/* not to be interrupted: what was made is removed */
	struct proc_job job = { .name = "ip netns del",
		.argv = argv,
		.input = text,
		.timeout_ns = DOWN_NS };
	struct proc p;
	size_t len = 0;
	int rc;

	if (lab_check_name(name, f) < 0)
		return -1;
	for (enum lab_role r = 0; r < LAB_ROLES; r++) {
		char ns[LAB_NS];

		if (exists(name, r))
			len += (size_t)snprintf(text + len, sizeof(text) - len,
			    "netns del %s\n", lab_ns(name, r, ns));
	}
	if (len == 0)
		return 0;
	rc = proc_run(&p, &job, f);
	proc_free(&p);
	return rc;
}

int
lab_status(const char *name, struct fail *f)
{
	static const char *const argv[] = { "ip", "netns", "list", NULL };
	char prefix[LAB_NS] = "nb-";
	struct proc p;
	int n = 0;

	if (name != NULL)
		snprintf(prefix, sizeof(prefix), "nb-%s-", name);
	if (proc_run(&p,
		&(struct proc_job){ .name = "ip netns",
		    .argv = argv,
		    .input = NULL,
		    .timeout_ns = DOWN_NS,
		    .stop = NULL },
		f) < 0) {
		proc_free(&p);
		return -1;
	}
	for (char *line = p.got_out.text, *next; line != NULL && *line != '\0';
	     line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		line[strcspn(line, " ")] = '\0';
		if (strncmp(line, prefix, strlen(prefix)) == 0) {
			puts(line);
			n++;
		}
	}
	proc_free(&p);
	return n;
}
