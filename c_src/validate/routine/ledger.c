/* A routine in its ledger: its memory between runs, and runs whose port may have left by an error, without its
 * vf_check_end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/registry.h"
#include "../../core/text.h"
#include "routine.h"

vf_status vfi_routine_ledger(const char *name, vfi_ledger **ledger)
{
  *ledger = vfi_ledger_named(name);
  if (!*ledger) return VF_ERROR_MEMORY;
  if ((*ledger)->routine) return VF_OK;
  if ((*ledger)->kernel || (*ledger)->originals[0] || (*ledger)->originals[1] || vfi_kernel_is_listed(name))
    return vfi_fail(VF_ERROR_STATE,
                    "routine '%s' has the name of a kernel; settings and report tell them apart by name", name);
  (*ledger)->routine = calloc(1, sizeof(vfi_routine));
  return (*ledger)->routine ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for routine '%s'", name);
}

int vfi_routine_subject(vfi_routine *routine, const char *label, bool is_value)
{
  char plain[sizeof routine->subjects->label];
  vfi_text_copy_label(plain, sizeof plain, label);
  for (int s = 0; s < routine->subject_count; s++)
    if (routine->subjects[s].is_value == is_value && !strcmp(routine->subjects[s].label, plain)) return s;
  vfi_subject *grown = realloc(routine->subjects, (size_t)(routine->subject_count + 1) * sizeof *grown);
  if (!grown) {
    vfi_fail(VF_ERROR_MEMORY, "no host memory to check '%s'", label);
    return -1;
  }
  routine->subjects = grown;
  vfi_subject *subject = &grown[routine->subject_count];
  memset(subject, 0, sizeof *subject);
  memcpy(subject->label, plain, sizeof plain);
  subject->is_value = is_value;
  return routine->subject_count++;
}

void vfi_routine_reset(vfi_routine *routine)
{
  for (int s = 0; s < routine->subject_count; s++) memset(&routine->subjects[s].tally, 0, sizeof(vfi_tally));
  routine->elsewhere = 0;
  routine->looked_around = false;
  routine->sampler = (vfi_sampler){ 0 };
}

bool vfi_routine_was_left(vfi_routine_run *run)
{
  const char *error = pthread_equal(run->owner, pthread_self()) ? vfi_error_watched() : NULL;
  if (!run->left[0] && error) snprintf(run->left, sizeof run->left, "%s", error);
  return run->left[0] != 0;
}

int64_t vfi_routine_forgotten(const vfi_ledger *ledger)
{
  int64_t count = 0;
  for (vfi_routine_run *run = vfi_routine_first(); run; run = run->next)
    count += run->ledger == ledger && !vfi_routine_was_left(run);
  return count;
}

const vfi_routine_run *vfi_routine_left(const vfi_ledger *ledger)
{
  vfi_routine_run *run = vfi_routine_first();
  while (run && (run->ledger != ledger || !vfi_routine_was_left(run))) run = run->next;
  return run;
}
