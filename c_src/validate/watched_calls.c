#include "watched_calls.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/check.h"
#include "../core/error.h"
#include "../core/part_states.h"
#include "capture/capture.h"
#include "check_call.h"
#include "images/scratch.h"
#include "old_values.h"
#include "original.h"
#include "routine/routine.h"
#include "settings.h"

/* While any kernel is watched, a checked call runs alone: writes of other threads would count as writes of the call. */
enum { NOT_WATCHED, SHARED, ALONE };

static pthread_rwlock_t checks = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int alone_now;

bool vfi_watch_compares(void) { return atomic_load(&alone_now) || vfi_routines_open(); }

static bool needs_more(const vfi_ledger *ledger) { return ledger->settings.mode != VF_MODE_DEVICE || ledger->captured; }

int vfi_watch_begin(const vf_kernel *kernel)
{
  vfi_settings_load(); /* ledger_of returns its status */
  if (!vfi_settings_watching() || vfi_inside_original()) return NOT_WATCHED;
  vfi_lock();
  const bool alone = !kernel->ledger || needs_more(kernel->ledger);
  vfi_unlock();
  if (alone) pthread_rwlock_wrlock(&checks);
  else pthread_rwlock_rdlock(&checks);
  if (alone) atomic_fetch_add(&alone_now, 1);
  return alone ? ALONE : SHARED;
}

void vfi_watch_end(int begun)
{
  if (begun == ALONE) atomic_fetch_sub(&alone_now, 1);
  if (begun != NOT_WATCHED) pthread_rwlock_unlock(&checks);
}

static vf_status open_ledger(vf_kernel *kernel)
{
  vf_status status = vfi_settings_loaded();
  if (status) return status;
  vfi_ledger *ledger = vfi_ledger_named(kernel->description.name);
  if (!ledger) return VF_ERROR_MEMORY;
  if (ledger->routine)
    return vfi_fail(VF_ERROR_STATE,
                    "kernel %s has the name of a routine that is checked; give the routine another name", ledger->name);
  status = vfi_capture_named(kernel->description.name, &ledger->captured);
  if (status) return status;
  ledger->kernel = kernel;
  kernel->ledger = ledger;
  return VF_OK;
}

/* Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
static vf_status ledger_of(vf_kernel *kernel, vfi_ledger **ledger)
{
  const vf_status status = kernel->ledger ? VF_OK : open_ledger(kernel);
  *ledger = kernel->ledger;
  return status;
}

bool vfi_watch_idle(void) { return vfi_routine_idle(); }

bool vfi_watch_any(vf_kernel *const *members)
{
  bool watched = false;
  if (!members) return false;
  if (vfi_settings_load()) return true; /* the kernels say why */
  if (!vfi_settings_watching()) return false;
  vfi_lock();
  for (; *members; members++) {
    vfi_ledger *ledger = NULL;
    watched = watched || ledger_of(*members, &ledger) || needs_more(ledger);
  }
  vfi_unlock();
  return watched;
}

bool vfi_watch_composite(const vfi_composite *composite)
{
  if (vfi_watch_any(composite->members)) return false;
  if (!vfi_routines_open()) return true;
  vfi_lock();
  vfi_routines_note_composite(composite->name);
  vfi_unlock();
  return true;
}

void vfi_watch_close(vf_context *context)
{
  vfi_routines_close(context);
  vfi_scratch_release(context);
}

static bool sampled(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger)
{
  if (ledger->settings.every == 1 || list->count == 0) return true;
  return vfi_sampler_due(&ledger->sampler, vfi_sampling_key(call, checked), ledger->settings.every);
}

static vf_status mode_of(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger,
                         vf_mode *mode)
{
  *mode = ledger->settings.mode;
  if (call->kernel->description.remote_forms && (*mode != VF_MODE_DEVICE || ledger->captured)) {
    if (ledger->captured || ledger->settings.chosen & VF_CHOSEN_MODE ||
        ledger->originals[vfi_type_traits_of(checked->type).pass])
      return vfi_fail(
          VF_ERROR_STATE,
          "vf_%s: kernels with remote arrays run as they are: an original, a check or a capture would need the "
          "parts of all ranks; hold the parts that they read and write against the legacy code by themselves",
          ledger->name);
    *mode = VF_MODE_DEVICE;
    return VF_OK;
  }
  if (*mode == VF_MODE_DEVICE) return VF_OK;
  if (!ledger->originals[vfi_type_traits_of(checked->type).pass]) {
    if (ledger->settings.chosen & VF_CHOSEN_MODE)
      return vfi_fail(VF_ERROR_STATE,
                      "vf_%s: mode %s was asked for, but no original is registered for %s "
                      "(vf_%s_register_original)",
                      ledger->name, *mode == VF_MODE_CHECK ? "check" : "original", vfi_type_name(checked->type),
                      ledger->name);
    ledger->without_original++;
    *mode = VF_MODE_DEVICE;
  }
  if (*mode == VF_MODE_CHECK && !sampled(call, checked, list, ledger)) *mode = VF_MODE_DEVICE;
  return VF_OK;
}

vf_status vfi_watched_mode(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                           vfi_ledger *ledger, vf_mode *mode)
{
  const vfi_settings *settings = &ledger->settings;
  const vf_status status = mode_of(call, checked, list, ledger, mode);
  if (!status && settings->mode == VF_MODE_CHECK && !vfi_routines_check_ports())
    vfi_old_values_of_call(call, checked, list, settings->every == 1 || *mode == VF_MODE_CHECK);
  return status;
}

