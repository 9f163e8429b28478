/* The calls of routine.h: open runs, and their phases. */
#include "routine.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/seconds.h"
#include "../../core/shared.h"
#include "../settings.h"
#include "arrays.h"
#include "compare.h"
#include "findings.h"

static vfi_routine_run *runs;
static atomic_int open_runs;
static _Thread_local bool inside;

bool vfi_routines_open(void) { return atomic_load_explicit(&open_runs, memory_order_relaxed) > 0; }
bool vfi_routine_inside(void) { return inside; }
vfi_routine_run *vfi_routine_first(void) { return runs; }

bool vfi_routines_check_ports(void)
{
  for (const vfi_routine_run *run = runs; run; run = run->next)
    if (run->mode == VF_MODE_CHECK && run->phase == VF_PHASE_PORT) return true;
  return false;
}

vfi_routine_run *vfi_routine_innermost(void)
{
  vfi_routine_run *run = runs;
  while (run && !pthread_equal(run->owner, pthread_self())) run = run->next;
  return run;
}

bool vfi_routine_idle(void) { return !vfi_settings_watching() && !vfi_routines_open(); }

static void drop(vfi_routine_run *run)
{
  vfi_routine_run **link = &runs;
  while (*link != run) link = &(*link)->next;
  *link = run->next;
  run->ledger->routine->open--;
  atomic_fetch_sub(&open_runs, 1);
  vfi_routine_unlisted_free(run);
  vfi_routine_arrays_free(run);
  free(run->values);
  free(run);
}

static bool in_original(const vfi_routine_run *run)
{
  return run->phase == VF_PHASE_ORIGINAL || run->phase == VF_PHASE_RERUN;
}

/* A run that will not end: its port has left by an error. */
static void give_up(vfi_routine_run *run)
{
  const int64_t calls = run->ledger->calls;
  run->ledger->calls = run->call;
  vfi_ledger_note(run->ledger, VF_FINDING_LEFT, -1, "call %lld was left by an error, and is not checked: %s",
                  (long long)run->call, run->left);
  run->ledger->calls = calls;
  if (in_original(run)) {
    vfi_routine_arrays_check(run);
    vfi_routine_arrays_restore(run);
  }
  drop(run);
  const vfi_routine_run *outer = vfi_routine_innermost();
  inside = outer && in_original(outer);
}

/* Gives up the runs above the last run of a routine, which errors have left. */
static void unwind(const char *routine)
{
  vfi_routine_run *run = runs;
  while (run && !(pthread_equal(run->owner, pthread_self()) && !strcmp(run->ledger->name, routine))) run = run->next;
  for (vfi_routine_run *above = vfi_routine_innermost(); run && above != run && vfi_routine_was_left(above);
       above = vfi_routine_innermost())
    give_up(above);
}

void vfi_routines_close(const vf_context *context)
{
  for (vfi_routine_run *run = runs, *next = NULL; run; run = next) {
    next = run->next;
    bool uses = false;
    for (int a = 0; a < run->array_count; a++) uses = uses || run->arrays[a].array->context == context;
    if (!uses) continue;
    if (vfi_routine_was_left(run)) {
      give_up(run);
      continue;
    }
    if (pthread_equal(run->owner, pthread_self())) inside = false;
    vfi_ledger_note(run->ledger, VF_FINDING_OPEN, -1,
                    "call %lld began and was not ended by vf_check_end when its device was closed",
                    (long long)run->call);
    if (in_original(run)) vfi_routine_arrays_restore(run);
    drop(run);
  }
}

/* ---- The begin -------------------------------------------------------------------------------------------------- */

/* The port has not left by this error. */
static vf_status told_twice(const vfi_ledger *ledger)
{
  const vf_status status = vfi_fail(VF_ERROR_STATE,
                                    "vf_check_begin: routine '%s' has begun with these views and has not ended; did it "
                                    "return before its vf_check_end?",
                                    ledger->name);
  vfi_error_watch();
  return status;
}

static vf_status begun_twice(const vfi_ledger *ledger, vf_view *const views[], int view_count)
{
  for (vfi_routine_run *run = runs, *next = NULL; run; run = next) {
    next = run->next;
    if (run->ledger != ledger || !pthread_equal(run->owner, pthread_self()) || run->view_count != view_count ||
        memcmp(run->views, views, (size_t)view_count * sizeof *views))
      continue;
    if (!vfi_routine_was_left(run)) return told_twice(ledger);
    give_up(run);
  }
  return VF_OK;
}

