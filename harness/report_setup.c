/* SPDX-License-Identifier: BSD-2-Clause */
/* The set-up as a picture, drawn here from the topology of the run. */
#include <string.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"
#include "harness/report_part.h"

#define CELLS 3 /* generator, router, sink */
#define TOP 8 /* px above the first box */

static const char *const path_roles[CELLS] = { "generator", "router", "sink" };

/* Left to right on wide screens, top to bottom on narrow ones. */
static const struct shape {
	int width, height, box_w, box_h;
	int step_x, step_y; /* from box to box */
	int mgmt_y; /* top of the management box */
	size_t chars; /* that fit in a box */
	size_t link_chars; /* beside a link */
} shapes[2] = {
	{ 1130, 292, 250, 104, 430, 0, 176, 28, 21 },
	{ 360, 772, 340, 104, 0, 244, 652, 37, 37 },
};

static void
line(struct html *h, const char *class, int x1, int y1, int x2, int y2)
{
	fprintf(h->out,
	    "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>",
	    class, x1, y1, x2, y2);
}

static void
words(struct html *h, const char *class, int x, int y, const char *text,
    size_t max)
{
	char cut[256];

	if (text == NULL)
		return;
	fprintf(h->out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
	html_text(h, report_cut(text, max, cut, sizeof(cut)));
	html_raw(h, "</text>");
}

static const json_t *
role_of(const struct report_run *run, const char *name)
{
	const json_t *list = report_at(run->root, "topology.roles"), *v;
	size_t i;

	json_array_foreach(list, i, v)
	{
		const char *role = report_text(v, "role");

		if (role != NULL && strcmp(role, name) == 0)
			return v;
	}
	return NULL;
}

static void
box(struct html *h, const struct shape *s, int x, int y, const json_t *role)
{
	char text[64], cpu[48];

	fprintf(h->out,
	    "<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" "
	    "height=\"%d\" rx=\"3\"/>",
	    x, y, s->box_w, s->box_h);
	words(h, "name", x + 14, y + 30, report_text(role, "role"), s->chars);
	words(h, "mono", x + 14, y + 56, report_text(role, "node"), s->chars);
	if (report_at(role, "cpu") == NULL)
		return;
	report_scalar(report_at(role, "cpu"), cpu, sizeof(cpu));
	snprintf(text, sizeof(text), "CPU %s", cpu);
	words(h, "small", x + 14, y + 82, text, s->chars);
}

static const json_t *
interface_of(const json_t *role, const char *name)
{
	const json_t *v;
	size_t i;

	json_array_foreach(report_at(role, "interfaces"), i, v)
	{
		const char *text = report_text(v, "name");

		if (text != NULL && strcmp(text, name) == 0)
			return v;
	}
	return NULL;
}

/* Name, address and MAC of one end of a link, three lines. */
static void
end_of(struct html *h, const struct shape *s, int x, int y, const char *anchor,
    const json_t *interface)
{
	static const char *const keys[] = { "name", "address", "mac" };
	char class[32];

	for (int i = 0; i < 3; i++) {
		snprintf(class, sizeof(class), "mono %s", anchor);
		words(h, class, x, y + i * 19, report_text(interface, keys[i]),
		    s->link_chars);
	}
}

/* "generator.nb0" names an interface of that role. */
static const char *
on_role(const char *end, const char *role)
{
	size_t n = strlen(role);

	if (end == NULL || strncmp(end, role, n) != 0 || end[n] != '.')
		return NULL;
	return end + n + 1;
}

/* The interfaces that join two roles; NULL: no such link. */
static bool
link_of(const struct report_run *run, const char *a, const char *b,
    const char *name[2])
{
	const json_t *v;
	size_t i;

	json_array_foreach(report_at(run->root, "topology.links"), i, v)
	{
		for (int turn = 0; turn < 2; turn++) {
			name[0] = on_role(
			    json_string_value(json_array_get(v, turn)), a);
			name[1] = on_role(
			    json_string_value(json_array_get(v, !turn)), b);
			if (name[0] != NULL && name[1] != NULL)
				return true;
		}
	}
	return false;
}

/* From box i to box i + 1. */
static void
join(struct html *h, const struct report_run *run, const struct shape *s, int i)
{
	const char *name[2];
	const json_t *a, *b;
	int x = 10 + i * s->step_x, y = TOP + i * s->step_y;

	if (!link_of(run, path_roles[i], path_roles[i + 1], name))
		return;
	a = interface_of(role_of(run, path_roles[i]), name[0]);
	b = interface_of(role_of(run, path_roles[i + 1]), name[1]);
	if (s->step_x > 0) {
		int from = x + s->box_w, to = x + s->step_x;

		line(h, "link", from, y + s->box_h / 2, to, y + s->box_h / 2);
		line(h, "head", to - 9, y + s->box_h / 2 - 5, to,
		    y + s->box_h / 2);
		line(h, "head", to - 9, y + s->box_h / 2 + 5, to,
		    y + s->box_h / 2);
		end_of(h, s, from + 8, y + s->box_h / 2 - 46, "start", a);
		end_of(h, s, to - 8, y + s->box_h / 2 + 20, "end", b);
		return;
	}
	line(h, "link", 24, y + s->box_h, 24, y + s->step_y);
	line(h, "head", 19, y + s->step_y - 9, 24, y + s->step_y);
	line(h, "head", 29, y + s->step_y - 9, 24, y + s->step_y);
	end_of(h, s, 38, y + s->box_h + 20, "start", a);
	end_of(h, s, 38, y + s->box_h + 92, "start", b);
}

/* The prober, and what the run says about the management link. */
static void
management(struct html *h, const struct report_run *run, const struct shape *s)
{
	const json_t *v, *m = report_at(run->root, "topology.management");
	const json_t *prober = role_of(run, "prober");
	int x = 10 + s->step_x, lines = 0;
	char text[160], value[96];
	const char *key;

	if (m == NULL && prober == NULL)
		return;
	if (s->step_x > 0)
		line(h, "mgmt", x + s->box_w / 2, TOP + s->box_h,
		    x + s->box_w / 2, s->mgmt_y);
	fprintf(h->out,
	    "<rect class=\"mbox\" x=\"%d\" y=\"%d\" width=\"%d\" "
	    "height=\"%d\" rx=\"3\"/>",
	    x, s->mgmt_y, s->box_w, s->height - s->mgmt_y - 4);
	words(h, "name", x + 14, s->mgmt_y + 26, "management link", s->chars);
	words(h, "mono", x + 14, s->mgmt_y + 49, report_text(prober, "node"),
	    s->chars);
	lines += report_text(prober, "node") != NULL;
	json_object_foreach((json_t *)m, key, v)
	{
		if (lines == 3 || json_is_object(v) || json_is_array(v))
			continue;
		snprintf(text, sizeof(text), "%.40s %s", key,
		    report_scalar(v, value, sizeof(value)));
		words(h, "small", x + 14, s->mgmt_y + 49 + 22 * lines++, text,
		    s->chars);
	}
}

static void
picture(struct html *h, const struct report_run *run, int variant)
{
	const struct shape *s = &shapes[variant];

	html_open(h, "div", "class", report_variant[variant], NULL);
	fprintf(h->out, "<svg class=\"setup\" viewBox=\"0 0 %d %d\" ", s->width,
	    s->height);
	html_raw(h,
	    "role=\"img\" aria-label=\"Generator, router and sink in "
	    "a row; the management link joins the router apart from "
	    "them. All values stand in the table below.\">");
	html_open(h, "g", "class", variant == 0 ? NULL : "thin", NULL);
	for (int i = 0; i < CELLS; i++)
		box(h, s, 10 + i * s->step_x, TOP + i * s->step_y,
		    role_of(run, path_roles[i]));
	for (int i = 0; i + 1 < CELLS; i++)
		join(h, run, s, i);
	management(h, run, s);
	html_raw(h, "</g></svg>");
	html_close(h, "div");
}

static void
interface_rows(struct html *h, const json_t *role)
{
	const json_t *v;
	size_t i;

	json_array_foreach(report_at(role, "interfaces"), i, v)
	{
		html_open(h, "tr", "role", "row", NULL);
		report_cell(h, "role", NULL, report_text(role, "role"));
		report_cell(h, "node", "mono", report_text(role, "node"));
		report_cell(h, "interface", "mono", report_text(v, "name"));
		report_cell(h, "address", "mono", report_text(v, "address"));
		report_cell(h, "MAC", "mono", report_text(v, "mac"));
		html_close(h, "tr");
	}
}

static void
interface_table(const struct report_run *run, struct html *h)
{
	static const char *const heads[] = { "role", "node", "interface",
		"address", "MAC" };
	const json_t *v;
	size_t i;

	html_raw(h, "<details><summary>Interfaces and addresses</summary>");
	report_table_open(h, "cards");
	for (i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		report_head(h, heads[i], NULL, "");
	report_table_body(h);
	json_array_foreach(report_at(run->root, "topology.roles"), i, v)
	{
		interface_rows(h, v);
	}

	report_table_close(h);
	html_raw(h, "</details>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	struct html *h = r->html;

	(void)f;
	html_raw(h, "<figure class=\"picture\">");
	picture(h, run, 0);
	picture(h, run, 1);
	html_raw(h, "<figcaption>");
	html_raw(h,
	    "The path of the frames is drawn solid in the forward "
	    "direction, the management link dashed.");
	if (report_text(run->root, "topology.note") != NULL)
		html_textf(h, " %s", report_text(run->root, "topology.note"));
	report_caption_end(h, run);
	html_raw(h, "</figcaption></figure>");
	interface_table(run, h);
	return 0;
}

static bool
applies(const struct report_run *run)
{
	return role_of(run, "router") != NULL;
}

const struct report_section report_setup = { "setup", "Set-up", applies, emit };
