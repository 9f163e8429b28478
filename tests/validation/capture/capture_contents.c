/* The contents of a capture file, item by item, as the guide describes them. The test reads the file with HDF5 alone. */
#include "capture_testing.h"

#include <hdf5.h>

#include <shifts_kernels.h>

static hid_t file;

static void open_captured(void)
{
  file = H5Fopen(captured_file(), H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
}

static void close_captured(void)
{
  assert_true(H5Fclose(file) >= 0);
  drop_folder();
}

static void read_attribute(const char *group, const char *name, hid_t memory, int count, void *values)
{
  const hid_t attribute = H5Aopen_by_name(file, group, name, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0) fail_msg("%s has no %s", group, name);
  const hid_t space = H5Aget_space(attribute), own = H5Aget_type(attribute);
  if (count) assert_int_equal(H5Sget_simple_extent_npoints(space), count);
  assert_true(H5Aread(attribute, memory < 0 ? own : memory, values) >= 0);
  assert_true(H5Tclose(own) >= 0 && H5Sclose(space) >= 0 && H5Aclose(attribute) >= 0);
}

static void expect_text(const char *group, const char *name, const char *expected)
{
  char text[256] = "";
  read_attribute(group, name, H5I_INVALID_HID, 1, text);
  assert_string_equal(text, expected);
}

static void expect_numbers(const char *group, const char *name, int count, const int64_t *expected)
{
  int64_t numbers[8] = { 0 };
  read_attribute(group, name, H5T_NATIVE_INT64, count, numbers);
  for (int n = 0; n < count; n++)
    if (numbers[n] != expected[n])
      fail_msg("%s, %s: number %d is %lld, not %lld", group, name, n, (long long)numbers[n], (long long)expected[n]);
}
#define numbers_are(group, name, ...)                                                      \
  expect_numbers(group, name, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), \
                 (const int64_t[]){ __VA_ARGS__ })

static void expect_reals(const char *group, const char *name, int count, const double *expected)
{
  double reals[16] = { 0 };
  read_attribute(group, name, H5T_NATIVE_DOUBLE, count, reals);
  assert_memory_equal(reals, expected, (size_t)count * sizeof *reals);
}

static bool has(const char *name) { return H5Lexists(file, name, H5P_DEFAULT) > 0; }

/* The elements of a data set. Its extents are stored in reverse order. */
static void *elements_of(const char *name, hid_t memory, size_t size, int rank, const int64_t *extents)
{
  hsize_t reversed[8] = { 0 };
  size_t count = 1;
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set), own = H5Dget_type(set);
  assert_true(set >= 0 && space >= 0);
  assert_int_equal(H5Sget_simple_extent_ndims(space), rank);
  assert_int_equal(H5Tget_size(own), size);
  H5Sget_simple_extent_dims(space, reversed, NULL);
  for (int d = 0; d < rank; d++) {
    assert_int_equal(reversed[rank - 1 - d], extents[d]);
    count *= (size_t)extents[d];
  }
  void *elements = malloc(count * size + 1);
  assert_non_null(elements);
  assert_true(H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements) >= 0);
  assert_true(H5Tclose(own) >= 0 && H5Sclose(space) >= 0 && H5Dclose(set) >= 0);
  return elements;
}

static void expect_elements(const char *name, int rank, const int64_t *extents, const double *expected)
{
  double *elements = elements_of(name, H5T_NATIVE_DOUBLE, sizeof(double), rank, extents);
  size_t count = 1;
  for (int d = 0; d < rank; d++) count *= (size_t)extents[d];
  if (memcmp(elements, expected, count * sizeof *elements) != 0) fail_msg("%s has other values", name);
  free(elements);
}

/* ---- A coloured call of two components ----------------------------------------------------------------------- */

