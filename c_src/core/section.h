/* Sections: memory of the program whose elements do not follow each other. The array of a section is a dense copy in memory of
 * viewfab, and a copy for the program's own memory is a further step: the elements are packed before the array's host side is
 * used, and unpacked when the program asks for the values. Lock held. */
#ifndef VIEWFAB_CORE_SECTION_H
#define VIEWFAB_CORE_SECTION_H

#include <viewfab/backend/packing.h>

#include "array.h"

typedef struct vfi_section {
  vfi_array *array;
  char *first;             /* the program's first element */
  const char *begin, *end; /* the program's memory from the lowest to behind the highest element */
  vf_packing packing;
  bool program_writes; /* the program may have written since the elements were packed */
  bool is_old;         /* the array may have newer values than the program's memory */
  struct vfi_section *next;
} vfi_section;

/* Describes a section, without an array.
 *   steps  [rank] bytes from an element to the next element in each direction, of any sign
 * Errors: VF_ERROR_ARGUMENT (steps that are no multiples of an element, elements that share memory), VF_ERROR_OVERLAP (a live view or
 * another section has elements there). */
vf_status vfi_section_describe(vfi_section *section, void *first, vf_type type, int rank, const int64_t *extents,
                               const int64_t *steps, const char *label);

/* Gives a described section in memory of its own to a new array. */
void vfi_section_attach(vfi_section *section, vfi_array *array);

/* Ends the section of an array, and frees it. */
void vfi_section_end(vfi_array *array);

/* Errors: VF_ERROR_OVERLAP (the range of a new array meets a section). */
vf_status vfi_sections_check(const char *begin, size_t bytes, const char *label);

/* Before an access of the array on either side: packs the program's elements if the program may have written them. */
void vfi_section_pack(const vfi_array *array);

/* Packs the program's elements in any case: the program says that they are the newest. */
void vfi_section_take(vfi_array *array);

/* Unpacks the array's host side, which is up to date, for the program. */
void vfi_section_unpack(vfi_array *array);

/* The program has its elements up to date: unpacked, or about to be overwritten. It writes from now on if writes is true. */
void vfi_section_note_program(vfi_array *array, bool writes);

#endif
