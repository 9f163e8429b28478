/* Structures of constants: each kind of kernel has the members that the call had, in both kinds of real numbers, for views and
 * sets. The caller changes its structure as soon as a call returns. */
#include "common.h"

#include <test_constants_kernels.h>

#include <viewfab/set.h>

enum { NX = 7, NY = 5, NZ = 3, COMPONENTS = 2, MOST = NX * NY * NZ * COMPONENTS, PARTS = 3 };

typedef struct vf_constants_weights weights;

static const weights given = {
  .tenth = 0.1, .count = -3, .doubled = 1, .shift = { 0.5, 99, 2.25 }, .steps = { 88, 40 }, .factor = 0.75
};
static const weights others = {
  .tenth = 0.3, .count = 9, .doubled = 0, .shift = { -4, 99, 0.125 }, .steps = { 88, -2 }, .factor = -1.5
};
static const vf_type kinds[2] = { VF_REAL32, VF_REAL64 };

/* The sum by the weights; every number of the sums has few bits, so that only the tenth differs between kinds. */
static double sum_of(double x, const weights *c, vf_type kind)
{
  const double sum = c->factor * x + c->shift[0] - c->shift[2] + c->count + c->steps[1];
  if (x == 0) return kind == VF_REAL64 ? c->tenth : (double)(float)c->tenth;
  return c->doubled != 0 ? 2 * sum : sum;
}

static double x_of(int e) { return e % 4 ? 0.25 * (e % 64) : 0; }

/* Arrays of both kinds; a view has one of them. */
typedef struct array {
  double wide[MOST];
  float narrow[MOST];
} array;

static vf_view *wrap(array *a, vf_type kind, int rank, const int64_t *extents, const char *axes)
{
  vf_view *view = NULL;
  void *const host = kind == VF_REAL64 ? (void *)a->wide : (void *)a->narrow;
  if (axes) must(vf_view_wrap_axes(NULL, host, kind, rank, extents, NULL, axes, axes, VF_WRAP_DISTINCT, &view));
  else must(vf_view_wrap(NULL, host, kind, rank, extents, NULL, "array", VF_WRAP_DISTINCT, &view));
  return view;
}

static void fill(array *a, bool with_x)
{
  for (int e = 0; e < MOST; e++) {
    a->wide[e] = with_x ? x_of(e) : -77;
    a->narrow[e] = (float)a->wide[e];
  }
}

static double at(const array *a, vf_type kind, int e) { return kind == VF_REAL64 ? a->wide[e] : (double)a->narrow[e]; }

/* The caller changes its structure behind a call. */
static void spoil(weights *c) { memset(c, 0xff, sizeof *c); }

static void fetch(vf_view *view)
{
  must(vf_view_to_host(view, VF_READ));
  discard(view);
}

static void expect_element(const array *y, vf_type kind, int e, double expected)
{
  const double found = at(y, kind, e);
  if (found != expected) fail_msg("element %d is %.9g, not %.9g", e, found, expected);
}

static const int64_t extents[4] = { NX, NY, NZ, COMPONENTS };
static const vf_box inner = { { 2, 1, 1 }, { NX, NY - 1, NZ } };

static bool in_inner(int e)
{
  const int i = e % NX + 1, j = e / NX % NY + 1;
  return i >= 2 && j <= NY - 1;
}

static void two_arguments_of_one_structure_keep_their_members(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x, y;
    weights first = given, second = others;
    fill(&x, true);
    fill(&y, false);
    vf_view *const x_view = wrap(&x, kinds[k], 4, extents, NULL), *const y_view = wrap(&y, kinds[k], 4, extents, NULL);
    must(vf_weigh(&inner, &first, x_view, y_view, &second, 0.0));
    spoil(&first);
    spoil(&second);
    fetch(y_view);
    discard(x_view);
    for (int e = 0; e < MOST; e++)
      expect_element(&y, kinds[k], e,
                     in_inner(e) ? sum_of(x_of(e), e / (NX * NY * NZ) ? &others : &given, kinds[k]) : -77);
  }
}

static void boxes_of_a_set_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x[PARTS], y[PARTS];
    vf_view *views[2][PARTS];
    vf_set *sets[2];
    vf_box boxes[PARTS];
    weights first = given, second = others;
    for (int p = 0; p < PARTS; p++) {
      const int64_t length = NX + p;
      fill(&x[p], true);
      fill(&y[p], false);
      boxes[p] = line(1, (int)length);
      views[0][p] = wrap(&x[p], kinds[k], 1, &length, NULL);
      views[1][p] = wrap(&y[p], kinds[k], 1, &length, NULL);
    }
    for (int s = 0; s < 2; s++) must(vf_set_wrap(NULL, boxes, PARTS, views[s], "set", &sets[s]));
    must(vf_weigh_boxes(boxes, PARTS, &first, sets[0], sets[1], &second, 0.0));
    spoil(&first);
    spoil(&second);
    for (int s = 0; s < 2; s++) discard(sets[s]);
    for (int p = 0; p < PARTS; p++) {
      fetch(views[1][p]);
      discard(views[0][p]);
      for (int e = 0; e < NX + p; e++) expect_element(&y[p], kinds[k], e, sum_of(x_of(e), &given, kinds[k]));
    }
  }
}