enum { I = 5, J = 4, K = 6, COMPONENTS = 2, PHI = I * J * K * COMPONENTS, RHS = 3 * 2 * 4 * COMPONENTS };
static const int64_t phi_extents[4] = { I, J, K, COMPONENTS }, rhs_extents[4] = { 3, 2, 4, COMPONENTS };
static const int phi_lower[4] = { -3, 0, 7, 4 }, rhs_lower[4] = { -2, 1, 8, 1 };
static const vf_box boxes[3] = { { { -2, 1, 8 }, { 0, 2, 9 } },
                                 { { 0, 0, 0 }, { -1, 0, 0 } },
                                 { { -2, 1, 10 }, { 0, 2, 11 } } };
static double phi[PHI], rhs[RHS], before[PHI];

/* Captures the second of three calls. */
static void capture_sweeps(void)
{
  for (int c = 0; c < PHI; c++) phi[c] = 1 + c * 37 % PHI / (double)PHI;
  for (int c = 0; c < RHS; c++) rhs[c] = 2 + c * 29 % RHS / (double)RHS;
  take_folder();
  vf_view *x = wrapped(phi, 4, phi_extents, phi_lower, "phi of the code"),
          *b = wrapped(rhs, 4, rhs_extents, rhs_lower, "b");
  must(vf_gsrb_poisson_boxes(boxes, 3, x, b, 0.5, 0));
  must(vf_view_to_host(x, VF_READ));
  memcpy(before, phi, sizeof before);
  must(vf_gsrb_poisson_boxes(boxes, 3, x, b, 0.25, 1));
  must(vf_view_to_host(x, VF_READ));
  double after[PHI];
  memcpy(after, phi, sizeof after);
  must(vf_gsrb_poisson_boxes(boxes, 3, x, b, 0.25, 0));
  discard(x);
  discard(b);
  memcpy(phi, after, sizeof after);
  open_captured();
}

static void the_call_is_described(void **state)
{
  (void)state;
  capture_sweeps();
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  expect_text("call", "kernel", "gsrb_poisson");
  expect_text("call", "viewfab", version);
  expect_text("call", "device", vf_context_device(NULL));
  numbers_are("call", "number", 2);
#ifdef VIEWFAB_NO_FMA
  numbers_are("call", "fma", 0);
#else
  numbers_are("call", "fma", 1);
#endif
  numbers_are("call", "points", VF_POINTS_COLOURED);
  numbers_are("call", "selector", 1);
  numbers_are("call", "components", COMPONENTS);
  numbers_are("call", "real_bytes", 8);
  numbers_are("call", "has_result", 0);
  numbers_are("call", "arguments", 3);
  numbers_are("call", "arrays", 2);
  int *all = elements_of("boxes", H5T_NATIVE_INT, sizeof(int), 2, (const int64_t[]){ 6, 3 });
  assert_memory_equal(all, boxes, sizeof boxes);
  free(all);
  assert_false(has("result"));
  close_captured();
}

static void arguments_have_their_bounds_and_arrays(void **state)
{
  (void)state;
  capture_sweeps();
  expect_text("arguments/1", "name", "phi");
  numbers_are("arguments/1", "intent", VF_ARGUMENT_UPDATE);
  numbers_are("arguments/1", "type", VF_ARGUMENT_REAL);
  expect_text("arguments/1", "label", "phi of the code");
  numbers_are("arguments/1", "kind", VF_REAL64);
  numbers_are("arguments/1", "kind_bytes", 8);
  numbers_are("arguments/1", "rank", 4);
  numbers_are("arguments/1", "lower", -3, 0, 7, 4);
  numbers_are("arguments/1", "upper", 1, 3, 12, 5);
  numbers_are("arguments/1", "array", 1);
  numbers_are("arguments/1", "first", 0);
  expect_text("arguments/2", "name", "rhs");
  expect_text("arguments/2", "label", "b");
  numbers_are("arguments/2", "intent", VF_ARGUMENT_READ);
  numbers_are("arguments/2", "upper", 0, 2, 11, 2);
  numbers_are("arguments/2", "array", 2);
  expect_text("arguments/3", "name", "h");
  numbers_are("arguments/3", "intent", VF_ARGUMENT_VALUE);
  expect_reals("arguments/3", "value", 1, (const double[]){ 0.25 });
  close_captured();
}

