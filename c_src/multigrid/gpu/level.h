/* Declarations shared by the level kernels of a GPU. All declarations lie in a namespace of the back end, because a
 * library may hold the kernels of both back ends. */
#ifndef VIEWFAB_MULTIGRID_GPU_LEVEL_H
#define VIEWFAB_MULTIGRID_GPU_LEVEL_H

#include <viewfab/kit/gpu_names.h>

#include "../engine.h"
#include "../formulas.h"

#if defined(VIEWFAB_GPU_HIP)
#define VF_LEVELS vfi_levels_hip
#else
#define VF_LEVELS vfi_levels_cuda
#endif

/* Groups of 32 threads share the rows: a group is one warp, or half a wavefront of AMD. */
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP_PLATFORM_HCC__)
#define VF_FROM_LANE_BELOW(value) __shfl_up(value, 1, 32)
#define VF_FROM_LANE_ABOVE(value) __shfl_down(value, 1, 32)
#define VF_FROM_LANE_FAR_ABOVE(value, lanes) __shfl_down(value, lanes, 32)
#define VF_KEEP(value) asm volatile("" : "+v"(value))
#define VF_SYNC_GROUP() __syncthreads()
#define VF_SYNC_GROUP_WORKS false
#else
#define VF_FROM_LANE_BELOW(value) __shfl_up_sync(0xffffffffu, value, 1)
#define VF_FROM_LANE_ABOVE(value) __shfl_down_sync(0xffffffffu, value, 1)
#define VF_FROM_LANE_FAR_ABOVE(value, lanes) __shfl_down_sync(0xffffffffu, value, lanes)
#define VF_KEEP(value) asm volatile("" : "+r"(value))
#define VF_SYNC_GROUP() __syncwarp()
#define VF_SYNC_GROUP_WORKS true
#endif

/* AMD's graphics chips and gfx906 have 256 registers for each thread, other AMD chips 512. With few registers,
 * kernels load the next plane only when the plane before it is done, so few registers spill to memory. For
 * code of the device only. */
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__) || defined(__gfx906__) || defined(__gfx900__)
#define VF_FEW_REGISTERS true
#else
#define VF_FEW_REGISTERS false
#endif

namespace VF_LEVELS {

using stream = VF_GPU(Stream_t);

/* Shape of a level with elements of type T, whose fields have common strides. A ghost is w1 x(0) + w2 x(1). stored: ghosts
 * in z keep their values in memory; for levels in single precision. */
template <typename T> struct grid_of_type {
  int n[3], parity;
  bool periodic[3], stored[2];
  ptrdiff_t row, plane; /* in elements */
  T w1[6], w2[6];
};
using grid = grid_of_type<double>;
using single_grid = grid_of_type<float>;

/* The phi of the first of several smooths. */
enum smooth_start { AS_IT_IS, FROM_ZERO, ADDS_COARSE, SETS_COARSE };

/* alpha a phi - beta div(b grad phi), d = beta / h^2; anisotropic: d = 1 / h^2, the diagonal and 1 / diagonal. */
struct helmholtz {
  const double *__restrict__ a, *__restrict__ bx, *__restrict__ by, *__restrict__ bz;
  double alpha, dx, dy, dz, omega, diagonal, inverse;
};

/* The operators for which kernels are compiled. */
enum operator_kind { CONSTANT, VARIABLE, ANISOTROPIC };
inline operator_kind kind_of(const vfi_level *level)
{
  return level->variable ? VARIABLE : level->anisotropic ? ANISOTROPIC : CONSTANT;
}

struct faces {
  vfi_face of[6];
};

inline faces faces_of(const vfi_level *level)
{
  faces result;
  for (int f = 0; f < 6; f++) result.of[f] = level->face[f];
  return result;
}

inline grid grid_of(const vfi_level *level)
{
  grid g = {};
  for (int d = 0; d < 3; d++) {
    g.n[d] = level->n[d];
    g.periodic[d] = level->face[d].periodic;
  }
  g.parity = level->parity;
  g.row = level->phi.row;
  g.plane = level->phi.plane;
  for (int f = 0; f < 6; f++) {
    const vfi_face *face = &level->face[f];
    g.w1[f] = face->cells > 0 ? face->w[0] : 0;
    g.w2[f] = face->cells > 1 ? face->w[1] : 0;
  }
  return g;
}

inline helmholtz helmholtz_of(const vfi_level *level)
{
  const double beta = level->anisotropic ? 1 : level->beta, *h = level->h;
  const double dx = VF_OVER_H2(beta, h[0]), dy = VF_OVER_H2(beta, h[1]), dz = VF_OVER_H2(beta, h[2]);
  const double diagonal = VF_ANISOTROPIC_DIAGONAL(dx, dy, dz);
  return { level->a.at, level->bx.at, level->by.at, level->bz.at, level->alpha, dx,
           dy,          dz,           level->omega, diagonal,     1 / diagonal };
}

inline stream queue_of(const vfi_engine *engine) { return (stream)engine->queue; }

/* The result of a launch. */
inline int launched() { return (int)VF_GPU(GetLastError)(); }

/* The state made by open; results travel through `host`, which is page-locked. */
struct workbench {
  double *partials;
  int64_t room; /* numbers in partials */
  double *host, *device;
  double *conjugate; /* numbers of a step of conjugate gradients */
  double *list;      /* page-locked, the result of `tiles` */
  int64_t list_room;
  void *table; /* room on the device for lists of pieces */
  size_t table_bytes;
  int multiprocessors, shared_bytes; /* shared_bytes: most shared memory of a block */
};

int fill_ghosts(const vfi_engine *engine, const vfi_level *level, vf_field x);
int smooth_in_place(const vfi_engine *engine, const vfi_level *level, int count);
int smooth_lines(vfi_engine *engine, vfi_level *level, const double *omegas, int half_sweeps, bool from_zero);
int make_pivots(vfi_engine *engine, vfi_level *level);
/* Residuals of levels with lines and constant coefficients. coarse NULL: only the norm. rhs NULL: the operator
 * alone. */
int residual_restrict_lines(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, double *norm);
int store_residual_lines(const vfi_engine *engine, const vfi_level *level, vf_field x, const double *rhs, vf_field r);
/* Planes first .. last - 1 of a smooth, written to `to`. coarse: the level whose phi is interpolated and added first, with
 * filled ghosts; may be NULL. */
int smooth_constant(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vfi_level *coarse);
int smooth_variable(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vfi_level *coarse);
/* The same for fields of views, in one pass. from and to have the strides of phi, and both may be phi. The variable
 * operator has no periodic faces. */
int smooth_constant_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to);
int smooth_variable_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to);
bool takes_views(const vfi_level *level);
int smooth_views(vfi_engine *engine, vfi_level *level, int count, double *scratch);

