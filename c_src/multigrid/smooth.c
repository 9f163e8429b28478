#include "smooth.h"

#include <viewfab/multigrid.h>
#include <viewfab_kernels.h>

#include "../core/error.h"
#include "smooth_tuned.h"

/* The engines of all devices that were built take them in one way. */
#define VF_ON_EVERY_DEVICE(function)                                                              \
  {                                                                                               \
    [VF_BACKEND_HOST] = (function), [VF_BACKEND_CUDA] = (function), [VF_BACKEND_HIP] = (function) \
  }

static vf_status fill(const vf_box *box, vf_view *phi, vf_view *wall, const vf_boundary *sides)
{
  return wall ? vf_fill_ghosts_to(box, phi, wall, sides) : vf_fill_ghosts(box, phi, sides);
}

static vf_status plain_poisson(const void *arguments)
{
  const vf_smooth_poisson_call *call = arguments;
  vf_status status = VF_OK;
  for (int half = 0; half < 2 * call->count && !status; half++) {
    status = fill(call->box, call->phi, call->wall, call->sides);
    if (!status) status = vf_gsrb_poisson(call->box, call->phi, call->rhs, call->h, half % 2);
  }
  return status;
}

static vf_status plain_helmholtz(const void *arguments)
{
  const vf_smooth_helmholtz_call *call = arguments;
  vf_status status = VF_OK;
  for (int half = 0; half < 2 * call->count && !status; half++) {
    status = fill(call->box, call->phi, call->wall, call->sides);
    if (!status)
      status = vf_gsrb_helmholtz(call->box, call->phi, call->rhs, call->alpha, call->beta, call->a, call->bx, call->by,
                                 call->bz, call->h, call->omega, half % 2);
  }
  return status;
}

static vf_kernel *const members_poisson[] = { &vf_fill_ghosts_kernel, &vf_fill_ghosts_to_kernel,
                                              &vf_gsrb_poisson_kernel, NULL };
static vf_kernel *const members_helmholtz[] = { &vf_fill_ghosts_kernel, &vf_fill_ghosts_to_kernel,
                                                &vf_gsrb_helmholtz_kernel, NULL };

vf_composite vf_smooth_poisson_composite = { .name = "smooth_poisson",
                                             .plain = plain_poisson,
                                             .members = members_poisson,
                                             .tuned = VF_ON_EVERY_DEVICE(vf_smooth_poisson_tuned),
                                             .takes = VF_ON_EVERY_DEVICE(vf_smooth_poisson_takes) };
vf_composite vf_smooth_helmholtz_composite = { .name = "smooth_helmholtz",
                                               .plain = plain_helmholtz,
                                               .members = members_helmholtz,
                                               .tuned = VF_ON_EVERY_DEVICE(vf_smooth_helmholtz_tuned),
                                               .takes = VF_ON_EVERY_DEVICE(vf_smooth_helmholtz_takes) };

static vf_status run(const vf_composite *composite, vf_view *phi, int count, const void *call)
{
  if (count < 0) return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: count is %d", composite->name, count);
  vf_context *context = NULL;
  const vf_status status = vf_view_context(phi, &context);
  return status ? status : vf_composite_run(composite, context, call);
}

vf_status vf_smooth_poisson(const vf_box *box, vf_view *phi, vf_view *rhs, double h, const vf_boundary *sides,
                            vf_view *wall, int count)
{
  const vf_smooth_poisson_call call = { box, phi, rhs, wall, h, sides, count };
  return run(&vf_smooth_poisson_composite, phi, count, &call);
}

vf_status vf_smooth_helmholtz(const vf_box *box, vf_view *phi, vf_view *rhs, double alpha, double beta, vf_view *a,
                              vf_view *bx, vf_view *by, vf_view *bz, const double h[3], double omega,
                              const vf_boundary *sides, vf_view *wall, int count)
{
  const vf_smooth_helmholtz_call call = { box, phi, rhs, wall, a, bx, by, bz, alpha, beta, omega, h, sides, count };
  return run(&vf_smooth_helmholtz_composite, phi, count, &call);
}
