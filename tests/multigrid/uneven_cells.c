/* Solves on cells of uneven widths, compared with finite volumes in plain loops. */
#include "testing.h"

#include <math.h>

#include <viewfab/solver.h>

enum { PROBLEMS = 40 };

static uint64_t seed;

static double number(void)
{
  uint64_t x = seed += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static int below(int count) { return (int)(number() * count); }

typedef struct problem {
  int n[3];
  double h[3], *width[3], alpha, beta;
  bool variable, singular, walls;
  vf_boundary sides;
  vf_view *phi, *rhs, *wall, *c[4]; /* a, bx, by, bz */
} problem;

/* Arrays have a ghost layer; element (i, j, k) counts from 0. */
static int64_t at(const problem *p, int i, int j, int k)
{
  return i + 1 + (int64_t)(p->n[0] + 2) * (j + 1 + (int64_t)(p->n[1] + 2) * (k + 1));
}

static double *host_of(vf_view *view, vf_intent intent)
{
  void *address = NULL;
  must(vf_view_to_host(view, intent));
  must(vf_view_host_address(view, &address));
  return address;
}

static vf_view *view_of(const problem *p, double low, int face)
{
  const int64_t extents[3] = { p->n[0] + 2, p->n[1] + 2, p->n[2] + 2 };
  const int lower[3] = { -1, -1, -1 };
  vf_view *view = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "numbers", &view));
  double *x = host_of(view, VF_WRITE);
  for (int64_t e = 0; e < extents[0] * extents[1] * extents[2]; e++) x[e] = low + number();
  if (face < 0 || p->sides.kind[face] != VF_PERIODIC) return view;
  const int64_t step = face == 0 ? 1 : face == 1 ? extents[0] : extents[0] * extents[1];
  int layer[3] = { p->n[0], p->n[1], p->n[2] };
  layer[face] = 1;
  for (int k = 0; k < layer[2]; k++)
    for (int j = 0; j < layer[1]; j++)
      for (int i = 0; i < layer[0]; i++) x[at(p, i, j, k) + p->n[face] * step] = x[at(p, i, j, k)];
  return view;
}

/* Widths that grow from a side, from both sides, or at random. */
static double *widths_of(int n, double h)
{
  double *w = malloc((size_t)n * sizeof *w);
  assert_non_null(w);
  const int kind = below(3);
  const double growth = 1 + 0.15 * number();
  for (int i = 0; i < n; i++)
    w[i] = kind == 0 ? h * pow(growth, i) : kind == 1 ? h * pow(growth, i < n / 2 ? i : n - 1 - i) : h * exp(number());
  return w;
}

static problem make(int number_of)
{
  static const int kinds[] = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_DIRICHLET };
  seed = 300 + (uint64_t)number_of;
  problem p = { .variable = number_of % 2, .singular = true, .beta = 0.3, .sides = { .order = 2 } };
  p.alpha = p.variable && below(2) ? 0.8 : 0;
  for (int d = 0; d < 3; d++) {
    const bool around = below(4) == 0;
    p.n[d] = 1 + below(24);
    p.h[d] = 0.1 + 0.1 * number();
    p.width[d] = d == 2 || below(2) ? widths_of(p.n[d], p.h[d]) : NULL;
    for (int face = d; face < 6; face += 3) {
      p.sides.kind[face] = around ? VF_PERIODIC : number_of % 5 == 4 ? VF_NEUMANN : kinds[below(4)];
      p.sides.distance[face] = below(3) ? 0 : 0.25;
      p.singular = p.singular && (p.sides.kind[face] == VF_PERIODIC || p.sides.kind[face] == VF_NEUMANN);
    }
  }
  p.singular = p.singular && p.alpha == 0;
  p.walls = below(2);
  p.phi = view_of(&p, 0, -1);
  p.rhs = view_of(&p, -0.5, -1);
  p.wall = view_of(&p, -0.5, -1);
  for (int c = 0; c < 4; c++) p.c[c] = view_of(&p, 0.5, c - 1);
  return p;
}

