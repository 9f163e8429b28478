/* Calls of every kind are captured, and give the same when they are replayed: on the device that they were captured on
 * and on the host. */
#include "capture_testing.h"

#include <shifts_kernels.h>

enum { N = 8 };
static const int64_t cells[3] = { N, N, N }, with_ghosts[3] = { N + 2, N + 2, N + 2 };
static const int lower[3] = { -3, 0, 5 }, ghost_lower[3] = { -4, -1, 4 };
static const vf_box box = { { -3, 0, 5 }, { 4, 7, 12 } };

static void coloured_call_on_two_boxes_with_negative_bounds(void **state)
{
  (void)state;
  take_folder();
  vf_view *phi = field(VF_REAL64, 3, with_ghosts, ghost_lower, "phi"), *rhs = field(VF_REAL64, 3, cells, lower, "rhs");
  const vf_box boxes[3] = { { { -3, 0, 5 }, { 0, 7, 12 } },
                            { { 0, 0, 0 }, { -1, 0, 0 } },
                            { { 1, 0, 5 }, { 4, 7, 12 } } };
  must(vf_gsrb_poisson_boxes(boxes, 3, phi, rhs, 0.37, 1));
  expect_replays(VF_REPLAY);
  drop_fields();
  drop_folder();
}

static void refined_and_coarse_arrays(void **state)
{
  (void)state;
  const vf_box coarse_box = { { -2, 0, 2 }, { 1, 3, 5 } };
  const int64_t coarse_cells[3] = { 4, 4, 4 };
  const int coarse_lower[3] = { -2, 0, 2 }, fine_lower[3] = { -4, 0, 4 };
  vf_view *fine = field(VF_REAL64, 3, cells, fine_lower, "fine");
  vf_view *coarse = field(VF_REAL64, 3, coarse_cells, coarse_lower, "coarse");
  take_folder();
  must(vf_average(&coarse_box, fine, coarse));
  expect_replays(VF_REPLAY);
  drop_folder();
  take_folder();
  must(vf_interp(&coarse_box, coarse, fine));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

/* Coefficients on faces, without components, beside fields of two. */
static void shared_and_face_arrays(vf_type type)
{
  const int64_t two[4] = { N, N, N, 2 }, two_ghosts[4] = { N + 2, N + 2, N + 2, 2 };
  const int two_lower[4] = { -3, 0, 5, 1 }, two_ghost_lower[4] = { -4, -1, 4, 1 };
  vf_view *faces[3];
  const double h[3] = { 0.1, 0.2, 0.3 };
  vf_view *phi = field(type, 4, two_ghosts, two_ghost_lower, "phi"), *rhs = field(type, 4, two, two_lower, "rhs");
  vf_view *a = field(type, 3, cells, lower, "a");
  for (int d = 0; d < 3; d++) {
    int64_t extents[3] = { N, N, N };
    extents[d]++;
    faces[d] = field(type, 3, extents, lower, "b");
  }
  take_folder();
  must(vf_gsrb_helmholtz(&box, phi, rhs, 1.5, 0.7, a, faces[0], faces[1], faces[2], h, 1.15, 0));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

static void shared_and_face_arrays_of_real64(void **state)
{
  (void)state;
  shared_and_face_arrays(VF_REAL64);
}

static void shared_and_face_arrays_of_real32(void **state)
{
  (void)state;
  shared_and_face_arrays(VF_REAL32);
}

static void reduction_to_a_number_and_to_an_array(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x"), *y = field(VF_REAL64, 3, cells, lower, "y");
  const int64_t one = 1;
  vf_view *result_view = field(VF_REAL64, 1, &one, NULL, "result");
  double result = 0;
  take_folder();
  must(vf_dot(&box, x, y, &result));
  expect_replays(VF_REPLAY);
  drop_folder();
  take_folder();
  must(vf_dot_boxes(&box, 1, x, y, NULL, result_view));
  expect_replays(VF_REPLAY);
  drop_folder();
  /* one array under two names */
  take_folder();
  must(vf_dot(&box, x, x, &result));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

static void boundary_among_the_values(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, with_ghosts, ghost_lower, "x");
  const vf_boundary sides = {
    .kind = { VF_DIRICHLET, VF_PERIODIC, VF_REFLECT_ODD, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET },
    .order = 4,
    .distance = { 0.25, 0, 0, 0, 0, 0.5 },
  };
  take_folder();
  must(vf_fill_ghosts(&box, x, &sides));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

/* Views of single components, and views that overlap in one array. */
static void component_views_of_one_array(void **state)
{
  (void)state;
  const int64_t four[4] = { N, N, N, 4 };
  const int four_lower[4] = { -3, 0, 5, 0 };
  vf_view *all = field(VF_REAL64, 4, four, four_lower, "four");
  vf_view *first = NULL, *last = NULL, *middle = NULL;
  must(vf_view_component(all, 0, 1, &first));
  must(vf_view_component(all, 3, 1, &last));
  take_folder();
  must(vf_axpy(&box, 0.7, first, last));
  expect_replays(VF_REPLAY);
  drop_folder();
  /* components 0:1 and 1:2 overlap; boxes keep them apart */
  const vf_box low = { { -3, 0, 5 }, { 0, 7, 12 } };
  must(vf_view_release(&first, false));
  must(vf_view_component(all, 0, 2, &first));
  must(vf_view_component(all, 1, 2, &middle));
  double result = 0;
  take_folder();
  must(vf_dot(&low, first, middle, &result));
  expect_replays(VF_REPLAY);
  drop_folder();
  must(vf_view_release(&first, false));
  must(vf_view_release(&middle, false));
  must(vf_view_release(&last, false));
  drop_fields();
}

static void arrays_and_boxes_without_cells(void **state)
{
  (void)state;
  const int64_t none[3] = { N, 0, N };
  vf_view *x = field(VF_REAL64, 3, none, lower, "x"), *y = field(VF_REAL64, 3, none, lower, "y");
  const vf_box empty = { { -3, 0, 5 }, { 4, -1, 12 } };
  double result = -1;
  take_folder();
  must(vf_axpy(&empty, 2.0, x, y));
  expect_replays(VF_REPLAY);
  drop_folder();
  take_folder();
  must(vf_dot_boxes(&empty, 0, x, y, &result, NULL));
  expect_replays(VF_REPLAY);
  drop_folder();
  vf_view *full = field(VF_REAL64, 3, cells, lower, "full"), *other = field(VF_REAL64, 3, cells, lower, "other");
  take_folder();
  must(vf_axpy(&empty, 2.0, full, other));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

static void kernel_of_the_users_own(void **state)
{
  (void)state;
  const int s[3] = { 1, 0, -1 }, y_lower[3] = { -2, 0, 4 };
  const vf_box inner = { { -2, 1, 6 }, { 3, 6, 11 } };
  vf_view *mask = field(VF_INT32, 3, cells, lower, "mask");
  vf_view *y = field(VF_REAL32, 3, cells, y_lower, "y"), *x = field(VF_REAL32, 3, cells, lower, "x");
  take_folder();
  must(vf_masked_shift(&box, mask, y, x, s, &inner, -3));
  expect_replays(SHIFTS_REPLAY);
  char text[TEXT];
  if (run_program("", VF_REPLAY, captured_file(), text) != 2 || !strstr(text, "is of kernel masked_shift, which"))
    fail_msg("%s", text);
  drop_folder();
  drop_fields();
}

/* Looking at the values of an array does not move it. */
static void a_capture_leaves_state_and_counters_alone(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x"), *y = field(VF_REAL64, 3, cells, lower, "y");
  take_folder();
  must(vf_xpay(&box, x, 2.0, y));
  assert_int_equal(files_in_folder(), 0);
  must(vf_counters_reset(NULL));
  must(vf_xpay(&box, x, 2.0, y)); /* the second call is the one that is asked for */
  assert_int_equal(files_in_folder(), 1);
  expect_copies(0, 0);
  expect_state(x, true, true);
  expect_state(y, !separate(), true);
  drop_folder();
  drop_fields();
}

static int fails(const vf_launch *launch)
{
  (void)launch;
  return 1;
}

static void a_call_that_fails_leaves_no_file(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x");
  const vf_box far = { { -3, 0, 5 }, { 5, 7, 12 } };
  take_folder();
  refused(vf_set_value(&far, x, 1.0), VF_ERROR_BOX, "'x'");
  assert_int_equal(files_in_folder(), 0);
  must(vf_kernel_tune(&vf_set_value_kernel, backend_under_test(), VF_REAL64, fails));
  refused(vf_set_value(&box, x, 1.0), VF_ERROR_DEVICE, "set_value");
  must(vf_kernel_tune(&vf_set_value_kernel, backend_under_test(), VF_REAL64, NULL));
  assert_int_equal(files_in_folder(), 0);
  drop_folder();
  refused(vf_set_value(&box, x, 1.0), VF_ERROR_STATE, "No such file or directory");
  drop_fields();
}

static const struct CMUnitTest tests[] = {
  claim(coloured_call_on_two_boxes_with_negative_bounds),
  claim(refined_and_coarse_arrays),
  claim(shared_and_face_arrays_of_real64),
  claim(shared_and_face_arrays_of_real32),
  claim(reduction_to_a_number_and_to_an_array),
  claim(boundary_among_the_values),
  claim(component_views_of_one_array),
  claim(arrays_and_boxes_without_cells),
  claim(kernel_of_the_users_own),
  claim(a_capture_leaves_state_and_counters_alone),
  claim(a_call_that_fails_leaves_no_file),
};

/* Whether a kernel is captured is found out at its first call. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE",
         "gsrb_poisson:call=1-99,average:call=1-99,interp:call=1-99,gsrb_helmholtz:call=1-99,dot:call=1-99,"
         "fill_ghosts:call=1-99,axpy:call=1-99,masked_shift:call=1-99,set_value:call=1-99,xpay:call=2-99",
         1);
  return run_claims(argc, argv, "capture_round_trip", tests, sizeof tests / sizeof tests[0]);
}
