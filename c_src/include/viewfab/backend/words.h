/* The words of kernel files as data: an enumeration for each family, and the properties of each word, made from the
 * lists in words/. */
#ifndef VIEWFAB_BACKEND_WORDS_H
#define VIEWFAB_BACKEND_WORDS_H

#include <viewfab/viewfab.h>
#include <viewfab/words/backends.h>
#include <viewfab/words/points.h>
#include <viewfab/words/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of point set that a launcher walks. */
#define VF_POINTS_ENTRY(NAME, ...) VF_POINTS_##NAME,
typedef enum vfi_points { VF_POINTS_LIST(VF_POINTS_ENTRY) } vfi_points;
#undef VF_POINTS_ENTRY

/* The properties of one kind of points: a row of words/points.h. */
typedef struct vfi_points_traits {
  const char *word;
  int runs, adds; /* VF_RUNS_, VF_ADDS_ */
  const char *added;
  int last, step, around;
  const char *place, *walked, *boxes, *meaning;
} vfi_points_traits;

static inline const vfi_points_traits *vfi_points_traits_of(vfi_points points)
{
#define VF_POINTS_ENTRY(NAME, word, loops, runs, adds, added, last, step, around, place, walked, boxes, meaning) \
  { word, VF_RUNS_##runs, VF_ADDS_##adds, added, last, step, around, place, walked, boxes, meaning },
  static const vfi_points_traits rows[] = { VF_POINTS_LIST(VF_POINTS_ENTRY) };
#undef VF_POINTS_ENTRY
  return &rows[points];
}

/* The operations that combine the results of points. */
#define VF_REDUCTION_ENTRY(NAME, ...) , VF_REDUCTION_##NAME
typedef enum vfi_reduction { VF_REDUCTION_NONE VF_REDUCTION_LIST(VF_REDUCTION_ENTRY) } vfi_reduction;
#undef VF_REDUCTION_ENTRY

#define VF_ARGUMENT_ENTRY(NAME, ...) VF_ARGUMENT_##NAME,
typedef enum vfi_argument_type {
  VF_VALUE_LIST(VF_ARGUMENT_ENTRY) VF_ARGUMENT_OF_ARRAYS = 100,
  VF_ONLY_ELEMENT_LIST(VF_ARGUMENT_ENTRY)
} vfi_argument_type;
#undef VF_ARGUMENT_ENTRY

typedef enum vfi_value_shape { VF_SHAPE_SCALAR, VF_SHAPE_ARRAY, VF_SHAPE_STRUCT, VF_SHAPE_CONSTANTS } vfi_value_shape;
typedef enum vfi_value_numbers {
  VF_NUMBERS_REAL,
  VF_NUMBERS_INTEGER,
  VF_NUMBERS_LOGICAL,
  VF_NUMBERS_MIXED
} vfi_value_numbers;

/* The properties of one type of values: a row of words/values.h. Types of arrays alone have no row. */
typedef struct vfi_value_traits {
  const char *word, *member;
  vfi_value_shape shape;
  vfi_value_numbers numbers;
  const char *entry, *fortran, *accessor;
} vfi_value_traits;

static inline const vfi_value_traits *vfi_value_traits_of(vfi_argument_type type)
{
#define VF_VALUE_ENTRY_OF(NAME, word, member, shape, numbers, entry, body, fortran, accessor, count) \
  { word, #member, VF_SHAPE_##shape, VF_NUMBERS_##numbers, #entry, fortran, accessor },
  static const vfi_value_traits rows[] = { VF_VALUE_LIST(VF_VALUE_ENTRY_OF) };
#undef VF_VALUE_ENTRY_OF
  return &rows[type];
}

/* The word of an array argument; NULL if arrays cannot have the type. */
static inline const char *vfi_element_word_of(vfi_argument_type type)
{
#define VF_ELEMENT_ENTRY(NAME, word, body, type) \
  case VF_ARGUMENT_##NAME: return word;
  switch (type) {
    VF_ELEMENT_LIST(VF_ELEMENT_ENTRY)
    default: return NULL;
  }
#undef VF_ELEMENT_ENTRY
}

/* The type of the views of an array argument; 0: any real type. */
static inline int vfi_element_type_of(vfi_argument_type type)
{
#define VF_ELEMENT_ENTRY(NAME, word, body, type) \
  case VF_ARGUMENT_##NAME: return type;
  switch (type) {
    VF_ELEMENT_LIST(VF_ELEMENT_ENTRY)
    default: return 0;
  }
#undef VF_ELEMENT_ENTRY
}

/* The real types of compiled kernels, counted from 0: the index of tables of launchers. */
#define VF_PASS_ENTRY(NAME, word, number, c, epsilon) VF_PASS_##NAME,
enum { VF_REAL_TYPE_LIST(VF_PASS_ENTRY) VF_PASS_COUNT };
#undef VF_PASS_ENTRY

/* The properties of one element type: a row of words/elements.h. */
typedef struct vfi_type_traits {
  const char *word; /* "unknown": not a type */
  size_t size;      /* bytes; 0: not a type */
  int pass;         /* index of a real type; else -1 */
  double epsilon;   /* relative distance of neighbouring numbers of a real type; else 0 */
} vfi_type_traits;

static inline vfi_type_traits vfi_type_traits_of(int type)
{
  vfi_type_traits traits = { "unknown", 0, -1, 0 };
  switch (type) {
#define VF_TYPE_CASE(NAME, name, number, c, epsilon) \
  case VF_##NAME:                                    \
    traits.word = #name;                             \
    traits.size = sizeof(c);                         \
    break;
    VF_TYPE_LIST(VF_TYPE_CASE)
#undef VF_TYPE_CASE
    default: break;
  }
  switch (type) {
#define VF_PASS_CASE(NAME, name, number, c, distance) \
  case VF_##NAME:                                     \
    traits.pass = VF_PASS_##NAME;                     \
    traits.epsilon = distance;                        \
    break;
    VF_REAL_TYPE_LIST(VF_PASS_CASE)
#undef VF_PASS_CASE
    default: break;
  }
  return traits;
}

/* Bytes of an element. */
static inline size_t vfi_type_size(vf_type type) { return vfi_type_traits_of(type).size; }
static inline bool vfi_type_is_known(int type) { return vfi_type_traits_of(type).size != 0; }
static inline bool vfi_type_is_real(int type) { return vfi_type_traits_of(type).pass >= 0; }

/* True for types with elements true or false, each with several bit patterns. */
static inline bool vfi_type_is_logical(int type)
{
#define VF_LOGICAL_CASE(NAME, name, number, c, epsilon) || type == VF_##NAME
  return false VF_LOGICAL_TYPE_LIST(VF_LOGICAL_CASE);
#undef VF_LOGICAL_CASE
}

typedef enum vf_backend_id {
#define VF_BACKEND_ENTRY(NAME, word, built, tuned) VF_BACKEND_##NAME,
  VF_BACKEND_LIST(VF_BACKEND_ENTRY)
#undef VF_BACKEND_ENTRY
      VF_BACKEND_COUNT
} vf_backend_id;

#ifdef __cplusplus
}
#endif

#endif
