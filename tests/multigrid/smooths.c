/* The tuned smooths of views give the bits of plain loops. */
#include "testing.h"

#include <math.h>

#include <viewfab/smooth.h>

#include "plain_level.h"

static const int extents[][3] = { { 8, 8, 8 },     { 1, 1, 1 },     { 2, 3, 5 },    { 17, 5, 9 }, { 32, 6, 40 },
                                  { 31, 33, 7 },   { 4, 64, 12 },   { 40, 40, 40 }, { 6, 2, 30 }, { 66, 20, 34 },
                                  { 130, 46, 26 }, { 121, 42, 33 }, { 120, 44, 24 } };
enum { EXTENTS = sizeof extents / sizeof extents[0], ARRAYS = 6, MANY_CELLS = 20000 };

/* An array of its own shape around the cells, with its numbers from the level. */
typedef struct own_array {
  double *x;
  int64_t size[3];
  int grown; /* elements on every side */
} own_array;

static int64_t own_at(const own_array *a, int i, int j, int k)
{
  return i + a->grown + a->size[0] * (j + a->grown + a->size[1] * (k + a->grown));
}

/* face: the direction with an extra element, -1: none. */
static vf_view *view_of(own_array *a, const plain_level *l, const double *from, int grown, int face, const char *label)
{
  int lower[3];
  vf_view *view = NULL;
  a->grown = grown;
  for (int d = 0; d < 3; d++) {
    a->size[d] = l->n[d] + 2 * grown + (face == d);
    lower[d] = l->lower[d] - grown;
  }
  a->x = calloc((size_t)(a->size[0] * a->size[1] * a->size[2]), sizeof *a->x);
  assert_non_null(a->x);
  const int before = grown > 0;
  for (int k = -before; k < l->n[2] + (before || face == 2); k++)
    for (int j = -before; j < l->n[1] + (before || face == 1); j++)
      for (int i = -before; i < l->n[0] + (before || face == 0); i++)
        a->x[own_at(a, i, j, k)] = from[plain_at(l, i, j, k)];
  must(vf_view_wrap(NULL, a->x, VF_REAL64, 3, a->size, lower, label, VF_WRAP_DISTINCT, &view));
  return view;
}

/* The allowed difference. A GPU may contract a*b + c, and some views here go from the tuned smooths to the kernels. 0
 * if no compiler may contract. */
static double tolerance(void)
{
#ifdef VIEWFAB_NO_FMA
  return 0;
#else
  return strcmp(device_memory(), "gpu") ? 0 : 1e-12;
#endif
}

static void expect_cells(const plain_level *got, const own_array *phi, const plain_level *expected)
{
  for (int k = 0; k < got->n[2]; k++)
    for (int j = 0; j < got->n[1]; j++)
      for (int i = 0; i < got->n[0]; i++) {
        const double value = phi->x[own_at(phi, i, j, k)], right = expected->phi[plain_at(got, i, j, k)];
        if (!(value == right || fabs(value - right) <= tolerance() * fmax(1, fabs(right))))
          fail_msg("%d x %d x %d, kinds %d %d %d %d %d %d: cell (%d, %d, %d) is %.17g, not %.17g", got->n[0], got->n[1],
                   got->n[2], got->sides.kind[0], got->sides.kind[1], got->sides.kind[2], got->sides.kind[3],
                   got->sides.kind[4], got->sides.kind[5], i, j, k, value, right);
      }
}

/* spare: elements on every side of the arrays beyond the elements needed by the smooth. */
static void compare(int variable, int case_of_sides, const int n[3], int count, int first, int spare)
{
  plain_level l = { .n = { n[0], n[1], n[2] },
                    .lower = { first, -2, 5 },
                    .variable = variable,
                    .h = { 0.1, variable ? 0.2 : 0.1, variable ? 0.15 : 0.1 },
                    .alpha = 0.7,
                    .beta = 1.3,
                    .omega = 1.15,
                    .sides = plain_sides(case_of_sides) };
  plain_level expected = l;
  plain_make(&l, (unsigned)case_of_sides);
  plain_make(&expected, (unsigned)case_of_sides);
  own_array own[ARRAYS];
  vf_view *v[ARRAYS] = {
    view_of(&own[0], &l, l.phi, spare + 1, -1, "phi"), view_of(&own[1], &l, l.rhs, spare, -1, "rhs"),
    view_of(&own[2], &l, l.a, spare, -1, "a"),         view_of(&own[3], &l, l.bx, spare, 0, "bx"),
    view_of(&own[4], &l, l.by, spare, 1, "by"),        view_of(&own[5], &l, l.bz, spare, 2, "bz")
  };
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = l.lower[d];
    box.upper[d] = l.lower[d] + n[d] - 1;
  }
  if (variable)
    must(vf_smooth_helmholtz(&box, v[0], v[1], NULL, l.alpha, l.beta, v[2], v[3], v[4], v[5], l.h, l.omega, &l.sides,
                             count));
  else must(vf_smooth_poisson(&box, v[0], v[1], NULL, l.h[0], &l.sides, count));
  must(vf_view_to_host(v[0], VF_READ));
  plain_smooth(&expected, count);
  expect_cells(&l, &own[0], &expected);
  for (int f = 0; f < ARRAYS; f++) {
    must(vf_view_release(&v[f], true));
    free(own[f].x);
  }
  plain_free(&l);
  plain_free(&expected);
}

/* Large levels are slow, so each pair of sides has a single count of smooths there. The mirror skips large levels,
 * because the host computes them in either case. */
static void sweep(int variable)
{
  for (int e = 0; e < EXTENTS; e++) {
    const bool large = extents[e][0] * extents[e][1] * extents[e][2] > MANY_CELLS;
    if (large && !strcmp(device_memory(), "mirror")) continue;
    for (int c = 0; c < PLAIN_SIDES; c++)
      for (int count = 1; count <= 3; count++)
        if (!large || count == 1 + (e + c) % 3) compare(variable, c, extents[e], count, e % 3 - 1, (e + c) % 3);
  }
  compare(variable, 0, extents[7], 9, 0, 1);
}

static void smooths_of_the_constant_operator_are_the_plain_sequence(void **state)
{
  (void)state;
  sweep(0);
}

static void smooths_of_the_variable_operator_are_the_plain_sequence(void **state)
{
  (void)state;
  sweep(1);
}

static const struct CMUnitTest tests[] = {
  claim(smooths_of_the_constant_operator_are_the_plain_sequence),
  claim(smooths_of_the_variable_operator_are_the_plain_sequence),
};
RUN("smooths", tests)
