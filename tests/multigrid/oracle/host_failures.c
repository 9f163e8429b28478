/* A failure of any call of the engine, or of an allocation, is the failure of the solve. */
#include "oracle_users.h"

#include <errno.h>

#include "../../../c_src/multigrid/solver_state.h"
#include "solvers.h"

static const vfi_engine_table *working;
static int64_t countdown; /* number of calls before the failing call */

static bool fails(void) { return --countdown == 0; }

#define FAILING(name, parameters, arguments) \
  static int failing_##name parameters { return fails() ? ENOMEM : working->name arguments; }
FAILING(smooth, (vfi_engine * e, vfi_level *l, int count, bool zero), (e, l, count, zero))
FAILING(residual_restrict, (vfi_engine * e, vfi_level *l, vfi_level *c, double *norm), (e, l, c, norm))
FAILING(interpolate, (vfi_engine * e, vfi_level *l, vfi_level *c, bool add), (e, l, c, add))
FAILING(interpolate_resampled, (vfi_engine * e, const vfi_level *l, const vfi_level *c, bool add), (e, l, c, add))
FAILING(restrict_resampled, (vfi_engine * e, const vfi_level *l, vf_field x, const vfi_level *c), (e, l, x, c))
FAILING(interpolate_smooth, (vfi_engine * e, vfi_level *l, vfi_level *c, int count), (e, l, c, count))
FAILING(relax, (vfi_engine * e, vfi_level *l, const vf_relax *steps), (e, l, steps))
FAILING(relax_single, (vfi_engine * e, vfi_level *l, const vf_relax *steps), (e, l, steps))
FAILING(narrow, (vfi_engine * e, const vfi_level *shape, vf_field x, double factor, vf_field y),
        (e, shape, x, factor, y))
FAILING(coarse_cycle, (vfi_engine * e, vfi_level *l, int count, const vfi_cycle *cycle, vfi_coarse_start start),
        (e, l, count, cycle, start))
FAILING(gather, (vfi_engine * e, vf_field to, const vfi_piece *pieces, int count), (e, to, pieces, count))
FAILING(scatter, (vfi_engine * e, vf_field from, const vfi_piece *pieces, int count), (e, from, pieces, count))
FAILING(restrict_rhs, (vfi_engine * e, vfi_level *l, vfi_level *c), (e, l, c))
FAILING(add_on_face,
        (vfi_engine * e, vfi_level *l, vf_field x, int face, const double *values, double scale, bool coefficient),
        (e, l, x, face, values, scale, coefficient))
FAILING(restrict_face, (vfi_engine * e, const double *fine, double *coarse, const int n[2]), (e, fine, coarse, n))
FAILING(residual_norm, (vfi_engine * e, vfi_level *l, double *norm), (e, l, norm))
FAILING(norm_max, (vfi_engine * e, vfi_level *l, vf_field x, double *max), (e, l, x, max))
FAILING(sum, (vfi_engine * e, vfi_level *l, vf_field x, double *sum), (e, l, x, sum))
FAILING(dot, (vfi_engine * e, vfi_level *l, vf_field x, vf_field y, double *sum), (e, l, x, y, sum))
FAILING(residual, (vfi_engine * e, vfi_level *l, vf_field r), (e, l, r))
FAILING(operate, (vfi_engine * e, vfi_level *l, vf_field x, vf_field y), (e, l, x, y))
FAILING(combine, (vfi_engine * e, vfi_level *l, double s, vf_field x, double t, vf_field y), (e, l, s, x, t, y))
FAILING(shift, (vfi_engine * e, vfi_level *l, vf_field x, double value), (e, l, x, value))

static const vf_backend *memory;
static int failing_allocate(void **address, size_t bytes)
{
  return fails() ? ENOMEM : memory->allocate(address, bytes);
}

static vfi_engine_table failing_table(bool whole)
{
  vfi_engine_table t = *working;
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
  t.norm_max = failing_norm_max;
  t.sum = failing_sum;
  t.dot = failing_dot;
  t.residual = failing_residual;
  t.operate = failing_operate;
  t.combine = failing_combine;
  t.shift = failing_shift;
  return t;
}

/* Solves again and again. Each solve has its failing call later, until no call is late enough to fail. expected: the
 * status of a solve without a failure. */
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
  must(poisson_on_boxes(u.boxes, u.count, h, &sides, &options, &solver));
  working = solver->engine.ops;
  const vfi_engine_table table = failing_table(whole);
  memory = solver->engine.backend;
  vf_backend backend = *memory;
  backend.allocate = failing_allocate;
  solver->engine.ops = &table;
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
  solver->engine.ops = working;
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

/* The same holds while a solve that gives up looks for the reason. */
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
