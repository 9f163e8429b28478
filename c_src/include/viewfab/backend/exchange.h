/* The ghost exchange of a set, as a back end works it off. */
#ifndef VIEWFAB_BACKEND_EXCHANGE_H
#define VIEWFAB_BACKEND_EXCHANGE_H

#include <viewfab/backend/launch.h>
#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Some ghost cells of one box, at most VF_EXCHANGE_CELLS. */
enum { VF_EXCHANGE_CELLS = 2048 };
typedef struct vf_exchange_item {
  int to;   /* box whose ghosts they are */
  int from; /* box whose cells they are copies of */
  int face; /* -1, or the face of the domain beside which they lie and from whose inside they are filled */
  int first[3], size[3];
  int shift[3]; /* a copy is of what from has at (i, j, k) + shift */
} vf_exchange_item;

/* All of them, of one set. Tables are in memory of the device. */
typedef struct vf_exchange {
  vf_type type;
  int components, item_count;
  const vf_exchange_item *items;
  const vf_span *spans, *walls; /* [box]; walls NULL: 0 */
  const vf_box *boxes;          /* [box] */
  vf_boundary sides;
  void *queue;
} vf_exchange;

#ifdef __cplusplus
}
#endif

#endif
