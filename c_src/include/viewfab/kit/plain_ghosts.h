/* Included by the generated host loops of a kernel over ghosts: the words of its body, and the pieces of ghosts. */
#ifndef VIEWFAB_KIT_PLAIN_GHOSTS_H
#define VIEWFAB_KIT_PLAIN_GHOSTS_H

#include <viewfab/backend/halo.h>
#include <viewfab/backend/launch_data.h>

#define VF_IMAGE_IN(d) vfi_here.image[d]
#define VF_IMAGE_SIGN vfi_here.sign
#define VF_BEYOND(d) vfi_here.beyond[d]

/* A piece in the range of the rows of the box in i, so the i of an image is the i of its ghost. */
static inline vfi_halo_piece vfi_halo_piece_in_rows(const vfi_halo *halo, const vf_box *box, const int number)
{
  vfi_halo_piece piece = vfi_halo_piece_of(halo, box, number);
  piece.side[0] = 0;
  piece.step[0] = 1;
  piece.image[0] = piece.first[0];
  return piece;
}

/* A piece; without points if the call does not visit the piece. */
static inline vfi_halo_piece vfi_halo_piece_visited(const vfi_halo *halo, const vf_box *box, const int number)
{
  vfi_halo_piece piece = vfi_halo_piece_of(halo, box, number);
  if (!(halo->pieces >> number & 1)) piece.size[0] = 0;
  return piece;
}

/* The ghosts of a box, of all components. */
static inline int64_t vfi_ghost_count(const vfi_launch *launch, const int b)
{
  int64_t count = 0;
  for (int p = 0; p < VF_HALO_PIECES; p++)
    if (launch->halo.pieces >> p & 1) {
      const vfi_halo_piece piece = vfi_halo_piece_of(&launch->halo, &launch->boxes[b], p);
      count += (int64_t)piece.size[0] * piece.size[1] * piece.size[2] * launch->components;
    }
  return count;
}

/* The ghosts of a box are too few for threads. A small box with its ghosts is not counted piece by piece. */
static inline bool vfi_has_few_ghosts(const vfi_launch *launch, const int b)
{
  const vf_box *const box = &launch->boxes[b];
  int64_t points = launch->components;
  for (int d = 0; d < 3 && points < VF_PARALLEL_POINTS; d++)
    points *= vfi_halo_last(&launch->halo, box, d) - vfi_halo_first(&launch->halo, box, d) + 1;
  return points < VF_PARALLEL_POINTS || vfi_ghost_count(launch, b) < VF_PARALLEL_POINTS;
}

#endif
