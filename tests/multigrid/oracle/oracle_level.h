/* The right results of an engine's functions: plain loops over plain arrays, written from the formulas of engine.h.
 * Compiled without contraction of a*b + c. */
#ifndef VIEWFAB_TESTS_ORACLE_LEVEL_H
#define VIEWFAB_TESTS_ORACLE_LEVEL_H

#include "../../../c_src/multigrid/engine.h"

/* Arrays have elements -1 .. n in each direction, i fastest, without gaps. */
typedef struct oracle_level {
  vfi_level shape; /* its numbers, faces and flags; the fields are not looked at */
  double *phi, *rhs, *a, *b[3];
  bool graded;                /* the coarsening with the next finer level */
  bool halved[3];             /* its directions */
  bool resampled;             /* its cells may be as wide as any number of fine cells */
  vfi_face resampled_face[6]; /* its ghosts then, for interpolation */
  double *width[3];           /* of cells, in units of h; NULL: all 1 */
} oracle_level;

int64_t oracle_elements(const int n[3]);
int64_t oracle_at(const int n[3], int i, int j, int k);

/* The ghosts beside the six faces. */
void oracle_fill_ghosts(const vfi_level *shape, double *x);

/* Complete red-black smooths. */
void oracle_smooth(const oracle_level *level, int count, double omega);

/* The same with shape.lines.along, which asks for lines; the operator at a cell of such a level with constant
 * coefficients; oracle_lines.c. */
void oracle_smooth_lines(const oracle_level *level, int count, double omega);
double oracle_profile_applied(const oracle_level *level, const double *x, const int at[3]);

/* out = L x; fills the ghosts of x. */
void oracle_operate(const oracle_level *level, double *x, double *out);
void oracle_residual(const oracle_level *level, double *out);

/* coarse = mean of 8. */
void oracle_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean);
void oracle_restrict_residual(const oracle_level *fine, const oracle_level *coarse);
void oracle_restrict_coefficients(const oracle_level *fine, const oracle_level *coarse);
void oracle_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add);

/* The same for a graded coarse level; oracle_graded.c. */
void oracle_graded_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean);
void oracle_graded_coefficients(const oracle_level *fine, const oracle_level *coarse);
void oracle_graded_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add);
/* Values on a face; its layers have the extents of the levels. */
void oracle_graded_face(const oracle_level *fine, const oracle_level *coarse, int face, const double *from, double *to);
/* b of a level whose operator has constant coefficients. */
void oracle_width_coefficients(const oracle_level *level);
/* The part of the wall's ghost values in a ghost beside a face, for the fine cell at this face. */
double oracle_part_at_face(const oracle_level *fine, const oracle_level *coarse, int face);

/* The same for a resampled coarse level; oracle_resampled.c. wall: adds the part of values on a face to fine phi that
 * was interpolated without them. */
void oracle_resampled_average(const oracle_level *fine, const double *x, const oracle_level *coarse, double *mean);
void oracle_resampled_interpolate(const oracle_level *fine, const oracle_level *coarse, bool add);
void oracle_resampled_face(const oracle_level *fine, const oracle_level *coarse, int face, const double *from,
                           double *to);
void oracle_resampled_wall(const oracle_level *fine, const oracle_level *coarse, int face, const double *values);

/* x(cells beside the face) += scale * [b(face)] * values. */
void oracle_add_on_face(const oracle_level *level, double *x, int face, const double *values, double scale,
                        bool coefficient);
void oracle_restrict_face(const double *fine, double *coarse, const int n[2]);

double oracle_largest(const oracle_level *level, const double *x); /* max |x|, or NaN if any x is NaN */
/* Sum of x, or of x y if y is not NULL, by the tree of vfi_level_tiles. */
double oracle_sum(const oracle_level *level, const double *x, const double *y);

/* A cycle on levels[0 .. count-1], or a full start; see vfi_engine_table.coarse_cycle. */
/* Over-relaxation of a smooth of a cycle: the post smooths have the first places, and the pre smooths follow them. */
double oracle_omega(const oracle_level *level, const vfi_cycle *cycle, int place);
void oracle_cycle(const oracle_level *levels, int count, const vfi_cycle *cycle, int kind, bool from_zero);
void oracle_full_start(const oracle_level *levels, int count, const vfi_cycle *cycle);

/* The weights of a Dirichlet wall at a distance (in cells) from the face, by Lagrange's formula. */
vfi_face oracle_dirichlet(int order, double distance, int cells_inside);

#define for_cells(n, i, j, k)        \
  for (int k = 0; k < (n)[2]; k++)   \
    for (int j = 0; j < (n)[1]; j++) \
      for (int i = 0; i < (n)[0]; i++)

#endif
