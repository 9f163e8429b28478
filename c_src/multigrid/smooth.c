#include "smooth.h"

#include <stdio.h>

#include <viewfab/smooth.h>
#include <viewfab_kernels.h>

#include "../core/error.h"
#include "../core/hooks.h"
#include "../core/set.h"
#include "../core/undo.h"

/* The same function for the engines of all built devices. */
#define VF_ON_EVERY_DEVICE(function)          \
  {                                           \
    [0 ... VF_BACKEND_COUNT - 1] = (function) \
  }

/* The boxes of phi in the domain: the boxes of a set, or the domain itself. */
typedef struct cells {
  const vf_box *boxes;
  int count;
  bool set;
} cells;

static cells cells_of(const vf_box *domain, const vf_view *phi)
{
  vfi_lock();
  const vfi_set_state *set = vfi_set_of(phi);
  const cells of_phi = { set ? set->boxes : domain, set ? set->operand.count : 1, set != NULL };
  vfi_unlock();
  return of_phi;
}

static vf_status fill(const cells *of_phi, const vf_box *domain, vf_view *phi, vf_view *wall, const vf_boundary *sides)
{
  if (of_phi->set) return vf_set_fill_ghosts(phi, wall, 1, domain, sides);
  return wall ? vf_fill_ghosts_to(domain, phi, wall, sides) : vf_fill_ghosts(domain, phi, sides);
}

static vf_kernel *const members_poisson[] = { &vf_fill_ghosts_kernel, &vf_fill_ghosts_to_kernel,
                                              &vf_gsrb_poisson_kernel, NULL };
static vf_kernel *const members_helmholtz[] = { &vf_fill_ghosts_kernel, &vf_fill_ghosts_to_kernel,
                                                &vf_gsrb_helmholtz_kernel, NULL };

/* Half of a smooth: the ghosts, and the cells of one colour. */
typedef vf_status (*half_smooth)(const void *arguments, const cells *of_phi, int colour);

static vf_status half_poisson(const void *arguments, const cells *of_phi, int colour)
{
  const vfi_smooth_poisson_call *call = arguments;
  const vf_status status = fill(of_phi, call->box, call->phi, call->wall, call->sides);
  if (status) return status;
  return vf_gsrb_poisson_boxes(of_phi->boxes, of_phi->count, call->phi, call->rhs, call->h, colour);
}

static vf_status half_helmholtz(const void *arguments, const cells *of_phi, int colour)
{
  const vfi_smooth_helmholtz_call *call = arguments;
  const vf_status status = fill(of_phi, call->box, call->phi, call->wall, call->sides);
  if (status) return status;
  return vf_gsrb_helmholtz_boxes(of_phi->boxes, of_phi->count, call->phi, call->rhs, call->alpha, call->beta, call->a,
                                 call->bx, call->by, call->bz, call->h, call->omega, colour);
}

/* Watched kernels take memory in every call and may fail after other kernels have changed phi. Then phi is put back,
 * because a repeated call would repeat the smooths already done. */
static vf_status keep(vf_kernel *const *members, const vf_view *phi, const char *who, vfi_undo *undo)
{
  *undo = (vfi_undo){ .view = NULL };
  if (!vfi_wiring.kernels_watched(members)) return VF_OK;
  vfi_lock();
  const vf_status status = vfi_undo_take(phi, who, undo);
  vfi_unlock();
  return status;
}

/* Puts phi back; the error text is that of the first failure. */
static void put_back(const vfi_undo *undo, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  vfi_lock();
  vfi_undo_apply(undo);
  vfi_unlock();
  vfi_error_report(status, text);
}

static vf_status in_halves(const void *arguments, half_smooth half_of, int64_t halves, const vf_box *domain,
                           const vf_view *phi, vf_kernel *const *members, const char *who)
{
  vfi_undo undo;
  const cells of_phi = cells_of(domain, phi);
  vf_status status = keep(members, phi, who, &undo);
  for (int64_t half = 0; half < halves && !status; half++) status = half_of(arguments, &of_phi, (int)(half % 2));
  if (status) put_back(&undo, status);
  vfi_undo_free(&undo);
  return status;
}

