/* The state of a solver. */
#ifndef VIEWFAB_MULTIGRID_SOLVER_STATE_H
#define VIEWFAB_MULTIGRID_SOLVER_STATE_H

#include <viewfab/solver.h>

#include "engine.h"
#include "robust/aggregates.h"

enum {
  VF_SOLVER_VECTORS = 7,
  VF_FINEST_VECTORS = 3, /* the first vector of the finest level */
  VF_ROBUST_VECTOR = 6,
  VF_SOLVER_SMOOTHS = 64,
  VF_SOLVER_DIRECTIONS = 16
};

/* Data beside vfi_coarsening for levels with a graded coarsening or cells of different widths. */
typedef struct vfi_coarsening_numbers {
  double edge[6];         /* parts that fine cells at faces take from ghosts of the coarse level */
  const double *share[3]; /* of each fine cell in its parent; of the device */
} vfi_coarsening_numbers;

/* Data of levels[1] with a resampled coarsening. */
typedef struct vfi_resampling {
  double wall[6];                    /* part of a value on a wall in the fine cells beside it */
  const vfi_resampled_mean *fold[3]; /* [2 n] of the device: each fine cell times the sum of its parts, and times 1 */
  double *layer;                     /* the largest layer of fine cells, taken when first used */
  vf_field left;                     /* residuals in double, taken when first used */
} vfi_resampling;

struct vf_multigrid {
  vfi_engine engine;
  bool over_ranks; /* the engine is the engine of ranks/ranks.h */
  vf_multigrid_options options;
  vfi_cycle cycle;
  double omegas[2 * VF_SOLVER_SMOOTHS];              /* of the post smooths, then of the pre smooths */
  double omegas_of_all[2 * VF_SOLVER_SMOOTHS];       /* the same beside a level that halves all directions */
  double omegas_of_resampled[2 * VF_SOLVER_SMOOTHS]; /* the same beside a level that is resampled */
  int start_level;                                   /* the level on which a full start begins */
  bool start_skips[VF_MAX_LEVELS];                   /* the full start has no cycle on the level */
  vf_boundary sides;
  vf_box domain;
  vf_box *boxes;
  int box_count;
  vfi_piece *pieces; /* [box_count] scratch for tables */
  vfi_level levels[VF_MAX_LEVELS];
  int level_count;
  vfi_level single[VF_MAX_LEVELS];  /* the finest single_count levels in single precision, and only phi of the next
                                       level */
  int single_count;                 /* 0: cycles are in double */
  double single_factor;             /* the operator in single precision is the user's operator times this factor */
  double *widths[VF_MAX_LEVELS][3]; /* of the cells of a level in each direction, in units of its h; of the host */
  double strength[3];               /* mean coefficient of the faces of each direction */
  int lines;                        /* direction of lines, 1 to 3; 0: points are smoothed */
  bool constant;                    /* the operator has constant coefficients, even if levels are variable */
  bool uneven;             /* options.widths: the rows of levels[0] are multiplied by the volume of their cells */
  const double *volume[3]; /* widths of levels[0] in units of h if uneven; of the device */
  vfi_coarsening_numbers coarsenings[VF_MAX_LEVELS];
  vfi_resampling resampling;
  vf_field vectors[VF_SOLVER_VECTORS]; /* of conjugate gradients, taken when first used: 0 .. 2 on the coarsest level,
                                          3 .. 5 on the finest level; 6 is the robust method's on the finest level and
                                          may hold floats */
  vf_field restart_phi; /* of the robust method: the solution at a later restart of conjugate gradients; taken at its
                        * first use */
  bool unsymmetric;     /* the robust method beside walls of order 3 or 4: it uses conjugate residuals */
  vf_field directions[VF_SOLVER_DIRECTIONS][2];   /* of conjugate residuals: a direction, and the operator times it */
  vfi_aggregates aggregates[VF_AGGREGATE_LEVELS]; /* the coarser levels of the robust method, in place of levels */
  int aggregate_levels;
  int aggregates_power;            /* transfers of the finest level are the aggregates' times 2 to this power */
  double residual_size;            /* max |residual| at the start of the robust method's cycle */
  bool robust;                     /* VF_METHOD_ROBUST, with coefficients */
  bool automatic;                  /* VF_METHOD_AUTO: options.method is the present method */
  bool robust_single;              /* the robust cycle has the finest level in single precision, single[0] */
  double robust_give;              /* factor of phi of this level after a cycle */
  double *walls[VF_MAX_LEVELS][6]; /* values on Dirichlet walls, taken when first used */
  double *wall_coefficients[VF_MAX_LEVELS]
                           [6]; /* coefficients on Dirichlet walls: of folded faces (fold.h), or of levels without
                                      other coefficients, for lines (lines.h) */
  void **blocks;                /* device memory to give back */
  int block_count;
  int64_t bytes;
  int ordinal;             /* of the device */
  uint64_t context_serial; /* engine.context is read while a context of this serial number is open */
  bool busy;               /* in a solve */
  bool folded;             /* boundaries are folded into the coefficients (fold.h) */
  struct vf_multigrid *next;
};

/* Puts a native code of the engine into words; `what` names the failed action. */
vf_status vfi_solver_status(const vf_multigrid *solver, int code, const char *what);

#endif
