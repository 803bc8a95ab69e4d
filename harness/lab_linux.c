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

int
lab_shell(const char *lab, enum lab_role role, const char *commands,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	char ns[LAB_NS];
	const char *argv[] = { "ip", "netns", "exec", lab_ns(lab, role, ns),
		"sh", "-e", "-s", NULL };
	struct proc p;
	int rc = proc_run(&p,
	    &(struct proc_job){ .name = ns,
		.argv = argv,
		.input = commands,
		.timeout_ns = UP_NS,
		.stop = stop },
	    f);

	proc_free(&p);
	return rc;
}

/* RPS masks, read back: a kernel without RPS has no such file. */
static int
steer(
    const struct lab_spec *s, const volatile sig_atomic_t *stop, struct fail *f)
{
	for (const struct lab_steer *t = s->steer;
	     t != NULL && t->interface != NULL; t++) {
		char text[256];

		if (strstr(lab_interfaces(s->path, t->role), t->interface) ==
		    NULL)
			continue;
		snprintf(text, sizeof(text),
		    "f=/sys/class/net/%s/queues/rx-0/rps_cpus\n"
		    "echo %x >$f\n"
		    "[ $((0x$(tr -d , <$f))) -eq %u ] || {\n"
		    "	echo RPS mask of %s not taken >&2; exit 1; }\n",
		    t->interface, t->mask, t->mask, t->interface);
		if (lab_shell(s->name, t->role, text, stop, f) < 0)
			return -1;
	}
	return 0;
}

static int
firewall(
    const struct lab_spec *s, const volatile sig_atomic_t *stop, struct fail *f)
{
	char ns[LAB_NS];
	const char *argv[] = { "ip", "netns", "exec",
		lab_ns(s->name, LAB_DUT, ns), "nft", "-f", "-", NULL };
	struct proc p;
	int rc;

	if (s->nft == NULL)
		return 0;
	rc = proc_run(&p,
	    &(struct proc_job){ .name = "nft",
		.argv = argv,
		.input = s->nft,
		.timeout_ns = UP_NS,
		.stop = stop },
	    f);
	proc_free(&p);
	return rc;
}

static bool
exists(const char *lab, enum lab_role role)
{
	char ns[LAB_NS], path[LAB_NS + 32];

	snprintf(path, sizeof(path), "/run/netns/%s", lab_ns(lab, role, ns));
	return access(path, F_OK) == 0;
}

static int
build(
    const struct lab_spec *s, const volatile sig_atomic_t *stop, struct fail *f)
{
	const char *argv[] = { "sh", "-s", s->name, lab_path_name(s->path),
		NULL };
	struct proc p;
	int rc = proc_run(&p,
	    &(struct proc_job){ .name = "lab",
		.argv = argv,
		.input = lab_up_script,
		.timeout_ns = UP_NS,
		.stop = stop },
	    f);

	proc_free(&p);
	if (rc < 0 || steer(s, stop, f) < 0)
		return -1;
	if (s->path == LAB_DIRECT)
		return 0;
	if (firewall(s, stop, f) < 0)
		return -1;
	return s->setup == NULL
	    ? 0
	    : lab_shell(s->name, LAB_DUT, s->setup, stop, f);
}

int
lab_up(
    const struct lab_spec *s, const volatile sig_atomic_t *stop, struct fail *f)
{
	if (lab_check_name(s->name, f) < 0)
		return -1;
	for (enum lab_role r = 0; r < LAB_ROLES; r++)
		if (exists(s->name, r))
			return fail(f,
			    "lab %s: stands already; netharness lab down "
			    "--lab %s removes it",
			    s->name, s->name);
	if (build(s, stop, f) == 0)
		return 0;
	lab_down(s->name, NULL);
	return -1;
}

int
lab_down(const char *name, struct fail *f)
{
	if (lab_check_name(name, f) < 0)
		return -1;
	for (enum lab_role r = 0; r < LAB_ROLES; r++) {
		char ns[LAB_NS];
		const char *argv[] = { "ip", "netns", "del",
			lab_ns(name, r, ns), NULL };
		struct proc p;
		int rc;

		if (!exists(name, r))
			continue;
		/* not to be interrupted: what was made is removed */
		rc = proc_run(&p,
		    &(struct proc_job){ .name = "ip netns del",
			.argv = argv,
			.input = NULL,
			.timeout_ns = DOWN_NS,
			.stop = NULL },
		    f);
		proc_free(&p);
		if (rc < 0)
			return -1;
	}
	return 0;
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

static int
judge_all(char *text, char *off, size_t size, struct fail *f)
{
	char interface[32] = "";

	for (char *line = text, *next; line != NULL; line = next) {
		static const char head[] = "Features for ";
		size_t len = strlen(off);

		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (strncmp(line, head, sizeof(head) - 1) == 0) {
			snprintf(interface, sizeof(interface), "%s",
			    line + sizeof(head) - 1);
			snprintf(off + len, size - len, "%s%s",
			    len > 0 ? "\n" : "", interface);
		} else if (judge(interface, line, off, size, f) < 0) {
			return -1;
		}
	}
	return interface[0] != '\0' ? 0 : fail(f, "ethtool: says nothing");
}

int
lab_offloads(
    const char *lab, enum lab_role role, char *off, size_t size, struct fail *f)
{
	static const char commands[] =
	    "for i in /sys/class/net/*; do i=${i##*/}\n"
	    "	[ $i = lo ] || [ $i = br0 ] || ethtool -k $i\n"
	    "done\n";
	char ns[LAB_NS];
	const char *argv[] = { "ip", "netns", "exec", lab_ns(lab, role, ns),
		"sh", "-e", "-s", NULL };
	struct proc p;
	int rc;

	off[0] = '\0';
	rc = proc_run(&p,
	    &(struct proc_job){ .name = "ethtool",
		.argv = argv,
		.input = commands,
		.timeout_ns = UP_NS,
		.stop = NULL },
	    f);
	if (rc == 0 && p.got_out.text == NULL)
		rc = fail(f, "ethtool: no interface in %s", ns);
	if (rc == 0)
		rc = judge_all(p.got_out.text, off, size, f);
	proc_free(&p);
	return rc;
}
