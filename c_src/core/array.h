/* An array: one range of host memory, its copy on the device, and their state. All views of the range share it.
 * The functions here expect the lock to be held. */
#ifndef VIEWFAB_CORE_ARRAY_H
#define VIEWFAB_CORE_ARRAY_H

#include <stdatomic.h>

#include <viewfab/backend.h>

#include "context.h"
#include "handle.h"
#include "state.h"

/* The elements of an array that a call overwrites, counted from 0; all of the last direction. */
typedef struct vfi_overwritten {
  int64_t extent[4];
  int64_t first[3], last[3];
} vfi_overwritten;

struct vfi_block;
struct vfi_remote_part;
struct vfi_old_values;
struct vfi_part;
struct vfi_part_list;
struct vfi_part_states;
struct vfi_section;
struct vfi_watch;
struct vfi_flight;
struct vfi_queue_uses;

typedef struct vfi_array {
  vf_context *context;
  char *host;
  size_t bytes;
  vf_type type;
  char *device; /* NULL until needed; the host address if the device aliases the host */
  struct vfi_block
      *block;    /* of the device memory, perhaps with other arrays; NULL: there is none, or it has another owner */
  uint64_t used; /* number of the last use, see evict.h */
  uint64_t
      shared_until;   /* another use was open then; the array stays while a use with a number up to this one is open */
  bool address_given; /* the program has its device address: the array stays on the device */
  bool shared;        /* the device works on the host array; see shared.h */
  bool waits;         /* listed there for a wait; see moves.h */
  uint64_t device_used, device_wrote; /* shared: numbers of the last use, and of the last write; 0: all are over */
  vfi_state state;
  bool by_parts;                  /* a side is old in some elements only; see part_states.h */
  bool on_device_before;          /* the device has had values of the array */
  bool owned;                     /* viewfab frees host */
  bool from_pool;                 /* to host_memory.h; else to the heap */
  bool host_used;                 /* code may have written host, which had zeros */
  struct vfi_remote_part *remote; /* NULL, or other ranks see the device memory; its maker owns the memory */
  int views;                      /* views of the array */
  int views_ending;               /* views of the array in the current release */
  int transfers;                  /* so far: page-locking starts with the second */
  char *locked;                   /* page-locked part of the host range; NULL if there is none */
  size_t locked_bytes;
  bool lock_refused;
  bool passing;      /* wrapped for a legacy call, which takes the host's values as the newest */
  bool travels_once; /* to the device, and back at the end: the lock of its pages would take longer than it saves */
  char label[VF_LABEL_LENGTH];
  vf_counters counters;
  int64_t born, written;             /* times of vfi_array_clock(); written: 0 if never written */
  int64_t writes;                    /* so far, on either side */
  int32_t profiled;                  /* 1 + its number in the profile; 0: none */
  bool same_again;                   /* profile: the copy at hand brings the values that the device has already */
  bool needless_copy;                /* profile: the side of the copy at hand was up to date */
  bool new_memory;                   /* profile: the list at hand gave it device memory */
  struct vfi_old_values *old_values; /* old values of the host, kept by the validation; see hooks.h */

  struct vfi_section *section;   /* NULL, or the array is the dense copy of a section; see section.h */
  struct vfi_part_states *parts; /* NULL: no access to a part so far */
  int64_t extent[4];             /* of a view of the whole array; 0: there was none */

  struct vfi_queue_uses *queue_uses; /* in queues of kernels; NULL: there was none so far */
  struct vfi_flight *flight;         /* copies that the host does not wait for; NULL: there was none so far */

  struct vfi_watch *watch; /* of accesses that nobody announced; NULL: there is none */
  atomic_int device_calls; /* calls that use the array on the device now, counted only while arrays are watched */

  struct vfi_array *next_moved; /* see moves.h */
  bool moved;                   /* is listed there, for a copy or for memory alone */
  bool on_device;               /* an access of the list is on the device */
  vfi_copy_direction copy;
  int demands;                 /* accesses of the call with a need for the copy */
  int narrowed;                /* those of them that need a part alone */
  bool forced;                 /* the copy is of some parts, whatever the state is */
  bool some;                   /* the copy is of parts->copied */
  bool partly;                 /* an access needs only the elements outside of a box */
  vfi_overwritten overwritten; /* the box */
  void *packed;                /* the boxes of the elements outside, until their arrival; see outside.c */
  bool flies;                  /* the copy at hand is a flight; see flight.h */
  size_t sent;                 /* bytes of a copy of less than the whole array; else 0 */

  uint64_t plan;   /* number of the last plan of calls with the array; see together_plan.h */
  int plan_use[2]; /* place in the plan: the last read and the last write; -1: none */
} vfi_array;

/* A number that grows with every new array and every noted write. The caller needs no lock. */
int64_t vfi_array_clock(void);

/* Gives a new array its time of birth. */
void vfi_array_note_birth(vfi_array *array);

/* Brings the array to a side, by the rule of vfi_state_access: takes device memory and copies if needed. If nothing
 * fails and the access is for writing, vfi_array_commit notes the write once the write has been queued. On the device's
 * side the device is then current for the calling thread. */
vf_status vfi_array_prepare(vfi_array *array, vf_side side, vf_intent intent, bool whole);
void vfi_array_commit(vfi_array *array, vf_side side, vf_intent intent, bool whole);

/* The same for a write of a part, whose listing was narrowed to the part. */
void vfi_array_commit_part(vfi_array *array, vf_side side, vf_intent intent, const struct vfi_part *part);

/* True if the side has the newest values, and the other side is old as a whole. */
static inline bool vfi_array_newest_on(const vfi_array *array, vf_side side)
{
  return array->state == (side == VF_HOST ? VF_STATE_HOST : VF_STATE_DEVICE) && !array->by_parts;
}

/* True if the device works on the host array. */
static inline bool vfi_array_in_place(const vfi_array *array)
{
  return array->shared || array->context->backend->aliases_host;
}

/* Sets the state of all elements. */
static inline void vfi_array_put_state(vfi_array *array, vfi_state state)
{
  array->state = state;
  array->by_parts = false;
}

/* Sets the state for a cause other than an access. */
void vfi_array_set_state(vfi_array *array, vfi_state state);

/* Takes device memory for arrays of one context, so that no later access has to take any: one block for all arrays
 * without device memory. label names the arrays in errors. */
vf_status vfi_arrays_reserve(vfi_array *const *arrays, int count, const char *label);

/* Copies whatever the states say; complete on return. If some elements alone are known to be old, the copy is of these. */
vf_status vfi_arrays_copy(vfi_array *const *arrays, int count, vfi_copy_direction copy);

/* Copies the newest values of bytes [offset, offset + bytes) into memory of the host, whichever side holds them; the
 * state stays. Complete on return. */
vf_status vfi_array_peek(const vfi_array *array, size_t offset, size_t bytes, void *to);

/* Copies all values of the device side, for any state; there must be a device side. */
vf_status vfi_array_peek_device(const vfi_array *array, void *to);

/* Gives the page lock back; a later transfer may lock the array again. */
void vfi_array_unlock(vfi_array *array);

/* Gives back the device memory of an array with a block. Queued work may still use the memory. */
void vfi_array_give_device(vfi_array *array);

/* The same for an array whose host has the newest values, because memory is short: a later access brings the array again. */
void vfi_array_leave_device(vfi_array *array);

/* Frees device memory, the page lock and the array (and its host memory if the array owns it). */
void vfi_array_destroy(vfi_array *array);

const char *vfi_type_name(vf_type type);

#endif
