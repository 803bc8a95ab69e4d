/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A wire with faults: carries Ethernet frames between two interfaces, each
 * exactly once and in order, but for what it is told to do to test frames
 * (UDP to one port, 10 bytes and more) on their way from IN to OUT:
 *
 *	impair [options] IN OUT
 *
 *	--drop K	every K-th goes no further
 *	--corrupt K	in every K-th a bit of the sequence number is turned,
 *			so that its checksum is wrong
 *	--hold K	every K-th lets --behind frames overtake it that come
 *			out unharmed, unless one is held already
 *	--duplicate K	every K-th goes out twice
 *	--delay TIME	each leaves so long after it was read
 *
 * Test frames are numbered from 1 as they come; a frame has one fate, the
 * first of these that names it, and the delay. Prints "ready", and when
 * --count of them came and all are out, at a signal or after --time, one JSON
 * object of what it did. Tags are not carried: the kernel takes them off
 * before a tap sees the frame.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/dissect.h"
#include "lib/opt.h"

#define FRAME_BYTES 2048
#define SLOTS 4096 /* frames on the wire: 0.2 s of 20,000/s */
#define SLOTS_EACH 3 /* that one frame may fill: twice, and the one held */
#define BATCH 64
#define BUFFER_BYTES (64 << 20) /* so that no frame is missed */
#define STAMP_BYTES 10 /* of a test frame, at least */
#define TURNED 0x10 /* in the last byte of the number: 16 off */
#define AGAIN_NS 50000ULL /* until a full queue is tried again */
#define LOOK_NS 100000000ULL /* at least so often: is it time to end? */
#define HOUR_NS (3600 * CLOCK_NS_PER_S)

enum { IN, OUT, SIDES };

struct rules {
	uint64_t drop, corrupt, hold, behind, duplicate; /* 0: none */
	uint64_t delay_ns, count, time_ns;
	uint64_t port;
	bool help;
};

struct slot {
	uint64_t came_ns, leaves_ns;
	uint32_t len;
	bool test;
	uint8_t data[FRAME_BYTES];
};

struct did { /* frames */
	uint64_t taken, others, dropped, corrupted, held, overtaken, duplicated;
	uint64_t sent; /* test frames that the kernel took, each time */
	uint64_t refused; /* OUT was down */
	uint64_t again; /* calls that were repeated: its queue was full */
	uint64_t kept_min_ns, kept_max_ns, kept_sum_ns;
};

struct wire {
	const struct rules *o;
	int fd[SIDES];
	struct slot *ring; /* SLOTS, in order of leaving */
	uint64_t head, tail; /* the next to leave, the next free */
	struct slot held;
	uint64_t waits_for; /* frames that shall overtake it; 0: none is held */
	struct did did;
};

static volatile sig_atomic_t stop;

static void
on_signal(int number)
{
	(void)number;
	stop = 1;
}

#define AT(field) offsetof(struct rules, field)
#define EVERY 1, UINT32_MAX

static const struct opt table[] = {
	{ 0, "drop", "K", "every K-th is dropped", OPT_U64, AT(drop), EVERY,
	    NULL },
	{ 0, "corrupt", "K", "every K-th is damaged", OPT_U64, AT(corrupt),
	    EVERY, NULL },
	{ 0, "hold", "K", "every K-th is held back", OPT_U64, AT(hold), EVERY,
	    NULL },
	{ 0, "behind", "N", "until N others went past (1)", OPT_U64, AT(behind),
	    EVERY, NULL },
	{ 0, "duplicate", "K", "every K-th is sent twice", OPT_U64,
	    AT(duplicate), EVERY, NULL },
	{ 0, "delay", "TIME", "each leaves so much later", OPT_DURATION,
	    AT(delay_ns), 0, HOUR_NS, NULL },
	{ 'p', "port", "N", "UDP destination port of test frames (9)", OPT_U64,
	    AT(port), 1, 65535, NULL },
	{ 'n', "count", "N", "end after so many test frames", OPT_U64,
	    AT(count), 1, UINT64_MAX, NULL },
	{ 't', "time", "TIME", "end after this time (60 s)", OPT_DURATION,
	    AT(time_ns), 1, HOUR_NS, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, AT(help), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

/* It starts with protocol 0, so no frame of another interface gets in. */
static int
open_side(const char *name, struct fail *f)
{
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	int on = 1, bytes = BUFFER_BYTES;
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_ALL),
		.sll_ifindex = (int)if_nametoindex(name) };

	if (fd < 0)
		return fail_errno(f, "packet socket");
	if (ll.sll_ifindex == 0 ||
	    setsockopt(
		fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof(on)) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof(bytes)) <
		0 ||
	    bind(fd, (struct sockaddr *)&ll, sizeof(ll)) < 0) {
		fail_errno(f, "%s", name);
		close(fd);
		return -1;
	}
	return fd;
}

