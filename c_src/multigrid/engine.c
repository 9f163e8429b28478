#include "engine.h"

#include "../core/context.h"
#include "../core/error.h"

const vfi_engine_table *vfi_engine_table_of(vf_backend_id id)
{
#define ENGINE(NAME, word, built, tuned) VF_IF(VF_IS_ON(built))(vfi_engine_##word)(NULL),
  static const vfi_engine_table *(*const engines[VF_BACKEND_COUNT])(void) = { VF_BACKEND_LIST(ENGINE) };
  return engines[id] ? engines[id]() : NULL;
}

vf_status vfi_engine_open(vf_context *context, vfi_engine *engine)
{
  *engine = (vfi_engine){ 0 };
  vf_status status = vfi_context_resolve(&context);
  if (!status) status = vfi_context_select(context);
  if (status) return status;
  engine->ops = vfi_engine_table_of(context->backend->id);
  engine->backend = context->backend;
  engine->queue = vfi_context_queue(context);
  engine->context = context;
  const int code = engine->ops->open ? engine->ops->open(engine) : 0;
  if (!code) return VF_OK;
  engine->ops = NULL;
  return vfi_context_failure(context, code, "setting up a multigrid solver");
}

vf_status vfi_engine_close(vfi_engine *engine)
{
  if (!engine->ops) return VF_OK;
  const int code = engine->ops->close ? engine->ops->close(engine) : 0;
  engine->ops = NULL;
  return code ? vfi_context_failure(engine->context, code, "closing a multigrid solver") : VF_OK;
}

void vfi_cycle_omegas(const vfi_cycle *cycle, double *omegas)
{
  const int count = cycle->post + cycle->pre;
  for (int s = 0; s < count; s++) omegas[s] = cycle->omega;
  if (cycle->post > 1) omegas[0] = cycle->near;
  if (cycle->pre > 1) omegas[count - 1] = cycle->near;
}
