/*   usage: forgetful_program [fetch] [again] [finalize] [release] [pages]
 * Copies ones on the device, fetches the copy (fetch), makes it a second time (again), and prints the sum of the host's
 * copy. Without fetch the sum is 0 if the device has its own memory. The program ends with open views, or after
 * vf_finalize (finalize), or after it has released its views (release). The arrays have 8 elements, or several pages of the system
 * (pages). */
#include <stdio.h>
#include <string.h>

#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { SHORT = 8, LONG = 5000 };
static double source[LONG], target[LONG];
static int elements = SHORT;

static void original_copy(const vf_original_call *call, void *user)
{
  (void)user;
  memcpy(call->arrays[1].first, call->arrays[0].first, (size_t)elements * sizeof *target);
}

static vf_view *wrap(double *values, const char *label)
{
  const int64_t length = elements;
  vf_view *view = NULL;
  if (vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, label, VF_WRAP_DISTINCT, &view)) puts(vf_last_error());
  return view;
}

static bool given(int count, char **arguments, const char *word)
{
  for (int a = 1; a < count; a++)
    if (!strcmp(arguments[a], word)) return true;
  return false;
}

int main(int argc, char **argv)
{
  if (given(argc, argv, "pages")) elements = LONG;
  const vf_box box = { { 1, 1, 1 }, { elements, 1, 1 } };
  double total = 0;
  for (int c = 0; c < elements; c++) source[c] = 1;
  vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, NULL);
  vf_view *from = wrap(source, "from"), *to = wrap(target, "to");
  if (vf_copy(&box, from, to)) puts(vf_last_error());
  if (given(argc, argv, "fetch")) vf_view_to_host(to, VF_READ);
  if (given(argc, argv, "again") && vf_copy(&box, from, to)) puts(vf_last_error());
  for (int c = 0; c < elements; c++) total += target[c];
  printf("total %g\n", total);
  if (given(argc, argv, "release")) {
    vf_view_release(&from, true);
    vf_view_release(&to, true);
  }
  if (given(argc, argv, "finalize")) vf_finalize();
  return 0;
}
