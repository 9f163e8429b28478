#include "source_lines.h"

#include <stdio.h>
#include <string.h>

#include "../core/code_places.h"

/* Appends "main.f90:33, in solve" for a place with a line in the program's own sources. */
static bool append_line(const vfi_code_place *place, char text[VF_SOURCE_LINE])
{
  const size_t used = strlen(text);
  if (!place->line || vfi_code_place_is_own(place)) return false;
  if (used && !strcmp(place->function, "main")) return false; /* the call of a Fortran program says nothing */
  snprintf(text + used, VF_SOURCE_LINE - used, "%s%s:%d, in %s", used ? ", called from " : "",
           vfi_base_name(place->file), place->line, place->function);
  return true;
}

static void append_address(const vfi_code_place *place, char text[VF_SOURCE_LINE])
{
  snprintf(text, VF_SOURCE_LINE, "%.200s+0x%lx (no line is known: compile with -g, and have addr2line in PATH)",
           vfi_base_name(place->module), place->offset);
}

bool vfi_source_line(void *const *frame, int frames, char text[VF_SOURCE_LINE])
{
  enum { LINES = 2, MOST = 32 };
  vfi_code_place places[MOST];
  const vfi_code_place *first = NULL;
  *text = 0;
  if (frames > MOST) frames = MOST;
  for (int f = 0; f < frames; f++) {
    places[f].address = frame[f];
    places[f].returns = f > 0;
  }
  vfi_code_places_find(places, frames);
  const bool from_call = frames > 0 && vfi_code_place_is_own(&places[0]);
  for (int f = from_call ? vfi_code_places_caller(places, frames) : 0, lines = 0; f < frames && lines < LINES; f++) {
    if (!places[f].module[0] || vfi_code_place_is_runtime(&places[f])) continue;
    if (!first) first = &places[f];
    lines += append_line(&places[f], text);
  }
  if (!*text && first) append_address(first, text);
  return *text;
}
