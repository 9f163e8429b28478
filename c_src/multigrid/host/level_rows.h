/* Rows of a level with its boundary folded in: the values beyond a face are made as they are needed, from the cells
 * inside, and need no pass of their own. */
#ifndef VIEWFAB_MULTIGRID_LEVEL_ROWS_H
#define VIEWFAB_MULTIGRID_LEVEL_ROWS_H

#include <viewfab/kit/reduction_tree.h>

#include "../engine.h"
#include "rows.h"

enum { VF_SCRATCH_ROWS = 8 }; /* of a thread: 4 for ghosts, 4 for residuals */

/* What a thread needs to work on rows. */
typedef struct vf_bench {
  const vf_rows *rows;
  double *scratch;  /* VF_SCRATCH_ROWS rows */
  ptrdiff_t length; /* of one */
  bool stored;      /* ghosts in y and z stand in memory (vf_level_fill_ghosts) */
} vf_bench;

/* Larger of two, a NaN on either side stays. */
static inline double vf_larger(double a, double b) { return vf_reduction_combine(VF_REDUCTION_MAX, a, b); }

/* Numbers that a row of scratch has for rows of n cells, in halves or not. */
static inline ptrdiff_t vf_scratch_row(int n) { return n + 2 * VF_LEVEL_ALIGNMENT; }

/* How many numbers of a row hold n elements, the gap between halves included. */
static inline ptrdiff_t vf_field_extent(const vf_field *field, int n)
{
  return field->half && n > 1 ? field->half + n / 2 : n;
}

static inline double *vf_field_row(const vf_field *field, int j, int k)
{
  return field->at + j * field->row + k * field->plane;
}

vf_row_numbers vf_level_numbers(const vf_level *level);

/* One row of Gauss-Seidel on cells of a colour (0 or 1). */
void vf_level_smooth_row(const vf_level *level, const vf_row_numbers *numbers, const vf_bench *bench, int j, int k,
                         int colour);

/* out = rhs - L phi on one row, in halves. */
void vf_level_residual_row(const vf_level *level, const vf_row_numbers *numbers, const vf_bench *bench, int j, int k,
                           double *out);

/* max |x| of a row in halves, NaN where there is one. */
double vf_level_row_norm(const vf_level *level, const vf_bench *bench, const double *x);

/* Row (j, k) of the coarse right-hand side from the residual of its 4 fine rows. Returns max |residual| where wanted,
 * else 0. */
double vf_level_restrict_row(const vf_level *fine, const vf_row_numbers *numbers, const vf_level *coarse,
                             const vf_bench *bench, int j, int k, bool norm);

/* A coarse row of means, with its odd cells from to[half] on, from its fine rows; see vf_joint. fine_n: cells of a fine
 * row. */
void vf_level_average_rows(const vf_level *coarse, const vf_rows *rows, const vf_fine_rows *fine, int fine_n,
                           double *to, ptrdiff_t half);

/* Where child c (0 or 1) of coarse index I is in direction d; the fine extent or more: there is none. */
static inline int vf_level_child(const vf_joint *joint, int d, int I, int c)
{
  return joint->graded && !joint->halved[d] ? I : 2 * I + c;
}
static inline int vf_level_parent(const vf_joint *joint, int d, int i)
{
  return joint->graded && !joint->halved[d] ? i : i / 2;
}

/* Of the 4 fine rows over a coarse one, in the order of vf_fine_rows: the one before r that it is a copy of, where a
 * direction is not halved; r itself elsewhere. */
static inline int vf_level_row_copied(const vf_joint *joint, int r)
{
  if (joint->graded && !joint->halved[1]) r &= ~1;
  if (joint->graded && !joint->halved[2]) r &= ~2;
  return r;
}

/* The part that fine cell `index` takes from its parent's neighbour over a graded joint; *face: its side. */
double vf_level_part(const vf_joint *joint, int d, int index, int *face);

/* Whether a fine cell's index is that of the last child of its parent in direction d. */
bool vf_level_last_child(const vf_level *fine, const vf_joint *joint, int d, int index);

/* Row (j, k) of fine phi from coarse phi. */
void vf_level_interpolate_row(const vf_level *fine, const vf_level *coarse, const vf_bench *bench, int j, int k,
                              bool add);

/* Fills row `row` of the ghosts beside the y and z faces: rows are numbered 0 .. vf_level_ghost_rows - 1. */
int vf_level_ghost_rows(const vf_level *level);
void vf_level_fill_ghost_row(const vf_level *level, int row);

#endif
