/* The host's engine combines steps on a level in passes over memory: smooths, the interpolation before them and the
 * residual after them. All combinations, and cycles, have the bits of plain loops. */
#include "oracle_pairs.h"

/* The oracle's relax; returns the norm of the residual. */
static double plain_relax(const vf_relax *steps)
{
  const oracle_level *fine = &pairs[0].expected;
  const int *n = fine->shape.n;
  if (steps->from_zero) for_cells(n, i, j, k) fine->phi[oracle_at(n, i, j, k)] = 0;
  if (steps->from) oracle_interpolate(fine, &pairs[1].expected, true);
  for (int s = 0; s < steps->count; s++) oracle_smooth(fine, 1, steps->omegas ? steps->omegas[s] : fine->shape.omega);
  if (steps->into) oracle_restrict_residual(fine, &pairs[1].expected);
  double *residual = malloc((size_t)oracle_elements(n) * sizeof *residual);
  assert_non_null(residual);
  oracle_residual(fine, residual);
  const double norm = oracle_largest(fine, residual);
  free(residual);
  return norm;
}

static void compare_smooths(int count, bool zero)
{
  if (zero) forget(&pairs[0], FIELD_PHI);
  reset_expected();
  plain_relax(&(vf_relax){ .from_zero = zero, .count = count });
  on_every_team(e)
  {
    load();
    succeed(e->ops->smooth(e, &pairs[0].level, count, zero), "smooth");
    expect_levels("smooth");
  }
}

static void smooths_of_levels_are_plain_half_sweeps_of_their_cells(void **state)
{
  (void)state;
  for_every_case(1, false)
  {
    compare_smooths(case_ % 4, false);
    compare_smooths(1 + case_ % 3, true);
  }
}

static void smooths_of_rows_as_users_have_them_are_plain_half_sweeps(void **state)
{
  (void)state;
  for_every_case(1, true)
  {
    compare_smooths(1 + case_ % 3, false);
    compare_smooths(1 + case_ / 2 % 2, true);
  }
}

/* Steps drawn for the levels at hand. */
static vf_relax random_steps(double *omegas)
{
  vf_relax steps = { .count = random_below(5) };
  const bool coarser = levels > 1;
  if (random_below(3) == 0) steps.from_zero = true;
  else if (coarser && random_below(2)) steps.from = &pairs[1].level;
  if (random_below(2)) steps.omegas = omegas;
  for (int s = 0; s < steps.count; s++) omegas[s] = random_below(2) ? 1 : 0.8 + 0.5 * random_number();
  if (coarser && random_below(2)) steps.into = &pairs[1].level;
  return steps;
}

static void compare_relax(vf_relax steps, bool norm)
{
  if (steps.from_zero) forget(&pairs[0], FIELD_PHI);
  if (steps.into) forget(&pairs[1], FIELD_RHS);
  reset_expected();
  const double expected = plain_relax(&steps);
  on_every_team(e)
  {
    double got = -1;
    load();
    steps.norm = norm ? &got : NULL;
    succeed(e->ops->relax(e, &pairs[0].level, &steps), "relax");
    expect_levels("relax");
    if (norm) expect_number("norm of relax", got, expected);
  }
}

static void steps_in_one_pass_over_memory_are_the_plain_steps(void **state)
{
  (void)state;
  for_every_case(2, false)
  {
    double omegas[8];
    compare_relax(random_steps(omegas), case_ % 3 > 0);
    compare_relax((vf_relax){ .count = 9, .into = levels > 1 ? &pairs[1].level : NULL }, true);
  }
}