static void arrays_are_there_before_and_after(void **state)
{
  (void)state;
  capture_sweeps();
  assert_memory_not_equal(before, phi, sizeof before);
  expect_elements("arrays/1/before", 4, phi_extents, before);
  expect_elements("arrays/1/after", 4, phi_extents, phi);
  expect_elements("arrays/2/before", 4, rhs_extents, rhs);
  numbers_are("arrays/1", "written", 1);
  numbers_are("arrays/2", "written", 0);
  assert_true(!has("arrays/2/after") && !has("arrays/3") && !has("arguments/4"));
  close_captured();
}

/* ---- Values of every type, results --------------------------------------------------------------------------- */

static const int64_t cube[3] = { 6, 6, 6 };
static const int corner[3] = { -1, 0, 3 };
static const vf_box middle = { { 0, 1, 4 }, { 3, 4, 7 } };

static void values_of_every_type_are_kept(void **state)
{
  (void)state;
  const vf_boundary sides = { .kind = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_NEUMANN, VF_UNFILLED,
                                        VF_DIRICHLET },
                              .order = 3,
                              .distance = { 0.125, 0, 0, 0, 0, 0.75 } };
  const int shift[3] = { 1, 0, -1 };
  take_folder();
  must(vf_fill_ghosts(&middle, field(VF_REAL64, 3, cube, corner, "x"), &sides));
  open_captured();
  numbers_are("arguments/2", "type", VF_ARGUMENT_BOUNDARY);
  numbers_are("arguments/2", "kind", VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_NEUMANN, VF_UNFILLED, VF_DIRICHLET);
  numbers_are("arguments/2", "order", 3);
  expect_reals("arguments/2", "distance", 6, sides.distance);
  numbers_are("call", "points", VF_POINTS_GHOSTS);
  close_captured();

  const vf_box inner = { { 1, 1, 5 }, { 2, 3, 6 } };
  vf_view *mask = field(VF_INT32, 3, cube, corner, "mask"), *y = field(VF_REAL32, 3, cube, corner, "y"),
          *x = field(VF_REAL32, 3, cube, corner, "x");
  take_folder();
  must(vf_masked_shift(&middle, mask, y, x, shift, &inner, -3));
  open_captured();
  numbers_are("arguments/1", "kind", VF_INT32);
  numbers_are("arguments/1", "kind_bytes", 4);
  numbers_are("arguments/2", "kind", VF_REAL32);
  numbers_are("arguments/4", "value", 1, 0, -1);
  numbers_are("arguments/5", "lower", 1, 1, 5);
  numbers_are("arguments/5", "upper", 2, 3, 6);
  numbers_are("arguments/6", "value", -3);
  numbers_are("call", "real_bytes", 4);
  free(elements_of("arrays/1/before", H5T_NATIVE_INT32, 4, 3, cube));
  free(elements_of("arrays/3/after", H5T_NATIVE_FLOAT, 4, 3, cube));
  assert_false(has("arrays/1/after"));
  close_captured();
  drop_fields();
}