static void results_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x;
    double largest = 0, expected = -1e9;
    weights c = others;
    fill(&x, true);
    vf_view *const view = wrap(&x, kinds[k], 4, extents, NULL);
    must(vf_weigh_results(&inner, view, &c, &largest));
    discard(view);
    for (int e = 0; e < MOST; e++)
      if (in_inner(e) && sum_of(x_of(e), &others, kinds[k]) > expected) expected = sum_of(x_of(e), &others, kinds[k]);
    assert_true(largest == expected);
  }
}

static void ghosts_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x;
    weights c = given;
    const int64_t plane[3] = { NX, NY, NZ };
    const vf_box middle = { { 2, 2, 2 }, { NX - 1, NY - 1, NZ - 1 } };
    fill(&x, true);
    vf_view *const view = wrap(&x, kinds[k], 3, plane, NULL);
    must(vf_weigh_ghosts(&middle, view, &c));
    spoil(&c);
    fetch(view);
    for (int j = 1; j < NY - 1; j++) {
      const int row = NX * j + NX * NY; /* of the middle plane */
      expect_element(&x, kinds[k], row, sum_of(x_of(row), &given, kinds[k]));
      expect_element(&x, kinds[k], row + NX - 1, sum_of(x_of(row + NX - 1), &given, kinds[k]));
    }
    expect_element(&x, kinds[k], NX * NY, x_of(NX * NY)); /* at an edge */
  }
}

enum { LEVELS = NY, BLOCKS = NZ };
static const vf_columns all_columns = { .first_point = 1, .last_point = NX, .first_block = 1, .last_block = BLOCKS };

static void sweeps_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++)
    for (int from = 2; from <= LEVELS + 1; from++) {
      static array x, y;
      weights c = given, expected = given;
      c.count = expected.count = from;
      fill(&x, true);
      fill(&y, false);
      vf_view *const x_view = wrap(&x, kinds[k], 3, extents, "i k b"), *const y_view =
                                                                           wrap(&y, kinds[k], 3, extents, "i k b");
      must(vf_weigh_columns(&all_columns, x_view, y_view, &c));
      spoil(&c);
      fetch(y_view);
      discard(x_view);
      for (int e = 0; e < NX * LEVELS * BLOCKS; e++) {
        const int level = e / NX % LEVELS + 1;
        expect_element(&y, kinds[k], e,
                       level >= from ? sum_of(x_of(e), &expected, kinds[k])
                       : level == 1  ? sum_of(0, &expected, kinds[k])
                                     : -77);
      }
    }
}

static void teams_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x, y;
    weights c = others;
    fill(&x, true);
    fill(&y, false);
    vf_view *const x_view = wrap(&x, kinds[k], 3, extents, "i k b"), *const y_view =
                                                                         wrap(&y, kinds[k], 3, extents, "i k b");
    must(vf_weigh_teams(&all_columns, x_view, y_view, &c));
    spoil(&c);
    fetch(y_view);
    discard(x_view);
    for (int e = 0; e < NX * LEVELS * BLOCKS; e++) expect_element(&y, kinds[k], e, sum_of(x_of(e), &others, kinds[k]));
  }
}

static void tiles_have_the_members_of_the_call(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    static array x, y;
    weights c = given;
    const int64_t length = MOST;
    const vf_box box = line(2, MOST - 1);
    fill(&x, true);
    fill(&y, false);
    vf_view *const x_view = wrap(&x, kinds[k], 1, &length, NULL), *const y_view = wrap(&y, kinds[k], 1, &length, NULL);
    must(vf_weigh_tiles(&box, x_view, y_view, &c));
    spoil(&c);
    fetch(y_view);
    discard(x_view);
    for (int e = 1; e < MOST - 1; e++) {
      double largest = -750;
      for (int j = e - 1; j <= e + 1; j++)
        if (sum_of(x_of(j), &given, kinds[k]) > largest) largest = sum_of(x_of(j), &given, kinds[k]);
      expect_element(&y, kinds[k], e, largest);
    }
  }
}

static void missing_constants_are_refused_by_name(void **state)
{
  (void)state;
  static array x, y;
  weights c = given;
  fill(&x, true);
  fill(&y, false);
  vf_view *const x_view = wrap(&x, VF_REAL64, 4, extents, NULL), *const y_view = wrap(&y, VF_REAL64, 4, extents, NULL);
  refused(vf_weigh(&inner, &c, x_view, y_view, NULL, 0.0), VF_ERROR_NULL, "vf_weigh: other is NULL");
  fetch(y_view);
  discard(x_view);
  for (int e = 0; e < MOST; e++) expect_element(&y, VF_REAL64, e, -77);
}

static const struct CMUnitTest tests[] = {
  claim(two_arguments_of_one_structure_keep_their_members),
  claim(boxes_of_a_set_have_the_members_of_the_call),
  claim(results_have_the_members_of_the_call),
  claim(ghosts_have_the_members_of_the_call),
  claim(sweeps_have_the_members_of_the_call),
  claim(teams_have_the_members_of_the_call),
  claim(tiles_have_the_members_of_the_call),
  claim(missing_constants_are_refused_by_name),
};
RUN("constants", tests)
