/* Indices at the ends of the integers. Indices that a launcher can walk give the same numbers as indices around 0. All
 * other indices are refused, so that no index overflows. */
#include "common.h"

#include <limits.h>

#include <viewfab/smooth.h>
#include <viewfab/set.h>
#include <viewfab/solver.h>

#include "region.h"
#include "solvers.h"

enum { N = 4, GHOSTS = 1, SIDE = N + 2 * GHOSTS, CELLS = SIDE * SIDE * SIDE };

/* The box of N^3 cells that begins at `at` in each direction. */
static vf_box cells_from(const int at[3])
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = at[d];
    box.upper[d] = at[d] + N - 1;
  }
  return box;
}

/* A view of SIDE^3 numbers whose first element has the index at - GHOSTS, truncated to an int. */
static vf_view *wrapped_at(double *host, const int at[3], const char *label)
{
  const int64_t extents[3] = { SIDE, SIDE, SIDE };
  const int lower[3] = { at[0] - GHOSTS, at[1] - GHOSTS, at[2] - GHOSTS };
  return wrapped(host, 3, extents, lower, label);
}

static void fill(double *x, int first)
{
  for (int c = 0; c < CELLS; c++) x[c] = first + (c * 37 % 101) / 8.0;
}

static const vf_boundary walls = {
  .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC }, .order = 2
};

/* Smooths, residual and norm on the box that begins at `at`. */
static void work_at(const int at[3], double phi[CELLS], double out[CELLS], double *norm_of_all)
{
  double rhs[CELLS];
  const vf_box box = cells_from(at);
  fill(phi, 1);
  fill(rhs, -3);
  fill(out, 0);
  vf_view *p = wrapped_at(phi, at, "phi"), *r = wrapped_at(rhs, at, "rhs"), *o = wrapped_at(out, at, "out");
  must(vf_fill_ghosts(&box, p, &walls));
  must(vf_gsrb_poisson(&box, p, r, 0.5, 0));
  must(vf_smooth_poisson(&box, p, r, NULL, 0.5, &walls, 2));
  must(vf_fill_ghosts(&box, p, &walls));
  must(vf_residual_poisson(&box, p, r, o, 0.5));
  must(vf_norm_max(&box, o, norm_of_all));
  must(vf_view_sync_d2h(p));
  must(vf_view_sync_d2h(o));
  discard(p);
  discard(r);
  discard(o);
}

/* The sums of the three first indices have the same parity, so that the colours are the same cells. */
static void boxes_at_the_ends_of_what_is_walked_give_the_numbers_of_those_at_zero(void **state)
{
  (void)state;
  const int high = VF_INDEX_LIMIT - N + 1, low = INT_MIN + GHOSTS;
  const int places[][3] = { { high, 0, -7 }, { 0, high, -7 }, { -7, 0, high }, { low, 1, 0 },
                            { 1, low, 0 },   { 0, 1, low },   { high, low, 0 } };
  double phi[CELLS], out[CELLS], phi_there[CELLS], out_there[CELLS], norm_here, norm_there;
  for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
    const int64_t sum = (int64_t)places[p][0] + places[p][1] + places[p][2];
    work_at((const int[3]){ (int)(sum & 1), 0, 0 }, phi, out, &norm_here);
    work_at(places[p], phi_there, out_there, &norm_there);
    for (int c = 0; c < CELLS; c++)
      if (phi[c] != phi_there[c] || out[c] != out_there[c])
        fail_msg("place %zu, element %d: %.17g and %.17g, not %.17g and %.17g", p, c, phi_there[c], out_there[c],
                 phi[c], out[c]);
    assert_true(norm_here == norm_there);
  }
}

/* In each direction: the box ends at the last index, or at the first beyond the limit. */
static void boxes_beyond_the_walkable_indices_are_refused(void **state)
{
  (void)state;
  double x[CELLS] = { 0 };
  double result = 0;
  for (int d = 0; d < 3; d++) {
    const int ends[] = { INT_MAX - N + 1 - GHOSTS, VF_INDEX_LIMIT - N + 2 };
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
      int at[3] = { 0, 0, 0 };
      at[d] = ends[e];
      const vf_box box = cells_from(at);
      vf_view *view = wrapped_at(x, at, "far");
      refused(vf_fill_value(&box, view, 1), VF_ERROR_BOX, "vf_fill_value: box (");
      refused(vf_sum(&box, view, &result), VF_ERROR_BOX, "kernels walk up to 2013265920");
      refused(vf_fill_ghosts(&box, view, &walls), VF_ERROR_BOX, "vf_fill_ghosts: box (");
      discard(view);
    }
  }
}

