/* Walks through all needs of the run again: the copies of the program, and the copies with a routine on the device. */
#ifndef VIEWFAB_PROFILE_WALK_H
#define VIEWFAB_PROFILE_WALK_H

#include "tables.h"

/* Copies of a row that end or come with a step. A row has the same names as a row of the table of copies; copies that come
 * may stand in a row that the table lacks. */
typedef struct vfi_profile_change {
  char label[VF_LABEL_LENGTH];
  bool to_device;
  vfi_profile_who who, writer; /* writer: may be VF_PROFILE_NOBODY */
  int64_t copies;              /* less than 0: so many copies come */
  double seconds;              /* of the same sign */
} vfi_profile_change;

typedef struct vfi_profile_walk vfi_profile_walk;

/* Walks as the program ran. The caller ends it; NULL: no memory. Lock of the tables held from begin to end. */
vfi_profile_walk *vfi_profile_walk_begin(void);
void vfi_profile_walk_end(vfi_profile_walk *walk);

/* Walks with the needs of a routine on the device, or without these needs. Gives the rows that differ from the walk of the
 * program: first the rows that end, by their seconds. The caller frees them. False: no memory.
 *   routine  its first site
 *
 * A copy of a row of the table takes the row's seconds for its bytes, so a whole row ends with the seconds of the table. A copy of
 * a new row takes the mean of the label in its direction, or the mean of all copies in its direction. */
bool vfi_profile_walk_with(vfi_profile_walk *walk, int routine, bool dropped, vfi_profile_change **changes, int *count);

/* Bytes that a routine, given by its first site, needs in the run: an array that it updates counts twice. */
double vfi_profile_walk_bytes(const vfi_profile_walk *walk, int routine);

#endif
