#include "watched_calls.h"

#include <pthread.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/error.h"
#include "../core/hold.h"
#include "capture/capture.h"
#include "check_call.h"
#include "images/scratch.h"
#include "old_values.h"
#include "original.h"
#include "routine/routine.h"
#include "settings.h"
#include "watched_runs.h"

/* While any kernel is watched, a checked call runs alone: writes of other threads would count as its own. */
enum { NOT_WATCHED, SHARED, ALONE };

static pthread_rwlock_t checks = PTHREAD_RWLOCK_INITIALIZER;

static bool needs_more(const vf_ledger *ledger) { return ledger->settings.mode != VF_MODE_DEVICE || ledger->captured; }

int vf_watch_begin(const vf_kernel *kernel)
{
  vf_settings_load(); /* ledger_of returns its status */
  if (!vf_settings_watching() || vf_inside_original()) return NOT_WATCHED;
  vf_lock();
  const bool alone = !kernel->ledger || needs_more(kernel->ledger);
  vf_unlock();
  if (alone) pthread_rwlock_wrlock(&checks);
  else pthread_rwlock_rdlock(&checks);
  return alone ? ALONE : SHARED;
}

void vf_watch_end(int begun)
{
  if (begun != NOT_WATCHED) pthread_rwlock_unlock(&checks);
}

static vf_status open_ledger(vf_kernel *kernel)
{
  vf_status status = vf_settings_loaded();
  if (status) return status;
  vf_ledger *ledger = vf_ledger_named(kernel->description.name);
  if (!ledger) return VF_ERROR_MEMORY;
  if (ledger->routine)
    return vf_fail(VF_ERROR_STATE, "kernel %s has the name of a routine that is checked; give the routine another name",
                   ledger->name);
  status = vf_capture_named(kernel->description.name, &ledger->captured);
  if (status) return status;
  ledger->kernel = kernel;
  kernel->ledger = ledger;
  return VF_OK;
}

/* Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
static vf_status ledger_of(vf_kernel *kernel, vf_ledger **ledger)
{
  const vf_status status = kernel->ledger ? VF_OK : open_ledger(kernel);
  *ledger = kernel->ledger;
  return status;
}

bool vf_watch_any(vf_kernel *const *members)
{
  bool watched = false;
  if (!members) return false;
  if (vf_settings_load()) return true; /* the kernels say why */
  if (!vf_settings_watching()) return false;
  vf_lock();
  for (; *members; members++) {
    vf_ledger *ledger = NULL;
    watched = watched || ledger_of(*members, &ledger) || needs_more(ledger);
  }
  vf_unlock();
  return watched;
}

bool vf_watch_composite(const vf_composite *composite)
{
  if (vf_watch_any(composite->members)) return false;
  if (!vf_routines_open()) return true;
  vf_lock();
  vf_routines_note_composite(composite->name);
  vf_unlock();
  return true;
}

void vf_watch_close(vf_context *context)
{
  vf_routines_close(context);
  vf_scratch_release(context);
}

static bool sampled(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  if (ledger->settings.every == 1 || list->count == 0) return true;
  return vf_sampler_due(&ledger->sampler, vf_sampling_key(call, checked), ledger->settings.every);
}

static vf_status mode_of(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                         vf_mode *mode)
{
  *mode = ledger->settings.mode;
  if (call->kernel->description.remote_forms && (*mode != VF_MODE_DEVICE || ledger->captured)) {
    if (ledger->captured || ledger->settings.own & VF_OWN_MODE ||
        ledger->originals[vf_type_traits_of(checked->type).pass])
      return vf_fail(
          VF_ERROR_STATE,
          "vf_%s: kernels with remote arrays run as they are: an original, a check or a capture would need the "
          "parts of all ranks; hold the parts that they read and write against the legacy code by themselves",
          ledger->name);
    *mode = VF_MODE_DEVICE;
    return VF_OK;
  }
  if (*mode == VF_MODE_DEVICE) return VF_OK;
  if (!ledger->originals[vf_type_traits_of(checked->type).pass]) {
    if (ledger->settings.own & VF_OWN_MODE)
      return vf_fail(VF_ERROR_STATE,
                     "vf_%s: mode %s was asked for, but no original is registered for %s "
                     "(vf_%s_register_original)",
                     ledger->name, *mode == VF_MODE_CHECK ? "check" : "original", vf_type_name(checked->type),
                     ledger->name);
    ledger->without_original++;
    *mode = VF_MODE_DEVICE;
  }
  if (*mode == VF_MODE_CHECK && !sampled(call, checked, list, ledger)) *mode = VF_MODE_DEVICE;
  return VF_OK;
}

vf_status vf_watched_mode(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                          vf_mode *mode)
{
  const vf_settings *settings = &ledger->settings;
  const vf_status status = mode_of(call, checked, list, ledger, mode);
  if (!status && settings->mode == VF_MODE_CHECK && !vf_routines_check_ports())
    vf_old_values_of_call(call, checked, list, settings->every == 1 || *mode == VF_MODE_CHECK);
  return status;
}

