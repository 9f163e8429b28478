/* The report on demand and at the end of the program. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/new_file.h"
#include "../core/text.h"
#include "../relink/known.h"
#include "../group/summary.h"
#include "../validate/ledger.h"
#include "../validate/hooks.h"
#include "../validate/old_values.h"
#include "../validate/routine/routine.h"
#include "../validate/settings.h"
#include "summary.h"

static bool is_json(const char *file)
{
  const size_t length = strlen(file);
  return length > 5 && !strcmp(file + length - 5, ".json");
}

/* The whole report; the caller frees it. */
static vf_status compose(vf_status (*report)(char *, size_t, size_t *), char **text)
{
  size_t needed = 0;
  vf_status status = report(NULL, 0, &needed);
  *text = NULL;
  if (status) return status;
  /* another thread may have added a line since */
  needed += 4096;
  *text = malloc(needed);
  return *text ? report(*text, needed, NULL) : vfi_fail(VF_ERROR_MEMORY, "no host memory for the report");
}

vf_status vf_report_write(const char *file)
{
  if (!file) return vfi_fail(VF_ERROR_NULL, "vf_report_write: file is NULL");
  char *text = NULL;
  vf_status status = compose(is_json(file) ? vf_report_json : vf_report_text, &text);
  if (status) return status;
  const char *reason = vfi_text_write(file, text);
  free(text);
  return reason ? vfi_fail(VF_ERROR_STATE, "the report cannot be written to '%s': %s", file, reason) : VF_OK;
}

bool vf_report_passed(int64_t *checked)
{
  vfi_lock();
  const vfi_outcome outcome = vfi_summary_outcome();
  vfi_unlock();
  if (checked) *checked = outcome.checked;
  return !outcome.failed && (outcome.checked || !outcome.wanted);
}

/* The reasons for the exit status of VF_REPORT_FAIL. A rank without points has nothing to check. */
static const char *reason_to_fail(void)
{
  vfi_lock();
  const vfi_outcome outcome = vfi_summary_outcome();
  vfi_unlock();
  if (outcome.failed) return "failed";
  return outcome.wanted && !outcome.checked && !outcome.empty ? "checked nothing" : NULL;
}

vf_status vf_report_reset(void)
{
  vfi_lock();
  for (vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next) {
    vfi_ledger_forget(ledger);
    const vfi_ledger kept = *ledger;
    memset(ledger, 0, sizeof *ledger);
    memcpy(ledger->name, kept.name, sizeof ledger->name);
    ledger->settings = kept.settings;
    ledger->captured = kept.captured;
    ledger->kernel = kept.kernel;
    memcpy(ledger->originals, kept.originals, sizeof ledger->originals);
    memcpy(ledger->users, kept.users, sizeof ledger->users);
    ledger->running = kept.running;
    ledger->routine = kept.routine;
    if (kept.routine) vfi_routine_reset(kept.routine);
    ledger->next = kept.next;
  }
  vfi_symbols_reset();
  vfi_unlock();
  return VF_OK;
}

/* The exit status of a program that ends without an error although the validation failed. */
static int failure_status;

/* Names captures whose kernel or call never came: nothing else would tell the user. */
static void say_unmet(void)
{
  const char *capture = getenv("VF_CAPTURE");
  vfi_unmet unmet;
  if (!capture || !*capture) return;
  vfi_lock();
  for (int n = 0; vfi_summary_unmet(n, &unmet); n++) fprintf(stderr, "viewfab: %s %s\n", unmet.kernel, unmet.text);
  vfi_unlock();
}

static int64_t told = -1; /* number of failures when the program took the report */

void vf_report_quiet(bool on) { vfi_settings_be_quiet(on); }

void vfi_report_is_told(void) { told = vfi_ledger_failures(); }

/* The first failure of all checked kernels and routines. Lock held. */
static void add_first_failure(vfi_text *line)
{
  const vfi_ledger *first = NULL;
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (ledger->first_failure && (!first || ledger->first_failure < first->first_failure)) first = ledger;
  for (int f = 0; first && f < first->finding_count; f++) {
    const vfi_finding *finding = &first->findings[f];
    if (!vfi_finding_fails(finding->kind)) continue;
    vfi_text_add(line, "%s (call %lld); ", finding->text, (long long)finding->first_call);
    return;
  }
  for (const vfi_ledger *ledger = vfi_ledger_first(); ledger; ledger = ledger->next)
    if (vfi_ledger_failed(ledger)) {
      vfi_text_add(line, "%s; ", ledger->name);
      return;
    }
}

/* Prints one line about a failure, for a program that never asks for the report. */
static void say_failure(const char *file)
{
  char buffer[1024];
  vfi_text line = { .buffer = buffer, .size = sizeof buffer };
  if (!vfi_ledger_failures() && !vfi_routines_open()) return;
  vfi_lock();
  const bool is_new = vfi_ledger_failures() != told && vfi_summary_outcome().failed;
  if (is_new) add_first_failure(&line);
  vfi_unlock();
  if (!is_new || vfi_settings_quiet()) return;
  const int rank = vfi_groups_rank();
  if (rank) fprintf(stderr, "viewfab: rank %d: validation failed: %s", rank, buffer);
  else fprintf(stderr, "viewfab: validation failed: %s", buffer);
  if (file) fprintf(stderr, "the report is in '%s'\n", file);
  else fprintf(stderr, "VF_REPORT=- shows all, VF_CHECK=quiet leaves this line out\n");
}

static void write_at_exit(const char *file)
{
  char name[4096];
  const int64_t before = told;
  file = vfi_rank_file(name, sizeof name, file, vfi_groups_rank());
  if (vf_report_write(file)) {
    fprintf(stderr, "viewfab: %s\n", vf_last_error());
    file = NULL;
  }
  if (file && !strcmp(file, "-")) return;
  told = before;
  say_failure(file);
}

/* Prints the report if the environment asks for it, else one line about a failure without a report. Only this function of
 * the library may end the program. */
static void at_exit(void)
{
  const char *file = getenv("VF_REPORT");
  vfi_lock();
  vfi_old_values_at_exit();
  vfi_validation_wiring.accesses_are_noted();
  vfi_unlock();
  if (file && *file) write_at_exit(file);
  else say_failure(NULL);
  say_unmet();
  const char *reason = failure_status ? reason_to_fail() : NULL;
  if (reason) {
    fprintf(stderr, "viewfab: validation %s; exit status %d as VF_REPORT_FAIL says\n", reason, failure_status);
    /* glibc runs the remaining exit handlers, and then ends with this status */
    exit(failure_status);
  }
}

vf_status vfi_report_at_exit(void)
{
  const char *file = getenv("VF_REPORT"), *fail = getenv("VF_REPORT_FAIL");
  if (fail && *fail) {
    int64_t number = 0;
    if (!vfi_is_whole(fail, 0, 255, &number))
      return vfi_fail(VF_ERROR_ARGUMENT, "VF_REPORT_FAIL is '%s'; it must be an exit status from 1 to 255, or 0", fail);
    failure_status = (int)number;
  }
  static bool registered; /* false after a failure: the next call tries again */
  const char *capture = getenv("VF_CAPTURE");
  const bool wanted = failure_status || (file && *file) || (capture && *capture);
  if (!registered) registered = atexit(at_exit) == 0;
  return wanted && !registered ? vfi_fail(VF_ERROR_MEMORY, "no memory to report at the end of the program") : VF_OK;
}
