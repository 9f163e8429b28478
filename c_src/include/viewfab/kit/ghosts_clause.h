/* VF_GHOSTS, in which a kernel over ghosts says which of them it visits: a list of words, each a row here. What the file
 * does not say is as if it said depth(1), with(faces). */
#ifndef VIEWFAB_KIT_GHOSTS_CLAUSE_H
#define VIEWFAB_KIT_GHOSTS_CLAUSE_H

#include <viewfab/words/rows.h>

/* Columns: a digit of its own in the count of what is said; the parts that it names; its fields of vf_ghosts_clause. */
#define VF_GHOSTS_WORDS " depth(...) with(...) filled(...) images(...) nodal(...)"
#define VF_GHOSTS_SAYS_depth(...) (0x1, 0, .depth = #__VA_ARGS__)
#define VF_GHOSTS_SAYS_with(...) (0x10, VF_PARTS_OF(__VA_ARGS__), .parts = VF_PARTS_OF(__VA_ARGS__))
#define VF_GHOSTS_SAYS_filled(...) (0x100, 0, .sides = #__VA_ARGS__)
#define VF_GHOSTS_SAYS_images(...) (0x100, 0, .sides = #__VA_ARGS__, .images = true)
#define VF_GHOSTS_SAYS_nodal(...) (0x1000, 0, VF_NODAL_OF(VF_COUNT(__VA_ARGS__), __VA_ARGS__))
#define VF_GHOSTS_SAYS_VF_GHOSTS (0, 0, .depth = 0) /* the word that is left where the file says nothing */

#define VF_NODAL_OF(count, ...) VF_CAT(VF_NODAL_OF_, VF_IS_ON(VF_CAT(VF_THREE_, count)))(__VA_ARGS__)
#define VF_NODAL_OF_0(...) .nodal = #__VA_ARGS__
#define VF_NODAL_OF_1(...) .nodal_in = { __VA_ARGS__ }

/* Parts, by the number of faces beyond which a ghost lies. */
#define VF_PART_faces (1)   /* VF_PART_FACES */
#define VF_PART_edges (2)   /* VF_PART_EDGES */
#define VF_PART_corners (4) /* VF_PART_CORNERS */
#define VF_NO_PART 64
#define VF_GHOST_PART(word) VF_IF(VF_IS_ROW(VF_PART_##word))(VF_PART_##word)(VF_NO_PART)
#define VF_PARTS_OF(...) VF_PARTS_OF_(VF_COUNT(__VA_ARGS__), __VA_ARGS__)
#define VF_PARTS_OF_(count, ...) VF_CAT(VF_PARTS_OF_, count)(__VA_ARGS__)
#define VF_PARTS_OF_1(a) VF_GHOST_PART(a)
#define VF_PARTS_OF_2(a, b) (VF_GHOST_PART(a) | VF_GHOST_PART(b))
#define VF_PARTS_OF_3(a, b, c) (VF_GHOST_PART(a) | VF_GHOST_PART(b) | VF_GHOST_PART(c))
#define VF_PARTS_OF_4(...) VF_NO_PART
#define VF_PARTS_OF_5(...) VF_NO_PART

/* X(word) for each word of the file. */
#define VF_EACH_SAID(X) VF_EACH_OF(X, VF_GHOSTS)
#define VF_EACH_OF(X, ...) VF_EACH_IN(VF_COUNT(__VA_ARGS__), X, __VA_ARGS__)
#define VF_EACH_IN(count, X, ...) VF_CAT(VF_EACH_, count)(X, __VA_ARGS__)
#define VF_EACH_1(X, a) X(a)
#define VF_EACH_2(X, a, ...) X(a) VF_EACH_1(X, __VA_ARGS__)
#define VF_EACH_3(X, a, ...) X(a) VF_EACH_2(X, __VA_ARGS__)
#define VF_EACH_4(X, a, ...) X(a) VF_EACH_3(X, __VA_ARGS__)
#define VF_EACH_5(X, a, ...) X(a) VF_EACH_4(X, __VA_ARGS__)
#define VF_EACH_6(X, a, ...) X(a) VF_EACH_5(X, __VA_ARGS__)
#define VF_EACH_7(X, a, ...) X(a) VF_EACH_6(X, __VA_ARGS__)
#define VF_EACH_8(X, a, ...) X(a) VF_EACH_7(X, __VA_ARGS__)

/* Of all words together: what is said, as digits; the parts, 0 where none are named; a vf_ghosts_clause; whether there
 * are images, as 0 or 1. A word without a row counts as nothing, so that it has one message. */
#define VF_SAID (0 VF_EACH_SAID(VF_SAID_OF))
#define VF_SAID_OF(word) +VF_IF(VF_IS_ROW(VF_GHOSTS_SAYS_##word))(VF_COLUMN_OF(VF_SAID_DIGIT, VF_GHOSTS_SAYS_##word))(0)
#define VF_SAID_DIGIT(digit, ...) digit
#define VF_SAID_PARTS (0 VF_EACH_SAID(VF_SAID_PARTS_OF))
#define VF_SAID_PARTS_OF(word) \
  | VF_IF(VF_IS_ROW(VF_GHOSTS_SAYS_##word))(VF_COLUMN_OF(VF_SAID_PART, VF_GHOSTS_SAYS_##word))(0)
#define VF_SAID_PART(digit, parts, ...) parts
#define VF_SAID_CLAUSE     \
  {                        \
    VF_EACH_SAID(VF_FIELD) \
  }
#define VF_FIELD(word) VF_COLUMN_OF(VF_SAID_FIELDS, VF_GHOSTS_SAYS_##word),
#define VF_SAID_FIELDS(digit, parts, ...) __VA_ARGS__
#define VF_SAID_IMAGES VF_SECOND(VF_EACH_SAID(VF_IMAGES_PROBE))
#define VF_IMAGES_PROBE(word) VF_IMAGES_PROBE_##word
#define VF_IMAGES_PROBE_images(...) ~, 1,

/* What is wrong with it. */
#define VF_SAID_UNKNOWN (0 VF_EACH_SAID(VF_UNKNOWN_OF))
#define VF_UNKNOWN_OF(word) +!VF_IS_ROW(VF_GHOSTS_SAYS_##word)
#define VF_SAID_TWICE ((VF_SAID & 0xeeee) != 0)
#define VF_CHECK_GHOSTS                                                                                      \
  VF_ASSERT(VF_IS_AROUND || VF_SAID == 0, "VF_GHOSTS is for kernels over ghosts")                            \
  VF_EACH_SAID(VF_CHECK_SAID)                                                                                \
  VF_ASSERT(!VF_SAID_TWICE, "VF_GHOSTS says the same twice: each word once, and filled(...) or images(...)") \
  VF_ASSERT(VF_SAID_PARTS < VF_NO_PART, "VF_GHOSTS: with(...) names up to three of: faces edges corners")
#define VF_CHECK_SAID(word) \
  VF_ASSERT(VF_IS_ROW(VF_GHOSTS_SAYS_##word), "VF_GHOSTS: there is no word " #word ", but:" VF_GHOSTS_WORDS)
#define VF_WRONG_GHOSTS \
  (VF_SAID_UNKNOWN || VF_SAID_TWICE || VF_SAID_PARTS >= VF_NO_PART || (VF_SAID != 0 && !VF_IS_AROUND))

#endif