int engine_open(vfi_engine *engine);
int engine_close(vfi_engine *engine);
int word_for_results(vfi_engine *engine);                           /* makes host and device of the workbench */
int fetch(vfi_engine *engine, const double *device, double *value); /* waits */
int room_for(vfi_engine *engine, int64_t numbers);

int residual_restrict(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, double *norm);
int residual_norm(vfi_engine *engine, vfi_level *level, double *norm);
int residual(vfi_engine *engine, vfi_level *level, vf_field r);
int operate(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y);

int interpolate(vfi_engine *engine, vfi_level *fine, vfi_level *coarse, bool add);
int relax_single(vfi_engine *engine, vfi_level *level, const vf_relax *steps);
int residual_single(vfi_engine *engine, vfi_level *level, vf_field r);
int narrow(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to);
int widen(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to);
int restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);
int restrict_coefficients(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);
int gather(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count);
int scatter(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count);
int add_on_face(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
                bool coefficient);
int restrict_face(vfi_engine *engine, const double *fine, double *coarse, const int n[2]);

/* For a coarse level with a resampled or graded coarsening. */
int interpolate_resampled(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
int restrict_resampled(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse);
int interpolate_graded(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
/* The same to a level with lines; no ghosts are read. */
int interpolate_lines(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
int average_graded(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, vf_field from,
                   vf_field to);
int average_graded_faces(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, int d, vf_field from,
                         vf_field to);
int restrict_face_shares(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2], const int n[2],
                         const bool halved[2], const double *const share[2]);
int multiply(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q, const double *r);

int norm(vfi_engine *engine, vfi_level *level, vf_field x, double *max);
int sum(vfi_engine *engine, vfi_level *level, vf_field x, double *result);
int dot(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *result);
int tiles(vfi_engine *engine, vfi_level *level, vfi_term what, vf_field x, vf_field y, const double **list);
int combine(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y);
int shift(vfi_engine *engine, vfi_level *level, vf_field x, double value);
int list_products(vfi_engine *engine, const vfi_level *level, vf_field x, vf_field y); /* of tiles, in partials */
int conjugate(vfi_engine *engine, vfi_level *level, const vfi_conjugate_step *step, double *norm);
int zero(vfi_engine *engine, void *at, size_t bytes);

enum { most_coarse_levels = 8 };
int aggregates_cycle(vfi_engine *engine, vfi_aggregates *levels, int count, vfi_level *finest, vf_field left,
                     const vfi_aggregates_range *range);
int coarse_cycle(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle, vfi_coarse_start start);

} // namespace VF_LEVELS

#endif
