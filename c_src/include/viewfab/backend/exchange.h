/* The ghost exchange of a set, as a back end works it off. */
#ifndef VIEWFAB_BACKEND_EXCHANGE_H
#define VIEWFAB_BACKEND_EXCHANGE_H

#include <viewfab/backend/launch.h>
#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Some ghost cells of one box, at most VF_EXCHANGE_CELLS: of three kinds,
 *   a copy        face -1, to and from are boxes
 *   beside a wall face 0 to 5, from is to
 *   by a buffer   face -1, and to or from is -1: cells of from are put into a buffer, ghosts of to are taken from one, in
 *                 which element (i, j, k) of component n stands at
 *                 offset + (i - first[0]) + size[0] * ((j - first[1]) + size[1] * ((k - first[2]) + size[2] * n)) */
enum { VF_EXCHANGE_CELLS = 2048 };
typedef struct vf_exchange_item {
  int to;     /* box whose ghosts they are; -1: they are those of another rank */
  int from;   /* box whose cells they are copies of; -1: it belongs to another rank */
  int face;   /* -1, or the face of the domain beside which they lie and from whose inside they are filled */
  int buffer; /* number of the buffer, where to or from is -1 */
  int first[3], size[3];
  int shift[3];   /* a copy is of what from has at (i, j, k) + shift */
  int64_t offset; /* in elements from the beginning of the buffer */
} vf_exchange_item;

/* Buffers come in pairs that are used in turn. */
enum { VF_EXCHANGE_BUFFERS = 1024 };

/* All of them, of one set. Tables are in memory of the device. */
typedef struct vf_exchange {
  vf_type type;
  int components, item_count;
  const vf_exchange_item *items;
  const vf_span *spans, *walls; /* [box]; walls NULL: 0 */
  const vf_box *boxes;          /* [box] */
  vf_boundary sides;
  void *queue;
  /* Buffer b of this time is buffers[2 * b + (turns[b / 32] >> b % 32 & 1)]; there are at most VF_EXCHANGE_BUFFERS. */
  void *const *buffers;
  uint32_t turns[VF_EXCHANGE_BUFFERS / 32];
} vf_exchange;

#ifdef __cplusplus
}
#endif

#endif
