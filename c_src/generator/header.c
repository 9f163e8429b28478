/* The C header: declarations of the entries, with their documentation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"

static const char *const continuation = "\n    ";

static void parameters(const vf_kernel_description *kernel, bool many)
{
  static const char *const values[] = { "double ",    "int ",           "const double ",
                                        "const int ", "const vf_box *", "const vf_boundary *" };
  put(many ? "const vf_box *boxes, int box_count" : "const vf_box *box");
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    const bool triple = argument->type == VF_ARGUMENT_REAL3 || argument->type == VF_ARGUMENT_INT3;
    char text[160];
    snprintf(text, sizeof text, "%s%s%s", is_array(argument) ? "vf_view *" : values[argument->type], argument->name,
             !is_array(argument) && triple ? "[3]" : "");
    put_item(", ", continuation, text);
  }
  if (kernel->points == VF_POINTS_REDUCTION) {
    put_item(", ", continuation, "double *result");
    if (many) put_item(", ", continuation, "vf_view *result_view");
  } else if (last_argument(kernel)) {
    char text[64];
    snprintf(text, sizeof text, "int %s", last_argument(kernel));
    put_item(", ", continuation, text);
  }
  put(");\n");
}

static void document(const vf_kernel_description *kernel)
{
  char head[160], text[TEXT_ROOM];
  put_paragraph("/* ", " * ", comment_text(kernel->summary));
  put_paragraph(" *   box          ", " *                ", box_meaning(kernel));
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    snprintf(head, sizeof head, " *   %-12s ", argument->name);
    if (is_array(argument))
      snprintf(text, sizeof text, "%s (%s; %s)", argument->documentation, intent_text(argument), map_text(argument));
    else snprintf(text, sizeof text, "%s", argument->documentation);
    put_paragraph(head, " *                ", comment_text(text));
  }
  if (last_argument(kernel)) {
    snprintf(head, sizeof head, " *   %-12s ", last_argument(kernel));
    put_paragraph(head, " *                ", last_meaning(kernel));
  }
  put(" */\n");
}

static void document_original(const vf_kernel_description *kernel)
{
  char text[4096], place[160];
  size_t length = (size_t)snprintf(text, sizeof text,
                                   "Registers the original of vf_%s as vf_kernel_set_original does. "
                                   "In its call stand",
                                   kernel->name);
  for (int a = 0; a < kernel->argument_count; a++) {
    static const char *const members[] = { ".number", ".integer", ".numbers", ".integers", ".box", ".boundary" };
    const vf_argument_description *argument = &kernel->arguments[a];
    snprintf(place, sizeof place, "%s %s in %s[%d]%s", a ? "," : "", argument->name,
             is_array(argument) ? "arrays" : "values", a, is_array(argument) ? "" : members[argument->type]);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", place);
  }
  if (kernel->points == VF_POINTS_COLOURED || kernel->points == VF_POINTS_FACES)
    snprintf(text + length, sizeof text - length, ", %s in selector", last_argument(kernel));
  if (kernel->points == VF_POINTS_REDUCTION)
    snprintf(text + length, sizeof text - length, "; *result takes the result");
  put_paragraph("/* ", " * ", text);
  put(" */\n");
}

void write_header(const char *folder, const char *name)
{
  char guard[256], file[512];
  snprintf(guard, sizeof guard, "VIEWFAB_GENERATED_%s_H", name);
  for (char *c = guard; *c; c++) *c = (char)toupper((unsigned char)*c);
  put("/* Generated from the kernel files; do not edit. */\n#ifndef %s\n#define %s\n\n#include "
      "<viewfab/validate.h>\n\n",
      guard, guard);
  put("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++) {
    put("\n");
    writing(*kernel);
    document(*kernel);
    put("VF_API vf_status vf_%s(", (*kernel)->name);
    parameters(*kernel, false);
    put("VF_API vf_status vf_%s_boxes(", (*kernel)->name);
    parameters(*kernel, true);
    put("extern VF_API vf_kernel vf_%s_kernel;\n", (*kernel)->name);
    document_original(*kernel);
    put("VF_API vf_status vf_%s_set_original(vf_type type, vf_original original, void *user);\n", (*kernel)->name);
  }
  put("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  snprintf(file, sizeof file, "include/%s.h", name);
  save(folder, file);
}
