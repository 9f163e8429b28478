/* What Fortran cannot see, or sees wrong, of an array that gfortran hands over as CLASS(*), DIMENSION(..): its
 * descriptor.
 *
 * gfortran 12 gives a component of an array of structures (cells%temperature) to a CLASS(*) dummy with wrong addresses:
 * a(2) is taken to lie right behind a(1). The descriptor alone has the true distance, which it calls span. And an array
 * whose last index ends at -1 is taken for one of assumed size. Fortran cannot reach a descriptor, and a procedure with
 * BIND(C) cannot have a dummy of CLASS(*). So viewfab_view_wrap declares these functions as ordinary procedures, and
 * calls them where the program was compiled with gfortran. */
#include <stddef.h>
#include <stdint.h>

#include <viewfab/viewfab.h>

/* An array descriptor of gfortran since version 9. */
typedef struct {
  void *base;
  ptrdiff_t offset; /* of the element whose indices are 0 */
  size_t element_bytes;
  int version;
  signed char rank;
  signed char type;
  short attribute;
  ptrdiff_t span;
  struct {
    ptrdiff_t stride, lower, upper;
  } dimensions[];
} gfortran_descriptor;

VF_API int64_t vf_gfortran_spacing_(const gfortran_descriptor *array);
VF_API void vf_gfortran_look_(gfortran_descriptor *array, void (*look)(gfortran_descriptor *, void *), void *found);

/* Bytes from one element to the next element of the same row, for a stride of 1; 0 if gfortran left them open.
 *   array  the object of CLASS(*), which begins with its descriptor */
int64_t vf_gfortran_spacing_(const gfortran_descriptor *array) { return array->span; }

/* Calls look(array, found) with a last index that begins with 1 where it ended at -1.
 *   array  as above; the caller's own copy */
void vf_gfortran_look_(gfortran_descriptor *array, void (*look)(gfortran_descriptor *, void *), void *found)
{
  const int last = array->rank - 1;
  if (last >= 0 && array->dimensions[last].upper == -1) {
    const ptrdiff_t by = 1 - array->dimensions[last].lower;
    array->dimensions[last].lower += by;
    array->dimensions[last].upper += by;
    array->offset -= by * array->dimensions[last].stride;
  }
  look(array, found);
}
