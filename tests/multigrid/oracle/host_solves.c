/* Whole solves on the host have the bits of the solver in plain loops: any boxes, sides, walls, coefficients,
 * precisions, starts and cycles, and every way in which an engine may do a cycle. */
#include "oracle_users.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "../../../c_src/multigrid/solver_state.h"

enum { SMALL_RUNS = 300, LARGE_RUNS = 20 };

/* The numbers of level 0, such as the user's type holds; rhs, phi and walls around 0, coefficients around 1. */
static void draw_numbers(oracle_solve *s, vf_type type)
{
  oracle_level *fine = &s->level[0];
  double *const arrays[] = { fine->phi, fine->rhs, fine->a, fine->b[0], fine->b[1], fine->b[2] };
  for (int f = 0; f < 6; f++)
    for (int64_t e = 0; e < oracle_elements(fine->shape.n); e++) {
      const double x = random_number() + (f < 2 ? -0.5 : 0.5);
      arrays[f][e] = type == VF_REAL32 ? (double)(float)x : x;
    }
  for (int face = 0; face < 6; face++) {
    const int *n = fine->shape.n, count = n[0] * n[1] * n[2] / n[face % 3];
    for (int c = 0; c < count; c++) {
      const double x = random_number() - 0.5;
      s->walls[0][face][c] = type == VF_REAL32 ? (double)(float)x : x;
    }
  }
}

/* The inputs of a run of the solver. */
typedef struct run {
  users u;
  double h[3], alpha, beta;
  vf_boundary sides;
  bool variable, walls;
  int way; /* 0: the engine's own choice; otherwise the engine lacks some of its combined functions */
  int cycles;
  vf_multigrid_options options;
} run;

static vf_boundary random_sides(void)
{
  static const int kinds[] = { VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD, VF_DIRICHLET };
  vf_boundary sides = { .order = (int[]){ 1, 2, 3, 4, -1 }[random_below(5)] };
  for (int d = 0; d < 3; d++) {
    const bool around = random_below(4) == 0;
    for (int face = d; face < 6; face += 3) {
      sides.kind[face] = around ? VF_PERIODIC : kinds[random_below(4)];
      sides.distance[face] = random_below(3) ? 0 : 0.25 * random_below(3);
    }
  }
  const int held = random_below(3);
  sides.kind[held] = VF_DIRICHLET;
  if (sides.kind[held + 3] == VF_PERIODIC) sides.kind[held + 3] = VF_NEUMANN;
  return sides;
}

/* Shortens the cells in a direction, so that the solver smooths by lines. */
static void shorten(run *r, int d)
{
  if (r->u.n[d] < 4) r->u.n[d] += 4;
  r->sides.order = 1 + random_below(2);
  for (int face = d; face < 6; face += 3)
    if (r->sides.kind[face] == VF_PERIODIC) r->sides.kind[face] = VF_NEUMANN;
  for (int e = 0; e < 3; e++)
    if (r->sides.kind[e] == VF_PERIODIC) r->u.n[e] = 16; /* an even number of lines, on all levels */
  for (int e = 0; e < 3; e++)
    if (e != d) r->h[e] *= 5 + 5 * random_below(20);
}

