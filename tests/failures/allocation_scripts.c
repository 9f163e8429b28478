#include "allocation_scripts.h"

#include <stdio.h>

#include <viewfab/chunks.h>
#include <viewfab/smooth.h>
#include <viewfab/parts.h>
#include <viewfab/queues.h>
#include <viewfab/report.h>
#include <viewfab/set.h>
#include <viewfab/solver.h>
#include <viewfab/validate.h>
#include <viewfab_kernels.h>

#include "../validation/seeded_bugs/originals.h"
#include "solvers.h"

enum { N = 4, SIDE = N + 2, CELLS = SIDE * SIDE * SIDE, FIELDS = 6, BOXES = 3, PARTS = 40 };
static const int64_t extents[3] = { SIDE, SIDE, SIDE };
static const int lower[3] = { 0, 0, 0 };
static const vf_box cells = { { 1, 1, 1 }, { N, N, N } };
static const vf_boundary walls = {
  .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC }, .order = 2
};
static double values[FIELDS][CELLS];
static vf_view *views[FIELDS];

static void open_fields(void)
{
  static const char *const labels[FIELDS] = { "phi", "rhs", "a", "bx", "by", "bz" };
  step(vf_init(NULL));
  watch_device();
  for (int f = 0; f < FIELDS; f++) {
    for (int c = 0; c < CELLS; c++) values[f][c] = 1 + ((f + 1) * c * 37 % 101) / 101.0;
    step(vf_view_wrap(NULL, values[f], VF_REAL64, 3, extents, lower, labels[f], VF_WRAP_DISTINCT, &views[f]));
  }
}

static void add_number(numbers *result, double number)
{
  if (result->count < NUMBERS) result->at[result->count++] = number;
}

/* Adds every element of every field to the result, and releases the views. */
static void close_fields(numbers *result)
{
  for (int f = 0; f < FIELDS; f++) {
    step(vf_view_to_host(views[f], VF_READ));
    release(&views[f], false);
    for (int c = 0; c < CELLS; c++) add_number(result, values[f][c]);
  }
  step(vf_finalize());
}

/* ---- Views and kernels ---- */

static void no_environment(const char *folder) { (void)folder; }

static void run_views(numbers *result)
{
  double number = 0;
  vf_box parts[PARTS];
  vf_view *own = NULL, *component = NULL, *joined = NULL;
  const int64_t shape[4] = { 3, 2, 1, 2 };
  vfi_call several[3];
  vfi_argument copied[3][2] = { { { 0 } } };
  open_fields();
  step(vf_view_create(NULL, VF_REAL64, 4, shape, NULL, "own", &own));
  step(vf_view_component(own, 2, 1, &component));
  step(vf_view_wrap(NULL, values[1], VF_REAL64, 3, extents, lower, "joined", VF_WRAP_JOIN, &joined));
  step(vf_fill_value(&(vf_box){ { 1, 1, 1 }, { 3, 2, 1 } }, component, 3));
  step(vf_sum(&(vf_box){ { 1, 1, 1 }, { 3, 2, 1 } }, component, &number));
  add_number(result, number);
  step(vf_axpy(&cells, 0.5, views[0], joined));
  for (int p = 0; p < PARTS; p++)
    for (int d = 0; d < 3; d++) {
      parts[p].lower[d] = d == 0 ? 1 + p % N : d == 1 ? 1 + p / N % N : 1 + p / N / N;
      parts[p].upper[d] = parts[p].lower[d];
    }
  step(vf_axpy_boxes(parts, PARTS, 0.25, views[1], views[0]));
  step(vf_dot_boxes(parts, PARTS, views[0], views[1], &number, NULL));
  add_number(result, number);
  step(vf_dot(&cells, views[0], views[1], &number));
  add_number(result, number);
  for (int c = 0; c < 3; c++) {
    several[c] = (vfi_call){ .kernel = &vf_copy_kernel, .boxes = &parts[c], .box_count = 1, .arguments = copied[c] };
    copied[c][0].view = views[c % 2];
    copied[c][1].view = views[2 + c];
  }
  step(vf_dispatch_together(several, 3));
  step(vf_sum(&cells, views[3], &number));
  add_number(result, number);
  release(&own, true);
  release(&component, true);
  step(vf_view_to_host(joined, VF_READ));
  release(&joined, false);
  close_fields(result);
}

