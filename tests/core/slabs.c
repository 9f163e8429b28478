/* Calls whose arrays do not fit on the device together run in slabs, with the same bits. */
#include <stdio.h>

#include <viewfab/memory.h>
#include <viewfab/set.h>
#include <viewfab/smooth.h>

#include "watched_backend.h"

enum { NX = 20, NY = 18, NZ = 17, FIELDS = 4, CELLS = (NX + 2) * (NY + 2) * (NZ + 2), BYTES = CELLS * 8 };
static double values[FIELDS][CELLS], expected[FIELDS][CELLS];
static vf_view *views[FIELDS];
static const int64_t extents[3] = { NX + 2, NY + 2, NZ + 2 };
static const int lower[3] = { 0, 0, 0 };
static const vf_box cells = { { 1, 1, 1 }, { NX, NY, NZ } };

static void open_with(long bytes)
{
  char text[32];
  snprintf(text, sizeof text, "%ld", bytes);
  if (bytes) setenv("VF_DEVICE_MEMORY", text, 1);
  else unsetenv("VF_DEVICE_MEMORY");
  watch(NULL, false);
  unsetenv("VF_DEVICE_MEMORY");
}

static void wrap_all(void)
{
  static const char *const labels[FIELDS] = { "phi", "rhs", "residual", "coefficient" };
  for (int f = 0; f < FIELDS; f++) {
    for (int c = 0; c < CELLS; c++) values[f][c] = 1 + ((f + 3) * c * 37 % 101) / 101.0;
    views[f] = wrapped(values[f], 3, extents, lower, labels[f]);
  }
}

static void release_all(void)
{
  must(vf_views_to_host(views, FIELDS, VF_READ));
  must(vf_views_release(views, FIELDS, false));
}

typedef double work(void);

/* Runs the work with all memory and with so many bytes, and compares all bits. Returns the number of cut calls. */
static int64_t same_bits(work *run, long bytes)
{
  open_with(0);
  wrap_all();
  const double whole = run();
  assert_int_equal(counters().cut_calls, 0);
  release_all();
  memcpy(expected, values, sizeof values);
  open_with(bytes);
  wrap_all();
  const double cut = run();
  const vf_memory memory = { 0 };
  vf_memory now = memory;
  must(vf_memory_get(NULL, &now));
  if (now.most_bytes > bytes) fail_msg("%lld bytes of %ld in use", (long long)now.most_bytes, bytes);
  const int64_t calls = counters().cut_calls;
  release_all();
  if (memcmp(&whole, &cut, sizeof whole)) fail_msg("%.17g is %.17g in slabs", whole, cut);
  for (int f = 0; f < FIELDS; f++)
    for (int c = 0; c < CELLS; c++)
      if (values[f][c] != expected[f][c])
        fail_msg("field %d, element %d: %.17g is %.17g in slabs", f, c, expected[f][c], values[f][c]);
  return calls;
}

static double update(void)
{
  must(vf_axpy(&cells, 0.25, views[1], views[0]));
  must(vf_copy(&(vf_box){ { 3, 1, 2 }, { NX, NY - 2, NZ } }, views[2], views[0]));
  must(vf_fill_value(&cells, views[3], 1.5));
  must(vf_axpy(&cells, -2, views[3], views[2]));
  return 0;
}

static void points_by_themselves_are_cut(void **state)
{
  (void)state;
  if (!separate()) skip();
  assert_int_equal(same_bits(update, 3 * BYTES / 2), 3);
  assert_true(same_bits(update, BYTES / 2) == 4);
  assert_true(same_bits(update, BYTES / 6) == 4);
}

/* Reads beside the cells of a slab; two colours; the same array is read and written. */
static double relax(void)
{
  for (int colour = 0; colour < 2; colour++) must(vf_gsrb_poisson(&cells, views[0], views[1], 0.5, colour));
  must(vf_residual_poisson(&cells, views[0], views[1], views[2], 0.5));
  for (int colour = 1; colour >= 0; colour--) must(vf_gsrb_poisson(&cells, views[0], views[2], 0.25, colour));
  return 0;
}

static void neighbours_of_a_slab_are_there(void **state)
{
  (void)state;
  if (!separate()) skip();
  assert_int_equal(same_bits(relax, 3 * BYTES / 2), 5);
  assert_int_equal(same_bits(relax, BYTES / 2), 5);
}

