/* A failure of any call of the engine, or of taking memory, is the failure of the solve, whichever call it is. */
#include "oracle_users.h"

#include <errno.h>

#include "../../../c_src/multigrid/solver_state.h"

static const vf_engine_table *working;
static int64_t countdown; /* calls until the one that fails */

static bool fails(void) { return --countdown == 0; }

#define FAILING(name, parameters, arguments) \
  static int failing_##name parameters { return fails() ? ENOMEM : working->name arguments; }
FAILING(smooth, (vf_engine * e, vf_level *l, int count, bool zero), (e, l, count, zero))
FAILING(residual_restrict, (vf_engine * e, vf_level *l, vf_level *c, double *norm), (e, l, c, norm))
FAILING(interpolate, (vf_engine * e, vf_level *l, vf_level *c, bool add), (e, l, c, add))
FAILING(interpolate_resampled, (vf_engine * e, const vf_level *l, const vf_level *c, bool add), (e, l, c, add))
FAILING(restrict_resampled, (vf_engine * e, const vf_level *l, vf_field x, const vf_level *c), (e, l, x, c))
FAILING(interpolate_smooth, (vf_engine * e, vf_level *l, vf_level *c, int count), (e, l, c, count))
FAILING(relax, (vf_engine * e, vf_level *l, const vf_relax *steps), (e, l, steps))
FAILING(relax_single, (vf_engine * e, vf_level *l, const vf_relax *steps), (e, l, steps))
FAILING(narrow, (vf_engine * e, const vf_level *shape, vf_field x, double factor, vf_field y), (e, shape, x, factor, y))
FAILING(coarse_cycle, (vf_engine * e, vf_level *l, int count, const vf_cycle *cycle, vf_coarse_start start),
        (e, l, count, cycle, start))
FAILING(gather, (vf_engine * e, vf_field to, const vf_piece *pieces, int count), (e, to, pieces, count))
FAILING(scatter, (vf_engine * e, vf_field from, const vf_piece *pieces, int count), (e, from, pieces, count))
FAILING(restrict_rhs, (vf_engine * e, vf_level *l, vf_level *c), (e, l, c))
FAILING(add_on_face,
        (vf_engine * e, vf_level *l, vf_field x, int face, const double *values, double scale, bool coefficient),
        (e, l, x, face, values, scale, coefficient))
FAILING(restrict_face, (vf_engine * e, const double *fine, double *coarse, const int n[2]), (e, fine, coarse, n))
FAILING(residual_norm, (vf_engine * e, vf_level *l, double *norm), (e, l, norm))
FAILING(norm, (vf_engine * e, vf_level *l, vf_field x, double *max), (e, l, x, max))
FAILING(sum, (vf_engine * e, vf_level *l, vf_field x, double *sum), (e, l, x, sum))
FAILING(dot, (vf_engine * e, vf_level *l, vf_field x, vf_field y, double *sum), (e, l, x, y, sum))
FAILING(residual, (vf_engine * e, vf_level *l, vf_field r), (e, l, r))
FAILING(operate, (vf_engine * e, vf_level *l, vf_field x, vf_field y), (e, l, x, y))
FAILING(combine, (vf_engine * e, vf_level *l, double s, vf_field x, double t, vf_field y), (e, l, s, x, t, y))
FAILING(shift, (vf_engine * e, vf_level *l, vf_field x, double value), (e, l, x, value))

static const vf_backend *memory;
static int failing_allocate(void **address, size_t bytes)
{
  return fails() ? ENOMEM : memory->allocate(address, bytes);
}

static vf_engine_table failing_table(bool whole)
{
  vf_engine_table t = *working;
  t.smooth = failing_smooth;
  t.residual_restrict = failing_residual_restrict;
  t.interpolate = failing_interpolate;
  t.interpolate_resampled = failing_interpolate_resampled;
  t.restrict_resampled = failing_restrict_resampled;
  t.interpolate_smooth = failing_interpolate_smooth;
  t.relax = whole ? failing_relax : NULL;
  t.relax_single = failing_relax_single;
  t.narrow = failing_narrow;
  t.coarse_cycle = whole ? failing_coarse_cycle : NULL;
  t.gather = failing_gather;
  t.scatter = failing_scatter;
  t.restrict_rhs = failing_restrict_rhs;
  t.add_on_face = failing_add_on_face;
  t.restrict_face = failing_restrict_face;
  t.residual_norm = failing_residual_norm;
  t.norm = failing_norm;
  t.sum = failing_sum;
  t.dot = failing_dot;
  t.residual = failing_residual;
  t.operate = failing_operate;
  t.combine = failing_combine;
  t.shift = failing_shift;
  return t;
}

