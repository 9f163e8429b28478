/* Types of arguments: of elements of arrays, and of values. */
#ifndef VIEWFAB_WORDS_VALUES_H
#define VIEWFAB_WORDS_VALUES_H

#include <viewfab/words/rows.h>

/* Values. Columns:
 *   NAME, word  VF_ARGUMENT_<NAME>, and the word of kernel files (in quotes, because real is a macro there)
 *   member      member of vf_value
 *   shape       SCALAR, ARRAY, STRUCT, or CONSTANTS; all but SCALAR come by address
 *   numbers     REAL, INTEGER, LOGICAL or MIXED
 *   entry       C type at the entry, of each number of an array
 *   body        C type in the body; VF_REAL is the real type of the pass
 *   fortran     type without its kind
 *   accessor    function of the module viewfab_original that takes the value from a call
 *   count       numbers in an array
 * A word with an impossible number or list in its parentheses has no row. Captures know types by their place in the
 * list. */
#define VF_VALUE_ROW_real (REAL, "real", number, SCALAR, REAL, double, VF_REAL, "real", "argument_real", 1)
#define VF_VALUE_ROW_int (INT, "int", integer, SCALAR, INTEGER, int, int, "integer", "argument_integer", 1)
#define VF_VALUE_ROW_real3 \
  (REAL3, "real3", numbers, ARRAY, REAL, double, VF_CAT(vf_real3_, VF_REAL), "real", "argument_reals", 3)
#define VF_VALUE_ROW_int3 (INT3, "int3", integers, ARRAY, INTEGER, int, vf_int3, "integer", "argument_integers", 3)
#define VF_VALUE_ROW_box (BOX, "box", box, STRUCT, MIXED, vf_box, vf_box, "type(vf_box)", "argument_box", 1)
#define VF_VALUE_ROW_boundary \
  (BOUNDARY, "boundary", boundary, STRUCT, MIXED, vf_boundary, vf_boundary, "type(vf_boundary)", "argument_boundary", 1)
#define VF_VALUE_ROW_reals(count)                                                                                   \
  VF_IF(VF_IS_LENGTH(count))                                                                                        \
  ((REALS, "reals(1..16)", numbers, ARRAY, REAL, double, VF_NUMBERS_TYPE(VF_REAL, count), "real", "argument_reals", \
    count))(VF_NO_ROW)
#define VF_VALUE_ROW_ints(count)                                                                                     \
  VF_IF(VF_IS_LENGTH(count))                                                                                         \
  ((INTS, "ints(1..16)", integers, ARRAY, INTEGER, int, VF_NUMBERS_TYPE(int, count), "integer", "argument_integers", \
    count))(VF_NO_ROW)
#define VF_VALUE_ROW_logical (LOGICAL, "logical", truth, SCALAR, LOGICAL, bool, bool, "logical", "argument_logical", 1)
#define VF_VALUE_ROW_option(...)   \
  VF_IF(VF_ARE_NAMES(__VA_ARGS__)) \
  ((OPTION, "option(1..16 names)", integer, SCALAR, INTEGER, int, int, "integer", "argument_integer", 1))(VF_NO_ROW)
/* A structure of constants that the file has; see kit/constants.h. The first row stands in the list. */
#define VF_VALUE_ROW_CONSTANTS \
  (CONSTANTS, "constants(structure)", constants, CONSTANTS, MIXED, double, double, "type", "argument_constants", 1)