static void values_and_arrays_of_each_type_are_kept(void **state)
{
  (void)state;
  static const double weights[16] = { 0.5, [14] = 3, [15] = -1.5 };
  static const struct vf_constants_gathered constants = { .half = 0.5, .counts = { 4, -9 }, .twice = 1 };
  static const int steps[2] = { 3, -7 };
  static int32_t mask[216], marked[216];
  for (int c = 0; c < 216; c++) mask[c] = c % 3 - 1; /* -1 and 1 are true */
  vf_view *masks[2];
  must(vf_view_wrap(NULL, mask, VF_LOGICAL32, 3, cube, corner, "mask", VF_WRAP_DISTINCT, &masks[0]));
  must(vf_view_wrap(NULL, marked, VF_LOGICAL32, 3, cube, corner, "marked", VF_WRAP_DISTINCT, &masks[1]));
  take_folder();
  must(vf_gather_types(&middle, masks[0], field(VF_REAL32, 3, cube, corner, "narrow"), weights, steps, true,
                       vf_gather_types_high, field(VF_INT64, 3, cube, corner, "count"),
                       field(VF_REAL64, 3, cube, corner, "wide"), masks[1], field(VF_REAL32, 3, cube, corner, "x"),
                       &constants));
  open_captured();
  numbers_are("arguments/1", "kind", VF_LOGICAL32);
  numbers_are("arguments/2", "kind", VF_REAL32);
  numbers_are("arguments/2", "type", 101);
  numbers_are("arguments/3", "type", VF_ARGUMENT_REALS);
  numbers_are("arguments/3", "count", 16);
  expect_reals("arguments/3", "value", 16, weights);
  numbers_are("arguments/4", "count", 2);
  numbers_are("arguments/4", "value", 3, -7);
  numbers_are("arguments/5", "value", 1);
  numbers_are("arguments/6", "value", 7);
  numbers_are("arguments/7", "kind", VF_INT64);
  numbers_are("arguments/11", "type", VF_ARGUMENT_CONSTANTS);
  numbers_are("arguments/11", "count", 4);
  expect_reals("arguments/11", "value", 4, &constants.half);
  int32_t *bits = elements_of("arrays/1/before", H5T_NATIVE_B32, 4, 3, cube);
  assert_memory_equal(bits, mask, sizeof mask);
  free(bits);
  free(elements_of("arrays/3/after", H5T_NATIVE_INT64, 8, 3, cube));
  free(elements_of("arrays/5/after", H5T_NATIVE_B32, 4, 3, cube));
  close_captured();
  discard(masks[0]);
  discard(masks[1]);
  drop_fields();
}

static void results_of_reductions_are_kept(void **state)
{
  (void)state;
  double number = 0, stays = 0, second = -1;
  const int64_t two = 2;
  vf_view *x = field(VF_REAL64, 3, cube, corner, "x"), *result = field(VF_REAL64, 1, &two, NULL, "result");
  take_folder();
  must(vf_sum(&middle, x, &number));
  open_captured();
  numbers_are("call", "has_result", 1);
  expect_reals("result", "value", 1, &number);
  close_captured();
  take_folder();
  must(vf_sum_boxes(&middle, 1, x, NULL, result));
  must(vf_sum(&(vf_box){ { 0, 1, 4 }, { 0, 1, 4 } }, x, &stays));
  must(vf_sum_boxes(&middle, 1, x, &second, NULL));
  find_in_folder("viewfab_sum_2.h5", (char[PATH]){ "" });
  file = H5Fopen(in_folder("viewfab_sum_2.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0 && second == number);
  expect_reals("result", "value", 1, &number);
  close_captured();
  drop_fields();
}

/* ---- Views that share elements ------------------------------------------------------------------------------- */

enum { CUBE = 6 * 6 * 6, POOL = 4 * CUBE };

static vf_view *joined(double *first, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, first, VF_REAL64, 3, cube, corner, label, VF_WRAP_JOIN, &view));
  return view;
}

/* The arguments a, bx, by and bz begin at the elements `first` of the pool. Expects as many arrays in the file, and
 * for each argument its array, its first element there, and the number of elements of the array. */