static double extrema(void)
{
  double number = 0;
  must(vf_axpy(&cells, 3, views[1], views[0]));
  must(vf_norm_max(&cells, views[0], &number));
  return number;
}

static void largest_value_of_slabs_is_that_of_the_box(void **state)
{
  (void)state;
  if (!separate()) skip();
  assert_int_equal(same_bits(extrema, BYTES / 2), 2);
}

/* Planes of 64 x 64 cells end with a tile of the sum, so that the order of the additions stays. */
static void sum_of_slabs_has_the_bits_of_the_sum(void **state)
{
  (void)state;
  enum { SIDE = 64, PLANES = 7, LENGTH = SIDE * SIDE * PLANES };
  static double p[LENGTH], q[LENGTH];
  const int64_t shape[3] = { SIDE, SIDE, PLANES };
  const vf_box box = { { 1, 1, 1 }, { SIDE, SIDE, PLANES } };
  double sum[2] = { 0, 0 };
  if (!separate()) skip();
  for (int c = 0; c < LENGTH; c++) {
    p[c] = 1.0 / (1 + c * 7919 % 1000);
    q[c] = 1.0 / (double)(1 + c * INT64_C(104729) % 3000);
  }
  for (int cut = 0; cut < 2; cut++) {
    open_with(cut ? 2 * 2 * SIDE * SIDE * 8 + 4096 : 0);
    vf_view *x = wrapped(p, 3, shape, NULL, "x"), *y = wrapped(q, 3, shape, NULL, "y");
    must(vf_dot(&box, x, y, &sum[cut]));
    assert_int_equal(counters().cut_calls, cut);
    discard(x);
    discard(y);
  }
  assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
}

/* Coarse cells own eight children each, and components lie behind the direction that is cut. */
static void maps_and_components_are_cut(void **state)
{
  (void)state;
  enum { COARSE = 6, FINE = 12, PARTS = 3 };
  static double of_coarse[COARSE * COARSE * COARSE * PARTS], of_fine[FINE * FINE * FINE * PARTS],
      kept[FINE * FINE * FINE * PARTS];
  const int64_t coarse_shape[4] = { COARSE, COARSE, COARSE, PARTS }, fine_shape[4] = { FINE, FINE, FINE, PARTS };
  const int from_0[4] = { 0, 0, 0, 1 };
  const vf_box box = { { 0, 0, 0 }, { COARSE - 1, COARSE - 1, COARSE - 1 } };
  if (!separate()) skip();
  for (int cut = 0; cut < 2; cut++) {
    open_with(cut ? (long)sizeof of_fine * 2 / 3 : 0);
    for (size_t c = 0; c < sizeof of_coarse / 8; c++) of_coarse[c] = (double)(c * 31 % 97);
    for (size_t c = 0; c < sizeof of_fine / 8; c++) of_fine[c] = (double)(c * 17 % 89);
    vf_view *coarse = wrapped(of_coarse, 4, coarse_shape, from_0, "coarse"),
            *fine = wrapped(of_fine, 4, fine_shape, from_0, "fine");
    must(vf_interp(&box, coarse, fine));
    must(vf_view_to_host(fine, VF_READ));
    assert_int_equal(counters().cut_calls, cut);
    if (cut) assert_memory_equal(kept, of_fine, sizeof kept);
    else memcpy(kept, of_fine, sizeof kept);
    discard(coarse);
    discard(fine);
  }
}

static double with_ghosts(void)
{
  const vf_boundary walls = { .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC },
                              .order = 2 };
  double number = 0;
  for (int round = 0; round < 2; round++) {
    must(vf_fill_ghosts(&cells, views[0], &walls));
    must(vf_residual_poisson(&cells, views[0], views[1], views[2], 0.5));
    must(vf_axpy(&cells, 0.01, views[2], views[0]));
  }
  must(vf_smooth_poisson(&cells, views[0], views[1], NULL, 0.5, &walls, 2));
  must(vf_fill_ghosts(&cells, views[0], &walls)); /* not all versions of a smooth leave ghosts there */
  must(vf_dot(&cells, views[0], views[2], &number));
  return number;
}

/* Ghosts belong to the whole box, and the order of a sum too. */
static void calls_that_cannot_be_cut_run_on_the_host(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip(); /* bits of a host and a GPU may differ */
  assert_true(same_bits(with_ghosts, 3 * BYTES / 2) > 4);
  assert_true(same_bits(with_ghosts, BYTES / 2) > 4);
  open_with(BYTES / 2);
  wrap_all();
  with_ghosts();
  assert_int_equal(counters().host_calls, 2 + 4 + 1 + 1); /* ghosts of rounds, smooths and the end; the sum */
  release_all();
}

