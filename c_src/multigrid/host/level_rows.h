/* Rows of a level with its boundary folded in. The functions compute the values beyond a face from the cells inside
 * when the values are needed, so ghosts need no pass of their own. */
#ifndef VIEWFAB_MULTIGRID_LEVEL_ROWS_H
#define VIEWFAB_MULTIGRID_LEVEL_ROWS_H

#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../engine.h"
#include "rows.h"

enum { VF_SCRATCH_ROWS = 8 }; /* of a thread: 4 for ghosts, 4 for residuals */

/* The tools of a thread that works on rows. */
typedef struct vfi_bench {
  const vfi_rows *rows;
  double *scratch;  /* VF_SCRATCH_ROWS rows */
  ptrdiff_t length; /* elements of a row of scratch */
  bool stored;      /* ghosts in y and z lie in memory (vfi_level_fill_ghosts) */
} vfi_bench;

/* The larger of two numbers; NaN if either is NaN. */
static inline double vfi_larger(double a, double b) { return vfi_reduction_combine(VF_REDUCTION_MAX, a, b); }

/* The elements of a row of scratch for rows of n cells, in halves or not. */
static inline ptrdiff_t vfi_scratch_row(int n) { return n + 2 * VF_LEVEL_ALIGNMENT; }

/* The elements of a row that hold n cells, the gap between halves included. */
static inline ptrdiff_t vfi_field_extent(const vf_field *field, int n)
{
  return field->odd_start && n > 1 ? field->odd_start + n / 2 : n;
}

static inline double *vfi_field_row(const vf_field *field, int j, int k)
{
  return field->at + j * field->row + k * field->plane;
}

vfi_row_numbers vfi_level_numbers(const vfi_level *level);

/* One row of Gauss-Seidel on cells of a colour (0 or 1). */
void vfi_level_smooth_row(const vfi_level *level, const vfi_row_numbers *numbers, const vfi_bench *bench, int j, int k,
                          int colour);

/* out = rhs - L phi on one row, in halves. */
void vfi_level_residual_row(const vfi_level *level, const vfi_row_numbers *numbers, const vfi_bench *bench, int j,
                            int k, double *out);

/* max |x| of a row in halves; NaN if an element is NaN. */
double vfi_level_row_norm(const vfi_level *level, const vfi_bench *bench, const double *x);

/* Computes row (j, k) of the coarse right-hand side from the residual of its 4 fine rows. Returns max |residual| if
 * `norm`, else 0. */
double vfi_level_restrict_row(const vfi_level *fine, const vfi_row_numbers *numbers, const vfi_level *coarse,
                              const vfi_bench *bench, int j, int k, bool norm);

/* A coarse row of means from its fine rows, with its odd cells from to[odd_start] on; see vfi_coarsening.
 * fine_n: cells of a fine row. */
void vfi_level_average_rows(const vfi_level *coarse, const vfi_rows *rows, const vfi_fine_rows *fine, int fine_n,
                            double *to, ptrdiff_t odd_start);

/* The index of child c (0 or 1) of coarse index I in direction d; the child does not exist if the index is the fine
 * extent or more. */
static inline int vfi_level_child(const vfi_coarsening *coarsening, int d, int I, int c)
{
  return coarsening->graded && !coarsening->halved[d] ? I : 2 * I + c;
}
static inline int vfi_level_parent(const vfi_coarsening *coarsening, int d, int i)
{
  return coarsening->graded && !coarsening->halved[d] ? i : i / 2;
}

/* The 4 fine rows over a coarse row have the order of vfi_fine_rows. If a direction is not halved, returns the row that
 * row r repeats; otherwise r itself. */
static inline int vfi_level_row_copied(const vfi_coarsening *coarsening, int r)
{
  if (coarsening->graded && !coarsening->halved[1]) r &= ~1;
  if (coarsening->graded && !coarsening->halved[2]) r &= ~2;
  return r;
}

/* Fine row r over coarse row (j, k): its place and a row of scratch for it. made: nothing is to do, because another row
 * of the same values is there, or because the row is missing and 0. */
typedef struct vfi_child_row {
  int j, k;
  double *out;
  bool made;
} vfi_child_row;
static inline vfi_child_row vfi_level_child_row(const vfi_level *fine, const vfi_coarsening *coarsening,
                                                const vfi_bench *bench, int j, int k, int r)
{
  const int copied = vfi_level_row_copied(coarsening, r);
  vfi_child_row row = { .j = vfi_level_child(coarsening, 1, j, r % 2),
                        .k = vfi_level_child(coarsening, 2, k, r / 2),
                        .out = bench->scratch + (VF_SCRATCH_ROWS / 2 + copied) * bench->length,
                        .made = copied < r };
  if (row.made || (row.j < fine->n[1] && row.k < fine->n[2])) return row;
  memset(row.out, 0, (size_t)bench->length * sizeof *row.out);
  row.made = true;
  return row;
}

/* The part that fine cell `index` takes from its parent's neighbour over a graded coarsening; *face:
 * the side of this neighbour. */
double vfi_level_part(const vfi_coarsening *coarsening, int d, int index, int *face);

/* True if fine cell `index` is the last child of its parent in direction d. */
bool vfi_level_last_child(const vfi_level *fine, const vfi_coarsening *coarsening, int d, int index);

/* Row (j, k) of fine phi from coarse phi. */
void vfi_level_interpolate_row(const vfi_level *fine, const vfi_level *coarse, const vfi_bench *bench, int j, int k,
                               bool add);

/* Fills row `row` of the ghosts beside the y and z faces: rows are numbered 0 .. vfi_level_ghost_rows - 1. */
int vfi_level_ghost_rows(const vfi_level *level);
void vfi_level_fill_ghost_row(const vfi_level *level, int row);

#endif
