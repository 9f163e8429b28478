/* Scripts of checks: windows of large arrays, results of kernels on sets, routines. */
#include "allocation_scripts.h"

#include <viewfab/report.h>
#include <viewfab/routine.h>
#include <viewfab/set.h>
#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { NX = 24, NY = 21, NZ = 19, LARGE = NX * NY * NZ, FIELDS = 3, BOXES = 3 };
static const int64_t extents[3] = { NX, NY, NZ };
static const int lower[3] = { 0, -2, 3 };
static double values[FIELDS][LARGE];
static vf_view *views[FIELDS];

static int at(int i, int j, int k) { return i + NX * (j + 2 + NY * (k - 3)); }

static void open_large(void)
{
  static const char *const labels[FIELDS] = { "x", "y", "z" };
  step(vf_init(NULL));
  watch_device();
  for (int f = 0; f < FIELDS; f++) {
    for (int c = 0; c < LARGE; c++) values[f][c] = 1 + ((f + 1) * c * 37 % 101) / 101.0;
    step(vf_view_wrap(NULL, values[f], VF_REAL64, 3, extents, lower, labels[f], VF_WRAP_DISTINCT, &views[f]));
  }
}

static void add_number(numbers *result, double number)
{
  if (result->count < NUMBERS) result->at[result->count++] = number;
}

static void close_large(numbers *result)
{
  for (int f = 0; f < FIELDS; f++) {
    step(vf_view_to_host(views[f], VF_READ));
    release(&views[f], false);
    for (int c = 0; c < LARGE; c += 7) add_number(result, values[f][c]);
  }
  step(vf_finalize());
}

static int64_t place(const vf_original_array *array, int i, int j, int k)
{
  const int64_t x = array->upper[0] - array->lower[0] + 1, y = array->upper[1] - array->lower[1] + 1;
  return i - array->lower[0] + x * (j - array->lower[1] + y * (k - array->lower[2]));
}

#define EACH_CELL(box)                                     \
  for (int k = (box).lower[2]; k <= (box).upper[2]; k++)   \
    for (int j = (box).lower[1]; j <= (box).upper[1]; j++) \
      for (int i = (box).lower[0]; i <= (box).upper[0]; i++)

static void original_copy(const vf_original_call *call, void *user)
{
  const double *error = user;
  EACH_CELL(call->box)
  ((double *)call->arrays[1].first)[place(&call->arrays[1], i, j, k)] =
      ((const double *)call->arrays[0].first)[place(&call->arrays[0], i, j, k)] + (error ? *error : 0);
}

static void original_axpy(const vf_original_call *call, void *user)
{
  (void)user;
  EACH_CELL(call->box)
  ((double *)call->arrays[2].first)[place(&call->arrays[2], i, j, k)] +=
      call->values[0].number * ((const double *)call->arrays[1].first)[place(&call->arrays[1], i, j, k)];
}

static void original_dot(const vf_original_call *call, void *user)
{
  (void)user;
  *call->result = 0;
  EACH_CELL(call->box)
  *call->result += ((const double *)call->arrays[0].first)[place(&call->arrays[0], i, j, k)] *
                   ((const double *)call->arrays[1].first)[place(&call->arrays[1], i, j, k)];
}

/* ---- Windows ---- */

static void windows_environment(const char *folder)
{
  (void)folder;
  setenv("VF_KERNELS", "axpy=check,copy=check,dot=check", 1);
  if (!device_may_fail()) setenv("VF_CHECK", "order,perturb=5", 1);
}

static void run_windows(numbers *result)
{
  static const double wrong = 1e-3;
  const vf_box near = { { 3, 1, 4 }, { 6, 3, 5 } }, far = { { 17, 12, 16 }, { 18, 16, 18 } }, two[2] = { near, far };
  double number = 0;
  open_large();
  step(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, NULL));
  step(vf_kernel_set_original(&vf_axpy_kernel, VF_REAL64, original_axpy, NULL));
  step(vf_kernel_set_original(&vf_dot_kernel, VF_REAL64, original_dot, NULL));
  for (int call = 0; call < 3; call++) {
    step(vf_copy(&near, views[0], views[1]));
    step(vf_axpy(&far, 0.5, views[1], views[2]));
    step(vf_axpy_boxes(two, 2, 0.25, views[2], views[0]));
    step(vf_dot(&near, views[0], views[2], &number));
    add_number(result, number);
  }
  step(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, original_copy, (void *)&wrong));
  step(vf_copy(&far, views[2], views[1]));
  step(vf_validate_keep("copy", VF_KEEP_ORIGINAL));
  step(vf_copy(&near, views[2], views[1]));
  note_remarks();
  step(vf_report_reset());
  close_large(result);
}

