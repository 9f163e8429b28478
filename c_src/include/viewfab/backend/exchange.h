/* The ghost exchange of a set, in the form for a back end. */
#ifndef VIEWFAB_BACKEND_EXCHANGE_H
#define VIEWFAB_BACKEND_EXCHANGE_H

#include <viewfab/backend/launch.h>
#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Some ghost cells of one box, at most VF_EXCHANGE_CELLS. There are three kinds:
 *   a copy         face -1, to and from are boxes
 *   beside a wall  face 0 to 5, from is to
 *   by a buffer    face -1, and to or from is -1. Cells of from go into a buffer, and ghosts of to come from a buffer.
 *                  Element (i, j, k) of component n stands at offset + (i - first[0]) + size[0] * ((j - first[1]) +
 *                  size[1] * ((k - first[2]) + size[2] * n)) */
enum { VF_EXCHANGE_CELLS = 2048 };
typedef struct vfi_exchange_item {
  int to;     /* box with the ghosts; -1: a box of another rank */
  int from;   /* box with the copied cells; -1: a box of another rank */
  int face;   /* -1; or the face of the domain beside the ghosts, filled from the cells inside */
  int buffer; /* number of the buffer, if to or from is -1 */
  int first[3], size[3];
  int shift[3];   /* a ghost (i, j, k) copies the cell (i, j, k) + shift of from */
  int64_t offset; /* elements from the beginning of the buffer */
} vfi_exchange_item;

/* Buffers come in pairs; exchanges use the two buffers of a pair in turn. */
enum { VF_EXCHANGE_BUFFERS = 1024 };

/* All items of one set. Tables are in memory of the device. */
typedef struct vf_exchange {
  vf_type type;
  int components, item_count;
  const vfi_exchange_item *items;
  const vfi_span *spans, *walls; /* [box]; walls NULL: 0 */
  const vf_box *boxes;           /* [box] */
  vf_boundary sides;
  void *queue;
  /* Buffer b of this exchange is buffers[2 * b + (turns[b / 32] >> b % 32 & 1)]; there are at most
   * VF_EXCHANGE_BUFFERS. */
  void *const *buffers;
  uint32_t turns[VF_EXCHANGE_BUFFERS / 32];
} vf_exchange;

#ifdef __cplusplus
}
#endif

#endif
