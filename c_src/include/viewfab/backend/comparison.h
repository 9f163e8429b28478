/* Comparisons of arrays on a device, for the validation. */
#ifndef VIEWFAB_BACKEND_COMPARISON_H
#define VIEWFAB_BACKEND_COMPARISON_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements that the points of a call own: lower .. upper in i, j, k, n, all counted from 0, and of those
 * VF_OWNED_ALL             every one
 * VF_OWNED_PARITY          where i + j + k + offset is even
 * VF_OWNED_HALVED_PARITY   where (i + half[0])/2 + (j + half[1])/2 + (k + half[2])/2 + offset is even, by floor
 * division VF_OWNED_BESIDE          the layer beside each of the six faces of lower .. upper in their place */
typedef enum vf_owned_kind { VF_OWNED_ALL, VF_OWNED_PARITY, VF_OWNED_HALVED_PARITY, VF_OWNED_BESIDE } vf_owned_kind;

typedef struct vf_owned_rule {
  vf_owned_kind kind;
  int64_t lower[4], upper[4];
  int64_t offset, half[3];
} vf_owned_rule;

enum { VF_OWNED_RULES = 8, VF_ULP_DECADES = 18 };

/* Three states of one array in column order, on the device. */
typedef struct vf_device_states {
  vf_type type;
  int64_t extent[4];
  const void *port, *original, *before;
  uint64_t unwritten; /* bits that an owned element has where nobody wrote it; 0: not looked for */
  int rule_count;
  vf_owned_rule rules[VF_OWNED_RULES];
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
