/*   usage: bisect_steps LIMIT [KERNEL ERROR]...
 * A small program of five kernels with originals and a kernel without, on a view "phi" that ends as 4 everywhere. The port
 * of each named KERNEL adds ERROR to its result; ERROR may also be crash, hang or nan. Ends with status 1 if an element of
 * phi differs from 4 by more than LIMIT. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { CELLS = 24 };
static const int64_t extents[3] = { 4, 3, 2 };
static const int lower[3] = { -1, 0, 5 };
static const vf_box box = { { -1, 0, 5 }, { 2, 2, 6 } };

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "bisect_steps: %s\n", vf_last_error());
  exit(3);
}

/* ---- Originals: every array has the bounds of the box ---- */

static double *array(const vf_original_call *call, int argument) { return call->arrays[argument].first; }

static void original_fill_value(const vf_original_call *call, void *user)
{
  (void)user;
  for (int c = 0; c < CELLS; c++) array(call, 0)[c] = call->values[1].number;
}

static void original_copy(const vf_original_call *call, void *user)
{
  (void)user;
  memcpy(array(call, 1), array(call, 0), CELLS * sizeof(double));
}

static void original_add_constant(const vf_original_call *call, void *user)
{
  (void)user;
  for (int c = 0; c < CELLS; c++) array(call, 0)[c] += call->values[1].number;
}

static void original_axpy(const vf_original_call *call, void *user)
{
  (void)user;
  for (int c = 0; c < CELLS; c++) array(call, 2)[c] += call->values[0].number * array(call, 1)[c];
}

static void original_xpay(const vf_original_call *call, void *user)
{
  (void)user;
  for (int c = 0; c < CELLS; c++) array(call, 2)[c] = array(call, 0)[c] + call->values[1].number * array(call, 2)[c];
}

/* ---- Ports, wrong if requested ---- */

static int launch(const vfi_launch *call, const vf_kernel *kernel, int argument, double error)
{
  const int code = kernel->launchers[VF_BACKEND_HOST][1](call);
  const vfi_span *span = &call->spans[argument];
  for (int k = box.lower[2]; k <= box.upper[2]; k++)
    for (int j = box.lower[1]; j <= box.upper[1]; j++)
      for (int i = box.lower[0]; i <= box.upper[0]; i++)
        *((double *)span->origin + i + j * span->stride[0] + k * span->stride[1]) += error;
  return code;
}

#define KERNELS(X)   \
  X(fill_value, 0)   \
  X(copy, 1)         \
  X(add_constant, 0) \
  X(axpy, 2)         \
  X(xpay, 2)

#define WRONG(name, argument)                                            \
  static double error_of_##name;                                         \
  static int wrong_##name(const vfi_launch *call)                        \
  {                                                                      \
    return launch(call, &vf_##name##_kernel, argument, error_of_##name); \
  }
KERNELS(WRONG)

static int crash(const vfi_launch *call)
{
  (void)call;
  return raise(SIGKILL);
}

static int hang(const vfi_launch *call)
{
  (void)call;
  while (pause()) continue;
  return 0;
}

static void spoil(const char *kernel, const char *error)
{
#define SPOIL(name, argument)                                             \
  if (!strcmp(kernel, #name)) {                                           \
    error_of_##name = strtod(error, NULL);                                \
    must(vfi_kernel_tune(&vf_##name##_kernel, VF_BACKEND_HOST, VF_REAL64, \
                         !strcmp(error, "crash")  ? crash                 \
                         : !strcmp(error, "hang") ? hang                  \
                                                  : wrong_##name));       \
  }
  KERNELS(SPOIL)
}

static vf_view *view_of(double *values, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, lower, label, VF_WRAP_DISTINCT, &view));
  return view;
}

int main(int argc, char **argv)
{
  static double phi_values[CELLS], x_values[CELLS], y_values[CELLS];
  double norm = 0;
  if (argc < 2 || argc % 2) return 4;
#define REGISTER(name, argument) must(vf_kernel_set_original(&vf_##name##_kernel, VF_REAL64, original_##name, NULL));
  KERNELS(REGISTER)
  for (int a = 2; a + 1 < argc; a += 2) spoil(argv[a], argv[a + 1]);

  must(vf_init(NULL));
  vf_view *phi = view_of(phi_values, "phi"), *x = view_of(x_values, "x"), *y = view_of(y_values, "y");
  must(vf_fill_value(&box, phi, 1));
  must(vf_fill_value(&box, x, 2));
  must(vf_copy(&box, phi, y));
  must(vf_add_constant(&box, y, 0.5));
  must(vf_axpy(&box, 2, y, phi));
  must(vf_xpay(&box, x, 0.5, phi));
  must(vf_norm_max(&box, phi, &norm));
  must(vf_view_to_host(phi, VF_READ));
  must(vf_view_release(&phi, false));
  must(vf_finalize());

  const double limit = strtod(argv[1], NULL);
  for (int c = 0; c < CELLS; c++)
    if (fabs(phi_values[c] - 4) > limit) return 1;
  return 0;
}