static void unmake(problem *p)
{
  must(vf_view_release(&p->phi, true));
  must(vf_view_release(&p->rhs, true));
  must(vf_view_release(&p->wall, true));
  for (int c = 0; c < 4; c++) must(vf_view_release(&p->c[c], true));
  for (int d = 0; d < 3; d++) free(p->width[d]);
}

static double width(const problem *p, int d, int i) { return p->width[d] ? p->width[d][i] : p->h[d]; }

/* The value across a face of a cell, and its distance. A ghost mirrors the cell; beside a wall the ghost is on the line
 * through the wall's value and the cell's value. */
static long double across(const problem *p, const double *phi, const double *wall, int64_t e, int face, int index,
                          double *apart)
{
  const int64_t step[3] = { 1, p->n[0] + 2, (int64_t)(p->n[0] + 2) * (p->n[1] + 2) };
  const int d = face % 3, n = p->n[d];
  const int64_t outward = face < 3 ? -step[d] : step[d];
  const double w = width(p, d, index);
  if (index != (face < 3 ? 0 : n - 1)) {
    *apart = (w + width(p, d, index + (face < 3 ? -1 : 1))) / 2;
    return phi[e + outward];
  }
  *apart = w;
  switch (p->sides.kind[face]) {
    case VF_PERIODIC: *apart = (w + width(p, d, n - 1 - index)) / 2; return phi[e - (n - 1) * outward];
    case VF_NEUMANN: return phi[e];
    case VF_REFLECT_ODD: return -(long double)phi[e];
  }
  const long double far = p->sides.distance[face], held = p->walls ? wall[e + outward] : 0;
  return phi[e] + (held - phi[e]) / (0.5L + far);
}

/* max v |rhs - L phi|; the mean of rhs over the volume is subtracted if constants are in the kernel. phi NULL: 0. */
static long double residual(const problem *p, const double *phi)
{
  const double *rhs = host_of(p->rhs, VF_READ), *wall = host_of(p->wall, VF_READ);
  const double *c[4], base = rhs[at(p, 0, 0, 0)]; /* the mean of the differences from base, which have no rounding */
  double *zero = NULL, widest[3] = { 0 };
  long double most = 0, mean = 0, volume = 0;
  for (int q = 0; q < 4; q++) c[q] = host_of(p->c[q], VF_READ);
  if (!phi) phi = zero = calloc((size_t)at(p, p->n[0], p->n[1], p->n[2]) + 1, sizeof *zero);
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < p->n[d]; i++) widest[d] = fmax(widest[d], width(p, d, i));
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < p->n[2]; k++)
      for (int j = 0; j < p->n[1]; j++)
        for (int i = 0; i < p->n[0]; i++) {
          const int index[3] = { i, j, k };
          const int64_t e = at(p, i, j, k), step[3] = { 1, p->n[0] + 2, (int64_t)(p->n[0] + 2) * (p->n[1] + 2) };
          long double v = 1, r = rhs[e];
          for (int d = 0; d < 3; d++) v *= width(p, d, index[d]) / widest[d];
          if (pass == 0) {
            mean += v * (r - base);
            volume += v;
            continue;
          }
          if (p->singular) r = r - base - mean / volume;
          if (p->variable) r -= (long double)p->alpha * c[0][e] * phi[e];
          for (int face = 0; face < 6; face++) {
            const int d = face % 3;
            double apart;
            const long double beside = across(p, phi, wall, e, face, index[d], &apart);
            const double b = p->variable ? -p->beta * c[d + 1][face < 3 ? e : e + step[d]] : 1;
            r -= b * (beside - phi[e]) / apart / width(p, d, index[d]);
          }
          most = fmaxl(most, v * fabsl(r));
        }
  free(zero);
  return most;
}