static void
join(struct wire *w, const struct slot *s)
{
	w->ring[w->tail++ % SLOTS] = *s;
}

static void
let_go(struct wire *w, uint64_t leaves_ns)
{
	w->held.leaves_ns = leaves_ns;
	join(w, &w->held);
	w->waits_for = 0;
}

static void
unharmed(struct wire *w, const struct slot *s, bool twice)
{
	join(w, s);
	if (twice) {
		join(w, s);
		w->did.duplicated++;
	}
	if (w->waits_for > 0 && --w->waits_for == 0) {
		let_go(w, s->leaves_ns);
		w->did.overtaken++;
	}
}

static bool
every(uint64_t k, uint64_t i)
{
	return k != 0 && i % k == 0;
}

static void
decide(struct wire *w, struct slot *s, const struct dissect *d)
{
	const struct rules *o = w->o;
	uint64_t i = ++w->did.taken;

	s->leaves_ns = s->came_ns + o->delay_ns;
	if (every(o->drop, i)) {
		w->did.dropped++;
	} else if (every(o->corrupt, i)) {
		s->data[d->payload + 3] ^= TURNED;
		w->did.corrupted++;
		join(w, s);
	} else if (every(o->hold, i) && w->waits_for == 0) {
		w->held = *s;
		w->did.held++;
		w->waits_for = o->behind;
	} else {
		unharmed(w, s, every(o->duplicate, i));
	}
	if (i == o->count && w->waits_for > 0) /* nobody overtakes it now */
		let_go(w, s->leaves_ns);
}

static bool
room(const struct wire *w)
{
	return w->tail - w->head + SLOTS_EACH <= SLOTS;
}

static bool
is_test(const struct wire *w, const struct slot *s, struct dissect *d)
{
	return dissect_frame(s->data, s->len, s->len, d) == DISSECT_UDP &&
	    d->dst_port == w->o->port && d->payload_bytes >= STAMP_BYTES;
}

/* Until the kernel has taken it; 0 too where the interface is down. */
static int
put_out(struct wire *w, int side, const struct slot *s, struct fail *f)
{
	while (send(w->fd[side], s->data, s->len, 0) < 0) {
		if (errno == ENETDOWN) {
			w->did.refused++;
			return 0;
		}
		if (errno != ENOBUFS && errno != EAGAIN && errno != EINTR)
			return fail_errno(f, "send");
		w->did.again++;
		clock_sleep_until(clock_mono_ns() + AGAIN_NS);
	}
	w->did.sent += s->test;
	return 0;
}

/* What came on a side; that of OUT goes straight back to IN. */
static int
take(struct wire *w, int side, struct fail *f)
{
	struct slot s;
	struct dissect d;

	for (int i = 0; i < BATCH && room(w); i++) {
		ssize_t n = recv(w->fd[side], s.data, sizeof(s.data),
		    MSG_DONTWAIT | MSG_TRUNC);

		if (n < 0 &&
		    errno == ENETDOWN) /* told once; it may come back */
			continue;
		if (n < 0)
			return errno == EAGAIN || errno == EINTR
			    ? 0
			    : fail_errno(f, "receive");
		if ((size_t)n > sizeof(s.data))
			return fail(f, "a frame of %zd bytes", n);
		s.len = (uint32_t)n;
		s.came_ns = s.leaves_ns = clock_mono_ns();
		s.test = side == IN && is_test(w, &s, &d);
		if (s.test) {
			decide(w, &s, &d);
			continue;
		}
		w->did.others++;
		if (side == IN)
			join(w, &s);
		else if (put_out(w, IN, &s, f) < 0)
			return -1;
	}
	return 0;
}

static void
note_kept(struct did *d, uint64_t ns)
{
	if (d->sent == 1 || ns < d->kept_min_ns)
		d->kept_min_ns = ns;
	if (ns > d->kept_max_ns)
		d->kept_max_ns = ns;
	d->kept_sum_ns += ns;
}

