/* What a device does for the multigrid solver: the interface between the solver and the level kernels of a device.
 *
 * Arrays are double. A level is one box of cells 0 .. n-1 in each direction, whatever boxes the user's arrays have; the
 * solver gathers them into it and scatters the solution back.
 *
 * Functions return 0 or a native error code of the device, which the solver puts into words. On a GPU they queue work
 * and return, except those that hand a number back through a pointer of the host, which wait for it.
 */
#ifndef VIEWFAB_MULTIGRID_ENGINE_H
#define VIEWFAB_MULTIGRID_ENGINE_H

#include <viewfab/backend.h>
#include <viewfab/kit/reduction_tree.h>
#include <viewfab/solver.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VF_LEVEL_ALIGNMENT = 16,       /* elements: a row of a solver's level starts (cell 0) on a multiple of 128 bytes */
  VF_FACE_CELLS = 3,             /* most cells that a folded ghost is made of */
  VF_SMALL_CELLS = 16 * 16 * 16, /* of levels that a GPU takes in one launch */
  VF_MAX_LEVELS = 64
};

/* An array of a level on the device. Element (i, j, k) is at[i + j row + k plane]. Where half is not 0, a row has its
 * elements with even i first, and those with odd i from at[half] on: (i, j, k) is at[i/2 + (i%2) half + j row + k
 * plane]. In levels that the solver makes, all fields have the same strides, row is a multiple of VF_LEVEL_ALIGNMENT,
 * at is aligned to 128 bytes, and elements -1 .. n in each direction exist (row >= n[0] + 2, rows -1 .. n[1], planes -1
 * .. n[2]). In levels made of a user's views (the composites vf_smooth_*) strides differ and nothing is aligned; phi
 * has elements -1 .. n, the others only those that the operator needs.
 * In levels of single precision `at` leads to floats, of which strides and half count pairs: so whole rows and planes
 * are found and moved without regard to what they hold. */
typedef struct vf_field {
  double *at;
  ptrdiff_t row, plane;
  ptrdiff_t half; /* row / 2 in levels that the solver makes for a device that halves rows, 0 otherwise */
} vf_field;

/* A field of a level in single precision with strides in floats. */
static inline vf_field vf_field_of_floats(const vf_field *x)
{
  const vf_field of_floats = { x->at, 2 * x->row, 2 * x->plane, 2 * x->half };
  return of_floats;
}

/* Where element i of a row stands, and how far it is from element 0 to number index in a direction. */
static inline ptrdiff_t vf_field_place(const vf_field *field, int i)
{
  return field->half ? (i >> 1) + (i & 1) * field->half : i;
}
static inline ptrdiff_t vf_field_along(const vf_field *field, int direction, int index)
{
  return direction == 0 ? vf_field_place(field, index) : index * (direction == 1 ? field->row : field->plane);
}

/* A boundary condition folded into weights. The ghost beside the face is
 *   VF_PERIODIC: the cell at the other side; otherwise
 *   w[0] x(0) + ... + w[cells-1] x(cells-1), added from left to right, x(m) the m-th cell inside from that face,
 * always with the values that x has before a half sweep (one colour) starts. Neumann has w = 1; odd reflection and
 * Dirichlet of order 2 on the face have w = -1; Dirichlet of order 3 and 4 have two and three cells; order 1 has none
 * (ghost 0). A periodic face of a direction with an odd number of cells may have w[0] = -1, which only whole_diagonal
 * looks at. Walls with values other than 0 are moved into the right-hand side by the solver; wall is their weight.
 * held, in z alone and for functions that read phi without changing it: the ghost is what memory holds there. */
typedef struct vf_face {
  bool periodic;
  bool held;
  int cells; /* 0 .. VF_FACE_CELLS, at most the cells in that direction */
  double w[VF_FACE_CELLS];
  double wall;
} vf_face;

/* What a fine cell takes of two coarse ones in a direction that is resampled; ghosts are counted to the cells that they
 * are made of. */
