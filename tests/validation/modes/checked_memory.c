/* Memory that checked calls take and keep, and the state after a failing port. */
#include "checking.h"

#include <errno.h>
#include <malloc.h>

enum { LENGTH = 1 << 22, BYTES = LENGTH * 8 };

static int failing(const vfi_launch *launch)
{
  (void)launch;
  return EIO;
}

static void tune(vfi_launcher launcher)
{
  must(vfi_kernel_tune(&vf_copy_kernel, backend_under_test(), VF_REAL64, launcher));
}

static void counters_are_those_of_calls_without_a_check(void **state)
{
  (void)state;
  planted original = { 0 };
  vf_counters plain, checked;
  must(vf_copy(&whole, from, to));
  plain = counters();
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  must(vf_copy(&inside, from, to));
  checked = counters();
  assert_int_equal(checked.locked_bytes, plain.locked_bytes);
  assert_int_equal(checked.locks_refused, plain.locks_refused);
  assert_int_equal(checked.device_bytes, plain.device_bytes);
  assert_int_equal(checked.launches, plain.launches + 2);
}

/* Bytes that the program has from malloc. A sanitizer replaces malloc, and then the result is 0. */
static size_t taken(void)
{
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

static void copy_between_new_arrays(void)
{
  const int64_t length = LENGTH;
  const vf_box box = line(1, LENGTH);
  vf_view *x = NULL, *y = NULL;
  must(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "x", &x));
  must(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "y", &y));
  must(vf_copy(&box, x, y));
  discard(x);
  discard(y);
}

/* A checked call keeps its memory for the next call. The memory is freed with the device. */
static void memory_of_checked_calls_goes_with_the_device(void **state)
{
  (void)state;
  must(vf_finalize());
  must(vf_init(NULL));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, NULL));
  copy_between_new_arrays(); /* memory that the device's own library takes once */
  const size_t before = taken();
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  copy_between_new_arrays();
  const size_t kept = taken();
  for (int call = 0; call < 3; call++) copy_between_new_arrays();
  const size_t later = taken();
  assert_true(later < kept + BYTES / 2);
  must(vf_finalize());
  if (kept) assert_true(kept > before + BYTES / 2);
  assert_true(taken() < before + BYTES / 2);
  must(vf_init(NULL));
}

static void failure_of_the_port_is_that_of_the_call(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_stop("copy", true));
  tune(failing);
  refused(vf_copy(&whole, from, to), VF_ERROR_DEVICE, "copy");
  refused(vf_copy(&inside, from, to), VF_ERROR_DEVICE, "copy");
  tune(NULL);
  expect_nothing_checked();
  must(vf_copy(&inside, from, to));
  expect_verdict(true, 1);
}

/* After a failure, checked or not, the arrays have the values from before. */
static void failure_of_the_port_leaves_the_values_from_before(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  for (int box = 0; box < 2; box++)
    for (int device = 0; device < 3; device++) {
      if (device) must(vf_view_to_device(to, VF_READ));
      if (device == 2) must(vf_add_constant(&whole, to, 0)); /* only the device's values are valid */
      tune(failing);
      refused(vf_copy(box ? &whole : &inside, from, to), VF_ERROR_DEVICE, "copy");
      tune(NULL);
      must(vf_view_to_host(to, VF_READ));
      for (int c = 0; c < CELLS; c++) assert_true(target[c] == -7);
      assert_true(norm(&whole, to) == 7);
    }
}

static int close_memory(void **state)
{
  tune(NULL);
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_memory)

static const struct CMUnitTest tests[] = {
  claim(counters_are_those_of_calls_without_a_check),
  claim(memory_of_checked_calls_goes_with_the_device),
  claim(failure_of_the_port_is_that_of_the_call),
  claim(failure_of_the_port_leaves_the_values_from_before),
};
RUN("checked_memory", tests)
