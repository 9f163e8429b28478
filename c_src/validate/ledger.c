#include "ledger.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/text.h"
#include "routine/routine.h"
#include "settings.h"

static vf_ledger *ledgers;
static int64_t failures;

vf_ledger *vf_ledger_first(void) { return ledgers; }
int64_t vf_ledger_failures(void) { return failures; }

vf_ledger *vf_ledger_named(const char *name)
{
  vf_ledger **link = &ledgers;
  char plain[sizeof(*link)->name];
  vf_text_copy_label(plain, sizeof plain, name);
  for (; *link; link = &(*link)->next)
    if (!strcmp((*link)->name, plain)) return *link;
  vf_ledger *ledger = calloc(1, sizeof *ledger);
  if (!ledger) {
    vf_fail(VF_ERROR_MEMORY, "no host memory for the ledger of kernel %s", name);
    return NULL;
  }
  memcpy(ledger->name, plain, sizeof plain);
  vf_settings_inherit(&ledger->settings);
  *link = ledger;
  return ledger;
}

static vf_finding *find(vf_ledger *ledger, vf_finding_kind kind, int argument)
{
  for (int f = 0; f < ledger->finding_count; f++)
    if (ledger->findings[f].kind == kind && ledger->findings[f].argument == argument) return &ledger->findings[f];
  return NULL;
}

void vf_tally_add(vf_tally *all, const vf_tally *part)
{
  all->compared += part->compared;
  all->different += part->different;
  all->failed += part->failed;
  for (int d = 0; d < VF_ULP_DECADES; d++) all->decades[d] += part->decades[d];
  for (int m = 0; m < VF_MEASURES; m++)
    if (part->worst[m].error > all->worst[m].error) all->worst[m] = part->worst[m];
}

void vf_tallies_add(vf_tally to[2], const vf_tally from[2])
{
  for (int c = 0; c < 2; c++) vf_tally_add(&to[c], &from[c]);
}

void vf_ledger_count(vf_ledger *ledger, int argument, const char *label, const vf_tally tally[2])
{
  for (int s = 0; s < ledger->statistics_count; s++) {
    vf_statistics *known = &ledger->statistics[s];
    if (known->argument != argument || strcmp(known->label, label) != 0) continue;
    vf_tallies_add(known->tally, tally);
    return;
  }
  if (ledger->statistics_count == VF_MAX_STATISTICS) {
    vf_tallies_add(ledger->others, tally);
    return;
  }
  vf_statistics *added = &ledger->statistics[ledger->statistics_count++];
  added->argument = argument;
  vf_text_copy_label(added->label, sizeof added->label, label);
  vf_tallies_add(added->tally, tally);
}

/* A place in the list behind the findings of earlier calls, and of this call; NULL if there is no more. */
static vf_finding *place_for(vf_ledger *ledger, int64_t call)
{
  if (ledger->finding_count == VF_MAX_FINDINGS) return NULL;
  if (ledger->finding_count == ledger->finding_room) {
    const int room = ledger->finding_room ? 2 * ledger->finding_room : 16;
    vf_finding *grown = realloc(ledger->findings, (size_t)room * sizeof *grown);
    if (!grown) return NULL;
    ledger->findings = grown;
    ledger->finding_room = room;
  }
  int at = ledger->finding_count++;
  for (; at > 0 && ledger->findings[at - 1].first_call > call; at--) ledger->findings[at] = ledger->findings[at - 1];
  return &ledger->findings[at];
}

static void put_text(const vf_ledger *ledger, vf_finding *finding, const char *format, va_list list)
{
  const size_t name = strlen(ledger->name);
  memcpy(finding->text, ledger->name, name);
  memcpy(finding->text + name, ": ", 3);
  vsnprintf(finding->text + name + 2, sizeof finding->text - name - 2, format, list);
  vf_text_plain(finding->text);
}

static void note_beyond(vf_ledger *ledger, vf_finding_kind kind)
{
  if (!ledger->findings_beyond++) ledger->first_beyond = ledger->calls;
  ledger->failed_beyond = ledger->failed_beyond || vf_finding_fails(kind);
}

static void note(vf_ledger *ledger, vf_finding_kind kind, int argument, double size, const char *format, va_list list)
{
  vf_finding *finding = find(ledger, kind, argument);
  const bool known = finding != NULL;
  if (vf_finding_fails(kind)) {
    failures++;
    if (!ledger->first_differing_call) ledger->first_differing_call = ledger->calls;
    if (!ledger->first_failure) ledger->first_failure = failures;
  }
  if (!known) finding = place_for(ledger, ledger->calls);
  if (!finding) {
    note_beyond(ledger, kind);
    return;
  }
  if (!known) *finding = (vf_finding){ .kind = kind, .argument = argument, .first_call = ledger->calls };
  if (!known || size > finding->size) {
    finding->size = size;
    finding->largest_call = ledger->calls;
    put_text(ledger, finding, format, list);
  }
  finding->last_call = ledger->calls;
  finding->calls++;
}

void vf_ledger_note(vf_ledger *ledger, vf_finding_kind kind, int argument, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  note(ledger, kind, argument, 0, format, list);
  va_end(list);
}

void vf_ledger_note_largest(vf_ledger *ledger, vf_finding_kind kind, int argument, double size, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  note(ledger, kind, argument, size, format, list);
  va_end(list);
}

void vf_ledger_forget(vf_ledger *ledger)
{
  free(ledger->findings);
  ledger->findings = NULL;
  ledger->finding_count = ledger->finding_room = 0;
}

bool vf_finding_fails(vf_finding_kind kind) { return kind < VF_FINDING_ORIGINAL_OUTSIDE; }

bool vf_ledger_failed(const vf_ledger *ledger)
{
  for (int f = 0; f < ledger->finding_count; f++)
    if (vf_finding_fails(ledger->findings[f].kind)) return true;
  return ledger->failed_beyond || vf_routine_forgotten(ledger) > 0;
}
