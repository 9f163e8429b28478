/* Random problems, and the promise of each status of a solve about phi. */
#include "random_problem.h"

#include <math.h>
#include <stdio.h>

/* Launches of many small kernels take longer than the same on the host. */
enum { SOLVES = 1200, SOLVES_WITH_COPIES = 300, SHOWN = 12, DOUBLE_DIGITS = 53, FLOAT_DIGITS = 24 };

/* Roundings in a double-precision residual beside the rounding of the stored phi. */
static const double roundings = 6;

typedef struct heard {
  int count, last;
  double first, residual;
} heard;

static void hear(int cycle, double residual, void *data)
{
  heard *h = data;
  if (cycle != h->count) fail_msg("cycle %d comes as number %d", cycle, h->count);
  if (cycle == 0) h->first = residual;
  h->count++;
  h->residual = residual;
}

/* The residual without two kinds of rounding: phi stored in its type, and a residual computed in double. */
static long double less_rounding(const random_problem *p, const double *x)
{
  return p->phi_type == VF_REAL64 ? random_residual(p, x, DOUBLE_DIGITS, roundings)
                                  : random_residual(p, x, FLOAT_DIGITS, 1.01);
}

/* Checks the promise of a solve's status about phi. Returns NULL, or the broken promise, with numbers in the text. */
static const char *broken_promise(random_problem *p, vf_status status, const vf_multigrid_report *report,
                                  const heard *h, char *text, size_t size)
{
  if (status == VF_ERROR_DIVERGED) return random_untouched(p) ? NULL : "it diverged, and phi was written";
  if (status && status != VF_ERROR_STAGNATED) return vf_last_error();
  if (!random_fetch(p)) return "ghosts of phi were written";
  const long double whole_rhs = random_residual(p, NULL, DOUBLE_DIGITS, 0), residual = less_rounding(p, p->phi);
  const long double tolerance = fmaxl(p->options.relative * whole_rhs, p->options.absolute);
  const long double allowed = status == VF_OK ? tolerance : (long double)h->first;
  const long double least = random_residual(p, p->phi, DOUBLE_DIGITS, roundings),
                    most = random_residual(p, p->phi, DOUBLE_DIGITS, -roundings);
  if (!(report->stored_residual >= least * (1 - 1e-6L) && report->stored_residual <= most * (1 + 1e-6L))) {
    snprintf(text, size, "it has the residual %Lg to %Lg, and reported %g", least, most, report->stored_residual);
    return text;
  }
  if (residual <= allowed * (1 + 1e-6L)) return NULL;
  snprintf(text, size, "it %s with the residual %Lg, which is %Lg times %Lg", status ? "stagnated" : "succeeded",
           residual, residual / allowed, allowed);
  return text;
}

static vf_status solve(random_problem *p, vf_multigrid_report *report, heard *h)
{
  vf_multigrid *solver = NULL;
  p->options.history = hear;
  p->options.history_data = h;
  must(random_solver(p, &solver));
  const vf_status status = vf_multigrid_solve(solver, p->of_phi, p->of_rhs, p->walls ? p->of_wall : NULL, report);
  const char *said = vf_last_error();
  if (status && getenv("VF_TEST_VERBOSE")) {
    char text[RANDOM_TEXT];
    print_message("%d: %s\n   %s\n", status, said, random_text(p, text));
  }
  return status ? (vf_multigrid_destroy(&solver), status) : vf_multigrid_destroy(&solver);
}

static void a_status_of_ok_is_true_for_random_problems(void **state)
{
  (void)state;
  const char *given = getenv("VF_TEST_SEED"), *counted = getenv("VF_TEST_SOLVES");
  const uint64_t seed = given ? strtoull(given, NULL, 10) : 20260;
  const int solves = counted ? atoi(counted) : strcmp(device_memory(), "alias") ? SOLVES_WITH_COPIES : SOLVES;
  int solved = 0, stagnated = 0, diverged = 0, usual = 0, unsolved = 0, broken = 0;
  print_message("%d problems from seed %llu on\n", solves, (unsigned long long)seed);
  for (int s = 0; s < solves; s++) {
    random_problem p = random_draw(seed + (uint64_t)s);
    random_make(&p);
    vf_multigrid_report report;
    heard h = { 0 };
    const vf_status status = solve(&p, &report, &h);
    solved += status == VF_OK;
    usual += p.usual;
    unsolved += p.usual && status;
    stagnated += status == VF_ERROR_STAGNATED;
    diverged += status == VF_ERROR_DIVERGED;
    char text[RANDOM_TEXT], numbers[256];
    const char *wrong = broken_promise(&p, status, &report, &h, numbers, sizeof numbers);
    if (wrong && broken++ < SHOWN) print_message("%s: %s\n", wrong, random_text(&p, text));
    random_free(&p);
  }
  print_message("%d solved, %d stagnated, %d diverged; %d of %d with the usual options not solved\n", solved, stagnated,
                diverged, unsolved, usual);
  if (broken) fail_msg("%d of %d solves", broken, solves);
  if (unsolved * 100 > usual) fail_msg("%d of %d problems with the usual options not solved", unsolved, usual);
}

static const struct CMUnitTest tests[] = {
  claim(a_status_of_ok_is_true_for_random_problems),
};
RUN("random_solves", tests)
