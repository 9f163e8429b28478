/* Solves on a GPU have the bits of the host's solves, on grids of any extents: whole cycles and starts, with graded
 * levels, levels with some halved directions, and levels from uneven cells. */
#include "testing.h"

#include <math.h>
#include <stdio.h>

#include <viewfab/solver.h>

enum { PROBLEMS = 90, LINES = 36, JUMPS = 12, CYCLES = 2 };

static uint64_t state_of_numbers;

static uint64_t bits(void)
{
  uint64_t x = state_of_numbers += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static double number(void) { return (double)(bits() >> 11) * 0x1p-53; }
static int below(int count) { return (int)(bits() % (uint64_t)count); }

typedef struct problem {
  int n[3];
  double h[3];
  bool variable, walls;
  double jump; /* coefficients of faces are any number from 1 to this one; 0: from 0.5 to 1.5 */
  vf_boundary sides;
  vf_multigrid_options options;
  double *widths;
} problem;

static problem draw(int number_of)
{
  static const int kinds[] = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_DIRICHLET };
  problem p = { .variable = number_of % 2, .walls = number_of % 3 == 0, .sides = { .order = 2 + below(3) / 2 } };
  for (int d = 0; d < 3; d++) {
    const bool around = below(5) == 0;
    p.n[d] = 1 + below(number_of % 5 ? 40 : 90);
    if (number_of % 5 == 2)
      p.n[d] = number_of % 3 ? 17 + below(70) : 16 + 4 * below(24); /* cycles in single precision */
    p.h[d] = (number_of % 4 == 3 ? exp(4 * number()) : 1) / 16;
    if (number_of % 5 == 4) { /* in single precision over coarsenings that leave z alone */
      p.n[d] = 17 + below(50);
      p.h[d] = (d == 2 ? 2 + below(20) : 1) / 16.;
    }
    for (int face = d; face < 6; face += 3) {
      p.sides.kind[face] = around ? VF_PERIODIC : kinds[below(4)];
      p.sides.distance[face] = below(3) ? 0 : 0.25;
    }
  }
  p.options = vf_multigrid_defaults();
  p.options.start = below(3) ? VF_START_FULL : VF_START_ZERO;
  p.options.cycle = below(3) ? VF_CYCLE_V : VF_CYCLE_F;
  p.options.bottom = VF_BOTTOM_SMOOTHS;
  p.options.relative = 1e-30;
  p.options.max_cycles = CYCLES;
  if (number_of / 2 % 2) p.options.agglomerate_cells = 0; /* no level is resampled */
  if (number_of % 4 == 1) p.options.method = VF_METHOD_ROBUST;
  if (number_of % 6 == 5) {
    p.widths = malloc((size_t)p.n[2] * sizeof *p.widths);
    assert_non_null(p.widths);
    for (int k = 0; k < p.n[2]; k++) p.widths[k] = p.h[2] * pow(1.07, k);
    p.options.widths[2] = p.widths;
  }
  return p;
}

/* Cells that are short in a direction, or grow along it, so the solver uses lines: more lines than a block of threads,
 * single lines, and numbers between; of either operator. */
static problem draw_lines(int number_of)
{
  problem p = draw(6 * number_of + number_of % 2);
  const int along = number_of % 3;
  free(p.widths);
  p.widths = NULL;
  p.options.widths[2] = NULL;
  p.options.method = VF_METHOD_CYCLES; /* the robust method has no lines */
  p.sides.order = 2;
  for (int d = 0; d < 3; d++) {
    const bool around = p.sides.kind[d] == VF_PERIODIC;
    if (d == along && around) p.sides.kind[d] = p.sides.kind[d + 3] = VF_NEUMANN;
    else if (around) p.n[d] = 16; /* even on all levels */
    if (d == along) p.n[d] = 4 + below(number_of % 8 < 2 ? 300 : 60);
    p.h[d] = d == along ? 1. / 64 : exp(2 + 4 * number()) / 64;
  }
  if (along == 2 && number_of / 6 % 2) {
    p.h[0] = p.h[1] = p.h[2];
    p.widths = malloc((size_t)p.n[2] * sizeof *p.widths);
    assert_non_null(p.widths);
    for (int k = 0; k < p.n[2]; k++) p.widths[k] = p.h[2] * pow(1.05, k - p.n[2] / 2);
    p.options.widths[2] = p.widths;
  }
  return p;
}

/* Lines, and coefficients that only the robust method solves: the default begins with lines and comes to that method. */
static problem draw_jumps(int number_of)
{
  problem p = { .variable = true, .jump = 1e6, .sides = { .order = 2 }, .options = vf_multigrid_defaults() };
  const int along = number_of % 3;
  for (int d = 0; d < 3; d++) {
    p.n[d] = 15 + below(16);
    p.h[d] = d == along ? 1. / 64 : 1. / 8;
    for (int face = d; face < 6; face += 3) p.sides.kind[face] = below(2) ? VF_DIRICHLET : VF_NEUMANN;
  }
  p.sides.kind[along] = VF_DIRICHLET;
  p.options.relative = 1e-6;
  return p;
}