typedef struct vf_resampled_cell {
  int at[2];
  double part[2];
} vf_resampled_cell;

/* What a coarse cell takes of fine ones first, first + 1, ... there: the parts of it that they cover. */
enum { VF_RESAMPLED_CELLS = 4 };
typedef struct vf_resampled_mean {
  int first, count;
  double share[VF_RESAMPLED_CELLS];
} vf_resampled_mean;

/* How a level lies over the next finer one. Where resampled is true, its cells are alike, and as wide as any number of
 * fine ones between 1.5 and 2.4 (resample.h); arrays are the device's, graded is false and halved counts for nothing.
 * Elsewhere, where graded is false, each of its cells over 2 x 2 x 2 equal ones, and
 * nothing else here is set. Otherwise cell I of a direction that is halved lies over cells 2 I and 2 I + 1, the last one
 * of an odd number over one alone, and cell I of another direction over cell I. Means over children count a child twice
 * in a direction that is not halved, and one that is missing as 0: rows of a graded level are multiplied by the volume
 * of their cell (hierarchy.h), and so the sums are right. Interpolation takes from the neighbour on a child's side the
 * part low[d][I] for child 2 I, high[d][I] for child 2 I + 1; arrays are the device's, those of x have the order of
 * a row of the coarse level, halves included. Both are there, and 0, for a direction that is not halved. */
typedef struct vf_joint {
  bool resampled;
  const vf_resampled_cell *cell[3]; /* [n of the finer level] */
  const vf_resampled_mean *mean[3]; /* [n], and one more for a direction of a single cell */

  bool graded, halved[3];
  const double *low[3], *high[3];
  const float *narrow_low, *narrow_high; /* those of x rounded, in the order of a row of the level in single precision;
                                            for devices that halve rows, NULL where there is none */
  /* Coefficients of faces: a coarse link between centres is the fine link of its face with parts of those beside it,
   * one after the other: 2 / (1 / b(f) + before[I] / b(f-1) + after[I] / b(f+1)), f = 2 I or the last face, for each of
   * the fine faces that are added up. Arrays of the device, by coarse face; NULL for a direction that is not halved,
   * where it is b(I). Neighbours of a periodic direction's end are those at the other end. */
  const double *before[3], *after[3];
} vf_joint;

/* Smooths of a level by lines: each cell of a line of cells along one direction gets the value that its row of the
 * operator asks for, all of the line at once. Lines are red or black by the sum of their indices in the other two
 * directions, p and q, of which p is x where the line does not run along x, else y. With m the index along the line,
 *   T(m) x(m) - low(m) x(m-1) - high(m) x(m+1) = source(m)
 * is solved from the low end up and back, with pivots(m) = 1 / (T(m) - low(m) high(m-1) pivots(m-1)); see
 * line_formulas.h. What ghosts have of a cell's diagonal is in T, so that a neighbour outside counts 0.
 *
 * Arrays are the device's. Those of p have its even indices first, and the odd ones from pitch / 2 on. */
typedef struct vf_lines {
  int along; /* the direction of lines, 1, 2 or 3; 0: points are smoothed */
  /* Constant coefficients: those of neighbours in each direction, 0 where there is none, of rows that are divided by
   * their volume; what a direction has of the diagonal, ghosts included; width in units of h, and 1 / width. Whatever
   * reads such a level takes its operator from here, none of the other numbers of vf_level counts. */
  const double *low[3], *high[3], *diagonal[3], *width[3], *inverse[3];
  const int *kind;  /* [n of q] which lines have the same pivots; variable coefficients: NULL, each q has its own */
  const int *alike; /* [n of p] the lowest index whose pivots are the same; NULL where kind is */
  double *pivots;   /* of kind s, place m and index p: pivots[(s n + m) pitch + p], n cells along a line */
  int pitch;
  const double *omegas; /* of the host: over-relaxation of the half sweeps of a cycle, first those of its post smooths;
                           NULL: one number for both halves of a smooth, as elsewhere */
} vf_lines;

