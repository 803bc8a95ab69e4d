/* SPDX-License-Identifier: BSD-2-Clause */
/* The receive loop: once for all engines. */
#ifndef NETRECEIVE_SINK_H
#define NETRECEIVE_SINK_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "netreceive/announce.h"
#include "netreceive/busy.h"
#include "netreceive/hostcount.h"
#include "netreceive/lostlist.h"
#include "netreceive/options.h"
#include "netreceive/rx.h"
#include "netreceive/sinklimit.h"
#include "netreceive/sinkteam.h"
#include "netreceive/tally.h"

#define SINK_WAIT_MS 20 /* longest sleep of an engine */
#define SINK_WALL_STEP_NS 1000 /* less is how well it can be measured */
#define SINK_DRAIN_NS 1000000000ULL /* to empty the buffers at the end */

enum sink_end { /* why it stopped */
	SINK_RUNNING,
	SINK_SIGNAL,
	SINK_STDIN,
	SINK_DURATION,
	SINK_COUNT,
	SINK_IDLE,
	SINK_FILE, /* all of it was read */
	SINK_BROKEN, /* the engine failed: what was counted is not all */
};

struct sink {
	const struct rx_options *o;
	struct rx rx;
	struct tally tally;
	struct sinkteam *team; /* NULL: one thread, which is the caller's */
	uint64_t received; /* frames of this run so far */
	struct lostlist lost; /* --lost */
	volatile sig_atomic_t *signals; /* so many came */
	void (*progress)(struct sink *, uint64_t now_ns);
	bool watch_stdin;
	bool await_go; /* --ready: the first line starts -t anew */
	enum sink_end end;
	uint64_t start_ns; /* counting since; -t starts here or at "go" */
	uint64_t stop_ns; /* end of the run proper; then the grace time */
	uint64_t finish_ns; /* nothing was counted after this */
	uint64_t last_ns; /* when a frame of this run was last taken in */
	struct rx_drops drops;
	struct busy busy; /* of the thread that receives */
	struct hostcount host;
	struct announce *announce; /* NULL: not asked for */
	uint64_t announce_ns; /* next time */
	int64_t wall_moved_ns; /* wall against monotonic, over the run */
	uint64_t check_ns, progress_ns, drops_ns; /* next time to look */
};

const char *sink_end_name(enum sink_end);

/* The run proper ends, at a time that may have passed; then the grace time. */
void sink_stop(struct sink *, enum sink_end, uint64_t stop_ns);

/* Pipe, socket or terminal: what ends when the other side goes away. */
bool sink_stdin_watched(void);

/* Was it the sink? After the run; never where it read a capture. */
enum sinklimit sink_limit(const struct sink *);

/*
 * Parts of the run, which is another for a file or with several threads. Ask
 * every rule whether it stops the run now.
 */
void sink_look_for_stop(struct sink *, uint64_t now_ns);
/* Is the grace time over, or does the user insist? */
bool sink_grace_over(const struct sink *, uint64_t now_ns);
/* What is due: drops, announcements, progress. */
void sink_watch(struct sink *, uint64_t now_ns);
/* Nothing is received any more. n < 0: the engine broke; then -1, else 0. */
int sink_finish(struct sink *, int n);

/* Open the engine and make the counters. */
int sink_open(struct sink *, struct fail *);
/* Count until a stop and the grace time are over. -1: SINK_BROKEN. */
int sink_run(struct sink *, struct fail *);
void sink_close(struct sink *);

#endif
