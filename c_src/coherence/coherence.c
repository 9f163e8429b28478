#define _GNU_SOURCE
#include "coherence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/error.h"
#include "../core/hooks.h"
#include "../core/moves.h"
#include "../validate/settings.h"
#include "../validate/watched_calls.h"
#include "events.h"
#include "exposed.h"
#include "fault.h"
#include "fetch.h"
#include "pages.h"
#include "partial_pages.h"
#include "poison.h"
#include "settings.h"
#include "system_calls.h"
#include "table.h"

static vfi_coherence_wishes wishes;
static bool watches; /* pages are protected */

/* The kernel that the thread calls. */
static _Thread_local const char *kernel_of_call;

/* ---- Begin and end ------------------------------------------------------------------------------------------------ */

bool vfi_coherence_keeps_copy(void)
{
  vfi_coherence_wishes named;
  return !vfi_coherence_read_wishes(&named) && (named.asked || named.poisons);
}

static pid_t owner;

static void name_places(void)
{
  const vfi_watch *watch;
  for (size_t place = 0; (watch = vfi_table_at(place)); place++) vfi_events_name_places(watch);
}

static void tell_at_exit(void)
{
  if (getpid() != owner || !wishes.reports) return;
  vfi_lock();
  name_places();
  vfi_unlock();
  vfi_events_tell();
}

void vfi_coherence_notes_accesses(void)
{
  if (!wishes.reports || !vfi_settings_watching()) return;
  name_places();
  vfi_events_note_findings();
}

/* Notes a served access for the report of VF_CHECK=coherence. The comparison of ports with originals judges its own accesses. */
static void listen(const vfi_watch *watch, const char *address, bool write, bool was_stale, void *program_counter)
{
  if (vfi_watch_compares()) return;
  const vfi_event_kind kind = !write ? VF_EVENT_READ : was_stale ? VF_EVENT_WRITE_OLD : VF_EVENT_WRITE_BOTH;
  vfi_events_note(watch, address, kind, program_counter);
}

static vf_status begin(bool *ready)
{
  static bool told, registered;
  const char *why = NULL;
  if (!vfi_pages_begin(&why)) {
    wishes.reports = wishes.asked;
    if (!told && (wishes.serves || wishes.reports))
      fprintf(stderr, "viewfab: %s does nothing here: %s; the program needs its syncs\n",
              wishes.serves ? "VF_COHERENCE=auto" : "VF_CHECK=coherence", why);
    told = true;
    return VF_OK;
  }
  owner = getpid();
  if (!registered && atexit(tell_at_exit)) return vfi_fail(VF_ERROR_MEMORY, "no memory to report at the program's end");
  registered = true;
  vf_status status = vfi_fault_begin(wishes.reports ? listen : NULL);
  if (status) return status;
  vfi_system_calls_begin();
  *ready = true;
  return VF_OK;
}

vf_status vfi_coherence_opens(void)
{
  bool ready = false;
  vf_status status = vfi_coherence_read_wishes(&wishes);
  if (!status && (wishes.serves || wishes.reports)) status = begin(&ready);
  watches = ready;
  vfi_host_watched = ready || wishes.reports || wishes.poisons;
  return status;
}

bool vfi_coherence_has_lost(const vfi_array *array) { return array->watch && vfi_watch_is_lost(array->watch); }

void vfi_coherence_looks_for_libraries(void) { vfi_system_calls_begin(); }

bool vfi_coherence_serves(void) { return watches && wishes.serves; }

/* Values that come unasked would hide an old value from check mode. So by default only whole pages are watched, whose accesses are
 * told. */
bool vfi_coherence_watches_array(const vfi_array *array)
{
  return watches &&
         (!wishes.by_default || (vfi_watch_has_pages(array) && !vfi_exposed_meets(array->host, array->bytes)));
}

void vfi_coherence_call_begins(const vf_kernel *kernel)
{
  if (watches) kernel_of_call = kernel->description.name;
}

/* A failed copy of a hook without a status: the next end of a call returns this failure. Lock held. */
static struct {
  const vf_context *context;
  char label[VF_LABEL_LENGTH];
  int code;
} failure;

static void note_failure(const vfi_array *array, int code)
{
  if (!code || failure.code) return;
  failure.code = code;
  failure.context = array->context;
  memcpy(failure.label, array->label, sizeof failure.label);
}

static vf_status told_failure(const vf_context *context)
{
  if (!failure.code || failure.context != context) return VF_OK;
  char what[VF_LABEL_LENGTH + 64];
  snprintf(what, sizeof what, "a copy of a part of '%s' for VF_COHERENCE or VF_CHECK", failure.label);
  const vf_status status = vfi_context_failure(context, failure.code, what);
  failure.code = 0;
  return status;
}

