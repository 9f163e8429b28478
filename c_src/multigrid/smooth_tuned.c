#include "smooth.h"

#include <viewfab_kernels.h>

#include "../core/context.h"
#include "../core/device_pool.h"
#include "../core/error.h"
#include "../core/evict.h"
#include "../core/region.h"
#include "../core/set.h"
#include "boundary.h"
#include "engine.h"

/* An argument of a smooth: the elements that the smooth uses of a view. */
typedef struct operand {
  vf_view *view;
  int grown, face; /* grown: ghosts on every side; face: direction with one more element, -1: none */
  vf_intent intent;
} operand;

enum { OPERANDS = 6, MOST_SPARE = 1 << 20 /* elements */ };

static int list_poisson(const vfi_smooth_poisson_call *call, operand list[OPERANDS])
{
  list[0] = (operand){ call->phi, 1, -1, VF_UPDATE };
  list[1] = (operand){ call->rhs, 0, -1, VF_READ };
  return 2;
}

static int list_helmholtz(const vfi_smooth_helmholtz_call *call, operand list[OPERANDS])
{
  list[0] = (operand){ call->phi, 1, -1, VF_UPDATE };
  list[1] = (operand){ call->rhs, 0, -1, VF_READ };
  list[2] = (operand){ call->a, 0, -1, VF_READ };
  list[3] = (operand){ call->bx, 0, 0, VF_READ };
  list[4] = (operand){ call->by, 0, 1, VF_READ };
  list[5] = (operand){ call->bz, 0, 2, VF_READ };
  return OPERANDS;
}

static bool covers(const vfi_record *record, const vf_box *box, const operand *o)
{
  if (record->axes.rank) return false;
  for (int d = 0; d < 3; d++) {
    if (record->lower[d] > (int64_t)box->lower[d] - o->grown) return false;
    if (record->upper[d] < (int64_t)box->upper[d] + o->grown + (o->face == d)) return false;
  }
  return vfi_record_extent(record, 3) == 1;
}

static vf_field *field_of(vfi_level *level, int operand_number)
{
  vf_field *const fields[OPERANDS] = { &level->phi, &level->rhs, &level->a, &level->bx, &level->by, &level->bz };
  return fields[operand_number];
}

static void set_strides(vf_field *field, const int64_t lower[3], const int64_t upper[3])
{
  field->row = (ptrdiff_t)(upper[0] - lower[0] + 1);
  field->plane = field->row * (ptrdiff_t)(upper[1] - lower[1] + 1);
}

/* The number of elements from the first to the last cell of the box, both included. */
static size_t elements_of_box(const vfi_level *level)
{
  const vf_field *phi = &level->phi;
  return (size_t)((level->n[2] - 1) * phi->plane + (level->n[1] - 1) * phi->row + level->n[0]);
}

/* Memory beside phi pays if the cells of the box fill most of the memory between the first and the last cell. */
static bool device_takes(const vf_context *context, const vfi_level *level, int smooths)
{
  const vfi_engine_table *ops = vfi_engine_table_of(context->backend->id);
  if (!ops->takes_views) return true;
  const size_t cells = (size_t)level->n[0] * (size_t)level->n[1] * (size_t)level->n[2];
  return !vf_gsrb_poisson_kernel.description.checks_bounds && ops->takes_views(level) &&
         (smooths == 1 || elements_of_box(level) <= 2 * cells + MOST_SPARE);
}

static bool takes(const vf_box *box, const operand *list, int count, vfi_level *level, int smooths)
{
  bool taken = true;
  vfi_lock();
  const vfi_record *first = NULL;
  for (int o = 0; o < count; o++) taken = taken && !vfi_set_of(list[o].view);
  for (int o = 0; taken && o < count; o++) {
    const vfi_record *record = vfi_record_get(list[o].view, "a smooth");
    if (!first) first = record;
    taken = record && record->array->type == VF_REAL64 && record->array->context == first->array->context &&
            (o == 0 || record->array != first->array) && covers(record, box, &list[o]);
    if (taken) set_strides(field_of(level, o), record->lower, record->upper);
  }
  if (taken) taken = device_takes(first->array->context, level, smooths);
  vfi_unlock();
  return taken;
}

static bool shape_fits(const vf_box *box, const vf_boundary *sides, vfi_level *level)
{
  if (!box || !sides) return false;
  int64_t parity = 0;
  for (int d = 0; d < 3; d++) {
    if (box->upper[d] < box->lower[d]) return false;
    parity += box->lower[d];
  }
  /* the plain kernels refuse boxes that are too large */
  if (vfi_box_obstacle(box, true)) return false;
  for (int d = 0; d < 3; d++) level->n[d] = box->upper[d] - box->lower[d] + 1;
  if (((int64_t)level->n[1] + 2) * ((int64_t)level->n[2] + 2) > VF_INDEX_LIMIT) return false;
  level->parity = (int)(parity & 1);
  return vfi_boundary_fold(sides, level->n, level->face) == NULL;
}