/* Ghosts of phi are scratch: a function that wants them filled fills them, none relies on what they hold.
 *
 * constant: laplacian(phi) = rhs, one width h[0], bits of gsrb_poisson:
 *   phi = gs = ((w + e + s + n + b + t) - h h rhs) / 6, neighbours added in that order (x low, x high, y low, ...),
 *   where omega is 1, else phi = old + omega (gs - old)
 * stretched: the same with widths h[3], d_d = 1 / (h_d h_d), diagonal = 2 (dx + dy + dz):
 *   phi = old + omega (gs - old), gs = (dx (w + e) + dy (s + n) + dz (b + t) - rhs) * (1 / diagonal)
 * variable: alpha a phi - beta div(b grad phi) = rhs, bits of gsrb_helmholtz (kit/stencil.h), dh_d = beta / h_d^2.
 *   bx(i,j,k) is the coefficient on the low face of cell i in x, and exists up to i = n[0]; by, bz alike.
 * The first half of a smooth updates the cells with i + j + k + parity even, the second half the others. */
typedef struct vf_slab vf_slab; /* ranks/slabs.h */
struct vf_aggregates;           /* robust/aggregates.h */
struct vf_aggregates_range;

typedef struct vf_level {
  int n[3];
  int parity;
  bool variable;
  bool stretched; /* constant, with three widths */
  bool
      single; /* fields hold floats, see vf_field; h counts in the least width of the finest cells where coefficients are
                     constant; numbers of alpha and beta are in those that vary */
  double h[3], alpha, beta;
  double omega;        /* over-relaxation of smooths, both operators; the solver sets it before every call */
  bool whole_diagonal; /* smooths count a folded ghost's first cell to the diagonal: a change of phi is multiplied by
                          d / (d - sum of w[0] c over the cell's faces at the boundary), d the diagonal of the plain
                          formula and c the coefficient of that neighbour (1 and d = 6, or dh_d b), unless that sum
                          is 0 or d. It is added in the order of faces, or as the variable diagonal is, by direction.
                          The solver sets it where cells at walls would be slow or unstable without it (hierarchy.c),
                          if the engine says that it knows it */
  vf_face face[6];     /* x low, y low, z low, x high, y high, z high */
  vf_field phi, rhs, a, bx, by, bz;
  vf_joint joint; /* with the next finer level */
  /* Of the host: over-relaxation of a cycle's smooths, post smooths first; NULL: the solver's. Small levels have none. */
  const double *omegas;
  vf_lines lines;

  /* A device whose smooths cannot work in place writes them beside their input. The allocation of phi then has
   * spare_planes more planes than n[2] + 2 (see vf_engine_table.spare_planes), and a smooth may move phi.at by whole
   * planes inside it: low <= phi.at's plane <= low + spare_planes planes. With spare_planes >= n[2] + 2 this is a
   * second array. With fewer a pass goes slab by slab in k: slab s of m planes writes its result spare_planes planes
   * lower (the next pass higher again), over planes that no later slab reads. That way constant coefficients take 1.25
   * times the memory of phi and rhs with spare_planes = n[2] / 2 + 2. 0 on the host, which works in place. */
  double *phi_low; /* where phi.at is when phi lies at the low end of its allocation */
  int spare_planes;
  void *own; /* the engine's own, made by prepare and ended by forget; NULL otherwise */

  vf_slab *slab; /* the planes that this rank has; NULL: all. The engines of devices see levels without one */
} vf_level;

/* The tree of norms and sums over a level: the cells of each plane in column order, in tiles that end with the plane
 * (VF_REDUCTION_TILE), and then the list of what the tiles of all planes gave. So the list of a level is that of its
 * slabs of planes, one after the other, whoever computes them. */