static int
let_out(struct wire *w, struct fail *f)
{
	while (w->head != w->tail) {
		const struct slot *s = &w->ring[w->head % SLOTS];
		uint64_t now_ns = clock_mono_ns(), before = w->did.sent;

		if (now_ns < s->leaves_ns)
			return 0;
		if (put_out(w, OUT, s, f) < 0)
			return -1;
		if (w->did.sent != before)
			note_kept(&w->did, now_ns - s->came_ns);
		w->head++;
	}
	return 0;
}

static int
wait_for_frames(struct wire *w, struct fail *f)
{
	struct pollfd in[SIDES] = { { .fd = w->fd[IN] },
		{ .fd = w->fd[OUT], .events = POLLIN } };
	uint64_t now_ns = clock_mono_ns(), ns = LOOK_NS;
	struct timespec most;

	if (room(w))
		in[IN].events = POLLIN;
	if (w->head != w->tail) {
		uint64_t next_ns = w->ring[w->head % SLOTS].leaves_ns;

		ns = next_ns > now_ns ? next_ns - now_ns : 0;
	}
	if (ns > LOOK_NS)
		ns = LOOK_NS;
	most = (struct timespec){ .tv_sec = 0, .tv_nsec = (long)ns };
	if (ppoll(in, SIDES, &most, NULL) < 0 && errno != EINTR)
		return fail_errno(f, "poll");
	return 0;
}

static int
carry(struct wire *w, struct fail *f)
{
	uint64_t end_ns = clock_mono_ns() + w->o->time_ns;

	while (!stop && clock_mono_ns() < end_ns) {
		if (w->o->count > 0 && w->did.taken >= w->o->count &&
		    w->head == w->tail)
			return 0;
		if (wait_for_frames(w, f) < 0 || take(w, IN, f) < 0 ||
		    take(w, OUT, f) < 0 || let_out(w, f) < 0)
			return -1;
	}
	return 0;
}

/* Frames that came and found no room: the test is then worth nothing. */
static uint64_t
missed(const struct wire *w)
{
	struct tpacket_stats st = { 0 };
	socklen_t len = sizeof(st);

	if (getsockopt(w->fd[IN], SOL_PACKET, PACKET_STATISTICS, &st, &len) < 0)
		return UINT64_MAX;
	return st.tp_drops;
}

static void
tell(const struct wire *w)
{
	const struct did *d = &w->did;
	const struct {
		const char *key;
		uint64_t v;
	} rows[] = { { "taken", d->taken }, { "others", d->others },
		{ "dropped", d->dropped }, { "corrupted", d->corrupted },
		{ "held", d->held }, { "overtaken", d->overtaken },
		{ "duplicated", d->duplicated }, { "sent", d->sent },
		{ "refused", d->refused }, { "again", d->again },
		{ "missed", missed(w) },
		{ "left", w->tail - w->head + (w->waits_for > 0) },
		{ "kept_min_ns", d->kept_min_ns },
		{ "kept_mean_ns", d->sent > 0 ? d->kept_sum_ns / d->sent : 0 },
		{ "kept_max_ns", d->kept_max_ns } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		printf("%s\"%s\": %" PRIu64, i == 0 ? "{" : ", ", rows[i].key,
		    rows[i].v);
	printf("}\n");
}

static int
run(struct wire *w, char **names, struct fail *f)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	w->ring = calloc(SLOTS, sizeof(*w->ring));
	if (w->ring == NULL)
		return fail(f, "out of memory");
	for (int side = 0; side < SIDES; side++) {
		w->fd[side] = open_side(names[side], f);
		if (w->fd[side] < 0)
			return -1;
	}
	puts("ready");
	fflush(stdout);
	if (carry(w, f) < 0)
		return -1;
	tell(w);
	return 0;
}

int
main(int argc, char **argv)
{
	struct rules o = {
		.port = 9, .behind = 1, .time_ns = 60 * CLOCK_NS_PER_S
	};
	struct wire *w = calloc(1, sizeof(*w));
	struct fail f = { "out of memory" };
	int operands = 0, rc = -1;

	if (w != NULL)
		rc = opt_parse(table, &o, argc, argv, &operands, &f);
	if (rc == 0 && o.help) {
		puts("usage: impair [options] IN OUT");
		opt_help(table, stdout);
		free(w);
		return 0;
	}
	if (rc == 0 && operands != SIDES)
		rc = fail(&f, "two interfaces: IN OUT (-h lists the options)");
	if (rc == 0) {
		w->o = &o;
		rc = run(w, argv + 1, &f);
	}
	if (rc < 0)
		fprintf(stderr, "impair: %s\n", f.text);
	if (w != NULL)
		free(w->ring);
	free(w);
	return rc < 0;
}
