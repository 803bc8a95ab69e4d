/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/dmesg.h"

/* "NetBSD 4.99.4 (ROUTER) #1: ...", "FreeBSD 12.2-RELEASE r366954 GENERIC" */
bool
machine_is_banner(const struct line *l)
{
	struct span s[4];
	size_t n;
	bool paren;

	if (l->len == 0 || strchr("NODFL", *l->p) == NULL)
		return false;
	n = text_fields(l, s, 4);
	/* with a time in front mail may have broken it behind these words */
	if (n > 1 && span_is(s[0], "Linux"))
		return span_is(s[1], "version");
	if (n < 3)
		return false;
	paren = *s[2].p == '(' && (s[1].p[0] >= '0' && s[1].p[0] <= '9');
	if (span_is(s[0], "NetBSD") || span_is(s[0], "OpenBSD"))
		return paren;
	if (span_is(s[0], "DragonFly"))
		return *s[1].p == 'v' && *s[2].p == '#';
	return span_is(s[0], "FreeBSD") && *s[1].p >= '0' && *s[1].p <= '9' &&
	    memchr(s[1].p, '-', s[1].len) != NULL;
}

static struct span
field(const struct line *l, size_t i)
{
	struct span s = { "", 0 };
	size_t at = 0;

	for (i++; i > 0; i--)
		if (!text_next(l, &at, &s))
			return (struct span){ "", 0 };
	return s;
}

static struct span
last_part(struct span s)
{
	size_t at = s.len;

	while (at > 0 && s.p[at - 1] != '/')
		at--;
	return (struct span){ s.p + at, s.len - at };
}

static void
take_banner(struct machine *m, const struct line *l)
{
	struct span s[40];
	size_t n = text_fields(l, s, 40);

	m->os = s[0];
	if (n < 3)
		return; /* the text ends there */
	m->release = span_is(s[0], "Linux") ? s[2] : s[1];
	if (span_is(s[0], "DragonFly")) {
		m->release.p++;
		m->release.len--;
	}
	if (*s[2].p == '(' && s[2].len > 2 && !span_is(s[0], "Linux"))
		m->kernel = (struct span){ s[2].p + 1, s[2].len - 2 };
	for (size_t i = 2; i < n; i++)
		if (*s[i].p == '#' && s[i].len > 1) {
			m->build = (struct span){ s[i].p + 1, s[i].len - 1 };
			while (m->build.len > 0 &&
			    (m->build.p[m->build.len - 1] < '0' ||
				m->build.p[m->build.len - 1] > '9'))
				m->build.len--;
			break;
		}
	/* FreeBSD since 10: "... r366954 GENERIC amd64" */
	if (span_is(s[0], "FreeBSD") && m->build.len == 0 && n >= 5)
		m->kernel = s[n - 2];
}

/* "    root@host:/usr/obj/usr/src/sys/GENERIC" on the line after. */
static void
take_builder(struct machine *m, const struct line *l)
{
	struct span s = field(l, 0);

	if (m->os.len == 0 || m->kernel.len > 0 ||
	    memchr(s.p, '@', s.len) == NULL ||
	    memchr(s.p, ':', s.len) == NULL || memchr(s.p, '/', s.len) == NULL)
		return;
	m->kernel = last_part(s);
}

/* "2047 MB", "34359738368 (32768 MB)", "1073676288 (1048512K bytes)" */
static bool
megabytes(const struct line *l, uint64_t *mb)
{
	struct span s;
	size_t at = 0;
	uint64_t v = 0;
	bool number = false;

	while (text_next(l, &at, &s)) {
		size_t digits = 0;
		struct span unit;

		if (*s.p == '(') {
			s.p++;
			s.len--;
		}
		if (number && span_begins(s, "MB"))
			return *mb = v, true;
		while (
		    digits < s.len && s.p[digits] >= '0' && s.p[digits] <= '9')
			digits++;
		number = span_u64((struct span){ s.p, digits }, &v);
		unit = (struct span){ s.p + digits, s.len - digits };
		if (number && span_begins(unit, "MB"))
			return *mb = v, true;
		if (number && (span_begins(unit, "K") || span_is(unit, "k")))
			return *mb = v / 1024, true;
		number &= unit.len == 0;
	}
	return false;
}

/* "cpu0: Intel(R) ..., 2394.45 MHz, ..." without what is measured. */
static struct span
model_of(struct span s)
{
	size_t end = s.len;

	for (size_t i = 0; i + 2 <= s.len && end == s.len; i++) {
		if (memcmp(s.p + i, ", ", 2) == 0)
			end = i;
		/* "(686-class)", "(2600.05-MHz K8-class CPU)" */
		if ((s.p[i] == ' ' || s.p[i] == '\t') && s.p[i + 1] == '(' &&
		    i > 0 && memchr(s.p + i, ')', s.len - i) != NULL &&
		    (s.p[i + 2] == '"' || s.p[i + 2] == 'f' /* family */ ||
			(s.p[i + 2] >= '0' && s.p[i + 2] <= '9')))
			end = i;
	}
	/* AMD's are filled up */
	while (end > 0 && (s.p[end - 1] == ' ' || s.p[end - 1] == '\t'))
		end--;
	return (struct span){ s.p, end };
}

