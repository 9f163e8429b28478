/* A level of the solver: a box of cells 0 .. n-1 in each direction, its fields on the device, its boundary, and its place
 * over the next finer level. Arrays are double, or floats in levels of single precision. */
#ifndef VIEWFAB_MULTIGRID_LEVEL_H
#define VIEWFAB_MULTIGRID_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VF_LEVEL_ALIGNMENT = 16,       /* elements: cell 0 of a row starts on a multiple of 128 bytes in a solver's level */
  VF_FACE_CELLS = 3,             /* most cells that a ghost is folded from */
  VF_SMALL_CELLS = 16 * 16 * 16, /* cells of the largest level that a GPU takes in one launch */
  VF_MAX_LEVELS = 64
};

/* An array of a level on the device. Element (i, j, k) is at[i + j row + k plane]. If odd_start is not 0, a row has its
 * elements with even i first, and its elements with odd i from at[odd_start] on: (i, j, k) is at[i/2 + (i%2) odd_start
 * + j row + k plane].
 *
 * In levels that the solver makes, all fields have the same strides, row is a multiple of VF_LEVEL_ALIGNMENT, at is
 * aligned to 128 bytes, and elements -1 .. n exist in each direction (row >= n[0] + 2, rows -1 .. n[1], planes -1 ..
 * n[2]). In levels made of a user's views (the composites vf_smooth_*) strides differ and nothing is aligned; phi has
 * elements -1 .. n, and the other fields have only the elements that the operator needs.
 *
 * In levels of single precision `at` leads to floats, and strides and odd_start count pairs of floats. So whole rows
 * and planes are found and moved alike for both types. */
typedef struct vf_field {
  double *at;
  ptrdiff_t row, plane;
  ptrdiff_t odd_start; /* row / 2 in levels that the solver makes for a device that halves rows, 0 otherwise */
} vf_field;

/* A field of a level in single precision with strides in floats. */
static inline vf_field vfi_field_of_floats(const vf_field *x)
{
  const vf_field of_floats = { x->at, 2 * x->row, 2 * x->plane, 2 * x->odd_start };
  return of_floats;
}

/* The place of element i of a row, and the distance from element 0 to element `index` in a direction. */
static inline ptrdiff_t vfi_field_place(const vf_field *field, int i)
{
  return field->odd_start ? (i >> 1) + (i & 1) * field->odd_start : i;
}
static inline ptrdiff_t vfi_field_along(const vf_field *field, int direction, int index)
{
  return direction == 0 ? vfi_field_place(field, index) : index * (direction == 1 ? field->row : field->plane);
}

/* A boundary condition folded into weights. The ghost beside the face is
 *   VF_PERIODIC: the cell at the other side; otherwise
 *   w[0] x(0) + ... + w[cells-1] x(cells-1), added from left to right, with x(m) the m-th cell inside from the face.
 * The values are those of x before a half sweep (one colour) starts. Neumann has w = 1; odd reflection and Dirichlet of
 * order 2 on the face have w = -1; Dirichlet of order 3 and 4 have two and three cells; Dirichlet of order 1 has no
 * cell (ghost 0). A periodic face of a direction with an odd number of cells may have w[0] = -1; only whole_diagonal
 * reads this number. The solver moves values on walls into the right-hand side; wall is the weight of such a value.
 * stored: the ghost is not computed; it has its value in memory (a plane of a neighbouring rank). Only in z, and for
 * functions that read phi without changing it. */
typedef struct vfi_face {
  bool periodic;
  bool stored;
  int cells; /* 0 .. VF_FACE_CELLS, at most the cells in the face's direction */
  double w[VF_FACE_CELLS];
  double wall;
} vfi_face;

/* In a resampled direction a fine cell is a combination of two coarse cells, with the parts `part`. The part of a ghost is
 * added to the cells from which the ghost is made. */
typedef struct vfi_resampled_cell {
  int at[2];
  double part[2];
} vfi_resampled_cell;

