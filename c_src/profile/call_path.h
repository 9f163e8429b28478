/* The calls on the stack of the thread, as return addresses. A walk over the stack takes microseconds, so each thread keeps its last
 * paths: with the same depth of the stack and the same return addresses at their places the path is the same. */
#ifndef VIEWFAB_PROFILE_CALL_PATH_H
#define VIEWFAB_PROFILE_CALL_PATH_H

#include "tables.h"

typedef struct vfi_call_path {
  const char *stack;                /* the frame that asked; NULL: the path is not kept */
  void **places[VF_PROFILE_FRAMES]; /* of the return addresses on the stack; the first is not used */
  void *frames[VF_PROFILE_FRAMES];  /* return addresses, the innermost first */
  int depth;
  int site; /* for the user: -1 at first */
} vfi_call_path;

/* The path to the caller, in memory of the thread until its next call. */
vfi_call_path *vfi_call_path_here(void);

#endif
