/* The data that bodies get: points, values of every type, and functions for real numbers; in both kinds, for views and
 * sets. */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <test_bodies_kernels.h>

#include <viewfab/set.h>

static const vf_type kinds[2] = { VF_REAL32, VF_REAL64 };

static vf_view *line_of(vf_type type, int length, const double *values, const char *label)
{
  const int64_t extent = length;
  vf_view *view = NULL;
  void *address = NULL;
  must(vf_view_create(NULL, type, 1, &extent, NULL, label, &view));
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &address));
  for (int c = 0; values && c < length; c++)
    if (type == VF_REAL64) ((double *)address)[c] = values[c];
    else ((float *)address)[c] = (float)values[c];
  return view;
}

static double value_of(vf_view *view, int64_t c)
{
  void *address = NULL;
  must(vf_view_to_host(view, VF_READ));
  must(vf_view_host_address(view, &address));
  return vf_view_type(view) == VF_REAL64 ? ((double *)address)[c] : (double)((float *)address)[c];
}

static void expect_number(double is, double wanted, const char *what, int c)
{
  if (isnan(wanted) ? !isnan(is) : is != wanted) fail_msg("%s %d: %.17g, not %.17g", what, c, is, wanted);
}

/* A NaN on either side stays, infinities are numbers like others, and |x| has no sign. */
static void extremes_keep_a_nan_of_either_side(void **state)
{
  (void)state;
  static const double some[] = { -INFINITY, -2.5, -0.0, 0.0, 0.125, 7, INFINITY, NAN };
  enum { SOME = sizeof some / sizeof some[0], PAIRS = SOME * SOME };
  double x[PAIRS], y[PAIRS];
  for (int p = 0; p < PAIRS; p++) {
    x[p] = some[p % SOME];
    y[p] = some[p / SOME];
  }
  for (int kind = 0; kind < 2; kind++) {
    const vf_box all = line(1, PAIRS);
    vf_view *in[2] = { line_of(kinds[kind], PAIRS, x, "x"), line_of(kinds[kind], PAIRS, y, "y") }, *out[4];
    for (int o = 0; o < 4; o++) out[o] = line_of(kinds[kind], PAIRS, NULL, "out");
    must(vf_extremes(&all, in[0], in[1], out[0], out[1], out[2], out[3]));
    for (int p = 0; p < PAIRS; p++) {
      const bool none = isnan(x[p]) || isnan(y[p]);
      expect_number(value_of(out[0], p), none ? NAN : x[p] < y[p] ? x[p] : y[p], "smaller of pair", p);
      expect_number(value_of(out[1], p), none ? NAN : x[p] > y[p] ? x[p] : y[p], "larger of pair", p);
      expect_number(value_of(out[2], p), fabs(x[p]), "magnitude of pair", p);
      assert_true(isnan(x[p]) || !signbit(value_of(out[2], p)));
      const double root = kind ? sqrt(fabs(y[p])) : (double)sqrtf(fabsf((float)y[p]));
      expect_number(value_of(out[3], p), root, "root of pair", p);
    }
    for (int o = 0; o < 4; o++) discard(out[o]);
    discard(in[0]);
    discard(in[1]);
  }
}

/* Each ghost beside a face is visited once, with its face and the box; edges, corners and cells are not. */
static void ghosts_are_the_cells_beside_the_faces(void **state)
{
  (void)state;
  static const vf_box boxes[] = { { { -2, 0, 5 }, { 1, 2, 6 } },
                                  { { 0, 0, 0 }, { 0, 0, 0 } },
                                  { { 3, -4, 1 }, { 3, 5, 2 } } };
  for (size_t b = 0; b < sizeof boxes / sizeof boxes[0]; b++)
    for (int kind = 0; kind < 2; kind++) {
      const vf_box *box = &boxes[b];
      int64_t extents[4] = { 0, 0, 0, 2 };
      int lower[4] = { 0, 0, 0, 1 };
      for (int d = 0; d < 3; d++) {
        lower[d] = box->lower[d] - 2;
        extents[d] = box->upper[d] - box->lower[d] + 5;
      }
      vf_view *view = NULL;
      must(vf_view_create(NULL, kinds[kind], 4, extents, lower, "x", &view));
      must(vf_count_faces(box, view));
      int64_t c = 0;
      for (int n = 0; n < 2; n++)
        for (int k = lower[2]; k < lower[2] + extents[2]; k++)
          for (int j = lower[1]; j < lower[1] + extents[1]; j++)
            for (int i = lower[0]; i < lower[0] + extents[0]; i++, c++) {
              const int at[3] = { i, j, k };
              double wanted = 0;
              for (int face = 0; face < 6; face++) {
                const int d = face % 3, p = (d + 1) % 3, q = (d + 2) % 3;
                if (at[d] != (face < 3 ? box->lower[d] - 1 : box->upper[d] + 1)) continue;
                if (at[p] < box->lower[p] || at[p] > box->upper[p] || at[q] < box->lower[q] || at[q] > box->upper[q])
                  continue;
                wanted = 10 + face + 100 * (box->upper[d] - box->lower[d] + 1);
              }
              expect_number(value_of(view, c), wanted, "ghost, element", (int)c);
            }
      discard(view);
    }
}