/* Many small problems, and some problems large enough for teams: fewer planes than threads, odd extents, cubes. */
static run random_run(int number)
{
  static const int extents[] = { 16, 8, 12, 24, 4, 20, 6, 5, 2, 32, 1, 7 };
  static const int large[][3] = { { 96, 64, 4 }, { 64, 48, 24 }, { 17, 31, 29 }, { 16, 96, 12 }, { 40, 40, 40 } };
  run r = { .variable = number % 2, .walls = number % 3 > 0, .way = number % 5, .cycles = 1 + random_below(2) };
  const int odd = number % 4 == 3 ? 12 : 7;
  for (int d = 0; d < 3; d++) {
    r.u.n[d] = extents[random_below(number % 4 == 0 ? 3 : odd)];
    if (number % 16 == 10) r.u.n[d] = 17 + random_below(20);                /* resampled */
    if (number % 8 == 4) r.u.n[d] = d > 0 ? 16 : 16 + 16 * random_below(2); /* 4 levels */
    if (number >= SMALL_RUNS) r.u.n[d] = large[number % 5][d];
    r.u.lower[d] = random_below(9) - 4;
    r.h[d] = r.variable ? 0.05 + 0.03 * d : 0.07;
    if (number % 10 == 6) r.h[d] *= 1 + 2 * random_below(8); /* constant, anisotropic */
  }
  r.alpha = random_below(2) * 0.8;
  r.beta = 0.6;
  r.u.type = number % 7 == 6 ? VF_REAL32 : VF_REAL64;
  r.sides = random_sides();
  if (number % 10 == 7 || number % 10 == 8) shorten(&r, number / 10 % 3);
  vf_multigrid_options *const o = &r.options;
  *o = vf_multigrid_defaults();
  r.options.precision = VF_PRECISION_DOUBLE;
  if (number % 16 == 2) o->agglomerate_cells = 0; /* no level is resampled */
  o->start = random_below(2) ? VF_START_FULL : 1 + random_below(2);
  o->cycle = random_below(2) ? VF_CYCLE_F : VF_CYCLE_V;
  o->pre = random_below(4);
  o->post = random_below(4) + (o->pre == 0);
  o->bottom = VF_BOTTOM_SMOOTHS;
  o->bottom_smooths = 1 + random_below(6);
  if (random_below(2)) o->omega = 1.05;
  if (random_below(2)) o->omega_near = o->omega;
  if (number >= SMALL_RUNS && number % 4 < 2) { /* two directions are halved alone, with the numbers for this case */
    r.h[number / 4 % 3] *= 9;
    o->pre = vf_multigrid_defaults().pre;
    o->post = vf_multigrid_defaults().post;
    o->omega = vf_multigrid_defaults().omega;
    o->omega_near = vf_multigrid_defaults().omega_near;
  }
  /* x is halved alone, on levels without a cycle in a full start */
  if (number >= SMALL_RUNS && (number % 10 == 5 || number % 10 == 6)) {
    const int n[3] = { 64, 24, 24 };
    for (int d = 0; d < 3; d++) {
      r.u.n[d] = n[d];
      r.h[d] = d == 0 ? 0.01 : 0.3;
      r.sides.kind[d] = VF_DIRICHLET;
      if (r.sides.kind[d + 3] == VF_PERIODIC) r.sides.kind[d + 3] = VF_NEUMANN;
    }
    r.sides.order = 3;
    o->start = VF_START_FULL;
  }
  o->relative = o->absolute = 0;
  return r;
}

static vf_status make_solver(run *r, vf_multigrid **solver)
{
  users *const u = &r->u;
  if (!r->variable)
    return vf_multigrid_create(
        &(vf_multigrid_problem){
            .boxes = u->boxes, .box_count = u->count, .h = { r->h[0], r->h[1], r->h[2] }, .sides = &r->sides },
        &r->options, solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .boxes = u->boxes,
                                                      .box_count = u->count,
                                                      .h = { r->h[0], r->h[1], r->h[2] },
                                                      .sides = &r->sides,
                                                      .alpha = r->alpha,
                                                      .beta = r->beta,
                                                      .a = u->views[A],
                                                      .bx = u->views[BX],
                                                      .by = u->views[BY],
                                                      .bz = u->views[BZ] },
                             &r->options, solver);
}

/* Takes functions away from the engine, as in engines of other devices. The solver then calls other functions, with the
 * same result. */
static void choose_way(vf_multigrid *solver, int way)
{
  static vfi_engine_table table;
  table = *solver->engine.ops;
  if (way == 1 || way == 2) table.coarse_cycle = NULL;
  if (way == 2) table.relax = NULL;
  if (way == 3) table.coarse_cells = 600; /* the coarser levels only */
  if (way == 4) {
    table.relax = NULL;
    table.coarse_cells = 100;
  }
  solver->engine.ops = &table;
}

/* The choices of the solver: the directions to halve, the relaxation of smooths, the levels whose smooths count folded
 * ghosts, and the first level of a full start. */
typedef struct choices {
  int levels, start_level, lines;
  int resampled[3]; /* cells of level 1; 0: level 1 is not resampled */
  bool halved[SOLVE_LEVELS][3], whole[SOLVE_LEVELS], own_omegas[SOLVE_LEVELS], start_skips[SOLVE_LEVELS];
  double omegas[SOLVE_LEVELS][2 * VF_SOLVER_SMOOTHS];
  vf_multigrid_options options; /* of the plain loops */
} choices;

