/* A solver that outlives its context, or is used from its own history function. Both get a clear refusal, without an
 * access to freed memory (the sanitized build checks this). */
#include "random_problem.h"

static random_problem made_problem(void)
{
  random_problem p = random_cells(8, 8, 8, VF_DIRICHLET, false);
  random_make(&p);
  return p;
}

static void a_solver_outlives_the_default_context(void **state)
{
  (void)state;
  for (int again = 0; again < 2; again++) {
    random_problem p = made_problem();
    vf_multigrid *solver = NULL, *copy = NULL;
    must(random_solver(&p, &solver));
    must(vf_multigrid_solve(solver, p.of_phi, p.of_rhs, NULL, NULL));
    random_free(&p);
    must(vf_finalize());
    if (again) must(vf_init(NULL)); /* a context, perhaps at the address of the first context */
    p = made_problem();
    refused(vf_multigrid_solve(solver, p.of_phi, p.of_rhs, NULL, NULL), VF_ERROR_STATE, "context was closed");
    int levels = 0;
    must(vf_multigrid_shape(solver, &levels, NULL, NULL));
    assert_true(levels > 1);
    copy = solver;
    must(vf_multigrid_destroy(&solver));
    assert_null(solver);
    refused(vf_multigrid_solve(copy, p.of_phi, p.of_rhs, NULL, NULL), VF_ERROR_NULL, "destroyed");
    refused(vf_multigrid_shape(copy, &levels, NULL, NULL), VF_ERROR_NULL, "destroyed");
    refused(vf_multigrid_destroy(&copy), VF_ERROR_NULL, "destroyed");
    random_free(&p);
  }
}

static void a_solver_outlives_its_own_context(void **state)
{
  (void)state;
  vf_context *context = NULL;
  vf_multigrid *solver = NULL;
  random_problem p = made_problem();
  must(vf_context_create(NULL, &context));
  must(vf_multigrid_create(
      &(vf_multigrid_problem){
          .context = context, .boxes = p.boxes, .box_count = 1, .h = { p.h[0], p.h[0], p.h[0] }, .sides = &p.sides },
      NULL, &solver));
  must(vf_context_destroy(context));
  refused(vf_multigrid_solve(solver, p.of_phi, p.of_rhs, NULL, NULL), VF_ERROR_STATE, "context was closed");
  must(vf_multigrid_destroy(&solver));
  random_free(&p);
}

/* The action of a history function at cycle 1. */
typedef struct meddler {
  vf_status (*act)(struct meddler *);
  random_problem *problem;
  vf_multigrid *solver, *other;
  vf_status status;
  int calls;
} meddler;

static void meddle(int cycle, double residual, void *data)
{
  meddler *m = data;
  (void)residual;
  m->calls++;
  if (cycle == 1) m->status = m->act(m);
}

static vf_status destroy_it(meddler *m)
{
  vf_multigrid *before = m->solver;
  const vf_status status = vf_multigrid_destroy(&m->solver);
  assert_ptr_equal(m->solver, before);
  return status;
}

static vf_status solve_again(meddler *m)
{
  return vf_multigrid_solve(m->solver, m->problem->of_phi, m->problem->of_rhs, NULL, NULL);
}

static vf_status make_another(meddler *m)
{
  random_problem p = *m->problem;
  p.options.history = NULL;
  const vf_status status = random_solver(&p, &m->other);
  if (status) return status;
  must(vf_multigrid_solve(m->other, p.of_phi, p.of_rhs, NULL, NULL));
  return vf_multigrid_destroy(&m->other);
}

static vf_status close_the_context(meddler *m)
{
  (void)m;
  return vf_finalize();
}

static vf_status release_phi(meddler *m) { return vf_view_release(&m->problem->of_phi[0], true); }

/* Runs a solve whose history function takes this action; the solver can be destroyed afterwards. */
static vf_status with_meddler(vf_status (*act)(meddler *), int method, meddler *m)
{
  random_problem p = made_problem();
  *m = (meddler){ .act = act, .problem = &p };
  p.options.method = method;
  p.options.history = meddle;
  p.options.history_data = m;
  must(random_solver(&p, &m->solver));
  const vf_status status = vf_multigrid_solve(m->solver, p.of_phi, p.of_rhs, NULL, NULL);
  must(vf_multigrid_destroy(&m->solver));
  if (act == close_the_context) {
    p.box_count = 0; /* its views went with the context */
    must(vf_init(NULL));
  }
  random_free(&p);
  return status;
}

static void a_history_function_cannot_end_or_enter_its_own_solver(void **state)
{
  (void)state;
  for (int method = 0; method < 2; method++) {
    meddler m;
    must(with_meddler(destroy_it, method, &m));
    assert_int_equal(m.status, VF_ERROR_STATE);
    must(with_meddler(solve_again, method, &m));
    assert_int_equal(m.status, VF_ERROR_STATE);
    must(with_meddler(make_another, method, &m));
    assert_int_equal(m.status, VF_OK);
    refused(with_meddler(close_the_context, method, &m), VF_ERROR_STATE, "history function closed");
    assert_int_equal(m.calls, 2);
    assert_int_equal(with_meddler(release_phi, method, &m), VF_ERROR_NULL);
  }
}

static const struct CMUnitTest tests[] = {
  claim(a_solver_outlives_the_default_context),
  claim(a_solver_outlives_its_own_context),
  claim(a_history_function_cannot_end_or_enter_its_own_solver),
};
RUN("solver_lifetime", tests)