/* ---- Parts ---- */

static void parts_environment(const char *folder)
{
  (void)folder;
  setenv("VF_STAGING", "4096", 1); /* calls on small parts of small arrays move the parts alone */
}

static void write_box(int field, const vf_box *box, double value)
{
  for (int c = 0; c < CELLS; c++) {
    const int at[3] = { c % SIDE, c / SIDE % SIDE, c / SIDE / SIDE };
    bool inside = true;
    for (int d = 0; d < 3; d++) inside = inside && at[d] >= box->lower[d] && at[d] <= box->upper[d];
    if (inside) values[field][c] = value + c;
  }
}

static void run_parts(numbers *result)
{
  const vf_box plane = { { 0, 0, 2 }, { SIDE - 1, SIDE - 1, 2 } }, row = { { 1, 1, 4 }, { N, 1, 4 } };
  double number = 0;
  open_fields();
  step(vf_axpy(&cells, 0.5, views[0], views[1]));
  step(vf_view_to_host_box(views[1], VF_UPDATE, &plane, NULL));
  write_box(1, &plane, 3);
  step(vf_fill_value(&row, views[1], 2));
  step(vf_view_sync_d2h_ghosts(views[1], &cells, 1, NULL));
  for (int c = 0; c < CELLS; c += 7) add_number(result, values[1][c]);
  step(vf_view_to_host_box(views[0], VF_WRITE, &row, NULL));
  write_box(0, &row, 5);
  step(vf_view_sync_h2d_ghosts(views[0], &cells, 1, NULL));
  step(vf_sum(&plane, views[2], &number));
  add_number(result, number);
  step(vf_sum(&cells, views[0], &number));
  add_number(result, number);
  step(vf_view_mark_written_box(views[2], VF_HOST, &row, NULL));
  step(vf_axpy(&row, 0.25, views[2], views[3]));
  step(vf_view_sync_d2h_box(views[3], &row, NULL));
  step(vf_view_to_device_box(views[1], VF_READ, &cells, NULL));
  step(vf_dot(&row, views[1], views[3], &number));
  add_number(result, number);
  close_fields(result);
}

/* ---- Copies that the host does not wait for ---- */

static void run_prefetches(numbers *result)
{
  vf_chunks *loop = NULL;
  int chunk = 0;
  open_fields();
  step(vf_view_prefetch(views[0], VF_DEVICE));
  step(vf_axpy(&cells, 0.5, views[0], views[1]));
  step(vf_view_prefetch(views[1], VF_HOST));
  step(vf_view_wait(views[1]));
  for (int c = 0; c < CELLS; c += 7) add_number(result, values[1][c]);
  step(vf_chunks_begin(views, 2, 2, &loop));
  for (int pass = 0; pass < 2; pass++)
    for (int c = 0; c <= 2; c++) {
      step(vf_chunks_next(loop, &chunk));
      if (c < 2) step(vf_axpy(&cells, 0.25, views[2 * c], views[2 * c + 1]));
    }
  step(vf_chunks_end(&loop));
  step(vf_context_wait(NULL));
  close_fields(result);
}

/* ---- Queues of kernels ---- */

static void run_queues(numbers *result)
{
  enum { QUEUES = 2 };
  vf_queue *queues[QUEUES] = { NULL };
  double number = 0;
  open_fields();
  for (int q = 0; q < QUEUES; q++) step(vf_queue_create(NULL, "queue", &queues[q]));
  for (int k = 0; k < 6; k++) {
    must_now(vf_queue_begin(queues[k % QUEUES]), "begin");
    step(vf_copy(&cells, views[k % 3], views[3 + k % 3]));
    step(vf_dot(&cells, views[k % 3], views[3 + (k + 1) % 3], &number));
    must_now(vf_queue_end(queues[k % QUEUES]), "end");
    add_number(result, number);
    step(vf_copy(&cells, views[3 + k % 3], views[(k + 1) % 3]));
    step(vf_view_to_host(views[k % 3], VF_READ));
  }
  for (int q = 0; q < QUEUES; q++) step(vf_queue_wait(queues[q]));
  device_rests(true);
  for (int q = 0; q < QUEUES; q++) must_now(vf_queue_destroy(queues[q]), "destroy");
  device_rests(false);
  close_fields(result);
}

