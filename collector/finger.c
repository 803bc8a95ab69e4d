/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/finger.h"

#define NAME_MAX 64 /* of an interface, an interrupt, ... */
#define KEY_MAX (3 * NAME_MAX)
/* Bounds the time for hostile text: keys are looked up one by one. */
#define KEYS_MAX 4096
#define PORTS_MAX 256

static const struct finger_rule *const tables[] = { finger_rules_machine,
	finger_rules_kernel, finger_rules_interface, finger_rules_network };
#define TABLES (sizeof(tables) / sizeof(tables[0]))

static bool
is_port_key(const char *key)
{
	return strncmp(key, "if.%", 4) == 0;
}

bool
finger_knows_port(const struct finger *f, const char *name)
{
	for (size_t i = 0; i < f->n_port; i++)
		if (strcmp(f->port[i], name) == 0)
			return true;
	return false;
}

/* false: one too many. */
static bool
meet_port(struct finger *f, const char *name)
{
	if (finger_knows_port(f, name))
		return true;
	if (f->n_port == PORTS_MAX) {
		f->cut = true;
		return false;
	}
	if (f->port == NULL)
		f->port = arena_get(&f->arena, PORTS_MAX * sizeof(*f->port));
	if (!f->arena.broken)
		f->port[f->n_port++] =
		    arena_text(&f->arena, name, strlen(name));
	return true;
}

/* "lo", "lo0": no way through the router. */
static bool
is_loopback(const char *name)
{
	return strncmp(name, "lo", 2) == 0 &&
	    name[2 + strspn(name + 2, "0123456789")] == '\0';
}

/*
 * "if.%%.pause" with the names "ix" and "0": "if.ix0.pause". false: not
 * enough names, or too long ones.
 */
static bool
make_key(const struct finger_rule *rule, const struct finger_at *at,
    char key[KEY_MAX], char port[NAME_MAX])
{
	size_t len = 0, used = 0, port_len = 0;
	bool in_port = is_port_key(rule->key);

	for (const char *p = rule->key; *p != '\0'; p++) {
		const char *add = p;
		size_t n = 1;

		if (*p == '%') {
			if (used == at->n_name)
				return false;
			add = at->name[used++];
			n = strlen(add);
		}
		in_port = in_port && (p < rule->key + 3 || *p == '%');
		if (in_port && *p == '%') {
			if (port_len + n >= NAME_MAX)
				return false;
			memcpy(port + port_len, add, n);
			port_len += n;
		}
		if (n == 0 || n >= NAME_MAX || len + n >= KEY_MAX)
			return false;
		memcpy(key + len, add, n);
		len += n;
	}
	key[len] = '\0';
	port[port_len] = '\0';
	return true;
}

static void
put(struct finger *f, const struct finger_rule *rule, const char *key,
    const char *value, const char *from)
{
	if (f->keys.n == KEYS_MAX) {
		f->cut = true;
		return;
	}
	if (f->from == NULL)
		f->from = arena_get(&f->arena, KEYS_MAX * sizeof(*f->from));
	if (f->arena.broken || fp_put(&f->keys, rule->class, key, value) < 0) {
		f->arena.broken = true;
		return;
	}
	f->from[f->keys.n - 1] =
	    from == NULL ? NULL : arena_text(&f->arena, from, strlen(from));
}

/* What the path led to. */
static void
take(struct finger *f, const struct finger_rule *rule, struct finger_at *at)
{
	char key[KEY_MAX], port[NAME_MAX], text[FINGER_TEXT] = "";
	finger_how *how = rule->how != NULL ? rule->how : finger_plain;
	const char *clean;

	if (!make_key(rule, at, key, port) ||
	    (port[0] != '\0' && is_loopback(port)))
		return;
	clean = value_key(&f->arena, key);
	if (fp_find(&f->keys, rule->class, clean) != NULL || !how(at, text))
		return;
	if (port[0] != '\0' && !meet_port(f, value_key(&f->arena, port)))
		return;
	put(f, rule, clean, text, at->l->kind);
}

/*
 * Does this word match one with "*" in it, each of which stands for letters
 * without a dot, in the path of a file without a slash? Alone it stands for
 * anything. The names are added.
 */
static bool
match(struct finger *f, const char *word, const char *pattern, size_t len,
    struct finger_at *at)
{
	bool alone = len == 1 && *pattern == '*';
	const char *ends = alone		? ""
	    : memchr(pattern, '/', len) != NULL ? "/"
						: "./";

