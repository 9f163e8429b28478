#include "old_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/registry.h"
#include "findings/place.h"
#include "images/signature.h"
#include "images/window.h"
#include "original.h"
#include "routine/routine.h"
#include "settings.h"

enum {
  MOMENT = VF_NAME_LENGTH + 48,
  COPIED = 4 << 20 /* largest array with a copy; larger arrays have signatures, which take a hundredth */
};

typedef struct vfi_old_values {
  char *copy;
  vfi_signature *blocks;
  char since[MOMENT];   /* the call with which the values became old */
  char seen[MOMENT];    /* when they were looked at last */
  char brought[MOMENT]; /* the last call before the newest values came to the host; "": they never came */
  bool came;            /* they did */
} old_values;

static const char ledger_name[] = "arrays of the host";

/* The last begun call of a kernel. */
static const char *last_name;
static int64_t last_call;

/* Tells if the thread's present call looks at its arrays; outside of calls the settings say so. */
static _Thread_local enum { BY_SETTINGS, LOOKS, LOOKS_NOT } looking;

static bool looks(void)
{
  if (!vfi_settings_watching() || vfi_inside_original()) return false;
  if (looking == BY_SETTINGS) return vfi_settings_check_all() || vfi_routines_check_ports();
  return looking == LOOKS;
}

static void name_last_call(char text[MOMENT])
{
  if (last_name) snprintf(text, MOMENT, "call %lld of %s", (long long)last_call, last_name);
  else snprintf(text, MOMENT, "the first call of a kernel");
}

static void forget(old_values *old)
{
  free(old->copy);
  free(old->blocks);
  old->copy = NULL;
  old->blocks = NULL;
}

/* A label's number in the ledger: a finding is told once for each label. */
static int number_of(const char *label)
{
  uint32_t number = 2166136261u;
  for (; *label; label++) number = (number ^ (unsigned char)*label) * 16777619u;
  return (int)(number >> 1);
}

void vfi_old_values_note(vfi_finding_kind kind, const char *label, const char *text)
{
  vfi_ledger *ledger = vfi_ledger_named(ledger_name);
  if (ledger) vfi_ledger_note(ledger, kind, number_of(label), "%s", text);
}

/* Without memory nothing is kept, and the array is not looked at. */
static void keep(const vfi_array *array, old_values *old)
{
  const size_t size = vfi_type_size(array->type);
  if (array->bytes <= COPIED) {
    old->copy = malloc(array->bytes);
    if (old->copy) memcpy(old->copy, array->host, array->bytes);
  } else {
    old->blocks = malloc((size_t)vfi_signature_blocks(array->bytes, size) * sizeof *old->blocks);
    if (old->blocks) vfi_signature_take(array->host, array->bytes, size, old->blocks);
  }
}

void vfi_old_values_begin(vfi_array *array)
{
  old_values *old = array->old_values;
  if (old) forget(old);
  if (!looks() || array->remote) return;
  if (!old) old = array->old_values = calloc(1, sizeof *old);
  if (!old) return;
  name_last_call(old->since);
  memcpy(old->seen, old->since, sizeof old->seen);
  keep(array, old);
}

/* ---- Writes of the host ----------------------------------------------------------------------------------------- */

typedef struct change {
  int64_t count, first; /* elements; for signatures, the blocks with a change */
  bool exact;           /* first is a changed element; else the first element of a block */
  char text[64];        /* ", which was 1.5 and is 7" */
} change;

static void compare_copy(const vfi_array *array, const old_values *old, vf_run run, change *found)
{
  const size_t size = vfi_type_size(array->type), begin = (size_t)run.begin * size;
  char before[VF_ELEMENT_TEXT], now[VF_ELEMENT_TEXT];
  if (!memcmp(old->copy + begin, array->host + begin, (size_t)run.count * size)) return;
  for (int64_t e = run.begin; e < run.begin + run.count; e++) {
    if (!memcmp(old->copy + (size_t)e * size, array->host + (size_t)e * size, size) || found->count++) continue;
    found->first = e;
    found->exact = true;
    snprintf(found->text, sizeof found->text, ", which was %.15s and is %.15s",
             vfi_element_text(before, array->type, old->copy, e), vfi_element_text(now, array->type, array->host, e));
  }
  memcpy(old->copy + begin, array->host + begin, (size_t)run.count * size);
}

/* done: number of blocks before the next new block */
static void compare_blocks(const vfi_array *array, const old_values *old, vf_run run, int64_t *done, change *found)
{
  const size_t size = vfi_type_size(array->type);
  const int64_t end = (run.begin + run.count + VF_SIGNATURE_BLOCK - 1) / VF_SIGNATURE_BLOCK;
  int64_t first = run.begin / VF_SIGNATURE_BLOCK;
  if (first < *done) first = *done;
  if (first >= end) return;
  *done = end;
  const size_t begin = (size_t)first * VF_SIGNATURE_BLOCK * size;
  size_t bytes = (size_t)(end - first) * VF_SIGNATURE_BLOCK * size;
  if (begin + bytes > array->bytes) bytes = array->bytes - begin;
  const vfi_change seen = vfi_signature_update(array->host + begin, bytes, size, old->blocks + first);
  if (seen.blocks && !found->count) {
    found->first = first * VF_SIGNATURE_BLOCK + seen.element;
    found->exact = seen.exact;
  }
  found->count += seen.blocks;
}