static inline int64_t vf_plane_tiles(const vf_level *level)
{
  return vf_reduction_tiles((int64_t)level->n[0] * level->n[1]);
}
static inline int64_t vf_level_tiles(const vf_level *level) { return level->n[2] * vf_plane_tiles(level); }

/* What is combined: |x| (the largest), x, x y. */
typedef enum vf_term { VF_TERM_SIZE, VF_TERM_VALUE, VF_TERM_PRODUCT } vf_term;

/* Reduces the list of a level, or of several slabs in the order of their planes, to what norm, sum or dot of it gives.
 *   list   [count] what the tiles gave; overwritten
 *   count  at least 1 */
VF_API double vf_level_reduce(vf_term what, double *list, int64_t count);

/* One box of the user's: a block of elements of an array of his on the device, and where it stands in the level. */
typedef struct vf_piece {
  void *at;              /* its first element */
  vf_type type;          /* VF_REAL32 or VF_REAL64 */
  ptrdiff_t row, plane;  /* strides in elements */
  int first[3], size[3]; /* elements first .. first + size - 1 of the target; first may be -1 or n for ghosts */
} vf_piece;

/* How cycles go. */
typedef struct vf_cycle {
  int kind;           /* vf_cycle_kind of solver.h */
  int pre, post;      /* smooths before and after the coarse correction */
  double omega, near; /* over-relaxation: near for the last of several pre smooths and for the first of several post
                         smooths, omega for all others (also of the coarsest level) */
  int bottom_smooths; /* on the coarsest level */
  bool singular;      /* constants are in the kernel of the operator: no face and no term holds phi's level */
} vf_cycle;

/* Omega of each smooth of a cycle: those of the post smooths, and after them of the pre smooths ([post + pre]). */
void vf_cycle_omegas(const vf_cycle *cycle, double *omegas);

static inline const double *vf_level_omegas(const vf_level *level, const double *of_solver)
{
  return level->omegas ? level->omegas : of_solver;
}

/* What coarse_cycle starts from. */
typedef enum vf_coarse_start {
  VF_COARSE_ZERO,  /* phi = 0 */
  VF_COARSE_GUESS, /* what phi of levels[0] holds */
  VF_COARSE_FULL   /* the coarsest level's solution from phi = 0, interpolated and improved by one cycle on each finer
                    level;   right-hand sides of all levels are set */
} vf_coarse_start;

/* Between a level in double and the one in single precision that has the equation of its error, times a number:
 * phi of the first += give * phi of the second, where adds, with the ghosts that are held, and then
 * rhs of the second = float(take * r), r = rhs - L phi of the first, whose ghosts are those of the new phi. */
typedef struct vf_correction {
  vf_level *of; /* in double */
  bool adds;
  double give, take;
} vf_correction;

/* Steps on one level that a device may do in one pass over memory, in this order; each may be absent. */
typedef struct vf_relax {
  vf_level *from;       /* interpolate, with add, from this coarse level; NULL: not */
  bool from_zero;       /* phi counts as 0 and is not read; with from, which is for relax_single alone, phi is what is
                           interpolated */
  int count;            /* complete smooths, >= 0 */
  int place;            /* of the first one among those of a cycle, of which the post smooths come first */
  const double *omegas; /* [count] over-relaxation of each; NULL: level->omega */
  vf_level *into;       /* residual_restrict into this coarse level; NULL: not */
  double *norm;         /* max |rhs - L phi| after all this (waits); NULL: not */
  const vf_correction
      *correction; /* for relax_single: norm, always wanted, is that of the level in double, and into, if any, takes the
                                      mean of 8 of take * r, rounded at the end; NULL: not */
} vf_relax;

/* A step of conjugate gradients: z is what the cycle made of the level's rhs, the residual times scale. Where it is one of
 * floats, numbers of it times give count.
 *   part = -(z q) / (p q) with p and q of the step before, 0 where it is the first one or p q is 0
 *   p = z + part p, q = L p, length = (p rhs) / (p q), or 0, x += length / scale p, rhs -= length q */
