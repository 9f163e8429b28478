/* The tuned smooths of views give the bits of plain loops. */
#include "testing.h"

#include <viewfab/multigrid.h>

#include "plain_level.h"

static const int extents[][3] = { { 8, 8, 8 },   { 1, 1, 1 },   { 2, 3, 5 },    { 17, 5, 9 }, { 32, 6, 40 },
                                  { 31, 33, 7 }, { 4, 64, 12 }, { 40, 40, 40 }, { 6, 2, 30 }, { 66, 20, 34 } };
enum { EXTENTS = sizeof extents / sizeof extents[0] };

static vf_view *view_of(plain_level *l, double *x, const char *label)
{
  const int64_t size[3] = { l->n[0] + 2, l->n[1] + 2, l->n[2] + 2 };
  const int lower[3] = { l->lower[0] - 1, l->lower[1] - 1, l->lower[2] - 1 };
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, x, VF_REAL64, 3, size, lower, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static void expect_cells(const plain_level *got, const plain_level *expected)
{
  for (int k = 0; k < got->n[2]; k++)
    for (int j = 0; j < got->n[1]; j++)
      for (int i = 0; i < got->n[0]; i++) {
        const int64_t e = plain_at(got, i, j, k);
        if (got->phi[e] != expected->phi[e])
          fail_msg("%d x %d x %d, kinds %d %d %d %d %d %d: cell (%d, %d, %d) is %.17g, not %.17g", got->n[0], got->n[1],
                   got->n[2], got->sides.kind[0], got->sides.kind[1], got->sides.kind[2], got->sides.kind[3],
                   got->sides.kind[4], got->sides.kind[5], i, j, k, got->phi[e], expected->phi[e]);
      }
}

static void compare(int variable, int case_of_sides, const int n[3], int count, int first)
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
  vf_view *v[6] = { view_of(&l, l.phi, "phi"), view_of(&l, l.rhs, "rhs"), view_of(&l, l.a, "a"),
                    view_of(&l, l.bx, "bx"),   view_of(&l, l.by, "by"),   view_of(&l, l.bz, "bz") };
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = l.lower[d];
    box.upper[d] = l.lower[d] + n[d] - 1;
  }
  if (variable)
    must(vf_smooth_helmholtz(&box, v[0], v[1], l.alpha, l.beta, v[2], v[3], v[4], v[5], l.h, l.omega, &l.sides, NULL,
                             count));
  else must(vf_smooth_poisson(&box, v[0], v[1], l.h[0], &l.sides, NULL, count));
  must(vf_view_to_host(v[0], VF_READ));
  plain_smooth(&expected, count);
  expect_cells(&l, &expected);
  for (int f = 0; f < 6; f++) must(vf_view_release(&v[f], true));
  plain_free(&l);
  plain_free(&expected);
}

static void sweep(int variable)
{
  for (int e = 0; e < EXTENTS; e++)
    for (int c = 0; c < PLAIN_SIDES; c++)
      for (int count = 1; count <= 3; count++) compare(variable, c, extents[e], count, e % 3 - 1);
  compare(variable, 0, extents[7], 9, 0);
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