static vf_status make_solver(const problem *p, const vf_multigrid_options *options, vf_multigrid **solver)
{
  const vf_box box = { { 0, 0, 0 }, { p->n[0] - 1, p->n[1] - 1, p->n[2] - 1 } };
  vf_view *const *c = p->c;
  if (!p->variable)
    return vf_multigrid_create(
        &(vf_multigrid_problem){
            .boxes = &box, .box_count = 1, .h = { p->h[0], p->h[1], p->h[2] }, .sides = &p->sides },
        options, solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &box,
                                                      .box_count = 1,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &p->sides,
                                                      .alpha = p->alpha,
                                                      .beta = p->beta,
                                                      .a = &c[0],
                                                      .bx = &c[1],
                                                      .by = &c[2],
                                                      .bz = &c[3] },
                             options, solver);
}

/* A solve, its residual by plain loops, and the largest allowed residual. */
typedef struct outcome {
  vf_status status;
  vf_multigrid_report report;
  long double left, allowed;
} outcome;

static outcome solve(const problem *p, long double relative)
{
  outcome o = { 0 };
  vf_multigrid_options options = vf_multigrid_defaults();
  vf_multigrid *solver = NULL;
  options.relative = (double)relative;
  for (int d = 0; d < 3; d++) options.widths[d] = p->width[d];
  must(make_solver(p, &options, &solver));
  o.status = vf_multigrid_solve(solver, &p->phi, &p->rhs, p->walls ? &p->wall : NULL, &o.report);
  o.allowed = relative * residual(p, NULL);
  o.left = residual(p, host_of(p->phi, VF_READ));
  must(vf_multigrid_destroy(&solver));
  return o;
}

static void solutions_are_those_of_finite_volumes(void **state)
{
  (void)state;
  for (int number_of = 0; number_of < PROBLEMS; number_of++) {
    problem p = make(number_of);
    const outcome o = solve(&p, 1e-9L);
    if (o.status || !(o.left <= 1.001L * o.allowed))
      fail_msg("problem %d, %d x %d x %d, kinds %d %d %d %d %d %d: status %d, residual %Lg, allowed %Lg; %s", number_of,
               p.n[0], p.n[1], p.n[2], p.sides.kind[0], p.sides.kind[1], p.sides.kind[2], p.sides.kind[3],
               p.sides.kind[4], p.sides.kind[5], o.status, o.left, o.allowed, o.status ? vf_last_error() : "");
    if (fabsl(o.report.residual - o.left) > 0.01L * o.left + 1e-3L * o.allowed)
      fail_msg("problem %d: reported %g, it is %Lg", number_of, o.report.residual, o.left);
    unmake(&p);
  }
}

static void widths_that_are_none_are_refused(void **state)
{
  (void)state;
  problem p = make(2);
  vf_multigrid *solver = NULL;
  vf_multigrid_options options = vf_multigrid_defaults();
  const double bad[] = { 0, -1, NAN, INFINITY, 1e-9 };
  for (size_t b = 0; b < sizeof bad / sizeof bad[0]; b++)
    for (int i = 0; i < p.n[2]; i += p.n[2] - 1) {
      const double kept = p.width[2][i];
      options.widths[2] = p.width[2];
      p.width[2][i] = bad[b];
      assert_int_equal(make_solver(&p, &options, &solver), VF_ERROR_ARGUMENT);
      assert_non_null(strstr(vf_last_error(), "width"));
      assert_null(solver);
      p.width[2][i] = kept;
    }
  unmake(&p);
}

/* Cells that are long in some directions, or grow along a direction. */
typedef struct ratio {
  int n[3];
  double h[3];
  int growing; /* the direction whose widths grow, 1 to 3; 0: none */
  double growth;
  int kinds[3]; /* of both faces of a direction; 0: Dirichlet */
  int most;     /* cycles */
} ratio;

static const ratio ratios[] = {
  { { 64, 64, 64 }, { 1, 1, 100 }, 0, 0, { 0 }, 9 },
  { { 64, 64, 64 }, { 1, 100, 100 }, 0, 0, { 0 }, 7 },
  { { 64, 64, 64 }, { 1, 30, 900 }, 0, 0, { 0 }, 7 },
  { { 64, 64, 64 }, { 30, 1, 900 }, 0, 0, { 0 }, 7 },
  { { 61, 50, 37 }, { 900, 30, 1 }, 0, 0, { 0 }, 8 },
  { { 64, 64, 64 }, { 1, 1, 1 }, 3, 1.1, { 0 }, 8 },
  { { 35, 64, 47 }, { 1, 1, 1 }, 2, 1.1, { 0 }, 8 },
  { { 64, 41, 31 }, { 1, 1, 1 }, 1, 1.1, { 0 }, 8 },
  { { 32, 64, 64 }, { 1, 1, 1 }, 2, 1.1, { VF_PERIODIC, 0, VF_PERIODIC }, 9 },
  { { 48, 64, 30 }, { 1, 1, 1 }, 2, 1.1, { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN }, 10 },
};

