/* The solver's promises beside the solution: few cycles after a full start, always the same bits, little memory. */
#include "solver_cases.h"
#include "solvers.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* Solves on so many threads (a GPU ignores the number) and returns the cells. */
static double *cells_with_threads(problem p, const vf_multigrid_options *options, int threads)
{
#ifdef _OPENMP
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
#else
  (void)threads;
#endif
  problem_make(&p);
  solved(&p, options, NULL);
  double *cells = problem_cells(&p);
  problem_free(&p);
#ifdef _OPENMP
  omp_set_num_threads(before);
#endif
  return cells;
}

enum { CASES = 13 };

static problem case_of(int c, vf_multigrid_options *options)
{
  enum { N = 32 }; /* large enough for a team */
  const int kinds[3] = { VF_DIRICHLET, VF_PERIODIC, VF_NEUMANN };
  problem p = cube(N, kinds[c % 3]);
  p.variable = c >= 3;
  p.walls = c % 3 == 0;
  *options = vf_multigrid_defaults();
  options->method = c == 0 ? VF_METHOD_CONJUGATE_GRADIENTS : c < 6 || c >= 9 ? VF_METHOD_CYCLES : VF_METHOD_ROBUST;
  if (c < 9) return p;
  /* two levels in single precision, the second level graded; cells that are long in z */
  const int odd[3] = { 37, 33, 35 };
  p = cube(odd[1], c % 2 ? VF_DIRICHLET : VF_NEUMANN);
  p.variable = c == 11;
  memcpy(p.n, odd, sizeof odd);
  if (c == 12) p.h[2] *= 2;
  return p;
}

static void threads_runs_and_boxes_do_not_change_the_bits(void **state)
{
  (void)state;
  enum { RUNS = 2 };
  const int teams[] = { 1, 2, 3, 7 };
  for (int c = 0; c < CASES; c++) {
    vf_multigrid_options options;
    problem p = case_of(c, &options);
    const size_t cells_of_all = (size_t)p.n[0] * (size_t)p.n[1] * (size_t)p.n[2];
    double *first = cells_with_threads(p, &options, 1);
    for (size_t t = 0; t < sizeof teams / sizeof teams[0]; t++)
      for (int run = 0; run < RUNS; run++) {
        for (int d = 0; d < 3; d++) p.parts[d] = run ? 5 - d : 1;
        double *cells = cells_with_threads(p, &options, teams[t]);
        if (memcmp(first, cells, cells_of_all * sizeof *cells))
          fail_msg("case %d: other bits on %d threads in %s", c, teams[t], run ? "60 boxes" : "one box");
        free(cells);
      }
    free(first);
  }
}

/* The full start is an F-cycle from the coarsest level on. With lines (the last two problems) it begins with a cycle on
 * the third level, and a third cycle is needed. */
static void a_full_start_and_two_cycles_reach_the_error_of_the_discretisation(void **state)
{
  (void)state;
  static const int cells[] = { 32, 32, 64, 64, 128, 48, 48, 64, 48 };
  for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
    problem p = cube(cells[c], VF_DIRICHLET);
    p.variable = c % 2;
    p.walls = c >= 5;
    for (int d = 0; d < 2 && c >= 7; d++) p.h[(c + d) % 3] /= d ? 5 : 30;
    problem_make(&p);
    const double converged = solved(&p, NULL, NULL);
    vf_multigrid_options options = vf_multigrid_defaults();
    options.max_cycles = c < 7 ? 2 : 3;
    options.relative = 1e-15;
    vf_multigrid *solver = NULL;
    must(problem_solver(&p, &options, &solver));
    refused(vf_multigrid_solve(solver, p.phi, p.rhs, p.walls ? p.wall : NULL, NULL), VF_ERROR_STAGNATED,
            c < 7 ? "after 2 cycles" : "after 3 cycles");
    must(vf_multigrid_destroy(&solver));
    const double error = problem_error(&p);
    problem_free(&p);
    if (!(error <= 1.1 * converged))
      fail_msg("problem %zu, %d^3, %s: error %g, converged %g", c, p.n[0], p.variable ? "variable" : "constant", error,
               converged);
  }
}

/* Cycles of a cube in either precision, with so many of its faces held. */
static int cycles_of(int n, int held, int precision)
{
  problem p = cube(n, VF_NEUMANN);
  vf_multigrid_options options = vf_multigrid_defaults();
  vf_multigrid_report report = { 0 };
  options.precision = precision;
  for (int face = 0; face < held; face++) p.sides.kind[face] = VF_DIRICHLET;
  error_of(p, &options, &report);
  return report.cycles;
}

