#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "../validate/capture/capture.h"
#include "../validate/settings.h"

/* The next failed ledger, by number of the first failure. */
static const vfi_ledger *failed_behind(int64_t number)
{
  const vfi_ledger *next = NULL;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (ledger->first_failure > number && (!next || ledger->first_failure < next->first_failure)) next = ledger;
  return next;
}

const vfi_ledger *vfi_summary_next(const vfi_ledger *previous)
{
  const vfi_ledger *next =
      !previous || previous->first_failure ? failed_behind(previous ? previous->first_failure : 0) : NULL;
  if (next) return next;
  next = previous && !previous->first_failure ? previous->next : vfi_ledger_first();
  while (next && next->first_failure) next = next->next;
  return next;
}

const char *vfi_summary_verdict(const vfi_ledger *ledger)
{
  if (vfi_ledger_failed(ledger)) return "failed";
  return ledger->checked ? "passed" : "nothing checked";
}

const char *vfi_summary_whole(void)
{
  bool checked = false;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next) {
    if (vfi_ledger_failed(ledger)) return "failed";
    checked = checked || ledger->checked;
  }
  return checked ? "passed" : "nothing checked";
}

vfi_outcome vfi_summary_outcome(void)
{
  vfi_outcome outcome = { .wanted = vfi_settings_check_any() };
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next) {
    outcome.failed = outcome.failed || vfi_ledger_failed(ledger);
    outcome.checked += ledger->checked;
    outcome.empty += ledger->empty;
  }
  return outcome;
}

static const vfi_worst *larger(const vfi_worst *worst, const vfi_tally tally[2], int measure)
{
  for (int colour = 0; colour < 2; colour++) {
    const vfi_worst *candidate = &tally[colour].worst[measure];
    if (candidate->error > (worst ? worst->error : 0)) worst = candidate;
  }
  return worst;
}

const vfi_worst *vfi_summary_worst(const vfi_ledger *ledger, int measure)
{
  const vfi_worst *worst = NULL;
  for (int s = 0; s < ledger->statistics_count; s++) worst = larger(worst, ledger->statistics[s].tally, measure);
  return larger(worst, ledger->others, measure);
}

int vfi_summary_lines(const vfi_ledger *ledger)
{
  const bool others = ledger->others[0].compared || ledger->others[1].compared;
  return 2 * (ledger->statistics_count + others);
}

bool vfi_summary_line(const vfi_ledger *ledger, int number, vfi_summary_of *line)
{
  const bool coloured = ledger->kernel && vfi_is_coloured(&ledger->kernel->description);
  const bool others = number / 2 == ledger->statistics_count;
  const vfi_statistics *statistics = others ? NULL : &ledger->statistics[number / 2];
  const vfi_tally *tally = others ? ledger->others : statistics->tally;
  *line = (vfi_summary_of){ .label = others ? "others" : statistics->label, .others = others, .colour = -1 };
  line->result = !others && ledger->kernel && statistics->argument >= ledger->kernel->description.argument_count;
  line->named = line->result && !vfi_is_reduction(&ledger->kernel->description);
  line->tally = tally[number % 2];
  if (coloured) line->colour = number % 2;
  else if (number % 2) return false;
  else vfi_tally_add(&line->tally, &tally[1]);
  return line->tally.compared > 0;
}

const char *vfi_summary_cells(const vfi_ledger *ledger)
{
  return ledger->kernel && vfi_layers_around(&ledger->kernel->description) ? "ghosts" : "valid";
}

static bool unmet_mode(const vfi_ledger *ledger, vfi_unmet *unmet)
{
  if (ledger->calls || ledger->kernel) return false;
  if (!(ledger->settings.chosen & VF_CHOSEN_MODE) || ledger->settings.mode == VF_MODE_DEVICE) return false;
  snprintf(unmet->kernel, sizeof unmet->kernel, "%s", ledger->name);
  snprintf(unmet->text, sizeof unmet->text, "was never called: is this the kernel's name?");
  return true;
}

static bool unmet_capture(const vfi_capture_item *item, vfi_unmet *unmet)
{
  const vfi_ledger *ledger = vfi_ledger_first();
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

bool vfi_summary_unmet(int n, vfi_unmet *unmet)
{
  vfi_capture_item item;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (unmet_mode(ledger, unmet) && n-- == 0) return true;
  for (int i = 0; vfi_capture_setting_item(i, &item); i++)
    if (unmet_capture(&item, unmet) && n-- == 0) return true;
  return false;
}
