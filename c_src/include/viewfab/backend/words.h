/* The words of kernel files as data: an enumeration of each family, and what is true of a word. Made of the lists in
 * words/. */
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
typedef enum vf_points { VF_POINTS_LIST(VF_POINTS_ENTRY) } vf_points;
#undef VF_POINTS_ENTRY

/* What is true of all kernels over one kind of points: a row of words/points.h. */
typedef struct vf_points_traits {
  const char *word;
  int runs, adds; /* VF_RUNS_, VF_ADDS_ */
  const char *added;
  int last, step, around;
  const char *place, *walked, *boxes, *meaning;
} vf_points_traits;

static inline const vf_points_traits *vf_points_traits_of(vf_points points)
{
#define VF_POINTS_ENTRY(NAME, word, loops, runs, adds, added, last, step, around, place, walked, boxes, meaning) \
  { word, VF_RUNS_##runs, VF_ADDS_##adds, added, last, step, around, place, walked, boxes, meaning },
  static const vf_points_traits rows[] = { VF_POINTS_LIST(VF_POINTS_ENTRY) };
#undef VF_POINTS_ENTRY
  return &rows[points];
}

/* How results of points are combined. */
#define VF_REDUCTION_ENTRY(NAME, ...) , VF_REDUCTION_##NAME
typedef enum vf_reduction { VF_REDUCTION_NONE VF_REDUCTION_LIST(VF_REDUCTION_ENTRY) } vf_reduction;
#undef VF_REDUCTION_ENTRY

#define VF_ARGUMENT_ENTRY(NAME, ...) VF_ARGUMENT_##NAME,
typedef enum vf_argument_type {
  VF_VALUE_LIST(VF_ARGUMENT_ENTRY) VF_ARGUMENT_OF_ARRAYS = 100,
  VF_ONLY_ELEMENT_LIST(VF_ARGUMENT_ENTRY)
} vf_argument_type;
#undef VF_ARGUMENT_ENTRY

typedef enum vf_value_shape { VF_SHAPE_SCALAR, VF_SHAPE_ARRAY, VF_SHAPE_STRUCT } vf_value_shape;
typedef enum vf_value_numbers {
  VF_NUMBERS_REAL,
  VF_NUMBERS_INTEGER,
  VF_NUMBERS_LOGICAL,
  VF_NUMBERS_MIXED
} vf_value_numbers;

/* What is true of all values of one type: a row of words/values.h. Not of the types that arrays alone have. */
typedef struct vf_value_traits {
  const char *word, *member;
  vf_value_shape shape;
  vf_value_numbers numbers;
  const char *entry, *fortran, *accessor;
} vf_value_traits;

static inline const vf_value_traits *vf_value_traits_of(vf_argument_type type)
{
#define VF_VALUE_ENTRY_OF(NAME, word, member, shape, numbers, entry, body, fortran, accessor, count) \
  { word, #member, VF_SHAPE_##shape, VF_NUMBERS_##numbers, #entry, fortran, accessor },
  static const vf_value_traits rows[] = { VF_VALUE_LIST(VF_VALUE_ENTRY_OF) };
#undef VF_VALUE_ENTRY_OF
  return &rows[type];
}

/* The word of an array argument; NULL where its type is none of arrays. */
static inline const char *vf_element_word_of(vf_argument_type type)
{
#define VF_ELEMENT_ENTRY(NAME, word, body, type) \
  case VF_ARGUMENT_##NAME: return word;
  switch (type) {
    VF_ELEMENT_LIST(VF_ELEMENT_ENTRY)
    default: return NULL;
  }
#undef VF_ELEMENT_ENTRY
}

/* The type that views of an array argument have; 0: any real type. */
static inline int vf_element_type_of(vf_argument_type type)
{
#define VF_ELEMENT_ENTRY(NAME, word, body, type) \
  case VF_ARGUMENT_##NAME: return type;
  switch (type) {
    VF_ELEMENT_LIST(VF_ELEMENT_ENTRY)
    default: return 0;
  }
#undef VF_ELEMENT_ENTRY
}

/* The real types that kernels are compiled for, counted from 0: the index of tables of launchers. */
#define VF_PASS_ENTRY(NAME, word, number, c, epsilon) VF_PASS_##NAME,
enum { VF_REAL_TYPE_LIST(VF_PASS_ENTRY) VF_PASS_COUNT };
#undef VF_PASS_ENTRY

/* What is true of one element type: a row of words/elements.h. */
typedef struct vf_type_traits {
  const char *word; /* "unknown" of what is no type */
  size_t size;      /* bytes; 0 */
  int pass;         /* of a real type; else -1 */
  double epsilon;   /* of a real type; else 0 */
} vf_type_traits;

static inline vf_type_traits vf_type_traits_of(int type)
{
  vf_type_traits traits = { "unknown", 0, -1, 0 };
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
static inline size_t vf_type_size(vf_type type) { return vf_type_traits_of(type).size; }
static inline bool vf_type_is_known(int type) { return vf_type_traits_of(type).size != 0; }
static inline bool vf_type_is_real(int type) { return vf_type_traits_of(type).pass >= 0; }

/* Elements of it are true or false, which several bits say. */
static inline bool vf_type_is_logical(int type)
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
