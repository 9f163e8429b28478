/* Comparisons of arrays on a device, for the validation. */
#ifndef VIEWFAB_BACKEND_COMPARISON_H
#define VIEWFAB_BACKEND_COMPARISON_H

#include <viewfab/backend/ownership.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_OWNED_RULES = 8, VF_ULP_DECADES = 18 };

/* Three states of one array in column order, on the device. */
typedef struct vf_device_states {
  vf_type type;
  int64_t extent[4];
  const void *port, *original, *before;
  uint64_t unwritten; /* bits that an owned element has where nobody wrote it; 0: not looked for */
  int rule_count;
  vf_owned_rule rules[VF_OWNED_RULES];    /* of all arguments and boxes; elements counted from 0 */
  double ulp, relative, absolute, scaled; /* as in vf_tolerance */
} vf_device_states;

/* What was seen; [2]: i + j + k even, odd. */
typedef struct vf_device_differences {
  int64_t compared[2], different[2], failed[2];
  int64_t outside, unwritten; /* elements that are not owned and yet differ from before; owned ones that nobody wrote */
  int64_t decades[2][VF_ULP_DECADES];
  double magnitude;    /* largest one that the original wrote */
  double worst[2][3];  /* absolute, relative, ULP */
  int64_t place[2][3]; /* element at which */
} vf_device_differences;

#ifdef __cplusplus
}
#endif

#endif
