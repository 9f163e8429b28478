/* Calls of every kind are captured and replayed. A replay gives the same result on the device of the capture and on the
 * host. */
#include "capture_edit.h"

#include <file.h>

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

/* Coefficients on faces, without components, beside fields of two components. */
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
  /* the same array in two arguments */
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

/* Two layers with edges and corners, for an array on nodes in y. Some faces stay unfilled. */
static void ghosts_with_edges_and_their_depth(void **state)
{
  (void)state;
  const int64_t extents[3] = { N + 2, N + 5, N + 4 };
  const int lower[3] = { -3, -2, 3 }, nodal[3] = { 0, 1, 0 };
  vf_view *x = field(VF_REAL32, 3, extents, lower, "x");
  const vf_boundary sides = { .kind = { VF_UNFILLED, VF_PERIODIC, VF_REFLECT_ODD, VF_NEUMANN, VF_PERIODIC, VF_NEUMANN },
                              .order = 2 };
  take_folder();
  must(vf_fill_halo(&box, x, 2, &sides, nodal));
  expect_replays(VF_REPLAY);
  drop_folder();
  drop_fields();
}

/* Views of single components, and views that overlap in an array. */
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
  /* components 0:1 and 1:2 overlap, so the array is stored once */
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

/* A difference inside the box is measured; a difference beside the box is an error. */
static void expect_one_level_was_set(void)
{
  char text[TEXT], arguments[2 * PATH];
  snprintf(arguments, sizeof arguments, "--repeat 1 --tolerance absolute=1 %s", captured_file());
  edit_element(captured_file(), "arrays/1/after", 2 + 4 * (1 + 3 * (2 + 3 * 4)), 0.5);
  if (run_program("", VF_REPLAY, arguments, text)) fail_msg("%s", text);
  if (!strstr(text, "largest absolute difference 0.5 at (i 1, j 2, k 1, t 1, e 15)")) fail_msg("%s", text);
  edit_element(captured_file(), "arrays/1/after", 2 + 4 * (1 + 3 * (1 + 3 * 4)), 0.25);
  assert_int_equal(run_program("", VF_REPLAY, arguments, text), 1);
  if (!strstr(text, "1 lie outside the boxes, the first at (i 1, j 2, k 1, t 0, e 15)")) fail_msg("%s", text);
}

/* The capture has the whole array, its axes and the selection. */
static void selections_of_one_array_with_axes(void **state)
{
  (void)state;
  enum { POINTS = 4, LEVELS = 3, TIMES = 3, ELEMENTS = 5, ALL = POINTS * LEVELS * TIMES * ELEMENTS };
  static double values[ALL];
  const int64_t shape[5] = { 2, 2, LEVELS, TIMES, ELEMENTS };
  const int first[5] = { 1, 1, 0, -1, 11 };
  const vf_box all = { { 1, 0, 11 }, { POINTS, LEVELS - 1, 15 } }, layer = { { 1, 1, 11 }, { POINTS, 1, 15 } };
  vf_view *whole = NULL, *now = NULL, *old = NULL, *now_layer = NULL, *old_layer = NULL;
  for (int v = 0; v < ALL; v++) values[v] = v / 256.0;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 5, shape, first, "i j k t e", "dp3d", VF_WRAP_DISTINCT, &whole));
  must(vf_view_select(whole, "t", 1, &now));
  must(vf_view_select(whole, "t", 0, &old));
  must(vf_view_select(now, "k", 2, &now_layer));
  must(vf_view_select(old, "k", 2, &old_layer));
  take_folder();
  must(vf_axpy(&all, 0.7, now, old));
  expect_replays(VF_REPLAY);
  static vfi_captured_call call;
  must(vfi_capture_file_read(captured_file(), &call));
  const vfi_captured_argument *x = &call.arguments[1], *y = &call.arguments[2];
  assert_int_equal(call.array_count, 1);
  assert_int_equal(vfi_captured_elements(&call.arrays[0]), ALL);
  assert_true(x->axes.rank == 5 && x->axes.name[3] == 't' && x->axes.fixed[3] && x->axes.index[3] == 1);
  assert_true(y->axes.fixed[3] && y->axes.index[3] == 0 && !y->axes.fixed[2] && y->axes.lower[4] == 11);
  vfi_captured_call_free(&call);
  drop_folder();
  take_folder();
  must(vf_axpy(&(vf_box){ { 1, 1, 11 }, { POINTS, 1, 15 } }, 0.7, now_layer, old_layer));
  expect_replays(VF_REPLAY);
  drop_folder();
  take_folder();
  must(vf_fill_value(&layer, now, 3));
  expect_replays(VF_REPLAY);
  expect_one_level_was_set();
  drop_folder();
  vf_view *views[] = { whole, now, old, now_layer, old_layer };
  must(vf_views_release(views, 5, true));
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

/* Fails unless a replay of the file has the words and the exit status. */
static void expect_replayed(const char *file, int expected, const char *words)
{
  char text[TEXT];
  const int code = run_program("", SHIFTS_REPLAY, file, text);
  if (code != expected || !strstr(text, words))
    fail_msg("exit status %d, not %d with '%s':\n%s", code, expected, words, text);
}

