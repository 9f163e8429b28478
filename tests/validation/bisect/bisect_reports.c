/* vf_bisect reads the names of kernels from the reports of a command. */
#include "bisecting.h"

#include <stdio.h>
#include <sys/stat.h>

#include <bisect.h>

static const char *report(const char *text)
{
  const char *path = file_in_place("report.json");
  FILE *file = fopen(path, "w");
  assert_true(file && fputs(text, file) != EOF && !fclose(file));
  return path;
}

#define KERNEL(name, calls, original) "{\"name\": \"" name "\", \"calls\": " calls ", \"original\": " original "}"

static void called_kernels_are_read_once_with_their_originals(void **state)
{
  (void)state;
  bisect_kernels kernels = { 0 };
  assert_true(bisect_kernels_read(
      &kernels, report("{\"kernels\": [" KERNEL("ab", "1", "false") ", " KERNEL("a", "3", "true") ", " KERNEL(
                    "never", "0", "true") ", " KERNEL("abc", "2", "false") "]}")));
  assert_int_equal(kernels.count, 3);
  static const char *const names[] = { "ab", "a", "abc", "d" };
  for (int k = 0; k < 3; k++) {
    assert_string_equal(kernels.names[k], names[k]);
    assert_int_equal(kernels.originals[k], k == 1);
  }
  /* a later report: a known original stays, and new originals come in */
  assert_true(bisect_kernels_read(&kernels, report("{\"kernels\": [" KERNEL("a", "1", "false") ", " KERNEL(
                                                "abc", "2", "true") ", " KERNEL("d", "1", "false") "]}")));
  assert_int_equal(kernels.count, 4);
  for (int k = 0; k < 4; k++) {
    assert_string_equal(kernels.names[k], names[k]);
    assert_int_equal(kernels.originals[k], k == 1 || k == 2);
  }
  bisect_kernels_free(&kernels);
  assert_true(!kernels.count && !kernels.names && !kernels.originals);
}

/* The reader takes pieces of growing size; the lengths lie around these sizes. */
static void reports_of_any_length_are_read(void **state)
{
  (void)state;
  enum { LONGEST = 70000 };
  char *text = malloc(LONGEST + 200);
  assert_non_null(text);
  static const char head[] = "{\"kernels\": [" KERNEL("a", "1", "true") "], \"rest\": \"";
  static const int lengths[] = { 4090, 4093, 4094, 4095, 4096, 4097, 8190, 8191, 8192, 8193, LONGEST };
  for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
    bisect_kernels kernels = { 0 };
    memset(text, 'x', (size_t)lengths[l]);
    memcpy(text, head, sizeof head - 1);
    strcpy(text + lengths[l] - 2, "\"}");
    if (!bisect_kernels_read(&kernels, report(text))) fail_msg("%d bytes cannot be read", lengths[l]);
    assert_int_equal(kernels.count, 1);
    bisect_kernels_free(&kernels);
  }
  free(text);
}

static void malformed_reports_are_refused_and_missing_ones_are_empty(void **state)
{
  (void)state;
  static const char *const wrong[] = {
    "",
    "{",
    "[]",
    "{\"kernels\": {}}",
    "{\"kernel\": []}",
    "{\"kernels\": [{}]}",
    "{\"kernels\": [" KERNEL("a", "\"1\"", "true") "]}",
    "{\"kernels\": [" KERNEL("a", "1", "1") "]}",
    "{\"kernels\": [{\"name\": 3, \"calls\": 1, \"original\": true}]}",
    "{\"kernels\": [{\"calls\": 1, \"original\": true}]}",
    "{\"kernels\": [" KERNEL("a", "1", "true") ", 5]}",
  };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
    bisect_kernels kernels = { 0 };
    if (bisect_kernels_read(&kernels, report(wrong[w]))) fail_msg("read: %s", wrong[w]);
    bisect_kernels_free(&kernels);
  }
  bisect_kernels kernels = { 0 };
  assert_true(bisect_kernels_read(&kernels, report("{\"kernels\": []}")));
  assert_true(bisect_kernels_read(&kernels, file_in_place("nowhere")));
  assert_int_equal(kernels.count, 0);
  assert_false(mkdir(file_in_place("folder"), 0700));
  assert_false(bisect_kernels_read(&kernels, file_in_place("folder")));
  bisect_kernels_free(&kernels);
}

static const struct CMUnitTest tests[] = {
  claim(called_kernels_are_read_once_with_their_originals),
  claim(reports_of_any_length_are_read),
  claim(malformed_reports_are_refused_and_missing_ones_are_empty),
};
RUN("bisect_reports", tests)
