#include "operand.h"

#include "view.h"

vf_status vf_operand_prepare(vf_operand *operand, vf_side side, vf_intent intent, const bool *covered)
{
  const bool *whole = NULL;
  /* it makes a difference to those that are overwritten only */
  if (intent == VF_WRITE) {
    for (int v = 0; v < operand->count; v++)
      operand->whole[v] = (!covered || covered[v]) && vf_record_whole(operand->records[v]);
    whole = operand->whole;
  }
  const char *label = operand->count ? operand->records[0]->label : "";
  return vf_arrays_prepare(operand->arrays, operand->count, side, intent, whole, label);
}

/* An array has the same state behind a write of all of it and behind one of a part. */
void vf_operand_commit(const vf_operand *operand, vf_side side, vf_intent intent)
{
  for (int v = 0; v < operand->count; v++) vf_array_commit(operand->arrays[v], side, intent, true);
}