/* A single cell is walked up to the index before the last. */
static void the_last_index_itself_is_refused(void **state)
{
  (void)state;
  double x[CELLS] = { 0 };
  double result = 0;
  for (int d = 0; d < 3; d++) {
    int at[3] = { 0, 0, 0 };
    at[d] = INT_MAX - N + 1 - GHOSTS;
    vf_view *view = wrapped_at(x, at, "far");
    vf_box cell = cells_from((const int[3]){ 0, 0, 0 });
    for (int e = 0; e < 3; e++) cell.upper[e] = cell.lower[e];
    cell.lower[d] = cell.upper[d] = INT_MAX - 1;
    must(vf_fill_value(&cell, view, 1 + d));
    must(vf_sum(&cell, view, &result));
    assert_true(result == 1 + d);
    cell.lower[d] = cell.upper[d] = INT_MAX;
    refused(vf_fill_value(&cell, view, 1), VF_ERROR_BOX, "vf_fill_value: box (");
    discard(view);
  }
}

vf_status vf_plane_rows(const vf_box *box, vf_view *x, vf_view *y, double w);

/* Ghosts and lines are walked up to the index behind the cell. */
static void the_last_index_but_one_is_refused_where_more_than_the_cell_is_walked(void **state)
{
  (void)state;
  double x[27] = { 0 }, y[9] = { 0 };
  const int64_t three[3] = { 3, 3, 3 };
  for (int d = 0; d < 3; d++) {
    int lower[3] = { 0, 0, 0 };
    vf_box cell = { { 1, 1, 1 }, { 1, 1, 1 } };
    lower[d] = INT_MAX - 2;
    cell.lower[d] = cell.upper[d] = INT_MAX - 1;
    vf_view *view = wrapped(x, 3, three, lower, "far");
    refused(vf_fill_ghosts(&cell, view, &walls), VF_ERROR_BOX, "kernels walk up to 2013265920");
    discard(view);
  }
  const int lower[2] = { INT_MAX - 2, 0 };
  vf_view *of_x = wrapped(x, 2, three, lower, "far x"), *of_y = wrapped(y, 2, three, lower, "far y");
  const vf_box cell = { { INT_MAX - 1, 1, 1 }, { INT_MAX - 1, 1, 1 } };
  refused(vf_plane_rows(&cell, of_x, of_y, 1), VF_ERROR_BOX, "kernels walk up to 2013265920");
  discard(of_x);
  discard(of_y);
}

vf_status vf_sum_of_profile(const vf_box *box, vf_view *a, double *result);

/* A profile has elements for as many points as integers make. */
static void more_points_than_can_be_counted_are_refused(void **state)
{
  (void)state;
  double a[2] = { 1, 2 }, result = 0;
  vf_view *profile = wrapped_line(a, 2, "profile");
  const vf_box far = { { 1, -VF_INDEX_LIMIT / 2, -VF_INDEX_LIMIT / 2 },
                       { 2, VF_INDEX_LIMIT / 2 - 1, VF_INDEX_LIMIT / 2 - 1 } };
  refused(vf_sum_of_profile(&far, profile, &result), VF_ERROR_BOX, "than a kernel can count");
  const vf_box near = { { 1, 5, INT_MIN }, { 2, 7, INT_MIN + 1 } };
  must(vf_sum_of_profile(&near, profile, &result));
  assert_true(result == 18);
  discard(profile);
}

/* Colours need the sum of three indices. */
static void coloured_boxes_whose_indices_add_up_beyond_int_are_refused(void **state)
{
  (void)state;
  double phi[CELLS] = { 0 }, rhs[CELLS] = { 0 };
  for (int sign = -1; sign <= 1; sign += 2) {
    const int at[3] = { sign * 1000000000, sign * 1000000000, sign * 1000000000 };
    const vf_box box = cells_from(at);
    vf_view *p = wrapped_at(phi, at, "phi"), *r = wrapped_at(rhs, at, "rhs");
    refused(vf_gsrb_poisson(&box, p, r, 1, 0), VF_ERROR_BOX, "the sum of its indices");
    must(vf_copy(&box, r, p));
    discard(p);
    discard(r);
  }
}

