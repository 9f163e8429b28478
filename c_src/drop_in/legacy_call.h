/* A call of a legacy symbol while it runs. */
#ifndef VIEWFAB_DROP_IN_LEGACY_CALL_H
#define VIEWFAB_DROP_IN_LEGACY_CALL_H

#include "drop_in.h"
#include "memory.h"

typedef struct vf_legacy_call {
  vf_symbol *symbol;
  vf_procedure original;
  void *const *parameters;
  int components;                          /* nc */
  int direction;                           /* of the call of the kernel that is made now */
  vf_box box;                              /* of that call */
  int selector;                            /* likewise */
  vf_argument arguments[VF_MAX_ARGUMENTS]; /* likewise */
  vf_lease leases[VF_MAX_ARGUMENTS];       /* of arrays: where arguments[a].view is from */
} vf_legacy_call;

/* Number of the kernel's argument of a name, or -1. */
int vf_argument_named(const vf_kernel_description *kernel, const char *name);

/* The value of an argument in a call. There is one of that name. */
vf_value *vf_legacy_value(vf_legacy_call *call, const char *name);

/* The first parameter of the word #name. */
int vf_legacy_derived(const vf_legacy_call *call, const char *name);

/* The bounds, lower[0..2] then upper, of an array whose first parameter is `first`, and how many components it has. */
void vf_legacy_bounds(const vf_legacy_call *call, const vf_legacy_word *word, vf_box *bounds);

/* Held while an original may run, and while values go from host to device and back for one call. */
void vf_legacy_alone(bool on);

/* The call that this thread is in; NULL outside. */
vf_legacy_call *vf_legacy_current(void);

/* Tells the failure handler of the last error. */
void vf_drop_in_failed(const char *symbol);

/* Lets a kernel know the original of a call for as long as the call runs, or takes it back. */
vf_status vf_legacy_original(vf_legacy_call *call, bool on);

#endif
