/* The reference page: every kernel with its arguments, as Markdown. */
#include <stdio.h>

#include "generator.h"

void write_reference(const char *folder, const char *name)
{
  char file[512];
  put("# Kernels\n\nGenerated from the kernel files.\n");
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++) {
    writing(*kernel);
    put("\n## vf_%s\n\n", (*kernel)->name);
    put_paragraph("", "", (*kernel)->summary);
    put("\nPoints: %s.\n\n| argument | type | use | meaning |\n|---|---|---|---|\n", points_of(*kernel)->walked);
    put("| box | box | value | %s |\n", box_meaning(*kernel));
    for (int a = 0; a < (*kernel)->argument_count; a++) {
      const vf_argument_description *argument = &(*kernel)->arguments[a];
      put("| %s | %s | %s | %s%s%s |\n", argument->name, page_type(argument), intent_text(argument),
          cell_text(argument->documentation), is_array(argument) ? "; " : "",
          is_array(argument) ? map_text(argument) : "");
    }
    if (added_argument(*kernel))
      put("| %s | | %s | %s |\n", added_argument(*kernel), reduces(*kernel) ? "written" : "value",
          added_meaning(*kernel));
    put("\nAn original, registered with `call vf_%s_register_original(%s_original)`:\n\n```fortran\n", (*kernel)->name,
        (*kernel)->name);
    put_original_skeleton(*kernel);
    put("```\n");
  }
  snprintf(file, sizeof file, "%s.md", name);
  save(folder, file);
}
