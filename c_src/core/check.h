/* The checks of a call, and what they find out about its arrays. Lock held. */
#ifndef VIEWFAB_CORE_CHECK_H
#define VIEWFAB_CORE_CHECK_H

#include "view.h"

/* A call, resolved. */
typedef struct vf_checked {
  vf_context *context;
  vf_type type;                         /* of the real arrays; VF_REAL64 where the kernel has none */
  int components;                       /* that the kernel walks */
  vf_record *records[VF_MAX_ARGUMENTS]; /* NULL for values */
  bool whole[VF_MAX_ARGUMENTS];         /* the boxes cover every element of the array */
  vf_record *result;                    /* of result_view, or NULL */
} vf_checked;

/* Refuses calls with views missing, of mixed kinds or contexts, with components that do not agree, with boxes
 * whose region lies outside a view, and with elements that are read and written through two arguments. */
vf_status vf_check_call(const vf_call *call, vf_checked *checked);

#endif
