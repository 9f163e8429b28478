/* Types of arguments: of the elements of arrays, and of values. */
#ifndef VIEWFAB_WORDS_VALUES_H
#define VIEWFAB_WORDS_VALUES_H

#include <viewfab/words/rows.h>

/* Values. Columns:
 *   NAME, word  VF_ARGUMENT_<NAME>, and the word of kernel files (in quotes: real is a macro there)
 *   member      of vf_value
 *   shape       SCALAR, TRIPLE, or STRUCT; the latter two come by address
 *   numbers     REAL, INTEGER or MIXED
 *   entry       C type at the entry, of each number of a triple
 *   body        C type in the body, where VF_REAL is the real type of the pass
 *   fortran     type without its kind
 *   accessor    function of the module viewfab_original that takes it from a call */
#define VF_VALUE_ROW_real (REAL, "real", number, SCALAR, REAL, double, VF_REAL, "real", "argument_real")
#define VF_VALUE_ROW_int (INT, "int", integer, SCALAR, INTEGER, int, int, "integer", "argument_integer")
#define VF_VALUE_ROW_real3 \
  (REAL3, "real3", numbers, TRIPLE, REAL, double, VF_CAT(vf_real3_, VF_REAL), "real", "argument_reals")
#define VF_VALUE_ROW_int3 (INT3, "int3", integers, TRIPLE, INTEGER, int, vf_int3, "integer", "argument_integers")
#define VF_VALUE_ROW_box (BOX, "box", box, STRUCT, MIXED, vf_box, vf_box, "type(vf_box)", "argument_box")
#define VF_VALUE_ROW_boundary \
  (BOUNDARY, "boundary", boundary, STRUCT, MIXED, vf_boundary, vf_boundary, "type(vf_boundary)", "argument_boundary")

#define VF_VALUE_LIST(X)          \
  VF_APPLY(X, VF_VALUE_ROW_real)  \
  VF_APPLY(X, VF_VALUE_ROW_int)   \
  VF_APPLY(X, VF_VALUE_ROW_real3) \
  VF_APPLY(X, VF_VALUE_ROW_int3)  \
  VF_APPLY(X, VF_VALUE_ROW_box)   \
  VF_APPLY(X, VF_VALUE_ROW_boundary)

#define VF_VALUE_WORDS VF_VALUE_LIST(VF_WORD)

#define VF_VALUE_NAME(NAME, ...) VF_ARGUMENT_##NAME
#define VF_VALUE_MEMBER(NAME, word, member, ...) member
#define VF_VALUE_SHAPE(NAME, word, member, shape, ...) shape
#define VF_VALUE_ENTRY(NAME, word, member, shape, numbers, entry, ...) entry
#define VF_VALUE_BODY(NAME, word, member, shape, numbers, entry, body, ...) body

/* Elements of arrays. Columns:
 *   NAME, word  as above; the word is one of values too
 *   body        C type in the body
 *   type        the vf_type that views have, or 0: a real type, the same for all such arrays of a call */
#define VF_ELEMENT_ROW_real (REAL, "real", VF_REAL, 0)
#define VF_ELEMENT_ROW_int (INT, "int", int, VF_INT32)

#define VF_ELEMENT_LIST(X)         \
  VF_APPLY(X, VF_ELEMENT_ROW_real) \
  VF_APPLY(X, VF_ELEMENT_ROW_int)

#define VF_ELEMENT_WORDS VF_ELEMENT_LIST(VF_WORD)

#define VF_ELEMENT_BODY(NAME, word, body, ...) body

#endif
