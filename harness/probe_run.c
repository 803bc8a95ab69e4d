/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/probe_run.h"
#include "lib/clock.h"

#define TRIES 3 /* before the start, half a second each */
#define TRY_NS 500000000ULL
#define MS 1000000ULL

static volatile sig_atomic_t stop;

static void
on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

/* No SA_RESTART: poll(2) and read(2) shall return. */
static void
catch_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal };

	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
	act.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &act, NULL);
}

/*
 * The prober must be less late than what it measures: lowest real-time
 * priority where allowed, else the best nice value. It sleeps all but a few
 * hundred microseconds a second.
 */
static void
raise_priority(char text[32])
{
	struct sched_param param = { 0 };

	param.sched_priority = sched_get_priority_min(SCHED_RR);
	if (pthread_setschedparam(pthread_self(), SCHED_RR, &param) == 0)
		snprintf(text, 32, "rr %d", param.sched_priority);
	else if (setpriority(PRIO_PROCESS, 0, -20) == 0)
		snprintf(text, 32, "nice -20");
	else
		snprintf(text, 32, "normal");
}

/* What shells give background jobs (/dev/null, a file) is not watched. */
static bool
worth_watching(int fd)
{
	struct stat st;

	return isatty(fd) ||
	    (fstat(fd, &st) == 0 &&
		(S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)));
}

static bool
stopped(const struct probe_run *run)
{
	return stop != 0 || run->ended;
}

/* Standard input, then every leg, into run->poll; n[] says how many each. */
static size_t
fill_poll(struct probe_run *run, size_t n[PROBE_LEGS])
{
	size_t used = 0;

	if (run->watch_input)
		run->poll[used++] =
		    (struct pollfd){ .fd = STDIN_FILENO, .events = POLLIN };
	for (size_t i = 0; i < run->times.legs; i++) {
		n[i] = probe_leg_poll(&run->leg[i], run->poll + used);
		used += n[i];
	}
	return used;
}

static void
read_input(struct probe_run *run)
{
	char buf[256];
	ssize_t n = read(STDIN_FILENO, buf, sizeof(buf));

	if (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)))
		return;
	run->ended = true;
	run->watch_input = false;
}

static void
read_answers(struct probe_run *run, const size_t n[PROBE_LEGS])
{
	const struct pollfd *p = run->poll;
	bool input = run->watch_input && p->revents != 0;

	p += run->watch_input ? 1 : 0;
	for (size_t i = 0; i < run->times.legs; p += n[i++])
		probe_leg_read(&run->leg[i], p, n[i]);
	if (input)
		read_input(run);
}

/*
 * Take answers until the moment comes, at least once. poll(2) waits whole
 * milliseconds; the rest of one is slept.
 */
static void
answers_until(struct probe_run *run, uint64_t until_ns, bool draining)
{
	size_t n[PROBE_LEGS], used;
	uint64_t now_ns = clock_mono_ns();
	int rc;

	for (size_t i = 0; i < run->times.legs; i++)
		probe_leg_expire(&run->leg[i], now_ns);
	do {
		uint64_t left = until_ns > now_ns ? until_ns - now_ns : 0;

		used = fill_poll(run, n);
		rc = poll(run->poll, used, (int)(left / MS));
		if (rc > 0)
			read_answers(run, n);
		else if (rc == 0 && left < MS)
			clock_sleep_until(until_ns);
		now_ns = clock_mono_ns();
	} while (now_ns < until_ns && (draining || !stopped(run)));
}

/* Without an own descriptor or memory a probe says nothing of the target. */
static void
send_slot(struct probe_run *run, uint32_t slot)
{
	uint64_t *late = &run->times.late_ns[slot];
	uint64_t due = run->times.due_ns[slot];
	bool trouble = false;

	*late = clock_mono_ns() - due;
	if (*late > run->times.timeout_ns) { /* would only be a burst */
		*late = PROBE_UNSENT;
		return;
	}
	for (size_t i = 0; i < run->times.legs; i++) {
		if (!run->leg[i].usable)
			continue;
		*late = clock_mono_ns() - due;
		if (probe_leg_send(&run->leg[i], slot) < 0)
			trouble = true;
	}
	if (trouble)
		*late = PROBE_UNSENT;
}

/* Are answers still to come? */
static bool
outstanding(const struct probe_run *run)
{
	size_t out = run->times.timeout_ns / run->times.interval_ns + 2;
	size_t first = run->times.n > out ? run->times.n - out : 0;

	for (size_t i = 0; i < run->times.legs; i++)
		for (size_t k = first; k < run->times.n; k++)
			if (run->leg[i].usable &&
			    run->times.late_ns[k] != PROBE_UNSENT &&
			    run->leg[i].latency_ns[k] == PROBE_LOST)
				return true;
	return false;
}

void
probe_loop(struct probe_run *run)
{
	uint64_t interval = run->times.interval_ns, last;
	size_t n = run->times.n;

	run->t0_ns = clock_mono_ns();
	while (n < run->cap) {
		run->times.due_ns[n] = run->t0_ns + n * interval;
		answers_until(run, run->times.due_ns[n], false);
		if (stopped(run))
			break;
		send_slot(run, (uint32_t)n);
		run->times.n = ++n;
	}
	last = clock_mono_ns() + run->times.timeout_ns;
	while (outstanding(run) && clock_mono_ns() < last)
		answers_until(run, clock_mono_ns() + 10 * MS, true);
}

