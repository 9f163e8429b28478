/* usage: generator FOLDER NAME NAMES [ORIGINALS]
 * Writes into the folder, for every kernel, viewfab_<kernel>.f90, viewfab_<kernel>_original.f90 and
 * include/viewfab_<kernel>_original.inc; NAME.f90, include/NAME.h, include/NAME_register_originals.inc and NAME.md. Each
 * .inc file exists for each kind of real numbers. If the list of kernels names a folder of templates, also the host
 * loops of every kernel, <kernel>_host_<type>.c, and the units for GPUs.
 * NAMES is a file of names that are in use, see tools/names.c. With ORIGINALS, the module NAME has the kernels alone,
 * and ORIGINALS.f90 is a module of their originals. */
#include <stdio.h>

#include "generator.h"
#include "loops.h"

int main(int argc, char **argv)
{
  if (argc != 4 && argc != 5) {
    fputs("usage: generator FOLDER NAME NAMES [ORIGINALS]\n", stderr);
    return 2;
  }
  read_names_in_use(argv[3]);
  for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++) {
    check_names(*kernel);
    check_guards(*kernel);
    writing(*kernel);
    write_fortran_module(*kernel, argv[1]);
    write_original_module(*kernel, argv[1]);
    write_original_includes(*kernel, argv[1]);
    write_host_loops(*kernel, argv[1]);
  }
  writing(NULL);
  write_device_units(argv[1]);
  write_fortran_umbrella(argv[1], argv[2], argc == 5 ? argv[4] : NULL);
  write_registering_includes(argv[1], argv[2]);
  write_header(argv[1], argv[2]);
  write_reference(argv[1], argv[2]);
  return 0;
}