/* A view in a context, with numbers that depend on `which` alone. */
static vf_view *view_of(vf_context *context, const problem *p, int ghosts, int face, double low, uint64_t which)
{
  vf_view *view = NULL;
  int64_t extents[3], count = 1;
  int lower[3];
  void *at = NULL;
  for (int d = 0; d < 3; d++) {
    count *= extents[d] = p->n[d] + 2 * ghosts + (face == d);
    lower[d] = 1 - ghosts;
  }
  state_of_numbers = which;
  must(vf_view_create(context, VF_REAL64, 3, extents, lower, "numbers", &view));
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &at));
  for (int64_t e = 0; e < count; e++)
    ((double *)at)[e] = face >= 0 && p->jump > 0 ? exp(number() * log(p->jump)) : low + number();
  if (face < 0 || p->sides.kind[face] != VF_PERIODIC) return view;
  /* the last face of a periodic direction is its first face */
  const int64_t step[3] = { 1, extents[0], extents[0] * extents[1] };
  for (int64_t e = 0; e < count; e++)
    if (e / step[face] % extents[face] == p->n[face]) ((double *)at)[e] = ((double *)at)[e - p->n[face] * step[face]];
  return view;
}

/* phi after the cycles, and the report. */
static double *solution(vf_context *context, const problem *p, uint64_t seed, vf_multigrid_report *report)
{
  vf_view *phi = view_of(context, p, 1, -1, -0.5, seed), *rhs = view_of(context, p, 0, -1, -0.5, seed + 1);
  vf_view *wall = view_of(context, p, 1, -1, -0.5, seed + 2), *c[4] = { NULL };
  const vf_box box = { { 1, 1, 1 }, { p->n[0], p->n[1], p->n[2] } };
  vf_multigrid *solver = NULL;
  for (int d = 0; d < 4 && p->variable; d++) c[d] = view_of(context, p, 0, d - 1, 0.5, seed + 3 + (uint64_t)d);
  if (p->variable)
    must(vf_multigrid_create(&(vf_multigrid_problem){ .context = context,
                                                      .boxes = &box,
                                                      .box_count = 1,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &p->sides,
                                                      .alpha = 0.7,
                                                      .beta = 0.1,
                                                      .a = &c[0],
                                                      .bx = &c[1],
                                                      .by = &c[2],
                                                      .bz = &c[3] },
                             &p->options, &solver));
  else
    must(vf_multigrid_create(
        &(vf_multigrid_problem){
            .context = context, .boxes = &box, .box_count = 1, .h = { p->h[0], p->h[1], p->h[2] }, .sides = &p->sides },
        &p->options, &solver));
  const vf_status status = vf_multigrid_solve(solver, &phi, &rhs, p->walls ? &wall : NULL, report);
  if (status != VF_OK && status != VF_ERROR_STAGNATED && status != VF_ERROR_DIVERGED) must(status);
  const size_t count = (size_t)(p->n[0] + 2) * (size_t)(p->n[1] + 2) * (size_t)(p->n[2] + 2);
  double *copy = malloc(count * sizeof *copy);
  void *at = NULL;
  assert_non_null(copy);
  must(vf_view_to_host(phi, VF_READ));
  must(vf_view_host_address(phi, &at));
  memcpy(copy, at, count * sizeof *copy);
  must(vf_multigrid_destroy(&solver));
  must(vf_view_release(&phi, true));
  must(vf_view_release(&rhs, true));
  must(vf_view_release(&wall, true));
  for (int d = 0; d < 4; d++)
    if (c[d]) must(vf_view_release(&c[d], true));
  return copy;
}

static void compare(int problems, problem (*draw_one)(int number_of))
{
  const char *counted = getenv("VF_TEST_SOLVES");
  if (counted) problems = atoi(counted);
  vf_context *host = NULL;
  must(vf_context_create("host", &host));
  for (int number_of = 0; number_of < problems; number_of++) {
    state_of_numbers = 1000 + (uint64_t)number_of;
    const problem p = draw_one(number_of);
    const uint64_t seed = 77 * (uint64_t)number_of;
    vf_multigrid_report expected_report = { 0 }, report = { 0 };
    double *expected = solution(host, &p, seed, &expected_report), *got = solution(NULL, &p, seed, &report);
    const int *n = p.n;
    for (int64_t e = 0; e < (int64_t)(n[0] + 2) * (n[1] + 2) * (n[2] + 2); e++)
      if (got[e] != expected[e] && !(isnan(got[e]) && isnan(expected[e])))
        fail_msg("problem %d, %d x %d x %d, %s, kinds %d %d %d %d %d %d, order %d: element %lld is %.17g, not %.17g",
                 number_of, n[0], n[1], n[2], p.variable ? "variable" : "constant", p.sides.kind[0], p.sides.kind[1],
                 p.sides.kind[2], p.sides.kind[3], p.sides.kind[4], p.sides.kind[5], p.sides.order, (long long)e,
                 got[e], expected[e]);
    if (p.jump > 0 && (report.method != VF_METHOD_ROBUST || report.cycles > 60 || !(report.residual <= 1e-6)))
      fail_msg("problem %d: residual %g after %d cycles, method %d", number_of, report.residual, report.cycles,
               report.method);
    if (report.residual != expected_report.residual)
      fail_msg("problem %d: residual %.17g, not %.17g", number_of, report.residual, expected_report.residual);
    free(expected);
    free(got);
    free(p.widths);
  }
  must(vf_context_destroy(host));
}

static void grids_of_any_extents_have_the_bits_of_the_host(void **state)
{
  (void)state;
  compare(PROBLEMS, draw);
}

static void lines_have_the_bits_of_the_host(void **state)
{
  (void)state;
  compare(LINES, draw_lines);
}

static void the_robust_method_after_lines_has_the_bits_of_the_host_and_solves(void **state)
{
  (void)state;
  compare(JUMPS, draw_jumps);
}

static const struct CMUnitTest tests[] = {
  claim(grids_of_any_extents_have_the_bits_of_the_host),
  claim(lines_have_the_bits_of_the_host),
  claim(the_robust_method_after_lines_has_the_bits_of_the_host_and_solves),
};
RUN("solves_on_two_devices", tests)
