/* Address ranges in which only written pages take memory. */
#ifndef VIEWFAB_VALIDATE_IMAGES_SPARSE_H
#define VIEWFAB_VALIDATE_IMAGES_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vf_sparse {
  char *address; /* NULL: none */
  size_t bytes;
  bool filled; /* the system does not have shared pages: the whole range was written, and takes memory */
} vf_sparse;

/* A range that reads as background, 8 bytes again and again, until a write. Returns false without memory. */
bool vf_sparse_map(size_t bytes, uint64_t background, vf_sparse *range);
void vf_sparse_unmap(vf_sparse *range);

/* Gives the memory of written pages back: the range reads as background again. Returns false after a failure, and then
 * keeps the pages. */
bool vf_sparse_forget(const vf_sparse *range);

#endif