static void share(const int first[4], int arrays, const int64_t place[4], const int64_t begin[4], const int64_t *sizes)
{
  static const char *const labels[4] = { "a", "bx", "by", "bz" };
  const double h[3] = { 0.5, 0.25, 0.125 };
  double *pool = malloc(POOL * sizeof *pool);
  vf_view *parts[4];
  assert_non_null(pool);
  for (int c = 0; c < POOL; c++) pool[c] = 1 + c * 61 % POOL / (double)POOL;
  vf_view *all = wrapped_line(pool, POOL, "pool");
  vf_view *x = field(VF_REAL64, 3, cube, corner, "x"), *y = field(VF_REAL64, 3, cube, corner, "y");
  for (int p = 0; p < 4; p++) parts[p] = joined(pool + first[p], labels[p]);
  take_folder();
  must(vf_apply_helmholtz(&middle, x, y, 1.5, 0.5, parts[0], parts[1], parts[2], parts[3], h));
  expect_replays(VF_REPLAY);
  open_captured();
  numbers_are("call", "arrays", arrays);
  expect_reals("arguments/9", "value", 3, h);
  for (int p = 0; p < 4; p++) {
    char group[32], set[32];
    snprintf(group, sizeof group, "arguments/%d", p + 5);
    expect_text(group, "label", labels[p]);
    numbers_are(group, "array", place[p]);
    numbers_are(group, "first", begin[p]);
    numbers_are(group, "rank", 3);
    snprintf(set, sizeof set, "arrays/%d/before", (int)place[p]);
    if (sizes[p]) expect_elements(set, 1, &sizes[p], pool + first[p] - begin[p]);
    else expect_elements(set, 3, cube, pool + first[p]);
  }
  close_captured();
  for (int p = 0; p < 4; p++) must(vf_view_release(&parts[p], false));
  must(vf_view_release(&all, false));
  free(pool);
  drop_fields();
}

/* Arrays 1 and 2 are x and y. */
static void views_that_share_elements_lie_in_one_array(void **state)
{
  (void)state;
  enum { C = CUBE, H = CUBE / 2 };
  /* separate: an array for each argument, also if a view begins at the end of another view */
  share((const int[]){ 0, C, 2 * C, 3 * C }, 6, (const int64_t[]){ 3, 4, 5, 6 }, (const int64_t[]){ 0, 0, 0, 0 },
        (const int64_t[]){ 0, 0, 0, 0 });
  /* the same view in two arguments keeps its shape */
  share((const int[]){ 0, C, 0, 3 * C }, 5, (const int64_t[]){ 4, 3, 4, 5 }, (const int64_t[]){ 0, 0, 0, 0 },
        (const int64_t[]){ 0, 0, 0, 0 });
  /* an overlap by half, in either order */
  share((const int[]){ 0, H, 2 * C, 3 * C }, 5, (const int64_t[]){ 3, 3, 4, 5 }, (const int64_t[]){ 0, H, 0, 0 },
        (const int64_t[]){ C + H, C + H, 0, 0 });
  share((const int[]){ H, 0, 2 * C, 3 * C }, 5, (const int64_t[]){ 3, 3, 4, 5 }, (const int64_t[]){ H, 0, 0, 0 },
        (const int64_t[]){ C + H, C + H, 0, 0 });
  /* the third view joins two separate views */
  share((const int[]){ 0, C + H, C - 1, 3 * C }, 4, (const int64_t[]){ 3, 3, 3, 4 },
        (const int64_t[]){ 0, C + H, C - 1, 0 }, (const int64_t[]){ 2 * C + H, 2 * C + H, 2 * C + H, 0 });
  /* the last view joins all others */
  share((const int[]){ 2 * C, H, C - 1, 2 * C - 2 }, 3, (const int64_t[]){ 3, 3, 3, 3 },
        (const int64_t[]){ 2 * C - H, 0, C - 1 - H, 2 * C - 2 - H },
        (const int64_t[]){ 3 * C - H, 3 * C - H, 3 * C - H, 3 * C - H });
}

static const struct CMUnitTest tests[] = {
  claim(the_call_is_described),
  claim(arguments_have_their_bounds_and_arrays),
  claim(arrays_are_there_before_and_after),
  claim(values_of_every_type_are_kept),
  claim(values_and_arrays_of_each_type_are_kept),
  claim(results_of_reductions_are_kept),
  claim(views_that_share_elements_lie_in_one_array),
};

/* A kernel reads the variable at its first call, so the program sets it before. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE",
         "gsrb_poisson:call=2,gsrb_poisson:call=5,gsrb_poisson:call=8,fill_ghosts:call=1-99,gather_types:call=1-99,"
         "masked_shift:call=1,sum:"
         "call=1-2,apply_helmholtz:call=1-99",
         1);
  return run_claims(argc, argv, "capture_contents", tests, sizeof tests / sizeof tests[0]);
}
