/* SPDX-License-Identifier: BSD-2-Clause */
/* Who looks after the calls of the engine xdp, with calls of our own. */
#include "tests/unit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "netblast/blast.h"
#include "netblast/xdp_plan.h"
#include "netblast/xdp_watch.h"

Suite *xdp_watch_suite(void);

struct fake {
	struct xdp_state state;
	struct xdp_control control;
	struct xdp_watch watch;
	uint32_t most; /* frames after which a call ends */
	int error; /* so, 0: by itself */
	bool stays; /* until a signal comes */
	bool used_up; /* and all its runs are gone */
	uint32_t calls, asked[4], batch[4];
};

static uint64_t
get(const uint64_t *v)
{
	return __atomic_load_n(v, __ATOMIC_ACQUIRE);
}

static void
set(uint64_t *v, uint64_t to)
{
	__atomic_store_n(v, to, __ATOMIC_RELEASE);
}

static bool
flag(const bool *v)
{
	return __atomic_load_n(v, __ATOMIC_ACQUIRE);
}

/* One run, as in tx_xdp.bpf.c; false: it was not for this program. */
static bool
one_run(struct fake *k, unsigned program)
{
	struct xdp_control *c = &k->control;
	uint64_t go = get(&c->go);

	set(&c->runs[program], get(&c->runs[program]) + 1);
	if (get(&c->runs[program]) > XDP_RUNS)
		return false;
	if (flag(&c->done) && go != get(&c->going) && (go & 1) == program) {
		set(&c->going, go);
		__atomic_store_n(&c->done, false, __ATOMIC_RELEASE);
	}
	if (flag(&c->done) || flag(&c->stop) || (get(&c->going) & 1) != program)
		return false;
	set(&k->state.made, get(&k->state.made) + 1);
	if (get(&k->state.made) != k->state.frames)
		return true;
	set(&k->state.finish_ns, 12345);
	__atomic_store_n(&c->done, true, __ATOMIC_RELEASE);
	return true;
}

static int
fake_run(void *arg, unsigned program, uint32_t runs, uint32_t batch)
{
	const struct timespec ms = { .tv_nsec = 1000000 };
	struct fake *k = arg;
	uint32_t call = k->calls++, made = 0;

	ck_assert_uint_lt(call, 4);
	k->asked[call] = runs;
	k->batch[call] = batch;
	for (uint32_t i = 0; i < runs && made < k->most; i++)
		if (one_run(k, program))
			made++;
		else if (!k->stays)
			break;
		else if (nanosleep(&ms, NULL) < 0)
			return -1;
	if (k->used_up)
		set(&k->control.runs[program], UINT32_MAX);
	if (k->stays && pause() < 0)
		return -1;
	errno = k->error;
	return k->error != 0 ? -1 : 0;
}

static void
ignore(int signum)
{
	(void)signum;
}

static void
watch_open(struct fake *k)
{
	struct sigaction wake = { .sa_handler = ignore };
	struct fail f;

	sigaction(SIGUSR2, &wake, NULL);
	k->watch = (struct xdp_watch){ .run = fake_run,
		.arg = k,
		.control = &k->control,
		.state = &k->state,
		.pipe = { -1, -1 } };
	ck_assert_int_eq(xdp_watch_open(&k->watch, &f), 0);
}

static int
phase(struct fake *k, uint64_t rate, uint64_t frames, bool goes_on,
    struct tx_made *made, struct fail *f)
{
	struct flow_space space = { .flows = 1 };
	struct sizes sizes = { .kinds = 1, .period = 1 };
	struct tx tx = { .flows = &space, .sizes = &sizes };
	struct tx_job job = {
		.pace = { .rate = { rate, 1 }, .burst = 1, .threads = 1 },
		.frames = frames
	};

	xdp_plan_state(&tx, &job, &k->state);
	k->watch.pace = job.pace;
	memset(made, 0, sizeof(*made));
	return xdp_watch(&k->watch, goes_on, made, f);
}

static int
watch(struct fake *k, uint64_t rate, uint64_t frames, struct tx_made *made,
    struct fail *f)
{
	int rc;

	watch_open(k);
	rc = phase(k, rate, frames, false, made, f);
	xdp_watch_close(&k->watch);
	return rc;
}

