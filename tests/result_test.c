/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/result.h"

Suite *result_suite(void);

static char dir[] = "/tmp/result_test.XXXXXX";
static struct result *r;

static void
setup(void)
{
	strcpy(dir + strlen(dir) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	r = result_new("run", "unit");
	ck_assert_ptr_nonnull(r);
}

static void
teardown(void)
{
	char path[PATH_MAX];
	DIR *d = opendir(dir);
	struct dirent *e;

	result_free(r);
	while (d != NULL && (e = readdir(d)) != NULL) {
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		unlink(path);
	}
	closedir(d);
	rmdir(dir);
}

/* Names in dir, without "." and "..". */
static int
files(void)
{
	DIR *d = opendir(dir);
	int n = 0;

	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n - 2;
}

static json_t *
parsed(void)
{
	char *text = result_string(r);
	json_t *d;

	ck_assert_ptr_nonnull(text);
	d = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_ptr_nonnull(d);
	free(text);
	return d;
}

START_TEST(envelope)
{
	json_t *d = parsed(), *host = json_object_get(d, "host");

	ck_assert_str_eq(json_string_value(json_object_get(d, "schema")),
	    "netblast.result/1");
	ck_assert_str_eq(json_string_value(json_object_get(d, "kind")), "run");
	ck_assert_str_eq(json_string_value(json_object_get(
			     json_object_get(d, "tool"), "name")),
	    "unit");
	ck_assert(json_is_string(json_object_get(host, "os")));
	ck_assert_ptr_nonnull(json_object_get(host, "cpus_online"));
	json_decref(d);
}
END_TEST

START_TEST(numbers)
{
	json_t *d;

	result_u64(r, "largest", INT64_MAX);
	result_u64(r, "above", (uint64_t)INT64_MAX + 1);
	result_u64(r, "most", UINT64_MAX);
	result_i64(r, "least", INT64_MIN);
	result_real(r, "nan", NAN);
	result_real(r, "inf", -INFINITY);
	result_real(r, "tenth", 0.1);
	result_real(r, "whole", 3);
	d = parsed();
	ck_assert_int_eq(
	    json_integer_value(json_object_get(d, "largest")), INT64_MAX);
	ck_assert_str_eq(json_string_value(json_object_get(d, "above")),
	    "9223372036854775808");
	ck_assert_str_eq(json_string_value(json_object_get(d, "most")),
	    "18446744073709551615");
	ck_assert_int_eq(
	    json_integer_value(json_object_get(d, "least")), INT64_MIN);
	ck_assert(json_is_null(json_object_get(d, "nan")));
	ck_assert(json_is_null(json_object_get(d, "inf")));
	ck_assert_double_eq(json_real_value(json_object_get(d, "tenth")), 0.1);
	ck_assert_double_eq(json_number_value(json_object_get(d, "whole")), 3);
	json_decref(d);
}
END_TEST

START_TEST(texts)
{
	json_t *d;

	result_text(r, "none", NULL);
	result_text(r, "latin1", "M\xfcller");
	result_text_len(r, "nul", "a\0b", 3);
	result_text_len(r, "empty", "", 0);
	result_u64(r, "fxp\xfc", 7);
	result_text(r, "quotes", "\"\\\n\x01");
	d = parsed();
	ck_assert(json_is_null(json_object_get(d, "none")));
	ck_assert_str_eq(json_string_value(json_object_get(d, "latin1")),
	    "M\xef\xbf\xbdller");
	ck_assert_str_eq(json_string_value(json_object_get(d, "nul")),
	    "a\xef\xbf\xbd"
	    "b");
	ck_assert_str_eq(json_string_value(json_object_get(d, "empty")), "");
	ck_assert_int_eq(
	    json_integer_value(json_object_get(d, "fxp\xef\xbf\xbd")), 7);
	ck_assert_str_eq(
	    json_string_value(json_object_get(d, "quotes")), "\"\\\n\x01");
	json_decref(d);
}
END_TEST

START_TEST(nested)
{
	json_t *d, *list;

	result_array(r, "list");
	result_u64(r, NULL, 1);
	result_object(r, NULL);
	result_bool(r, "yes", true);
	result_end(r);
	result_null(r, NULL);
	result_end(r);
	result_u64(r, "behind", 2);
	d = parsed();
	list = json_object_get(d, "list");
	ck_assert_uint_eq(json_array_size(list), 3);
	ck_assert(
	    json_is_true(json_object_get(json_array_get(list, 1), "yes")));
	ck_assert(json_is_null(json_array_get(list, 2)));
	ck_assert_int_eq(json_integer_value(json_object_get(d, "behind")), 2);
	json_decref(d);
}
END_TEST

/* A foreign name that comes twice: the first one stays, with all it holds. */
START_TEST(repeated)
{
	char key[16], *text;
	json_t *d, *inner;

	result_u64(r, "k", 1);
	result_object(r, "k");
	result_u64(r, "lost", 2);
	result_array(r, "lost, too");
	result_u64(r, NULL, 3);
	result_end(r);
	result_end(r);
	result_object(r, "inner");
	/* more than the table of keys begins with */
	for (unsigned i = 0; i < 3000; i++) {
		snprintf(key, sizeof(key), "n%u", i % 1500);
		result_u64(r, key, i);
	}
	result_u64(r, "k", 4);
	result_end(r);
	result_object(r, "again");
	result_u64(r, "k", 5);
	result_end(r);
	result_u64(r, "k", 6);
	text = result_string(r);
	ck_assert_ptr_null(strstr(text, "lost"));
	free(text);
	d = parsed();
	inner = json_object_get(d, "inner");
	ck_assert_int_eq(json_integer_value(json_object_get(d, "k")), 1);
	ck_assert_uint_eq(json_object_size(inner), 1501);
	ck_assert_int_eq(
	    json_integer_value(json_object_get(inner, "n1499")), 1499);
	ck_assert_int_eq(json_integer_value(json_object_get(inner, "k")), 4);
	ck_assert_int_eq(json_integer_value(
			     json_object_get(json_object_get(d, "again"), "k")),
	    5);
	json_decref(d);
}
END_TEST

/* Text can be taken in between; plain values of an array share lines. */
START_TEST(layout)
{
	static const char behind[] = ",\n \"a\": [],\n \"o\": {},\n"
				     " \"list\": [1, \"x\", null,\n"
				     "  [2],\n  {\n   \"y\": -3\n  },\n"
				     "  true\n ]\n}\n";
	char *first = result_string(r), *text;
	size_t len = strlen(first);

	result_array(r, "a");
	result_end(r);
	result_object(r, "o");
	result_end(r);
	result_array(r, "list");
	result_u64(r, NULL, 1);
	result_text(r, NULL, "x");
	result_null(r, NULL);
	result_array(r, NULL);
	result_u64(r, NULL, 2);
	result_end(r);
	result_object(r, NULL);
	result_i64(r, "y", -3);
	result_end(r);
	result_bool(r, NULL, true);
	result_end(r);
	text = result_string(r);
	ck_assert_str_eq(first + len - 3, "\n}\n");
	ck_assert_mem_eq(text, first, len - 3);
	ck_assert_str_eq(text + len - 3, behind);
	free(first);
	free(text);
}
END_TEST

/* No line of numbers grows without end. */
START_TEST(long_rows)
{
	json_t *d, *v;
	char *text;

	result_array(r, "v");
	for (unsigned i = 0; i < 1000; i++)
		result_u64(r, NULL, i);
	result_end(r);
	text = result_string(r);
	for (char *p = text; *p != '\0'; p += strcspn(p, "\n") + 1)
		ck_assert_uint_le(strcspn(p, "\n"), 100);
	free(text);
	d = parsed();
	v = json_object_get(d, "v");
	ck_assert_uint_eq(json_array_size(v), 1000);
	for (size_t i = 0; i < 1000; i++)
		ck_assert_int_eq(
		    json_integer_value(json_array_get(v, i)), (json_int_t)i);
	json_decref(d);
}
END_TEST

static void
no_key(void)
{
	result_u64(r, NULL, 1);
}

static void
key_in_array(void)
{
	result_array(r, "a");
	result_u64(r, "key", 1);
	result_end(r);
}

static void
left_open(void)
{
	result_object(r, "open");
}

static void
ended_twice(void)
{
	result_object(r, "open");
	result_end(r);
	result_end(r);
}

static void
too_deep(void)
{
	for (int i = 0; i < 40; i++)
		result_object(r, "deeper");
	for (int i = 0; i < 40; i++)
		result_end(r);
}

static void (*const breakers[])(
    void) = { no_key, key_in_array, left_open, ended_twice, too_deep };

/* Told when written, and nothing is. */
START_TEST(broken)
{
	char path[PATH_MAX];
	struct fail f = { "" };

	breakers[_i]();
	snprintf(path, sizeof(path), "%s/r.json", dir);
	ck_assert_ptr_null(result_string(r));
	ck_assert_int_eq(result_write(r, path, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, path));
	ck_assert_int_eq(files(), 0);
}
END_TEST

START_TEST(written_whole)
{
	char path[PATH_MAX], *text = result_string(r), got[65536];
	struct fail f = { "" };
	struct stat st;
	FILE *in;
	size_t n;

	snprintf(path, sizeof(path), "%s/r.json", dir);
	/* an older one is replaced, also by a shorter one */
	in = fopen(path, "w");
	for (int i = 0; i < 10000; i++)
		fputs("old ", in);
	fclose(in);
	ck_assert_int_eq(result_write(r, path, &f), 0);
	ck_assert_int_eq(files(), 1); /* no temporary file is left */
	in = fopen(path, "r");
	n = fread(got, 1, sizeof(got) - 1, in);
	fclose(in);
	got[n] = '\0';
	ck_assert_str_eq(got, text);
	ck_assert_int_eq(text[n - 1], '\n');
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_eq(st.st_mode & 0111, 0);
	free(text);
}
END_TEST

START_TEST(cannot_write)
{
	char path[PATH_MAX];
	struct fail f = { "" };

	ck_assert_int_eq(result_write(r, "/dev/full", &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "/dev/full"));
	snprintf(path, sizeof(path), "%s/none/r.json", dir);
	ck_assert_int_eq(result_write(r, path, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, path));
	/* a folder cannot be replaced: nothing is left behind */
	snprintf(path, sizeof(path), "%s/folder", dir);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	ck_assert_int_eq(result_write(r, path, &f), -1);
	ck_assert_int_eq(files(), 1);
	rmdir(path);
	ck_assert_int_eq(result_write(r, "/dev/null", &f), 0);
}
END_TEST

/* A named pipe is written to, not replaced. */
START_TEST(into_pipe)
{
	char path[PATH_MAX], got[4096], *text = result_string(r);
	struct fail f = { "" };
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/pipe", dir);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR);
	ck_assert_int_ge(fd, 0);
	ck_assert_msg(result_write(r, path, &f) == 0, "%s", f.text);
	n = read(fd, got, sizeof(got) - 1);
	close(fd);
	ck_assert_int_eq(n, (ssize_t)strlen(text));
	ck_assert_mem_eq(got, text, (size_t)n);
	ck_assert_int_eq(files(), 1);
	free(text);
}
END_TEST

START_TEST(clock_block)
{
	json_t *d, *c;

	result_clock(r, "clock_start");
	d = parsed();
	c = json_object_get(d, "clock_start");
	ck_assert_int_gt(json_integer_value(json_object_get(c, "mono_ns")), 0);
	/* after the year 2020 */
	ck_assert_int_gt(json_integer_value(json_object_get(c, "wall_ns")),
	    1577836800000000000);
	json_decref(d);
}
END_TEST

Suite *
result_suite(void)
{
	Suite *s = suite_create("result");
	TCase *t = tcase_create("result");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, envelope);
	tcase_add_test(t, numbers);
	tcase_add_test(t, texts);
	tcase_add_test(t, nested);
	tcase_add_test(t, repeated);
	tcase_add_test(t, layout);
	tcase_add_test(t, long_rows);
	tcase_add_loop_test(t, broken, 0, COUNT(breakers));
	tcase_add_test(t, written_whole);
	tcase_add_test(t, cannot_write);
	tcase_add_test(t, into_pipe);
	tcase_add_test(t, clock_block);
	suite_add_tcase(s, t);
	return s;
}
