/* Two checked calls whose originals give other values at known places, for the maps of differences. Points: the original of a copy
 * over -1:48 x 5:9 x -7:32 differs at i = 0 and 1, j = 7 and all k of the call. Columns: the original of burden over points 4:13, levels 1:6
 * and blocks 6:9 differs at level 4 of block 7, at all points. */
#include "../validation/columns/column_calls.h"
#include "../validation/seeded_bugs/originals.h"

enum { X = 50, Y = 5, Z = 40 };

static void copy_with_other_values(const vf_original_call *call, void *user)
{
  original_copy(call, user);
  const vf_original_array *to = &call->arrays[1];
  double *value = to->first;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int i = 0; i <= 1; i++) value[i - to->lower[0] + X * (7 - to->lower[1] + Y * (k - to->lower[2]))] += 1;
}

static void burden_with_other_values(const vf_original_call *call, void *user)
{
  original_burden(call, user);
  if (call->block != 7) return;
  const vf_original_array *above = &call->arrays[2];
  const int points = above->upper[0] - above->lower[0] + 1;
  double *value = above->first;
  for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
    value[i - above->lower[0] + points * (4 - above->lower[1])] += 1;
}

int main(void)
{
  static double from[X * Y * Z], to[X * Y * Z];
  const int64_t extents[3] = { X, Y, Z };
  const int lower[3] = { -1, 5, -7 };
  must(vf_init(NULL));
  for (int e = 0; e < X * Y * Z; e++) from[e] = e;
  vf_view *x = wrapped(from, 3, extents, lower, "from"), *y = wrapped(to, 3, extents, lower, "to");
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, copy_with_other_values, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  for (int call = 0; call < 2; call++) must(vf_copy(&(vf_box){ { 0, 6, -6 }, { 47, 8, 31 } }, x, y));
  must(vf_view_release(&x, false));
  must(vf_view_release(&y, true));
  column_call burden = burden_call();
  burden.original = burden_with_other_values;
  column_hosts hosts = make_hosts(&burden);
  must(vf_validate_mode("burden", VF_MODE_CHECK));
  must(vf_kernel_set_original(burden.kernel, VF_REAL64, burden.original, NULL));
  must(run_columns(&burden, NULL, &hosts));
  drop_hosts(&hosts);
  must(vf_finalize());
  return 0;
}
