#include "operand.h"

#include "evict.h"
#include "remote_part.h"
#include "shared.h"

vf_status vfi_operand_list(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered, vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (int v = 0; vfi_uses_count && v < operand->count; v++) vfi_use_mark(operand->arrays[v]);
  for (int v = 0; v < operand->count && !status; v++)
    if (operand->arrays[v]->remote) status = vfi_remote_access(operand->arrays[v], operand->records[v]->label);
  if (!status && side == VF_DEVICE && operand->count > 1)
    status = vfi_arrays_reserve(operand->arrays, operand->count, operand->records[0]->label);
  if (status) {
    vfi_moves_drop(moves);
    return status;
  }
  for (int v = 0; v < operand->count; v++) {
    /* it makes a difference to those that are overwritten only */
    const bool whole = intent == VF_WRITE && (!covered || covered[v]) && vfi_record_whole(operand->records[v]);
    vfi_moves_need(moves, operand->arrays[v], side, intent, whole);
  }
  return VF_OK;
}

vf_status vfi_operand_bring(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered)
{
  vfi_moves moves = { 0 };
  vf_status status = vfi_operand_list(operand, side, intent, covered, &moves);
  if (!status) status = vfi_moves_make(&moves);
  const int code = status || side == VF_HOST ? 0 : vfi_shared_catch_up(operand->context);
  return code ? vfi_context_failure(operand->context, code, "work queued earlier") : status;
}

vf_status vfi_operand_prepare(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered)
{
  if (side == VF_DEVICE) (void)vfi_context_queue(operand->context);
  return vfi_operand_bring(operand, side, intent, covered);
}

/* An array has the same state behind a write of all of it and behind one of a part. */
void vfi_operand_commit(const vfi_operand *operand, vf_side side, vf_intent intent)
{
  for (int v = 0; v < operand->count; v++) vfi_array_commit(operand->arrays[v], side, intent, true);
}
