/* What a solver holds. */
#ifndef VIEWFAB_MULTIGRID_SOLVER_STATE_H
#define VIEWFAB_MULTIGRID_SOLVER_STATE_H

#include <viewfab/solver.h>

#include "engine.h"
#include "robust/aggregates.h"

enum { VF_SOLVER_VECTORS = 7, VF_ROBUST_VECTOR = 6, VF_SOLVER_SMOOTHS = 64, VF_SOLVER_DIRECTIONS = 16 };

/* What levels with a graded joint, or cells of different widths, keep beside vf_joint. */
typedef struct vf_joint_numbers {
  double edge[6];         /* parts that fine cells at faces take from ghosts of the coarse level */
  const double *share[3]; /* of each fine cell in its parent; of the device */
} vf_joint_numbers;

/* What levels[1] keeps where its joint is resampled. */
typedef struct vf_resampling {
  double wall[6];                   /* part of a value on a wall in the fine cells beside it */
  const vf_resampled_mean *fold[3]; /* [2 n] of the device: each fine cell times the sum of its parts, and times 1 */
  double *layer;                    /* the largest layer of fine cells, taken when first used */
  vf_field left;                    /* residuals in double, taken when first used */
} vf_resampling;

struct vf_multigrid {
  vf_engine engine;
  bool over_ranks; /* the engine is that of ranks/ranks.h */
  vf_multigrid_options options;
  vf_cycle cycle;
  double omegas[2 * VF_SOLVER_SMOOTHS];              /* of the post smooths, and after them of the pre smooths */
  double omegas_of_all[2 * VF_SOLVER_SMOOTHS];       /* the same beside a level that halves all directions */
  double omegas_of_resampled[2 * VF_SOLVER_SMOOTHS]; /* the same beside a level that is resampled */
  int start_level;                                   /* where a full start begins */
  bool start_skips[VF_MAX_LEVELS];                   /* it has no cycle there */
  vf_boundary sides;
  vf_box domain;
  vf_box *boxes;
  int box_count;
  vf_piece *pieces; /* [box_count] scratch for tables */
  vf_level levels[VF_MAX_LEVELS];
  int level_count;
  vf_level single[VF_MAX_LEVELS];   /* the finest single_count levels in single precision, and phi alone of the next */
  int single_count;                 /* 0: cycles are in double */
  double single_factor;             /* the operator in single precision is the user's times this */
  double *widths[VF_MAX_LEVELS][3]; /* of the cells of a level in each direction, in units of its h; of the host */
  double strength[3];               /* mean coefficient of the faces of each direction */
  int lines;                        /* direction of lines, 1 to 3; 0: points are smoothed */
  bool constant;                    /* coefficients, whatever the levels are */
  bool uneven;             /* cells of levels[0] have their own widths: its rows are multiplied by their volume */
  const double *volume[3]; /* widths of levels[0] in units of h where uneven; of the device */
  vf_joint_numbers joints[VF_MAX_LEVELS];
  vf_resampling resampling;
  vf_field vectors[VF_SOLVER_VECTORS]; /* of conjugate gradients, taken when first used: 0 .. 2 on the coarsest level,
                                          3 .. 5 on the finest; 6 there of the robust method, which may be of floats */
  bool unsymmetric; /* the robust method beside walls of order 3 or 4: it takes conjugate residuals */
  vf_field directions[VF_SOLVER_DIRECTIONS][2];  /* of conjugate residuals: a direction, and the operator times it */
  vf_aggregates aggregates[VF_AGGREGATE_LEVELS]; /* the coarser levels of the robust method, in the place of others */
  int aggregate_levels;
  int aggregates_power;            /* transfers of the finest level are those of aggregates times 2 to it */
  double residual_size;            /* max of what the robust method's cycle begins with */
  bool robust;                     /* VF_METHOD_ROBUST, with coefficients */
  bool automatic;                  /* VF_METHOD_AUTO: options.method is the method that it takes now */
  bool robust_single;              /* its cycle has the finest level in single precision, single[0] */
  double robust_give;              /* what phi of that level is multiplied with after a cycle */
  double *walls[VF_MAX_LEVELS][6]; /* values on Dirichlet walls, taken when first used */
  double *kept[VF_MAX_LEVELS][6];  /* coefficients on Dirichlet walls, where they were folded (fold.h), or the level has
                                      none but for lines (lines.h) */
  void **blocks;                   /* device memory to give back */
  int block_count;
  int64_t bytes;
  int ordinal;             /* of the device */
  uint64_t context_serial; /* engine.context is read while a context of this serial number is open */
  bool busy;               /* in a solve */
  struct vf_multigrid *next;
};

/* Puts a native code of the engine into words; what says what was tried. */
vf_status vf_solver_status(const vf_multigrid *solver, int code, const char *what);

#endif
