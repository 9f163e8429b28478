/* Problems drawn at random for the solver's tests, and their residuals by plain loops in long double: from the formulas
 * alone, with no code of an engine. */
#ifndef VIEWFAB_TESTS_RANDOM_PROBLEM_H
#define VIEWFAB_TESTS_RANDOM_PROBLEM_H

#include "testing.h"

#include <viewfab/solver.h>

enum { RANDOM_BOXES = 8, RANDOM_TEXT = 640 };

/* Coefficients, by how they vary. */
typedef enum roughness { CONSTANT_ONES, SMOOTH_COEFFICIENTS, ROUGH_COEFFICIENTS, ROUGHER_COEFFICIENTS } roughness;

/* Right-hand sides. From RHS_LARGE on they are only for real64 views of rhs and phi. */
typedef enum rhs_kind {
  RHS_NOISE,
  RHS_SMOOTH,
  RHS_ONE_CELL,
  RHS_NOISE_ON_1E6,
  RHS_CONSTANT, /* 0.1 */
  RHS_ZERO,
  RHS_LARGE, /* noise * 1e160 */
  RHS_SMALL, /* noise * 1e-160 */
  RHS_KINDS
} rhs_kind;

/* The values of phi before a solve, in units of rhs. */
typedef enum guess_kind { GUESS_ZERO, GUESS_NOISE, GUESS_HUGE, GUESS_HUGE_CONSTANT, GUESS_KINDS } guess_kind;

/* The operator, the boundary, the right-hand side and a start on n[0] x n[1] x n[2] cells. Arrays have a ghost layer,
 * column order; element (i, j, k), counted from 0, is number random_at. */
typedef struct random_problem {
  uint64_t seed, state;
  int n[3], lower[3], parts[3]; /* parts: boxes in each direction, at most 2 */
  double h[3];
  bool variable, singular, walls;
  double alpha, beta, scale; /* scale: about the size of rhs */
  roughness rough;
  vf_boundary sides;
  vf_type phi_type, rhs_type;
  vf_multigrid_options options;
  double *a, *bx, *by, *bz, *rhs, *wall, *guess, *phi;
  rhs_kind rhs_is;
  guess_kind guess_is;
  bool massless; /* a = 0 */
  bool usual;    /* default options, except the method, the start, the cycle and a tolerance reachable in spite of
                  * rounding */

  int box_count;
  vf_box boxes[RANDOM_BOXES];
  vf_view *of_phi[RANDOM_BOXES], *of_rhs[RANDOM_BOXES], *of_wall[RANDOM_BOXES], *of_a[RANDOM_BOXES],
      *of_bx[RANDOM_BOXES], *of_by[RANDOM_BOXES], *of_bz[RANDOM_BOXES];
} random_problem;

/* Draws a problem without its arrays, so that a test may change the problem before it makes them. */
random_problem random_draw(uint64_t seed);
/* A fixed problem: default options, a single box, h = 1 / 16, coefficients 1 (for the variable operator), a noise as
 * right-hand side, guess 0. */
random_problem random_cells(int n0, int n1, int n2, int kind, bool variable);
/* Makes arrays and views, the views of phi with the guess in them; box 3 has 'phi 3', and so on. */
void random_make(random_problem *p);
void random_free(random_problem *p);
vf_status random_solver(random_problem *p, vf_multigrid **solver);
/* Solves a made problem with a solver of its own. */
vf_status random_attempt(random_problem *p, vf_multigrid_report *report);

uint64_t random_bits(random_problem *p);
double random_between(random_problem *p, double low, double high);
int64_t random_at(const random_problem *p, int i, int j, int k);
int64_t random_elements(const random_problem *p);

/* Copies the views of phi back to p->phi. False if a ghost has changed. */
bool random_fetch(random_problem *p);
/* True if all views of phi still have the guess, bit for bit. */
bool random_untouched(random_problem *p);

/* max |rhs - L x| over the cells; the mean of rhs is subtracted if constants are in the kernel of L; x NULL: 0. Before
 * the maximum each cell's residual is reduced by its rounding: the effect of rounding every number to `digits` binary
 * digits, times `roundings`, which may be negative. */
long double random_residual(const random_problem *p, const double *x, int digits, double roundings);

/* A line that describes the problem. */
const char *random_text(const random_problem *p, char text[RANDOM_TEXT]);

#endif
