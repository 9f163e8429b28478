/* VF_MEMORY_REPORT: the report of device memory at the end of the program. */
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/memory.h>

#include "../core/error.h"
#include "../core/new_file.h"
#include "../group/summary.h"
#include "report.h"

static void at_exit(void)
{
  const char *wanted = getenv("VF_MEMORY_REPORT");
  char name[4096];
  size_t needed = 0;
  if (!wanted || !*wanted) return;
  vf_memory_report(NULL, 0, &needed);
  char *text = malloc(needed);
  if (text) vf_memory_report(text, needed, NULL);
  const char *reason =
      text ? vfi_text_write(vfi_rank_file(name, sizeof name, wanted, vfi_groups_rank()), text) : "no memory";
  if (reason) fprintf(stderr, "viewfab: the report of memory cannot be written to '%s': %s\n", wanted, reason);
  free(text);
}

vf_status vfi_memory_file_at_exit(void)
{
  static bool registered;
  const char *wanted = getenv("VF_MEMORY_REPORT");
  if (!wanted || !*wanted || registered) return VF_OK;
  registered = atexit(at_exit) == 0;
  return registered ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no memory to report device memory at the end of the program");
}
