#include "summary.h"

const char *vf_summary_verdict(const vf_ledger *ledger)
{
  if (vf_ledger_failed(ledger)) return "failed";
  return ledger->checked ? "passed" : "nothing checked";
}

const char *vf_summary_whole(void)
{
  bool checked = false;
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next) {
    if (vf_ledger_failed(ledger)) return "failed";
    checked = checked || ledger->checked;
  }
  return checked ? "passed" : "nothing checked";
}

const vf_worst *vf_summary_worst(const vf_ledger *ledger, int measure, int *argument)
{
  const vf_worst *worst = NULL;
  for (int a = 0; a <= VF_MAX_ARGUMENTS; a++)
    for (int colour = 0; colour < 2; colour++) {
      const vf_worst *candidate = &ledger->tallies[a][colour].worst[measure];
      if (candidate->error > (worst ? worst->error : 0)) {
        worst = candidate;
        *argument = a;
      }
    }
  return worst;
}

const char *vf_summary_label(const vf_ledger *ledger, int argument)
{
  if (ledger->kernel && argument >= ledger->kernel->description.argument_count) return "result";
  return ledger->labels[argument];
}

const char *vf_summary_cells(const vf_ledger *ledger)
{
  return ledger->kernel && ledger->kernel->description.points == VF_POINTS_GHOSTS ? "ghosts" : "valid";
}
