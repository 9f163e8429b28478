/* The distance of neighbours in an array that gfortran hands over as CLASS(*), DIMENSION(..).
 *
 * gfortran 12 gives a component of an array of structures (cells%temperature) to a CLASS(*) dummy with wrong addresses:
 * a(2) is taken to lie right behind a(1). Its descriptor alone has the true distance, which it calls span. Fortran cannot
 * read a span, and a procedure with BIND(C) cannot have a dummy of CLASS(*). So viewfab_view_wrap declares this function as
 * an ordinary procedure, and calls it where the program was compiled with gfortran. */
#include <stddef.h>
#include <stdint.h>

/* The beginning of an array descriptor, as gfortran has it since version 9. */
typedef struct {
  void *base;
  size_t offset;
  size_t element_bytes;
  int version;
  signed char rank;
  signed char type;
  short attribute;
  ptrdiff_t span;
} gfortran_descriptor;

int64_t vf_gfortran_spacing_(const gfortran_descriptor *array);

/* Bytes from one element to the next one in the same row, as a stride of 1 has them; 0 where gfortran left them open.
 *   array  the object of CLASS(*), which begins with its descriptor */
int64_t vf_gfortran_spacing_(const gfortran_descriptor *array) { return array->span; }
