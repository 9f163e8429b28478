/* usage: generator FOLDER NAME NAMES
 * Writes into the folder, for every kernel, viewfab_<kernel>.f90, viewfab_<kernel>_original.f90 and
 * include/viewfab_<kernel>_original.inc; NAME.f90, include/NAME.h, include/NAME_register_originals.inc and NAME.md. There is
 * an .inc a kind of real numbers.
 * NAMES is a file of names that are in use, see tools/names.c. */
#include <stdio.h>

#include "generator.h"

int main(int argc, char **argv)
{
  if (argc != 4) {
    fputs("usage: generator FOLDER NAME NAMES\n", stderr);
    return 2;
  }
  read_names_in_use(argv[3]);
  for (const vf_kernel_description *const *kernel = vf_kernel_list; *kernel; kernel++) {
    check_names(*kernel);
    writing(*kernel);
    write_fortran_module(*kernel, argv[1]);
    write_original_module(*kernel, argv[1]);
    write_original_includes(*kernel, argv[1]);
  }
  writing(NULL);
  write_fortran_umbrella(argv[1], argv[2]);
  write_registering_includes(argv[1], argv[2]);
  write_header(argv[1], argv[2]);
  write_reference(argv[1], argv[2]);
  return 0;
}