/* The arrays fit, to the last byte. */
static void scratch_that_does_not_fit_is_no_error(void **state)
{
  (void)state;
  double whole = 0, without_scratch = 0;
  if (!separate() || on_gpu()) skip();
  open_with(0);
  wrap_all();
  must(vf_dot(&cells, views[0], views[1], &whole));
  release_all();
  open_with(2 * ((BYTES + 511) / 512 * 512));
  wrap_all();
  must(vf_dot(&cells, views[0], views[1], &without_scratch));
  assert_int_equal(counters().host_calls, 1);
  assert_memory_equal(&whole, &without_scratch, sizeof whole);
  release_all();
}

/* Sets are neither cut nor run on the host. */
static void call_on_a_set_is_refused_with_the_sizes(void **state)
{
  (void)state;
  const vf_box boxes[2] = { { { 1, 1, 1 }, { 10, 10, 10 } }, { { 11, 1, 1 }, { 20, 10, 10 } } };
  vf_set *set = NULL;
  if (!separate()) skip();
  open_with(12000);
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 0, 0, "boxes", &set));
  refused(vf_fill_value_boxes(boxes, 2, set, 1), VF_ERROR_MEMORY,
          "'boxes' and 1 arrays with it, which take 16384 bytes");
  must(vf_view_release(&set, true));
}

/* A plane of all arrays, with the neighbours, is the thinnest slab. */
static void slab_that_does_not_fit_runs_on_the_host(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  assert_int_equal(same_bits(relax, 6 * (NX + 2) * (NY + 2) * 8), 5);
  assert_int_equal(same_bits(relax, 3 * (NX + 2) * (NY + 2) * 8), 0); /* three planes, and one of another array */
}

/* What the device computed before comes to the host first. */
static void arrays_on_the_device_are_cut_with_their_newest_values(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_with(5 * BYTES / 2);
  wrap_all();
  must(vf_fill_value(&cells, views[0], 3));
  must(vf_fill_value(&cells, views[1], 5));
  must(vf_view_release(&views[3], true));
  open_with(3 * BYTES / 2);
  wrap_all();
  must(vf_fill_value(&cells, views[0], 3));
  must(vf_axpy(&cells, 2, views[0], views[1]));
  assert_int_equal(counters().cut_calls, 1);
  expect_state(views[1], true, false);
  must(vf_view_sync_d2h(views[1])); /* the code need not know that the call was cut */
  const int inside = 1 + (NX + 2) * (1 + (NY + 2));
  assert_true(values[1][inside] == 1 + (4 * inside * 37 % 101) / 101.0 + 6);
  release_all();
}

static void failed_allocations_of_slabs_change_nothing(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int n = 1; n < 4; n++) {
    open_with(3 * BYTES / 2);
    wrap_all();
    watched.allocations = 0;
    watched.refused_allocation = n;
    const vf_status status = vf_axpy(&cells, 2, views[0], views[1]);
    if (status) assert_int_equal(status, VF_ERROR_MEMORY);
    for (int c = 0; status && c < CELLS; c++) assert_true(values[1][c] == 1 + (4 * c * 37 % 101) / 101.0);
    watched.refused_allocation = 0;
    if (status) must(vf_axpy(&cells, 2, views[0], views[1]));
    const int inside = 1 + (NX + 2) * (1 + (NY + 2));
    must(vf_view_to_host(views[1], VF_READ));
    assert_true(values[1][inside] == 1 + (4 * inside * 37 % 101) / 101.0 + 2 * values[0][inside]);
    release_all();
  }
}

static const struct CMUnitTest tests[] = {
  claim(points_by_themselves_are_cut),
  claim(neighbours_of_a_slab_are_there),
  claim(largest_value_of_slabs_is_that_of_the_box),
  claim(sum_of_slabs_has_the_bits_of_the_sum),
  claim(maps_and_components_are_cut),
  claim(calls_that_cannot_be_cut_run_on_the_host),
  claim(scratch_that_does_not_fit_is_no_error),
  claim(call_on_a_set_is_refused_with_the_sizes),
  claim(slab_that_does_not_fit_runs_on_the_host),
  claim(arrays_on_the_device_are_cut_with_their_newest_values),
  claim(failed_allocations_of_slabs_change_nothing),
};
RUN("slabs", tests)