static void find_choices(run *r, choices *c)
{
  vf_multigrid *solver = NULL;
  must(make_solver(r, &solver));
  assert_true(solver->level_count <= SOLVE_LEVELS);
  *c = (choices){ .levels = solver->level_count, .start_level = solver->start_level, .lines = solver->lines };
  for (int l = 0; l < c->levels; l++) {
    const vfi_level *level = &solver->levels[l];
    c->whole[l] = level->whole_diagonal;
    c->own_omegas[l] = level->omegas != NULL;
    c->start_skips[l] = solver->start_skips[l];
    memcpy(c->halved[l], level->coarsening.halved, sizeof c->halved[l]);
    if (level->omegas)
      memcpy(c->omegas[l], level->omegas, (size_t)(solver->cycle.post + solver->cycle.pre) * sizeof(double));
  }
  for (int d = 0; d < 3; d++) c->resampled[d] = solver->levels[1].coarsening.resampled ? solver->levels[1].n[d] : 0;
  r->options.bottom_smooths = solver->cycle.bottom_smooths;
  /* The special numbers of lines are for the default options. */
  if (c->lines > 0 && solver->levels[0].lines.omegas) r->options.omega = 1.05;
  c->options = r->options;
  if (r->options.omega == solver->options.omega) c->options.omega_near = solver->cycle.near;
  must(vf_multigrid_destroy(&solver));
}

static void compare(run *r, int number)
{
  users *const u = &r->u;
  vf_multigrid *solver = NULL;
  oracle_solve s;
  oracle_solve_make(&s, u->n, r->h, &r->sides, r->variable, r->alpha, r->beta);
  draw_numbers(&s, u->type);
  users_make(u, &s.level[0]);
  users_put_walls(u, &s, &r->sides);
  /* A tolerance that the last cycle just reaches. */
  choices c;
  find_choices(r, &c);
  oracle_solve_coarsen(&s, &r->sides, c.levels, c.halved, c.resampled, c.lines);
  s.start_level = c.start_level;
  for (int l = 0; l < s.count; l++) {
    s.level[l].shape.whole_diagonal = c.whole[l];
    s.start_skips[l] = c.start_skips[l];
    s.level[l].shape.omegas = c.own_omegas[l] ? c.omegas[l] : NULL;
  }
  const oracle_outcome expected = oracle_solve_run(&s, &r->sides, &c.options, r->cycles, r->walls);
  r->options.absolute = expected.residual;
  must(make_solver(r, &solver));
  assert_int_equal(solver->level_count, s.count);
  choose_way(solver, r->way);
  vf_multigrid_report report = { 0 };
  must(vf_multigrid_solve(solver, u->views[PHI], u->views[RHS], r->walls ? u->views[WALL] : NULL, &report));
  char text[256];
  snprintf(text, sizeof text, "run %d: %d x %d x %d in %d boxes, kinds %d %d %d %d %d %d, order %d, way %d", number,
           u->n[0], u->n[1], u->n[2], u->count, r->sides.kind[0], r->sides.kind[1], r->sides.kind[2], r->sides.kind[3],
           r->sides.kind[4], r->sides.kind[5], r->sides.order, r->way);
  if (report.rhs_norm != expected.rhs)
    fail_msg("%s: norm of rhs %.17g, not %.17g", text, report.rhs_norm, expected.rhs);
  if (report.cycles != expected.cycles) fail_msg("%s: %d cycles, not %d", text, report.cycles, expected.cycles);
  if (report.residual != expected.residual)
    fail_msg("%s: residual %.17g, not %.17g", text, report.residual, expected.residual);
  for (int b = 0; b < u->count; b++) {
    const vf_box *box = &u->boxes[b];
    must(vf_view_to_host(u->views[PHI][b], VF_READ));
    for (int k = box->lower[2] - 1; k <= box->upper[2] + 1; k++)
      for (int j = box->lower[1] - 1; j <= box->upper[1] + 1; j++)
        for (int i = box->lower[0] - 1; i <= box->upper[0] + 1; i++) {
          const bool inside = i >= box->lower[0] && i <= box->upper[0] && j >= box->lower[1] && j <= box->upper[1] &&
                              k >= box->lower[2] && k <= box->upper[2];
          const double got = users_phi(u, b, i, j, k);
          double right = NAN;
          if (inside) right = s.level[0].phi[oracle_at(u->n, i - u->lower[0], j - u->lower[1], k - u->lower[2])];
          if (u->type == VF_REAL32) right = (double)(float)right;
          if (!(got == right || (isnan(got) && isnan(right))))
            fail_msg("%s: phi(%d, %d, %d) of box %d is %.17g, not %.17g", text, i, j, k, b, got, right);
        }
  }
  must(vf_multigrid_destroy(&solver));
  users_free(u);
  oracle_solve_free(&s);
}