/* In a resampled direction a coarse cell is a mean of the fine cells first, first + 1, ... A share is the part of the
 * coarse cell that the fine cell covers. */
enum { VF_RESAMPLED_CELLS = 4 };
typedef struct vfi_resampled_mean {
  int first, count;
  double share[VF_RESAMPLED_CELLS];
} vfi_resampled_mean;

/* The position of a level over the next finer level. There are three kinds.
 *
 * resampled: the cells are alike and as wide as 1.5 to 2.4 fine cells, any number in between (resample.h). cell and
 * mean are arrays of the device; graded is false, and halved counts for nothing.
 *
 * Neither resampled nor graded: each cell lies over 2 x 2 x 2 equal cells, and the arrays are not set.
 *
 * graded: cell I of a halved direction lies over cells 2 I and 2 I + 1; with an odd number of fine cells the last
 * cell lies over one fine cell. In another direction cell I lies over cell I. Means over children count a child
 * twice in a direction that is not halved, and a missing child as 0: rows of a graded level are multiplied by the
 * volume of their cell (hierarchy.h), so the sums are right. Interpolation takes the neighbour on a child's side
 * with the part low[d][I] for child 2 I and high[d][I] for child 2 I + 1. These are arrays of the device; the arrays
 * of x have the order of a row of the coarse level, halves included. Both arrays exist, filled with 0, for a
 * direction that is not halved. */
typedef struct vfi_coarsening {
  bool resampled;
  const vfi_resampled_cell *cell[3]; /* [n of the finer level] */
  const vfi_resampled_mean *mean[3]; /* [n], and one more entry for a layer's direction of a single cell */

  bool graded, halved[3];
  const double *low[3], *high[3];
  const float *narrow_low, *narrow_high; /* low and high of x rounded to float, in the order of a row of the level in
                                            single precision; for devices that halve rows, else NULL */
  /* Coefficients of faces: a coarse link between centres is the fine link of its face in series with parts of the
   * neighbouring fine links: 2 / (1 / b(f) + before[I] / b(f-1) + after[I] / b(f+1)), f = 2 I or the last face. The
   * link is computed for each fine face, and the fine faces of a coarse face are added up. Arrays of the device,
   * indexed by the coarse face; NULL for a direction that is not halved: the link is b(I) there. At an end of a
   * periodic direction the neighbours are at the other end. */
  const double *before[3], *after[3];
} vfi_coarsening;

/* Smooths of a level by lines: a smooth solves the rows of the operator of all cells of a line along one direction at
 * once. Lines are red or black by the sum of their indices in the other two directions, p and q. p is x if the line
 * does not run along x, else y. With m the index along the line, a smooth solves
 *   T(m) x(m) - low(m) x(m-1) - high(m) x(m+1) = source(m)
 * from the low end up and back, with pivots(m) = 1 / (T(m) - low(m) high(m-1) pivots(m-1)); see line_formulas.h. T
 * contains the ghosts' part of a cell's diagonal, so a neighbour outside the domain counts 0.
 *
 * Arrays are the device's. Arrays over p have the even indices first, and the odd indices from pitch / 2 on. */
typedef struct vfi_lines {
  int along; /* the direction of lines, 1, 2 or 3; 0: points are smoothed */
  /* For constant coefficients, in rows that are divided by their volume: the coefficients of the neighbours in
   * each direction, 0 if there is no neighbour; the direction's part of the diagonal, ghosts included; the width
   * in units of h, and 1 / width. Functions on such a level take the operator from these arrays and ignore the
   * other numbers of vfi_level. */
  const double *low[3], *high[3], *diagonal[3], *width[3], *inverse[3];
  const int *kind;  /* [n of q] equal for lines with the same pivots; variable coefficients: NULL, each q has its own
                       pivots */
  const int *alike; /* [n of p] the lowest index with the same pivots; NULL if kind is NULL */
  double *pivots;   /* of kind s, place m and index p: pivots[(s n + m) pitch + p], n cells along a line */
  int pitch;
  const double *omegas; /* of the host: over-relaxation of the half sweeps of a cycle, half sweeps of post smooths
                           first; NULL: both halves of a smooth have the same number, as on other levels */
} vfi_lines;

