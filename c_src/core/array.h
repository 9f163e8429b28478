/* An array: one range of host memory, its copy on the device, and their state. All views of the range share it.
 * The functions here expect the lock to be held. */
#ifndef VIEWFAB_CORE_ARRAY_H
#define VIEWFAB_CORE_ARRAY_H

#include <viewfab/backend/words.h>

#include "context.h"
#include "handle.h"
#include "state.h"

/* Device memory that several arrays have in common. */
typedef struct vf_pool {
  void *address;
  int arrays; /* that lie in it */
} vf_pool;

/* Elements of an array that a call overwrites, counted from 0; of the last direction all. */
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
  char *device;  /* NULL until needed; the host address where the device aliases the host */
  vf_pool *pool; /* that the device memory is a part of; NULL: it is the array's own */
  vf_state state;
  bool held;  /* the device has held values of the array */
  bool owned; /* viewfab frees host */
  struct vf_remote_part
      *remote;      /* other ranks see the device memory, which is theirs who made it; NULL: no others do */
  int views;        /* that share it */
  int views_ending; /* of these, of the views that are being released */
  int transfers;    /* so far: page-locking starts with the second */
  char *locked;     /* page-locked part of the host range; NULL where there is none */
  size_t locked_bytes;
  bool lock_refused;
  bool passing;      /* was wrapped for a legacy call, which takes the host's values as the newest */
  bool travels_once; /* to the device, and back at the end: locking its pages would take longer than it saves */
  char label[VF_LABEL_LENGTH];
  vf_counters counters;
  int64_t born, written;            /* when, by vf_array_clock(); written: 0 where it never was */
  int64_t writes;                   /* so far, on either side */
  struct vf_old_values *old_values; /* what the validation keeps of old values of the host; see hooks.h */

  struct vf_array *next_moved; /* see moves.h */
  bool moved;                  /* is listed there, for a copy or for memory alone */
  vf_copy_direction copy;
  int demands;                /* accesses of the call that need the copy */
  bool partly;                /* one of them needs only what is outside of a box */
  vf_overwritten overwritten; /* that box */
  void *packed;               /* what is outside, until it has arrived; see outside.h */
  size_t sent;                /* bytes of it */

  uint64_t plan;   /* of calls, the last one that uses the array; see together_plan.h */
  int plan_use[2]; /* in it: the last read and the last write; -1: none */
} vf_array;

/* A number that grows with every array made and every write noted. The caller needs no lock. */
int64_t vf_array_clock(void);

/* Gives a new array its time of birth. */
void vf_array_note_birth(vf_array *array);

/* Brings the array to a side, as vf_state_access has it: takes device memory and copies if need be. When
 * nothing fails and the access is for writing, vf_array_commit notes the write once it has been queued. On the device's
 * side the device is current for the calling thread then. */
vf_status vf_array_prepare(vf_array *array, vf_side side, vf_intent intent, bool whole);
void vf_array_commit(vf_array *array, vf_side side, vf_intent intent, bool whole);

/* Makes sure of the device memory of arrays of one context, so that no later access to them has to take any: one block
 * for those that have none. label names them in errors. */
vf_status vf_arrays_reserve(vf_array *const *arrays, int count, const char *label);

/* Copies whatever the states say; complete on return. */
vf_status vf_arrays_copy(vf_array *const *arrays, int count, vf_copy_direction copy);

/* Copies the newest values of bytes [offset, offset + bytes) into memory of the host, whichever side holds them; the
 * state stays. Complete on return. */
vf_status vf_array_peek(const vf_array *array, size_t offset, size_t bytes, void *to);

/* Copies all that the device side holds, whatever the state says; there must be a device side. */
vf_status vf_array_peek_device(const vf_array *array, void *to);

/* Gives the page lock back; a later transfer may lock the array again. */
void vf_array_unlock(vf_array *array);

/* Gives back device memory and the page lock, and frees the array (and the host memory it owns). */
void vf_array_destroy(vf_array *array);

const char *vf_type_name(vf_type type);

#endif
