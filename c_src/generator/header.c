/* The C header: declarations of the entries, with their documentation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"

static const char *const continuation = "\n    ";

static void parameters(const vf_kernel_description *kernel, bool many)
{
  put(many ? "const vf_box *boxes, int box_count" : "const vf_box *box");
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, c_parameter(&kernel->arguments[a]));
  if (reduces(kernel)) {
    put_item(", ", continuation, "double *result");
    if (many) put_item(", ", continuation, "vf_view *result_view");
  } else if (added_argument(kernel)) {
    char text[64];
    snprintf(text, sizeof text, "int %s", added_argument(kernel));
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
    else snprintf(text, sizeof text, "%s (in)", argument->documentation);
    put_paragraph(head, " *                ", comment_text(text));
  }
  if (added_argument(kernel)) {
    snprintf(head, sizeof head, " *   %-12s ", added_argument(kernel));
    put_paragraph(head, " *                ", added_meaning(kernel));
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
    const vf_argument_description *argument = &kernel->arguments[a];
    snprintf(place, sizeof place, "%s %s in %s[%d]%s%s", a ? "," : "", argument->name,
             is_array(argument) ? "arrays" : "values", a, is_array(argument) ? "" : ".",
             is_array(argument) ? "" : vf_value_traits_of(argument->type)->member);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", place);
  }
  if (reduces(kernel)) snprintf(text + length, sizeof text - length, "; *result takes the result");
  else if (added_argument(kernel))
    snprintf(text + length, sizeof text - length, ", %s in selector", added_argument(kernel));
  put_paragraph("/* ", " * ", text);
  put(" */\n");
}

void write_header(const char *folder, const char *name)
{
  char guard[256], file[512];
  snprintf(guard, sizeof guard, "VIEWFAB_GENERATED_%s_H", name);
  for (char *c = guard; *c; c++) *c = (char)toupper((unsigned char)*c);
  put_paragraph("/* ", " * ",
                "Generated from the kernel files; do not edit. A kernel returns VF_OK, or " CALL_ERRORS ".");
  put(" */\n#ifndef %s\n#define %s\n\n#include "
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
