/* Calls with more facts of a run: its numbers, its scratch, its original. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "routine.h"
#include "compare.h"
#include "../settings.h"

static vf_status add_value(vfi_routine_run *run, const char *what, vf_type type, uint64_t bits)
{
  const int subject = vfi_routine_subject(run->ledger->routine, what, true);
  vfi_routine_value *grown =
      subject < 0 ? NULL : realloc(run->values, (size_t)(run->value_count + 1) * sizeof *run->values);
  if (!grown)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for the number '%s' of routine '%s'", what, run->ledger->name);
  run->values = grown;
  run->values[run->value_count++] = (vfi_routine_value){ .subject = subject, .type = type, .port = bits };
  return VF_OK;
}

/* The port's number for a number of the original: the first of its name without a counterpart. */
static vfi_routine_value *counterpart(vfi_routine_run *run, const char *what)
{
  const bool rerun = run->phase == VF_PHASE_RERUN;
  for (int v = 0; v < run->port_values; v++) {
    vfi_routine_value *value = &run->values[v];
    const char *label = run->ledger->routine->subjects[value->subject].label;
    if (!(rerun ? value->in_rerun : value->in_original) && !strncmp(label, what, VF_NAME_LENGTH - 1)) return value;
  }
  return NULL;
}

static vf_status answer(vfi_routine_run *run, const char *what, vf_type type, void *number)
{
  vfi_routine_value *value = counterpart(run, what);
  const uint64_t bits = vfi_routine_bits(type, number, 0);
  if (!value) {
    run->extra_values += run->phase == VF_PHASE_ORIGINAL;
    return VF_OK;
  }
  if (value->type != type)
    return vfi_fail(VF_ERROR_KIND, "vf_check_value: '%s' of routine '%s' is %s in the port and %s in the original",
                    what, run->ledger->name, vfi_type_name(value->type), vfi_type_name(type));
  if (run->phase == VF_PHASE_RERUN) {
    vfi_routine_rerun_number(run, value,
                             fabs(vfi_routine_number(type, value->original) - vfi_routine_number(type, bits)));
  } else {
    value->original = bits;
    value->in_original = true;
  }
  const bool keep = run->mode == VF_MODE_ORIGINAL || run->ledger->settings.keep == VF_KEEP_ORIGINAL;
  memcpy(number, keep ? &value->original : &value->port, vfi_type_size(type));
  return VF_OK;
}

static vf_status note_value(const char *routine, const char *what, vf_type type, void *value)
{
  vfi_routine_run *run = NULL;
  const vf_status status = vfi_routine_find(routine, "vf_check_value", &run);
  if (status || run->mode == VF_MODE_DEVICE || run->status) return status;
  if (run->phase == VF_PHASE_PORT) return add_value(run, what, type, vfi_routine_bits(type, value, 0));
  if (run->phase != VF_PHASE_DONE) return answer(run, what, type, value);
  return vfi_fail(VF_ERROR_STATE, "vf_check_value: '%s' is given after the original of routine '%s' has run", what,
                  routine);
}

vf_status vf_check_value(const char *routine, const char *what, vf_type type, void *value)
{
  if (vfi_routine_idle()) return VF_OK;
  if (!what || !value) return vfi_fail(VF_ERROR_NULL, "vf_check_value: %s is NULL", what ? "value" : "what");
  if (!vfi_type_is_known(type)) return vfi_fail(VF_ERROR_KIND, "vf_check_value: '%s' of type %d", what, type);
  vf_status status = vfi_routine_check_name(routine, "vf_check_value");
  if (status) return status;
  vfi_lock();
  status = note_value(routine, what, type, value);
  vfi_unlock();
  return status;
}

static vf_status add_scratch(vfi_routine_run *run, const vf_view *view)
{
  const vfi_operand *operand = vfi_handle_get(view, "vf_check_scratch");
  if (!operand) return VF_ERROR_NULL;
  vfi_array **grown = realloc(run->scratch, (size_t)(run->scratch_count + operand->count + 1) * sizeof *grown);
  if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", run->ledger->name);
  run->scratch = grown;
  for (int b = 0; b < operand->count; b++) run->scratch[run->scratch_count++] = operand->arrays[b];
  return VF_OK;
}

vf_status vf_check_scratch(const char *routine, vf_view *const views[], int view_count)
{
  if (vfi_routine_idle()) return VF_OK;
  vf_status status = vfi_routine_check_name(routine, "vf_check_scratch");
  if (!status && !views) status = vfi_fail(VF_ERROR_NULL, "vf_check_scratch: views is NULL");
  if (status) return status;
  vfi_routine_run *run = NULL;
  vfi_lock();
  status = vfi_routine_find(routine, "vf_check_scratch", &run);
  if (!status && run->mode != VF_MODE_DEVICE && run->phase != VF_PHASE_PORT)
    status = vfi_fail(VF_ERROR_STATE, "vf_check_scratch: the original of routine '%s' has begun", routine);
  for (int v = 0; !status && run->mode != VF_MODE_DEVICE && v < view_count; v++) status = add_scratch(run, views[v]);
  vfi_unlock();
  return status;
}

static vf_status limit(vfi_routine_run *run, const vf_view *view, const vf_box *box)
{
  const vfi_operand *operand = vfi_handle_get(view, "vf_check_cells");
  if (!operand) return VF_ERROR_NULL;
  if (!box && !operand->set) return vfi_fail(VF_ERROR_NULL, "vf_check_cells: box of '%s' is NULL", operand->label);
  int listed = 0;
  while (listed < run->view_count && run->views[listed] != view) listed++;
  if (listed == run->view_count)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_check_cells: '%s' is not in the list of routine '%s'", operand->label,
                    run->ledger->name);
  for (int p = 0, b = 0; p < run->piece_count; p++) {
    if (run->pieces[p].listed != listed) continue;
    const vf_box *cells = box ? box : &operand->set->boxes[b];
    run->pieces[p].only = (vfi_extent){ .known = true };
    for (int d = 0; d < 3; d++) {
      run->pieces[p].only.lower[d] = cells->lower[d];
      run->pieces[p].only.upper[d] = cells->upper[d];
    }
    b++;
  }
  return VF_OK;
}

vf_status vf_check_cells(const char *routine, vf_view *view, const vf_box *box)
{
  if (vfi_routine_idle()) return VF_OK;
  vf_status status = vfi_routine_check_name(routine, "vf_check_cells");
  if (status) return status;
  vfi_routine_run *run = NULL;
  vfi_lock();
  status = vfi_routine_find(routine, "vf_check_cells", &run);
  if (!status && run->mode != VF_MODE_DEVICE && run->phase != VF_PHASE_PORT)
    status = vfi_fail(VF_ERROR_STATE, "vf_check_cells: the original of routine '%s' has begun", routine);
  if (!status && run->mode != VF_MODE_DEVICE) status = limit(run, view, box);
  vfi_unlock();
  return status;
}

vf_status vf_check_register_original(const char *routine, vf_routine_original original, void *user)
{
  vf_status status = vfi_settings_load();
  if (!status) status = vfi_routine_check_name(routine, "vf_check_register_original");
  if (status) return status;
  vfi_ledger *ledger = NULL;
  vfi_lock();
  status = vfi_routine_ledger(routine, &ledger);
  if (!status) {
    ledger->routine->original = original;
    ledger->routine->user = original ? user : NULL;
  }
  vfi_unlock();
  return status;
}
