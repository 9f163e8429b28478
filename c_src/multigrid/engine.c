#include "engine.h"

#include "../core/error.h"
#include "../core/open_contexts.h"

const vf_engine_table *vf_engine_table_of(vf_backend_id id)
{
#define ENGINE(NAME, word, built, tuned) VF_IF(VF_IS_ON(built))(vf_engine_##word)(NULL),
  static const vf_engine_table *(*const engines[VF_BACKEND_COUNT])(void) = { VF_BACKEND_LIST(ENGINE) };
  return engines[id] ? engines[id]() : NULL;
}

vf_status vf_engine_open(vf_context *context, vf_engine *engine)
{
  *engine = (vf_engine){ 0 };
  vf_status status = vf_context_resolve(&context);
  if (!status) status = vf_context_select(context);
  if (status) return status;
  engine->call = vf_engine_table_of(context->backend->id);
  engine->backend = context->backend;
  engine->queue = context->queue;
  engine->context = context;
  const int code = engine->call->open ? engine->call->open(engine) : 0;
  if (!code) return VF_OK;
  engine->call = NULL;
  return vf_context_failure(context, code, "setting up a multigrid solver");
}

vf_status vf_engine_close(vf_engine *engine)
{
  if (!engine->call) return VF_OK;
  const int code = engine->call->close ? engine->call->close(engine) : 0;
  engine->call = NULL;
  return code ? vf_context_failure(engine->context, code, "closing a multigrid solver") : VF_OK;
}

void vf_cycle_omegas(const vf_cycle *cycle, double *omegas)
{
  const int count = cycle->post + cycle->pre;
  for (int s = 0; s < count; s++) omegas[s] = cycle->omega;
  if (cycle->post > 1) omegas[0] = cycle->near;
  if (cycle->pre > 1) omegas[count - 1] = cycle->near;
}
