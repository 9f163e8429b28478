/* Text that is written into a buffer of any size. */
#ifndef VIEWFAB_CORE_TEXT_H
#define VIEWFAB_CORE_TEXT_H

#include <stddef.h>

typedef struct vf_text {
  char *buffer; /* may be NULL where size is 0 */
  size_t size;
  size_t used; /* counts on beyond the end */
} vf_text;

/* Appends like printf. */
void vf_text_add(vf_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
