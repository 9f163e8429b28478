/* The multigrid solver in plain loops: levels from a problem, the start, cycles. */
#ifndef VIEWFAB_TESTS_ORACLE_SOLVE_H
#define VIEWFAB_TESTS_ORACLE_SOLVE_H

#include "oracle_level.h"

enum { SOLVE_LEVELS = 16 };

typedef struct oracle_solve {
  int count;
  /* Where a full start begins, and which levels it has no cycle on: the solver's choice too. */
  int start_level;
  bool start_skips[SOLVE_LEVELS];
  oracle_level level[SOLVE_LEVELS];
  double *walls[SOLVE_LEVELS][6];    /* values on Dirichlet faces */
  double *of_faces[SOLVE_LEVELS][3]; /* coefficients b before those at the boundary went into the cells */
} oracle_solve;

/* Level 0 with room for all arrays; widths, sides and numbers as the user gives them. */
void oracle_solve_make(oracle_solve *s, const int n[3], const double h[3], const vf_boundary *sides, bool variable,
                       double alpha, double beta);
/* The coarser levels, where each halves what it is told, and level 1 is resampled to so many cells (0: it is not): these
 * choices are the solver's, and so is the direction of lines (1, 2, 3; 0: points are smoothed). */
void oracle_solve_coarsen(oracle_solve *s, const vf_boundary *sides, int count, bool halved[][3],
                          const int resampled[3], int lines);
void oracle_solve_free(oracle_solve *s);

/* From phi, rhs, coefficients and walls of level 0: the start and up to so many cycles, each residual taken after the
 * first smooths of the next cycle, as the solver measures it. Uses up rhs. with_walls: values count, else the walls are
 * at 0. */
typedef struct oracle_outcome {
  int cycles;      /* after which the residual is smallest; phi of level 0 is that of then */
  double residual; /* max |rhs - L phi| then */
  double rhs;      /* max |rhs| with the walls */
} oracle_outcome;
oracle_outcome oracle_solve_run(oracle_solve *s, const vf_boundary *sides, const vf_multigrid_options *options,
                                int cycles, bool with_walls);

#endif
