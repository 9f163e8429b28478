/* The calls of routine.h: open runs, and their phases. */
#include "routine.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../core/error.h"
#include "around.h"
#include "arrays.h"
#include "findings.h"
#include "old_values.h"
#include "reruns.h"
#include "../settings.h"

static vf_routine_run *runs;
static atomic_int open_runs;
static _Thread_local bool inside;

bool vf_routines_open(void) { return atomic_load_explicit(&open_runs, memory_order_relaxed) > 0; }
bool vf_routine_inside(void) { return inside; }
vf_routine_run *vf_routine_first(void) { return runs; }

bool vf_routines_check_ports(void)
{
  for (const vf_routine_run *run = runs; run; run = run->next)
    if (run->mode == VF_MODE_CHECK && run->phase == VF_PHASE_PORT) return true;
  return false;
}

vf_routine_run *vf_routine_innermost(void)
{
  vf_routine_run *run = runs;
  while (run && !pthread_equal(run->owner, pthread_self())) run = run->next;
  return run;
}

static double seconds(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool vf_routine_idle(void) { return !vf_settings_watching() && !vf_routines_open(); }

static void drop(vf_routine_run *run)
{
  vf_routine_run **link = &runs;
  while (*link != run) link = &(*link)->next;
  *link = run->next;
  run->ledger->routine->open--;
  atomic_fetch_sub(&open_runs, 1);
  vf_routine_around_free(run);
  vf_routine_arrays_free(run);
  free(run->values);
  free(run);
}

static bool in_original(const vf_routine_run *run)
{
  return run->phase == VF_PHASE_ORIGINAL || run->phase == VF_PHASE_RERUN;
}

/* A run that will not end: its port has left by an error. */
static void give_up(vf_routine_run *run)
{
  const int64_t calls = run->ledger->calls;
  run->ledger->calls = run->call;
  vf_ledger_note(run->ledger, VF_FINDING_LEFT, -1, "call %lld was left by an error, and is not checked: %s",
                 (long long)run->call, run->left);
  run->ledger->calls = calls;
  if (in_original(run)) {
    vf_routine_arrays_check(run);
    vf_routine_arrays_restore(run);
  }
  drop(run);
  const vf_routine_run *outer = vf_routine_innermost();
  inside = outer && in_original(outer);
}

/* Gives up the runs above the last run of a routine, which errors have left. */
static void unwind(const char *routine)
{
  vf_routine_run *run = runs;
  while (run && !(pthread_equal(run->owner, pthread_self()) && !strcmp(run->ledger->name, routine))) run = run->next;
  for (vf_routine_run *above = vf_routine_innermost(); run && above != run && vf_routine_was_left(above);
       above = vf_routine_innermost())
    give_up(above);
}

void vf_routines_close(const vf_context *context)
{
  for (vf_routine_run *run = runs, *next = NULL; run; run = next) {
    next = run->next;
    bool uses = false;
    for (int a = 0; a < run->array_count; a++) uses = uses || run->arrays[a].array->context == context;
    if (!uses) continue;
    if (vf_routine_was_left(run)) {
      give_up(run);
      continue;
    }
    if (pthread_equal(run->owner, pthread_self())) inside = false;
    vf_ledger_note(run->ledger, VF_FINDING_OPEN, -1,
                   "call %lld began and was not ended by vf_check_end when its device was closed",
                   (long long)run->call);
    if (in_original(run)) vf_routine_arrays_restore(run);
    drop(run);
  }
}

/* ---- The begin -------------------------------------------------------------------------------------------------- */

/* The port has not left by this error. */
static vf_status told_twice(const vf_ledger *ledger)
{
  const vf_status status = vf_fail(VF_ERROR_STATE,
                                   "vf_check_begin: routine '%s' has begun with these views and has not ended; did it "
                                   "return before its vf_check_end?",
                                   ledger->name);
  vf_error_watch();
  return status;
}

static vf_status begun_twice(const vf_ledger *ledger, vf_view *const views[], int view_count)
{
  for (vf_routine_run *run = runs, *next = NULL; run; run = next) {
    next = run->next;
    if (run->ledger != ledger || !pthread_equal(run->owner, pthread_self()) || run->view_count != view_count ||
        memcmp(run->views, views, (size_t)view_count * sizeof *views))
      continue;
    if (!vf_routine_was_left(run)) return told_twice(ledger);
    give_up(run);
  }
  return VF_OK;
}

/* Labels and extents of the listed views: calls with the same labels and extents are sampled together. */
static vf_status variant_of(vf_view *const views[], int view_count, uint64_t *key)
{
  *key = 0;
  for (int v = 0; v < view_count; v++) {
    const vf_operand *operand = vf_handle_get(views[v], "vf_check_begin");
    if (!operand) return VF_ERROR_NULL;
    *key = vf_sampling_mix_text(*key, operand->label);
    if (operand->set) *key = vf_sampling_mix(*key, (uint64_t)operand->count);
    for (int d = 0; d < 4 && !operand->set; d++)
      *key = vf_sampling_mix(*key, (uint64_t)vf_record_extent(operand->records[0], d));
  }
  return VF_OK;
}

static bool another_thread_checks(void)
{
  for (const vf_routine_run *run = runs; run; run = run->next)
    if (run->mode != VF_MODE_DEVICE && !pthread_equal(run->owner, pthread_self())) return true;
  return false;
}

/* VF_MODE=original is for kernels: a routine with the results of its original would hide them all. */
static vf_mode mode_of(vf_ledger *ledger, uint64_t variant)
{
  const vf_settings *settings = &ledger->settings;
  if (inside || settings->mode == VF_MODE_DEVICE) return VF_MODE_DEVICE;
  if (settings->mode == VF_MODE_ORIGINAL) return settings->own & VF_OWN_MODE ? VF_MODE_ORIGINAL : VF_MODE_DEVICE;
  if (!vf_sampler_due(&ledger->routine->sampler, variant, settings->every)) return VF_MODE_DEVICE;
  if (!another_thread_checks()) return VF_MODE_CHECK;
  ledger->routine->elsewhere++;
  return VF_MODE_DEVICE;
}

static vf_status keep_views(vf_routine_run *run, vf_view *const views[], int view_count)
{
  run->views = malloc((size_t)view_count * sizeof *run->views);
  if (!run->views) return vf_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", run->ledger->name);
  memcpy(run->views, views, (size_t)view_count * sizeof *run->views);
  run->view_count = view_count;
  return VF_OK;
}

static vf_status begin(const char *routine, vf_view *const views[], int view_count)
{
  vf_ledger *ledger = NULL;
  uint64_t variant = 0;
  vf_status status = vf_routine_ledger(routine, &ledger);
  if (!status) status = begun_twice(ledger, views, view_count);
  if (!status) status = variant_of(views, view_count, &variant);
  if (status) return status;
  vf_routine_run *run = calloc(1, sizeof *run);
  if (!run) return vf_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", routine);
  for (vf_routine_run *open = runs; open; open = open->next) vf_routine_was_left(open);
  vf_error_watch();
  run->ledger = ledger;
  run->owner = pthread_self();
  run->mode = mode_of(ledger, variant);
  run->next = runs;
  runs = run;
  ledger->routine->open++;
  atomic_fetch_add(&open_runs, 1);
  status = keep_views(run, views, view_count);
  if (!status && run->mode != VF_MODE_DEVICE) status = vf_routine_arrays_take(run);
  if (status) {
    drop(run);
    return status;
  }
  vf_routine_old_look(run, "vf_check_begin");
  if (!inside) ledger->calls++;
  run->call = ledger->calls;
  run->clock = vf_array_clock();
  run->started = seconds();
  return VF_OK;
}

vf_status vf_routine_check_name(const char *routine, const char *who)
{
  if (!routine) return vf_fail(VF_ERROR_NULL, "%s: routine is NULL", who);
  if (!*routine || strlen(routine) >= VF_NAME_LENGTH)
    return vf_fail(VF_ERROR_ARGUMENT, "%s: the name '%.80s' of a routine must have 1 to %d characters", who, routine,
                   VF_NAME_LENGTH - 1);
  return VF_OK;
}

vf_status vf_check_begin(const char *routine, vf_view *const views[], int view_count)
{
  vf_status status = vf_settings_load();
  if (status || vf_routine_idle()) return status;
  status = vf_routine_check_name(routine, "vf_check_begin");
  if (status) return status;
  if (!views) return vf_fail(VF_ERROR_NULL, "vf_check_begin: routine '%s': views is NULL", routine);
  if (view_count < 1)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_check_begin: routine '%s' with %d views", routine, view_count);
  vf_lock();
  status = begin(routine, views, view_count);
  vf_unlock();
  return status;
}

/* ---- The original ------------------------------------------------------------------------------------------------ */

static vf_status port_is_done(vf_routine_run *run)
{
  run->ledger->seconds_port += seconds() - run->started;
  vf_status status = vf_routine_arrays_check(run);
  if (!status) vf_routine_old_look(run, "the end of the port");
  if (!status) status = vf_routine_arrays_port(run);
  if (!status && run->mode == VF_MODE_CHECK) status = vf_routine_around_port(run);
  if (!status && run->mode == VF_MODE_CHECK) status = vf_routine_around_watch(run);
  run->port_values = run->value_count;
  if (status) return status;
  vf_routine_arrays_show(run, NULL);
  run->phase = VF_PHASE_ORIGINAL;
  return VF_OK;
}

static vf_status finish(vf_routine_run *run)
{
  run->phase = VF_PHASE_DONE;
  vf_status status = vf_routine_arrays_restore(run);
  vf_routine_old_renew(run);
  const bool keep = run->mode == VF_MODE_ORIGINAL || run->ledger->settings.keep == VF_KEEP_ORIGINAL;
  if (!status && keep) status = vf_routine_arrays_keep_original(run);
  if (!status && run->mode == VF_MODE_CHECK) vf_routine_findings(run);
  return status;
}

static vf_status original_is_done(vf_routine_run *run)
{
  run->ledger->seconds_original += seconds() - run->started;
  vf_status status = vf_routine_arrays_collect(run, false);
  if (!status && run->mode == VF_MODE_CHECK) status = vf_routine_around_original(run);
  if (status) return status;
  if (run->mode == VF_MODE_CHECK && vf_routine_compare(run)) {
    run->phase = VF_PHASE_RERUN;
    return vf_routine_rerun_begin(run);
  }
  return finish(run);
}

static vf_status rerun_is_done(vf_routine_run *run)
{
  bool again = false;
  const vf_status status = vf_routine_rerun_done(run, &again);
  return status || again ? status : finish(run);
}

/* Goes on to the next phase; a failure leaves the arrays to the port. Returns true if the original is to run. */
static bool advance(vf_routine_run *run)
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
    if (was_inside && run->phase != VF_PHASE_DONE) vf_routine_arrays_restore(run);
    run->phase = VF_PHASE_DONE;
  }
  run->ledger->calls = calls;
  run->started = seconds();
  inside = in_original(run);
  return inside;
}