/* A cell, 0.25, and a ghost 10 + face beside each of its faces. Ghosts beside faces without a kind keep their
 * values. */
static void ghosts_of_faces_of_no_kind_have_their_own_value(void **state)
{
  (void)state;
  static const vf_box one = { { 2, 2, 2 }, { 2, 2, 2 } };
  static const int beside[6] = { 12, 10, 4, 14, 16, 22 };
  static const vf_boundary some = {
    .order = 2, .kind = { VF_UNFILLED, VF_NEUMANN, VF_UNFILLED, VF_REFLECT_ODD, VF_DIRICHLET, VF_UNFILLED }
  };
  static const double wanted[6] = { 10, 0.25, 12, -0.25, 0.75, 15 };
  double values[27] = { [13] = 0.25 };
  const int64_t extents[3] = { 3, 3, 3 };
  for (int face = 0; face < 6; face++) values[beside[face]] = 10 + face;
  vf_view *view = wrapped(values, 3, extents, NULL, "x");
  must(vf_ghost_values(&one, view, &some));
  for (int face = 0; face < 6; face++) expect_number(value_of(view, beside[face]), wanted[face], "ghost of face", face);
  discard(view);
}

/* An empty box has no faces. */
static void empty_boxes_have_no_ghosts(void **state)
{
  (void)state;
  double values[27] = { 0 };
  const int64_t extents[3] = { 3, 3, 3 };
  vf_view *view = wrapped(values, 3, extents, NULL, "x");
  const vf_box mixed[2] = { { { 2, 2, 2 }, { 1, 2, 2 } }, { { 2, 2, 2 }, { 2, 2, 1 } } };
  must(vf_count_faces_boxes(mixed, 2, view));
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < 27; c++) assert_true(values[c] == 0);
  discard(view);
}

static const double three[3] = { 0.5, -1.25, 3 };
static const int counts[3] = { 7, -11, 13 };
static const vf_box window = { { 1, -20, 300 }, { 4, -5, 600 } };
static const vf_boundary sides = { .order = 3,
                                   .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_REFLECT_ODD, VF_DIRICHLET,
                                             VF_PERIODIC },
                                   .distance = { 0.25, 0, 0, 0, 0.75, 0 } };

static double sum_of_values(void)
{
  double sum = 0.75 + 2 * -3;
  for (int d = 0; d < 3; d++)
    sum += (3 + d) * three[d] + (6 + d) * counts[d] + (9 + d) * window.lower[d] + (12 + d) * window.upper[d];
  for (int f = 0; f < 6; f++) sum += (15 + f) * sides.kind[f] + (21 + f) * sides.distance[f];
  return sum + 27 * sides.order;
}

/* Values of every type, on a view and on sets; arrays of integers beside arrays of either kind. */
static void values_arrive_whole(void **state)
{
  (void)state;
  enum { PARTS = 3, LENGTH = 4 };
  int mask[PARTS][LENGTH];
  const int64_t length = LENGTH;
  for (int kind = 0; kind < 2; kind++) {
    vf_box parts[PARTS];
    vf_view *x[PARTS], *masks[PARTS];
    vf_set *set = NULL, *set_of_masks = NULL;
    for (int b = 0; b < PARTS; b++) {
      parts[b] = line(1, LENGTH);
      for (int c = 0; c < LENGTH; c++) mask[b][c] = (b + c) % 2;
      x[b] = line_of(kinds[kind], LENGTH, NULL, "x");
      must(vf_view_wrap(NULL, mask[b], VF_INT32, 1, &length, NULL, "mask", VF_WRAP_DISTINCT, &masks[b]));
    }
    for (int as_set = 0; as_set < 2; as_set++) {
      if (as_set) {
        must(vf_set_wrap(NULL, parts, PARTS, x, "x", &set));
        must(vf_set_wrap(NULL, parts, PARTS, masks, "masks", &set_of_masks));
        must(vf_fill_value_boxes(parts, PARTS, set, 0));
        must(vf_take_values_boxes(parts, PARTS, 0.75, -3, set, three, counts, &window, &sides, set_of_masks));
      } else {
        for (int b = 0; b < PARTS; b++)
          must(vf_take_values(&parts[b], 0.75, -3, x[b], three, counts, &window, &sides, masks[b]));
      }
      for (int b = 0; b < PARTS; b++)
        for (int c = 0; c < LENGTH; c++)
          expect_number(value_of(x[b], c), mask[b][c] ? sum_of_values() : -1, as_set ? "set, element" : "element", c);
    }
    discard(set);
    discard(set_of_masks);
    for (int b = 0; b < PARTS; b++) {
      discard(x[b]);
      discard(masks[b]);
    }
  }
}

