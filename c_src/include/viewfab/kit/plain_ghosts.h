/* Included by the generated host loops of a kernel over ghosts: the words of its body, and the pieces of ghosts. */
#ifndef VIEWFAB_KIT_PLAIN_GHOSTS_H
#define VIEWFAB_KIT_PLAIN_GHOSTS_H

#include <viewfab/backend/halo.h>
#include <viewfab/backend/launch_data.h>

#define VF_IMAGE_IN(d) vfi_here.image[d]
#define VF_IMAGE_SIGN vfi_here.sign
#define VF_BEYOND(d) vfi_here.beyond[d]

/* All pieces of a box: what each has in a direction depends on its side there alone. */
typedef struct vfi_halo_sides {
  vfi_halo_piece of[3]; /* on the side -1, 0, 1 of all directions */
  int sign[3][3];       /* of images on a side in a direction: [side + 1][direction] */
} vfi_halo_sides;

static inline vfi_halo_sides vfi_halo_sides_of(const vfi_halo *halo, const vf_box *box)
{
  vfi_halo_sides all;
  for (int side = 0; side < 3; side++) {
    all.of[side] = vfi_halo_piece_of(halo, box, side * VF_HALO_INSIDE);
    for (int d = 0; d < 3; d++) all.sign[side][d] = side != 1 && halo->odd >> (side == 0 ? d : d + 3) & 1 ? -1 : 1;
  }
  return all;
}

/* The piece on a side, -1, 0 or 1, in each direction. */
static inline vfi_halo_piece vfi_halo_piece_on(const vfi_halo_sides *all, const int x, const int y, const int z)
{
  const int sides[3] = { x, y, z };
  vfi_halo_piece piece;
  piece.sign = 1;
  piece.face = 0;
  for (int d = 2; d >= 0; d--) {
    const vfi_halo_piece *const of = &all->of[sides[d] + 1];
    piece.side[d] = sides[d];
    piece.first[d] = of->first[d];
    piece.size[d] = of->size[d];
    piece.image[d] = of->image[d];
    piece.step[d] = of->step[d];
    piece.sign *= all->sign[sides[d] + 1][d];
    if (sides[d]) piece.face = sides[d] < 0 ? d : d + 3;
  }
  return piece;
}

/* Rows of pieces with the same sides in j and k. */
typedef struct vfi_halo_rows {
  int first[2], last[2]; /* j and k */
} vfi_halo_rows;

/* A part of all rows on a side in j and k: a share of the longer direction. */
static inline vfi_halo_rows vfi_halo_rows_of(const vfi_halo_sides *all, const int y, const int z, const int part,
                                             const int parts)
{
  const int size[2] = { all->of[y + 1].size[1], all->of[z + 1].size[2] };
  vfi_halo_rows rows = { { all->of[y + 1].first[1], all->of[z + 1].first[2] }, { 0, 0 } };
  for (int d = 0; d < 2; d++) rows.last[d] = rows.first[d] + size[d] - 1;
  if (parts == 1) return rows;
  const int d = size[1] >= size[0];
  rows.last[d] = rows.first[d] + (int)((int64_t)size[d] * (part + 1) / parts) - 1;
  rows.first[d] += (int)((int64_t)size[d] * part / parts);
  return rows;
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
