/* Hand-written implementations: slots of kernels, and composite operations. */
#include "common.h"

#include <viewfab/kit/maps.h>
#include <viewfab/set.h>
#include <viewfab/validate.h>

#include <errno.h>

enum { CELLS = 20 };
static double values[CELLS];
static const vf_box all = { { 1, 1, 1 }, { CELLS, 1, 1 } };

static int calls;      /* of a tuned launcher */
static int boxes_seen; /* by the tuned launcher, at its last call */

static int declining(const vfi_launch *launch)
{
  calls++;
  boxes_seen = launch->box_count;
  return VF_LAUNCH_DECLINED;
}

static int failing(const vfi_launch *launch)
{
  (void)launch;
  calls++;
  return EIO;
}

static int launching_nothing(const vfi_launch *launch)
{
  (void)launch;
  return 0;
}

/* Takes the call, on the host: sets twice the value. */
static int doubling(const vfi_launch *launch)
{
  calls++;
  for (int b = 0; b < launch->box_count; b++)
    for (int i = launch->boxes[b].lower[0]; i <= launch->boxes[b].upper[0]; i++) {
      const vfi_span *x = &launch->spans[0];
      ((double *)x->origin)[i + x->stride[0] + x->stride[1]] = 2 * launch->values[1].number; /* j = k = 1, n = 0 */
    }
  return 0;
}

static void tune(vf_backend_id backend, vf_type type, vfi_launcher launcher)
{
  calls = 0;
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend, type, launcher));
}

/* Sets all values and returns the last value, as the host sees it. */
static double set(double value, vf_status *status)
{
  vf_view *view = wrapped_line(values, CELLS, "values");
  values[CELLS - 1] = -1;
  *status = vf_fill_value(&all, view, value);
  must(vf_view_to_host(view, VF_READ));
  discard(view);
  return values[CELLS - 1];
}

/* Slots outlive contexts, so each claim leaves them empty. */
static int empty_slots(void **state)
{
  for (int backend = 0; backend < VF_BACKEND_COUNT; backend++) {
    tune((vf_backend_id)backend, VF_REAL32, NULL);
    tune((vf_backend_id)backend, VF_REAL64, NULL);
  }
  return close_device(state);
}

static void tuned_launcher_takes_the_call(void **state)
{
  (void)state;
  vf_status status;
  if (on_gpu()) skip(); /* the tuned launcher of this test writes on the host */
  tune(backend_under_test(), VF_REAL64, doubling);
  assert_true(set(3, &status) == 6 && !status);
  assert_int_equal(calls, 1);
}

/* A tuned launcher may leave the call to the general launcher. */
static void tuned_launcher_may_decline(void **state)
{
  (void)state;
  vf_status status;
  tune(backend_under_test(), VF_REAL64, declining);
  assert_true(set(3, &status) == 3 && !status);
  assert_int_equal(calls, 1);
  assert_int_equal(boxes_seen, 1);
}

/* A tuned launcher takes views only. */
static void tuned_launcher_is_not_asked_for_sets(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, CELLS, "values");
  vf_set *set_of_one = NULL;
  tune(backend_under_test(), VF_REAL64, failing);
  must(vf_set_wrap(NULL, &all, 1, &view, "values", &set_of_one));
  must(vf_fill_value_boxes(&all, 1, set_of_one, 3));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[CELLS - 1] == 3);
  assert_int_equal(calls, 0);
  discard(set_of_one);
  discard(view);
}

/* A tuned launcher is for a single type and a single back end. */
static void slot_is_for_its_type_and_back_end_only(void **state)
{
  (void)state;
  vf_status status;
  const vf_backend_id own = backend_under_test();
  tune(own == VF_BACKEND_HOST ? VF_BACKEND_CUDA : VF_BACKEND_HOST, VF_REAL64, failing);
  tune(VF_BACKEND_HIP, VF_REAL64, own == VF_BACKEND_HIP ? NULL : failing);
  tune(own, VF_REAL32, failing);
  assert_true(set(3, &status) == 3 && !status);
  assert_int_equal(calls, 0);
}

