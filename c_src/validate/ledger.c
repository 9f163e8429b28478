#include "ledger.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/text.h"
#include "findings/picture.h"
#include "routine/routine.h"
#include "settings.h"

static vfi_ledger *ledgers;
static int64_t failures;

vfi_ledger *vfi_ledger_first(void) { return ledgers; }
int64_t vfi_ledger_failures(void) { return failures; }

vfi_ledger *vfi_ledger_named(const char *name)
{
  vfi_ledger **link = &ledgers;
  char plain[sizeof(*link)->name];
  vfi_text_copy_label(plain, sizeof plain, name);
  for (; *link; link = &(*link)->next)
    if (!strcmp((*link)->name, plain)) return *link;
  vfi_ledger *ledger = calloc(1, sizeof *ledger);
  if (!ledger) {
    vfi_fail(VF_ERROR_MEMORY, "no host memory for the ledger of kernel %s", name);
    return NULL;
  }
  memcpy(ledger->name, plain, sizeof plain);
  vfi_settings_inherit(&ledger->settings);
  *link = ledger;
  return ledger;
}

static vfi_finding *find(vfi_ledger *ledger, vfi_finding_kind kind, int argument)
{
  for (int f = 0; f < ledger->finding_count; f++)
    if (ledger->findings[f].kind == kind && ledger->findings[f].argument == argument) return &ledger->findings[f];
  return NULL;
}

void vfi_tally_add(vfi_tally *all, const vfi_tally *part)
{
  all->compared += part->compared;
  all->different += part->different;
  all->failed += part->failed;
  for (int d = 0; d < VF_ULP_DECADES; d++) all->decades[d] += part->decades[d];
  for (int m = 0; m < VF_MEASURES; m++)
    if (part->worst[m].error > all->worst[m].error) all->worst[m] = part->worst[m];
}

void vfi_tallies_add(vfi_tally to[2], const vfi_tally from[2])
{
  for (int c = 0; c < 2; c++) vfi_tally_add(&to[c], &from[c]);
}

void vfi_ledger_count(vfi_ledger *ledger, int argument, const char *label, const vfi_tally tally[2])
{
  for (int s = 0; s < ledger->statistics_count; s++) {
    vfi_statistics *known = &ledger->statistics[s];
    if (known->argument != argument || strcmp(known->label, label) != 0) continue;
    vfi_tallies_add(known->tally, tally);
    return;
  }
  if (ledger->statistics_count == VF_MAX_STATISTICS) {
    vfi_tallies_add(ledger->others, tally);
    return;
  }
  vfi_statistics *added = &ledger->statistics[ledger->statistics_count++];
  added->argument = argument;
  vfi_text_copy_label(added->label, sizeof added->label, label);
  vfi_tallies_add(added->tally, tally);
}

/* A place in the list behind the findings of earlier calls, and of this call; NULL if there is no more. */
static vfi_finding *place_for(vfi_ledger *ledger, int64_t call)
{
  if (ledger->finding_count == VF_MAX_FINDINGS) return NULL;
  if (ledger->finding_count == ledger->finding_room) {
    const int room = ledger->finding_room ? 2 * ledger->finding_room : 16;
    vfi_finding *grown = realloc(ledger->findings, (size_t)room * sizeof *grown);
    if (!grown) return NULL;
    ledger->findings = grown;
    ledger->finding_room = room;
  }
  int at = ledger->finding_count++;
  for (; at > 0 && ledger->findings[at - 1].first_call > call; at--) ledger->findings[at] = ledger->findings[at - 1];
  return &ledger->findings[at];
}

static void put_text(const vfi_ledger *ledger, vfi_finding *finding, const char *format, va_list list)
{
  const size_t name = strlen(ledger->name);
  memcpy(finding->text, ledger->name, name);
  memcpy(finding->text + name, ": ", 3);
  vsnprintf(finding->text + name + 2, sizeof finding->text - name - 2, format, list);
  vfi_text_plain(finding->text);
}

static void note_beyond(vfi_ledger *ledger, vfi_finding_kind kind)
{
  if (!ledger->findings_beyond++) ledger->first_beyond = ledger->calls;
  ledger->failed_beyond = ledger->failed_beyond || vfi_finding_fails(kind);
}

static void note(vfi_ledger *ledger, vfi_finding_kind kind, int argument, double size, const char *format, va_list list)
{
  vfi_finding *finding = find(ledger, kind, argument);
  const bool known = finding != NULL;
  if (vfi_finding_fails(kind)) {
    failures++;
    if (!ledger->first_differing_call) ledger->first_differing_call = ledger->calls;
    if (!ledger->first_failure) ledger->first_failure = failures;
  }
  if (!known) finding = place_for(ledger, ledger->calls);
  if (!finding) {
    note_beyond(ledger, kind);
    return;
  }
  if (!known) *finding = (vfi_finding){ .kind = kind, .argument = argument, .first_call = ledger->calls };
  if (!known || size > finding->size) {
    finding->size = size;
    finding->largest_call = ledger->calls;
    put_text(ledger, finding, format, list);
  }
  finding->last_call = ledger->calls;
  finding->calls++;
}

void vfi_ledger_note(vfi_ledger *ledger, vfi_finding_kind kind, int argument, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  note(ledger, kind, argument, 0, format, list);
  va_end(list);
}

void vfi_ledger_note_largest(vfi_ledger *ledger, vfi_finding_kind kind, int argument, double size, const char *format,
                             ...)
{
  va_list list;
  va_start(list, format);
  note(ledger, kind, argument, size, format, list);
  va_end(list);
}

void vfi_ledger_forget(vfi_ledger *ledger)
{
  free(ledger->findings);
  ledger->findings = NULL;
  ledger->finding_count = ledger->finding_room = 0;
  vfi_pictures_forget(ledger);
}

bool vfi_finding_fails(vfi_finding_kind kind) { return kind < VF_FINDING_ORIGINAL_OUTSIDE; }

bool vfi_ledger_failed(const vfi_ledger *ledger)
{
  for (int f = 0; f < ledger->finding_count; f++)
    if (vfi_finding_fails(ledger->findings[f].kind)) return true;
  return ledger->failed_beyond || vfi_routine_forgotten(ledger) > 0;
}
