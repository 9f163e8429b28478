/* Random problems on grids of any extents, many of them with anisotropic cells. Every solved problem meets its
 * tolerance, and takes few cycles. */
#include "random_problem.h"

#include <math.h>
#include <stdio.h>

enum { SOLVES = 30, SOLVES_ON_GPU = 60, LONGEST = 70, MOST_CYCLES = 40, SHOWN = 12, DOUBLE_DIGITS = 53 };

/* A problem with a user's options, and a tolerance reachable in spite of rounding. Rough coefficients need the robust
 * method. */
static random_problem draw(uint64_t seed)
{
  random_problem p = random_draw(seed);
  const vf_multigrid_options options = vf_multigrid_defaults();
  const int start = p.options.start, cycle = p.options.cycle;
  p.options = options;
  p.options.start = start;
  p.options.cycle = cycle;
  p.options.relative = random_bits(&p) % 2 ? 1e-8 : 1e-10;
  for (int d = 0; d < 3; d++) {
    p.n[d] = 1 + (int)(random_bits(&p) % LONGEST);
    p.parts[d] = p.n[d] > 2 && random_bits(&p) % 3 == 0 ? 2 : 1;
  }
  p.rough = (roughness)(random_bits(&p) % 4);
  if (random_bits(&p) % 3 == 0 && !(p.variable && p.rough >= ROUGH_COEFFICIENTS))
    for (int d = 0; d < 3; d++) p.h[d] *= exp(random_between(&p, 0, 6));
  if (p.sides.order == 1) p.sides.order = 2; /* converges slowly, as the guide says */
  if (p.variable && p.rough >= ROUGH_COEFFICIENTS) {
    p.options.method = VF_METHOD_ROBUST;
    p.options.relative = 1e-8;
  }
  if (p.rhs_is >= RHS_LARGE || p.rhs_is == RHS_NOISE_ON_1E6) p.rhs_is = RHS_NOISE;
  if (p.guess_is > GUESS_NOISE) p.guess_is = GUESS_NOISE;
  p.phi_type = VF_REAL64;
  return p;
}

static void grids_of_any_extents_are_solved_in_few_cycles(void **state)
{
  (void)state;
  const char *given = getenv("VF_TEST_SEED"), *counted = getenv("VF_TEST_SOLVES");
  const uint64_t seed = given ? strtoull(given, NULL, 10) : 4100;
  const int solves = counted ? atoi(counted) : strcmp(device_memory(), "gpu") ? SOLVES : SOLVES_ON_GPU;
  int wrong = 0, unsolved = 0, refused = 0, most = 0;
  for (int s = 0; s < solves; s++) {
    random_problem p = draw(seed + (uint64_t)s);
    random_make(&p);
    vf_multigrid_report report = { 0 };
    char text[RANDOM_TEXT];
    const vf_status status = random_attempt(&p, &report);
    const char *what = NULL;
    if (report.cycles > most) most = report.cycles;
    if (status == VF_ERROR_DIVERGED) {
      refused++;
      if (!random_untouched(&p)) what = "it diverged, and phi was written";
    } else if (status && status != VF_ERROR_STAGNATED) what = vf_last_error();
    else if (!random_fetch(&p)) what = "ghosts of phi were written";
    else if (report.cycles > MOST_CYCLES) what = "too many cycles";
    else if (!status) {
      const long double allowed = p.options.relative * random_residual(&p, NULL, DOUBLE_DIGITS, 0);
      if (!(random_residual(&p, p.phi, DOUBLE_DIGITS, 6) <= allowed * (1 + 1e-6L))) what = "above the tolerance";
    } else {
      /* only a residual as small as rounding excuses the failure */
      if (random_residual(&p, p.phi, DOUBLE_DIGITS, 40) > 0) refused++;
      else unsolved++;
    }
    if (what && wrong++ < SHOWN) print_message("%s, %d cycles: %s\n", what, report.cycles, random_text(&p, text));
    random_free(&p);
  }
  print_message("%d problems, %d ended by rounding, %d not solved, at most %d cycles\n", solves, unsolved, refused,
                most);
  if (wrong) fail_msg("%d of %d problems", wrong, solves);
  if (refused * 100 > solves) fail_msg("%d of %d problems not solved", refused, solves);
}

/* Coarse levels halve a single direction only, and the full start has to begin on the last of them. A start on the
 * third level takes up to three more cycles. */
static void long_grids_with_free_faces_are_solved_in_few_cycles(void **state)
{
  (void)state;
  static const struct {
    int n[3], most;
  } grids[] = { { { 228, 8, 9 }, 9 }, { { 8, 9, 233 }, 9 }, { { 447, 9, 8 }, 12 }, { { 9, 300, 9 }, 10 } };
  for (size_t g = 0; g < sizeof grids / sizeof grids[0]; g++) {
    const int *n = grids[g].n;
    vf_multigrid_report report = { 0 };
    random_problem p = random_cells(n[0], n[1], n[2], VF_NEUMANN, false);
    random_make(&p);
    must(random_attempt(&p, &report));
    if (report.cycles > grids[g].most) fail_msg("%d x %d x %d: %d cycles", n[0], n[1], n[2], report.cycles);
    random_free(&p);
  }
}

static const struct CMUnitTest tests[] = {
  claim(long_grids_with_free_faces_are_solved_in_few_cycles),
  claim(grids_of_any_extents_are_solved_in_few_cycles),
};
RUN("random_shapes", tests)