static void missing_values_are_named(void **state)
{
  (void)state;
  double values[4] = { 5, 5, 5, 5 };
  int mask[4] = { 1, 1, 1, 1 };
  const int64_t four = 4;
  const vf_box all = line(1, 4);
  vf_view *x = wrapped(values, 1, &four, NULL, "x"), *m = NULL;
  must(vf_view_wrap(NULL, mask, VF_INT32, 1, &four, NULL, "mask", VF_WRAP_DISTINCT, &m));
  refused(vf_take_values(&all, 0, 0, x, NULL, counts, &window, &sides, m), VF_ERROR_NULL,
          "vf_take_values: numbers is NULL");
  refused(vf_take_values(&all, 0, 0, x, three, NULL, &window, &sides, m), VF_ERROR_NULL, "integers is NULL");
  refused(vf_take_values(&all, 0, 0, x, three, counts, NULL, &sides, m), VF_ERROR_NULL, "window is NULL");
  refused(vf_take_values(&all, 0, 0, x, three, counts, &window, NULL, m), VF_ERROR_NULL, "sides is NULL");
  refused(vf_take_values(&all, 0, 0, x, three, counts, &window, &sides, x), VF_ERROR_KIND,
          "'x' (argument mask) is real64; the kernel takes int32");
  refused(vf_take_values(&all, 0, 0, m, three, counts, &window, &sides, m), VF_ERROR_KIND,
          "'mask' (argument x) is int32");
  refused(vf_take_values(NULL, 0, 0, x, three, counts, &window, &sides, m), VF_ERROR_NULL, "box is NULL");
  must(vf_view_to_host(x, VF_READ));
  assert_true(values[0] == 5 && values[3] == 5);
  discard(x);
  discard(m);
}

/* Boundaries without a meaning are refused before anything runs. The text names the wrong face or number. */
static void boundaries_that_mean_nothing_are_refused(void **state)
{
  (void)state;
  static const char *const faces[6] = { "x low", "y low", "z low", "x high", "y high", "z high" };
  double values[27] = { 0 };
  const int64_t extents[3] = { 3, 3, 3 };
  const vf_box centre = { { 2, 2, 2 }, { 2, 2, 2 } };
  vf_view *x = wrapped(values, 3, extents, NULL, "x");
  for (int face = 0; face < 6; face++) {
    char words[80];
    vf_boundary b = { .order = 2 };
    const int wrong[] = { -1, 1, 2, 99, VF_REFLECT_ODD + 1, VF_PERIODIC - 1 };
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
      const int kind = wrong[w];
      if (kind == VF_UNFILLED || (kind >= VF_PERIODIC && kind <= VF_REFLECT_ODD)) continue;
      b.kind[face] = kind;
      snprintf(words, sizeof words, "vf_fill_ghosts: sides: kind %d of face %s", kind, faces[face]);
      refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, words);
    }
    b.kind[face] = VF_PERIODIC;
    refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, "only one of the faces");
    refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, faces[face]);
    refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, faces[(face + 3) % 6]);
    b.kind[(face + 3) % 6] = VF_PERIODIC;
    must(vf_fill_ghosts(&centre, x, &b));
    b.kind[face] = b.kind[(face + 3) % 6] = VF_DIRICHLET;
    const double distances[] = { -1e-300, -1, NAN, INFINITY, 1e31, 1e30 };
    for (size_t d = 0; d < sizeof distances / sizeof distances[0]; d++) {
      b.distance[face] = distances[d];
      snprintf(words, sizeof words, "of the wall at face %s", faces[face]);
      refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, words);
      b.kind[face] = VF_NEUMANN; /* this face has no wall */
      must(vf_fill_ghosts(&centre, x, &b));
      b.kind[face] = VF_DIRICHLET;
    }
    b.distance[face] = 0;
    must(vf_fill_ghosts(&centre, x, &b));
  }
  vf_boundary b = { .order = 0 };
  refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, "order 0");
  b.order = -2;
  refused(vf_fill_ghosts(&centre, x, &b), VF_ERROR_ARGUMENT, "order -2");
  for (b.order = 1; b.order < 6; b.order++) must(vf_fill_ghosts(&centre, x, &b));
  b.order = -1;
  must(vf_fill_ghosts(&centre, x, &b));
  discard(x);
}

static void a_body_knows_whether_it_runs_on_a_gpu(void **state)
{
  (void)state;
  const vf_box all = line(1, 3);
  for (int kind = 0; kind < 2; kind++) {
    vf_view *x = line_of(kinds[kind], 3, NULL, "x");
    must(vf_device_kind(&all, x));
    for (int c = 0; c < 3; c++) expect_number(value_of(x, c), strcmp(device_memory(), "gpu") == 0, "x", c);
    discard(x);
  }
}

static const struct CMUnitTest tests[] = {
  claim(extremes_keep_a_nan_of_either_side),
  claim(a_body_knows_whether_it_runs_on_a_gpu),
  claim(ghosts_are_the_cells_beside_the_faces),
  claim(ghosts_of_faces_of_no_kind_have_their_own_value),
  claim(empty_boxes_have_no_ghosts),
  claim(values_arrive_whole),
  claim(missing_values_are_named),
  claim(boundaries_that_mean_nothing_are_refused),
};
RUN("bodies", tests)
