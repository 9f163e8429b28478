/* Makes a solver, on one device or over ranks. */
#ifndef VIEWFAB_MULTIGRID_MAKE_H
#define VIEWFAB_MULTIGRID_MAKE_H

#include <viewfab/solver.h>

#include "ranks/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vfi_operator {
  bool variable;
  double alpha, beta;
  const double *h;                                       /* [3] */
  vf_view *const *a, *const *bx, *const *by, *const *bz; /* of the variable operator */
} vfi_operator;

/* Boxes of one device, or boxes of all ranks with the owner of each box. */
typedef struct vfi_made_of {
  vf_context *context; /* NULL: the default context */
  const vf_box *boxes; /* [box_count] */
  int box_count;
  const vfi_wire *wire; /* NULL: one device */
  const int *owners;    /* [box_count], with a wire */
} vfi_made_of;

/* Collective over the ranks of the wire. Arguments and errors as in solver.h. Exported for tests. */
VF_API vf_status vfi_multigrid_make(const vfi_made_of *from, const vfi_operator *op, const vf_boundary *sides,
                                    const vf_multigrid_options *options, vf_multigrid **solver);

#ifdef __cplusplus
}
#endif

#endif
