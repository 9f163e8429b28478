/* Reductions: the bits of the documented tree, for any device, any number of threads and every run. */
#include "common.h"

#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#endif

/* The tree of backend.h, a second time. Values start from 0 for a sum and from -infinity for a maximum. */
static double combine(bool sum, double a, double b)
{
  if (sum) return a + b;
  return isnan(a) || a > b ? a : b;
}

static double tile_of(bool sum, const double *cells, int64_t length)
{
  double lanes[VF_REDUCTION_LANES];
  for (int l = 0; l < VF_REDUCTION_LANES; l++) {
    lanes[l] = sum ? 0 : -INFINITY;
    for (int64_t c = l; c < length; c += VF_REDUCTION_LANES) lanes[l] = combine(sum, lanes[l], cells[c]);
  }
  for (int upper = VF_REDUCTION_LANES / 2; upper >= 1; upper /= 2)
    for (int l = 0; l < upper; l++) lanes[l] = combine(sum, lanes[l], lanes[upper + l]);
  return lanes[0];
}

/* The tiles of a list. They go behind the tiles that `results` holds already. */
static int64_t tiles_of(bool sum, const double *cells, int64_t length, double *results)
{
  int64_t tiles = 0;
  for (int64_t first = 0; first < length; first += VF_REDUCTION_TILE) {
    const int64_t left = length - first;
    results[tiles++] = tile_of(sum, cells + first, left < VF_REDUCTION_TILE ? left : VF_REDUCTION_TILE);
  }
  return tiles;
}

static double tree(bool sum, double *list, int64_t length)
{
  while (length > 1) length = tiles_of(sum, list, length, list);
  return list[0];
}

/* A field of four indices, in either kind, with numbers whose sum depends on the order. */
typedef struct field {
  vf_type type;
  int64_t extents[4];
  int lower[4];
  void *host;
  vf_view *view;
} field;

static unsigned seed = 7;
static double number(void)
{
  seed = seed * 1664525u + 1013904223u;
  return ((double)(seed >> 4) / (1u << 28) - 0.4) * (seed & 1 ? 1e-3 : 1e3);
}

static field make(vf_type type, int64_t i, int64_t j, int64_t k, int64_t n)
{
  field f = { type, { i, j, k, n }, { -3, 0, 5, 1 }, NULL, NULL };
  must(vf_view_create(NULL, type, 4, f.extents, f.lower, "field", &f.view));
  must(vf_view_host_address(f.view, &f.host));
  for (int64_t c = 0; c < i * j * k * n; c++)
    if (type == VF_REAL64) ((double *)f.host)[c] = number();
    else ((float *)f.host)[c] = (float)number();
  return f;
}

static vf_box all_of(const field *f)
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = f->lower[d];
    box.upper[d] = (int)(f->lower[d] + f->extents[d] - 1);
  }
  return box;
}

/* A term, rounded to the kind of the fields. */
static double product(const field *x, const field *y, int64_t c)
{
  if (x->type == VF_REAL64) return ((double *)x->host)[c] * ((double *)y->host)[c];
  const float p = ((float *)x->host)[c] * ((float *)y->host)[c];
  return p;
}

static double magnitude(const field *x, int64_t c)
{
  return x->type == VF_REAL64 ? fabs(((double *)x->host)[c]) : fabsf(((float *)x->host)[c]);
}

/* dot(x, y), or max |x| if y is NULL, over boxes and components in turn. */
static double expected(const vf_box *boxes, int count, const field *x, const field *y)
{
  const int64_t *e = x->extents;
  double *cells = malloc((size_t)(e[0] * e[1] * e[2]) * sizeof *cells);
  double *list = malloc((size_t)(count * e[3] * (e[0] * e[1] * e[2] / VF_REDUCTION_TILE + 1)) * sizeof *list);
  int64_t tiles = 0;
  for (int b = 0; b < count; b++)
    for (int64_t n = 0; n < e[3]; n++) {
      int64_t length = 0;
      for (int64_t k = boxes[b].lower[2]; k <= boxes[b].upper[2]; k++)
        for (int64_t j = boxes[b].lower[1]; j <= boxes[b].upper[1]; j++)
          for (int64_t i = boxes[b].lower[0]; i <= boxes[b].upper[0]; i++) {
            const int64_t c = i - x->lower[0] + e[0] * (j - x->lower[1] + e[1] * (k - x->lower[2] + e[2] * n));
            cells[length++] = y ? product(x, y, c) : magnitude(x, c);
          }
      tiles += tiles_of(y != NULL, cells, length, list + tiles);
    }
  const double result = tiles ? tree(y != NULL, list, tiles) : 0;
  free(cells);
  free(list);
  return result;
}

