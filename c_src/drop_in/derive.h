/* Boxes and values that legacy calls do not pass, but their formulas have. */
#ifndef VIEWFAB_DROP_IN_DERIVE_H
#define VIEWFAB_DROP_IN_DERIVE_H

#include <viewfab/backend.h>

struct vf_legacy_call;

typedef enum vf_derive_rule {
  VF_DERIVE_NONE,
  VF_DERIVE_GHOST_LAYER, /* applybc: the ghosts beside a face of the cells, and the step inward from them */
  VF_DERIVE_FINE_LAYER   /* bdintrp: the fine cells beside a face that coarse cells cb cover, and the coarse layer that
                          * their values are from */
} vf_derive_rule;

void vf_derive(vf_derive_rule rule, struct vf_legacy_call *call);

/* Leaves in a box value of a call that has been derived no more cells than its points read; not for calls of which the
 * original runs, which counts on all of them. Returns the value, and gives what it was; NULL: all are read. */
vf_value *vf_derive_least(vf_derive_rule rule, struct vf_legacy_call *call, vf_value *was);

#endif