static vf_status run_in_mode(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                             vf_mode mode)
{
  if (mode == VF_MODE_ORIGINAL) return vf_original_run(call, checked, list, ledger);
  if (mode == VF_MODE_CHECK) return vf_check_run(call, checked, list, ledger);
  return vf_execute(call, checked, list);
}

static vf_status run_and_capture(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                                 vf_ledger *ledger, vf_mode mode)
{
  vf_status status = mode == VF_MODE_DEVICE ? VF_OK : vf_original_fits(call, checked);
  vf_capture *capture = NULL;
  if (status) return status;
  if (!ledger->captured || !vf_capture_wanted(ledger->name, ledger->calls))
    return run_in_mode(call, checked, list, ledger, mode);
  vf_results results; /* all of them, wanted or not */
  vf_call of_all = *call;
  vf_results_ask(&of_all, &results);
  status = vf_capture_begin(call, checked, ledger->calls, &capture);
  if (status) return status;
  status = run_in_mode(&of_all, checked, list, ledger, mode);
  if (!status) vf_results_put(call, &results);
  const vf_status written = vf_capture_end(capture, !status, &results);
  return status ? status : written;
}

bool vf_watched_keeps_original(const vf_ledger *ledger, vf_mode mode)
{
  return mode == VF_MODE_ORIGINAL || (mode == VF_MODE_CHECK && ledger->settings.keep == VF_KEEP_ORIGINAL);
}

/* A call for the rows of its results alone. */
static vf_status run_for_rows(const vf_call *call, const vf_checked *checked, const vf_box_list *list,
                              vf_ledger *ledger, vf_mode mode)
{
  const vf_partial_row row = vf_partial_row_of(&call->kernel->description);
  vf_results results;
  vf_call of_all = *call;
  vf_checked without_view = *checked;
  vf_box_list with_results = *list;
  vf_results_ask(&of_all, &results);
  of_all.result_view = NULL;
  without_view.result = NULL;
  with_results.rows_alone = false;
  const vf_status status = run_and_capture(&of_all, &without_view, &with_results, ledger, mode);
  if (!status && vf_watched_keeps_original(ledger, mode))
    vf_results_to_rows(call, checked->components, &row, &results, vf_box_list_tiles(list, checked->components),
                       list->rows);
  return status;
}

vf_status vf_watched_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger,
                         vf_mode mode)
{
  vf_hold(call, checked);
  ledger->running++;
  const vf_status status = (list->rows_alone ? run_for_rows : run_and_capture)(call, checked, list, ledger, mode);
  ledger->running--;
  vf_let_go(call, checked);
  return status;
}

static vf_status run(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  /* an original may itself call viewfab, and nothing is watched in there */
  const bool watched = needs_more(ledger) && !vf_inside_original();
  if (watched && checked->by_box) return vf_watched_set(call, checked, list, ledger);
  ledger->calls++;
  if (!watched) return vf_execute(call, checked, list);
  vf_mode mode;
  const vf_status status = vf_watched_mode(call, checked, list, ledger, &mode);
  return status ? status : vf_watched_run(call, checked, list, ledger, mode);
}

vf_status vf_watch_run(const vf_call *call, const vf_checked *checked, const vf_box_list *list)
{
  vf_ledger *ledger = NULL;
  vf_status status = ledger_of(call->kernel, &ledger);
  if (!status) {
    vf_old_values_call(call, checked, list, ledger);
    status = run(call, checked, list, ledger);
    vf_old_values_call_ends();
  }
  if (!status && vf_routines_open()) vf_routines_note(call, checked);
  return status;
}

vf_status vf_watch_calls_join(vf_kernel *kernel, bool *may)
{
  vf_ledger *ledger = NULL;
  const vf_status status = ledger_of(kernel, &ledger);
  *may = !status && (!needs_more(ledger) || vf_inside_original());
  return status;
}

vf_status vf_watch_original_alone(vf_kernel *kernel, bool *alone)
{
  vf_ledger *ledger = NULL;
  vf_lock();
  const vf_status status = ledger_of(kernel, &ledger);
  *alone = !status && ledger->settings.mode == VF_MODE_ORIGINAL && !ledger->captured;
  vf_unlock();
  return status;
}

/* Such calls of several threads run at the same time, like calls of the program; checked calls wait for them. */
void vf_watch_run_original(vf_kernel *kernel, void (*run)(void *user), void *user)
{
  pthread_rwlock_rdlock(&checks);
  vf_lock();
  kernel->ledger->calls++;
  kernel->ledger->in_original++;
  vf_unlock();
  vf_original_alone(run, user);
  pthread_rwlock_unlock(&checks);
}

void vf_watch_call_joined(const vf_call *call, const vf_checked *checked)
{
  call->kernel->ledger->calls++;
  if (vf_routines_open()) vf_routines_note(call, checked);
}