START_TEST(one_call_is_enough)
{
	struct fake k = { .most = UINT32_MAX };
	struct tx_made made;
	struct fail f;

	ck_assert_int_eq(watch(&k, 0, 1000, &made, &f), 0);
	ck_assert_uint_eq(k.calls, 1);
	ck_assert_uint_eq(k.asked[0], 1000);
	ck_assert_uint_eq(k.batch[0], 64);
	ck_assert_uint_eq(made.taken, 1000);
	ck_assert_uint_eq(made.end_ns, 12345);
}
END_TEST

/* A signal that was not ours ends a call: the next one does the rest. */
START_TEST(interrupted_calls_go_on)
{
	struct fake k = { .most = 400, .error = EINTR };
	struct tx_made made;
	struct fail f;

	ck_assert_int_eq(watch(&k, 0, 1000, &made, &f), 0);
	ck_assert_uint_eq(k.calls, 3);
	ck_assert_uint_eq(k.asked[1], 600);
	ck_assert_uint_eq(k.asked[2], 200);
	ck_assert_uint_eq(made.taken, 1000);
}
END_TEST

START_TEST(errors_end_it)
{
	struct fake k = { .most = 400, .error = ENOMEM };
	struct tx_made made;
	struct fail f;

	ck_assert_int_eq(watch(&k, 0, 1000, &made, &f), -1);
	ck_assert_uint_eq(k.calls, 1);
	ck_assert_uint_eq(made.taken, 400);
	ck_assert_str_eq(f.text, "xdp: BPF_PROG_RUN: Cannot allocate memory");
}
END_TEST

/* By the schedule a call does not end by itself. */
START_TEST(done_calls_are_stopped)
{
	struct fake k = { .most = UINT32_MAX, .stays = true };
	struct tx_made made;
	struct fail f;

	ck_assert_int_eq(watch(&k, 1000, 50, &made, &f), 0);
	ck_assert_uint_eq(k.asked[0], UINT32_MAX);
	ck_assert_uint_eq(k.batch[0], 1);
	ck_assert_uint_eq(made.taken, 50);
}
END_TEST

/* Its pages are being freed: the next one begins before it is back. */
START_TEST(used_up_calls_are_relieved)
{
	struct fake k = { .most = 20, .stays = true, .used_up = true };
	struct tx_made made;
	struct fail f;

	ck_assert_int_eq(watch(&k, 1000, 30, &made, &f), 0);
	ck_assert_uint_eq(k.calls, 2);
	ck_assert_uint_eq(made.taken, 30);
}
END_TEST

/* One call makes the frames of all phases, unless its batch does not fit. */
START_TEST(phases_follow_each_other)
{
	static const uint64_t steps[] = { 1000, 2000, 4000000, 0 };
	struct fake k = { .most = UINT32_MAX, .stays = true };
	struct tx_made made;
	struct fail f;

	watch_open(&k);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(phase(&k, steps[i], 50, i < 3, &made, &f), 0);
		ck_assert_uint_eq(made.taken, 50);
		ck_assert_uint_eq(k.calls, i < 2 ? 1 : 2);
	}
	xdp_watch_close(&k.watch);
	ck_assert_uint_eq(k.batch[0], 1);
	ck_assert_uint_eq(k.batch[1], 64);
}
END_TEST

START_TEST(stopped_by_the_user)
{
	struct fake k = { .most = 30, .stays = true };
	struct tx_made made;
	struct fail f;

	blast_stop = 1;
	ck_assert_int_eq(watch(&k, 0, 1000, &made, &f), 0);
	blast_stop = 0;
	ck_assert_uint_le(made.taken, 30); /* stopped before or behind them */
	ck_assert_uint_eq(made.taken, k.state.made);
	ck_assert(made.end_ns != 0);
}
END_TEST

Suite *
xdp_watch_suite(void)
{
	Suite *s = suite_create("xdp_watch");
	TCase *t = tcase_create("xdp_watch");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, one_call_is_enough);
	tcase_add_test(t, interrupted_calls_go_on);
	tcase_add_test(t, errors_end_it);
	tcase_add_test(t, done_calls_are_stopped);
	tcase_add_test(t, used_up_calls_are_relieved);
	tcase_add_test(t, phases_follow_each_other);
	tcase_add_test(t, stopped_by_the_user);
	return s;
}