/* Counts the arrays of all arguments, but not the result array. */
vf_status vfi_coherence_call_uses_arrays(const vfi_call *call, const vfi_checked *checked, bool begins)
{
  if (!watches || checked->context->backend->aliases_host) return VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count; v++) {
      if (begins) vfi_fetch_call_uses(operand->arrays[v]);
      else vfi_fetch_call_leaves(operand->arrays[v]);
    }
  }
  return begins ? VF_OK : told_failure(checked->context);
}

/* ---- Accesses ----------------------------------------------------------------------------------------------------- */

/* The program may announce a write after the write. The write is right if the device had no newer values, or if the host
 * has written the whole array. */
static void judge_writes(const vfi_array *array, vf_side side, vf_intent intent, bool copies, bool all_written)
{
  const bool device_newest = array->state == VF_STATE_DEVICE, to_device = copies && side == VF_DEVICE;
  if (side == VF_HOST && intent == VF_READ && !device_newest && !copies)
    return; /* the program may still announce the write */
  const bool announced = to_device || (side == VF_HOST && intent != VF_READ);
  const bool harmless = !device_newest || (intent == VF_WRITE && all_written);
  vfi_events_judge(array->watch, !(announced && harmless));
}

static void watch_array(vfi_array *array)
{
  if (array->remote || !vfi_coherence_watches_array(array)) return;
  vfi_fault_begin(wishes.reports ? listen : NULL); /* the program may have installed another handler */
  vfi_fault_give_stack();
  vfi_system_calls_begin();
  vfi_watch *watch = vfi_watch_begin_array(array, !wishes.reports);
  if (!watch) return;
  if (vfi_table_add(watch)) array->watch = watch;
  else vfi_watch_end_array(watch);
}

/* Before an array that is copied again is page-locked, it gets large pages. */
static bool gets_large_pages(const vfi_array *array)
{
  return array->transfers > 0 && vfi_watch_wants_large_pages(array->watch);
}

/* Before the device uses values of the host: from here on viewfab notices writes of other threads. Page locks come before the
 * protection, because the system refuses to lock protected pages. */
static void hold_host_values(vfi_array *array)
{
  if (!array->watch) watch_array(array);
  if (!array->watch) return;
  if (!gets_large_pages(array)) vfi_moves_lock_pages(array);
  vfi_partial_take(array->watch);
  vfi_watch_clean_pieces(array->watch);
}

/* Copies the host's writes since the last look to the device. */
static void collect(vfi_array *array, vf_side side, vf_intent intent, bool copies)
{
  int64_t changed;
  const bool all_written = vfi_watch_all_dirty(array->watch);
  note_failure(array, vfi_watch_collect(array->watch, &changed));
  vfi_watch_lock_pages(array->watch);
  if (!wishes.reports) return;
  if (changed >= 0 && !vfi_watch_compares())
    vfi_events_note_call(array->watch, (size_t)changed, VF_EVENT_WRITE_PARTIAL);
  vfi_events_name_places(array->watch);
  judge_writes(array, side, intent, copies, all_written);
}

void vfi_coherence_array_is_used(vfi_array *array, vf_side side, vf_intent intent, bool copies)
{
  if (!watches || array->context->backend->aliases_host || !array->bytes) return;
  if (array->state == VF_STATE_HOST) {
    if (side == VF_DEVICE) hold_host_values(array);
    return;
  }
  if (!array->watch) return;
  collect(array, side, intent, copies);
  if (!copies) return;
  (void)gets_large_pages(array);
  vfi_watch_free_pieces(array->watch);
  /* before a copy of the whole array the host needs all values */
  if (side == VF_DEVICE && array->state == VF_STATE_DEVICE) vfi_fetch_from_device(array, 0, array->bytes, array->host);
}

/* ---- Windows of other processes ------------------------------------------------------------------------------------ */

static void end_watch(vfi_array *array)
{
  vfi_watch *watch = array->watch;
  vfi_table_remove(watch);
  vfi_watch_end_array(watch);
  array->watch = NULL;
}

/* The next watch from an address on that meets memory; NULL: there is none. */
static vfi_watch *next_in(const char *from, const char *begin, size_t bytes)
{
  vfi_watch *watch;
  for (size_t place = 0; (watch = vfi_table_at(place)); place++)
    if (watch->host >= from && watch->host < begin + bytes && begin < watch->host + watch->bytes) return watch;
  return NULL;
}

