/* Runs the code's own kernel. HEADER declares the kernel. */
#include <stdio.h>
#include <viewfab/viewfab.h>
#include HEADER

int main(void)
{
  enum { N = 7 };
  double values[N] = { 1, 2, 3, 4, 5, 6, 7 };
  const int64_t extent = N;
  const vf_box box = { { 2, 1, 1 }, { N, 1, 1 } };
  vf_view *view = NULL;
  double sum = 0, largest = 0;
  vf_place place = { 0 };
  if (vf_view_wrap(NULL, values, VF_REAL64, 1, &extent, NULL, "values", VF_WRAP_DISTINCT, &view) ||
      vf_scaled(&box, view, 10, &sum, &largest, &place) || vf_view_release(&view, true) || vf_finalize()) {
    puts(vf_last_error());
    return 1;
  }
  const int right = values[0] == 1 && values[1] == 20 && values[N - 1] == 70 && sum == 270 && largest == 70 && place.index[0] == N;
  puts(right ? "scaled" : "wrong");
  return 0;
}