static vf_status plain_poisson(const void *arguments)
{
  const vfi_smooth_poisson_call *call = arguments;
  return in_halves(call, half_poisson, 2 * (int64_t)call->count, call->box, call->phi, members_poisson,
                   "vf_smooth_poisson");
}

static vf_status plain_helmholtz(const void *arguments)
{
  const vfi_smooth_helmholtz_call *call = arguments;
  return in_halves(call, half_helmholtz, 2 * (int64_t)call->count, call->box, call->phi, members_helmholtz,
                   "vf_smooth_helmholtz");
}

vfi_composite vfi_smooth_poisson_composite = { .name = "smooth_poisson",
                                               .plain = plain_poisson,
                                               .members = members_poisson,
                                               .tuned = VF_ON_EVERY_DEVICE(vfi_smooth_poisson_tuned),
                                               .takes = VF_ON_EVERY_DEVICE(vfi_smooth_poisson_takes) };
vfi_composite vfi_smooth_helmholtz_composite = { .name = "smooth_helmholtz",
                                                 .plain = plain_helmholtz,
                                                 .members = members_helmholtz,
                                                 .tuned = VF_ON_EVERY_DEVICE(vfi_smooth_helmholtz_tuned),
                                                 .takes = VF_ON_EVERY_DEVICE(vfi_smooth_helmholtz_takes) };

/* A required argument: a view, which must be alive, or another pointer. */
typedef struct needed {
  const char *name;
  const void *something;
  vf_view *view;
} needed;

static vf_status check(const vfi_composite *composite, const needed *list, int count)
{
  for (int n = 0; n < count; n++)
    if (list[n].name && !list[n].something && !list[n].view)
      return vfi_fail(VF_ERROR_NULL, "vf_%s: %s is NULL", composite->name, list[n].name);
  vf_status status = VF_OK;
  vfi_lock();
  for (int n = 0; n < count && !status; n++) {
    char who[64];
    snprintf(who, sizeof who, "vf_%s, argument %s", composite->name, list[n].name);
    if (list[n].view && !vfi_handle_get(list[n].view, who)) status = VF_ERROR_NULL;
  }
  vfi_unlock();
  return status;
}

static vf_status run(const vfi_composite *composite, vf_view *phi, int count, const needed *list, int length,
                     const void *call)
{
  vf_context *context = NULL;
  vf_status status = check(composite, list, length);
  if (!status && count < 0) status = vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: count is %d", composite->name, count);
  if (!status) status = vf_view_context(phi, &context);
  return status ? status : vfi_composite_run(composite, context, call);
}

vf_status vf_smooth_poisson(const vf_box *box, vf_view *phi, vf_view *rhs, vf_view *wall, double h,
                            const vf_boundary *sides, int count)
{
  const vfi_smooth_poisson_call call = { box, phi, rhs, wall, h, sides, count };
  const needed list[] = { { "box", box, NULL },
                          { "phi", NULL, phi },
                          { "rhs", NULL, rhs },
                          { "sides", sides, NULL },
                          { wall ? "wall" : NULL, NULL, wall } };
  return run(&vfi_smooth_poisson_composite, phi, count, list, sizeof list / sizeof *list, &call);
}

vf_status vf_smooth_helmholtz(const vf_box *box, vf_view *phi, vf_view *rhs, vf_view *wall, double alpha, double beta,
                              vf_view *a, vf_view *bx, vf_view *by, vf_view *bz, const double h[3], double omega,
                              const vf_boundary *sides, int count)
{
  const vfi_smooth_helmholtz_call call = { box, phi, rhs, wall, a, bx, by, bz, alpha, beta, omega, h, sides, count };
  const needed list[] = { { "box", box, NULL },     { "phi", NULL, phi },
                          { "rhs", NULL, rhs },     { "a", NULL, a },
                          { "bx", NULL, bx },       { "by", NULL, by },
                          { "bz", NULL, bz },       { "h", h, NULL },
                          { "sides", sides, NULL }, { wall ? "wall" : NULL, NULL, wall } };
  return run(&vfi_smooth_helmholtz_composite, phi, count, list, sizeof list / sizeof *list, &call);
}
