#include "slack.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "../../core/error.h"

/* A few roundings of the same size meet in one element. A change is a sample: by chance an element hardly changes, but
 * not all of some neighbours do. */
static const double margin = 8;
enum { NEIGHBOURS = 4 };
static const double below_cap = 64; /* changes by the cap are so many times the changes by the last place, or more */

vf_status vfi_slack_take(vfi_slack *slack, int64_t count)
{
  *slack = (vfi_slack){ .count = count };
  slack->changes = calloc((size_t)count + 1, sizeof *slack->changes);
  slack->by_cap = calloc((size_t)count + 1, sizeof *slack->by_cap);
  if (slack->changes && slack->by_cap) return VF_OK;
  vfi_slack_give(slack);
  return vfi_fail(VF_ERROR_MEMORY, "no host memory to tell rounding from an error");
}

void vfi_slack_give(vfi_slack *slack)
{
  free(slack->changes);
  free(slack->by_cap);
  *slack = (vfi_slack){ 0 };
}

/* A number that becomes no number, or an infinity, changes without bound. */
static double change_of(double original, double changed)
{
  const double change = fabs(changed - original);
  if (isfinite(change)) return change;
  return isfinite(original) ? DBL_MAX : 0;
}

void vfi_slack_add(vfi_slack *slack, int64_t element, double original, double changed)
{
  slack->changes[element] = fmax(slack->changes[element], change_of(original, changed));
}

void vfi_slack_cap(vfi_slack *slack, int64_t element, double original, double changed)
{
  slack->by_cap[element] = fmax(slack->by_cap[element], change_of(original, changed));
}

bool vfi_slack_is_rounding(double change, double by_cap) { return !(below_cap * change > by_cap); }

static bool is_beyond(const vfi_slack *slack, int64_t element)
{
  return !vfi_slack_is_rounding(slack->changes[element], slack->by_cap[element]);
}

void vfi_slack_settle(vfi_slack *slack)
{
  enum { LEAST = DBL_MIN_EXP - DBL_MANT_DIG, EXPONENTS = DBL_MAX_EXP - LEAST + 1 };
  int64_t of[EXPONENTS] = { 0 }, changed = 0, below = 0;
  int exponent;
  slack->beyond = 0;
  for (int64_t e = 0; e < slack->count; e++) {
    slack->beyond += is_beyond(slack, e);
    if (!(slack->changes[e] > 0) || is_beyond(slack, e)) continue;
    frexp(slack->changes[e], &exponent);
    of[exponent - LEAST]++;
    changed++;
  }
  slack->typical = 0;
  for (int e = 0; e < EXPONENTS && slack->beyond < changed && 16 * below < 15 * changed; e++) {
    below += of[e];
    slack->typical = margin * ldexp(1, e + LEAST);
  }
}

vfi_explained vfi_slack_explains(const vfi_slack *slack, int64_t element, int64_t at, int64_t row, double difference,
                                 double *allowed)
{
  if (!slack || !isfinite(difference)) return VF_EXPLAINED_NOT;
  const int64_t first = at < NEIGHBOURS ? -at : -NEIGHBOURS;
  const int64_t last = row - 1 - at < NEIGHBOURS ? row - 1 - at : NEIGHBOURS;
  double within = 0, beyond = 0;
  for (int64_t e = element + first; e <= element + last; e++) {
    if (is_beyond(slack, e)) beyond = fmax(beyond, slack->changes[e]);
    else within = fmax(within, slack->changes[e]);
  }
  /* Beside an element that changes by more than the bound, a smaller change is chance. */
  *allowed = beyond > 0 ? slack->typical : fmax(slack->typical, margin * within);
  if (difference <= *allowed) return VF_EXPLAINED;
  if (!(difference <= margin * beyond)) return VF_EXPLAINED_NOT;
  *allowed = beyond;
  return VF_EXPLAINED_BEYOND_CAP;
}
