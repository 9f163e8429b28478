/* The C header: declarations of the entries, with their documentation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"

static const char *const continuation = "\n    ";

static void put_result(const vfi_result_description *result, const char *name, bool place)
{
  char text[160];
  (void)result;
  snprintf(text, sizeof text, "%s *%s", place ? "vf_place" : "double", name);
  put_item(", ", continuation, text);
}

static const vfi_kernel_description *documented;

static void document_result(const vfi_result_description *result, const char *name, bool place)
{
  char head[160];
  snprintf(head, sizeof head, " *   %-12s ", name);
  put_paragraph(head, " *                ", comment_text(result_meaning(documented, result, place)));
}

/* first: the declaration of the first parameter; many: true if the first parameter may be more than one box */
static void parameters(const vfi_kernel_description *kernel, const char *first, bool many)
{
  put("%s", first);
  for (int a = 0; a < kernel->argument_count; a++) put_item(", ", continuation, c_parameter(&kernel->arguments[a]));
  char text[64];
  if (added_argument(kernel)) {
    snprintf(text, sizeof text, "int %s", added_argument(kernel));
    put_item(", ", continuation, text);
  }
  each_result(kernel, put_result);
  if (many && kernel->result_count) {
    snprintf(text, sizeof text, "vf_view *%s", results_view(kernel));
    put_item(", ", continuation, text);
  }
  put(");\n");
}

static void document(const vfi_kernel_description *kernel)
{
  char head[160], text[TEXT_ROOM];
  put_paragraph("/* ", " * ", comment_text(kernel->summary));
  snprintf(head, sizeof head, " *   %-12s ", box_name(kernel));
  put_paragraph(head, " *                ", box_meaning(kernel));
  if (!vfi_is_over_columns(kernel)) {
    snprintf(head, sizeof head, " *   %-12s ", layout_name());
    put_paragraph(head, " *                ", layout_meaning(kernel));
  }
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    snprintf(head, sizeof head, " *   %-12s ", argument->name);
    snprintf(text, sizeof text, "%s (%s; %s)", argument->documentation, intent_text(argument), map_text(argument));
    put_paragraph(head, " *                ", comment_text(is_array(argument) ? text : value_text(kernel, argument)));
  }
  if (added_argument(kernel)) {
    snprintf(head, sizeof head, " *   %-12s ", added_argument(kernel));
    put_paragraph(head, " *                ", added_meaning(kernel));
  }
  documented = kernel;
  each_result(kernel, document_result);
  if (kernel->result_count && !vfi_is_reduction(kernel)) {
    snprintf(head, sizeof head, " *   %-12s ", results_view(kernel));
    put_paragraph(head, " *                ", results_view_meaning(kernel));
  }
  put(" */\n");
}

static void document_original(const vfi_kernel_description *kernel)
{
  char text[8192], place[160];
  size_t length = (size_t)snprintf(text, sizeof text,
                                   "Registers the original of vf_%s as vf_kernel_set_original does. "
                                   "In its call stand",
                                   kernel->name);
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    snprintf(place, sizeof place, "%s %s in %s[%d]%s%s", a ? "," : "", argument->name,
             is_array(argument) ? "arrays" : "values", a, is_array(argument) ? "" : ".",
             is_array(argument) ? "" : vfi_value_traits_of(argument->type)->member);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s", place);
  }
  if (added_argument(kernel))
    length += (size_t)snprintf(text + length, sizeof text - length, ", %s in selector", added_argument(kernel));
  const char *const part =
      vfi_reads_neighbours(kernel)
          ? "; it is for one species: arrays has all points, levels and blocks of the species, and the box "
            "gives the range of each"
          : "; it is for one block and one species: arrays has this part of each array, and the points of "
            "the box in direction 0, levels, block and species tell the part";
  if (vfi_is_over_columns(kernel)) length += (size_t)snprintf(text + length, sizeof text - length, "%s", part);
  if (vfi_is_reduction(kernel)) snprintf(text + length, sizeof text - length, "; *result takes the result");
  for (int r = 0; r < kernel->result_count && !vfi_is_reduction(kernel); r++) {
    const vfi_result_description *result = &kernel->results[r];
    snprintf(place, sizeof place, " and places[%d]", r);
    length += (size_t)snprintf(text + length, sizeof text - length, "%s result[%d]%s take%s %s", r ? "," : ";", r,
                               result->placed ? place : "", result->placed ? "" : "s", result->name);
  }
  put_paragraph("/* ", " * ", text);
  put(" */\n");
}

static const vfi_kernel_description *of_options;

static void list_option(const vfi_option *option)
{
  put("  vf_%s_%.*s = %d,\n", of_options->name, option->length, option->name, option->number);
}

/* The constants of the kernel's options. */
static void list_options(const vfi_kernel_description *kernel)
{
  of_options = kernel;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!kernel->arguments[a].options) continue;
    put("/* Constants for %s of vf_%s. */\nenum {\n", kernel->arguments[a].name, kernel->name);
    each_option(&kernel->arguments[a], list_option);
    put("};\n\n");
  }
}

void write_header(const char *folder, const char *name)
{
  char guard[256], file[512];
  snprintf(guard, sizeof guard, "VIEWFAB_GENERATED_%s_H", name);
  for (char *c = guard; *c; c++) *c = (char)toupper((unsigned char)*c);
  put_paragraph("/* ", " * ",
                "Generated from the kernel files; do not edit. A kernel returns VF_OK, or " CALL_ERRORS
                "; on a layout (viewfab/layout.h) VF_ERROR_PEER, if another rank failed.");
  put(" */\n#ifndef %s\n#define %s\n\n#include "
      "<viewfab/validate.h>\n\n",
      guard, guard);
  put("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
  for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++) {
    put("\n");
    writing(*kernel);
    list_options(*kernel);
    declare_structures_in_c(*kernel);
    document(*kernel);
    put("VF_API vf_status vf_%s(", (*kernel)->name);
    parameters(*kernel, vfi_is_over_columns(*kernel) ? "const vf_columns *columns" : "const vf_box *box", false);
    if (!vfi_is_over_columns(*kernel)) {
      put("VF_API vf_status vf_%s_boxes(", (*kernel)->name);
      parameters(*kernel, "const vf_box *boxes, int box_count", true);
      put("VF_API vf_status vf_%s_layout(", (*kernel)->name);
      parameters(*kernel, "const struct vf_layout *layout", true);
    }
    put("extern VF_API vf_kernel vf_%s_kernel;\n", (*kernel)->name);
    document_original(*kernel);
    put("VF_API vf_status vf_%s_set_original(vf_type type, vf_original original, void *user);\n", (*kernel)->name);
  }
  put("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  snprintf(file, sizeof file, "include/%s.h", name);
  save(folder, file);
}