bool vfi_coherence_exposes(const char *begin, size_t bytes, void *from)
{
  vfi_watch *watch;
  if (watches && !wishes.by_default) vfi_fault_touch(begin, bytes, false, from);
  vfi_lock();
  const bool noted = vfi_exposed_add(begin, bytes);
  for (const char *at = NULL; noted && (watch = next_in(at, begin, bytes));) {
    at = watch->host + 1;
    if (wishes.by_default) end_watch(watch->array);
    else note_failure(watch->array, vfi_watch_expose(watch));
  }
  vfi_unlock();
  return noted;
}

/* Both sides are equal, but for what others have written: the array is watched page by page again. */
static void conceal(vfi_array *array)
{
  int64_t changed;
  if (vfi_exposed_meets(array->host, array->bytes) || !array->watch->bare) return;
  note_failure(array, vfi_watch_collect(array->watch, &changed));
  end_watch(array);
  if (array->state == VF_STATE_HOST) return;
  watch_array(array);
  if (!array->watch) return;
  vfi_partial_take(array->watch);
  vfi_watch_clean_pieces(array->watch);
}

void vfi_coherence_conceals(const char *begin, size_t bytes, bool keeps)
{
  vfi_watch *watch;
  vfi_lock();
  vfi_exposed_remove(begin, bytes);
  for (const char *at = NULL; keeps && (watch = next_in(at, begin, bytes));) {
    at = watch->host + 1;
    conceal(watch->array);
  }
  vfi_unlock();
}

void vfi_coherence_core_accesses_host(bool begins) { vfi_fault_be_silent(begins); }

/* With a single copy of the values there is nothing to check. */
static void tell_of_alias(void)
{
  static atomic_flag told = ATOMIC_FLAG_INIT;
  if ((wishes.asked || wishes.poisons) && !atomic_flag_test_and_set(&told))
    fputs("viewfab: VF_CHECK=coherence and VF_CHECK=poison check nothing with VF_HOST_MEMORY=alias, where host and "
          "device "
          "have one copy of the values; leave VF_HOST_MEMORY unset\n",
          stderr);
}

void vfi_coherence_state_is_set(vfi_array *array, bool device_wrote)
{
  if (array->context->backend->aliases_host) tell_of_alias();
  if (array->context->backend->aliases_host || !array->bytes) return;
  if (wishes.poisons && array->state == VF_STATE_HOST && array->device) vfi_poison_device(array);
  if (!watches) return;
  if (!array->watch && array->state != VF_STATE_HOST) watch_array(array);
  vfi_watch *watch = array->watch;
  if (!watch) return;
  if (array->state == VF_STATE_HOST) {
    watch->ends_known = false;
    vfi_watch_free_pieces(watch);
    if (wishes.reports) vfi_events_judge(watch, false); /* mark_written announces them */
  } else if (array->state == VF_STATE_BOTH && !device_wrote) {
    if (!watch->ends_known) vfi_partial_take(watch);
    vfi_watch_clean_pieces(watch);
  } else if (array->state == VF_STATE_DEVICE && device_wrote) {
    snprintf(watch->writer, sizeof watch->writer, "%s", kernel_of_call ? kernel_of_call : "");
    vfi_watch_stale_pieces(watch);
    if (wishes.by_default) watch->ends_known = false;
    else note_failure(array, vfi_partial_bring(watch));
  }
}

void vfi_coherence_host_gets_new(vfi_array *array)
{
  if (!array->watch) return;
  array->watch->ends_known = false;
  vfi_watch_free_pieces(array->watch);
}

void vfi_coherence_host_gets_old(vfi_array *array)
{
  if (wishes.poisons && !watches && !array->remote) vfi_poison_host(array);
}

void vfi_coherence_device_memory_is_new(const vfi_array *array)
{
  if (wishes.poisons && !array->context->backend->aliases_host) vfi_poison_device(array);
}

bool vfi_coherence_brings_at_end(vfi_array *array)
{
  vfi_watch *watch = array->watch;
  if (!watch) return false;
  if (wishes.reports) vfi_events_note_call(watch, 0, VF_EVENT_RELEASE);
  return true;
}

void vfi_coherence_view_ends(const vfi_array *array)
{
  if (array->watch && wishes.reports) vfi_events_name_places(array->watch);
}

void vfi_coherence_array_ends(vfi_array *array)
{
  vfi_watch *watch = array->watch;
  if (!watch) return;
  if (array->state == VF_STATE_DEVICE && !array->owned) vfi_watch_bring_all(watch);
  if (wishes.reports) vfi_events_judge(watch, false);
  vfi_table_remove(watch);
  vfi_watch_end_array(watch);
  array->watch = NULL;
}