/* The host's change in a window of the array; the host's present contents are kept from here. NULL: the whole array. */
static change change_of(const vfi_array *array, const old_values *old, const vfi_window *window)
{
  const vf_run all = { .begin = 0, .count = (int64_t)(array->bytes / vfi_type_size(array->type)) };
  const vf_run *runs = window && window->runs ? window->runs : &all;
  const int64_t count = runs == &all ? 1 : window->count;
  int64_t done = 0;
  change found = { 0 };
  for (int64_t r = 0; r < count; r++) {
    if (old->copy) compare_copy(array, old, runs[r], &found);
    else if (old->blocks) compare_blocks(array, old, runs[r], &done, &found);
  }
  return found;
}

static void note_written(const vfi_array *array, const old_values *old, const change *found, const char *moment)
{
  char text[2 * VF_FINDING_TEXT], place[VF_PLACE_TEXT], elements[32] = "elements";
  if (old->copy)
    snprintf(elements, sizeof elements, "%lld element%s", (long long)found->count, found->count > 1 ? "s" : "");
  snprintf(text, sizeof text,
           "the host has written %s of '%s', first %s %.80s%s, between %s and %s, while the device had the newest "
           "values (since %s): these values are lost; call to_host(vf_update) before the host writes",
           elements, array->label, found->exact ? "at" : "within 2048 elements from",
           vfi_place_in_array(place, array, found->first), found->text, old->seen, moment, old->since);
  vfi_old_values_note(VF_FINDING_OLD_WRITTEN, array->label, text);
}

static void look(const vfi_array *array, const vfi_window *window, const char *moment)
{
  old_values *old = array->old_values;
  if (!old || array->state != VF_STATE_DEVICE) return;
  const change found = change_of(array, old, window);
  if (found.count) note_written(array, old, &found, moment);
  if (!window || !window->runs) snprintf(old->seen, sizeof old->seen, "%s", moment);
}

void vfi_old_values_look(const vfi_array *array, const char *moment) { look(array, NULL, moment); }

void vfi_old_values_renew(const vfi_array *array)
{
  if (!array->old_values) return;
  forget(array->old_values);
  keep(array, array->old_values);
}

void vfi_old_values_end(vfi_array *array)
{
  old_values *old = array->old_values;
  if (!old) return;
  if (!vfi_inside_original()) vfi_old_values_look(array, "the copy to the host");
  forget(old);
  name_last_call(old->brought);
  old->came = true;
}

/* ---- Calls ------------------------------------------------------------------------------------------------------- */

void vfi_old_values_call(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                         const vfi_ledger *ledger)
{
  if (!vfi_settings_watching() || vfi_inside_original()) return;
  last_name = ledger->name;
  last_call = ledger->calls + 1;
  if (vfi_routines_check_ports()) vfi_old_values_of_call(call, checked, list, true);
}

void vfi_old_values_call_ends(void)
{
  if (!vfi_inside_original()) looking = BY_SETTINGS;
}

int vfi_old_values_look_away(void)
{
  const int before = looking;
  looking = LOOKS_NOT;
  return before;
}

void vfi_old_values_look_again(int before) { looking = before; }

/* A call on few elements of an array looks at few: the others are left to later calls. */
void vfi_old_values_of_call(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, bool looks)
{
  char moment[MOMENT];
  looking = looks ? LOOKS : LOOKS_NOT;
  if (!looks || !list->count) return;
  name_last_call(moment);
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count; v++) {
      const vfi_array *array = operand->arrays[v];
      vfi_window window = { .runs = NULL };
      if (!vfi_old_values_since(array) || (v && array == operand->arrays[v - 1])) continue;
      const vf_status status = checked->by_box ? VF_OK : vfi_window_of(call, checked, list, array, &window);
      if (!status) look(array, &window, moment);
      vfi_window_free(&window);
    }
  }
}

const char *vfi_old_values_since(const vfi_array *array)
{
  return array->old_values && array->state == VF_STATE_DEVICE ? array->old_values->since : NULL;
}

/* ---- Late reads of the host ------------------------------------------------------------------------------------- */

/* Memory of viewfab's own ends together with its pointers, so a late read cannot happen. */
static void note_end(const vfi_array *array, const char *moment)
{
  const old_values *old = array->old_values;
  char text[2 * VF_FINDING_TEXT], last[2 * MOMENT] = "";
  if (!old || array->state != VF_STATE_DEVICE || array->owned) return;
  if (old->came) snprintf(last, sizeof last, "; the host got its values behind %s for the last time", old->brought);
  snprintf(
      text, sizeof text,
      "'%s': the device has had the newest values since %s, and %s before they came to the host%s: a host that has "
      "read it since has read old values (to_host before it reads; nothing to do where kernels alone use it)",
      array->label, old->since, moment, last);
  vfi_old_values_note(VF_FINDING_OLD_AT_END, array->label, text);
}

void vfi_old_values_drop(vfi_array *array)
{
  old_values *old = array->old_values;
  if (!old) return;
  if (vfi_settings_watching()) note_end(array, "its views ended");
  forget(old);
  free(old);
  array->old_values = NULL;
}

void vfi_old_values_at_exit(void)
{
  const vfi_array *array = NULL;
  for (size_t place = 0; (array = vfi_registry_at(place)); place++) note_end(array, "the program ended");
}

const vfi_ledger *vfi_old_values_found(void)
{
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (!strcmp(ledger->name, ledger_name)) return ledger->finding_count ? ledger : NULL;
  return NULL;
}
