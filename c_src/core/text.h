/* Text written into a buffer of any size, the words of messages for ranges and reaches, and numbers read from a
 * text. */
#ifndef VIEWFAB_CORE_TEXT_H
#define VIEWFAB_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <viewfab/backend/description.h>

typedef struct vfi_text {
  char *buffer; /* may be NULL if size is 0 */
  size_t size;
  size_t used; /* counts on beyond the end */
} vfi_text;

/* Appends like printf. */
void vfi_text_add(vfi_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends some bytes: many times faster than printf, which is slow in programs with gfortran's library. */
void vfi_text_put(vfi_text *text, const char *bytes, size_t length);

/* Number of bytes of the UTF-8 character that begins here; 0: no character begins here. */
int vfi_text_character(const char *at);

/* Replaces control characters, which would end a line or steer a terminal, by '?', in UTF-8 and in Latin-1. A label then
 * cannot look like a line of a report. */
void vfi_text_plain(char *text);

/* A copy of a label, cut to size bytes with its end and made plain; no character of UTF-8 is cut. */
void vfi_text_copy_label(char *to, size_t size, const char *from);

/* Index ranges as Fortran writes them, "(-1:8, 0:7, 0:7)"; returns the buffer. */
enum { VF_RANGE_TEXT = 160 };
const char *vfi_range_text(char buffer[VF_RANGE_TEXT], int rank, const int64_t *lower, const int64_t *upper);
const char *vfi_box_text(char buffer[VF_RANGE_TEXT], const vf_box *box);

/* The same in the directions of a field of this rank; all directions if the box has indices in the other directions. */
const char *vfi_box_text_in(char buffer[VF_RANGE_TEXT], const vf_box *box, int rank);

/* Faces as messages call them, in the order of vf_boundary. */
extern const char *const vfi_face_names[6];

/* Appends a reach as kernel files write it: reach(1), reach(1, 1, 0) or reach(below(2, 0, 0), above(1, 0, 0)). */
void vfi_reach_add(vfi_text *text, const vfi_reach *reach);

/* A whole number from least to most. All numbers are read in one way: digits first, no blank, no sign, nothing beyond
 * the range of the type. Returns the character behind its last digit; NULL: there is no such number. */
const char *vfi_read_whole(const char *text, int64_t least, int64_t most, int64_t *number);

/* The same for a list of int with a sign between them, such as "32,8,16". */
const char *vfi_read_list(const char *text, char sign, int least, int count, int *numbers);

/* True if the whole text is such a whole number; or a finite number from 0 on, such as 1.5 or 1e-3, neither too large
 * nor too small for a double. */
bool vfi_is_whole(const char *text, int64_t least, int64_t most, int64_t *number);
bool vfi_is_real(const char *text, double *number);

#endif
