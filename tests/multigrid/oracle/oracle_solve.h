/* The multigrid solver in plain loops: levels from a problem, the start, cycles. */
#ifndef VIEWFAB_TESTS_ORACLE_SOLVE_H
#define VIEWFAB_TESTS_ORACLE_SOLVE_H

#include "oracle_level.h"

enum { SOLVE_LEVELS = 16 };

typedef struct oracle_solve {
  int count;
  /* The first level of a full start, and the levels without a cycle in it. The caller copies the solver's choice. */
  int start_level;
  bool start_skips[SOLVE_LEVELS];
  oracle_level level[SOLVE_LEVELS];
  double *walls[SOLVE_LEVELS][6];    /* values on Dirichlet faces */
  double *of_faces[SOLVE_LEVELS][3]; /* coefficients b before the boundary's coefficients went into the cells */
} oracle_solve;

/* Level 0 with room for all arrays; widths, sides and numbers as the user gives them. */
void oracle_solve_make(oracle_solve *s, const int n[3], const double h[3], const vf_boundary *sides, bool variable,
                       double alpha, double beta);
/* The coarser levels. Each level halves the given directions, and level 1 is resampled to so many cells (0: not
 * resampled). The caller copies these choices from the solver, and the direction of lines too (1, 2, 3; 0: points are
 * smoothed). */
void oracle_solve_coarsen(oracle_solve *s, const vf_boundary *sides, int count, bool halved[][3],
                          const int resampled[3], int lines);
void oracle_solve_free(oracle_solve *s);

/* From phi, rhs, coefficients and walls of level 0: the start and up to so many cycles. Like the solver, takes each
 * residual after the first smooths of the next cycle. Overwrites rhs. with_walls: values count; otherwise the walls are
 * at 0. */
typedef struct oracle_outcome {
  int cycles;      /* the cycles before the smallest residual; phi of level 0 is from this time */
  double residual; /* max |rhs - L phi| at this time */
  double rhs;      /* max |rhs| with the walls */
} oracle_outcome;
oracle_outcome oracle_solve_run(oracle_solve *s, const vf_boundary *sides, const vf_multigrid_options *options,
                                int cycles, bool with_walls);

#endif