static void compare_residuals(void)
{
  vfi_level *const fine = &pairs[0].level, *const coarse = &pairs[1].level;
  double got = -1;
  reset_expected();
  const double norm = plain_relax(&(vf_relax){ .into = levels > 1 ? coarse : NULL });
  on_every_team(e)
  {
    load();
    if (levels > 1) {
      succeed(e->ops->residual_restrict(e, fine, coarse, &got), "residual_restrict");
      expect_number("norm of residual_restrict", got, norm);
      expect_levels("residual_restrict");
    }
    succeed(e->ops->residual_norm(e, fine, &got), "residual_norm");
    expect_number("residual_norm", got, norm);
  }
}

typedef enum interpolation { ADDED, SMOOTHED, ALONE, INTERPOLATIONS } interpolation;

static void compare_interpolation(interpolation kind, int count)
{
  vfi_level *const fine = &pairs[0].level, *const coarse = &pairs[1].level;
  forget(&pairs[1], FIELD_RHS);
  if (kind == ALONE) forget(&pairs[0], FIELD_PHI);
  reset_expected();
  oracle_interpolate(&pairs[0].expected, &pairs[1].expected, kind != ALONE);
  if (kind == SMOOTHED) oracle_smooth(&pairs[0].expected, count, fine->omega);
  on_every_team(e)
  {
    load();
    const int code = kind == SMOOTHED ? e->ops->interpolate_smooth(e, fine, coarse, count)
                                      : e->ops->interpolate(e, fine, coarse, kind == ADDED);
    succeed(code, "interpolate");
    expect_levels(kind == SMOOTHED ? "interpolate_smooth" : "interpolate");
  }
}

static void single_steps_of_a_level_are_the_plain_steps(void **state)
{
  (void)state;
  for_every_case(2, false)
  {
    compare_residuals();
    if (levels > 1) compare_interpolation(case_ / 2 % INTERPOLATIONS, 1 + case_ % 3);
  }
}

/* Compares the coarse part of a cycle: the fine level's phi, and the right-hand sides and phi of the coarse
 * levels. */
static void compare_coarse_cycle(const vfi_cycle *cycle, vfi_coarse_start start)
{
  if (start == VF_COARSE_ZERO) forget(&pairs[0], FIELD_PHI);
  for (int l = 1; l < levels; l++) forget(&pairs[l], FIELD_PHI);
  reset_expected();
  oracle_level plain[PAIRS];
  vfi_level level[PAIRS];
  for (int l = 0; l < levels; l++) plain[l] = pairs[l].expected;
  if (start == VF_COARSE_FULL) oracle_full_start(plain, levels, cycle);
  else oracle_cycle(plain, levels, cycle, cycle->kind, start == VF_COARSE_ZERO);
  on_every_team(e)
  {
    load();
    for (int l = 0; l < levels; l++) level[l] = pairs[l].level;
    succeed(e->ops->coarse_cycle(e, level, levels, cycle, start), "coarse_cycle");
    expect_levels("coarse_cycle");
  }
}

static void cycles_on_all_levels_are_their_plain_steps(void **state)
{
  (void)state;
  for_every_case(PAIRS, false)
  {
    const vfi_cycle cycle = { .kind = random_below(2) ? VF_CYCLE_F : VF_CYCLE_V,
                              .pre = random_below(4),
                              .post = random_below(4),
                              .omega = random_below(2) ? 1 : 1.1,
                              .near = 1.25,
                              .bottom_smooths = 1 + random_below(8),
                              .singular = random_below(2) };
    compare_coarse_cycle(&cycle, (vfi_coarse_start[]){ VF_COARSE_GUESS, VF_COARSE_FULL, VF_COARSE_ZERO }[case_ % 3]);
  }
}

static const struct CMUnitTest tests[] = {
  claim(smooths_of_levels_are_plain_half_sweeps_of_their_cells),
  claim(smooths_of_rows_as_users_have_them_are_plain_half_sweeps),
  claim(steps_in_one_pass_over_memory_are_the_plain_steps),
  claim(single_steps_of_a_level_are_the_plain_steps),
  claim(cycles_on_all_levels_are_their_plain_steps),
};
RUN("host_passes", tests)