/* Its failure is the call's failure, not a reason to run the general launcher. */
static void error_of_a_tuned_launcher_surfaces(void **state)
{
  (void)state;
  vf_status status;
  tune(backend_under_test(), VF_REAL64, failing);
  assert_true(set(3, &status) == -1);
  assert_int_equal(status, VF_ERROR_DEVICE);
  assert_int_equal(calls, 1);
  assert_int_equal(counters().launches, 0);
}

/* Writes, and then fails. */
static int spoiling(const vfi_launch *launch)
{
  doubling(launch);
  return EIO;
}

/* After a launch that failed on the way, the device's values do not count as values of the host. */
static void failed_launch_leaves_the_host_as_the_newest(void **state)
{
  (void)state;
  if (strcmp(device_memory(), "mirror")) skip(); /* aliased memory is spoilt, and a GPU's cannot be written here */
  for (int c = 0; c < CELLS; c++) values[c] = 3;
  vf_view *view = wrapped_line(values, CELLS, "values");
  must(vf_view_to_device(view, VF_READ));
  tune(backend_under_test(), VF_REAL64, spoiling);
  refused(vf_fill_value(&all, view, 40), VF_ERROR_DEVICE, "fill_value");
  expect_state(view, true, false);
  assert_true(norm(&all, view) == 3);
  must(vf_view_release(&view, false));
}

static void emptied_slot_is_not_called(void **state)
{
  (void)state;
  vf_status status;
  tune(backend_under_test(), VF_REAL64, failing);
  tune(backend_under_test(), VF_REAL64, NULL);
  assert_true(set(3, &status) == 3 && !status);
  assert_int_equal(calls, 0);
}

/* Without points there is nothing to launch, and empty boxes do not reach a launcher. */
static void launchers_see_no_empty_boxes(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, CELLS, "values");
  const vf_box boxes[3] = { line(2, 1), line(1, 2), line(5, 6) };
  tune(backend_under_test(), VF_REAL64, declining);
  must(vf_fill_value_boxes(boxes, 1, view, 1));
  assert_int_equal(calls, 0);
  must(vf_fill_value_boxes(boxes, 3, view, 1));
  assert_int_equal(boxes_seen, 2);
  discard(view);
}

static void slots_that_do_not_exist_are_refused(void **state)
{
  (void)state;
  refused(vfi_kernel_tune(NULL, VF_BACKEND_HOST, VF_REAL64, NULL), VF_ERROR_NULL, "kernel");
  refused(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_COUNT, VF_REAL64, NULL), VF_ERROR_ARGUMENT, "back end");
  refused(vfi_kernel_tune(&vf_copy_kernel, (vf_backend_id)-1, VF_REAL64, NULL), VF_ERROR_ARGUMENT, "back end");
  refused(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, VF_INT32, NULL), VF_ERROR_ARGUMENT, "type");
}

/* A written argument with a reach owns only the mapped elements, so the elements around them keep their values. */
static void reach_of_a_written_argument_is_kept(void **state)
{
  (void)state;
  static const vfi_argument_description x = {
    .name = "x", .intent = VF_ARGUMENT_WRITE, .type = VF_ARGUMENT_REAL, .map = VF_MAP(same), .reach = VF_REACH(reach(1))
  };
  static vf_kernel kernel = { .description = {
                                  .name = "inner", .points = VF_POINTS_ALL, .argument_count = 1, .arguments = &x } };
  static double field[27];
  const int64_t extents[3] = { 3, 3, 3 };
  const vf_box inside = { { 2, 2, 2 }, { 2, 2, 2 } };
  vf_view *view = wrapped(field, 3, extents, NULL, "field");
  const vfi_argument argument = { .view = view };
  const vfi_call call = { .kernel = &kernel, .boxes = &inside, .box_count = 1, .arguments = &argument };
  for (int backend = 0; backend < VF_BACKEND_COUNT; backend++) kernel.launchers[backend][1] = launching_nothing;
  must(vfi_dispatch(&call));
  expect_copies(separate(), 0);
  discard(view);
}