typedef struct vf_conjugate_step {
  vf_field z, x, p, q;
  bool single; /* z is one of floats */
  double give;
  bool first;
  double scale;
} vf_conjugate_step;
#define VF_CONJUGATE_PART(zq, pq) (-(zq) / (pq))

typedef struct vf_engine vf_engine;

typedef struct vf_engine_table {
  /* Fields of the solver's levels have their rows in halves. Ghosts in x have no place in them then. */
  bool halves_rows;
  /* Planes that the allocation of phi should have beyond n[2] + 2; see vf_level. */
  int (*spare_planes)(const vf_level *level);

  /* The engine's own state, and what it keeps with a level once its fields are set; all may be NULL. */
  int (*open)(vf_engine *engine);
  int (*close)(vf_engine *engine);
  int (*prepare)(vf_engine *engine, vf_level *level);
  int (*forget)(vf_engine *engine, vf_level *level);

  /* ---- the cycle ---- */

  /* count complete red-black smooths of phi, any count >= 0, as few passes over memory as the device can.
   * from_zero: phi counts as 0 and is not read (count >= 1 then). The bits are those of the plain sequence of kernels
   * fill_ghosts, gsrb (colour 0), fill_ghosts, gsrb (colour 1) without FMA. */
  int (*smooth)(vf_engine *engine, vf_level *level, int count, bool from_zero);

  /* Half sweeps of a level that is smoothed by lines: colour 0, 1, 0, ... with these omegas, in place. from_zero: phi
   * counts as 0 and is not read (half_sweeps >= 2 then). */
  int (*smooth_lines)(vf_engine *engine, vf_level *level, const double *omegas, int half_sweeps, bool from_zero);
  /* Makes lines.pivots of a level with variable coefficients. */
  int (*make_pivots)(vf_engine *engine, vf_level *level);

  /* Smooths of a level made of views, whose phi keeps its place. scratch has the strides of phi and its cells, what it
   * holds is lost; it may be NULL for one smooth. takes_views: whether they take the level; only shapes are looked at,
   * and no device is needed. NULL: smooth does it, without scratch. */
  bool (*takes_views)(const vf_level *level);
  int (*smooth_views)(vf_engine *engine, vf_level *level, int count, double *scratch);

  /* coarse rhs(i,j,k) = mean of the residual rhs - L phi of its 8 fine children (sum in the order of the kernel
   * average, times 0.125); the residual is not stored. L phi is (sum6 - 6 phi) * (1 / (h h)) or diagonal * phi -
   * neighbours. coarse phi is not touched: its first smooth is from_zero.
   * norm: NULL, or takes max |rhs - L phi| of the fine cells, NaN where there is one (waits). */
  int (*residual_restrict)(vf_engine *engine, vf_level *fine, vf_level *coarse, double *norm);

  /* fine phi(child) = (add ? fine phi : 0) + ((c + cx) + (cy + cz)) * 0.25: c the parent in coarse phi, cx, cy, cz its
   * face neighbours on the child's side (linear interpolation; ghosts of coarse phi by its folded faces). */
  int (*interpolate)(vf_engine *engine, vf_level *fine, vf_level *coarse, bool add);

  /* Over a joint that is resampled, in the kind of the fine level, to which parts and shares are rounded first.
   * interpolate_resampled: fine phi = (add ? fine phi : 0) + what cell says, VF_RESAMPLED of two coarse values by y,
   * two of these by z and two of those by x.
   * restrict_resampled: coarse rhs = sum by x of share times (sum by z, and y in it, of share z share y times from);
   * `from` is of the fine level's kind, rhs of either.
   * NULL: there are no such joints. No other function sees one. */
  int (*interpolate_resampled)(vf_engine *engine, const vf_level *fine, const vf_level *coarse, bool add);
  int (*restrict_resampled)(vf_engine *engine, const vf_level *fine, vf_field from, const vf_level *coarse);

  /* interpolate with add, then count >= 1 smooths; the first one may be fused with it. */
  int (*interpolate_smooth)(vf_engine *engine, vf_level *fine, vf_level *coarse, int count);

  /* Any of these together; see vf_relax. NULL: the solver calls them one by one. */
  int (*relax)(vf_engine *engine, vf_level *level, const vf_relax *steps);

  /* The same on a level of single precision, from another of that kind, into either kind; norm only with a correction.
   * Smooths: gs = ((w + e + s + n + b + t) - h h rhs) * (1.f / 6), phi = old + omega (gs - old), whatever omega is.
   * Of variable ones alpha and all dh_d are 1, which no product is made with. Over a graded joint,
   * which halves x and y, z or not, parts of neighbours are rounded to floats, and 1 - ty - tz is one of floats; so are
   * the numbers of stretched levels. NULL: there are no such levels.
   * residual_single: r = rhs - L phi in floats, of a level with coefficients.
   * narrow: n[0] x n[1] x n[2] elements of a field in single precision, n of the shape, are factor times those of one
   * in double, rounded at the end; widen: those in double are factor times those in single precision. */
  int (*relax_single)(vf_engine *engine, vf_level *level, const vf_relax *steps);
  int (*residual_single)(vf_engine *engine, vf_level *level, vf_field r);
  int (*narrow)(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to);
  int (*widen)(vf_engine *engine, const vf_level *shape, vf_field from, double factor, vf_field to);

  /* One cycle on levels[0] .. levels[count-1], or a full multigrid start, with the right-hand side of levels[0]: small
   * levels in one launch (a persistent kernel or a captured graph), on the host all levels in one parallel region. Same
   * steps as the solver's own cycle (cycle.c), V or F, with bottom_smooths on the last level and, where singular, the
   * mean of phi's cells there subtracted after them. NULL: the solver calls level by level. */
  int (*coarse_cycle)(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_coarse_start start);
  /* Smooths know whole_diagonal; others ignore it. All functions know stretched levels, or the solver takes variable
   * ones in their place. */
  bool knows_whole_diagonal, knows_stretched;
  /* Largest number of cells of levels[0], and of levels (0: any), for which the solver calls coarse_cycle. */
  int64_t coarse_cells;
  int coarse_levels;
  bool coarse_lines; /* coarse_cycle takes levels that are smoothed by lines (that of GPUs does not) */

  /* A V-cycle of the robust method below the finest level (robust/aggregates.h) for left, the residual there; adds what
   * it gives to phi of the finest level, which may be one of single precision. count may be 0. Cycles of a solver differ
   * in the numbers of range alone. */
  int (*aggregates_cycle)(vf_engine *engine, struct vf_aggregates *levels, int count, vf_level *finest, vf_field left,
                          const struct vf_aggregates_range *range);

  /* ---- the start ---- */

  /* Copies pieces into an array with the given strides, element (0,0,0) at `to`; or an array into pieces. All pieces in
   * one launch. Pieces do not overlap. The table is the caller's and may be gone after the call. Converts between
   * float and double. */
  int (*gather)(vf_engine *engine, vf_field to, const vf_piece *pieces, int count);
  int (*scatter)(vf_engine *engine, vf_field from, const vf_piece *pieces, int count);

  /* coarse rhs = mean of 8 of fine rhs. */
  int (*restrict_rhs)(vf_engine *engine, vf_level *fine, vf_level *coarse);

  /* coarse a = mean of 8 (kernel average); coarse bx(i,j,k) = mean of bx(2i, 2j:2j+1, 2k:2k+1), sum in column order
   * times 0.25, for i = 0 .. n[0]; by, bz alike. */
  int (*restrict_coefficients)(vf_engine *engine, vf_level *fine, vf_level *coarse);

  /* x(cells beside the face) += scale * [b(face) if coefficient] * values: values holds one number a cell of that
   * layer, column order without gaps (face in x: j fastest). Used for walls. */
  int (*add_on_face)(vf_engine *engine, vf_level *level, vf_field x, int face, const double *values, double scale,
                     bool coefficient);
  /* coarse values(p,q) = mean of fine values(2p:2p+1, 2q:2q+1); n: extents of the coarse layer. */
  int (*restrict_face)(vf_engine *engine, const double *fine, double *coarse, const int n[2]);
  /* The same between levels whose joint is graded: the mean of the children with their parts of the coarse cell, share
   * p [fine p] share q [fine q]; arrays of the device. */
  int (*restrict_face_shares)(vf_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                              const int n[2], const bool halved[2], const double *const share[2]);
  /* x(i,j,k) *= (p[i] q[j]) r[k] on n[0] x n[1] x n[2] elements; arrays of the device, in the order of indices. */
  int (*multiply)(vf_engine *engine, const int n[3], vf_field x, const double *p, const double *q, const double *r);

  /* ---- vectors: fields with the strides of the level, cells only ---- */

  int (*residual_norm)(vf_engine *engine, vf_level *level, double *norm);   /* max |rhs - L phi|; waits */
  int (*norm)(vf_engine *engine, vf_level *level, vf_field x, double *max); /* max |x|, NaN if there is one; waits */
  /* Added by the tree of vf_level_tiles; wait. */
  int (*sum)(vf_engine *engine, vf_level *level, vf_field x, double *sum);
  int (*dot)(vf_engine *engine, vf_level *level, vf_field x, vf_field y, double *sum);
  /* What each tile gives to norm, sum or dot: [vf_level_tiles(level)] numbers on the host, until the next call of the
   * engine. y counts in products only. For one level all of it is `sum` and the like, so this is for a slab of a level
   * whose other planes are elsewhere. Waits. */
  int (*tiles)(vf_engine *engine, vf_level *level, vf_term what, vf_field x, vf_field y, const double **list);

  int (*residual)(vf_engine *engine, vf_level *level, vf_field r);            /* r = rhs - L phi */
  int (*operate)(vf_engine *engine, vf_level *level, vf_field x, vf_field y); /* y = L x; x has ghosts, as phi */
  /* y = s x + t y; t = 0: y = s x, y is not read. x may be y. */
  int (*combine)(vf_engine *engine, vf_level *level, double s, vf_field x, double t, vf_field y);
  int (*shift)(vf_engine *engine, vf_level *level, vf_field x, double value); /* x += value */
  /* What comes after the cycle in a step of conjugate gradients (conjugate_gradients.c), of a level with variable
   * coefficients and all of its planes; norm: max |rhs| then (waits). NULL: the solver calls dot, combine, operate and
   * norm one by one, which gives the same bits. */
  int (*conjugate)(vf_engine *engine, vf_level *level, const vf_conjugate_step *step, double *norm);
  /* Sets bytes to zero, ghosts and padding included. */
  int (*zero)(vf_engine *engine, void *at, size_t bytes);
} vf_engine_table;

/* What a solver holds. */
struct vf_engine {
  const vf_engine_table *call;
  const vf_backend *backend; /* allocate, release, copies */
  vf_context *context;
  void *queue; /* of the context */
  void *state; /* made by open */
};

const vf_engine_table *vf_engine_table_of(vf_backend_id id);

/* The engine of a context's device (NULL: the default context). Exported for tests. */
VF_API vf_status vf_engine_open(vf_context *context, vf_engine *engine);
VF_API vf_status vf_engine_close(vf_engine *engine);

/* The tables: host always, the others where built (c_src/multigrid/engine_gpu.cu gives one of the two, as
 * backends/gpu.cu does). */
#define VF_ENGINE_DECLARED(NAME, word, built, tuned) const vf_engine_table *vf_engine_##word(void);
VF_BACKEND_LIST(VF_ENGINE_DECLARED)
#undef VF_ENGINE_DECLARED

#ifdef __cplusplus
}
#endif

#endif
