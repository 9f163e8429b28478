/* Joins the parts of the library: the functions that core and the validation call in parts above them. No other file knows
 * all parts. */
#include "coherence/coherence.h"
#include "core/hooks.h"
#include "relink/heap_blocks.h"
#include "relink/known.h"
#include "exchange/plan.h"
#include "group/layout.h"
#include "profile/profile.h"
#include "profile/ranges.h"
#include "report/report.h"
#include "validate/hooks.h"
#include "validate/kept_view.h"
#include "validate/old_values.h"
#include "validate/watched_calls.h"

static vf_status context_opens(void)
{
  vf_status status = vfi_profile_settings();
  vfi_ranges_settings();
  if (!status) status = vfi_memory_file_at_exit();
  if (!status) status = vfi_coherence_opens();
  return status ? status : vfi_kept_view_settings();
}

static void work_begins(const vf_context *context, const char *name)
{
  if (vfi_ranging) vfi_range_begins(name);
  if (vfi_profiling) vfi_profile_work_begins(context, name);
}

static void work_ends(void)
{
  if (vfi_profiling) vfi_profile_work_ends();
  if (vfi_ranging) vfi_range_ends();
}

static int call_begins(const vf_kernel *kernel)
{
  if (vfi_work_is_told()) work_begins(NULL, kernel->description.name);
  if (vfi_host_watched) vfi_coherence_call_begins(kernel);
  return vfi_watch_begin(kernel);
}

static void call_ends(int begun)
{
  vfi_watch_end(begun);
  if (vfi_work_is_told()) work_ends();
}

static vf_status view_ends(const vfi_record *record)
{
  vfi_coherence_view_ends(record->array);
  return vfi_kept_view_write(record);
}

static void host_gets_old(vfi_array *array)
{
  vfi_coherence_host_gets_old(array);
  if (!vfi_coherence_watches_array(array))
    vfi_old_values_begin(array); /* else a look at old values would bring the new ones */
}

static void host_gets_new(vfi_array *array)
{
  vfi_coherence_host_gets_new(array);
  vfi_old_values_end(array);
}

static void device_memory_is_new(vfi_array *array)
{
  array->new_memory = true;
  vfi_coherence_device_memory_is_new(array);
}

static void array_ends(vfi_array *array)
{
  vfi_coherence_array_ends(array);
  vfi_old_values_drop(array);
}

static void context_closes(vf_context *context)
{
  if (vfi_profiling) vfi_profile_context_closes(context);
  vfi_watch_close(context);
  vfi_group_context_closes(context);
}

static void set_ends(vfi_set_state *set)
{
  vfi_exchange_plan_drop(set);
  vfi_layout_set_ends(set);
}

const vfi_hooks vfi_wiring = {
  .context_opens = context_opens,
  .context_closes = context_closes,
  .call_begins = call_begins,
  .call_ends = call_ends,
  .call_runs = vfi_watch_run,
  .calls_join = vfi_watch_calls_join,
  .call_joined = vfi_watch_call_joined,
  .composite_runs = vfi_watch_composite,
  .kernels_watched = vfi_watch_any,
  .host_reads = vfi_kept_view_write,
  .view_ends = view_ends,
  .host_gets_old = host_gets_old,
  .host_gets_new = host_gets_new,
  .states_by_part = vfi_watch_idle,
  .host_keeps_copy = vfi_coherence_keeps_copy,
  .call_uses_arrays = vfi_coherence_call_uses_arrays,
  .array_is_used = vfi_coherence_array_is_used,
  .state_is_set = vfi_coherence_state_is_set,
  .core_accesses_host = vfi_coherence_core_accesses_host,
  .memory_is_wrapped = vfi_heap_blocks_give_way,
  .device_memory_is_new = device_memory_is_new,
  .brings_at_end = vfi_coherence_brings_at_end,
  .array_ends = array_ends,
  .set_ends = set_ends,
  .work_begins = work_begins,
  .work_ends = work_ends,
  .copy_begins = vfi_range_of_copy,
  .copy_ends = vfi_range_ends,
  .context_is_made = vfi_profile_context,
  .code_asks = vfi_profile_code_asks,
  .code_goes_on = vfi_profile_code_goes_on,
  .code_pauses = vfi_profile_code_pauses,
  .code_resumes = vfi_profile_code_resumes,
  .array_needed = vfi_profile_needs,
  .copies_begin = vfi_profile_copies_begin,
  .copies_queued = vfi_profile_copies_queued,
  .copied = vfi_profile_copied,
  .memory_taken = vfi_profile_memory_taken,
  .array_leaves_device = vfi_profile_array_leaves,
  .code_waited = vfi_profile_code_waited,
  .ranks_awaited = vfi_profile_ranks_awaited,
  .launch_begins = vfi_profile_launch_begins,
  .launch_ends = vfi_profile_launch_ends,
  .launched = vfi_profile_launched,
  .work_launched = vfi_profile_work_launched,
};

const vfi_validation_hooks vfi_validation_wiring = {
  .settings_are_read = vfi_report_at_exit,
  .kernel_named = vfi_kernel_behind,
  .accesses_are_noted = vfi_coherence_notes_accesses,
};
