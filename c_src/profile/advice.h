/* Advice of the profile: the next steps of a port, by the seconds that each would save. */
#ifndef VIEWFAB_PROFILE_ADVICE_H
#define VIEWFAB_PROFILE_ADVICE_H

#include "walk.h"

typedef enum vfi_profile_step {
  VF_STEP_PORT,  /* make kernels of the loops of a routine, or of the loops behind it */
  VF_STEP_MOVE,  /* the requests of a routine copy, and no loops follow: drop or move them */
  VF_STEP_READ,  /* requests of a routine say that the routine writes an array, and it does not */
  VF_STEP_KEEP,  /* an array is wrapped again and again, and copied each time */
  VF_STEP_MERGE, /* a kernel has many small calls */
  VF_STEP_SYNC,  /* requests of a routine copy to a side that is up to date */
  VF_STEP_WAIT,  /* a routine waits for the queue again and again, and the device is idle until its next call */
  VF_STEP_LIST,  /* a routine asks for many small arrays, each with a request of its own */
  VF_STEP_OPEN,  /* devices are opened again and again */
  VF_STEP_REUSE, /* an array gets its device memory again and again */
  VF_STEP_LOCK,  /* the system refuses to page-lock an array, and it is copied again and again */
  VF_STEP_STAY   /* a routine brings its results to the host and releases their views, and no loops follow */
} vfi_profile_step;

typedef struct vfi_profile_advice {
  vfi_profile_step step;
  char name
      [96]; /* of the routine or kernel; VF_STEP_KEEP, VF_STEP_REUSE, VF_STEP_LOCK: the label of the array; VF_STEP_OPEN: "device" */
  char array[64]; /* VF_STEP_READ, VF_STEP_SYNC: the label of the array */
  char file[256];
  int line;                    /* 0: not known */
  double seconds;              /* saved together: loops + copies - device */
  double loops, copies;        /* of the routine now, or of a kernel's launches; and what its copies would save */
  double device;               /* an estimate of the seconds on the device afterwards, at the device's copy rate */
  int64_t copies_saved;        /* less than 0: copies come */
  int64_t visits;              /* requests, launches, wraps, waits, openings, or arrays */
  double forced;               /* seconds of the copies under the name of the routine: forced by it, or behind it */
  vfi_profile_change *changes; /* VF_STEP_PORT, VF_STEP_MOVE: the copies that end and come; their sum is copies */
  int change_count;
  bool is_other; /* a routine that is no step */
  bool
      behind; /* VF_STEP_PORT: the routine releases its views, and the loops stand behind the release, in any routine */
  char until[400]; /* then: the place of the call behind most of these loops; "": the end of the program */
} vfi_profile_advice;

/* Kernels reach at least this part of the device's copy rate, or more. */
enum { VF_PROFILE_RATE_PART = 4 };

/* Seconds saved if the kernels reach only this part of the copy rate; the member seconds is for the copy rate itself. */
static inline double vfi_profile_least_saved(const vfi_profile_advice *advice)
{
  return advice->seconds - (VF_PROFILE_RATE_PART - 1) * advice->device;
}

/* Steps by their seconds, then routines that are not proposed, by the seconds of their loops and copies. */
typedef struct vfi_profile_advices {
  vfi_profile_advice *list;
  int count, others; /* of steps, and of routines behind them in the list */
} vfi_profile_advices;

/* Steps, and each routine with loops or copies that is no step: a step saves at least a millionth of the run. The list may be
 * NULL: no memory. Sites are named. Lock of the tables held.
 *
 * The copies that a step saves are not the copies of its routine: another routine may need the same array on the host. So
 * the needs of the whole run are walked through again, by the rule of vfi_state_access, with the routine's needs on the
 * device: see walk.h. */
vfi_profile_advices vfi_profile_advise(void);
void vfi_profile_free_advices(vfi_profile_advices *advices);

/* Further steps, appended to a list from *count on, each of at least so many seconds; see advise_calls.c. */
void vfi_profile_advise_calls(vfi_profile_advice *list, int *count, double least);

#endif
