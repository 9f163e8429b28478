/* Calls handed over together that have to run in turn all the same, and failing launches. */
#include <test_together_apart_kernels.h>

#include <errno.h>

#include <viewfab/validate.h>

#include "batch_of_calls.h"

enum { N = 6, CALLS = 4 };

/* So many calls as a single launch could do. */
static void add_copies(vf_kernel *kernel)
{
  for (int c = 0; c < CALLS; c++) {
    vfi_argument *arguments = add_call(kernel, cube(0, N - 1), 0);
    arguments[0].view = add_cube(N, 0);
    arguments[1].view = add_cube(N, 0);
  }
}

static void kernels_that_check_their_accesses_have_a_launch_for_each_call(void **state)
{
  (void)state;
  static vf_kernel kernel;
  kernel = vf_copy_kernel;
  kernel.description.checks_bounds = true;
  add_copies(&kernel);
  assert_int_equal(compare_both(), CALLS);
  end_batch();
}

static int tuned_calls;
static int declining(const vfi_launch *launch)
{
  (void)launch;
  tuned_calls++;
  return VF_LAUNCH_DECLINED;
}

static void kernels_with_a_tuned_version_have_a_launch_for_each_call(void **state)
{
  (void)state;
  must(vfi_kernel_tune(&vf_copy_kernel, backend_under_test(), VF_REAL64, declining));
  add_copies(&vf_copy_kernel);
  tuned_calls = 0;
  assert_int_equal(compare_both(), CALLS);
  assert_int_equal(tuned_calls, 2 * CALLS); /* these run in turn as well */
  must(vfi_kernel_tune(&vf_copy_kernel, backend_under_test(), VF_REAL64, NULL));
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static void kernels_that_give_results_have_a_launch_for_each_call(void **state)
{
  (void)state;
  for (int c = 0; c < CALLS; c++) add_call(&vf_scale_and_sum_kernel, cube(0, N - 1), 0)[0].view = add_cube(N, 0);
  assert_int_equal(compare_both(), CALLS);
  end_batch();
}

static int originals;
static void original(const vf_original_call *call, void *user)
{
  (void)user;
  const size_t bytes = N * N * N * sizeof(double);
  originals++;
  memcpy(call->arrays[1].first, call->arrays[0].first, bytes);
}

static void checked_kernels_have_a_launch_for_each_call(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  add_copies(&vf_copy_kernel);
  originals = 0;
  assert_int_equal(compare_both(), CALLS);
  assert_int_equal(originals, 2 * CALLS);
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL));
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static void kinds_of_reals_have_launches_of_their_own(void **state)
{
  (void)state;
  float *single = calloc(2 * N, sizeof *single);
  vf_view *from = NULL, *to = NULL;
  const int64_t length = N;
  assert_non_null(single);
  must(vf_view_wrap(NULL, single, VF_REAL32, 1, &length, NULL, "single", VF_WRAP_DISTINCT, &from));
  must(vf_view_wrap(NULL, single + N, VF_REAL32, 1, &length, NULL, "single", VF_WRAP_DISTINCT, &to));
  for (int c = 0; c < N; c++) single[c] = (float)c + 0.5f;
  vf_view *x = add_field(1, &length, NULL), *y = add_field(1, &length, NULL);
  add_copy(line(1, N), x, y);
  add_copy(line(1, N), from, to);
  assert_int_equal(run_together(), 2);
  must(vf_view_to_host(to, VF_READ));
  for (int c = 0; c < N; c++) assert_true(single[N + c] == (float)c + 0.5f);
  discard(from);
  discard(to);
  free(single);
  end_batch();
}

static int failing(const vfi_launch *launch)
{
  (void)launch;
  return EIO;
}

static void a_launch_that_failed_leaves_the_values_of_the_host(void **state)
{
  (void)state;
  if (!separate()) skip();
  static vf_kernel kernel;
  kernel = vf_copy_kernel;
  kernel.launchers[backend_under_test()][VF_PASS_REAL64] = failing;
  add_copies(&kernel);
  for (int f = 0; f < batch.field_count; f++) must(vf_view_to_device(batch.fields[f].view, VF_READ));
  assert_int_equal(vf_dispatch_together(batch.calls, batch.count), VF_ERROR_DEVICE);
  for (int c = 0; c < CALLS; c++) {
    expect_state(batch.fields[2 * c].view, true, true);
    expect_state(batch.fields[2 * c + 1].view, true, false); /* may have been written in part */
  }
  end_batch();
}

/* On a GPU all boxes of a launch have as many blocks as the largest extents of any need. */
static void long_boxes_thin_in_other_directions_are_launches_of_their_own(void **state)
{
  (void)state;
  enum { LONG = 72 };
  if (!separate()) skip();
  vf_view *x = add_cube(LONG, 0);
  add_value(cells(0, 0, 1, LONG - 1, 1, LONG - 1), 1, x);
  add_value(cells(1, LONG - 1, 0, 0, 1, LONG - 1), 1, x);
  add_value(cells(1, 1, 1, LONG - 1, 1, LONG - 1), 1, x);
  add_value(cells(2, LONG - 1, 1, 1, 1, LONG - 1), 1, x);
  assert_int_equal(compare_both(), 2);
  for (int c = 0; c < batch.count; c++)
    for (int d = 0; d < 3; d++) batch.boxes[c].upper[d] = batch.boxes[c].upper[d] ? batch.boxes[c].upper[d] / 2 : 0;
  batch.boxes[2].upper[0] = batch.boxes[3].upper[1] = 1;
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static const struct CMUnitTest tests[] = {
  claim(kernels_that_check_their_accesses_have_a_launch_for_each_call),
  claim(kernels_with_a_tuned_version_have_a_launch_for_each_call),
  claim(kernels_that_give_results_have_a_launch_for_each_call),
  claim(checked_kernels_have_a_launch_for_each_call),
  claim(kinds_of_reals_have_launches_of_their_own),
  claim(a_launch_that_failed_leaves_the_values_of_the_host),
  claim(long_boxes_thin_in_other_directions_are_launches_of_their_own),
};
RUN("together_apart", tests)
