/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sending threads: each has a sender and a stream of its own, and all
 * follow one schedule (lib/pace.h). The thread that calls team_run sends
 * nothing: it prints progress and passes the stop on.
 */
#ifndef NETBLAST_TEAM_H
#define NETBLAST_TEAM_H

#include <pthread.h>

#include "netblast/blast.h"
#include "netblast/options.h"
#include "netblast/setup.h"

#define TEAM_PHASES 22 /* ramp in 20 steps, warm-up, the run */
#define TEAM_RAMP_STEPS 20
#define TEAM_STUCK_NS 1000000000ULL

struct phase {
	const char *name; /* "ramp", "warmup", "run" */
	struct rate rate;
	uint64_t duration_ns; /* 0: no limit (the run only) */
	bool uncounted;
};

struct worker {
	struct tx tx;
	struct blast blast; /* of the phase in hand, at the end of the run */
	struct blast_seen seen;
	struct series series;
	struct hist gaps;
	uint64_t uncounted; /* frames taken in ramp and warm-up */
	uint64_t cpu_ns; /* of the thread, in the run */
	struct team *team;
	pthread_t thread;
	bool running;
};

struct team {
	const struct options *options;
	const struct setup *setup;
	struct worker *worker; /* options->threads of them */
	uint32_t n;
	struct phase phase[TEAM_PHASES];
	unsigned phases;
	uint64_t frames; /* of the run, all threads; 0: no limit */
	/* start of the first phase; 0: when all threads are there */
	atomic_uint_fast64_t t0_ns;
	atomic_uint there;
	uint16_t tag;
	const struct blast_clock *clock;
	int done[2]; /* a pipe: a byte for each thread that has ended */
};

/* Sums over the threads; the worst of what cannot be summed. */
struct team_sum {
	uint64_t taken, uncounted, wanted;
	bool wanted_known;
	struct tx_count count;
	uint64_t stalls, stalled_ns, waits, cpu_ns, largest_burst;
	uint64_t refused_ns; /* of stalled_ns: while calls were refused */
	uint64_t start_ns, finish_ns; /* first start, last finish */
	enum blast_end end;
	bool undrained;
	const char *why; /* of BLAST_FAILED; NULL: none failed */
	struct hist gaps;
};

/* Phases, streams and memory of this run. team_close frees in any case. */
int team_plan(
    struct team *, const struct options *, const struct setup *, struct fail *);

/* Open every sender. */
int team_open(struct team *, struct fail *);

/* Told by the watching thread. */
struct team_watch {
	/* every options->progress_ns */
	void (*progress)(const struct team *, void *arg);
	/* once, when TEAM_STUCK_NS have passed and nothing was taken */
	void (*stuck)(const struct team *, void *arg);
	void *arg;
};

/* Run all phases. -1: a thread could not be started. */
int team_run(struct team *, const struct team_watch *, struct fail *);

void team_sum(const struct team *, struct team_sum *);
void team_close(struct team *);

/* Frames taken and calls refused so far, of the phase in hand. */
void team_seen(const struct team *, uint64_t *taken, uint64_t *refused);

#endif
