/* The reference page: every kernel with its arguments, as Markdown. */
#include <stdio.h>

#include "generator.h"

static const vfi_kernel_description *described;

static void put_result(const vfi_result_description *result, const char *name, bool place)
{
  put("| %s |%s | written | %s |\n", name,
      vfi_is_reduction(described) ? ""
      : place                     ? " place"
                                  : " real64",
      cell_text(result_meaning(described, result, place)));
}

void write_reference(const char *folder, const char *name)
{
  char file[512];
  put("# Kernels\n\nGenerated from the kernel files.\n");
  for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++) {
    writing(*kernel);
    put("\n## vf_%s\n\n", (*kernel)->name);
    put_paragraph("", "", (*kernel)->summary);
    put("\nPoints: %s.\n\n| argument | type | use | meaning |\n|---|---|---|---|\n", walked_text(*kernel));
    const char *first = box_name(*kernel);
    put("| %s | %s | value | %s |\n", first, first, box_meaning(*kernel));
    for (int a = 0; a < (*kernel)->argument_count; a++) {
      const vfi_argument_description *argument = &(*kernel)->arguments[a];
      put("| %s | %s | %s | %s%s%s |\n", argument->name, page_type(argument), intent_text(argument),
          cell_text(argument->options ? value_text(*kernel, argument) : argument->documentation),
          is_array(argument) ? "; " : "", is_array(argument) ? map_text(argument) : "");
    }
    if (added_argument(*kernel)) put("| %s | | value | %s |\n", added_argument(*kernel), added_meaning(*kernel));
    described = *kernel;
    each_result(*kernel, put_result);
    for (const vfi_line_description *line = (*kernel)->lines; line && line->name; line++) {
      if (line->below < 0) put("\nScratch `%s`: ", line->name);
      else
        put("\nIntermediate values `%s`, read from %d below to %d above in i: ", line->name, line->below, line->above);
      put_paragraph("", "", line->documentation);
    }
    describe_structures(*kernel);
    if ((*kernel)->remote_forms) {
      put("\nThe kernel is compared with no original: an original would need the parts of all ranks.\n");
      continue;
    }
    put("\nAn original is `include 'viewfab_%s_original.inc'`, a call of the routine that the kernel replaces, and "
        "`end subroutine`, registered with `call vf_%s_register_original(%s_original)`. The file has:\n\n```fortran\n",
        (*kernel)->name, (*kernel)->name, (*kernel)->name);
    put_original_head(*kernel, 0);
    put("```\n");
  }
  snprintf(file, sizeof file, "%s.md", name);
  save(folder, file);
}
