#include "compare.h"

#include <math.h>

#include "arrays.h"
#include "findings.h"

enum { PATTERNS = 8 }; /* at most, for a differing number */

static void show(vfi_routine_run *run, vfi_rerun_for what)
{
  const vfi_disturbance by = { .pattern = run->patterns,
                               .to_the_cap = what == VF_RERUN_CAP || what == VF_RERUN_NUMBERS_CAP };
  run->rerun_for = what;
  for (int v = 0; v < run->value_count; v++) run->values[v].in_rerun = false;
  vfi_routine_arrays_show(run, what == VF_RERUN_TRUE ? NULL : &by);
}

vf_status vfi_routine_rerun_begin(vfi_routine_run *run)
{
  for (int p = 0; p < run->piece_count; p++) {
    const vfi_routine_piece *piece = &run->pieces[p];
    if (!run->results[p].tally.failed || !vfi_type_is_real(piece->type)) continue;
    const vf_status status = vfi_slack_take(&run->slacks[p], (int64_t)(piece->bytes / vfi_type_size(piece->type)));
    if (status) return status;
  }
  show(run, VF_RERUN_ROUNDING);
  return VF_OK;
}

static void add(vfi_routine_run *run, bool cap)
{
  for (int p = 0; p < run->piece_count; p++) {
    if (!run->slacks[p].changes) continue;
    vfi_routine_slack_add(run, p, cap);
    if (cap) vfi_slack_settle(&run->slacks[p]);
  }
}

/* True if two runs on the same inputs gave results with a distance beyond the tolerance. */
static bool varies(vfi_routine_run *run)
{
  bool any = run->varies;
  for (int p = 0; p < run->piece_count && !any; p++) {
    vfi_routine_array *image = &run->arrays[run->pieces[p].array];
    const vfi_piece_result result = run->results[p];
    const vfi_slack slack = run->slacks[p];
    char *port = image->port;
    image->port = image->rerun;
    run->slacks[p] = (vfi_slack){ 0 };
    vfi_routine_compare_piece(run, p);
    any = run->results[p].tally.failed > 0;
    run->slacks[p] = slack;
    run->results[p] = result;
    image->port = port;
  }
  return any;
}

static bool number_beyond_cap(const vfi_routine_run *run)
{
  for (int v = 0; v < run->port_values; v++)
    if (!vfi_slack_is_rounding(run->values[v].change, run->values[v].by_cap)) return true;
  return false;
}

/* Chooses the next inputs for the original, if any. */
static bool next(vfi_routine_run *run, vfi_rerun_for *what)
{
  if (run->rerun_for == VF_RERUN_ROUNDING) {
    *what = VF_RERUN_CAP;
    return true;
  }
  if (run->rerun_for == VF_RERUN_TRUE) return false;
  const bool differs = vfi_routine_compare(run);
  /* A number is one sample of rounding: by chance it hardly changes. */
  if (run->rerun_for == VF_RERUN_NUMBERS && number_beyond_cap(run)) {
    *what = VF_RERUN_NUMBERS_CAP;
    return true;
  }
  if (differs && run->value_count && run->patterns + 1 < PATTERNS) {
    run->patterns++;
    *what = VF_RERUN_NUMBERS;
    return true;
  }
  *what = VF_RERUN_TRUE;
  return vfi_routine_doubtful(run);
}

vf_status vfi_routine_rerun_done(vfi_routine_run *run, bool *again)
{
  vfi_rerun_for what;
  *again = false;
  const vf_status status = vfi_routine_arrays_collect(run, true);
  if (status) return status;
  if (run->rerun_for == VF_RERUN_ROUNDING || run->rerun_for == VF_RERUN_CAP) add(run, run->rerun_for == VF_RERUN_CAP);
  if (run->rerun_for == VF_RERUN_TRUE) run->varies = varies(run);
  *again = next(run, &what);
  if (*again) show(run, what);
  return VF_OK;
}

void vfi_routine_rerun_number(vfi_routine_run *run, vfi_routine_value *value, double change)
{
  value->in_rerun = true;
  if (!isfinite(change)) return;
  switch (run->rerun_for) {
    case VF_RERUN_CAP:
    case VF_RERUN_NUMBERS_CAP: value->by_cap = fmax(value->by_cap, change); break;
    case VF_RERUN_TRUE: run->varies = run->varies || !vfi_slack_is_rounding(change, value->change); break;
    default: value->change = fmax(value->change, change);
  }
}