static void kernel_of_a_project_without_the_back_end_is_refused(void **state)
{
  (void)state;
  vfi_launcher *const slot = &vf_fill_value_kernel.launchers[backend_under_test()][1];
  const vfi_launcher built = *slot;
  vf_status status;
  *slot = NULL;
  assert_true(set(5, &status) == -1);
  refused(status, VF_ERROR_DEVICE, "kernel fill_value was built without");
  *slot = built;
  assert_true(set(5, &status) == 5);
  must(status);
}

static int plain_runs, tuned_runs;
static vf_status plain(const void *arguments)
{
  plain_runs++;
  return *(const int *)arguments ? VF_OK : VF_ERROR_STATE;
}
static vf_status tuned(const void *arguments)
{
  (void)arguments;
  tuned_runs++;
  return VF_OK;
}
static bool takes_even(const void *arguments) { return *(const int *)arguments % 2 == 0; }

static void expect_runs(const vfi_composite *composite, int argument, int plain_expected, int tuned_expected)
{
  plain_runs = tuned_runs = 0;
  must(vfi_composite_run(composite, NULL, &argument));
  assert_int_equal(plain_runs, plain_expected);
  assert_int_equal(tuned_runs, tuned_expected);
}

static void composite_is_plain_unless_tuned(void **state)
{
  (void)state;
  const vf_backend_id own = backend_under_test(), other = own == VF_BACKEND_HOST ? VF_BACKEND_CUDA : VF_BACKEND_HOST;
  vfi_composite composite = { .name = "two steps", .plain = plain };
  const int zero = 0;
  expect_runs(&composite, 1, 1, 0);
  assert_int_equal(vfi_composite_run(&composite, NULL, &zero), VF_ERROR_STATE);
  composite.tuned[other] = tuned;
  expect_runs(&composite, 1, 1, 0);
  composite.tuned[own] = tuned;
  expect_runs(&composite, 1, 0, 1);
}

static void tuned_composite_runs_where_it_takes_the_call(void **state)
{
  (void)state;
  const vf_backend_id own = backend_under_test();
  vfi_composite composite = { .name = "two steps", .plain = plain };
  composite.tuned[own] = tuned;
  composite.takes[own] = takes_even;
  expect_runs(&composite, 2, 0, 1);
  expect_runs(&composite, 3, 1, 0);
}

static void composite_is_plain_while_a_member_is_watched(void **state)
{
  (void)state;
  const vf_backend_id own = backend_under_test();
  vf_kernel *const members[] = { &vf_add_constant_kernel, &vf_copy_kernel, NULL };
  vfi_composite composite = { .name = "two steps", .plain = plain, .members = members };
  composite.tuned[own] = tuned;
  expect_runs(&composite, 1, 0, 1);
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  expect_runs(&composite, 1, 1, 0);
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  must(vf_validate_mode("sum", VF_MODE_CHECK));
  expect_runs(&composite, 1, 0, 1);
  must(vf_validate_mode("sum", VF_MODE_DEVICE));
}

static void composite_without_a_plain_version_is_refused(void **state)
{
  (void)state;
  const vfi_composite none = { .name = "nothing" };
  refused(vfi_composite_run(NULL, NULL, NULL), VF_ERROR_NULL, "operation");
  refused(vfi_composite_run(&none, NULL, NULL), VF_ERROR_NULL, "operation");
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_device, empty_slots)
static const struct CMUnitTest tests[] = {
  claim(tuned_launcher_takes_the_call),
  claim(tuned_launcher_may_decline),
  claim(tuned_launcher_is_not_asked_for_sets),
  claim(slot_is_for_its_type_and_back_end_only),
  claim(error_of_a_tuned_launcher_surfaces),
  claim(failed_launch_leaves_the_host_as_the_newest),
  claim(emptied_slot_is_not_called),
  claim(launchers_see_no_empty_boxes),
  claim(slots_that_do_not_exist_are_refused),
  claim(reach_of_a_written_argument_is_kept),
  claim(kernel_of_a_project_without_the_back_end_is_refused),
  claim(composite_is_plain_unless_tuned),
  claim(tuned_composite_runs_where_it_takes_the_call),
  claim(composite_is_plain_while_a_member_is_watched),
  claim(composite_without_a_plain_version_is_refused),
};
RUN("slots", tests)
