/* Slack: how far rounding explains a difference, element by element. It is measured by runs of the original on inputs
 * of which each number was changed by one in its last place, and has two bounds. What happens in one element says
 * something of those beside it in its row, and of no others, so that an element in which the original is chaotic, or
 * reads something undefined, excuses no others. And rounding may change an element by no more than larger changes of
 * the inputs do, of a millionth (real32: of a thousandth): more than that is no rounding, and explains nothing. */
#ifndef VIEWFAB_VALIDATE_COMPARE_SLACK_H
#define VIEWFAB_VALIDATE_COMPARE_SLACK_H

#include <viewfab/validate.h>

typedef struct vf_slack {
  double *changes; /* [element] largest change of the original; 0: none */
  double *by_cap;  /* [element] the same by the cap */
  int64_t count;
  int64_t beyond; /* elements that change by more than rounding may explain */
  double typical; /* what any element may differ by: some times what most of those change by that change */
} vf_slack;

/* Slack of nothing, for so many elements. Give it back in either case. Errors: VF_ERROR_MEMORY. */
vf_status vf_slack_take(vf_slack *slack, int64_t count);
void vf_slack_give(vf_slack *slack);

/* An element of the original, and what it is on inputs that were changed in their last place. */
void vf_slack_add(vf_slack *slack, int64_t element, double original, double changed);

/* The same of inputs that were changed by the cap. */
void vf_slack_cap(vf_slack *slack, int64_t element, double original, double changed);

/* After all elements are there: what is typical. */
void vf_slack_settle(vf_slack *slack);

typedef enum vf_explained { VF_EXPLAINED_NOT, VF_EXPLAINED, VF_EXPLAINED_BEYOND_CAP } vf_explained;

/* Whether a difference is explained.
 *   slack    NULL: by nothing
 *   at       of the element in its row, from 0, and how many the row has
 *   allowed  out: the most that would be explained; beyond the cap: how far the original changes there */
vf_explained vf_slack_explains(const vf_slack *slack, int64_t element, int64_t at, int64_t row, double difference,
                               double *allowed);

/* The same for a single number, whose change was measured by itself. */
bool vf_slack_is_rounding(double change, double by_cap);

#endif