/* Labels and extents of the listed views: calls with the same labels and extents are sampled together. */
static vf_status variant_of(vf_view *const views[], int view_count, uint64_t *key)
{
  *key = 0;
  for (int v = 0; v < view_count; v++) {
    const vfi_operand *operand = vfi_handle_get(views[v], "vf_check_begin");
    if (!operand) return VF_ERROR_NULL;
    *key = vfi_sampling_mix_text(*key, operand->label);
    if (operand->set) *key = vfi_sampling_mix(*key, (uint64_t)operand->count);
    for (int d = 0; d < 4 && !operand->set; d++)
      *key = vfi_sampling_mix(*key, (uint64_t)vfi_record_extent(operand->records[0], d));
  }
  return VF_OK;
}

static bool another_thread_checks(void)
{
  for (const vfi_routine_run *run = runs; run; run = run->next)
    if (run->mode != VF_MODE_DEVICE && !pthread_equal(run->owner, pthread_self())) return true;
  return false;
}

/* VF_MODE=original is for kernels: a routine with the results of its original would hide them all. */
static vf_mode mode_of(vfi_ledger *ledger, uint64_t variant)
{
  const vfi_settings *settings = &ledger->settings;
  if (inside || settings->mode == VF_MODE_DEVICE) return VF_MODE_DEVICE;
  if (settings->mode == VF_MODE_ORIGINAL) return settings->chosen & VF_CHOSEN_MODE ? VF_MODE_ORIGINAL : VF_MODE_DEVICE;
  if (!vfi_sampler_due(&ledger->routine->sampler, variant, settings->every)) return VF_MODE_DEVICE;
  if (!another_thread_checks()) return VF_MODE_CHECK;
  ledger->routine->elsewhere++;
  return VF_MODE_DEVICE;
}

static vf_status keep_views(vfi_routine_run *run, vf_view *const views[], int view_count)
{
  run->views = malloc((size_t)view_count * sizeof *run->views);
  if (!run->views) return vfi_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", run->ledger->name);
  memcpy(run->views, views, (size_t)view_count * sizeof *run->views);
  run->view_count = view_count;
  return VF_OK;
}

static vf_status begin(const char *routine, vf_view *const views[], int view_count)
{
  vfi_ledger *ledger = NULL;
  uint64_t variant = 0;
  vf_status status = vfi_routine_ledger(routine, &ledger);
  if (!status) status = begun_twice(ledger, views, view_count);
  if (!status) status = variant_of(views, view_count, &variant);
  if (status) return status;
  vfi_routine_run *run = calloc(1, sizeof *run);
  if (!run) return vfi_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", routine);
  for (vfi_routine_run *open = runs; open; open = open->next) vfi_routine_was_left(open);
  vfi_error_watch();
  run->ledger = ledger;
  run->owner = pthread_self();
  run->mode = mode_of(ledger, variant);
  run->next = runs;
  runs = run;
  ledger->routine->open++;
  atomic_fetch_add(&open_runs, 1);
  status = keep_views(run, views, view_count);
  if (!status && run->mode != VF_MODE_DEVICE) status = vfi_routine_arrays_take(run);
  if (status) {
    drop(run);
    return status;
  }
  vfi_routine_old_look(run, "vf_check_begin");
  if (!inside) ledger->calls++;
  run->call = ledger->calls;
  run->clock = vfi_array_clock();
  run->started = vfi_seconds();
  return VF_OK;
}

vf_status vfi_routine_check_name(const char *routine, const char *who)
{
  if (!routine) return vfi_fail(VF_ERROR_NULL, "%s: routine is NULL", who);
  if (!*routine || strlen(routine) >= VF_NAME_LENGTH)
    return vfi_fail(VF_ERROR_ARGUMENT, "%s: the name '%.80s' of a routine must have 1 to %d characters", who, routine,
                    VF_NAME_LENGTH - 1);
  return VF_OK;
}

