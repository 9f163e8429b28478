/* From the problem of a caller to a solver, for one device and over ranks. */
#include "../core/error.h"
#include "make.h"
#include "ranks/create_layout.h"

/* The operator of a problem, whose coefficients are all there or none. */
static vf_status take_operator(const vf_multigrid_problem *problem, vfi_operator *op)
{
  const int given = !!problem->a + !!problem->bx + !!problem->by + !!problem->bz;
  *op = (vfi_operator){ .h = problem->h };
  if (given == 0) return VF_OK;
  *op = (vfi_operator){ true,       problem->alpha, problem->beta, problem->h,
                        problem->a, problem->bx,    problem->by,   problem->bz };
  return given == 4 ? VF_OK
                    : vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: %s is NULL, but not all of the coefficients are",
                               !problem->a    ? "a"
                               : !problem->bx ? "bx"
                               : !problem->by ? "by"
                                              : "bz");
}

vf_status vf_multigrid_create(const vf_multigrid_problem *problem, const vf_multigrid_options *options,
                              vf_multigrid **solver)
{
  if (solver) *solver = NULL;
  if (!problem) return vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: problem is NULL");
  vfi_operator op;
  vf_status status = take_operator(problem, &op);
  if (!status && !solver) status = vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: solver is NULL");
  if (problem->layout)
    return vfi_multigrid_create_over_ranks(problem->layout, &op, problem->sides, options, status, solver);
  if (status) return status;
  const vfi_made_of from = { .context = problem->context, .boxes = problem->boxes, .box_count = problem->box_count };
  return vfi_multigrid_make(&from, &op, problem->sides, options, solver);
}

/* The old forms. */

static vf_status no_widths(vf_multigrid **solver)
{
  if (solver) *solver = NULL;
  return vfi_fail(VF_ERROR_NULL, "vf_multigrid_create: h is NULL");
}

vf_status vf_multigrid_create_stretched(vf_context *context, const vf_box *boxes, int box_count, const double h[3],
                                        const vf_boundary *sides, const vf_multigrid_options *options,
                                        vf_multigrid **solver)
{
  if (!h) return no_widths(solver);
  const vf_multigrid_problem problem = {
    .context = context, .boxes = boxes, .box_count = box_count, .h = { h[0], h[1], h[2] }, .sides = sides
  };
  return vf_multigrid_create(&problem, options, solver);
}

vf_status vf_multigrid_create_poisson(vf_context *context, const vf_box *boxes, int box_count, double h,
                                      const vf_boundary *sides, const vf_multigrid_options *options,
                                      vf_multigrid **solver)
{
  const vf_multigrid_problem problem = {
    .context = context, .boxes = boxes, .box_count = box_count, .h = { h, h, h }, .sides = sides
  };
  return vf_multigrid_create(&problem, options, solver);
}

vf_status vf_multigrid_create_helmholtz(vf_context *context, const vf_box *boxes, int box_count, double alpha,
                                        double beta, vf_view *const a[], vf_view *const bx[], vf_view *const by[],
                                        vf_view *const bz[], const double h[3], const vf_boundary *sides,
                                        const vf_multigrid_options *options, vf_multigrid **solver)
{
  if (!h) return no_widths(solver);
  const vf_multigrid_problem problem = { .context = context,
                                         .boxes = boxes,
                                         .box_count = box_count,
                                         .h = { h[0], h[1], h[2] },
                                         .sides = sides,
                                         .alpha = alpha,
                                         .beta = beta,
                                         .a = a,
                                         .bx = bx,
                                         .by = by,
                                         .bz = bz };
  return vf_multigrid_create(&problem, options, solver);
}

vf_status vf_multigrid_create_poisson_layout(vf_layout *layout, double h, const vf_boundary *sides,
                                             const vf_multigrid_options *options, vf_multigrid **solver)
{
  const vf_multigrid_problem problem = { .layout = layout, .h = { h, h, h }, .sides = sides };
  return vf_multigrid_create(&problem, options, solver);
}

vf_status vf_multigrid_create_helmholtz_layout(vf_layout *layout, double alpha, double beta, vf_view *const a[],
                                               vf_view *const bx[], vf_view *const by[], vf_view *const bz[],
                                               const double h[3], const vf_boundary *sides,
                                               const vf_multigrid_options *options, vf_multigrid **solver)
{
  if (!h) return no_widths(solver);
  const vf_multigrid_problem problem = { .layout = layout,
                                         .h = { h[0], h[1], h[2] },
                                         .sides = sides,
                                         .alpha = alpha,
                                         .beta = beta,
                                         .a = a,
                                         .bx = bx,
                                         .by = by,
                                         .bz = bz };
  return vf_multigrid_create(&problem, options, solver);
}
