#include <inttypes.h>
#include <stdio.h>

#include "error.h"

const char *const vf_face_names[6] = { "x low", "y low", "z low", "x high", "y high", "z high" };

const char *vf_range_text(char buffer[VF_RANGE_TEXT], int rank, const int64_t *lower, const int64_t *upper)
{
  int used = snprintf(buffer, VF_RANGE_TEXT, "(");
  for (int d = 0; d < rank && used < VF_RANGE_TEXT; d++)
    used += snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), "%s%" PRId64 ":%" PRId64, d ? ", " : "", lower[d],
                     upper[d]);
  if (used < VF_RANGE_TEXT) snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), ")");
  return buffer;
}

const char *vf_box_text_in(char buffer[VF_RANGE_TEXT], const vf_box *box, int rank)
{
  int64_t lower[3], upper[3];
  if (rank > 3) rank = 3;
  for (int d = 0; d < 3; d++) {
    lower[d] = box->lower[d];
    upper[d] = box->upper[d];
    if (d >= rank && (lower[d] != 1 || upper[d] != 1)) rank = 3;
  }
  return vf_range_text(buffer, rank, lower, upper);
}

const char *vf_box_text(char buffer[VF_RANGE_TEXT], const vf_box *box) { return vf_box_text_in(buffer, box, 3); }