vf_status vf_check_begin(const char *routine, vf_view *const views[], int view_count)
{
  vf_status status = vfi_settings_load();
  if (status || vfi_routine_idle()) return status;
  status = vfi_routine_check_name(routine, "vf_check_begin");
  if (status) return status;
  if (!views) return vfi_fail(VF_ERROR_NULL, "vf_check_begin: routine '%s': views is NULL", routine);
  if (view_count < 1)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_check_begin: routine '%s' with %d views", routine, view_count);
  vfi_lock();
  status = vfi_shared_count ? vfi_shared_end_for_checks() : VF_OK;
  if (!status) status = begin(routine, views, view_count);
  vfi_unlock();
  return status;
}

/* ---- The original ------------------------------------------------------------------------------------------------ */

static vf_status port_is_done(vfi_routine_run *run)
{
  run->ledger->seconds_port += vfi_seconds() - run->started;
  vf_status status = vfi_routine_arrays_check(run);
  if (!status) vfi_routine_old_look(run, "the end of the port");
  if (!status) status = vfi_routine_arrays_port(run);
  if (!status && run->mode == VF_MODE_CHECK) status = vfi_routine_unlisted_port(run);
  if (!status && run->mode == VF_MODE_CHECK) status = vfi_routine_unlisted_watch(run);
  run->port_values = run->value_count;
  if (status) return status;
  vfi_routine_arrays_show(run, NULL);
  run->phase = VF_PHASE_ORIGINAL;
  return VF_OK;
}

static vf_status finish(vfi_routine_run *run)
{
  run->phase = VF_PHASE_DONE;
  vf_status status = vfi_routine_arrays_restore(run);
  vfi_routine_old_renew(run);
  const bool keep = run->mode == VF_MODE_ORIGINAL || run->ledger->settings.keep == VF_KEEP_ORIGINAL;
  if (!status && keep) status = vfi_routine_arrays_keep_original(run);
  if (!status && run->mode == VF_MODE_CHECK) vfi_routine_findings(run);
  return status;
}

static vf_status original_is_done(vfi_routine_run *run)
{
  run->ledger->seconds_original += vfi_seconds() - run->started;
  vf_status status = vfi_routine_arrays_collect(run, false);
  if (!status && run->mode == VF_MODE_CHECK) status = vfi_routine_unlisted_original(run);
  if (status) return status;
  if (run->mode == VF_MODE_CHECK && vfi_routine_compare(run)) {
    run->phase = VF_PHASE_RERUN;
    return vfi_routine_rerun_begin(run);
  }
  return finish(run);
}

static vf_status rerun_is_done(vfi_routine_run *run)
{
  bool again = false;
  const vf_status status = vfi_routine_rerun_done(run, &again);
  return status || again ? status : finish(run);
}

/* Goes on to the next phase; a failure leaves the arrays to the port. Returns true if the original is to run. */
static bool advance(vfi_routine_run *run)
{
  if (run->mode == VF_MODE_DEVICE || run->status || run->phase == VF_PHASE_DONE) return false;
  const bool was_inside = in_original(run);
  /* Findings belong to the call of this run, not to a call that has begun inside it. */
  const int64_t calls = run->ledger->calls;
  run->ledger->calls = run->call;
  switch (run->phase) {
    case VF_PHASE_PORT: run->status = port_is_done(run); break;
    case VF_PHASE_ORIGINAL: run->status = original_is_done(run); break;
    default: run->status = rerun_is_done(run);
  }
  if (run->status) {
    snprintf(run->text, sizeof run->text, "%s", vf_last_error());
    if (was_inside && run->phase != VF_PHASE_DONE) vfi_routine_arrays_restore(run);
    run->phase = VF_PHASE_DONE;
  }
  run->ledger->calls = calls;
  run->started = vfi_seconds();
  inside = in_original(run);
  return inside;
}

bool vf_check_original(const char *routine)
{
  if (vfi_routine_idle() || !routine) return false;
  vfi_lock();
  unwind(routine);
  vfi_routine_run *run = vfi_routine_innermost();
  if (!run) inside = false;
  const bool again = run && !strcmp(run->ledger->name, routine) && advance(run);
  vfi_unlock();
  return again;
}

