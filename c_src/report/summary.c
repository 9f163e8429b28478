#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "../validate/capture/setting.h"
#include "../validate/settings.h"

/* The failed one with the next number. */
static const vf_ledger *failed_behind(int64_t number)
{
  const vf_ledger *next = NULL;
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next)
    if (ledger->first_failure > number && (!next || ledger->first_failure < next->first_failure)) next = ledger;
  return next;
}

const vf_ledger *vf_summary_next(const vf_ledger *previous)
{
  const vf_ledger *next =
      !previous || previous->first_failure ? failed_behind(previous ? previous->first_failure : 0) : NULL;
  if (next) return next;
  next = previous && !previous->first_failure ? previous->next : vf_ledger_first();
  while (next && next->first_failure) next = next->next;
  return next;
}

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

vf_outcome vf_summary_outcome(void)
{
  vf_outcome outcome = { .wanted = vf_settings_check_any() };
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next) {
    outcome.failed = outcome.failed || vf_ledger_failed(ledger);
    outcome.checked += ledger->checked;
    outcome.empty += ledger->empty;
  }
  return outcome;
}

static const vf_worst *larger(const vf_worst *worst, const vf_tally tally[2], int measure)
{
  for (int colour = 0; colour < 2; colour++) {
    const vf_worst *candidate = &tally[colour].worst[measure];
    if (candidate->error > (worst ? worst->error : 0)) worst = candidate;
  }
  return worst;
}

const vf_worst *vf_summary_worst(const vf_ledger *ledger, int measure)
{
  const vf_worst *worst = NULL;
  for (int s = 0; s < ledger->statistics_count; s++) worst = larger(worst, ledger->statistics[s].tally, measure);
  return larger(worst, ledger->others, measure);
}

int vf_summary_lines(const vf_ledger *ledger)
{
  const bool others = ledger->others[0].compared || ledger->others[1].compared;
  return 2 * (ledger->statistics_count + others);
}

bool vf_summary_line(const vf_ledger *ledger, int number, vf_summary_of *line)
{
  const bool coloured = ledger->kernel && vf_is_coloured(&ledger->kernel->description);
  const bool others = number / 2 == ledger->statistics_count;
  const vf_statistics *statistics = others ? NULL : &ledger->statistics[number / 2];
  const vf_tally *tally = others ? ledger->others : statistics->tally;
  *line = (vf_summary_of){ .label = others ? "others" : statistics->label, .others = others, .colour = -1 };
  line->result = !others && ledger->kernel && statistics->argument >= ledger->kernel->description.argument_count;
  line->named = line->result && !vf_is_reduction(&ledger->kernel->description);
  line->tally = tally[number % 2];
  if (coloured) line->colour = number % 2;
  else if (number % 2) return false;
  else vf_tally_add(&line->tally, &tally[1]);
  return line->tally.compared > 0;
}

const char *vf_summary_cells(const vf_ledger *ledger)
{
  return ledger->kernel && vf_layers_around(&ledger->kernel->description) ? "ghosts" : "valid";
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
