/*   usage: settings_program ERROR [CALLS [STATUS [MODE [SHORT]]]]
 * Copies eight numbers CALLS times (default: twice) and ends with STATUS. The original adds ERROR to the third number.
 * MODE is chosen by a call. The last SHORT numbers are left to the original. Prints the status of each call, the third
 * number, and the number of runs of the original. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { LENGTH = 8 };
static double source[LENGTH], target[LENGTH];
static int originals;

static void original_copy(const vf_original_call *call, void *user)
{
  memcpy(call->arrays[1].first, call->arrays[0].first, sizeof target);
  ((double *)call->arrays[1].first)[2] += *(const double *)user;
  originals++;
}

static void say(const char *what, vf_status status)
{
  printf("%s: %d %s\n", what, (int)status, status ? vf_last_error() : "done");
}

static vf_view *wrap(double *values, const char *label)
{
  const int64_t length = LENGTH;
  vf_view *view = NULL;
  const vf_status status = vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, label, VF_WRAP_DISTINCT, &view);
  if (status) say(label, status);
  return view;
}

int main(int argc, char **argv)
{
  const vf_box box = { { 1, 1, 1 }, { LENGTH - (argc > 5 ? (int)strtol(argv[5], NULL, 10) : 0), 1, 1 } };
  double error = argc > 1 ? strtod(argv[1], NULL) : 0;
  const long calls = argc > 2 ? strtol(argv[2], NULL, 10) : 2, status = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
  for (int c = 0; c < LENGTH; c++) source[c] = 1;

  say("init", vf_init(NULL));
  say("register", vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, &error));
  if (argc > 4) say("mode", vf_validate_mode("copy", (vf_mode)strtol(argv[4], NULL, 10)));
  vf_view *from = wrap(source, "from"), *to = wrap(target, "to");
  for (int call = 1; call <= calls; call++) {
    char name[32];
    snprintf(name, sizeof name, "call %d", call);
    say(name, vf_copy(&box, from, to));
  }
  vf_view_to_host(to, VF_READ);
  printf("value %g\noriginals %d\n", target[2], originals);
  vf_finalize();
  return (int)status;
}
