/* Advice of the profile: the next steps of a port, by the seconds that each would save. */
#ifndef VIEWFAB_PROFILE_ADVICE_H
#define VIEWFAB_PROFILE_ADVICE_H

#include "tables.h"

typedef enum vfi_profile_step {
  VF_STEP_PORT,  /* make kernels of the loops of a routine */
  VF_STEP_MOVE,  /* the requests of a routine copy, and no loops follow: drop or move them */
  VF_STEP_READ,  /* requests of a routine say that the routine writes an array, and it does not */
  VF_STEP_KEEP,  /* an array is wrapped again and again, and copied each time */
  VF_STEP_MERGE, /* a kernel has many small calls */
  VF_STEP_SYNC,  /* requests of a routine copy to a side that is up to date */
  VF_STEP_WAIT,  /* a routine waits for the queue again and again, and the device is idle until its next call */
  VF_STEP_LIST,  /* a routine asks for many small arrays, each with a request of its own */
  VF_STEP_OPEN,  /* devices are opened again and again */
  VF_STEP_REUSE, /* an array gets its device memory again and again */
  VF_STEP_LOCK   /* the system refuses to page-lock an array, and it is copied again and again */
} vfi_profile_step;

typedef struct vfi_profile_advice {
  vfi_profile_step step;
  char name
      [96]; /* of the routine or kernel; VF_STEP_KEEP, VF_STEP_REUSE, VF_STEP_LOCK: the label of the array; VF_STEP_OPEN: "device" */
  char array[64]; /* VF_STEP_READ, VF_STEP_SYNC: the label of the array */
  char file[256];
  int line;             /* 0: not known */
  double seconds;       /* saved together: loops + copies - device */
  double loops, copies; /* of the routine now, or of a kernel's launches; and what its copies would save */
  double device;        /* an estimate of the seconds on the device afterwards */
  int64_t copies_saved; /* less than 0: copies come */
  int64_t visits;       /* requests, launches, wraps, waits, openings, or arrays */
} vfi_profile_advice;

/* The list, by its seconds, and its length; steps that save less than a millionth of the run are left out. The caller
 * frees the list; NULL with *count 0: no advice, or no memory. Sites are named. Lock of the tables held.
 *
 * The copies that a step saves are not the copies of its routine: another routine may need the same array on the host. So
 * the needs of the whole run are walked through again, by the rule of vfi_state_access, with the routine's needs on the
 * device. Seconds of a copy are its bytes by the rate of the run's copies in this direction. */
vfi_profile_advice *vfi_profile_advise(int *count);

/* Further steps, appended to a list from *count on, each of at least so many seconds; see advise_calls.c. */
void vfi_profile_advise_calls(vfi_profile_advice *list, int *count, double least);

#endif
