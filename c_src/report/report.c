/* The report on demand and at the end of the program. */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/new_file.h"
#include "../core/number.h"
#include "../core/text.h"
#include "../drop_in/known.h"
#include "../group/summary.h"
#include "../validate/ledger.h"
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
  /* Another thread may have added a line meanwhile. */
  needed += 4096;
  *text = malloc(needed);
  return *text ? report(*text, needed, NULL) : vf_fail(VF_ERROR_MEMORY, "no host memory for the report");
}

/* NULL, or why not. */
static const char *write_stream(FILE *stream, const char *text)
{
  return fputs(text, stream) == EOF || fflush(stream) ? strerror(errno) : NULL;
}

static const char *write_file(const char *name, const char *text)
{
  vf_new_file file;
  FILE *stream = NULL;
  const char *reason = vf_new_file_open(&file, name, &stream);
  if (reason) return reason;
  reason = write_stream(stream, text);
  if (fclose(stream) && !reason) reason = strerror(errno);
  if (!reason) return vf_new_file_finish(&file);
  vf_new_file_drop(&file);
  return reason;
}

vf_status vf_report_write(const char *file)
{
  if (!file) return vf_fail(VF_ERROR_NULL, "vf_report_write: file is NULL");
  char *text = NULL;
  vf_status status = compose(is_json(file) ? vf_report_json : vf_report_text, &text);
  if (status) return status;
  const char *reason = strcmp(file, "-") ? write_file(file, text) : write_stream(stdout, text);
  free(text);
  return reason ? vf_fail(VF_ERROR_STATE, "the report cannot be written to '%s': %s", file, reason) : VF_OK;
}

bool vf_report_passed(int64_t *checked)
{
  vf_lock();
  const vf_outcome outcome = vf_summary_outcome();
  vf_unlock();
  if (checked) *checked = outcome.checked;
  return !outcome.failed && (outcome.checked || !outcome.wanted);
}

/* The reasons for the exit status of VF_REPORT_FAIL. A rank without points has nothing to check. */
static const char *reason_to_fail(void)
{
  vf_lock();
  const vf_outcome outcome = vf_summary_outcome();
  vf_unlock();
  if (outcome.failed) return "failed";
  return outcome.wanted && !outcome.checked && !outcome.empty ? "checked nothing" : NULL;
}

vf_status vf_report_reset(void)
{
  vf_lock();
  for (vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next) {
    vf_ledger_forget(ledger);
    const vf_ledger kept = *ledger;
    memset(ledger, 0, sizeof *ledger);
    memcpy(ledger->name, kept.name, sizeof ledger->name);
    ledger->settings = kept.settings;
    ledger->captured = kept.captured;
    ledger->kernel = kept.kernel;
    memcpy(ledger->originals, kept.originals, sizeof ledger->originals);
    memcpy(ledger->users, kept.users, sizeof ledger->users);
    ledger->running = kept.running;
    ledger->routine = kept.routine;
    if (kept.routine) vf_routine_reset(kept.routine);
    ledger->next = kept.next;
  }
  vf_symbols_reset();
  vf_unlock();
  return VF_OK;
}

/* What a program that ends without an error says to its caller where the validation failed. */
static int failure_status;

/* Of captures that never came nothing else would tell. */
static void say_unmet(void)
{
  const char *capture = getenv("VF_CAPTURE");
  vf_unmet unmet;
  if (!capture || !*capture) return;
  vf_lock();
  for (int n = 0; vf_summary_unmet(n, &unmet); n++) fprintf(stderr, "viewfab: %s %s\n", unmet.kernel, unmet.text);
  vf_unlock();
}

static int64_t told = -1; /* failures that there were when the program took the report */

void vf_report_quiet(bool on) { vf_settings_be_quiet(on); }

void vf_report_is_told(void) { told = vf_ledger_failures(); }

