/* Where the parts of the library are joined: what core and the validation ask of the parts above them, and who answers.
 * Nothing else knows all of them. */
#include "core/hooks.h"
#include "drop_in/known.h"
#include "exchange/plan.h"
#include "group/layout.h"
#include "report/report.h"
#include "validate/hooks.h"
#include "validate/kept_view.h"
#include "validate/old_values.h"
#include "validate/watched_calls.h"

static void context_closes(vf_context *context)
{
  vf_watch_close(context);
  vf_group_context_closes(context);
}

static void set_ends(vf_set_state *set)
{
  vf_exchange_plan_drop(set);
  vf_layout_set_ends(set);
}

const vf_hooks vf_wiring = {
  .context_opens = vf_kept_view_settings,
  .context_closes = context_closes,
  .call_begins = vf_watch_begin,
  .call_ends = vf_watch_end,
  .call_runs = vf_watch_run,
  .calls_join = vf_watch_calls_join,
  .call_joined = vf_watch_call_joined,
  .composite_runs = vf_watch_composite,
  .kernels_watched = vf_watch_any,
  .host_reads = vf_kept_view_write,
  .view_ends = vf_kept_view_write,
  .host_gets_old = vf_old_values_begin,
  .host_gets_new = vf_old_values_end,
  .array_ends = vf_old_values_drop,
  .set_ends = set_ends,
};

const vf_validation_hooks vf_validation_wiring = {
  .settings_are_read = vf_report_at_exit,
  .kernel_named = vf_kernel_behind,
};
