/* Layouts behind their pointers. Sets keep their layout alive. Lock held, unless said otherwise. */
#ifndef VIEWFAB_GROUP_LAYOUT_H
#define VIEWFAB_GROUP_LAYOUT_H

#include <viewfab/layout.h>

#include "../core/set.h"
#include "group.h"

struct vf_layout {
  vf_group *group;
  char label[VF_LABEL_LENGTH];
  int count;     /* of all boxes */
  vf_box *boxes; /* [count] */
  int *owners;   /* [count] */
  int own_count;
  int *own;          /* [own_count] numbers of the own boxes */
  vf_box *own_boxes; /* [own_count] */
  int *places;       /* [count] of a box among the boxes of its owner */
  uint64_t digest;   /* of boxes and owners: the same on all ranks */
  int holders;       /* the program, until it destroys the layout, and each set */
  bool destroyed;    /* by the program */
  struct vf_layout *next;
};

/* Refuses a layout that the program has destroyed; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
vf_status vfi_layout_check(const vf_layout *layout, const char *who);

/* When a set ends: lets its layout go. */
void vfi_layout_set_ends(vfi_set_state *set);

/* vfi_group_refuse for a call on a layout, or on a set. If the set has no layout, nobody is told. Without the lock. For
 * the Fortran layer. */
VF_API vf_status vfi_layout_refuse(const vf_layout *layout, const char *call, vf_status status);
VF_API vf_status vfi_set_refuse(const vf_view *set, const char *call, vf_status status);

#endif