static problem problem_of(const ratio *r, bool variable)
{
  problem p = { .variable = variable, .singular = true, .beta = 0.3, .sides = { .order = 2 } };
  seed = 77;
  for (int d = 0; d < 3; d++) {
    p.n[d] = r->n[d];
    p.h[d] = r->h[d] / 64;
    p.sides.kind[d] = p.sides.kind[d + 3] = r->kinds[d] ? r->kinds[d] : VF_DIRICHLET;
    p.singular = p.singular && r->kinds[d] != 0;
    if (r->growing != d + 1) continue;
    p.width[d] = malloc((size_t)p.n[d] * sizeof *p.width[d]);
    assert_non_null(p.width[d]);
    for (int i = 0; i < p.n[d]; i++) p.width[d][i] = p.h[d] * pow(r->growth, i - p.n[d] / 2);
  }
  p.phi = view_of(&p, 0, -1);
  p.rhs = view_of(&p, -0.5, -1);
  p.wall = view_of(&p, -0.5, -1);
  for (int c = 0; c < 4; c++) p.c[c] = view_of(&p, 0.5, c - 1);
  return p;
}

static void long_cells_take_as_few_cycles_as_cubes(void **state)
{
  (void)state;
  for (size_t number_of = 0; number_of < 2 * sizeof ratios / sizeof ratios[0]; number_of++) {
    const ratio *r = &ratios[number_of / 2];
    problem p = problem_of(r, number_of % 2);
    const outcome o = solve(&p, 1e-10L);
    must(o.status);
    if (o.report.cycles > r->most || !(o.left <= 1.01L * o.allowed))
      fail_msg("%d x %d x %d, widths %g : %g : %g, growth %g, %s: %d cycles, residual %Lg, allowed %Lg", p.n[0], p.n[1],
               p.n[2], r->h[0], r->h[1], r->h[2], r->growth, p.variable ? "variable" : "constant", o.report.cycles,
               o.left, o.allowed);
    unmake(&p);
  }
}

/* The spacing of doubles near the mean is larger than the requested residual. */
static void large_mean_of_rhs_is_taken_off(void **state)
{
  (void)state;
  const ratio walled = { { 24, 31, 17 }, { 1, 1, 1 }, 2, 1.1, { VF_NEUMANN, VF_NEUMANN, VF_PERIODIC }, 0 };
  const double means[] = { 1e6, -3e9 };
  for (int number_of = 0; number_of < 4; number_of++) {
    problem p = problem_of(&walled, number_of % 2);
    const double mean = means[number_of / 2];
    double *rhs = host_of(p.rhs, VF_UPDATE);
    for (int64_t e = 0; e <= at(&p, p.n[0], p.n[1], p.n[2]); e++) rhs[e] += mean;
    const outcome o = solve(&p, 1e-10L);
    if (o.status || !(o.left <= 1.01L * o.allowed))
      fail_msg("mean %g, %s: status %d, residual %Lg, allowed %Lg; %s", mean, p.variable ? "variable" : "constant",
               o.status, o.left, o.allowed, o.status ? vf_last_error() : "");
    assert_true(fabs(o.report.rhs_change - mean) < 1);
    unmake(&p);
  }
}

static const struct CMUnitTest tests[] = {
  claim(solutions_are_those_of_finite_volumes),
  claim(long_cells_take_as_few_cycles_as_cubes),
  claim(large_mean_of_rhs_is_taken_off),
  claim(widths_that_are_none_are_refused),
};
RUN("uneven_cells", tests)
