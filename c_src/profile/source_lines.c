#include "source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/code_places.h"
#include "tables.h"

/* "name" of a Fortran procedure: __module_MOD_name of gfortran, _QMmodulePname and _QPname of flang, name_ of both. */
static void plain_name(char *function)
{
  if (!strcmp(function, "MAIN__") || !strcmp(function, "_QQmain")) {
    strcpy(function, "main program");
    return;
  }
  const char *begin = strstr(function, "_MOD_");
  if (begin) begin += 5;
  else if (!strncmp(function, "_Q", 2) && (begin = strrchr(function, 'P'))) begin++;
  else begin = function;
  memmove(function, begin, strlen(begin) + 1);
  const size_t length = strlen(function);
  if (length > 1 && function[length - 1] == '_') function[length - 1] = 0;
}

static void name_site(vfi_profile_site *site, const vfi_code_place *frames)
{
  if (!site->depth) {
    snprintf(site->routine, sizeof site->routine, "?");
    return;
  }
  const int caller = vfi_code_places_caller(frames, site->depth);
  const vfi_code_place *code = &frames[caller < site->depth ? caller : site->depth - 1];
  snprintf(site->routine, sizeof site->routine, "%.95s", code->function);
  plain_name(site->routine);
  if (!site->routine[0]) snprintf(site->routine, sizeof site->routine, "%p", code->address);
  snprintf(site->file, sizeof site->file, "%s", code->file);
  site->line = code->line;
  site->place = code->address;
}

void vfi_profile_name_sites(void)
{
  int count = 0;
  for (int s = 0; s < vfi_profile.site_count; s++) count += vfi_profile.sites[s].depth;
  vfi_code_place *frames = calloc((size_t)count + 1, sizeof *frames);
  if (!frames) {
    vfi_profile.lost++;
    return;
  }
  int f = 0;
  for (int s = 0; s < vfi_profile.site_count; s++)
    for (int d = 0; d < vfi_profile.sites[s].depth; d++, f++) {
      frames[f].address = vfi_profile.sites[s].frames[d];
      frames[f].returns = true;
    }
  vfi_code_places_find(frames, count);
  f = 0;
  for (int s = 0; s < vfi_profile.site_count; s++) {
    name_site(&vfi_profile.sites[s], &frames[f]);
    f += vfi_profile.sites[s].depth;
  }
  free(frames);
  vfi_profile_join_sites();
}