/* What failed first, in all that was checked. */
static void add_first_failure(vf_text *line)
{
  const vf_ledger *first = NULL;
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next)
    if (ledger->first_failure && (!first || ledger->first_failure < first->first_failure)) first = ledger;
  for (int f = 0; first && f < first->finding_count; f++) {
    const vf_finding *finding = &first->findings[f];
    if (!vf_finding_fails(finding->kind)) continue;
    vf_text_add(line, "%s (call %lld); ", finding->text, (long long)finding->first_call);
    return;
  }
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next)
    if (vf_ledger_failed(ledger)) {
      vf_text_add(line, "%s; ", ledger->name);
      return;
    }
}

/* A program that never asks for the report is told by one line that there is something to ask for. */
static void say_failure(const char *file)
{
  char buffer[1024];
  vf_text line = { .buffer = buffer, .size = sizeof buffer };
  const int rank = vf_groups_rank();
  if (!vf_ledger_failures() && !vf_routines_open()) return;
  vf_lock();
  const bool known = vf_ledger_failures() == told;
  if (!known) add_first_failure(&line);
  vf_unlock();
  vf_lock();
  const bool failed = vf_summary_outcome().failed;
  vf_unlock();
  if (known || vf_settings_quiet() || !failed) return;
  if (rank) fprintf(stderr, "viewfab: rank %d: validation failed: %s", rank, buffer);
  else fprintf(stderr, "viewfab: validation failed: %s", buffer);
  if (file) fprintf(stderr, "the report is in '%s'\n", file);
  else fprintf(stderr, "VF_REPORT=- shows all, VF_CHECK=quiet leaves this line out\n");
}

/* Ranks would write over each other's file: those but the first one have their number in the name. */
static void write_at_exit(const char *file)
{
  const int64_t before = told;
  const int rank = vf_groups_rank();
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  char name[4096];
  const size_t stem = dot ? (size_t)(dot - file) : strlen(file);
  if (rank && strcmp(file, "-") && strlen(file) + 16 < sizeof name) {
    snprintf(name, sizeof name, "%.*s.%d%s", (int)stem, file, rank, file + stem);
    file = name;
  }
  if (vf_report_write(file)) {
    fprintf(stderr, "viewfab: %s\n", vf_last_error());
    file = NULL;
  }
  if (file && !strcmp(file, "-")) return;
  told = before;
  say_failure(file);
}

/* Only here does the library exit; and it prints what the environment asks for, or one line about a failure that nobody
 * has asked for. */
static void at_exit(void)
{
  const char *file = getenv("VF_REPORT");
  vf_lock();
  vf_old_values_at_exit();
  vf_unlock();
  if (file && *file) write_at_exit(file);
  else say_failure(NULL);
  say_unmet();
  const char *reason = failure_status ? reason_to_fail() : NULL;
  if (reason) {
    fprintf(stderr, "viewfab: validation %s; exit status %d as VF_REPORT_FAIL says\n", reason, failure_status);
    /* glibc runs what is left of the exit handlers, and then ends with this status. */
    exit(failure_status);
  }
}

vf_status vf_report_at_exit(void)
{
  const char *file = getenv("VF_REPORT"), *fail = getenv("VF_REPORT_FAIL");
  if (fail && *fail) {
    int64_t number = 0;
    if (!vf_is_whole(fail, 0, 255, &number))
      return vf_fail(VF_ERROR_ARGUMENT, "VF_REPORT_FAIL is '%s'; it must be an exit status from 1 to 255, or 0", fail);
    failure_status = (int)number;
  }
  static bool registered; /* the environment is read again where memory was missing */
  const char *capture = getenv("VF_CAPTURE");
  const bool wanted = failure_status || (file && *file) || (capture && *capture);
  if (!registered) registered = atexit(at_exit) == 0;
  return wanted && !registered ? vf_fail(VF_ERROR_MEMORY, "no memory to report at the end of the program") : VF_OK;
}
