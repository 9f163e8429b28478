/* Advice of the profile: the next steps of a port, by the seconds that each would save. */
#ifndef VIEWFAB_PROFILE_ADVICE_H
#define VIEWFAB_PROFILE_ADVICE_H

#include "tables.h"

typedef enum vfi_profile_step {
  VF_STEP_PORT, /* make kernels of the loops of a routine */
  VF_STEP_MOVE, /* the requests of a routine copy, and no loops follow: drop or move them */
  VF_STEP_READ, /* requests of a routine say that the routine writes an array, and it does not */
  VF_STEP_KEEP, /* an array is wrapped again and again, and copied each time */
  VF_STEP_MERGE /* a kernel has many small calls */
} vfi_profile_step;

typedef struct vfi_profile_advice {
  vfi_profile_step step;
  char name[96];  /* of the routine or kernel; VF_STEP_KEEP: the label of the array */
  char array[64]; /* VF_STEP_READ: the label of the array */
  char file[256];
  int line;             /* 0: not known */
  double seconds;       /* saved together: loops + copies - device */
  double loops, copies; /* of the routine now, or of a kernel's launches; and what its copies would save */
  double device;        /* an estimate of the seconds on the device afterwards */
  int64_t copies_saved; /* less than 0: copies come */
  int64_t visits;       /* requests, launches, or wraps */
} vfi_profile_advice;

/* The list, by its seconds, and its length; steps that save less than a millionth of the run are left out. The caller
 * frees the list; NULL with *count 0: no advice, or no memory. Sites are named. Lock of the tables held.
 *
 * The copies that a step saves are not the copies of its routine: another routine may need the same array on the host. So
 * the needs of the whole run are walked through again, by the rule of vfi_state_access, with the routine's needs on the
 * device. Seconds of a copy are its bytes by the rate of the run's copies in this direction. */
vfi_profile_advice *vfi_profile_advise(int *count);

#endif
