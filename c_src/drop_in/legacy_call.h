/* A call of a legacy symbol while the call runs. */
#ifndef VIEWFAB_DROP_IN_LEGACY_CALL_H
#define VIEWFAB_DROP_IN_LEGACY_CALL_H

#include "drop_in.h"
#include "memory.h"

/* Most arguments of a symbol's kernel: waiting calls are kept with all of them. */
enum { VF_MOST_LEGACY_ARGUMENTS = 24 };

typedef struct vf_legacy_call {
  vf_symbol *symbol;
  vf_procedure original;
  void *const *parameters;
  bool waits;                                      /* in the queue; the queue counts the call */
  int components;                                  /* nc */
  int direction;                                   /* of the present call of the kernel */
  vf_box box;                                      /* of the present call of the kernel */
  int selector;                                    /* likewise */
  vf_argument arguments[VF_MOST_LEGACY_ARGUMENTS]; /* likewise */
  vf_lease leases[VF_MOST_LEGACY_ARGUMENTS];       /* of arrays: the source of arguments[a].view */
} vf_legacy_call;

/* The value of an argument in a call. The argument must exist. */
vf_value *vf_legacy_value(vf_legacy_call *call, const char *name);

/* The first parameter of the word #name. */
int vf_legacy_derived(const vf_legacy_call *call, const char *name);

/* The bounds that a call passes with an array. */
vf_box vf_legacy_bounds(const vf_symbol *symbol, const vf_legacy_word *word, void *const *parameters);

/* True if the kernel of a symbol writes an array; false for no argument (-1). */
static inline bool vf_symbol_writes(const vf_symbol *symbol, int argument)
{
  return argument >= 0 && symbol->kernel->description.arguments[argument].intent != VF_ARGUMENT_READ;
}

/* *two is true if the device's side of arrays is memory of its own, so that values have to go there and back. */
vf_status vf_legacy_two_sides(bool *two);

/* Counts calls for the report. */
static inline void vf_symbol_count(vf_symbol *symbol, int calls)
{
  __atomic_fetch_add(&symbol->calls, calls, __ATOMIC_RELAXED);
}

/* Tells the failure handler of the last error. */
void vf_drop_in_failed(const char *symbol);

/* Held while an original may run, and while values go to the device and back for one call. A thread may hold this lock
 * again: a staying original may call others. */
void vf_hold_alone(bool on);

/* Lets a kernel know the original of a call while the call runs, or takes the original back. */
vf_status vf_legacy_original(vf_legacy_call *call, bool on);

#endif