/* Ghosts of phi are scratch: a function fills the ghosts that it needs, and no function relies on their values.
 *
 * constant: laplacian(phi) = rhs, one width h[0], bits of gsrb_poisson:
 *   phi = gs = ((w + e + s + n + b + t) - h h rhs) / 6, neighbours added in this order (x low, x high, y low, ...),
 *   if omega is 1, else phi = old + omega (gs - old)
 * anisotropic: the same with widths h[3], d_d = 1 / (h_d h_d), diagonal = 2 (dx + dy + dz):
 *   phi = old + omega (gs - old), gs = (dx (w + e) + dy (s + n) + dz (b + t) - rhs) * (1 / diagonal)
 * variable: alpha a phi - beta div(b grad phi) = rhs, bits of gsrb_helmholtz (kit/stencil.h), dh_d = beta / h_d^2.
 *   bx(i,j,k) is the coefficient on the low face of cell i in x, and exists up to i = n[0]; by, bz alike.
 * The first half of a smooth updates the cells with even i + j + k + parity, the second half the other cells. */
typedef struct vfi_slab vfi_slab; /* ranks/slabs.h */

typedef struct vfi_level {
  int n[3];
  int parity;
  bool variable;
  bool anisotropic; /* constant, with three widths */
  /* Fields hold floats, see vf_field. Constant coefficients: h is in units of the least width of the finest cells;
   * variable coefficients contain alpha and beta. */
  bool single;
  double h[3], alpha, beta;
  double omega;        /* over-relaxation of smooths, for both operators; the solver sets it before every call */
  bool whole_diagonal; /* smooths count a folded ghost's first cell to the diagonal: a change of phi is multiplied by d
                          / (d - sum of w[0] c over the cell's faces at the boundary), unless this sum is 0 or d. d is
                          the diagonal of the plain formula, and c the coefficient of the neighbour (1 and d = 6, or
                          dh_d b). The sum is added in the order of faces, or by direction like the variable diagonal.
                          The solver sets whole_diagonal if cells at walls would be slow or unstable without it
                          (hierarchy.c) and if the engine knows it */
  vfi_face face[6];    /* x low, y low, z low, x high, y high, z high */
  vf_field phi, rhs, a, bx, by, bz;
  vfi_coarsening coarsening; /* with the next finer level */
  /* On the host: over-relaxation of a cycle's smooths, post smooths first; NULL: the solver's numbers. Small levels
   * always have NULL. */
  const double *omegas;
  vfi_lines lines;

  /* If a device cannot smooth in place, a smooth writes beside its input. The allocation of phi then has spare_planes
   * more planes than n[2] + 2 (see vfi_engine_table.spare_planes), and a smooth may move phi.at by whole planes inside
   * the allocation: low <= phi.at's plane <= low + spare_planes planes. With spare_planes >= n[2] + 2 this is a second
   * array. With fewer spare planes a pass goes slab by slab in k: a slab writes its result spare_planes planes lower
   * (the next pass higher again), over planes that no later slab reads. So the memory of a large level with constant
   * coefficients grows by only spare_planes planes of phi. spare_planes is 0 on the host, which works in place. */
  double *phi_low; /* phi.at if phi lies at the low end of its allocation */
  int spare_planes;

  vfi_slab *slab; /* the planes of this rank; NULL: all planes. The engines of devices see levels without a slab */
} vfi_level;

static inline int64_t vfi_level_cells(const vfi_level *level)
{
  return (int64_t)level->n[0] * level->n[1] * level->n[2];
}

#ifdef __cplusplus
}
#endif

#endif
