/* A call of a legacy symbol while the call runs. */
#ifndef VIEWFAB_RELINK_LEGACY_CALL_H
#define VIEWFAB_RELINK_LEGACY_CALL_H

#include "drop_in.h"
#include "lease.h"

/* Most arguments of a symbol's kernel: waiting calls are kept with all of them. */
enum { VF_MOST_LEGACY_ARGUMENTS = 24 };

typedef struct vfi_legacy_call {
  vfi_symbol *symbol;
  vfi_procedure original;
  void *const *parameters;
  bool waits;                                       /* in the queue; the queue counts the call */
  int components;                                   /* nc */
  int direction;                                    /* of the present call of the kernel */
  vf_box box;                                       /* of the present call of the kernel */
  int selector;                                     /* likewise */
  vfi_argument arguments[VF_MOST_LEGACY_ARGUMENTS]; /* likewise */
  vfi_lease leases[VF_MOST_LEGACY_ARGUMENTS];       /* of arrays: the source of arguments[a].view */
} vfi_legacy_call;

/* Finds the arguments that the words of a symbol name, at the first call of the symbol. Errors: VF_ERROR_ARGUMENT (the
 * words and the kernel do not fit together). */
vf_status vfi_legacy_prepare(vfi_symbol *symbol);

/* Read boxes, components and selectors from the parameters, and then the values. */
void vfi_legacy_read_box(vfi_legacy_call *call);
void vfi_legacy_read_values(vfi_legacy_call *call);

/* True if the call has points, and arrays for them. */
bool vfi_legacy_has_work(const vfi_legacy_call *call);

/* Takes the views of the arrays of a call; all views live together. vfi_legacy_end_arrays lets go of the views, also
 * after a failure. Errors: VF_ERROR_ALIAS (arrays of two types overlap), and the errors of vfi_lease_take. */
vf_status vfi_legacy_take_arrays(vfi_legacy_call *call);
void vfi_legacy_end_arrays(vfi_legacy_call *call);

/* The value of an argument in a call. The argument must exist. */
vf_value *vfi_legacy_value(vfi_legacy_call *call, const char *name);

/* The first parameter of the word #name. */
int vfi_legacy_derived(const vfi_legacy_call *call, const char *name);

/* The bounds that a call passes with an array. */
vf_box vfi_legacy_bounds(const vfi_symbol *symbol, const vfi_legacy_word *word, void *const *parameters);

/* True if the kernel of a symbol writes an array; false for no argument (-1). */
static inline bool vfi_symbol_writes(const vfi_symbol *symbol, int argument)
{
  return argument >= 0 && symbol->kernel->description.arguments[argument].intent != VF_ARGUMENT_READ;
}

/* *two is true if the device's side of arrays is memory of its own, so that values have to go there and back. */
vf_status vfi_legacy_two_sides(bool *two);

/* Counts calls for the report. */
static inline void vfi_symbol_count(vfi_symbol *symbol, int calls)
{
  __atomic_fetch_add(&symbol->calls, calls, __ATOMIC_RELAXED);
}

/* Tells the failure handler of the last error. */
void vfi_drop_in_failed(const char *symbol);

/* Held while an original may run, and while values go to the device and back for one call. A thread may hold this lock
 * again: a staying original may call others. */
void vfi_hold_alone(bool on);

/* Lets a kernel know the original of a call while the call runs, or takes the original back. */
vf_status vfi_legacy_original(vfi_legacy_call *call, bool on);

#endif
