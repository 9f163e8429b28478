/* Runs whose port may have left by an error, without its vf_check_end. */
#include "routine.h"

#include <stdio.h>

#include "../../core/error.h"

bool vf_routine_was_left(vf_routine_run *run)
{
  const char *error = pthread_equal(run->owner, pthread_self()) ? vf_error_watched() : NULL;
  if (!run->left[0] && error) snprintf(run->left, sizeof run->left, "%s", error);
  return run->left[0] != 0;
}

int64_t vf_routine_forgotten(const vf_ledger *ledger)
{
  int64_t count = 0;
  for (vf_routine_run *run = vf_routine_first(); run; run = run->next)
    count += run->ledger == ledger && !vf_routine_was_left(run);
  return count;
}

const vf_routine_run *vf_routine_left(const vf_ledger *ledger)
{
  vf_routine_run *run = vf_routine_first();
  while (run && (run->ledger != ledger || !vf_routine_was_left(run))) run = run->next;
  return run;
}
