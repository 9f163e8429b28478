/* Boxes and values that legacy calls do not pass, but their formulas have. */
#ifndef VIEWFAB_DROP_IN_DERIVE_H
#define VIEWFAB_DROP_IN_DERIVE_H

struct vf_legacy_call;

typedef enum vf_derive_rule {
  VF_DERIVE_NONE,
  VF_DERIVE_GHOST_LAYER, /* applybc: the ghosts beside a face of the cells, and the step inward from them */
  VF_DERIVE_FINE_LAYER   /* bdintrp: the fine cells beside a face that coarse cells cb cover, and the coarse layer that
                          * their values are from */
} vf_derive_rule;

void vf_derive(vf_derive_rule rule, struct vf_legacy_call *call);

#endif