/* The fine region of a coarse box far away is none of the integers, whatever the fine view begins with. */
static void refined_regions_beyond_the_integers_are_refused(void **state)
{
  (void)state;
  double fine[512] = { 0 }, coarse[64] = { 0 };
  const int64_t eight[3] = { 8, 8, 8 }, four[3] = { 4, 4, 4 };
  const int starts[] = { INT_MIN, -VF_INDEX_LIMIT, VF_INDEX_LIMIT - N + 1 };
  for (size_t s = 0; s < sizeof starts / sizeof *starts; s++)
    for (int d = 0; d < 3; d++) {
      int lower[3] = { 0, 0, 0 }, fine_lower[3] = { 0, 0, 0 };
      lower[d] = starts[s];
      fine_lower[d] = starts[s] < 0 ? INT_MIN : INT_MAX - 7;
      const vf_box box = cells_from(lower);
      vf_view *f = wrapped(fine, 3, eight, fine_lower, "fine"), *c = wrapped(coarse, 3, four, lower, "coarse");
      refused(vf_average(&box, f, c), VF_ERROR_BOX, "vf_average: box (");
      refused(vf_interp(&box, c, f), VF_ERROR_BOX, "vf_interp: box (");
      discard(f);
      discard(c);
    }
}

/* ---- Views and sets ---- */

static void views_that_addresses_cannot_reach_are_refused(void **state)
{
  (void)state;
  double x[8] = { 0 };
  vf_view *view = NULL;
  const int far[4] = { INT_MIN, INT_MIN, INT_MIN, INT_MAX };
  const int64_t wide[4] = { 0, INT64_MAX, 1, 1 }, planes[3] = { 1 << 20, 1 << 20, 1 };
  refused(vf_view_wrap(NULL, x, VF_REAL64, 4, wide, far, "wide", VF_WRAP_DISTINCT, &view), VF_ERROR_ARGUMENT, "'wide'");
  refused(vf_view_wrap(NULL, x, VF_REAL64, 3, planes, far, "planes", VF_WRAP_DISTINCT, &view), VF_ERROR_ARGUMENT,
          "'planes': its bounds lie too far from 0");
}

static void sets_whose_ghosts_have_no_index_are_refused(void **state)
{
  (void)state;
  vf_set *set = NULL;
  const vf_box ends[] = { { { INT_MIN, 0, 0 }, { INT_MIN + 3, 3, 3 } },
                          { { 0, INT_MAX - 3, 0 }, { 3, INT_MAX, 3 } },
                          { { 0, 0, INT_MIN }, { 3, 3, INT_MAX } },
                          { { INT_MIN, INT_MIN, INT_MIN }, { INT_MAX, INT_MAX, INT_MAX } } };
  for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
    for (int face = 0; face < 4; face++) {
      refused(vf_set_create(NULL, &ends[e], 1, VF_REAL64, 1, 2, face, "ends", &set), VF_ERROR_BOX, "'ends': box (");
      assert_null(set);
    }
  const vf_box good = { { 0, 0, 0 }, { 3, 3, 3 } };
  refused(vf_set_create(NULL, &good, 1, VF_REAL64, 1, INT_MAX, 0, "deep", &set), VF_ERROR_BOX, "'deep': box (");
  double x[CELLS] = { 0 };
  vf_view *view = wrapped_at(x, (const int[3]){ 0, 0, 0 }, "x");
  refused(vf_set_wrap(NULL, &ends[3], 1, &view, "wrapped ends", &set), VF_ERROR_BOX, "'wrapped ends': box (");
  discard(view);
}

/* Exchanges the ghosts of a row of two boxes with periodic ends that begins at `at`. Returns a number that depends on
 * every element. */
static double exchanged_at(const int at[3])
{
  vf_box boxes[2] = { cells_from(at), cells_from(at) }, domain = boxes[0];
  boxes[1].lower[0] += N;
  boxes[1].upper[0] += N;
  domain.upper[0] += N;
  vf_set *set = NULL;
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "row", &set));
  const vf_boundary sides = { .kind = { VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN },
                              .order = 2 };
  double *host[2], sum = 0;
  for (int b = 0; b < 2; b++) {
    vf_view *view = NULL;
    must(vf_set_view(set, b, NULL, &view));
    must(vf_view_host_address(view, (void **)&host[b]));
    fill(host[b], b);
  }
  must(vf_set_fill_ghosts(set, NULL, 1, &domain, &sides));
  must(vf_view_to_host(set, VF_READ));
  for (int b = 0; b < 2; b++)
    for (int c = 0; c < CELLS; c++) sum += host[b][c] * (1 + (c * 53 + b) % 97);
  discard(set);
  return sum;
}

static void ghosts_of_sets_at_the_last_walkable_index_are_those_at_zero(void **state)
{
  (void)state;
  const double here = exchanged_at((const int[3]){ 0, 0, 0 });
  const int high = VF_INDEX_LIMIT - 2 * N + 1, low = -VF_INDEX_LIMIT;
  const int places[][3] = { { high, 0, 0 }, { 0, high, 0 }, { high, high, high }, { low, low, low } };
  for (size_t p = 0; p < sizeof places / sizeof *places; p++) assert_true(exchanged_at(places[p]) == here);
}