/* Returns true if the run is still there: an original may close the device. */
static bool run_registered(vfi_routine_run *run)
{
  const vf_routine_original original = run->ledger->routine->original;
  void *user = run->ledger->routine->user;
  while (advance(run)) {
    vfi_unlock();
    original(run->list, run->piece_count, user);
    vfi_lock();
    if (vfi_routine_innermost() != run) return false;
  }
  return true;
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

vf_status vfi_routine_find(const char *routine, const char *who, vfi_routine_run **run)
{
  unwind(routine);
  *run = vfi_routine_innermost();
  if (!*run) {
    inside = false;
    return vfi_fail(VF_ERROR_STATE, "%s: routine '%s' has not begun on this thread", who, routine);
  }
  if (!strcmp((*run)->ledger->name, routine)) return VF_OK;
  const bool known = vfi_routine_was_left(*run);
  const vf_status status =
      vfi_fail(VF_ERROR_STATE, "%s: routine '%s' is not the innermost routine: '%s' began after it and has not ended",
               who, routine, (*run)->ledger->name);
  /* A call in the wrong order is no error of the port. */
  if (!known) vfi_error_watch();
  return status;
}

/* Refuses calls in the wrong order. */
static vf_status check_order(const vfi_routine_run *run)
{
  const char *name = run->ledger->name;
  if (run->status) return vfi_fail(run->status, "%s", run->text);
  if (in_original(run))
    return vfi_fail(VF_ERROR_STATE, "vf_check_end: the loop of vf_check_original('%s') was left before it was false",
                    name);
  for (int a = 0; a < run->array_count; a++)
    if (!run->arrays[a].gone && run->arrays[a].array->writes != run->arrays[a].writes)
      return vfi_fail(
          VF_ERROR_STATE,
          "vf_check_end: '%s' was written after the original of routine '%s' had run; the loop belongs behind "
          "the port",
          run->arrays[a].array->label, name);
  return VF_OK;
}

static vf_status without_original(const vfi_routine_run *run)
{
  run->ledger->without_original++;
  return vfi_fail(VF_ERROR_STATE,
                  "vf_check_end: mode %s was asked for, but no original of routine '%s' has run: put it into a loop on "
                  "vf_check_original, or register it",
                  run->mode == VF_MODE_CHECK ? "check" : "original", run->ledger->name);
}

/* call: out: number of the ending call, if there is one */
static vf_status end(const char *routine, int64_t *call)
{
  vfi_routine_run *run = NULL;
  vf_status status = vfi_routine_find(routine, "vf_check_end", &run);
  if (status) return status;
  vfi_ledger *ledger = run->ledger;
  *call = run->call;
  if (run->mode != VF_MODE_DEVICE && run->phase == VF_PHASE_PORT && !run->status) {
    if (!ledger->routine->original) status = without_original(run);
    else if (!run_registered(run))
      return vfi_fail(VF_ERROR_STATE, "vf_check_end: the original of routine '%s' has closed its device", routine);
  }
  const vf_mode mode = status ? VF_MODE_DEVICE : run->mode;
  if (mode != VF_MODE_DEVICE) {
    vfi_routine_arrays_check(run); /* released views are left alone */
    status = check_order(run);
    if (in_original(run)) vfi_routine_arrays_restore(run);
  }
  const bool empty = run->empty;
  drop(run);
  /* A run that was begun inside an original leaves the original unchanged. */
  const vfi_routine_run *outer = vfi_routine_innermost();
  inside = outer && in_original(outer);
  if (status || mode == VF_MODE_DEVICE) return status;
  if (mode == VF_MODE_ORIGINAL) ledger->in_original++;
  else if (empty) ledger->empty++;
  else ledger->checked++;
  return mode == VF_MODE_CHECK && ledger->settings.stop ? vfi_routine_mismatch(ledger, *call) : VF_OK;
}

/* A call with a failing end was not checked, even if the program ignores the error. */
static vf_status note_failed_end(const char *routine, int64_t call, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vfi_ledger *ledger = NULL;
  vfi_error_keep(text);
  if (vfi_routine_ledger(routine, &ledger)) return vfi_error_report(status, text);
  const int64_t calls = ledger->calls;
  if (call) ledger->calls = call;
  vfi_ledger_note(ledger, VF_FINDING_END, -1, "a call was not checked: %s", text);
  ledger->calls = calls;
  return status;
}

vf_status vf_check_end(const char *routine)
{
  vf_status status = vfi_settings_load();
  if (status || vfi_routine_idle()) return status;
  status = vfi_routine_check_name(routine, "vf_check_end");
  if (status) return status;
  int64_t call = 0;
  vfi_lock();
  status = end(routine, &call);
  if (status && status != VF_ERROR_MISMATCH) status = note_failed_end(routine, call, status);
  vfi_unlock();
  return status;
}