#define expect_bits(found, right)                                                        \
  do {                                                                                   \
    const double found_ = (found), right_ = (right);                                     \
    if (memcmp(&found_, &right_, sizeof found_)) fail_msg("%a, not %a", found_, right_); \
  } while (0)

static double dot(const vf_box *boxes, int count, const field *x, const field *y)
{
  double result = -1;
  must(vf_dot_boxes(boxes, count, x->view, y->view, &result, NULL));
  return result;
}

static void compare(vf_type type, int64_t i, int64_t j, int64_t k, int64_t n)
{
  field x = make(type, i, j, k, n), y = make(type, i, j, k, n);
  const vf_box all = all_of(&x);
  expect_bits(dot(&all, 1, &x, &y), expected(&all, 1, &x, &y));
  expect_bits(norm(&all, x.view), expected(&all, 1, &x, NULL));
  discard(x.view);
  discard(y.view);
}

/* Lengths around the sizes of lanes and tiles, odd boxes, several components. */
static void sizes(vf_type type)
{
  static const int64_t around[] = {
    1, 2, 127, 255, 256, 257, 511, 512, 513, 4095, 4096, 4097, 8191, 8192, 8193, 12289
  };
  for (size_t a = 0; a < sizeof around / sizeof around[0]; a++) {
    compare(type, around[a], 1, 1, 1);
    compare(type, 1, 1, around[a], 1);
  }
  compare(type, 17, 19, 23, 1);
  compare(type, 3, 5, 7, 4);
  compare(type, 31, 2, 67, 3);
  compare(type, 64, 64, 4, 2);
}

static void real64_gives_the_bits_of_the_documented_tree(void **state) { (void)state, sizes(VF_REAL64); }
static void real32_gives_the_bits_of_the_documented_tree(void **state) { (void)state, sizes(VF_REAL32); }

/* So many tiles that the list of their results is cut in tiles too. */
static void list_of_tiles_is_reduced_by_the_same_tree(void **state)
{
  (void)state;
  compare(VF_REAL32, 257, 255, 259, 1);
}

/* A box inside the field, several boxes with an empty box among them, and components. */
static void several_boxes_and_components_are_one_list(void **state)
{
  (void)state;
  field x = make(VF_REAL64, 40, 30, 20, 3), y = make(VF_REAL64, 40, 30, 20, 3);
  const vf_box boxes[4] = { { { -3, 0, 5 }, { 9, 11, 20 } },
                            { { 10, 12, 6 }, { 36, 29, 24 } },
                            { { 1, 1, 7 }, { 0, 1, 7 } },
                            { { -2, 3, 9 }, { -2, 3, 9 } } };
  for (int b = 0; b < 4; b++) expect_bits(dot(&boxes[b], 1, &x, &y), expected(&boxes[b], 1, &x, &y));
  expect_bits(dot(boxes, 4, &x, &y), expected(boxes, 4, &x, &y));
  vf_box many[50];
  for (int b = 0; b < 50; b++) many[b] = boxes[b % 4];
  expect_bits(dot(many, 50, &x, &y), expected(many, 50, &x, &y));
  discard(x.view);
  discard(y.view);
}

static void threads_and_runs_do_not_change_the_bits(void **state)
{
  (void)state;
  field x = make(VF_REAL64, 61, 53, 17, 2), y = make(VF_REAL64, 61, 53, 17, 2);
  const vf_box all = all_of(&x);
  const double right = expected(&all, 1, &x, &y);
  for (int threads = 1; threads <= 9; threads++) {
#ifdef _OPENMP
    omp_set_num_threads(threads);
#endif
    for (int run = 0; run < 5; run++) expect_bits(dot(&all, 1, &x, &y), right);
  }
  discard(x.view);
  discard(y.view);
}