	for (size_t i = 0; i < len; i++) {
		size_t n = strcspn(word, ends);

		if (pattern[i] != '*') {
			if (*word != pattern[i])
				return false;
			word++;
			continue;
		}
		/* the shortest that what follows the star allows */
		if (!alone && i + 1 < len) {
			size_t k = 0;

			while (k < n && word[k] != pattern[i + 1])
				k++;
			n = k;
		}
		if (n == 0 || at->n_name == FINGER_CAPTURES)
			return false;
		at->name[at->n_name++] = arena_text(&f->arena, word, n);
		word += n;
	}
	return *word == '\0';
}

/* A child's name: its key, or in an array what it calls itself. */
static const char *
child_name(const struct value *v)
{
	const struct value *name;

	if (v->key != NULL)
		return v->key;
	name = value_find(v, "name");
	return name != NULL && name->type == VALUE_TEXT ? name->text : NULL;
}

static void
walk(struct finger *f, const struct finger_rule *rule, struct finger_at *at,
    const char *path)
{
	const struct value *v = at->v, *child;
	size_t len = strcspn(path, "|"), names = at->n_name;
	bool any = len == 1 && *path == '?';
	char word[KEY_MAX];

	if (*path == '\0') {
		take(f, rule, at);
		return;
	}
	if (!any && memchr(path, '*', len) == NULL) {
		snprintf(word, sizeof(word), "%.*s", (int)len, path);
		at->v = value_find(v, word);
		if (at->v != NULL)
			walk(f, rule, at, path + len + (path[len] == '|'));
		at->v = v;
		return;
	}
	if (v->type != VALUE_ARRAY && v->type != VALUE_OBJECT)
		return;
	for (child = v->first; child != NULL; child = child->next) {
		const char *name = child_name(child);

		if (any || (name != NULL && match(f, name, path, len, at))) {
			at->v = child;
			walk(f, rule, at, path + len + (path[len] == '|'));
		}
		at->n_name = names;
	}
	at->v = v;
}

static void
apply(struct finger *f, const struct finger_rule *rule, const struct listing *l)
{
	struct finger_at at = {
		.f = f, .l = l, .v = l->data, .arg = rule->arg
	};
	const struct value *port;

	if (strcmp(l->kind, rule->kind) != 0)
		return;
	port = value_find(l->data, "interface");
	if (port != NULL && port->type == VALUE_TEXT)
		at.name[at.n_name++] = port->text;
	walk(f, rule, &at, rule->path);
}

/* The same question has the same number: not "ifconfig wm0" and "ifconfig wm1". */
struct question {
	uint64_t hash;
	size_t at; /* of the listing */
};

static uint64_t
hash_text(uint64_t hash, const char *text)
{
	return text == NULL ? finger_hash(hash, "", 1)
			    : finger_hash(hash, text, strlen(text) + 1);
}

static struct question
question(const struct session *s, size_t at)
{
	const struct listing *l = &s->v[at];
	const struct value *port =
	    l->data == NULL ? NULL : value_find(l->data, "interface");
	struct question q = { FINGER_HASH_START, at };

	q.hash = hash_text(q.hash, l->kind);
	q.hash = hash_text(q.hash, l->variant);
	q.hash = hash_text(q.hash, l->command);
	if (port != NULL && port->type == VALUE_TEXT)
		q.hash = hash_text(q.hash, port->text);
	return q;
}

static int
by_hash(const void *a, const void *b)
{
	const struct question *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->at < y->at ? -1 : 1;
}

/* Leave the first of two of a kind, or the last. */
static void
halve(struct finger *f, const struct session *s, enum moment m, bool *use)
{
	struct question *q = arena_get(&f->arena, (s->n + 1) * sizeof(*q));

	if (f->arena.broken)
		return;
	for (size_t i = 0; i < s->n; i++)
		q[i] = question(s, i);
	qsort(q, s->n, sizeof(*q), by_hash);
	for (size_t i = 0; i < s->n; i++) {
		bool earlier = i > 0 && q[i - 1].hash == q[i].hash;
		bool later = i + 1 < s->n && q[i + 1].hash == q[i].hash;

		use[q[i].at] &= m == MOMENT_BEFORE ? later : earlier;
	}
}

/*
 * Which listings tell of the moment: all, or those under its word, or where
 * there is no such word the first of two, the last of two.
 */
