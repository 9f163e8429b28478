/* Status codes: the only list. The enumeration, the texts and the Fortran constants are made from this list. */
#ifndef VIEWFAB_STATUS_H
#define VIEWFAB_STATUS_H

#define VF_STATUS_LIST(X)                                               \
  X(VF_OK, 0, "no error")                                               \
  X(VF_ERROR_NULL, 1, "a required argument is NULL or not set")         \
  X(VF_ERROR_ARGUMENT, 2, "argument out of range")                      \
  X(VF_ERROR_BOX, 3, "box outside view")                                \
  X(VF_ERROR_KIND, 4, "views of different or unsupported kinds")        \
  X(VF_ERROR_COMPONENT, 5, "component out of range")                    \
  X(VF_ERROR_STRIDED, 6, "array section is not contiguous")             \
  X(VF_ERROR_ALIAS, 7, "the same elements are read and written")        \
  X(VF_ERROR_OVERLAP, 8, "memory belongs to another live view")         \
  X(VF_ERROR_STALE, 9, "the newest values would be lost")               \
  X(VF_ERROR_STATE, 10, "call not possible in this state")              \
  X(VF_ERROR_DEVICE, 11, "device unknown, not built, absent or failed") \
  X(VF_ERROR_MEMORY, 12, "out of memory")                               \
  X(VF_ERROR_BOUNDS, 13, "kernel accessed what it does not declare")    \
  X(VF_ERROR_CONTEXT, 14, "views of different contexts")                \
  X(VF_ERROR_MISMATCH, 15, "port and original differ")                  \
  X(VF_ERROR_DIVERGED, 16, "solver diverged")                           \
  X(VF_ERROR_STAGNATED, 17, "solver did not reach its tolerance")       \
  X(VF_ERROR_PEER, 18, "another rank failed, left or does not answer")

#define VF_STATUS_ENTRY(name, value, text) name = value,
typedef enum vf_status { VF_STATUS_LIST(VF_STATUS_ENTRY) } vf_status;
#undef VF_STATUS_ENTRY

#endif
