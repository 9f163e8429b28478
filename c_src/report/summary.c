#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "../validate/capture_setting.h"

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

static bool unmet_mode(const vf_ledger *ledger, vf_unmet *unmet)
{
  if (ledger->calls || ledger->kernel) return false;
  if (!(ledger->settings.own & VF_OWN_MODE) || ledger->settings.mode == VF_MODE_DEVICE) return false;
  snprintf(unmet->kernel, sizeof unmet->kernel, "%s", ledger->name);
  snprintf(unmet->text, sizeof unmet->text, "was never called: is this the kernel's name?");
  return true;
}

static bool unmet_capture(const vf_capture_item *item, vf_unmet *unmet)
{
  const vf_ledger *ledger = vf_ledger_first();
  while (ledger && strcmp(ledger->name, item->kernel)) ledger = ledger->next;
  const int64_t calls = ledger ? ledger->calls : 0;
  if (calls >= item->last) return false;
  snprintf(unmet->kernel, sizeof unmet->kernel, "%s", item->kernel);
  if (ledger && ledger->kernel)
    snprintf(unmet->text, sizeof unmet->text, "was called %lld times: VF_CAPTURE asks for call %lld", (long long)calls,
             (long long)item->last);
  else
    snprintf(unmet->text, sizeof unmet->text,
             "was never called: is this the kernel's name? VF_CAPTURE asks for call %lld", (long long)item->first);
  return true;
}

bool vf_summary_unmet(int n, vf_unmet *unmet)
{
  vf_capture_item item;
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next)
    if (unmet_mode(ledger, unmet) && n-- == 0) return true;
  for (int i = 0; vf_capture_setting_item(i, &item); i++)
    if (unmet_capture(&item, unmet) && n-- == 0) return true;
  return false;
}
