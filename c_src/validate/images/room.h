/* Room: the memory of a comparison. A comparison takes it before the port runs, since a call that fails for want of
 * memory must have changed nothing. */
#ifndef VIEWFAB_VALIDATE_IMAGES_ROOM_H
#define VIEWFAB_VALIDATE_IMAGES_ROOM_H

#include "window.h"

typedef struct vf_room {
  vf_window_piece *pieces;                   /* of a window */
  unsigned char *dirty;                      /* [row or piece] */
  unsigned char *marks;                      /* [thread][element of a row] */
  struct vf_comparison *parts;               /* [thread] */
  int64_t piece_count, dirty_count, longest; /* largest numbers that fit */
  int threads;
} vf_room;

/* Room for a window in the rows of a layout. A room with some memory already grows. Errors: VF_ERROR_MEMORY. */
vf_status vf_room_take(vf_room *room, const vf_window *window, const vf_layout *layout, size_t size);
void vf_room_give(vf_room *room);

/* The pieces into which a window cuts a layout, or the number of rows if the window is whole; then piece p is row p.
 * The room keeps the pieces of one layout at a time. */
int64_t vf_room_pieces(vf_room *room, const vf_window *window, const vf_layout *layout, size_t size);
static inline vf_window_piece vf_room_piece(const vf_room *room, const vf_window *window, const vf_layout *layout,
                                            int64_t p)
{
  return window->runs ? room->pieces[p] : (vf_window_piece){ p, 0, layout->extent[0] };
}

/* Index of the calling thread's memory. */
int vf_room_thread(void);

#endif