/* ---- Results of kernels on sets ---- */

static void results_environment(const char *folder)
{
  (void)folder;
  setenv("VF_KERNELS", "dot=check,sum=original", 1);
}

static void original_sum(const vf_original_call *call, void *user)
{
  (void)user;
  *call->result = 0;
  EACH_CELL(call->box)
  *call->result += ((const double *)call->arrays[0].first)[place(&call->arrays[0], i, j, k)];
}

static void run_set_results(numbers *result)
{
  vf_set *x = NULL, *y = NULL;
  vf_box boxes[BOXES];
  double number = 0;
  open_large();
  for (int b = 0; b < BOXES; b++) boxes[b] = (vf_box){ { 9 * b, 1, -b }, { 9 * b + 3 + 2 * b, 4 + b, 2 } };
  step(vf_kernel_set_original(&vf_dot_kernel, VF_REAL64, original_dot, NULL));
  step(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, original_sum, NULL));
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 1, 0, "x", &x));
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 0, 0, "y", &y));
  step(vf_fill_value_boxes(boxes, BOXES, x, 1.25));
  step(vf_fill_value_boxes(boxes, BOXES, y, -2));
  for (int call = 0; call < 2; call++) {
    step(vf_dot_boxes(boxes, BOXES, x, y, &number, NULL));
    add_number(result, number);
    step(vf_sum_boxes(boxes, BOXES, x, &number, NULL));
    add_number(result, number);
  }
  release(&x, true);
  release(&y, true);
  step(vf_report_reset());
  close_large(result);
}

/* ---- Routines ---- */

static void routine_environment(const char *folder)
{
  (void)folder;
  setenv("VF_KERNELS", "advance=check,shift=check", 1);
}

static const vf_box inside = { { 1, -1, 4 }, { NX - 2, NY - 4, NZ + 1 } };

/* z = a x + z, and the largest z. */
static double legacy_advance(double a)
{
  double largest = 0;
  EACH_CELL(inside)
  {
    double *z = &values[2][at(i, j, k)];
    *z += a * values[0][at(i, j, k)];
    if (*z > largest) largest = *z;
  }
  return largest;
}

/* A routine whose check has no memory keeps the results of its port, and says that a call was not checked. Its begin can be
 * made again, its end cannot. error: of the original */
static void advance(double error, numbers *result)
{
  double largest = 0, legacy = 0;
  step(vf_check_begin("advance", (vf_view *[]){ views[2], views[0] }, 2));
  step(vf_axpy(&inside, 0.5, views[0], views[2]));
  step(vf_norm_max(&inside, views[2], &largest));
  step(vf_check_value("advance", "largest", VF_REAL64, &largest));
  while (vf_check_original("advance")) {
    legacy = legacy_advance(0.5 + error);
    (void)ended_by_failure(vf_check_value("advance", "largest", VF_REAL64, &legacy), "the number of the original");
  }
  (void)ended_by_failure(vf_check_end("advance"), "the end");
  add_number(result, largest);
}

static void registered_shift(const vf_original_array *arrays, int count, void *user)
{
  const double *shift = user;
  if (count != 1) give_up("the original of shift has %d arrays", count);
  EACH_CELL(inside)
  ((double *)arrays[0].first)[place(&arrays[0], i, j, k)] += *shift;
}

static void run_routines(numbers *result)
{
  static double shift = 0.125;
  vf_view *scratch = NULL;
  open_large();
  advance(0, result);
  advance(1e-12, result);
  advance(1e-3, result);
  step(vf_check_register_original("shift", registered_shift, &shift));
  for (int call = 0; call < 2; call++) {
    step(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "scratch", &scratch));
    step(vf_check_begin_lists("shift", (vf_view_list[]){ { &views[1], 1 } }, 1));
    step(vf_check_scratch("shift", &scratch, 1));
    step(vf_fill_value(&inside, scratch, call ? 0.25 : 0.125));
    step(vf_axpy(&inside, 1, scratch, views[1]));
    (void)ended_by_failure(vf_check_end("shift"), "the end");
    release(&scratch, true);
  }
  step(vf_report_reset());
  close_large(result);
}

const script checked_scripts[] = { { "windows", windows_environment, run_windows, true },
                                   { "results of sets", results_environment, run_set_results, true },
                                   { "routines", routine_environment, run_routines, true } };
const int checked_script_count = sizeof checked_scripts / sizeof *checked_scripts;
