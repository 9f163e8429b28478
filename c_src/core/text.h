/* Text written into a buffer of any size. */
#ifndef VIEWFAB_CORE_TEXT_H
#define VIEWFAB_CORE_TEXT_H

#include <stddef.h>

typedef struct vf_text {
  char *buffer; /* may be NULL if size is 0 */
  size_t size;
  size_t used; /* counts on beyond the end */
} vf_text;

/* Appends like printf. */
void vf_text_add(vf_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes of the character of UTF-8 that begins here; 0: none does. */
int vf_text_character(const char *at);

/* Replaces by '?' whatever would end a line or steer a terminal, in UTF-8 and in Latin-1, so that a label cannot look
 * like a line of a report. */
void vf_text_plain(char *text);

/* A copy of a label, cut to size bytes with its end and made plain; no character of UTF-8 is cut. */
void vf_text_copy_label(char *to, size_t size, const char *from);

#endif
