/* Files for INCLUDE lines of Fortran: the head of an original, and the registration of all originals. Free and fixed form
 * can both read the files: statements stand in columns 7 to 72, and a continued line has & in column 73, outside of the
 * fixed form, and & in column 6 of its next line. */
#include <stdio.h>
#include <string.h>

#include "generator.h"

enum { STATEMENT_ROOM = 66, INDENT = 2 };

/* The place to break a statement of more than `room` characters: behind a comma, or else between two tokens. A token is
 * shorter than the room. */
static int break_of(const char *statement, int room)
{
  for (int at = room; at > INDENT; at--)
    if (statement[at - 1] == ' ' && statement[at - 2] == ',') return at;
  for (int at = room; at > INDENT; at--)
    if (strchr(" ,()", statement[at - 1]) || (statement[at - 1] == ':' && statement[at] != ':')) return at;
  return room;
}

static void put_statement(const char *statement)
{
  int room = STATEMENT_ROOM;
  put("      ");
  while ((int)strlen(statement) > room) {
    const int length = break_of(statement, room);
    put("%-*.*s&\n     &%*s", room, length, statement, INDENT, "");
    statement += length + (int)strspn(statement + length, " ");
    room = STATEMENT_ROOM - INDENT;
  }
  put("%s\n", statement);
}

/* Writes the composed text, free form without comments, again for both forms, under the heading. */
static void save_include(const char *heading, const char *folder, const char *file)
{
  static char text[1 << 20], statement[1 << 20];
  snprintf(text, sizeof text, "%s", composed());
  discard();
  put("%s", heading);
  size_t used = 0;
  for (const char *line = text; *line;) {
    line += strspn(line, " ");
    const size_t length = strcspn(line, "&\n");
    memcpy(statement + used, line, length);
    used += length;
    statement[used] = 0;
    if (line[length] != '&') {
      put_statement(statement);
      used = 0;
    }
    line += length + strspn(line + length, "&\n");
  }
  save(folder, file);
}

void write_original_includes(const vfi_kernel_description *kernel, const char *folder)
{
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    char heading[512], file[128];
    snprintf(heading, sizeof heading,
             "! Generated from %s; do not edit.\n"
             "! The head of an original of vf_%s for %s arrays. A call of\n"
             "! the routine replaced by the kernel and `end subroutine` follow.\n",
             file_name(kernel), kernel->name, real_kind(k));
    snprintf(file, sizeof file, "include/viewfab_%s_original%s.inc", kernel->name, kind_suffix(k));
    put_original_head(kernel, k);
    save_include(heading, folder, file);
  }
}

void write_registering_includes(const char *folder, const char *name)
{
  for (int k = 0; k < VF_PASS_COUNT; k++) {
    char heading[512], file[512];
    for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++)
      put("call vf_%s_register_original%s(%s_original%s)\n", (*kernel)->name, kind_suffix(k), (*kernel)->name,
          kind_suffix(k));
    snprintf(heading, sizeof heading,
             "! Generated; do not edit. Registers an original for %s arrays for\n"
             "! each kernel, by the name that viewfab_<kernel>_original.inc gives it.\n",
             real_kind(k));
    snprintf(file, sizeof file, "include/%s_register_originals%s.inc", name, kind_suffix(k));
    save_include(heading, folder, file);
  }
}
