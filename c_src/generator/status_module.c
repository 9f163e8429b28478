/* usage: status_module FILE
 * Writes the Fortran module viewfab_status, the constants of status.h. */
#include <stdio.h>

#include <viewfab/status.h>

int main(int argc, char **argv)
{
  FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
  if (!file) {
    fprintf(stderr, "status_module: cannot write %s\n", argc == 2 ? argv[1] : "(no file named)");
    return 1;
  }
  fputs("! Generated from status.h; do not edit.\nmodule viewfab_status\n"
        "  use, intrinsic :: iso_c_binding, only: c_int\n  implicit none\n  public\n  private :: c_int\n",
        file);
#define VF_CONSTANT(name, value, text) \
  fprintf(file, "  integer(c_int), parameter :: %s = %d  !! %s\n", #name, value, text);
  VF_STATUS_LIST(VF_CONSTANT)
  fputs("end module viewfab_status\n", file);
  return fclose(file) ? 1 : 0;
}
