/* Several lists of views as one. */
#include <stdlib.h>

#include "../../core/error.h"
#include "routine.h"

vf_status vf_check_begin_lists(const char *routine, const vf_view_list lists[], int list_count)
{
  if (vf_routine_idle()) return vf_check_begin(routine, NULL, 0);
  if (!lists) return vf_fail(VF_ERROR_NULL, "vf_check_begin_lists: lists is NULL");
  int count = 0;
  for (int l = 0; l < list_count; l++) {
    if (lists[l].count > 0 && !lists[l].views)
      return vf_fail(VF_ERROR_NULL, "vf_check_begin_lists: the views of list %d are NULL", l + 1);
    if (lists[l].count > 0) count += lists[l].count;
  }
  vf_view **all = malloc((size_t)(count + 1) * sizeof *all);
  if (!all) return vf_fail(VF_ERROR_MEMORY, "vf_check_begin_lists: no host memory for %d views", count);
  for (int l = 0, at = 0; l < list_count; l++)
    for (int v = 0; v < lists[l].count; v++) all[at++] = lists[l].views[v];
  const vf_status status = vf_check_begin(routine, all, count);
  free(all);
  return status;
}