static void several_results_and_a_place(void **state)
{
  (void)state;
  const vf_box boxes[3] = { { { -3, 0, 5 }, { 0, 7, 12 } },
                            { { 0, 0, 0 }, { -1, 0, 0 } },
                            { { 1, 0, 5 }, { 4, 7, 12 } } };
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x"), *y = field(VF_REAL64, 3, cells, lower, "y");
  double total = 0, least = 0;
  vf_place place;
  take_folder();
  must(vf_pair_totals_boxes(boxes, 3, x, y, &total, &least, &place, NULL));
  expect_replays(SHIFTS_REPLAY);
  const char *file = captured_file();
  expect_replayed(file, 0, "result total ");
  expect_replayed(file, 0, "result least ");
  const int box_of_place = 1; /* a place has five numbers; the second result's numbers follow the first's */
  edit_number(file, "result", "places", 5 + box_of_place, place.index[0] + 1);
  char words[256];
  snprintf(words, sizeof words, "place of result least: captured (%d, %d, %d) of component 1 of box %d, replayed (%d, ",
           place.index[0] + 1, place.index[1], place.index[2], place.box + 1, place.index[0]);
  expect_replayed(file, 1, words);
  edit_number(file, "result", "places", 5 + box_of_place, place.index[0]);
  const double more = 0.5;
  edit_attribute(file, "result", "value", H5T_NATIVE_DOUBLE, change_double, &more);
  expect_replayed(file, 1, "result total: captured ");
  edit_text(file, "result", "names", "tatol");
  expect_replayed(file, 2, "its results are tatol least with places in the file, and others in the kernel");
  drop_folder();
  drop_fields();
}

/* Results that the caller did not ask for are captured as well. */
static void results_that_nobody_wanted(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x"), *y = field(VF_REAL64, 3, cells, lower, "y");
  take_folder();
  must(vf_pair_totals(&box, x, y, NULL, NULL, NULL));
  expect_replays(SHIFTS_REPLAY);
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

static void values_and_arrays_of_each_type(void **state)
{
  (void)state;
  static const double weights[16] = { 0.5, [14] = 3, [15] = -1.5 };
  static const struct vf_constants_gathered constants = { .half = 0.5, .counts = { 4, -9 }, .twice = 1 };
  static const int steps[2] = { 3, -7 };
  for (int kind = 0; kind < 2; kind++) {
    const vf_type real = kind ? VF_REAL64 : VF_REAL32;
    vf_view *mask = field(VF_LOGICAL32, 3, cells, lower, "mask"), *narrow = field(VF_REAL32, 3, cells, lower, "narrow");
    vf_view *count = field(VF_INT64, 3, cells, lower, "count"), *wide = field(VF_REAL64, 3, cells, lower, "wide");
    vf_view *marked = field(VF_LOGICAL32, 3, cells, lower, "marked"), *x = field(real, 3, cells, lower, "x");
    for (int contrary = 0; contrary < 2; contrary++) {
      take_folder();
      must(vf_gather_types(&box, mask, narrow, weights, steps, contrary,
                           contrary ? vf_gather_types_high : vf_gather_types_low, count, wide, marked, x, &constants));
      expect_replays(SHIFTS_REPLAY);
      drop_folder();
    }
    drop_fields();
  }
}

/* A capture reads the values of an array without moving the array. */
static void a_capture_leaves_state_and_counters_alone(void **state)
{
  (void)state;
  vf_view *x = field(VF_REAL64, 3, cells, lower, "x"), *y = field(VF_REAL64, 3, cells, lower, "y");
  take_folder();
  must(vf_xpay(&box, x, 2.0, y));
  assert_int_equal(files_in_folder(), 0);
  must(vf_counters_reset(NULL));
  must(vf_xpay(&box, x, 2.0, y)); /* the setting asks for the second call */
  assert_int_equal(files_in_folder(), 1);
  expect_copies(0, 0);
  expect_state(x, true, true);
  expect_state(y, !separate(), true);
  drop_folder();
  drop_fields();
}

static int fails(const vfi_launch *launch)
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
  refused(vf_fill_value(&far, x, 1.0), VF_ERROR_BOX, "'x'");
  assert_int_equal(files_in_folder(), 0);
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, fails));
  refused(vf_fill_value(&box, x, 1.0), VF_ERROR_DEVICE, "fill_value");
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, NULL));
  assert_int_equal(files_in_folder(), 0);
  drop_folder();
  refused(vf_fill_value(&box, x, 1.0), VF_ERROR_STATE, "No such file or directory");
  drop_fields();
}

static const struct CMUnitTest tests[] = {
  claim(coloured_call_on_two_boxes_with_negative_bounds),
  claim(refined_and_coarse_arrays),
  claim(shared_and_face_arrays_of_real64),
  claim(shared_and_face_arrays_of_real32),
  claim(reduction_to_a_number_and_to_an_array),
  claim(boundary_among_the_values),
  claim(ghosts_with_edges_and_their_depth),
  claim(component_views_of_one_array),
  claim(selections_of_one_array_with_axes),
  claim(arrays_and_boxes_without_cells),
  claim(several_results_and_a_place),
  claim(results_that_nobody_wanted),
  claim(kernel_of_the_users_own),
  claim(values_and_arrays_of_each_type),
  claim(a_capture_leaves_state_and_counters_alone),
  claim(a_call_that_fails_leaves_no_file),
};

/* A kernel reads the variable at its first call, so the program sets it before. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE",
         "gsrb_poisson:call=1-99,average:call=1-99,interp:call=1-99,gsrb_helmholtz:call=1-99,dot:call=1-99,"
         "fill_ghosts:call=1-99,fill_halo:call=1-99,axpy:call=1-99,masked_shift:call=1-99,gather_types:call=1-99,"
         "pair_totals:call=1-99,fill_value:call=1-99,xpay:"
         "call=2-99",
         1);
  return run_claims(argc, argv, "capture_round_trip", tests, sizeof tests / sizeof tests[0]);
}