static void ghosts_beyond_the_integers_and_endless_domains_are_refused(void **state)
{
  (void)state;
  vf_set *set = NULL;
  vf_view *view = NULL;
  double x[CELLS] = { 0 };
  const vf_box box = cells_from((const int[3]){ 0, 0, 0 });
  const vf_box endless = { { INT_MIN, INT_MIN, INT_MIN }, { INT_MAX, INT_MAX, INT_MAX } };
  view = wrapped_at(x, (const int[3]){ 0, 0, 0 }, "x");
  must(vf_set_wrap(NULL, &box, 1, &view, "one", &set));
  vf_boundary sides = { .kind = { VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC },
                        .order = 2 };
  refused(vf_set_fill_ghosts(set, NULL, 1, &endless, &sides), VF_ERROR_BOX, "the domain (");
  refused(vf_set_fill_ghosts(set, NULL, INT_MAX, &box, &sides), VF_ERROR_ARGUMENT, "layers of 'one'");
  for (int f = 0; f < 6; f++) sides.kind[f] = VF_UNFILLED;
  refused(vf_set_fill_ghosts(set, NULL, INT_MAX, &box, &sides), VF_ERROR_BOX, "needs more than its view");
  discard(set);
  discard(view);
}

/* ---- Multigrid ---- */

static void solvers_of_more_cells_than_can_be_walked_are_refused(void **state)
{
  (void)state;
  const vf_box boxes[] = { { { INT_MIN, INT_MIN, INT_MIN }, { INT_MAX, INT_MAX, INT_MAX } },
                           { { INT_MIN, 0, 0 }, { INT_MAX, 7, 7 } },
                           { { 0, 0, INT_MAX - 7 }, { 7, 7, INT_MAX } },
                           { { 1, 1, 1 }, { 1 << 17, 1 << 17, 1 << 17 } },
                           { { 1, 1, 1 }, { 1, 1 << 17, 1 << 17 } } };
  for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
    vf_multigrid *solver = NULL;
    refused(poisson_on_boxes(&boxes[b], 1, 1, &walls, NULL, &solver), VF_ERROR_BOX, "vf_multigrid_create: box");
    assert_null(solver);
  }
}

static double solved_at(const int at[3])
{
  double phi[CELLS], rhs[CELLS], sum = 0;
  const vf_box box = cells_from(at);
  fill(phi, 0);
  fill(rhs, 2);
  vf_view *p = wrapped_at(phi, at, "phi"), *r = wrapped_at(rhs, at, "rhs");
  vf_multigrid *solver = NULL;
  must(poisson_on_boxes(&box, 1, 0.25, &walls, NULL, &solver));
  must(vf_multigrid_solve(solver, &p, &r, NULL, NULL));
  must(vf_multigrid_destroy(&solver));
  must(vf_view_sync_d2h(p));
  discard(p);
  discard(r);
  for (int c = 0; c < CELLS; c++) sum += phi[c] * (1 + c % 89);
  return sum;
}

static void solves_at_the_last_walkable_index_are_those_at_zero(void **state)
{
  (void)state;
  const double here = solved_at((const int[3]){ 0, 0, 0 });
  const int high = VF_INDEX_LIMIT - N + 1;
  assert_true(solved_at((const int[3]){ high, high, high }) == here);
  assert_true(solved_at((const int[3]){ -VF_INDEX_LIMIT, -VF_INDEX_LIMIT, -VF_INDEX_LIMIT }) == here);
}

static const struct CMUnitTest tests[] = {
  claim(boxes_at_the_ends_of_what_is_walked_give_the_numbers_of_those_at_zero),
  claim(boxes_beyond_the_walkable_indices_are_refused),
  claim(the_last_index_itself_is_refused),
  claim(the_last_index_but_one_is_refused_where_more_than_the_cell_is_walked),
  claim(more_points_than_can_be_counted_are_refused),
  claim(coloured_boxes_whose_indices_add_up_beyond_int_are_refused),
  claim(refined_regions_beyond_the_integers_are_refused),
  claim(views_that_addresses_cannot_reach_are_refused),
  claim(sets_whose_ghosts_have_no_index_are_refused),
  claim(ghosts_of_sets_at_the_last_walkable_index_are_those_at_zero),
  claim(ghosts_beyond_the_integers_and_endless_domains_are_refused),
  claim(solvers_of_more_cells_than_can_be_walked_are_refused),
  claim(solves_at_the_last_walkable_index_are_those_at_zero),
};
RUN("index_ends", tests)
