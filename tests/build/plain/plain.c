/* Runs a kernel of viewfab on the device of the environment. */
#include <stdio.h>
#include <viewfab/viewfab.h>
#include <viewfab_kernels.h>

int main(void)
{
  enum { N = 7 };
  double values[N] = { 0 };
  const int64_t extent = N;
  const vf_box box = { { 2, 1, 1 }, { N, 1, 1 } };
  vf_view *view = NULL;
  if (vf_view_wrap(NULL, values, VF_REAL64, 1, &extent, NULL, "values", VF_WRAP_DISTINCT, &view) ||
      vf_fill_value(&box, view, 3) || vf_view_release(&view, true) || vf_finalize()) {
    puts(vf_last_error());
    return 1;
  }
  puts(values[0] == 0 && values[1] == 3 && values[N - 1] == 3 ? "set" : "wrong");
  return 0;
}