/* ---- Sets ---- */

static void run_sets(numbers *result)
{
  vf_box boxes[BOXES], domain = { { 1, 1, 1 }, { BOXES * N, N, N } };
  vf_set *x = NULL, *y = NULL, *wrapped = NULL;
  double number = 0;
  open_fields();
  for (int b = 0; b < BOXES; b++) {
    boxes[b] = cells;
    boxes[b].lower[0] += b * N;
    boxes[b].upper[0] += b * N;
  }
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 1, 0, "x", &x));
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 1, 0, "y", &y));
  step(vf_set_wrap(NULL, &cells, 1, &views[2], "wrapped", &wrapped));
  for (int b = 0; b < BOXES; b++) step(vf_fill_value_boxes(boxes, BOXES, x, 1.5));
  step(vf_fill_value_boxes(boxes, BOXES, y, -2));
  step(vf_axpy_boxes(boxes, BOXES, 2, y, x));
  step(vf_axpy_boxes(&cells, 1, 2, views[0], wrapped));
  step(vf_set_fill_ghosts(x, NULL, 1, &domain, &walls));
  step(vf_set_fill_ghosts(x, y, 1, &domain, &walls));
  step(vf_gsrb_poisson_boxes(boxes, BOXES, x, y, 0.5, 0));
  step(vf_dot_boxes(boxes, BOXES, x, y, &number, NULL));
  add_number(result, number);
  step(vf_smooth_poisson(&domain, x, y, NULL, 0.5, &walls, 2));
  step(vf_norm_max_boxes(boxes, BOXES, x, &number, NULL));
  add_number(result, number);
  step(vf_view_to_host(x, VF_READ));
  for (int b = 0; b < BOXES; b++) {
    vf_view *view = NULL;
    double *host = NULL;
    step(vf_set_view(x, b, NULL, &view));
    step(vf_view_host_address(view, (void **)&host));
    for (int c = 0; c < CELLS; c++) add_number(result, host[c]);
  }
  release(&x, true);
  release(&y, true);
  step(vf_view_to_host(wrapped, VF_READ));
  release(&wrapped, true);
  close_fields(result);
}

/* ---- Multigrid ---- */

static void run_multigrid(numbers *result)
{
  vf_multigrid *solver = NULL;
  const double h[3] = { 0.25, 0.5, 0.25 };
  vf_multigrid_options options = vf_multigrid_defaults();
  open_fields();
  step(vf_smooth_poisson(&cells, views[0], views[1], NULL, 0.25, &walls, 2));
  step(vf_smooth_poisson(&cells, views[0], views[1], views[2], 0.25, &walls, 1));
  step(poisson_on_boxes(&cells, 1, 0.25, &walls, NULL, &solver));
  step(vf_multigrid_solve(solver, &views[0], &views[1], NULL, NULL));
  step(vf_multigrid_solve(solver, &views[0], &views[1], &views[2], NULL));
  step(vf_multigrid_destroy(&solver));
  options.method = VF_METHOD_CONJUGATE_GRADIENTS;
  options.start = VF_START_GUESS;
  step(vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &cells,
                                                    .box_count = 1,
                                                    .h = { h[0], h[1], h[2] },
                                                    .sides = &walls,
                                                    .alpha = 1,
                                                    .beta = 1,
                                                    .a = &views[2],
                                                    .bx = &views[3],
                                                    .by = &views[4],
                                                    .bz = &views[5] },
                           &options, &solver));
  step(vf_multigrid_solve(solver, &views[0], &views[1], NULL, NULL));
  step(vf_multigrid_destroy(&solver));
  step(vf_smooth_helmholtz(&cells, views[0], views[1], NULL, 1, 1, views[2], views[3], views[4], views[5], h, 1.15,
                           &walls, 2));
  close_fields(result);
}

/* ---- Checked calls, captures, kept views, reports ---- */

static int64_t place(const vf_original_array *array, int i, int j, int k)
{
  const int64_t x = array->upper[0] - array->lower[0] + 1, y = array->upper[1] - array->lower[1] + 1;
  return i - array->lower[0] + x * (j - array->lower[1] + y * (k - array->lower[2]));
}