static vf_status run_in_mode(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                             vfi_ledger *ledger, vf_mode mode)
{
  if (mode == VF_MODE_ORIGINAL) return vfi_original_run(call, checked, list, ledger);
  if (mode == VF_MODE_CHECK) return vfi_check_run(call, checked, list, ledger);
  return vfi_execute_as(call, checked, list, true);
}

static vf_status run_and_capture(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                                 vfi_ledger *ledger, vf_mode mode)
{
  vf_status status = mode == VF_MODE_DEVICE ? VF_OK : vfi_original_fits(call, checked);
  vfi_capture *capture = NULL;
  if (status) return status;
  if (!ledger->captured || !vfi_capture_wanted(ledger->name, ledger->calls))
    return run_in_mode(call, checked, list, ledger, mode);
  vfi_results results; /* all of them, wanted or not */
  vfi_call of_all = *call;
  vfi_results_ask(&of_all, &results);
  status = vfi_capture_begin(call, checked, ledger->calls, &capture);
  if (status) return status;
  status = run_in_mode(&of_all, checked, list, ledger, mode);
  if (!status) vfi_results_put(call, &results);
  const vf_status written = vfi_capture_end(capture, !status, &results);
  return status ? status : written;
}

bool vfi_watched_keeps_original(const vfi_ledger *ledger, vf_mode mode)
{
  return mode == VF_MODE_ORIGINAL || (mode == VF_MODE_CHECK && ledger->settings.keep == VF_KEEP_ORIGINAL);
}

/* Runs a call only for the rows of its results. */
static vf_status run_for_rows(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                              vfi_ledger *ledger, vf_mode mode)
{
  const vf_partial_row row = vfi_partial_row_of(&call->kernel->description);
  vfi_results results;
  vfi_call of_all = *call;
  vfi_checked without_view = *checked;
  vfi_box_list with_results = *list;
  vfi_results_ask(&of_all, &results);
  of_all.result_view = NULL;
  without_view.result = NULL;
  with_results.rows_alone = false;
  const vf_status status = run_and_capture(&of_all, &without_view, &with_results, ledger, mode);
  if (!status && vfi_watched_keeps_original(ledger, mode))
    vfi_results_to_rows(call, checked->components, &row, &results, vfi_box_list_tiles(list, checked->components),
                        list->rows);
  return status;
}

vf_status vfi_watched_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                          vfi_ledger *ledger, vf_mode mode)
{
  vfi_hold(call, checked);
  ledger->running++;
  const vf_status status = (list->rows_alone ? run_for_rows : run_and_capture)(call, checked, list, ledger, mode);
  ledger->running--;
  vfi_let_go(call, checked);
  return status;
}

/* A watched call keeps and restores whole states. */
static vf_status settle(const vfi_call *call, const vfi_checked *checked)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count && !status; v++) status = vfi_part_states_settle(operand->arrays[v]);
  }
  if (!status && checked->result) status = vfi_part_states_settle(checked->result->array);
  return status;
}

static vf_status run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger)
{
  /* an original may itself call viewfab, and nothing is watched in there */
  const bool watched = needs_more(ledger) && !vfi_inside_original();
  vf_status status = watched ? settle(call, checked) : VF_OK;
  if (status) return status;
  if (watched && checked->by_box) return vfi_watched_set(call, checked, list, ledger);
  ledger->calls++;
  if (!watched) return vfi_execute_as(call, checked, list, true);
  vf_mode mode;
  status = vfi_watched_mode(call, checked, list, ledger, &mode);
  return status ? status : vfi_watched_run(call, checked, list, ledger, mode);
}

vf_status vfi_watch_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  vfi_ledger *ledger = NULL;
  vf_status status = ledger_of(call->kernel, &ledger);
  if (!status) {
    vfi_old_values_call(call, checked, list, ledger);
    status = run(call, checked, list, ledger);
    vfi_old_values_call_ends();
  }
  if (!status && vfi_routines_open()) vfi_routines_note(call, checked);
  return status;
}

vf_status vfi_watch_calls_join(vf_kernel *kernel, bool *may)
{
  vfi_ledger *ledger = NULL;
  const vf_status status = ledger_of(kernel, &ledger);
  *may = !status && (!needs_more(ledger) || vfi_inside_original());
  return status;
}

vf_status vfi_watch_original_alone(vf_kernel *kernel, bool *alone)
{
  vfi_ledger *ledger = NULL;
  vfi_lock();
  const vf_status status = ledger_of(kernel, &ledger);
  *alone = !status && ledger->settings.mode == VF_MODE_ORIGINAL && !ledger->captured;
  vfi_unlock();
  return status;
}

/* Such calls of several threads run at the same time, like calls of the program; checked calls wait for them. */
void vfi_watch_run_original(vf_kernel *kernel, void (*run)(void *user), void *user)
{
  pthread_rwlock_rdlock(&checks);
  vfi_lock();
  kernel->ledger->calls++;
  kernel->ledger->in_original++;
  vfi_unlock();
  vfi_original_alone(run, user);
  pthread_rwlock_unlock(&checks);
}

void vfi_watch_call_joined(const vfi_call *call, const vfi_checked *checked)
{
  call->kernel->ledger->calls++;
  if (vfi_routines_open()) vfi_routines_note(call, checked);
}
