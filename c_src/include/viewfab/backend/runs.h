/* Parts of arrays. */
#ifndef VIEWFAB_BACKEND_RUNS_H
#define VIEWFAB_BACKEND_RUNS_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements [begin, begin + count) of an array. A packed copy of several runs has them one after the other; there they
 * begin at packed. */
typedef struct vf_run {
  int64_t begin, count, packed;
} vf_run;

#ifdef __cplusplus
}
#endif

#endif
