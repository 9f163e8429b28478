/* The reference page: every kernel with its arguments, as Markdown. */
#include <stdio.h>

#include "generator.h"

static const char *points_text(const vf_kernel_description *kernel)
{
  static const char *const texts[] = { "all cells of the box", "cells of one colour", "faces in one direction",
                                       "all cells of the box, reduced to one number",
                                       "the ghost cells beside the six faces of the box" };
  return texts[kernel->points];
}

void write_reference(const char *folder, const char *name)
{
  static const char *const types[] = { "real", "int", "real(3)", "int(3)", "box", "boundary" };
  char file[512];
  put("# Kernels\n\nGenerated from the kernel files.\n");
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++) {
    writing(*kernel);
    put("\n## vf_%s\n\n", (*kernel)->name);
    put_paragraph("", "", (*kernel)->summary);
    put("\nPoints: %s.\n\n| argument | type | use | meaning |\n|---|---|---|---|\n", points_text(*kernel));
    put("| box | box | value | %s |\n", box_meaning(*kernel));
    for (int a = 0; a < (*kernel)->argument_count; a++) {
      const vf_argument_description *argument = &(*kernel)->arguments[a];
      put("| %s | %s%s | %s | %s%s%s |\n", argument->name, types[argument->type], is_array(argument) ? " view" : "",
          intent_text(argument), cell_text(argument->documentation), is_array(argument) ? "; " : "",
          is_array(argument) ? map_text(argument) : "");
    }
    if (last_argument(*kernel))
      put("| %s | | %s | %s |\n", last_argument(*kernel),
          (*kernel)->points == VF_POINTS_REDUCTION ? "written" : "value", last_meaning(*kernel));
    put("\nAn original, registered with `call vf_%s_register_original(%s_original)`:\n\n```fortran\n", (*kernel)->name,
        (*kernel)->name);
    put_original_skeleton(*kernel);
    put("```\n");
  }
  snprintf(file, sizeof file, "%s.md", name);
  save(folder, file);
}