static const bool *
usable(struct finger *f, const struct session *s, enum moment m)
{
	bool *use = arena_get(&f->arena, (s->n + 1) * sizeof(*use));
	const char *host = session_host(s);
	bool marked = false;

	if (f->arena.broken)
		return NULL;
	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		marked |= l->moment != MOMENT_NONE;
		use[i] = l->data != NULL &&
		    (l->host == NULL || host == NULL ||
			strcmp(l->host, host) == 0) &&
		    (l->os == NULL || f->os == NULL ||
			strcmp(l->os, f->os) == 0);
	}
	for (size_t i = 0; marked && m != MOMENT_NONE && i < s->n; i++)
		use[i] &= s->v[i].moment == m;
	if (!marked && m != MOMENT_NONE)
		halve(f, s, m, use);
	return f->arena.broken ? NULL : use;
}

static void
apply_all(struct finger *f, const struct finger_rule *rule,
    const struct session *s, enum moment m, const bool *use)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t k = m == MOMENT_BEFORE ? i : s->n - 1 - i;

		if (use[k])
			apply(f, rule, &s->v[k]);
	}
}

static bool
for_this(const struct finger *f, const struct finger_rule *rule)
{
	return rule->os == NULL || f->os == NULL ||
	    strstr(rule->os, f->os) != NULL;
}

/* What this system could have told, and nothing did. */
static void
put_unknown(struct finger *f, const struct finger_rule *rule)
{
	char key[KEY_MAX], port[NAME_MAX];

	if (strchr(rule->key, '%') == NULL) {
		if (fp_find(&f->keys, rule->class, rule->key) == NULL)
			put(f, rule, rule->key, NULL, NULL);
		return;
	}
	/* those of one name behind the interface's are not known by name */
	if (!is_port_key(rule->key) ||
	    strchr(rule->key + 4 + strspn(rule->key + 4, "%"), '%') != NULL)
		return;
	for (size_t i = 0; i < f->n_port; i++) {
		struct finger_at at = { .name = { f->port[i] }, .n_name = 1 };
		struct finger_rule one = *rule;
		char short_key[KEY_MAX];

		/* "if.%%.x" of two parts is one name here */
		snprintf(short_key, sizeof(short_key), "if.%%%s",
		    rule->key + 4 + strspn(rule->key + 4, "%"));
		one.key = short_key;
		if (make_key(&one, &at, key, port) &&
		    fp_find(&f->keys, rule->class, key) == NULL)
			put(f, rule, key, NULL, NULL);
	}
}

static const struct finger_rule os_rule = { .key = "os", .class = FP_SUBJECT };

/* What dmesg and uname say of themselves, NULL for others. */
static const char *
own_system(const struct listing *l)
{
	const struct value *v = l->data == NULL ||
		(strcmp(l->kind, "dmesg") != 0 && strcmp(l->kind, "uname") != 0)
	    ? NULL
	    : value_find(l->data, "os");

	return v != NULL && v->type == VALUE_TEXT ? v->text : NULL;
}

/* By the first listing that is of one system only. */
static void
find_system(struct finger *f, const struct session *s)
{
	for (size_t i = 0; i < s->n && f->os == NULL; i++) {
		const struct listing *l = &s->v[i];
		const char *os =
		    l->os != NULL && l->os[0] != '\0' ? l->os : own_system(l);

		if (os == NULL)
			continue;
		f->os = arena_text(&f->arena, os, strlen(os));
		put(f, &os_rule, "os", f->os, l->kind);
	}
}

int
finger_read(struct finger *f, const struct session *s, enum moment m)
{
	const bool *use;

	find_system(f, s);
	use = usable(f, s, m);
	if (use == NULL)
		return -1;
	for (size_t t = 0; t < TABLES; t++)
		for (const struct finger_rule *r = tables[t]; r->key != NULL;
		     r++)
			if (for_this(f, r))
				apply_all(f, r, s, m, use);
	/* without a system nobody can say what it could have told */
	for (size_t t = 0; t < TABLES && f->os != NULL; t++)
		for (const struct finger_rule *r = tables[t]; r->key != NULL;
		     r++)
			if (for_this(f, r))
				put_unknown(f, r);
	return f->arena.broken ? -1 : 0;
}

void
finger_free(struct finger *f)
{
	fingerprint_free(&f->keys);
	arena_free(&f->arena);
	*f = (struct finger){ .os = NULL };
}