#define VF_VALUE_ROW_constants(name)                                                                                \
  VF_IF(VF_IS_LIST(name))                                                                                           \
  ((CONSTANTS, "constants(structure)", constants, CONSTANTS, MIXED, struct vf_constants_##name, VF_CONSTANTS(name), \
    "type", "argument_constants", (int)(sizeof(struct vf_constants_##name) / sizeof(double))))(VF_NO_ROW)
/* 1 if the file defines VF_CONSTANTS_<name>(MEMBER), else 0. */
#define VF_IS_LIST(name) VF_SECOND(VF_CONSTANTS_##name(VF_LIST_PROBE))
#define VF_LIST_PROBE(...) ~, 1,

#define VF_VALUE_LIST(X)                \
  VF_APPLY(X, VF_VALUE_ROW_real)        \
  VF_APPLY(X, VF_VALUE_ROW_int)         \
  VF_APPLY(X, VF_VALUE_ROW_real3)       \
  VF_APPLY(X, VF_VALUE_ROW_int3)        \
  VF_APPLY(X, VF_VALUE_ROW_box)         \
  VF_APPLY(X, VF_VALUE_ROW_boundary)    \
  VF_APPLY(X, VF_VALUE_ROW_reals(1))    \
  VF_APPLY(X, VF_VALUE_ROW_ints(1))     \
  VF_APPLY(X, VF_VALUE_ROW_logical)     \
  VF_APPLY(X, VF_VALUE_ROW_option(any)) \
  VF_APPLY(X, VF_VALUE_ROW_CONSTANTS)

/* The possible lengths of an array as a value, and the possible numbers of names of an option. */
#define VF_LENGTH_LIST(X, with) \
  X(with, 1)                    \
  X(with, 2)                    \
  X(with, 3)                    \
  X(with, 4)                    \
  X(with, 5)                    \
  X(with, 6)                    \
  X(with, 7)                    \
  X(with, 8)                    \
  X(with, 9)                    \
  X(with, 10)                   \
  X(with, 11)                   \
  X(with, 12)                   \
  X(with, 13)                   \
  X(with, 14)                   \
  X(with, 15)                   \
  X(with, 16)
#define VF_MOST_NUMBERS 16
#define VF_MOST_CONSTANTS 4096 /* numbers of a structure of constants */
#define VF_IS_LENGTH(count) VF_IS_ON(VF_CAT(VF_LENGTH_, count))
#define VF_LENGTH_1 1
#define VF_LENGTH_2 1
#define VF_LENGTH_3 1
#define VF_LENGTH_4 1
#define VF_LENGTH_5 1
#define VF_LENGTH_6 1
#define VF_LENGTH_7 1
#define VF_LENGTH_8 1
#define VF_LENGTH_9 1
#define VF_LENGTH_10 1
#define VF_LENGTH_11 1
#define VF_LENGTH_12 1
#define VF_LENGTH_13 1
#define VF_LENGTH_14 1
#define VF_LENGTH_15 1
#define VF_LENGTH_16 1

/* VF_4_double: a structure with double at[4]. No kernel has a name in capitals, so names differ. */
#define VF_NUMBERS_TYPE(c, count) VF_CAT(VF_CAT(VF_, count), VF_CAT(_, c))

/* 1 for 1 to 16 names; 0 for an empty first name, as in option(). */
#define VF_ARE_NAMES(...) VF_IF(VF_IS_LENGTH(VF_COUNT(__VA_ARGS__)))(VF_IS_NAME(__VA_ARGS__, ))(0)
#define VF_IS_NAME(first, ...) VF_IF(VF_IS_ROW(VF_EMPTY_##first##_))(0)(1)
#define VF_EMPTY__ (1)

#define VF_VALUE_WORDS VF_VALUE_LIST(VF_WORD)

#define VF_VALUE_NAME(NAME, ...) VF_ARGUMENT_##NAME
#define VF_VALUE_MEMBER(NAME, word, member, ...) member
#define VF_VALUE_SHAPE(NAME, word, member, shape, ...) shape
#define VF_VALUE_ENTRY(NAME, word, member, shape, numbers, entry, ...) entry
#define VF_VALUE_BODY(NAME, word, member, shape, numbers, entry, body, ...) body
#define VF_VALUE_COUNT(NAME, word, member, shape, numbers, entry, body, fortran, accessor, count) count

/* Elements of arrays. Columns:
 *   NAME, word  as above
 *   body        C type in the body
 *   type        vf_type of the views; 0: a real type, the same for all such arrays of a call */
#define VF_ELEMENT_ROW_real (REAL, "real", VF_REAL, 0)
#define VF_ELEMENT_ROW_int (INT, "int", int, VF_INT32)
#define VF_ELEMENT_ROW_logical (LOGICAL, "logical", int, VF_LOGICAL32)
#define VF_ELEMENT_ROW_float (FLOAT, "float", float, VF_REAL32)
#define VF_ELEMENT_ROW_double (DOUBLE, "double", double, VF_REAL64)
#define VF_ELEMENT_ROW_int64 (INT64, "int64", int64_t, VF_INT64)

#define VF_ELEMENT_LIST(X)            \
  VF_APPLY(X, VF_ELEMENT_ROW_real)    \
  VF_APPLY(X, VF_ELEMENT_ROW_int)     \
  VF_APPLY(X, VF_ELEMENT_ROW_logical) \
  VF_ONLY_ELEMENT_LIST(X)

/* Types of elements alone: no value has them. */
#define VF_ONLY_ELEMENT_LIST(X)      \
  VF_APPLY(X, VF_ELEMENT_ROW_float)  \
  VF_APPLY(X, VF_ELEMENT_ROW_double) \
  VF_APPLY(X, VF_ELEMENT_ROW_int64)

#define VF_ELEMENT_WORDS VF_ELEMENT_LIST(VF_WORD)

#define VF_ELEMENT_BODY(NAME, word, body, ...) body

#endif