/* y = a x + y, with an error in each element. */
static void scaled_sum(const vf_original_call *call, void *user)
{
  const double *error = user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double x = ((const double *)call->arrays[1].first)[place(&call->arrays[1], i, j, k)];
        double *y = &((double *)call->arrays[2].first)[place(&call->arrays[2], i, j, k)];
        *y = call->values[0].number * x + *y + *error;
      }
}

static void copied_with_error(const vf_original_call *call, void *user)
{
  const double *error = user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        ((double *)call->arrays[1].first)[place(&call->arrays[1], i, j, k)] =
            ((const double *)call->arrays[0].first)[place(&call->arrays[0], i, j, k)] + *error;
}

static void sum_of_all(const vf_original_call *call, void *user)
{
  (void)user;
  *call->result = 0;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *call->result += ((const double *)call->arrays[0].first)[place(&call->arrays[0], i, j, k)];
}

static void checked_environment(const char *folder)
{
  char file[512];
  snprintf(file, sizeof file, "%s/kept", folder);
  setenv("VF_KERNELS", "axpy=check,copy=check,sum=check", 1);
  setenv("VF_CHECK", "order,perturb=3,every=1", 1);
  setenv("VF_TOLERANCE", "dot=ulp:4", 1);
  setenv("VF_KEEP_VIEW", "rhs", 1);
  setenv("VF_KEEP_VIEW_FILE", file, 1);
#ifdef VIEWFAB_HDF5
  setenv("VF_CAPTURE", "axpy:call=1-2,xpay:call=1", 1);
#endif
  setenv("VF_CAPTURE_FOLDER", folder, 1);
}

static char report_file[512];

static void run_checked(numbers *result)
{
  static double none, some = 1e-3;
  double number = 0;
  const vf_box boxes[2] = { { { 1, 1, 1 }, { 2, N, N } }, { { 3, 1, 1 }, { N, N, N } } };
  open_fields();
  step(vf_kernel_set_original(&vf_axpy_kernel, VF_REAL64, scaled_sum, &none));
  step(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, copied_with_error, &some));
  step(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, sum_of_all, NULL));
  step(vf_axpy(&cells, 0.5, views[0], views[1]));
  step(vf_xpay(&cells, views[0], 0.5, views[2]));
  step(vf_axpy_boxes(boxes, 2, 0.5, views[2], views[1]));
  step(vf_copy(&cells, views[1], views[3])); /* the difference starts the search for causes */
  step(vf_sum(&cells, views[1], &number));
  add_number(result, number);
  step(vf_validate_keep("copy", VF_KEEP_ORIGINAL));
  step(vf_copy(&cells, views[1], views[4]));
  step(vf_validate_mode("axpy", VF_MODE_ORIGINAL));
  step(vf_axpy(&cells, 0.25, views[4], views[5]));
  snprintf(report_file, sizeof report_file, "%s/report.json", getenv("VF_CAPTURE_FOLDER"));
  step(vf_report_write(report_file));
  note_remarks();
  step(vf_report_reset());
  close_fields(result);
}

/* A checked call on a set runs box by box. If a box fails, the boxes before it must not stay half done. */
static void run_checked_sets(numbers *result)
{
  static double none;
  vf_set *x = NULL, *y = NULL;
  vf_box boxes[BOXES];
  open_fields();
  for (int b = 0; b < BOXES; b++) {
    boxes[b] = cells;
    for (int d = 0; d < 3; d++) boxes[b].upper[d] += 3 * b; /* different sizes, so that each box needs memory */
    boxes[b].lower[0] += b * 20;
    boxes[b].upper[0] += b * 20;
  }
  step(vf_kernel_set_original(&vf_axpy_kernel, VF_REAL64, scaled_sum, &none));
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 0, 0, "x", &x));
  step(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 0, 0, "y", &y));
  step(vf_fill_value_boxes(boxes, BOXES, x, 1));
  step(vf_fill_value_boxes(boxes, BOXES, y, 2));
  step(vf_axpy_boxes(boxes, BOXES, 0.5, x, y));
  step(vf_axpy_boxes(boxes, BOXES, 0.5, x, y));
  step(vf_view_to_host(y, VF_READ));
  for (int b = 0; b < BOXES; b++) {
    double number = 0;
    vf_view *view = NULL;
    step(vf_set_view(y, b, NULL, &view));
    step(vf_dot(&boxes[b], view, view, &number));
    add_number(result, number);
  }
  release(&x, true);
  release(&y, true);
  note_remarks();
  step(vf_report_reset());
  close_fields(result);
}

