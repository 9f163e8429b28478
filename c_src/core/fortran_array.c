/* The array behind a Fortran dummy argument of TYPE(*), DIMENSION(..), from the descriptor that the compiler passes.
 *
 * A procedure with BIND(C) would get a descriptor of ISO_Fortran_binding.h, whose lower bounds are always 0. The bounds of
 * gfortran's own descriptor tell more: the actual arguments of an ordinary dummy begin at 1, arrays of assumed size end at -1,
 * and temporary copies begin at 0. gfortran 12 makes a copy of each component of an array of structures (cells%temperature),
 * of parts of complex numbers (z%re), of elements chosen by a list of indices (a([1, 5])), and of expressions. A view of such a
 * copy would outlive its memory. Therefore viewfab_view_wrap declares the function here as an ordinary Fortran procedure. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <viewfab/viewfab.h>

enum { MAX_FORTRAN_RANK = 15 };

/* TYPE(found_array) of viewfab_view_wrap. */
typedef struct {
  void *address; /* of the first element */
  int32_t type;  /* enum vf_type; 0: a type that views do not hold */
  int32_t rank;
  int32_t copy;                      /* 1: a temporary copy */
  int64_t extents[MAX_FORTRAN_RANK]; /* -1: the last extent of an array of assumed size */
  int64_t steps[MAX_FORTRAN_RANK];   /* bytes from an element to the next element in a direction */
} found_array;

/* The source of the descriptor; the parameters passed_by_* of viewfab_view_wrap. */
enum {
  PASSED_BY_GFORTRAN = 1,
  PASSED_BY_GFORTRAN_WHOLE = 2, /* a dummy with POINTER or ALLOCATABLE, which keeps the bounds of its actual argument */
  PASSED_BY_FLANG = 3
};

/* An array descriptor of gfortran since version 9. */
typedef struct {
  char *base; /* the element whose indices are the lower bounds */
  ptrdiff_t offset;
  size_t element_bytes;
  int version;
  signed char rank;
  signed char type;
  short attribute;
  ptrdiff_t span; /* bytes for a stride of 1 */
  struct {
    ptrdiff_t stride, lower, upper;
  } dimensions[];
} gfortran_descriptor;

/* An array descriptor of flang: ISO_Fortran_binding.h of LLVM. */
typedef struct {
  char *base;
  size_t element_bytes;
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute;
  unsigned char addendum;
  struct {
    ptrdiff_t lower, extent, step;
  } dimensions[];
} flang_descriptor;

enum { GFORTRAN_INTEGER = 1, GFORTRAN_LOGICAL = 2, GFORTRAN_REAL = 3 };
/* A logical of 4 bytes has the code of int_least32_t. */
enum {
  FLANG_INT = 3,
  FLANG_LONG = 4,
  FLANG_INT32 = 9,
  FLANG_INT64 = 10,
  FLANG_LOGICAL32 = 14,
  FLANG_FLOAT = 27,
  FLANG_DOUBLE = 28
};

static int32_t type_of_gfortran(const gfortran_descriptor *array)
{
  const bool four = array->element_bytes == 4, eight = array->element_bytes == 8;
  switch (array->type) {
    case GFORTRAN_INTEGER: return four ? VF_INT32 : eight ? VF_INT64 : 0;
    case GFORTRAN_LOGICAL: return four ? VF_LOGICAL32 : 0;
    case GFORTRAN_REAL: return four ? VF_REAL32 : eight ? VF_REAL64 : 0;
    default: return 0;
  }
}

static void look_at_gfortran(const gfortran_descriptor *array, bool whole, found_array *found)
{
  found->address = array->base;
  found->type = type_of_gfortran(array);
  found->rank = array->rank;
  bool from_0 = array->rank > 0;
  for (int d = 0; d < array->rank; d++) {
    const ptrdiff_t lower = array->dimensions[d].lower, upper = array->dimensions[d].upper;
    found->extents[d] = upper >= lower ? upper - lower + 1 : 0;
    found->steps[d] = array->dimensions[d].stride * array->span;
    from_0 = from_0 && lower == 0;
  }
  const int last = array->rank - 1;
  if (whole || last < 0) return;
  if (array->dimensions[last].upper == -1) found->extents[last] = -1;
  else found->copy = from_0;
}

static int32_t type_of_flang(const flang_descriptor *array)
{
  switch (array->type) {
    case FLANG_INT:
    case FLANG_INT32: return VF_INT32;
    case FLANG_LONG:
    case FLANG_INT64: return VF_INT64;
    case FLANG_LOGICAL32: return VF_LOGICAL32;
    case FLANG_FLOAT: return VF_REAL32;
    case FLANG_DOUBLE: return VF_REAL64;
    default: return 0;
  }
}

static void look_at_flang(const flang_descriptor *array, found_array *found)
{
  found->address = array->base;
  found->type = type_of_flang(array);
  found->rank = array->rank;
  for (int d = 0; d < array->rank; d++) {
    found->extents[d] = array->dimensions[d].extent;
    found->steps[d] = array->dimensions[d].step;
  }
}

VF_API void vf_fortran_array_look_(const void *array, const int32_t *passed_by, found_array *found);

/* Describes the array.
 *   array      the compiler's descriptor
 *   passed_by  PASSED_BY_*
 *   found      set whole */
void vf_fortran_array_look_(const void *array, const int32_t *passed_by, found_array *found)
{
  *found = (found_array){ 0 };
  if (*passed_by == PASSED_BY_FLANG) look_at_flang(array, found);
  else look_at_gfortran(array, *passed_by == PASSED_BY_GFORTRAN_WHOLE, found);
}
