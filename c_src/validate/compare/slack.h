/* Slack: how far rounding explains a difference, element by element. The original runs on inputs with a change by one
 * in the last place of each number, and slack has two bounds. A change in one element says something about the elements
 * beside it in its row only, so an element in which the original is chaotic, or reads something undefined, excuses no
 * others. Rounding may also change an element by no more than larger changes of the inputs do, by a millionth (real32:
 * by a thousandth): a larger change is no rounding, and explains nothing. */
#ifndef VIEWFAB_VALIDATE_COMPARE_SLACK_H
#define VIEWFAB_VALIDATE_COMPARE_SLACK_H

#include <viewfab/validate.h>

typedef struct vfi_slack {
  double *changes; /* [element] largest change of the original; 0: none */
  double *by_cap;  /* [element] the same by the cap */
  int64_t count;
  int64_t beyond; /* elements that change by more than rounding may explain */
  double typical; /* largest difference of any element: a multiple of the typical change */
} vfi_slack;

/* Slack of nothing, for so many elements. Give it back in either case. Errors: VF_ERROR_MEMORY. */
vf_status vfi_slack_take(vfi_slack *slack, int64_t count);
void vfi_slack_give(vfi_slack *slack);

/* An element of the original, and its value on inputs with changes in their last place. */
void vfi_slack_add(vfi_slack *slack, int64_t element, double original, double changed);

/* The same for inputs that were changed by the cap. */
void vfi_slack_cap(vfi_slack *slack, int64_t element, double original, double changed);

/* After all elements are there: finds the typical change. */
void vfi_slack_settle(vfi_slack *slack);

typedef enum vfi_explained { VF_EXPLAINED_NOT, VF_EXPLAINED, VF_EXPLAINED_BEYOND_CAP } vfi_explained;

/* Tells how far slack explains a difference.
 *   slack    NULL: by nothing
 *   at       of the element in its row, from 0, and how many the row has
 *   allowed  out: the largest explained difference; beyond the cap: the change of the original there */
vfi_explained vfi_slack_explains(const vfi_slack *slack, int64_t element, int64_t at, int64_t row, double difference,
                                 double *allowed);

/* The same for a single number, whose change was measured by itself. */
bool vfi_slack_is_rounding(double change, double by_cap);

#endif
