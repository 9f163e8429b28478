/* usage: constants FOLDER
 * Writes the Fortran modules viewfab_status, with the codes of status.h, and viewfab_elements, with the types of
 * words/elements.h. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <viewfab/status.h>
#include <viewfab/words/elements.h>

static FILE *begin(const char *folder, const char *module, const char *from)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.f90", folder, module);
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "constants: cannot write %s\n", path);
    exit(1);
  }
  fprintf(file,
          "! Generated from %s; do not edit.\nmodule %s\n"
          "  use, intrinsic :: iso_c_binding, only: c_int\n  implicit none\n  public\n  private :: c_int\n",
          from, module);
  return file;
}

static int end(FILE *file, const char *module)
{
  fprintf(file, "end module %s\n", module);
  return fclose(file) ? 1 : 0;
}

int main(int argc, char **argv)
{
  if (argc != 2) {
    fputs("usage: constants FOLDER\n", stderr);
    return 2;
  }
  FILE *file = begin(argv[1], "viewfab_status", "status.h");
#define CODE(name, value, text) fprintf(file, "  integer(c_int), parameter :: %s = %d  !! %s\n", #name, value, text);
  VF_STATUS_LIST(CODE)
  const int failed = end(file, "viewfab_status");

  file = begin(argv[1], "viewfab_elements", "words/elements.h");
#define TYPE(NAME, word, number, c, epsilon) \
  fprintf(file, "  integer(c_int), parameter :: vf_%s = %d\n", #word, number);
  VF_TYPE_LIST(TYPE)
  fputs("contains\n\n  ! Bytes of an element; 0 if the code is no type.\n  pure function vf_element_bytes(code) "
        "result(bytes)\n"
        "    integer(c_int), intent(in) :: code\n    integer :: bytes\n    select case (code)\n",
        file);
#define BYTES(NAME, word, number, c, epsilon) fprintf(file, "    case (vf_%s); bytes = %d\n", #word, (int)sizeof(c));
  VF_TYPE_LIST(BYTES)
  fputs("    case default; bytes = 0\n    end select\n  end function\n\n", file);
  return end(file, "viewfab_elements") || failed;
}