/* A NaN anywhere is the result, in both kinds of reduction. */
static void nan_propagates(void **state)
{
  (void)state;
  static const int64_t places[] = { 0, 1, 255, 256, 4095, 4096, 5000, 9999 };
  for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
    field x = make(VF_REAL64, 10000, 1, 1, 1);
    const vf_box all = all_of(&x);
    ((double *)x.host)[(places[p] + 1) % 10000] = INFINITY;
    assert_true(norm(&all, x.view) == INFINITY);
    ((double *)x.host)[places[p]] = NAN;
    must(vf_view_mark_written(x.view, VF_HOST));
    assert_true(isnan(norm(&all, x.view)));
    assert_true(isnan(dot(&all, 1, &x, &x)));
    discard(x.view);
  }
}

static void no_points_give_zero(void **state)
{
  (void)state;
  static double number_on_device[1] = { 8 };
  field x = make(VF_REAL64, 4, 4, 4, 1);
  const vf_box empty = { { 0, 0, 5 }, { -1, 3, 8 } };
  vf_view *result = wrapped_line(number_on_device, 1, "result");
  double norm_of_none = -1;
  expect_bits(dot(&empty, 1, &x, &x), 0);
  must(vf_norm_max_boxes(NULL, 0, x.view, &norm_of_none, result));
  expect_bits(norm_of_none, 0);
  must(vf_view_to_host(result, VF_READ));
  expect_bits(number_on_device[0], 0);
  discard(x.view);
  must(vf_view_release(&result, false));
}

/* Leaves the result in the second of three numbers, in memory that the device has seen or not. The other two numbers
 * keep their values. */
static void leave_result(bool seen)
{
  static double results[3];
  const int64_t extents[4] = { 1, 1, 1, 3 };
  field x = make(VF_REAL64, 50, 40, 30, 1);
  const vf_box all = all_of(&x);
  for (int r = 0; r < 3; r++) results[r] = r + 1;
  vf_view *every = wrapped(results, 4, extents, NULL, "results"), *second = NULL;
  must(vf_view_component(every, 2, 1, &second));
  must(vf_view_to_device(x.view, VF_READ));
  if (seen) must(vf_view_to_device(every, VF_READ));
  must(vf_counters_reset(NULL));
  must(vf_dot_boxes(&all, 1, x.view, x.view, NULL, second));
  expect_copies(separate() && !seen, 0);
  assert_int_equal(counters().waits, separate() && !seen); /* a wait for the copy alone */
  must(vf_view_to_host(every, VF_READ));
  expect_bits(results[1], expected(&all, 1, &x, &x));
  assert_true(results[0] == 1 && results[2] == 3);
  discard(x.view);
  must(vf_view_release(&second, false));
  must(vf_view_release(&every, false));
}

static void result_stays_on_the_device(void **state) { (void)state, leave_result(true); }
static void result_in_a_fresh_array_keeps_the_others(void **state) { (void)state, leave_result(false); }

static void result_goes_to_real64_only(void **state)
{
  (void)state;
  field x = make(VF_REAL32, 4, 4, 4, 1), none = make(VF_REAL64, 0, 1, 1, 1);
  const vf_box all = all_of(&x);
  refused(vf_norm_max_boxes(&all, 1, x.view, NULL, x.view), VF_ERROR_KIND, "'field'");
  refused(vf_norm_max_boxes(&all, 1, x.view, NULL, none.view), VF_ERROR_KIND, "'field'");
  discard(x.view);
  discard(none.view);
}

static const struct CMUnitTest tests[] = {
  claim(real64_gives_the_bits_of_the_documented_tree),
  claim(real32_gives_the_bits_of_the_documented_tree),
  claim(list_of_tiles_is_reduced_by_the_same_tree),
  claim(several_boxes_and_components_are_one_list),
  claim(threads_and_runs_do_not_change_the_bits),
  claim(nan_propagates),
  claim(no_points_give_zero),
  claim(result_stays_on_the_device),
  claim(result_in_a_fresh_array_keeps_the_others),
  claim(result_goes_to_real64_only),
};
RUN("reductions", tests)
