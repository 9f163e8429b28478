/* A solver's problem on a grid of any shape. Plain loops, independent of the solver, compute its residual. */
#ifndef VIEWFAB_BENCHMARKS_SHAPE_PROBLEM_H
#define VIEWFAB_BENCHMARKS_SHAPE_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include <viewfab/viewfab.h>

typedef struct shape {
  int n[3];
  double h[3];    /* relative widths */
  double stretch; /* growth from cell to cell in z; 0: none */
} shape;

static inline int64_t shape_cells(const shape *s) { return (int64_t)s->n[0] * s->n[1] * s->n[2]; }

/* A problem on a shape: the host's numbers, and views. */
typedef struct problem {
  const shape *of;
  bool variable;
  int64_t row, plane;                /* of cells, without ghosts */
  double h[3], *width[3], *place[3]; /* widths of cells, their low faces */
  vf_view *phi, *rhs, *coefficient[4];
  double *of_rhs;
} problem;

/* Constant coefficients, or a in the cells and b on the faces; a smooth right-hand side with noise. Ends the program if
 * there is no memory. *of must outlive the problem. */
void make_problem(problem *p, const shape *of, bool variable);
void unmake_problem(problem *p);

/* max |rhs - L phi| v over max |rhs| v, v the volume of a cell, with walls of order 2 on all sides. *rounding: the
 * rounding of double in this number. */
double problem_residual(const problem *p, double *rounding);

#endif