static void use_threads(int threads)
{
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  (void)threads;
#endif
}

static void solves_are_those_of_plain_loops(void **state)
{
  (void)state;
  static const int teams[] = { 1, 2, 3, 5, 7, 12 };
  seed_numbers(20);
  /* A program under a sanitizer wants few solves. */
  const int step = getenv("VF_TEST_SOLVES") ? 7 : 1;
  for (int number = 0; number < SMALL_RUNS + LARGE_RUNS; number += step) {
    run r = random_run(number);
    use_threads(teams[number % 6]);
    compare(&r, number);
  }
}

/* The face at the end of a periodic direction is the face at its start. */
static void close_periodic_faces(const vf_boundary *sides, oracle_level *fine)
{
  const int *n = fine->shape.n;
  for (int d = 0; d < 3; d++) {
    if (sides->kind[d] != VF_PERIODIC) continue;
    int layer[3] = { n[0], n[1], n[2] };
    layer[d] = 1;
    for_cells(layer, i, j, k)
    {
      int end[3] = { i, j, k };
      end[d] = n[d];
      fine->b[d][oracle_at(n, end[0], end[1], end[2])] = fine->b[d][oracle_at(n, i, j, k)];
    }
  }
}

/* phi of a solve in which no face fixes the constant, by an engine that lacks some functions. */
static double *singular_solution(int number, int way)
{
  static const int kinds[][3] = { { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                                  { VF_PERIODIC, VF_PERIODIC, VF_PERIODIC },
                                  { VF_NEUMANN, VF_PERIODIC, VF_NEUMANN } };
  run r = { .u = { .n = { 32, 8, 16 }, .lower = { 3, -1, 0 }, .type = VF_REAL64 },
            .h = { 0.1, 0.1, 0.1 },
            .beta = 1,
            .sides = { .order = 2 },
            .variable = number % 2,
            .options = vf_multigrid_defaults() };
  for (int face = 0; face < 6; face++) r.sides.kind[face] = kinds[number % 3][face % 3];
  r.options.cycle = number / 2 % 2 ? VF_CYCLE_F : VF_CYCLE_V;
  r.options.relative = 1e-4;
  r.options.bottom = VF_BOTTOM_SMOOTHS;
  users *const u = &r.u;
  vf_multigrid *solver = NULL;
  oracle_solve s;
  seed_numbers(7 + (uint64_t)number);
  oracle_solve_make(&s, u->n, r.h, &r.sides, r.variable, r.alpha, r.beta);
  draw_numbers(&s, u->type);
  close_periodic_faces(&r.sides, &s.level[0]);
  users_make(u, &s.level[0]);
  must(make_solver(&r, &solver));
  choose_way(solver, way);
  must(vf_multigrid_solve(solver, u->views[PHI], u->views[RHS], NULL, NULL));
  double *const phi = calloc((size_t)oracle_elements(u->n), sizeof *phi);
  assert_non_null(phi);
  for (int b = 0; b < u->count; b++) {
    const vf_box *box = &u->boxes[b];
    must(vf_view_to_host(u->views[PHI][b], VF_READ));
    for (int k = box->lower[2]; k <= box->upper[2]; k++)
      for (int j = box->lower[1]; j <= box->upper[1]; j++)
        for (int i = box->lower[0]; i <= box->upper[0]; i++)
          phi[oracle_at(u->n, i - u->lower[0], j - u->lower[1], k - u->lower[2])] = users_phi(u, b, i, j, k);
  }
  must(vf_multigrid_destroy(&solver));
  users_free(u);
  oracle_solve_free(&s);
  return phi;
}

/* Other tests compare a whole cycle with plain loops; this test compares the cycle with its steps. */
static void singular_solves_have_the_bits_of_whole_cycles_in_every_way(void **state)
{
  (void)state;
  const int n[3] = { 32, 8, 16 };
  for (int number = 0; number < 6; number++) {
    double *const whole = singular_solution(number, 0);
    for (int way = 1; way < 5; way++) {
      double *const phi = singular_solution(number, way);
      if (memcmp(phi, whole, (size_t)oracle_elements(n) * sizeof *phi)) fail_msg("problem %d, way %d", number, way);
      free(phi);
    }
    free(whole);
  }
}

static const struct CMUnitTest tests[] = {
  claim(solves_are_those_of_plain_loops),
  claim(singular_solves_have_the_bits_of_whole_cycles_in_every_way),
};
RUN("host_solves", tests)
