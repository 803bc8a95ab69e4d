/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any capture file: every frame that libpcap finds in it is in exactly one
 * of the counts. The first byte chooses the options.
 */
#include <pcap.h>
#include <unistd.h>

#include "netreceive/emit.h"
#include "netreceive/sink.h"
#include "tests/fuzz/fuzz.h"

int fuzz_pcapfile(const uint8_t *, size_t);

#define WORDS 4
static const char *const options[][WORDS] = {
	{ NULL },
	{ "--expect", "5,5", "-p", "1-65535" },
	{ "-t", "1ms", "--grace", "1ms" },
	{ "--idle", "1ms", "--any-source" },
	{ "--stamp", "classic", "-n", "5" },
	{ "--stamp", "none", "-V", "5" },
	{ "--first-seq", "4294967290", "--tag", "7" },
	{ "--streams", "1-2", "--same-clock" },
};
/* Shortly before the seeds' times: some frames come to lie before it. */
#define CLOCK_STARTED 999999999999999000
#define OPTIONS (sizeof(options) / sizeof(options[0]))

static void
write_file(char *path, const uint8_t *data, size_t len)
{
	int fd = mkstemp(path);

	HOLDS(fd >= 0);
	HOLDS(write(fd, data, len) == (ssize_t)len);
	close(fd);
}

static uint64_t
frames_of(const char *path)
{
	char text[PCAP_ERRBUF_SIZE];
	pcap_t *p = pcap_open_offline(path, text);
	struct pcap_pkthdr *h;
	const u_char *bytes;
	uint64_t n = 0;

	HOLDS(p != NULL);
	while (pcap_next_ex(p, &h, &bytes) == 1)
		n++;
	pcap_close(p);
	return n;
}

static void
check(const struct sink *s, const char *path)
{
	struct tally_counts c;
	uint64_t counted;

	tally_counts(&s->tally, &c);
	counted = c.received + c.uncounted + c.corrupt + c.foreign +
	    s->tally.outgoing;
	HOLDS(s->end != SINK_RUNNING);
	if (s->end == SINK_FILE || s->end == SINK_BROKEN)
		HOLDS(counted == frames_of(path));
	if (c.sequenced)
		HOLDS(c.received == c.unique + c.duplicate + c.unjudged);
	HOLDS(c.reordered <= c.unique && c.late <= c.received);
	HOLDS(s->end != SINK_BROKEN || sink_invalid(s, &c) != NULL);
}

/*
 * The counters are a quarter of a gigabyte, nearly all of it untouched: made
 * once, and then cleaned where the last run wrote.
 */
static void
clean(struct tally *t, const struct tally *made)
{
	const struct streams *used = &t->streams;
	const struct series *v = &t->series;

	memset(used->windows, 0,
	    used->n * SEQTRACK_WORDS * sizeof(*used->windows));
	memset(used->v, 0, used->n * sizeof(*used->v));
	memset(used->by_number, 0, STREAMS_NUMBERS * sizeof(*used->by_number));
	memset(used->by_hash, 0, STREAMS_HASH * sizeof(*used->by_hash));
	memset(t->tags, 0, TALLY_TAGS * sizeof(*t->tags));
	memset(v->v + v->first, 0, (v->end - v->first) * sizeof(*v->v));
	*t = *made;
}

static struct tally *
counters(const struct rx_options *o)
{
	static struct tally t, made;
	struct fail f = { "" };

	if (made.streams.v == NULL) {
		HOLDS(tally_new(&made, o, RX_ETHERNET, 0, &f) == 0);
		t = made;
	}
	clean(&t, &made);
	t.o = t.streams.o = o;
	t.tag_known = o->tag != 0;
	t.tag = (uint16_t)o->tag;
	return &t;
}

static void
count(const char *path, const char *const words[WORDS])
{
	static volatile sig_atomic_t none;
	char *argv[WORDS + 3] = { (char *)"netreceive", (char *)"--read",
		(char *)path };
	struct rx_options o;
	struct sink s = { .o = &o, .signals = &none, .rx.file = path };
	struct fail f = { "" };
	struct tally *t;
	int argc = 3;

	for (int i = 0; i < WORDS && words[i] != NULL; i++)
		argv[argc++] = (char *)words[i];
	HOLDS(rx_options_parse(&o, argc, argv, &f) == 0);
	s.rx.engine = rx_find("pcap");
	HOLDS(s.rx.engine != NULL);
	if (s.rx.engine->open(&s.rx, &f) < 0) { /* no capture */
		HOLDS(f.text[0] != '\0');
		return;
	}
	t = counters(&o);
	s.tally = *t;
	s.tally.wall_less_mono_ns = CLOCK_STARTED;
	if (sink_run(&s, &f) < 0)
		HOLDS(f.text[0] != '\0');
	check(&s, path);
	*t = s.tally;
	s.rx.engine->close(&s.rx);
}

int
fuzz_pcapfile(const uint8_t *data, size_t len)
{
	char path[] = "/tmp/nb-fuzz-XXXXXX";

	if (len < 1)
		return 0;
	write_file(path, data + 1, len - 1);
	count(path, options[data[0] % OPTIONS]);
	unlink(path);
	return 0;
}
