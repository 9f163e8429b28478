/* An array: one range of host memory, its copy on the device, and their state. All views of the range share it.
 * The functions here expect the lock to be held. */
#ifndef VIEWFAB_CORE_ARRAY_H
#define VIEWFAB_CORE_ARRAY_H

#include <viewfab/backend/words.h>

#include "context.h"
#include "handle.h"
#include "state.h"

/* Device memory shared by several arrays. */
typedef struct vf_pool {
  void *address;
  int arrays; /* arrays in the pool */
} vf_pool;

/* The elements of an array that a call overwrites, counted from 0; all of the last direction. */
typedef struct vf_overwritten {
  int64_t extent[4];
  int64_t first[3], last[3];
} vf_overwritten;

struct vf_remote_part;
struct vf_old_values;

typedef struct vf_array {
  vf_context *context;
  char *host;
  size_t bytes;
  vf_type type;
  char *device;  /* NULL until needed; the host address if the device aliases the host */
  vf_pool *pool; /* owner of the device memory; NULL: the array itself */
  vf_state state;
  bool held;                     /* the device has held values of the array */
  bool owned;                    /* viewfab frees host */
  struct vf_remote_part *remote; /* NULL, or other ranks see the device memory; its maker owns the memory */
  int views;                     /* views of the array */
  int views_ending;              /* views of the array in the current release */
  int transfers;                 /* so far: page-locking starts with the second */
  char *locked;                  /* page-locked part of the host range; NULL if there is none */
  size_t locked_bytes;
  bool lock_refused;
  bool passing;      /* wrapped for a legacy call, which takes the host's values as the newest */
  bool travels_once; /* to the device, and back at the end: the lock of its pages would take longer than it saves */
  char label[VF_LABEL_LENGTH];
  vf_counters counters;
  int64_t born, written;            /* times of vf_array_clock(); written: 0 if never written */
  int64_t writes;                   /* so far, on either side */
  struct vf_old_values *old_values; /* old values of the host, kept by the validation; see hooks.h */

  struct vf_array *next_moved; /* see moves.h */
  bool moved;                  /* is listed there, for a copy or for memory alone */
  vf_copy_direction copy;
  int demands;                /* accesses of the call with a need for the copy */
  bool partly;                /* an access needs only the elements outside of a box */
  vf_overwritten overwritten; /* the box */
  void *packed;               /* the elements outside, until their arrival; see outside.h */
  size_t sent;                /* bytes of packed */

  uint64_t plan;   /* number of the last plan of calls with the array; see together_plan.h */
  int plan_use[2]; /* place in the plan: the last read and the last write; -1: none */
} vf_array;

/* A number that grows with every new array and every noted write. The caller needs no lock. */
int64_t vf_array_clock(void);

/* Gives a new array its time of birth. */
void vf_array_note_birth(vf_array *array);

/* Brings the array to a side, by the rule of vf_state_access: takes device memory and copies if needed. If nothing
 * fails and the access is for writing, vf_array_commit notes the write once the write has been queued. On the device's
 * side the device is then current for the calling thread. */
vf_status vf_array_prepare(vf_array *array, vf_side side, vf_intent intent, bool whole);
void vf_array_commit(vf_array *array, vf_side side, vf_intent intent, bool whole);

/* Takes device memory for arrays of one context, so that no later access has to take any: one block for all arrays
 * without device memory. label names the arrays in errors. */
vf_status vf_arrays_reserve(vf_array *const *arrays, int count, const char *label);

/* Copies whatever the states say; complete on return. */
vf_status vf_arrays_copy(vf_array *const *arrays, int count, vf_copy_direction copy);

/* Copies the newest values of bytes [offset, offset + bytes) into memory of the host, whichever side holds them; the
 * state stays. Complete on return. */
vf_status vf_array_peek(const vf_array *array, size_t offset, size_t bytes, void *to);

/* Copies all values of the device side, for any state; there must be a device side. */
vf_status vf_array_peek_device(const vf_array *array, void *to);

/* Gives the page lock back; a later transfer may lock the array again. */
void vf_array_unlock(vf_array *array);

/* Frees device memory, the page lock and the array (and its host memory if the array owns it). */
void vf_array_destroy(vf_array *array);

const char *vf_type_name(vf_type type);

#endif
