#include "around.h"

#include <stdlib.h>

#include "../../core/error.h"
#include "../../core/registry.h"
#include "../findings/place.h"
#include "arrays.h"

static const char *kernel_of(const vf_routine_run *run, const vf_array *array)
{
  for (int s = 0; s < run->stranger_count; s++)
    if (run->strangers[s].array == array) return run->strangers[s].kernel;
  return NULL;
}

vf_status vf_routine_around_port(vf_routine_run *run)
{
  const vf_array *array = NULL;
  for (size_t place = 0; (array = vf_registry_at(place)); place++) {
    if (array->born > run->clock || array->written <= run->clock || vf_routine_arrays_have(run, array)) continue;
    const int subject = vf_routine_subject(run->ledger->routine, array->label, false);
    if (subject < 0) return VF_ERROR_MEMORY;
    const char *kernel = kernel_of(run, array);
    /* An original cannot know arrays that belong to viewfab. */
    if (array->owned)
      vf_ledger_note(
          run->ledger, VF_FINDING_UNLISTED_OWN, subject,
          "the port writes '%s', which viewfab owns and vf_check_begin does not list: nothing is known of it",
          array->label);
    else
      vf_ledger_note(run->ledger, VF_FINDING_UNLISTED, subject,
                     "the port writes '%s'%s%s%s, which vf_check_begin does not list: list it, or name it in "
                     "vf_check_scratch",
                     array->label, kernel ? " (kernel " : "", kernel ? kernel : "", kernel ? ")" : "");
  }
  return VF_OK;
}

vf_status vf_routine_around_watch(vf_routine_run *run)
{
  vf_array *array = NULL;
  size_t count = 0;
  if (run->ledger->routine->looked_around) return VF_OK;
  run->ledger->routine->looked_around = true;
  while (vf_registry_at(count)) count++;
  run->witnesses = calloc(count + 1, sizeof *run->witnesses);
  bool complete = run->witnesses != NULL;
  for (size_t place = 0; complete && (array = vf_registry_at(place)); place++) {
    if (vf_routine_arrays_have(run, array)) continue;
    const size_t size = vf_type_size(array->type);
    vf_witness *witness = &run->witnesses[run->witness_count];
    *witness = (vf_witness){ .array = array, .born = array->born };
    witness->blocks = malloc((size_t)vf_signature_blocks(array->bytes, size) * sizeof *witness->blocks + 1);
    complete = witness->blocks != NULL;
    if (!complete) break;
    run->witness_count++;
    vf_signature_take(array->host, array->bytes, size, witness->blocks);
  }
  return complete ? VF_OK
                  : vf_fail(VF_ERROR_MEMORY, "no host memory to watch other arrays in routine '%s'", run->ledger->name);
}

/* True if the array of a witness lives. */
static bool lives(const vf_witness *witness)
{
  const vf_array *array = NULL;
  for (size_t place = 0; (array = vf_registry_at(place)); place++)
    if (array == witness->array) return array->born == witness->born;
  return false;
}

vf_status vf_routine_around_original(vf_routine_run *run)
{
  for (int w = 0; w < run->witness_count; w++) {
    const vf_witness *witness = &run->witnesses[w];
    const vf_array *array = witness->array;
    if (!lives(witness)) continue;
    const vf_change change = vf_signature_update(array->host, array->bytes, vf_type_size(array->type), witness->blocks);
    if (!change.blocks) continue;
    const int subject = vf_routine_subject(run->ledger->routine, array->label, false);
    if (subject < 0) return VF_ERROR_MEMORY;
    char place[VF_PLACE_TEXT];
    vf_ledger_note(run->ledger, VF_FINDING_UNLISTED_ORIGINAL, subject,
                   "the original changes '%s', which vf_check_begin does not list, %s %s: it is not compared, and what "
                   "the original made of it stays",
                   array->label, change.exact ? "at" : "in or after the row of",
                   vf_place_in_array(place, array, change.element));
  }
  return VF_OK;
}

void vf_routine_around_free(vf_routine_run *run)
{
  for (int w = 0; w < run->witness_count; w++) free(run->witnesses[w].blocks);
  free(run->witnesses);
  run->witnesses = NULL;
  run->witness_count = 0;
}
