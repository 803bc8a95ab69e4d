/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/report_sum.h"
#include "lib/ledger.h"

static const struct {
	const char *name, *title, *colour;
} places[] = {
	{ "generator_refused", "generator: refused calls", "#8a8a8a" },
	{ "generator_queue", "generator: own queue", "#b07aa1" },
	{ "link", "link to the router", "#7a5c21" },
	{ "nic_error", "router: interface errors", "#c0392b" },
	{ "nic_ring", "router: receive ring", "#e08214" },
	{ "input_queue", "router: input queue", "#d6604d" },
	{ "filter", "router: filter", "#4d9a51" },
	{ "ip_refused", "router: IP refused", "#3aa6a0" },
	{ "output_queue", "router: output queue", "#d9b300" },
	{ "output_error", "router: output errors", "#e377c2" },
	{ "link_out", "link to the sink", "#9c755f" },
	{ "sink_nic", "sink: interface", "#6a51a3" },
	{ "sink_program", "sink: program", "#2c5f9e" },
	{ "delivered", "delivered", "#b9cfdf" },
};

const char *
report_place_title(const char *name)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (strcmp(places[i].name, name) == 0)
			return places[i].title;
	return name;
}

const char *
report_place_colour(const char *name)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (strcmp(places[i].name, name) == 0)
			return places[i].colour;
	return "#555555";
}

bool
report_place_in_path(const struct report_place *p)
{
	return strcmp(p->name, "generator_refused") != 0;
}

const char *
report_place_missing(const struct report_place *p)
{
	return p != NULL && p->from != NULL &&
		strcmp(p->from, ledger_in_sum) == 0
	    ? "in the sum"
	    : "not measured";
}

bool
report_place_delivered(const struct report_place *p)
{
	return strcmp(p->name, "delivered") == 0;
}

/* More than any trial can send: sums of such numbers would overflow. */
#define FRAMES_MAX (INT64_C(1) << 52)

static bool
frames_at(const json_t *from, const char *path, int64_t *frames)
{
	int64_t v;

	if (!report_int(from, path, &v) || v > FRAMES_MAX || v < -FRAMES_MAX)
		return false;
	*frames = v;
	return true;
}

static const json_t *
ledger_of(const json_t *trial, const char *direction)
{
	const json_t *list = report_at(trial, "derived.directions"), *d;
	size_t i;

	if (direction == NULL)
		return report_at(trial, "derived.ledger");
	json_array_foreach(list, i, d)
	{
		const char *name = report_text(d, "direction");

		if (name != NULL && strcmp(name, direction) == 0)
			return report_at(d, "ledger");
	}
	return NULL;
}

const struct report_place *
report_place_find(const struct report_sum *sum, const char *name)
{
	for (size_t i = 0; i < sum->places; i++)
		if (strcmp(sum->place[i].name, name) == 0)
			return &sum->place[i];
	return NULL;
}

static struct report_place *
find_or_add(struct report_sum *sum, const char *name)
{
	for (size_t i = 0; i < sum->places; i++)
		if (strcmp(sum->place[i].name, name) == 0)
			return &sum->place[i];
	if (sum->places == REPORT_PLACES)
		return NULL;
	sum->place[sum->places] = (struct report_place){ .name = name };
	return &sum->place[sum->places++];
}

static void
add_places(struct report_sum *sum, const json_t *ledger)
{
	const json_t *list = report_at(ledger, "places"), *v;
	size_t i;

	json_array_foreach(list, i, v)
	{
		const char *name = report_text(v, "place");
		struct report_place *p =
		    name == NULL ? NULL : find_or_add(sum, name);
		int64_t frames;

		if (p == NULL)
			continue;
		if (report_text(v, "from") != NULL)
			p->from = report_text(v, "from");
		if (frames_at(v, "frames", &frames)) {
			p->frames += frames;
			p->known++;
		} else {
			p->unknown++;
		}
	}
}

static void
add_number(const json_t *ledger, const char *key, int64_t *to, size_t *unknown)
{
	int64_t v;

	if (frames_at(ledger, key, &v))
		*to += v;
	else
		(*unknown)++;
}

static void
add(struct report_sum *sum, const json_t *ledger)
{
	int64_t sent, residual;

	if (!frames_at(ledger, "sent", &sent))
		return;
	sum->trials++;
	sum->sent += sent;
	add_number(ledger, "received", &sum->received, &sum->received_unknown);
	add_number(ledger, "foreign", &sum->foreign, &sum->foreign_unknown);
	add_number(
	    ledger, "background", &sum->background, &sum->background_unknown);
	add_number(ledger, "residual", &sum->residual, &sum->residual_unknown);
	if (frames_at(ledger, "residual", &residual)) {
		if (sum->trials == 1 + sum->residual_unknown ||
		    residual < sum->residual_min)
			sum->residual_min = residual;
		if (sum->trials == 1 + sum->residual_unknown ||
		    residual > sum->residual_max)
			sum->residual_max = residual;
	}
	add_places(sum, ledger);
}

void
report_sum_row(const struct report_run *run, const struct report_row *row,
    const char *direction, struct report_sum *sum)
{
	const json_t *trial;
	size_t at = 0;

	*sum = (struct report_sum){ .trials = 0 };
	while ((trial = report_trial(run, row, &at)) != NULL)
		if (report_true(trial, "valid"))
			add(sum, ledger_of(trial, direction));
}

bool
report_row_loss(const struct report_run *run, const struct report_row *row,
    int64_t *sent, int64_t *lost)
{
	const json_t *trial;
	size_t at = 0, n = 0;

	*sent = *lost = 0;
	while ((trial = report_trial(run, row, &at)) != NULL) {
		int64_t s, l;

		if (!report_true(trial, "valid"))
			continue;
		if (!frames_at(trial, "derived.sent", &s) ||
		    !frames_at(trial, "derived.lost", &l))
			return false;
		*sent += s;
		*lost += l;
		n++;
	}
	return n > 0;
}
