/* A host that writes to an array although only the device has its newest values. The report tells each write, its
 * place, and the calls between which the host wrote. A host that shares its memory with the device has no old values. */
#include "checking.h"

#include <stdlib.h>

static bool apart(void)
{
  void *device = NULL;
  must(vf_view_device_address(from, VF_READ, &device));
  return device != source;
}

static void check_all(planted *original)
{
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, planting_copy, original));
  must(vf_validate_mode(NULL, VF_MODE_CHECK));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
}

static void write_before_the_next_call_is_named(void **state)
{
  (void)state;
  planted nothing = { 0 };
  check_all(&nothing);
  must(vf_copy(&whole, from, to));
  target[cell(1, 2, 4)] = 5.5;
  target[cell(2, 2, 4)] = 6.5;
  must(vf_copy(&inside, from, to));
  if (apart())
    expect_said(
        "the host has written 2 elements of 'to', first at (1, 2, 4), which was -7 and is 5.5, between call 1 of "
        "copy and call 2 of copy, while the device had the newest values (since call 1 of copy)");
  else expect_not_said("the host has written");
  expect_verdict(!apart(), 2);
}

static void write_before_a_copy_to_the_host_is_named(void **state)
{
  (void)state;
  planted nothing = { 0 };
  check_all(&nothing);
  must(vf_copy(&whole, from, to));
  must(vf_copy(&whole, from, to));
  target[cell(6, 4, 6)] = 5.5;
  must(vf_view_to_host(to, VF_READ));
  if (apart())
    expect_said(
        "the host has written 1 element of 'to', first at (6, 4, 6), which was -7 and is 5.5, between call 2 of "
        "copy and the copy to the host");
  expect_verdict(!apart(), 2);
}

static void write_that_was_told_before_is_none(void **state)
{
  (void)state;
  planted nothing = { 0 };
  check_all(&nothing);
  for (int call = 0; call < 3; call++) {
    must(vf_copy(&whole, from, to));
    must(vf_view_to_host(to, VF_UPDATE));
    target[cell(1, 2, 4)] = 5.5 + call;
  }
  must(vf_copy(&inside, from, to));
  must(vf_view_to_host(to, VF_READ));
  expect_not_said("the host has written");
  expect_verdict(true, 4);
}

/* The report tells each write once, also if calls without a check lie in between. */
static void writes_are_told_where_one_call_of_some_is_checked(void **state)
{
  (void)state;
  planted nothing = { 0 };
  check_all(&nothing);
  must(vf_validate_every("copy", 1000));
  must(vf_copy(&whole, from, to));
  target[cell(1, 2, 4)] = 5.5;
  for (int call = 0; call < 4; call++) must(vf_copy(&inside, from, to));
  expect_not_said("the host has written"); /* a call without a check looks for nothing */
  must(vf_validate_every("copy", 1));
  must(vf_copy(&inside, from, to));
  must(vf_copy(&inside, from, to));
  if (apart())
    expect_said(
        "the host has written 1 element of 'to', first at (1, 2, 4), which was -7 and is 5.5, between call 1 of "
        "copy and call 6 of copy");
  expect_verdict(!apart(), 3);
}

/* The check keeps signatures of a large array in place of a copy. */
static void write_into_a_large_array_is_named(void **state)
{
  (void)state;
  const int64_t large[3] = { 130, 70, 65 };
  const vf_box box = { { 1, 1, 1 }, { 130, 70, 65 } };
  const size_t count = 130 * 70 * 65;
  double *one = calloc(count, sizeof *one), *other = calloc(count, sizeof *other);
  assert_true(one && other);
  planted nothing = { 0 };
  check_all(&nothing);
  vf_view *read = wrapped(one, 3, large, NULL, "read"), *written = wrapped(other, 3, large, NULL, "written");
  must(vf_copy(&box, read, written));
  other[2 + 130 * (7 + 70 * 50)] = 1;
  /* a call on few elements examines few elements */
  must(vf_copy(&(vf_box){ { 1, 1, 3 }, { 130, 70, 4 } }, read, written));
  expect_not_said("the host has written");
  must(vf_copy(&(vf_box){ { 1, 1, 48 }, { 130, 70, 49 } }, read, written));
  if (apart())
    expect_said("the host has written elements of 'written', first at (3, 8, 51), between call 1 of copy and call 3 of "
                "copy");
  expect_verdict(!apart(), 3);
  must(vf_view_release(&read, true));
  must(vf_view_release(&written, true));
  free(one);
  free(other);
}

static void nothing_is_watched_without_a_check(void **state)
{
  (void)state;
  must(vf_copy(&whole, from, to));
  target[cell(1, 2, 4)] = 5.5;
  must(vf_copy(&inside, from, to));
  must(vf_view_to_host(to, VF_READ));
  expect_not_said("the host");
}

static const struct CMUnitTest tests[] = {
  claim(write_before_the_next_call_is_named), claim(write_before_a_copy_to_the_host_is_named),
  claim(write_that_was_told_before_is_none),  claim(writes_are_told_where_one_call_of_some_is_checked),
  claim(write_into_a_large_array_is_named),   claim(nothing_is_watched_without_a_check),
};
RUN("old_values", tests)
