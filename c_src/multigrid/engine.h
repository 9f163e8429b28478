/* The work of a device for the multigrid solver: the interface between the solver and the level kernels of a device.
 *
 * Arrays are double. A level is one box of cells 0 .. n-1 in each direction, for any boxes of the user's arrays: the
 * solver gathers these arrays into the level and scatters the solution back.
 *
 * Functions return 0 or a native error code of the device, which the solver puts into words. On a GPU the functions
 * queue work and return. Only functions that give a number back through a pointer of the host wait for their work.
 */
#ifndef VIEWFAB_MULTIGRID_ENGINE_H
#define VIEWFAB_MULTIGRID_ENGINE_H

#include <viewfab/backend.h>
#include <viewfab/kit/reduction_tree.h>
#include <viewfab/solver.h>

#include "level.h"

#ifdef __cplusplus
extern "C" {
#endif

struct vfi_aggregates; /* robust/aggregates.h */
struct vfi_aggregates_range;

/* The tree of norms and sums over a level. The cells of each plane, in column order, form tiles that end with the plane
 * (VF_REDUCTION_TILE); the results of the tiles of all planes form a list. The list of a level is the same on any
 * number of ranks: the lists of its slabs of planes, one after the other. */
static inline int64_t vfi_plane_tiles(const vfi_level *level)
{
  return vfi_reduction_tiles((int64_t)level->n[0] * level->n[1]);
}
static inline int64_t vfi_level_tiles(const vfi_level *level) { return level->n[2] * vfi_plane_tiles(level); }

/* The terms that are combined: |x| (the largest), x, x y. */
typedef enum vfi_term { VF_TERM_SIZE, VF_TERM_VALUE, VF_TERM_PRODUCT } vfi_term;

/* Reduces the list of a level, or the lists of several slabs in the order of their planes, to the result of norm_max,
 * sum or dot.
 *   list   [count] results of the tiles; overwritten
 *   count  at least 1 */
VF_API double vfi_level_reduce(vfi_term what, double *list, int64_t count);

/* One box of the user: a block of elements of the user's array on the device, and its place in the level. */
typedef struct vfi_piece {
  void *at;              /* its first element */
  vf_type type;          /* VF_REAL32 or VF_REAL64 */
  ptrdiff_t row, plane;  /* strides in elements */
  int first[3], size[3]; /* elements first .. first + size - 1 of the target; first may be -1 or n for ghosts */
} vfi_piece;

/* The numbers of cycles. */
typedef struct vfi_cycle {
  int kind;           /* vf_cycle_kind of solver.h */
  int pre, post;      /* smooths before and after the coarse correction */
  double omega, near; /* over-relaxation: near for the last of several pre smooths and for the first of several post
                         smooths; omega for all other smooths, also of the coarsest level */
  int bottom_smooths; /* on the coarsest level */
  bool singular;      /* constants are in the kernel of the operator: no face and no term fixes the level of phi */
} vfi_cycle;

/* Omega of each smooth of a cycle: the post smooths first, then the pre smooths ([post + pre]). */
void vfi_cycle_omegas(const vfi_cycle *cycle, double *omegas);

static inline const double *vfi_level_omegas(const vfi_level *level, const double *of_solver)
{
  return level->omegas ? level->omegas : of_solver;
}

/* The start of coarse_cycle. */
typedef enum vfi_coarse_start {
  VF_COARSE_ZERO,  /* phi = 0 */
  VF_COARSE_GUESS, /* the present phi of levels[0] */
  VF_COARSE_FULL   /* the coarsest level's solution from phi = 0, interpolated and improved by one cycle on each finer
                      level; right-hand sides of all levels are set */
} vfi_coarse_start;

/* The step between a level in double and the level in single precision for its error times a number. First, if adds
 * is true, phi of the level in double += give * phi of the level in single precision, with the ghosts held in
 * memory. Then rhs of the level in single precision = float(take * r), with r = rhs - L phi of the level in double
 * and the ghosts of the new phi. */
typedef struct vfi_correction {
  vfi_level *of; /* in double */
  bool adds;
  double give, take;
} vfi_correction;

/* Steps on one level that a device may do in one pass over memory, in this order; each step may be absent. */
typedef struct vf_relax {
  vfi_level *from;      /* interpolate, with add, from this coarse level; NULL: no interpolation */
  bool from_zero;       /* phi counts as 0 and is not read. With from, only for relax_single: phi becomes the
                           interpolated values */
  int count;            /* complete smooths, >= 0 */
  int place;            /* of the first smooth among the smooths of a cycle; the post smooths come first */
  const double *omegas; /* [count] over-relaxation of each smooth; NULL: level->omega */
  vfi_level *into;      /* residual_restrict into this coarse level; NULL: no restriction */
  double *norm;         /* max |rhs - L phi| after all steps (waits); NULL: not needed */
  /* For relax_single, NULL: none. norm, always wanted, is then the norm of the level in double. into, if any, takes the
   * mean of 8 of take * r, rounded at the end. */
  const vfi_correction *correction;
} vf_relax;

/* A step of conjugate gradients. z is the result of the cycle for the level's rhs, the residual times scale. If z is a
 * field of floats, its numbers count times give.
 *   part = -(z q) / (p q) with p and q of the previous step; 0 in the first step or if p q is 0
 *   p = z + part p, q = L p, length = (p rhs) / (p q), or 0, x += length / scale p, rhs -= length q */
typedef struct vfi_conjugate_step {
  vf_field z, x, p, q;
  bool single; /* z is a field of floats */
  double give;
  bool first;
  double scale;
} vfi_conjugate_step;
#define VF_CONJUGATE_PART(zq, pq) (-(zq) / (pq))

typedef struct vfi_engine vfi_engine;

typedef struct vfi_engine_table {
  /* True if fields of the solver's levels have their rows in halves. Such rows have no place for ghosts in x. */
  bool halves_rows;
  /* Planes that the allocation of phi should have beyond n[2] + 2; see vfi_level. */
  int (*spare_planes)(const vfi_level *level);

  /* The engine's own state, and the engine's data of a level whose fields are set; all may be NULL. */
  int (*open)(vfi_engine *engine);
  int (*close)(vfi_engine *engine);
  int (*prepare)(vfi_engine *engine, vfi_level *level);
  int (*forget)(vfi_engine *engine, vfi_level *level);

  /* ---- the cycle ---- */

  /* count complete red-black smooths of phi, any count >= 0, in as few passes over memory as the device can. The bits
   * are those of the plain sequence of kernels fill_ghosts, gsrb (colour 0), fill_ghosts, gsrb (colour 1) without FMA.
   * from_zero: phi counts as 0 and is not read (count >= 1 then). */
  int (*smooth)(vfi_engine *engine, vfi_level *level, int count, bool from_zero);

  /* Half sweeps of a level with lines: colour 0, 1, 0, ... with these omegas, in place. from_zero: phi counts as 0 and
   * is not read (half_sweeps >= 2 then). */
  int (*smooth_lines)(vfi_engine *engine, vfi_level *level, const double *omegas, int half_sweeps, bool from_zero);
  /* Makes lines.pivots of a level with variable coefficients. */
  int (*make_pivots)(vfi_engine *engine, vfi_level *level);

  /* Smooths of a level made of views, whose phi keeps its place. scratch has the strides and the cells of phi, and its
   * values are lost; for one smooth scratch may be NULL. takes_views: true if smooths take the level; the function
   * looks at shapes only and needs no device. NULL: smooth takes such levels, without scratch. */
  bool (*takes_views)(const vfi_level *level);
  int (*smooth_views)(vfi_engine *engine, vfi_level *level, int count, double *scratch);

  /* coarse rhs(i,j,k) = mean of the residual rhs - L phi of its 8 fine children (sum in the order of the kernel
   * average, times 0.125); the residual is not stored. L phi is (sum6 - 6 phi) * (1 / (h h)) or diagonal * phi -
   * neighbours. coarse phi stays unchanged, because its first smooth is from_zero.
   * norm: NULL, or takes max |rhs - L phi| of the fine cells, NaN if a residual is NaN (waits). */
  int (*residual_restrict)(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, double *norm);

  /* fine phi(child) = (add ? fine phi : 0) + ((c + cx) + (cy + cz)) * 0.25: c is the parent in coarse phi;
   * cx, cy, cz are the parent's face neighbours on the child's side (linear interpolation; ghosts of coarse
   * phi by its folded faces). */
  int (*interpolate)(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, bool add);

  /* Steps over a coarsening that is resampled, in the type of the fine level; parts and shares are first rounded to
   * this type. NULL: the engine has no such coarsenings. No other function gets such a coarsening.
   * interpolate_resampled: fine phi = (add ? fine phi : 0) + the combination in `cell`: VF_RESAMPLED of two coarse
   * values by y, then of two such results by z, then of two such results by x.
   * restrict_resampled: coarse rhs = sum by x of share times (sum by z, and in it by y, of share z share y times from);
   * `from` has the fine level's type, rhs either type. */
  int (*interpolate_resampled)(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
  int (*restrict_resampled)(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse);

  /* interpolate with add, then count >= 1 smooths; the first smooth may be fused with the interpolation. */
  int (*interpolate_smooth)(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, int count);

  /* All of these steps together; see vf_relax. NULL: the solver calls the functions step by step. */
  int (*relax)(vfi_engine *engine, vfi_level *level, const vf_relax *steps);

  /* relax on a level of single precision, from another level of single precision, into a level of either type; norm
   * only with a correction. NULL: the engine has no levels in single precision.
   * Smooths: gs = ((w + e + s + n + b + t) - h h rhs) * (1.f / 6), phi = old + omega (gs - old), for any omega.
   * On variable levels alpha and all dh_d are 1, and no product with them is made. A graded coarsening halves x and y,
   * and z or not; parts of neighbours are rounded to floats, and 1 - ty - tz is computed in floats. Numbers of
   * anisotropic levels are floats, too.
   * residual_single: r = rhs - L phi in floats, of a level with coefficients.
   * narrow: n[0] x n[1] x n[2] elements of a field in single precision become factor times the elements of a
   * field in double, rounded at the end; n is the shape's. widen: elements in double become factor times the
   * elements in single precision. */
  int (*relax_single)(vfi_engine *engine, vfi_level *level, const vf_relax *steps);
  int (*residual_single)(vfi_engine *engine, vfi_level *level, vf_field r);
  int (*narrow)(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to);
  int (*widen)(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to);

  /* One cycle on levels[0] .. levels[count-1], or a full multigrid start, with the right-hand side of levels[0]. A GPU
   * does small levels in one launch (a persistent kernel or a captured graph), the host all levels in one parallel
   * region. The steps are those of the solver's own cycle (cycle.c), V or F, with bottom_smooths on the last level; if
   * singular, the mean of phi's cells is then subtracted on this level. NULL: the solver calls level by level. */
  int (*coarse_cycle)(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle, vfi_coarse_start start);
  /* Smooths know whole_diagonal; other functions ignore it. All functions know anisotropic levels; otherwise the solver
   * takes variable levels in their place. */
  bool knows_whole_diagonal, knows_anisotropic;
  /* The largest number of cells of levels[0], and the largest number of levels (0: any), for calls of coarse_cycle. */
  int64_t coarse_cells;
  int coarse_levels;
  bool coarse_lines; /* coarse_cycle takes levels with lines (on GPUs it does not) */

  /* A V-cycle of the robust method below the finest level (robust/aggregates.h) for `left`, the residual of the finest
   * level. Adds the result to phi of the finest level, which may be in single precision. count may be 0. Cycles of a
   * solver differ only in the numbers of range. */
  int (*aggregates_cycle)(vfi_engine *engine, struct vfi_aggregates *levels, int count, vfi_level *finest,
                          vf_field left, const struct vfi_aggregates_range *range);

  /* ---- the start ---- */

  /* Copies pieces into an array with the given strides, element (0,0,0) at `to`; or an array into pieces. All
   * pieces go in one launch and do not overlap. The table is the caller's and may be gone after the call. Converts
   * between float and double. */
  int (*gather)(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count);
  int (*scatter)(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count);

  /* coarse rhs = mean of 8 of fine rhs. */
  int (*restrict_rhs)(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);

  /* coarse a = mean of 8 (kernel average); coarse bx(i,j,k) = mean of bx(2i, 2j:2j+1, 2k:2k+1), sum in column order
   * times 0.25, for i = 0 .. n[0]; by, bz alike. */
  int (*restrict_coefficients)(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);

  /* x(cells beside the face) += scale * [b(face) if coefficient] * values: values holds one number for each cell of
   * this layer, in column order without gaps (face in x: j fastest). Used for walls. */
  int (*add_on_face)(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
                     bool coefficient);
  /* coarse values(p,q) = mean of fine values(2p:2p+1, 2q:2q+1); n: extents of the coarse layer. */
  int (*restrict_face)(vfi_engine *engine, const double *fine, double *coarse, const int n[2]);
  /* The same between levels with a graded coarsening: the mean of the children with their parts of the coarse cell,
   * share p [fine p] share q [fine q]; arrays of the device. */
  int (*restrict_face_shares)(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                              const int n[2], const bool halved[2], const double *const share[2]);
  /* x(i,j,k) *= (p[i] q[j]) r[k] on the elements of a level; for faces n of the level has one more element in their
   * direction. p, q, r: arrays of the device, in the order of indices. */
  int (*multiply)(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q,
                  const double *r);

  /* ---- vectors: fields with the strides of the level, cells only ---- */

  int (*residual_norm)(vfi_engine *engine, vfi_level *level, double *norm);       /* max |rhs - L phi|; waits */
  int (*norm_max)(vfi_engine *engine, vfi_level *level, vf_field x, double *max); /* max |x|, NaN if an element is NaN;
                                                                               waits */
  /* Add by the tree of vfi_level_tiles; wait. */
  int (*sum)(vfi_engine *engine, vfi_level *level, vf_field x, double *sum);
  int (*dot)(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *sum);
  /* The results of each tile for norm_max, sum or dot: [vfi_level_tiles(level)] numbers on the host, until the next call
   * of the engine. y counts in products only. The function serves a slab of a level whose other planes are on other
   * ranks; for a whole level `sum` and the like do all of the work. Waits. */
  int (*tiles)(vfi_engine *engine, vfi_level *level, vfi_term what, vf_field x, vf_field y, const double **list);

  int (*residual)(vfi_engine *engine, vfi_level *level, vf_field r);            /* r = rhs - L phi */
  int (*operate)(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y); /* y = L x; x has ghosts, like phi */
  /* y = s x + t y; t = 0: y = s x, y is not read. x may be y. */
  int (*combine)(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y);
  int (*shift)(vfi_engine *engine, vfi_level *level, vf_field x, double value); /* x += value */
  /* The part of a step of conjugate gradients behind the cycle (conjugate_gradients.c), for a level with variable
   * coefficients and all of its planes; norm: max |rhs| afterwards (waits). NULL: the solver calls dot, combine,
   * operate and norm_max, with the same bits. */
  int (*conjugate)(vfi_engine *engine, vfi_level *level, const vfi_conjugate_step *step, double *norm);
  /* Sets bytes to zero, ghosts and padding included. */
  int (*zero)(vfi_engine *engine, void *at, size_t bytes);
} vfi_engine_table;

/* The engine of a solver. */
struct vfi_engine {
  const vfi_engine_table *ops;
  const vf_backend *backend; /* allocate, release, copies */
  vf_context *context;
  void *queue; /* of the context */
  void *state; /* made by open */
};

const vfi_engine_table *vfi_engine_table_of(vf_backend_id id);

/* The engine of a context's device (NULL: the default context). Exported for tests. */
VF_API vf_status vfi_engine_open(vf_context *context, vfi_engine *engine);
VF_API vf_status vfi_engine_close(vfi_engine *engine);

/* The tables of engines: the host's always, the others if built. c_src/multigrid/engine_gpu.cu gives one of CUDA's and
 * HIP's tables, like backends/gpu.cu. */
#define VF_ENGINE_DECLARED(NAME, word, built, tuned) const vfi_engine_table *vfi_engine_##word(void);
VF_BACKEND_LIST(VF_ENGINE_DECLARED)
#undef VF_ENGINE_DECLARED

#ifdef __cplusplus
}
#endif

#endif
