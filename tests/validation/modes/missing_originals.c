/* Modes that need an original, for kernels without an original. */
#include "checking.h"

static void kernel_that_is_named_is_refused(void **state)
{
  (void)state;
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  refused(vf_copy(&whole, from, to), VF_ERROR_STATE,
          "vf_copy: mode check was asked for, but no original is registered for real64 (vf_copy_register_original)");
  must(vf_validate_mode("copy", VF_MODE_ORIGINAL));
  refused(vf_copy(&whole, from, to), VF_ERROR_STATE, "vf_copy: mode original was asked for");
  assert_int_equal(counters().launches, 0);
  expect_state(to, true, !separate());
  assert_true(target[0] == -7);
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  copy_and_fetch(&whole);
  assert_memory_equal(target, source, sizeof source);
}

static void kernel_among_all_runs_its_port(void **state)
{
  (void)state;
  planted original = { 0 };
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    must(vf_report_reset());
    must(vf_validate_mode(NULL, (vf_mode)mode));
    must(vf_xpay(&whole, from, 0.5, to));
    must(vf_xpay(&whole, from, 0.5, to));
    assert_int_equal(counters().launches, 2 * mode);
    expect_said("2 calls by the port, since no original is registered");
    expect_said("viewfab validation: nothing checked\n");
    expect_verdict(mode == VF_MODE_ORIGINAL, 0); /* mode original has nothing to check */
  }
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, planting_copy, &original));
  expect_not_said("copy ");
}

static vf_status copy_real32(float *x, float *y)
{
  const int64_t length = 6;
  const vf_box box = line(1, 6);
  vf_view *x_view = NULL, *y_view = NULL;
  must(vf_view_wrap(NULL, x, VF_REAL32, 1, &length, NULL, "x", VF_WRAP_DISTINCT, &x_view));
  must(vf_view_wrap(NULL, y, VF_REAL32, 1, &length, NULL, "y", VF_WRAP_DISTINCT, &y_view));
  const vf_status status = vf_copy(&box, x_view, y_view);
  must(vf_view_to_host(y_view, VF_READ));
  discard(x_view);
  discard(y_view);
  return status;
}

/* An original serves one kind; the other kind then has no original. */
static void original_of_the_other_kind_is_none(void **state)
{
  (void)state;
  float x[6] = { 1, 2, 3, 4, 5, 6 }, y[6] = { 0 };
  planted original = { 0 };
  check_copy(&original);
  refused(copy_real32(x, y), VF_ERROR_STATE, "no original is registered for real32");
  assert_true(y[5] == 0);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, planting_copy, &original));
  must(copy_real32(x, y));
  assert_true(y[5] == 6);
  assert_int_equal(original.calls, 1);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL));
  refused(vf_copy(&whole, from, to), VF_ERROR_STATE, "no original is registered for real64");
}

static void registering_null_takes_an_original_back(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy(&whole, from, to));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL));
  refused(vf_copy(&whole, from, to), VF_ERROR_STATE, "no original");
  assert_int_equal(original.calls, 1);
}

static void wrong_arguments_are_refused(void **state)
{
  (void)state;
  refused(vf_kernel_set_original(NULL, VF_REAL64, planting_copy, NULL), VF_ERROR_NULL, "kernel is NULL");
  refused(vf_kernel_set_original(&vf_copy_kernel, VF_INT32, planting_copy, NULL), VF_ERROR_KIND, "real32 or real64");
  refused(vf_validate_mode("copy", (vf_mode)3), VF_ERROR_ARGUMENT, "mode 3");
  refused(vf_validate_mode(NULL, (vf_mode)-1), VF_ERROR_ARGUMENT, "mode -1");
  refused(vf_validate_keep("copy", (vf_keep)2), VF_ERROR_ARGUMENT, "keep 2");
  refused(vf_validate_every("copy", 0), VF_ERROR_ARGUMENT, "every 0");
  refused(vf_validate_every(NULL, -3), VF_ERROR_ARGUMENT, "every -3");
}

/* A wrong call is refused as without a mode, and the original does not run. */
static void wrong_calls_do_not_reach_the_original(void **state)
{
  (void)state;
  planted original = { 0 };
  const vf_box outside = { { -2, 0, 3 }, { 7, 4, 6 } };
  check_copy(&original);
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    must(vf_validate_mode("copy", (vf_mode)mode));
    refused(vf_copy(&outside, from, to), VF_ERROR_BOX, "spans");
    refused(vf_copy(&whole, from, from), VF_ERROR_ALIAS, "share elements");
    refused(vf_copy(&whole, from, NULL), VF_ERROR_NULL, "destination");
  }
  assert_int_equal(original.calls, 0);
  expect_nothing_checked();
}

static const struct CMUnitTest tests[] = {
  claim(kernel_that_is_named_is_refused),    claim(kernel_among_all_runs_its_port),
  claim(original_of_the_other_kind_is_none), claim(registering_null_takes_an_original_back),
  claim(wrong_arguments_are_refused),        claim(wrong_calls_do_not_reach_the_original),
};
RUN("missing_originals", tests)
