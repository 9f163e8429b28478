/* Boundary conditions as weights: exact for their polynomials. Wrong conditions are refused. */
#include "testing.h"

#include <math.h>

#include "../../../c_src/multigrid/boundary.h"
#include "oracle_level.h"

static const int orders[] = { 1, 2, 3, 4, -1 };
static const double distances[] = { 0, 0.5, 0.25, 1, 0.1, 7 };

static vf_boundary all_sides(int kind, int order, double distance)
{
  vf_boundary sides = { .order = order };
  for (int face = 0; face < 6; face++) {
    sides.kind[face] = kind;
    sides.distance[face] = distance;
  }
  return sides;
}

/* Powers 0 .. cells of x, with the origin on the face: the value at the ghost's centre by the weights and the
 * wall. */
static void expect_exact(const vfi_face *face, double distance)
{
  for (int power = 0; power <= face->cells; power++) {
    const double at_wall = face->wall * pow(-distance, power);
    double value = at_wall, terms = fabs(at_wall);
    for (int m = 0; m < face->cells; m++) {
      value += face->w[m] * pow(m + 0.5, power);
      terms += fabs(face->w[m]) * pow(m + 0.5, power);
    }
    const double right = pow(-0.5, power);
    if (!(fabs(value - right) <= 1e-15 * (terms + fabs(right)) * 4))
      fail_msg("%d cells, distance %g: x^%d is %.17g at the ghost, not %.17g", face->cells, distance, power, value,
               right);
  }
}

static void expect_face(const vfi_face *got, const vfi_face *expected, int face)
{
  assert_int_equal(got->periodic, expected->periodic);
  assert_int_equal(got->cells, expected->cells);
  for (int m = 0; m < VF_FACE_CELLS; m++)
    if (got->w[m] != expected->w[m]) fail_msg("face %d: weight %d is %.17g", face, m, got->w[m]);
  if (got->wall != expected->wall) fail_msg("face %d: wall %.17g, not %.17g", face, got->wall, expected->wall);
}

static void walls_are_exact_for_polynomials_of_their_order(void **state)
{
  (void)state;
  for (int o = 0; o < 5; o++)
    for (int t = 0; t < 6; t++)
      for (int n = 1; n <= 5; n++) {
        const int extents[3] = { n, 7 - n, 1 + n % 3 };
        const vf_boundary sides = all_sides(VF_DIRICHLET, orders[o], distances[t]);
        vfi_face faces[6];
        assert_null(vfi_boundary_fold(&sides, extents, faces));
        for (int face = 0; face < 6; face++) {
          const vfi_face expected = oracle_dirichlet(orders[o], distances[t], extents[face % 3]);
          expect_face(&faces[face], &expected, face);
          expect_exact(&faces[face], distances[t]);
        }
      }
}

/* Each face has its own kind, distance and extent. */
static void each_face_is_folded_by_itself(void **state)
{
  (void)state;
  const int D = VF_DIRICHLET, N = VF_NEUMANN, R = VF_REFLECT_ODD, P = VF_PERIODIC;
  const int kinds[][6] = { { D, N, P, R, D, P }, { N, P, D, D, P, R }, { P, R, N, P, N, D }, { R, D, D, N, R, N } };
  const int extents[3] = { 2, 5, 1 };
  for (int c = 0; c < 4; c++) {
    vf_boundary sides = { .order = 4 };
    vfi_face faces[6];
    for (int face = 0; face < 6; face++) {
      sides.kind[face] = kinds[c][face];
      sides.distance[face] = 0.125 * face;
    }
    assert_null(vfi_boundary_fold(&sides, extents, faces));
    for (int face = 0; face < 6; face++) {
      vfi_face expected = { .cells = 1, .w = { kinds[c][face] == N ? 1 : -1 } };
      if (kinds[c][face] == P) expected = (vfi_face){ .periodic = true };
      if (kinds[c][face] == D) expected = oracle_dirichlet(4, 0.125 * face, extents[face % 3]);
      expect_face(&faces[face], &expected, face);
    }
  }
}

static void boundaries_that_mean_nothing_are_refused(void **state)
{
  (void)state;
  const int n[3] = { 4, 4, 4 };
  vfi_face faces[6];
  const int none[] = { 0, -2, -7 };
  for (int o = 0; o < 3; o++) {
    const vf_boundary sides = all_sides(VF_DIRICHLET, none[o], 0);
    assert_non_null(strstr(vfi_boundary_fold(&sides, n, faces), "order"));
  }
  const double nowhere[] = { -0.25, NAN, INFINITY, 1e30 };
  for (int face = 0; face < 6; face++) {
    for (int t = 0; t < 4; t++) {
      vf_boundary sides = all_sides(VF_DIRICHLET, 2, 0);
      sides.distance[face] = nowhere[t];
      assert_non_null(strstr(vfi_boundary_fold(&sides, n, faces), "distance"));
      sides.kind[face] = VF_NEUMANN;
      assert_null(vfi_boundary_fold(&sides, n, faces)); /* a face without a wall does not look at the distance */
    }
    vf_boundary sides = all_sides(VF_NEUMANN, 2, 0);
    sides.kind[face] = VF_PERIODIC;
    assert_non_null(strstr(vfi_boundary_fold(&sides, n, faces), "periodic"));
    sides.kind[face] = VF_UNFILLED;
    assert_non_null(strstr(vfi_boundary_fold(&sides, n, faces), "none of periodic"));
    sides.kind[face] = 77;
    assert_non_null(strstr(vfi_boundary_fold(&sides, n, faces), "none of periodic"));
  }
}

static const struct CMUnitTest tests[] = {
  claim(walls_are_exact_for_polynomials_of_their_order),
  claim(each_face_is_folded_by_itself),
  claim(boundaries_that_mean_nothing_are_refused),
};
RUN("boundary_folds", tests)