/* Smooths without a tuned version. */
static void run_plain_smooths(numbers *result)
{
  vf_view *phi = NULL, *rhs = NULL;
  double number = 0;
  open_fields();
  step(vf_view_create(NULL, VF_REAL32, 3, extents, lower, "phi", &phi));
  step(vf_view_create(NULL, VF_REAL32, 3, extents, lower, "rhs", &rhs));
  step(vf_fill_value(&(vf_box){ { 0, 0, 0 }, { N + 1, N + 1, N + 1 } }, phi, 1.5));
  step(vf_fill_value(&cells, rhs, -2));
  step(vf_smooth_poisson(&cells, phi, rhs, NULL, 0.5, &walls, 3));
  step(vf_dot(&cells, phi, phi, &number));
  add_number(result, number);
  step(vf_smooth_poisson(&cells, phi, rhs, rhs, 0.5, &walls, 1));
  step(vf_dot(&cells, phi, phi, &number));
  add_number(result, number);
  release(&phi, true);
  release(&rhs, true);
  close_fields(result);
}

/* Smooths with checked kernels. After a failing step the call is made again, and the steps before must not take effect
 * twice. */
static void smooth_environment(const char *folder)
{
  (void)folder;
  setenv("VF_KERNELS", "gsrb_poisson=check,gsrb_helmholtz=check,fill_ghosts=check", 1);
  setenv("VF_CHECK", "order", 1);
}

static void run_checked_smooths(numbers *result)
{
  const double h[3] = { 0.25, 0.5, 0.25 };
  const vf_box boxes[2] = { { { 1, 1, 1 }, { N, N, 2 } }, { { 1, 1, 3 }, { N, N, N } } };
  const vf_boundary sides = { .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC },
                              .order = 1 };
  vf_set *set = NULL, *rhs = NULL;
  open_fields();
  step(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original_gsrb_poisson, NULL));
  step(vf_kernel_set_original(&vf_gsrb_helmholtz_kernel, VF_REAL64, original_gsrb_helmholtz, NULL));
  step(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, original_fill_ghosts, NULL));
  step(vf_smooth_poisson(&cells, views[0], views[1], NULL, 0.25, &sides, 2));
  step(vf_smooth_helmholtz(&cells, views[0], views[1], NULL, 1, 1, views[2], views[3], views[4], views[5], h, 1.15,
                           &sides, 1));
  step(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "phi of boxes", &set));
  step(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "rhs of boxes", &rhs));
  step(vf_fill_value_boxes(boxes, 2, set, 1.5));
  step(vf_fill_value_boxes(boxes, 2, rhs, -2));
  step(vf_smooth_poisson(&cells, set, rhs, NULL, 0.5, &sides, 2));
  for (int b = 0; b < 2; b++) {
    double number = 0;
    vf_view *view = NULL;
    step(vf_set_view(set, b, NULL, &view));
    step(vf_dot(&boxes[b], view, view, &number));
    add_number(result, number);
  }
  release(&set, true);
  release(&rhs, true);
  step(vf_report_reset());
  close_fields(result);
}

const script scripts[] = { { "views", no_environment, run_views, false },
                           { "parts", parts_environment, run_parts, false },
                           { "prefetches", no_environment, run_prefetches, false },
                           { "queues", no_environment, run_queues, true },
                           { "sets", no_environment, run_sets, false },
                           { "multigrid", no_environment, run_multigrid, false },
                           { "checked", checked_environment, run_checked, false },
                           { "checked sets", checked_environment, run_checked_sets, false },
                           { "plain smooths", no_environment, run_plain_smooths, false },
                           { "checked smooths", smooth_environment, run_checked_smooths, false } };
const int script_count = sizeof scripts / sizeof *scripts;
