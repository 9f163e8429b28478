/* The report on demand and at the end of the program. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../validate/routine.h"

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

vf_status vf_report_write(const char *file)
{
  if (!file) return vf_fail(VF_ERROR_NULL, "vf_report_write: file is NULL");
  char *text = NULL;
  vf_status status = compose(is_json(file) ? vf_report_json : vf_report_text, &text);
  if (status) return status;
  FILE *stream = strcmp(file, "-") ? fopen(file, "w") : stdout;
  bool written = stream && fputs(text, stream) != EOF && fflush(stream) == 0;
  if (stream && stream != stdout) written = fclose(stream) == 0 && written;
  free(text);
  return written ? VF_OK : vf_fail(VF_ERROR_STATE, "the report cannot be written to '%s'", file);
}

bool vf_report_passed(int64_t *checked)
{
  int64_t calls = 0;
  bool passed = true;
  vf_lock();
  for (const vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next) {
    calls += ledger->checked;
    passed = passed && !vf_ledger_failed(ledger);
  }
  vf_unlock();
  if (checked) *checked = calls;
  return passed;
}

vf_status vf_report_reset(void)
{
  vf_lock();
  for (vf_ledger *ledger = vf_ledger_first(); ledger; ledger = ledger->next) {
    const vf_ledger kept = *ledger;
    memset(ledger, 0, sizeof *ledger);
    memcpy(ledger->name, kept.name, sizeof ledger->name);
    ledger->settings = kept.settings;
    ledger->captured = kept.captured;
    ledger->kernel = kept.kernel;
    memcpy(ledger->originals, kept.originals, sizeof ledger->originals);
    memcpy(ledger->users, kept.users, sizeof ledger->users);
    ledger->routine = kept.routine;
    if (kept.routine) vf_routine_reset(kept.routine);
    ledger->next = kept.next;
  }
  vf_unlock();
  return VF_OK;
}

/* What a program that ends without an error says to its caller where the validation failed. */
static int failure_status;

/* The user asked for output and for an exit status, by the environment; only here does the library print or exit. */
static void at_exit(void)
{
  const char *file = getenv("VF_REPORT");
  if (file && *file && vf_report_write(file)) fprintf(stderr, "viewfab: %s\n", vf_last_error());
  if (failure_status && !vf_report_passed(NULL)) {
    fprintf(stderr, "viewfab: validation failed; exit status %d as VF_REPORT_FAIL says\n", failure_status);
    /* glibc runs what is left of the exit handlers, and then ends with this status. */
    exit(failure_status);
  }
}

vf_status vf_report_at_exit(void)
{
  const char *file = getenv("VF_REPORT"), *fail = getenv("VF_REPORT_FAIL");
  if (fail && *fail) {
    char *end = NULL;
    const long number = strtol(fail, &end, 10);
    if (*end || number < 0 || number > 255)
      return vf_fail(VF_ERROR_ARGUMENT, "VF_REPORT_FAIL is '%s'; it must be an exit status from 1 to 255, or 0", fail);
    failure_status = (int)number;
  }
  if (!failure_status && !(file && *file)) return VF_OK;
  return atexit(at_exit) ? vf_fail(VF_ERROR_MEMORY, "no memory to report at the end of the program") : VF_OK;
}