/* The field of a view's cells; brings stale data to the device. */
static vf_status fetch_field(const vf_box *box, const operand *o, vf_field *field)
{
  void *address = NULL;
  int64_t lower[VF_MAX_RANK] = { 1, 1, 1, 1 }, upper[VF_MAX_RANK] = { 1, 1, 1, 1 };
  vf_status status = vf_view_bounds(o->view, lower, upper);
  if (!status) status = vfi_view_device_address(o->view, o->intent, &address);
  if (status) return status;
  set_strides(field, lower, upper);
  field->at = (double *)address + (box->lower[0] - lower[0]) + (box->lower[1] - lower[1]) * field->row +
              (box->lower[2] - lower[2]) * field->plane;
  return VF_OK;
}

/* Runs the plain kernels. Each kernel is a use by itself: between two kernels arrays may leave the device. */
static vf_status run_plain(const vfi_composite *composite, const void *arguments)
{
  vfi_use_end_unlocked();
  const vf_status status = composite->plain(arguments);
  vfi_use_begin_unlocked();
  return status;
}

/* Smooths by the engine's smooths of views; several smooths need memory of the context. */
static vf_status smooth_in_passes(vfi_engine *engine, vfi_level *level, int smooths, const vfi_composite *composite,
                                  const void *arguments)
{
  vfi_buffer *buffer = NULL;
  vf_status status = VF_OK;
  vfi_lock();
  if (smooths > 1) status = vfi_context_borrow(engine->context, elements_of_box(level) * sizeof(double), &buffer);
  vfi_unlock();
  if (status) return status == VF_ERROR_MEMORY ? run_plain(composite, arguments) : status;
  const int code = engine->ops->smooth_views(engine, level, smooths, buffer ? buffer->address : NULL);
  vfi_lock();
  if (buffer) vfi_context_give(buffer);
  vfi_unlock();
  return code ? vfi_context_failure(engine->context, code, composite->name) : VF_OK;
}

static vf_status run(const vf_box *box, const operand *list, int count, vfi_level *level, int smooths,
                     const vfi_composite *composite, const void *arguments)
{
  vf_context *context = NULL;
  vfi_engine engine = { 0 };
  vf_status status = vf_view_context(list[0].view, &context);
  for (int o = 0; o < count && !status; o++) status = fetch_field(box, &list[o], field_of(level, o));
  if (status == VF_ERROR_MEMORY && vfi_device_pool_spills(context)) return run_plain(composite, arguments);
  level->phi_low = level->phi.at;
  if (!status) status = vfi_engine_open(context, &engine);
  if (status) return status;
  if (engine.ops->smooth_views) status = smooth_in_passes(&engine, level, smooths, composite, arguments);
  else {
    const int code = engine.ops->smooth(&engine, level, smooths, false);
    if (code) status = vfi_context_failure(context, code, composite->name);
  }
  const vf_status closed = vfi_engine_close(&engine);
  return status ? status : closed;
}

bool vfi_smooth_poisson_takes(const void *arguments)
{
  const vfi_smooth_poisson_call *call = arguments;
  operand list[OPERANDS];
  vfi_level level = { 0 };
  return !call->wall && call->count > 0 && shape_fits(call->box, call->sides, &level) &&
         takes(call->box, list, list_poisson(call, list), &level, call->count);
}

bool vfi_smooth_helmholtz_takes(const void *arguments)
{
  const vfi_smooth_helmholtz_call *call = arguments;
  operand list[OPERANDS];
  vfi_level level = { .variable = true };
  return !call->wall && call->count > 0 && call->h && shape_fits(call->box, call->sides, &level) &&
         takes(call->box, list, list_helmholtz(call, list), &level, call->count);
}

vf_status vfi_smooth_poisson_tuned(const void *arguments)
{
  const vfi_smooth_poisson_call *call = arguments;
  operand list[OPERANDS];
  vfi_level level = { .h = { call->h, call->h, call->h }, .omega = 1 };
  shape_fits(call->box, call->sides, &level);
  return run(call->box, list, list_poisson(call, list), &level, call->count, &vfi_smooth_poisson_composite, call);
}

vf_status vfi_smooth_helmholtz_tuned(const void *arguments)
{
  const vfi_smooth_helmholtz_call *call = arguments;
  operand list[OPERANDS];
  vfi_level level = { .variable = true,
                      .h = { call->h[0], call->h[1], call->h[2] },
                      .alpha = call->alpha,
                      .beta = call->beta,
                      .omega = call->omega };
  shape_fits(call->box, call->sides, &level);
  return run(call->box, list, list_helmholtz(call, list), &level, call->count, &vfi_smooth_helmholtz_composite, call);
}
