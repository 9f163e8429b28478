/* The cost of checks if calls touch small parts of large arrays: strips of ghosts, and levels in a common work array.
 *   bench_check_strips [cells per side [strips]] */
#include <viewfab/validate.h>
#include <viewfab_kernels.h>

#include "timing.h"

enum { MOST_LEVELS = 8 };

static int cells;

typedef struct field {
  double *at; /* element (0, 0, 0) */
  long j, k;  /* strides */
} field;

static field field_of(const vf_original_call *call, int argument)
{
  const vf_original_array *array = &call->arrays[argument];
  field f;
  f.j = array->upper[0] - array->lower[0] + 1;
  f.k = f.j * (array->upper[1] - array->lower[1] + 1);
  f.at = (double *)array->first - array->lower[0] - array->lower[1] * f.j - array->lower[2] * f.k;
  return f;
}

static void original_copy(const vf_original_call *call, void *user)
{
  const field x = field_of(call, 0), y = field_of(call, 1);
  (void)user;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (long i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        y.at[i + j * y.j + k * y.k] = x.at[i + j * x.j + k * x.k];
}

static void original_gsrb(const vf_original_call *call, void *user)
{
  const field p = field_of(call, 0), r = field_of(call, 1);
  const double width = call->values[2].number;
  (void)user;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (long i = call->box.lower[0] + ((call->box.lower[0] + j + k + call->selector) & 1); i <= call->box.upper[0];
           i += 2) {
        double *c = p.at + i + j * p.j + k * p.k;
        *c = (c[-1] + c[1] + c[-p.j] + c[p.j] + c[-p.k] + c[p.k] - width * width * r.at[i + j * r.j + k * r.k]) / 6;
      }
}

static double *filled(int64_t count)
{
  double *values = malloc((size_t)count * sizeof *values);
  if (!values) exit((fprintf(stderr, "bench_check_strips: no memory\n"), 1));
  for (int64_t e = 0; e < count; e++) values[e] = 1 + (double)(e * 7919 % 1000) / 1000;
  return values;
}

static vf_view *cube(double *values, int side, int lowest, const char *label, bool join)
{
  const int64_t extents[3] = { side, side, side };
  const int lower[3] = { lowest, lowest, lowest };
  vf_view *view = NULL;
  check(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, lower, label, join ? VF_WRAP_JOIN : VF_WRAP_DISTINCT, &view));
  return view;
}

/* Seconds of a call, over calls of all strips in turn. */
static double strips(vf_view *x, vf_view *y, int direction, int count)
{
  const double begin = now();
  for (int s = 0; s < count; s++) {
    vf_box box = { { 0, 0, 0 }, { cells - 1, cells - 1, cells - 1 } };
    const int width = 1 + s / 2 % 2; /* low and high faces in turn */
    box.lower[direction] = s % 2 ? cells - width : 0;
    box.upper[direction] = box.lower[direction] + width - 1;
    check(vf_copy(&box, x, y));
  }
  check(vf_context_wait(NULL));
  return (now() - begin) / count;
}

static void measure_strips(int count)
{
  const int side = cells + 2;
  double *from = filled((int64_t)side * side * side), *to = filled((int64_t)side * side * side);
  vf_view *x = cube(from, side, -1, "x", false), *y = cube(to, side, -1, "y", false);
  check(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, NULL));
  printf("strips of 1 and 2 cells, %d of them in arrays of %d^3: milliseconds a call\n", count, side);
  printf("%-10s %9s %9s %9s   check / (original + port)\n", "across", "original", "port", "check");
  double all[3] = { 0 };
  for (int d = 0; d < 3; d++) {
    double times[3];
    const vf_mode modes[3] = { VF_MODE_ORIGINAL, VF_MODE_DEVICE, VF_MODE_CHECK };
    for (int m = 0; m < 3; m++) {
      check(vf_validate_mode("copy", modes[m]));
      times[m] = strips(x, y, d, count / 3);
      all[m] += times[m] / 3;
    }
    printf("%-10c %9.4f %9.4f %9.4f   %9.2f\n", "xyz"[d], 1e3 * times[0], 1e3 * times[1], 1e3 * times[2],
           times[2] / (times[0] + times[1]));
  }
  printf("%-10s %9.4f %9.4f %9.4f   %9.2f\n", "all", 1e3 * all[0], 1e3 * all[1], 1e3 * all[2],
         all[2] / (all[0] + all[1]));
  check(vf_view_release(&x, true));
  check(vf_view_release(&y, true));
  free(from);
  free(to);
}

/* A sweep of each level in mode check: the total time in seconds. */
static double sweeps(vf_view **phi, vf_view **rhs, int levels)
{
  const double begin = now();
  for (int l = 0; l < levels; l++) {
    const int n = cells >> l;
    const vf_box box = { { 0, 0, 0 }, { n - 1, n - 1, n - 1 } };
    for (int colour = 0; colour < 2; colour++) check(vf_gsrb_poisson(&box, phi[l], rhs[l], 0.1, colour));
  }
  check(vf_context_wait(NULL));
  return now() - begin;
}

static int64_t volume(int side) { return (int64_t)side * side * side; }

static void measure_levels(void)
{
  vf_view *phi[MOST_LEVELS], *rhs[MOST_LEVELS], *work = NULL;
  double times[2];
  int levels = 0;
  int64_t length = 3;
  while (levels < MOST_LEVELS && cells >> levels >= 4) levels++;
  for (int l = 0; l < levels; l++) length += volume((cells >> l) + 2) + volume(cells >> l);
  double *values = filled(length);
  check(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb, NULL));
  check(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  for (int together = 0; together < 2; together++) {
    double *next = values + 3;
    if (together) check(vf_view_wrap(NULL, values, VF_REAL64, 1, &length, NULL, "work", VF_WRAP_DISTINCT, &work));
    for (int l = 0; l < levels; l++) {
      phi[l] = cube(next, (cells >> l) + 2, -1, "phi", together);
      next += volume((cells >> l) + 2);
      rhs[l] = cube(next, cells >> l, 0, "rhs", together);
      next += volume(cells >> l);
    }
    sweeps(phi, rhs, levels);
    times[together] = sweeps(phi, rhs, levels);
    for (int r = 0; r < 4; r++) {
      const double time = sweeps(phi, rhs, levels);
      if (time < times[together]) times[together] = time;
    }
    for (int l = 0; l < levels; l++) {
      check(vf_view_release(&phi[l], true));
      check(vf_view_release(&rhs[l], true));
    }
  }
  check(vf_view_release(&work, true));
  free(values);
  printf(
      "%d levels from %d^3, checked sweeps of all: %.2f ms with a wrap for each array, %.2f ms within one work array, "
      "ratio %.2f\n",
      levels, cells, 1e3 * times[0], 1e3 * times[1], times[1] / times[0]);
}

int main(int argc, char **argv)
{
  check(vf_init(NULL));
  cells = argc > 1 ? atoi(argv[1]) : 256;
  const int count = argc > 2 ? atoi(argv[2]) : 3720;
  if (cells < 8 || count < 3) return fprintf(stderr, "bench_check_strips: 8 cells and 3 strips at least\n"), 2;
  printf("device %s\n", vf_context_device(NULL));
  measure_strips(count);
  measure_levels();
  check(vf_finalize());
  return 0;
}