/* Levels of other extents are resampled, so all coarser levels have equal cells. */
static void cubes_of_any_extents_take_the_cycles_of_powers_of_two(void **state)
{
  (void)state;
  static const int cells[] = { 33, 36, 37, 46, 50, 53, 61, 72, 91, 101, 107 };
  for (int precision = VF_PRECISION_AUTO; precision <= VF_PRECISION_DOUBLE; precision++)
    for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
      const int cycles = cycles_of(cells[c], 6, precision), most = cycles_of(64, 6, precision);
      if (cycles > most + (cells[c] < 80)) fail_msg("%d^3: %d cycles, 64^3 %d", cells[c], cycles, most);
    }
}

/* With three cells in each direction of the coarsest level, 8 smooths leave half of the part of the solution that a
 * single wall fixes. */
static void coarsest_levels_of_few_walls_are_solved(void **state)
{
  (void)state;
  static const int cells[] = { 24, 28, 48, 49 };
  for (size_t c = 0; c < sizeof cells / sizeof cells[0]; c++) {
    const int cycles = cycles_of(cells[c], 1, VF_PRECISION_AUTO);
    if (cycles > 7) fail_msg("%d^3: %d cycles", cells[c], cycles);
  }
}

static vf_view *ones(int n, int face)
{
  const int64_t extents[3] = { n + (face == 0), n + (face == 1), n + (face == 2) };
  const int lower[3] = { 0, 0, 0 };
  vf_view *view = NULL;
  void *at = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "ones", &view));
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &at));
  for (int64_t e = 0; e < extents[0] * extents[1] * extents[2]; e++) ((double *)at)[e] = 1;
  return view;
}

/* All device memory taken by the solver (levels with ghosts and padding, and beside phi the room for a GPU's smooths),
 * over the memory of phi, rhs and coefficients with ghosts on all levels. Small levels have more padding, and a GPU's
 * smooths of up to 2^21 cells take a second phi. So the cubes are large: 256^3, and 128^3 for variable coefficients on
 * the host, without a second phi. Levels in single precision stand beside the levels in double precision. On the host
 * their halves of the arrays take a little more than half of this memory. On a GPU they take two thirds: for speed they
 * have a whole second phi, and the levels in double precision have a third of one. */
static void memory_of_large_levels_is_at_most_1_3_times_their_arrays(void **state)
{
  (void)state;
  const bool on_host = !strcmp(vf_context_device(NULL), "host");
  for (int run = 0; run < 3; run++) {
    const bool variable = run == 1, single = run == 2;
    const double with_single = on_host ? 1.55 : 1.66;
    const int side = variable && on_host ? 128 : 256;
    const vf_box box = { { 0, 0, 0 }, { side - 1, side - 1, side - 1 } };
    const vf_boundary sides = all_sides(VF_DIRICHLET);
    const double h[3] = { 1.0 / side, 1.0 / side, 1.0 / side };
    vf_multigrid_options options = vf_multigrid_defaults();
    vf_multigrid *solver = NULL;
    vf_view *coefficients[4] = { NULL };
    int64_t bytes = 0;
    if (!single) options.precision = VF_PRECISION_DOUBLE;
    for (int f = 0; f < 4 && variable; f++) coefficients[f] = ones(side, f - 1);
    if (variable)
      must(vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &box,
                                                        .box_count = 1,
                                                        .h = { h[0], h[1], h[2] },
                                                        .sides = &sides,
                                                        .alpha = 1,
                                                        .beta = 1,
                                                        .a = &coefficients[0],
                                                        .bx = &coefficients[1],
                                                        .by = &coefficients[2],
                                                        .bz = &coefficients[3] },
                               &options, &solver));
    else must(poisson_on_boxes(&box, 1, h[0], &sides, &options, &solver));
    must(vf_multigrid_shape(solver, NULL, NULL, &bytes));
    must(vf_multigrid_destroy(&solver));
    for (int f = 0; f < 4 && variable; f++) must(vf_view_release(&coefficients[f], true));
    double plain = 0;
    for (int n = side; n >= 2; n /= 2) {
      const double cells = pow(n + 2, 3), faces = pow(n + 2, 2) * (n + 3);
      plain += 8 * (2 * cells + (variable ? cells + 3 * faces : 0));
    }
    if (!((double)bytes <= (single ? with_single : 1) * 1.3 * plain))
      fail_msg("%d^3, %s: %g times the levels' arrays", side, variable ? "variable" : "constant",
               (double)bytes / plain);
  }
}

static const struct CMUnitTest tests[] = {
  claim(threads_runs_and_boxes_do_not_change_the_bits),
  claim(a_full_start_and_two_cycles_reach_the_error_of_the_discretisation),
  claim(cubes_of_any_extents_take_the_cycles_of_powers_of_two),
  claim(coarsest_levels_of_few_walls_are_solved),
  claim(memory_of_large_levels_is_at_most_1_3_times_their_arrays),
};
RUN("solver_promises", tests)
