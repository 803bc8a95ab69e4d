/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The proof is a word of a heading of which one half ends a line and the other
 * half begins the next: mail breaks at blanks. That line is as wide as the
 * screen was, and until the next empty line all others of that width were cut,
 * too: the numbers of such a table are right below the words of its heading,
 * so no row ends where the heading goes on. A heading that was cut between two
 * words proves nothing, since some mailers leave all blanks there but one.
 */
#include "collector/folded.h"

#define WIDTH_MIN 60
#define WORD_MAX 16

static const char *const words[] = { "Network", "Address", "Ipkts", "Ierrs",
	"Idrop", "Idrops", "Ifail", "Ibytes", "Opkts", "Oerrs", "Odrop",
	"Odrops", "Ofail", "Obytes", "Coll", "Colls", "Drop", "Drops",
	"packets", "errs", "idrops", "fails", "bytes", "colls", "drops",
	"output", "Disp'd", "HDisp'd", "QDrops", "Queued", "Handled", "RX-OK",
	"RX-ERR", "RX-DRP", "RX-OVR", "TX-OK", "TX-ERR", "TX-DRP", "TX-OVR",
	"compressed", "carrier", "frame", "%iowait", "%steal", "%guest",
	"%gnice", "%idle", NULL };

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A line without its end; *next: where the one behind it begins, maybe end. */
static struct span
line_at(const char *p, const char *end, const char **next)
{
	const char *lf = memchr(p, '\n', (size_t)(end - p));
	const char *stop = lf != NULL ? lf : end;

	*next = lf != NULL ? lf + 1 : end;
	while (stop > p && stop[-1] == '\r')
		stop--;
	return (struct span){ p, (size_t)(stop - p) };
}

static bool
word_is_cut(struct span line, struct span below)
{
	char word[WORD_MAX + 1];
	size_t left = 0, right = 0;

	while (left < line.len && !is_blank(line.p[line.len - left - 1]))
		left++;
	while (right < below.len && !is_blank(below.p[right]))
		right++;
	if (left == 0 || right == 0 || left + right > WORD_MAX)
		return false;
	memcpy(word, line.p + line.len - left, left);
	memcpy(word + left, below.p, right);
	word[left + right] = '\0';
	return text_one_of(word, words);
}

/* From p on; *width: of the screen. NULL: no such one. */
static const char *
first_cut(const char *p, const char *end, size_t *width)
{
	const char *next, *after;

	for (; p < end; p = next) {
		struct span line = line_at(p, end, &next);

		if (line.len >= WIDTH_MIN &&
		    word_is_cut(line, line_at(next, end, &after))) {
			*width = line.len;
			return p;
		}
	}
	return NULL;
}

/* One paragraph; *out grows. Where it ends. */
static const char *
unfold(const char *p, const char *end, size_t width, char **out)
{
	const char *next;

	for (; p < end; p = next) {
		struct span line = line_at(p, end, &next);

		if (line.len == 0 || line.len > width)
			break;
		memcpy(*out, line.p, line.len);
		*out += line.len;
		if (line.len < width && next[-1] == '\n')
			*(*out)++ = '\n';
	}
	return p;
}

const char *
folded_open(struct arena *a, const char *text, size_t *len)
{
	const char *end = text + *len, *p = text, *cut;
	size_t width = 0;
	char *copy, *out;

	cut = first_cut(p, end, &width);
	if (cut == NULL)
		return text;
	copy = out = arena_get(a, *len + 1);
	if (a->broken)
		return NULL;
	for (; cut != NULL; cut = first_cut(p, end, &width)) {
		memcpy(out, p, (size_t)(cut - p));
		out += cut - p;
		p = unfold(cut, end, width, &out);
		/* the last line of all may have been as wide as the screen */
		if (out > copy && out[-1] != '\n')
			*out++ = '\n';
	}
	memcpy(out, p, (size_t)(end - p));
	out += end - p;
	*len = (size_t)(out - copy);
	return copy;
}