bool vf_check_original(const char *routine)
{
  if (vf_routine_idle() || !routine) return false;
  vf_lock();
  unwind(routine);
  vf_routine_run *run = vf_routine_innermost();
  if (!run) inside = false;
  const bool again = run && !strcmp(run->ledger->name, routine) && advance(run);
  vf_unlock();
  return again;
}

/* Returns true if the run is still there: an original may close the device. */
static bool run_registered(vf_routine_run *run)
{
  const vf_routine_original original = run->ledger->routine->original;
  void *user = run->ledger->routine->user;
  while (advance(run)) {
    vf_unlock();
    original(run->list, run->piece_count, user);
    vf_lock();
    if (vf_routine_innermost() != run) return false;
  }
  return true;
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

vf_status vf_routine_find(const char *routine, const char *who, vf_routine_run **run)
{
  unwind(routine);
  *run = vf_routine_innermost();
  if (!*run) {
    inside = false;
    return vf_fail(VF_ERROR_STATE, "%s: routine '%s' has not begun on this thread", who, routine);
  }
  if (!strcmp((*run)->ledger->name, routine)) return VF_OK;
  const bool known = vf_routine_was_left(*run);
  const vf_status status =
      vf_fail(VF_ERROR_STATE, "%s: routine '%s' is not the last one that has begun: '%s' has, and has not ended", who,
              routine, (*run)->ledger->name);
  /* A call in the wrong order is no error of the port. */
  if (!known) vf_error_watch();
  return status;
}

/* Refuses calls in the wrong order. */
static vf_status check_order(const vf_routine_run *run)
{
  const char *name = run->ledger->name;
  if (run->status) return vf_fail(run->status, "%s", run->text);
  if (in_original(run))
    return vf_fail(VF_ERROR_STATE, "vf_check_end: the loop of vf_check_original('%s') was left before it was false",
                   name);
  for (int a = 0; a < run->array_count; a++)
    if (!run->arrays[a].gone && run->arrays[a].array->writes != run->arrays[a].writes)
      return vf_fail(
          VF_ERROR_STATE,
          "vf_check_end: '%s' was written after the original of routine '%s' had run; the loop belongs behind "
          "the port",
          run->arrays[a].array->label, name);
  return VF_OK;
}

static vf_status without_original(const vf_routine_run *run)
{
  run->ledger->without_original++;
  return vf_fail(VF_ERROR_STATE,
                 "vf_check_end: mode %s was asked for, but no original of routine '%s' has run: put it into a loop on "
                 "vf_check_original, or register it",
                 run->mode == VF_MODE_CHECK ? "check" : "original", run->ledger->name);
}

/* call: out: number of the ending call, if there is one */
static vf_status end(const char *routine, int64_t *call)
{
  vf_routine_run *run = NULL;
  vf_status status = vf_routine_find(routine, "vf_check_end", &run);
  if (status) return status;
  vf_ledger *ledger = run->ledger;
  *call = run->call;
  if (run->mode != VF_MODE_DEVICE && run->phase == VF_PHASE_PORT && !run->status) {
    if (!ledger->routine->original) status = without_original(run);
    else if (!run_registered(run))
      return vf_fail(VF_ERROR_STATE, "vf_check_end: the original of routine '%s' has closed its device", routine);
  }
  const vf_mode mode = status ? VF_MODE_DEVICE : run->mode;
  if (mode != VF_MODE_DEVICE) {
    vf_routine_arrays_check(run); /* released views are left alone */
    status = check_order(run);
    if (in_original(run)) vf_routine_arrays_restore(run);
  }
  const bool empty = run->empty;
  drop(run);
  /* A run that was begun inside an original leaves the original unchanged. */
  const vf_routine_run *outer = vf_routine_innermost();
  inside = outer && in_original(outer);
  if (status || mode == VF_MODE_DEVICE) return status;
  if (mode == VF_MODE_ORIGINAL) ledger->in_original++;
  else if (empty) ledger->empty++;
  else ledger->checked++;
  return mode == VF_MODE_CHECK && ledger->settings.stop ? vf_routine_mismatch(ledger, *call) : VF_OK;
}

/* A call with a failing end was not checked, even if the program ignores the error. */
static vf_status note_failed_end(const char *routine, int64_t call, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vf_ledger *ledger = NULL;
  vf_error_keep(text);
  if (vf_routine_ledger(routine, &ledger)) return vf_error_report(status, text);
  const int64_t calls = ledger->calls;
  if (call) ledger->calls = call;
  vf_ledger_note(ledger, VF_FINDING_END, -1, "a call was not checked: %s", text);
  ledger->calls = calls;
  return status;
}

vf_status vf_check_end(const char *routine)
{
  vf_status status = vf_settings_load();
  if (status || vf_routine_idle()) return status;
  status = vf_routine_check_name(routine, "vf_check_end");
  if (status) return status;
  int64_t call = 0;
  vf_lock();
  status = end(routine, &call);
  if (status && status != VF_ERROR_MISMATCH) status = note_failed_end(routine, call, status);
  vf_unlock();
  return status;
}