/* Solves again and again, the failing call a later one each time, until none is late enough; expected: of a solve in
 * which none fails. */
static void solve_with_failures(vf_boundary sides, vf_multigrid_options options, bool walls, bool whole, bool resampled,
                                vf_status expected)
{
  users u = { .n = { resampled ? 33 : 32, 16, 16 }, .type = VF_REAL64 }; /* with a level in single precision */
  const double h = 0.1, three[3] = { h, h, h };
  oracle_solve s;
  vf_multigrid *solver = NULL;
  oracle_solve_make(&s, u.n, three, &sides, false, 0, 0);
  for (int64_t at = 0; at < oracle_elements(u.n); at++) s.level[0].rhs[at] = random_number() - 0.5;
  users_make(&u, &s.level[0]);
  users_put_walls(&u, &s, &sides);
  must(vf_multigrid_create_poisson(NULL, u.boxes, u.count, h, &sides, &options, &solver));
  working = solver->engine.call;
  const vf_engine_table table = failing_table(whole);
  memory = solver->engine.backend;
  vf_backend backend = *memory;
  backend.allocate = failing_allocate;
  solver->engine.call = &table;
  solver->engine.backend = &backend;
  bool reached = true;
  for (int64_t call = 1; reached; call++) {
    countdown = call;
    const vf_status status = vf_multigrid_solve(solver, u.views[PHI], u.views[RHS], walls ? u.views[WALL] : NULL, NULL);
    reached = countdown <= 0;
    if (status != (reached ? VF_ERROR_MEMORY : expected))
      fail_msg("call %d %s, and the solve gave %d: %s", (int)call, reached ? "failed" : "was not done", status,
               vf_last_error());
    assert_true(call < 100000);
  }
  solver->engine.call = working;
  solver->engine.backend = memory;
  must(vf_multigrid_destroy(&solver));
  users_free(&u);
  oracle_solve_free(&s);
}

static void no_failure_of_the_engine_is_lost(void **state)
{
  (void)state;
  for (int c = 0; c < 24; c++) {
    vf_multigrid_options options = vf_multigrid_defaults();
    const bool singular = c % 3 == 2;
    vf_boundary sides = { .order = 2 };
    for (int face = 0; face < 6; face++) sides.kind[face] = singular ? VF_NEUMANN : VF_DIRICHLET;
    options.cycle = c / 3 % 2 ? VF_CYCLE_F : VF_CYCLE_V;
    options.method = c / 6 % 2 ? VF_METHOD_CONJUGATE_GRADIENTS : VF_METHOD_CYCLES;
    options.bottom = c % 4 == 1 ? VF_BOTTOM_CONJUGATE_GRADIENTS : VF_BOTTOM_SMOOTHS;
    options.start = c % 5 < 3 ? VF_START_FULL : VF_START_ZERO;
    options.relative = 0.05;
    solve_with_failures(sides, options, c % 3 == 1, c / 12, c % 4 == 2 || c % 8 == 5, VF_OK);
  }
}

/* Nor while a solve that gives up looks for the reason. */
static void no_failure_of_the_engine_is_taken_for_stagnation(void **state)
{
  (void)state;
  for (int method = VF_METHOD_CYCLES; method <= VF_METHOD_CONJUGATE_GRADIENTS; method++) {
    vf_multigrid_options options = vf_multigrid_defaults();
    vf_boundary sides = { .order = 2 };
    for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
    options.method = method;
    options.start = VF_START_ZERO;
    options.max_cycles = 1;
    options.relative = 1e-12;
    solve_with_failures(sides, options, false, true, method == VF_METHOD_CYCLES, VF_ERROR_STAGNATED);
  }
}

static const struct CMUnitTest tests[] = {
  claim(no_failure_of_the_engine_is_lost),
  claim(no_failure_of_the_engine_is_taken_for_stagnation),
};
RUN("host_failures", tests)