/* Ask each leg until it has answered; also resolves the neighbours. */
static void
first_answers(struct probe_run *run)
{
	for (size_t try = 0; try < TRIES && !stopped(run); try++) {
		size_t slot = run->cap + try;
		bool asked = false;

		run->times.due_ns[slot] = clock_mono_ns();
		run->times.late_ns[slot] = 0;
		for (size_t i = 0; i < run->times.legs; i++) {
			if (run->leg[i].usable)
				continue;
			asked = true;
			probe_leg_send(&run->leg[i], (uint32_t)slot);
		}
		if (asked)
			answers_until(run,
			    run->times.due_ns[slot] +
				(try == 0 ? TRY_NS / 10 : TRY_NS),
			    false);
		for (size_t i = 0; i < run->times.legs; i++)
			for (size_t k = run->cap; k <= slot; k++)
				if (run->leg[i].latency_ns[k] != PROBE_LOST)
					run->leg[i].usable = true;
	}
	for (size_t i = 0; i < run->times.legs; i++)
		run->times.leg[i].usable = run->leg[i].usable;
}

static const struct {
	const char *name;
	bool control, tcp;
} kinds[PROBE_LEGS] = {
	{ "tcp", false, true },
	{ "icmp", false, false },
	{ "control-tcp", true, true },
	{ "control-icmp", true, false },
};

static int
open_leg(struct probe_run *run, size_t i, size_t wait_cap, struct fail *f)
{
	const struct probe_config *c = run->config;
	struct probe_leg *leg = &run->leg[i];
	size_t slots = run->cap + TRIES;

	*leg = (struct probe_leg){ .name = kinds[i].name,
		.control = kinds[i].control,
		.tcp = kinds[i].tcp,
		.timeout_ns = c->timeout_ns,
		.slots = (uint32_t)slots,
		.due_ns = run->times.due_ns,
		.late_ns = run->times.late_ns,
		.fd = -1 };
	leg->latency_ns = malloc(slots * sizeof(*leg->latency_ns));
	run->times.legs = i + 1;
	if (leg->latency_ns == NULL)
		return fail(f, "probe: out of memory");
	for (size_t k = 0; k < slots; k++)
		leg->latency_ns[k] = PROBE_LOST;
	run->times.leg[i] = (struct probe_leg_times){ leg->name, leg->control,
		false, leg->latency_ns };
	return probe_leg_open(leg, leg->control ? c->control : c->target,
	    (uint16_t)c->port, wait_cap, f);
}

int
probe_open(struct probe_run *run, const struct probe_config *c, struct fail *f)
{
	size_t legs = c->control != NULL ? PROBE_LEGS : PROBE_LEGS / 2;
	/* twice what is out in step: a prober that was held up makes up */
	size_t wait_cap = 2 * (c->timeout_ns / c->interval_ns) + 4;
	size_t slots;
	bool any = false;

	*run = (struct probe_run){ .config = c };
	run->cap = c->duration_ns / c->interval_ns;
	slots = run->cap + TRIES;
	run->times.interval_ns = c->interval_ns;
	run->times.timeout_ns = c->timeout_ns;
	run->times.due_ns = calloc(slots, sizeof(uint64_t));
	run->times.late_ns = calloc(slots, sizeof(uint64_t));
	run->poll = calloc(1 + legs * (wait_cap + 1), sizeof(*run->poll));
	if (run->times.due_ns == NULL || run->times.late_ns == NULL ||
	    run->poll == NULL)
		return fail(f, "probe: out of memory");
	for (size_t k = 0; k < slots; k++)
		run->times.late_ns[k] = PROBE_UNSENT;
	for (size_t i = 0; i < legs; i++)
		if (open_leg(run, i, wait_cap, f) < 0)
			return -1;
	catch_signals();
	raise_priority(run->scheduling);
	first_answers(run);
	for (size_t i = 0; i < legs; i++)
		any = any || (run->leg[i].usable && !run->leg[i].control);
	if (!any)
		return fail(f,
		    "probe: target %s answers neither echo requests nor "
		    "connects to port %u",
		    c->target, (unsigned)c->port);
	run->watch_input = worth_watching(STDIN_FILENO);
	return 0;
}

int
probe_wait_go(struct probe_run *run, struct fail *f)
{
	char c = '\0';

	if (write(STDOUT_FILENO, "ready\n", 6) != 6)
		return fail_errno(f, "probe: standard output");
	while (c != '\n') {
		ssize_t n = read(STDIN_FILENO, &c, 1);

		if (n == 0)
			return fail(
			    f, "probe: standard input ended before the start");
		if (n < 0 && (errno != EINTR || stopped(run)))
			return fail_errno(f, "probe: standard input");
	}
	return 0;
}

void
probe_close(struct probe_run *run)
{
	for (size_t i = 0; i < run->times.legs; i++) {
		probe_leg_close(&run->leg[i]);
		free(run->leg[i].latency_ns);
	}
	free(run->times.due_ns);
	free(run->times.late_ns);
	free(run->poll);
}
