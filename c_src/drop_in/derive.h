/* Boxes and values that follow from the formulas of legacy calls, but are not passed. */
#ifndef VIEWFAB_DROP_IN_DERIVE_H
#define VIEWFAB_DROP_IN_DERIVE_H

#include <viewfab/backend.h>

struct vf_legacy_call;

typedef enum vf_derive_rule {
  VF_DERIVE_NONE,
  VF_DERIVE_GHOST_LAYER, /* applybc: the ghosts beside a face of the cells, and the step inward from them */
  VF_DERIVE_FINE_LAYER   /* bdintrp: the fine cells beside a face that coarse cells cb cover, and the coarse layer
                          * behind their values */
} vf_derive_rule;

void vf_derive(vf_derive_rule rule, struct vf_legacy_call *call);

/* Leaves in a derived box value of a call no more cells than the call's points read; do not use it for calls that run
 * the original, which counts on all cells. Returns the value, and gives the former value in was; NULL: all cells are
 * read. */
vf_value *vf_derive_least(vf_derive_rule rule, struct vf_legacy_call *call, vf_value *was);

#endif