/*
 * NetBSD says something else of cpu0 first ("Use lfence to serialize rdtsc"):
 * a line with the clock or the identity is the better one.
 */
static void
take_cpu0(struct machine *m, struct span s)
{
	static const char *const marks[] = { ", id 0x", "MHz", "GHz",
		"-class" };
	bool sure = false;

	if (*s.p == '"' || memchr(s.p, ' ', s.len) == NULL)
		return;
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		sure |= dmesg_place(s, marks[i]) < s.len;
	if (m->model.len == 0 || (sure && !m->model_sure))
		m->model = model_of(s);
	m->model_sure |= sure;
}

/* " cpu1 (AP):  apic id:  2": FreeBSD, DragonFly */
bool
machine_is_cpu(const struct line *l)
{
	struct span s[2];

	return line_begins(l, "cpu") && text_fields(l, s, 2) == 2 &&
	    (span_begins(s[1], "(BSP)") || span_begins(s[1], "(AP)"));
}

/* "cpu0 at mainbus0: CN50xx CPU ...", but not "...: apid 0 (boot processor)" */
static void
take_attached(struct machine *m, struct span s)
{
	size_t colon = dmesg_place(s, ": ") + 2;

	if (colon >= s.len)
		return;
	s = (struct span){ s.p + colon, s.len - colon };
	if (!span_begins(s, "apid "))
		take_cpu0(m, s);
}

static void
take_model(struct machine *m, const struct line *l)
{
	static const char cpu[] = "CPU: ", linux_cpu[] = "smpboot: CPU0: ";
	struct span s = { l->p, l->len };

	if (line_begins(l, cpu)) { /* FreeBSD */
		m->cpu_line = true;
		s = (struct span){ l->p + 5, l->len - 5 };
		if (m->model.len == 0)
			m->model = model_of(s);
		return;
	}
	if (line_begins(l, linux_cpu) && m->model.len == 0)
		m->model = model_of((struct span){ l->p + sizeof(linux_cpu) - 1,
		    l->len - sizeof(linux_cpu) + 1 });
	if (line_begins(l, "cpu0 at "))
		take_attached(m, s);
	if (!line_begins(l, "cpu0: "))
		return;
	s = (struct span){ l->p + 6, l->len - 6 };
	if (m->quoted_model.len == 0 && s.len > 2 && *s.p == '"' &&
	    s.p[s.len - 1] == '"')
		m->quoted_model = (struct span){ s.p + 1, s.len - 2 };
	take_cpu0(m, s);
	m->cpu_line = true;
}

/* "FreeBSD/SMP: Multiprocessor System Detected: 4 CPUs" */
static void
take_cpus(struct machine *m, const struct line *l)
{
	struct span s[3], last = { "", 0 }, word;
	size_t n = text_fields(l, s, 3), at = 0;
	uint64_t v;

	if (n < 2)
		return;
	if ((span_begins(s[0], "cpu") && span_is(s[1], "at")) ||
	    machine_is_cpu(l))
		m->cpus++;
	if (span_is(s[0], "SMP:") && n == 3 && span_is(s[1], "AP") &&
	    span_is(s[2], "CPU"))
		m->launched++;
	if (!line_begins(l, "FreeBSD/SMP:") && !line_begins(l, "smp:") &&
	    !line_begins(l, "DragonFly/MP:") && !line_begins(l, "Brought up "))
		return;
	while (text_next(l, &at, &word)) {
		if (span_is(word, "CPUs") && span_u64(last, &v))
			m->cpus_told = v;
		last = word;
	}
}

static void
take_memory(struct machine *m, const struct line *l)
{
	static const char *const words[] = { "total memory", "real mem" };
	struct line total = *l;
	const char *slash = memchr(l->p, '/', l->len);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!m->memory && line_begins(l, words[i]))
			m->memory = megabytes(l, &m->memory_mb);
	/* Linux: "Memory: 8009888K/8388076K available", the second is all */
	if (m->memory || slash == NULL || !line_begins(l, "Memory: "))
		return;
	total.p = slash + 1;
	total.len = (size_t)(l->p + l->len - total.p);
	m->memory = megabytes(&total, &m->memory_mb);
}

void
machine_take(struct machine *m, const struct line *l)
{
	if (machine_is_banner(l))
		take_banner(m, l);
	take_builder(m, l);
	take_model(m, l);
	take_cpus(m, l);
	take_memory(m, l);
}
