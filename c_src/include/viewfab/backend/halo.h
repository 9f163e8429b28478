/* The visited ghosts of a call, and the image of each ghost: for host and devices alike. */
#ifndef VIEWFAB_BACKEND_HALO_H
#define VIEWFAB_BACKEND_HALO_H

#include <viewfab/backend/mapping.h>

/* The box of a call is the middle of 27 pieces: in each direction a piece lies below the box, beside the box or
 * above. */
enum { VF_HALO_PIECES = 27, VF_HALO_INSIDE = 13 };

/* The data of a ghost for a body. */
typedef struct vfi_ghost {
  int image[3], beyond[3], sign;
#ifdef VIEWFAB_BOUNDS
  vfi_halo halo;
#endif
} vfi_ghost;

/* The side of a piece in a direction: -1, 0, 1. */
VF_MAP_FUNCTION int vfi_halo_side(int piece, int d) { return piece / (d == 0 ? 1 : d == 1 ? 3 : 9) % 3 - 1; }

/* The pieces on one side in a direction, as bits. */
VF_MAP_FUNCTION unsigned vfi_halo_pieces_at(int d, int side)
{
  const unsigned below = d == 0 ? 0x1249249u : d == 1 ? 0x1c0e07u : 0x1ffu;
  return below << (side + 1) * (d == 0 ? 1 : d == 1 ? 3 : 9);
}

/* First and last point in a direction, ghosts included. */
VF_MAP_FUNCTION int64_t vfi_halo_first(const vfi_halo *halo, const vf_box *box, int d)
{
  return (int64_t)box->lower[d] - (halo->pieces & vfi_halo_pieces_at(d, -1) ? halo->depth : 0);
}
VF_MAP_FUNCTION int64_t vfi_halo_last(const vfi_halo *halo, const vf_box *box, int d)
{
  return (int64_t)box->upper[d] + halo->nodal[d] + (halo->pieces & vfi_halo_pieces_at(d, 1) ? halo->depth : 0);
}

/* A piece of a box. Images are linear in each direction. */
typedef struct vfi_halo_piece {
  int side[3], first[3], size[3];
  int image[3], step[3]; /* image of the first point; step to the image of the next point */
  int sign, face;        /* sign of the images; first face between the box and the piece */
} vfi_halo_piece;

VF_MAP_FUNCTION vfi_halo_piece vfi_halo_piece_of(const vfi_halo *halo, const vf_box *box, int number)
{
  vfi_halo_piece piece;
  piece.sign = 1;
  piece.face = 0;
  for (int d = 2; d >= 0; d--) {
    const int side = vfi_halo_side(number, d), face = side < 0 ? d : d + 3, nodal = halo->nodal[d];
    const int cells = box->upper[d] - box->lower[d] + 1, on_walls = halo->on_walls >> d & 1;
    piece.side[d] = side;
    piece.first[d] = side < 0 ? box->lower[d] - halo->depth : side == 0 ? box->lower[d] : box->upper[d] + nodal + 1;
    piece.size[d] = side == 0 ? cells + nodal : halo->depth;
    piece.image[d] = piece.first[d];
    piece.step[d] = 1;
    if (side == 0) continue;
    piece.face = face;
    if (halo->periodic >> face & 1) {
      piece.image[d] -= side * (cells - on_walls);
      continue;
    }
    piece.step[d] = -1;
    piece.image[d] = side < 0 ? box->lower[d] + halo->depth - 1 + (nodal | on_walls) : box->upper[d] - on_walls;
    if (halo->odd >> face & 1) piece.sign = -piece.sign;
  }
  return piece;
}

/* The ghost at a point of a piece. */
VF_MAP_FUNCTION vfi_ghost vfi_ghost_at(const vfi_halo *halo, const vfi_halo_piece *piece, int i, int j, int k)
{
  const int point[3] = { i, j, k };
  vfi_ghost ghost;
  ghost.sign = piece->sign;
  for (int d = 0; d < 3; d++) {
    const int along = point[d] - piece->first[d];
    ghost.image[d] = piece->image[d] + piece->step[d] * along;
    ghost.beyond[d] = piece->side[d] < 0 ? along - piece->size[d] : piece->side[d] > 0 ? along + 1 : 0;
  }
#ifdef VIEWFAB_BOUNDS
  ghost.halo = *halo;
#else
  (void)halo;
#endif
  return ghost;
}

#endif
