/* Comparisons of arrays on a device, for the validation, and runs: pieces of an array. */
#ifndef VIEWFAB_BACKEND_COMPARISON_H
#define VIEWFAB_BACKEND_COMPARISON_H

#include <viewfab/backend/ownership.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements [begin, begin + count) of an array. A packed copy holds several runs one after the other; this run begins
 * there at element packed. */
typedef struct vf_run {
  int64_t begin, count, packed;
} vf_run;

enum { VF_OWNED_RULES = 8, VF_ULP_DECADES = 18 };

/* Three states of one array in column order, on the device. */
typedef struct vf_device_states {
  vf_type type;
  int64_t extent[4];
  const void *port, *original, *before;
  uint64_t unwritten; /* bits of an owned element before any write; 0: no search for unwritten elements */
  int rule_count;
  vfi_owned_rule rules[VF_OWNED_RULES];   /* rules of all arguments and boxes; elements count from 0 */
  double ulp, relative, absolute, scaled; /* as in vf_tolerance */
} vf_device_states;

/* The outcome of a comparison. [2]: i + j + k even, odd. */
typedef struct vf_device_differences {
  int64_t compared[2], different[2], failed[2];
  int64_t outside, unwritten; /* elements that differ from before and are not owned; owned elements without a write */
  int64_t decades[2][VF_ULP_DECADES];
  double magnitude;    /* largest magnitude in the original's results */
  double worst[2][3];  /* absolute, relative, ULP */
  int64_t place[2][3]; /* number of the element with the worst difference */
} vf_device_differences;

#ifdef __cplusplus
}
#endif

#endif
