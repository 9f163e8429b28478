/* Problems with known solutions for the solver's tests. */
#ifndef VIEWFAB_TESTS_SOLVER_CASES_H
#define VIEWFAB_TESTS_SOLVER_CASES_H

#include "testing.h"

#include <viewfab/solver.h>

/* A problem on n[0] x n[1] x n[2] cells of width h from index `lower` on, in box_count boxes. The solution is a product
 * of a factor for each direction that fits the kinds of the faces. With values on walls the solution is exp(x + y / 2)
 * cos(z). */
typedef struct problem {
  int n[3], lower[3];
  double h[3];
  int variable;
  double alpha, beta; /* of the variable operator; coefficients a = 1, b = 1 on all faces */
  vf_boundary sides;
  int walls;    /* values other than 0 on the walls */
  int parts[3]; /* boxes in each direction; 0 counts as 1 */
  vf_type type;

  int box_count;
  vf_box *boxes;
  vf_view **phi, **rhs, **wall, **a, **bx, **by, **bz;
} problem;

void problem_make(problem *p);
void problem_free(problem *p);

/* Creates the problem's solver; options may be NULL. */
vf_status problem_solver(problem *p, const vf_multigrid_options *options, vf_multigrid **solver);

/* max |phi - solution|; for real32 in real32. */
double problem_error(problem *p);

/* All cells of phi in a single array of n[0] n[1] n[2] numbers. The caller frees the array. */
double *problem_cells(problem *p);

vf_boundary all_sides(int kind);

/* n^3 cells of a cube of width 1, faces of a single kind, beta = 1, alpha = 0. */
problem cube(int n, int kind);

/* Solves a made problem; gives the error against the analytic solution. options and report may be NULL. */
double solved(problem *p, const vf_multigrid_options *options, vf_multigrid_report *report);

/* The same, with making and freeing. */
double error_of(problem p, const vf_multigrid_options *options, vf_multigrid_report *report);

#endif
