/* Included by host.h for a kernel over ghosts: the pieces beside a box, of each of which a thread has a part. */
#define VF_GHOST(piece, i, j, k, n)                                         \
  VF_UNUSED const vf_ghost vf_here = vf_ghost_at(&halo, &(piece), i, j, k); \
  VF_BODY_AT(i, j, k, n, (piece).face, box);

/* A piece that does not lie beyond an end of rows, so that the i of an image is its ghost's own. A part takes rows. */
static void VF_TYPED(_host_rows_)(const vf_launch *launch, const vf_bundle bundle, const vf_box box, int number,
                                  int part, int parts)
{
  const vf_halo halo = launch->halo;
  vf_halo_piece piece = vf_halo_piece_of(&halo, &box, number);
  piece.side[0] = 0;
  piece.step[0] = 1;
  piece.image[0] = piece.first[0];
  const int64_t planes = (int64_t)piece.size[2] * launch->components;
  const int64_t rows = planes * piece.size[1];
  for (int64_t row = rows * part / parts; row < rows * (part + 1) / parts; row++) {
    const int j = piece.first[1] + (int)(row % piece.size[1]);
    const int k = piece.first[2] + (int)(row / piece.size[1] % piece.size[2]);
    const int n = (int)(row / piece.size[1] / piece.size[2]);
    for (int i = piece.first[0], last = piece.first[0] + piece.size[0] - 1; i <= last; i++) {
      VF_GHOST(piece, i, j, k, n)
    }
  }
}

/* The ghosts of a plane of a piece at an end of its rows, layer by layer: rows are as short there as the layers are few. */
static inline void VF_TYPED(_host_layers_)(const vf_bundle bundle, const vf_halo halo, const vf_halo_piece piece,
                                           VF_UNUSED const vf_box box, int k, int n)
{
  for (int i = piece.first[0], last = piece.first[0] + piece.size[0] - 1; i <= last; i++)
    for (int j = piece.first[1], last_j = piece.first[1] + piece.size[1] - 1; j <= last_j; j++) {
      VF_GHOST(piece, i, j, k, n)
    }
}

/* The pieces at both ends of the same rows. A part takes planes of them, and both ends one after the other: the end of one
 * row and the beginning of the next are neighbours in memory. */
static void VF_TYPED(_host_ends_)(const vf_launch *launch, const vf_bundle bundle, const vf_box box, int number,
                                  int part, int parts)
{
  const vf_halo halo = launch->halo;
  vf_halo_piece low = vf_halo_piece_of(&halo, &box, number), high = vf_halo_piece_of(&halo, &box, number + 2);
  if (!(halo.pieces >> number & 1)) low.size[0] = 0;
  if (!(halo.pieces >> (number + 2) & 1)) high.size[0] = 0;
  const int64_t planes = (int64_t)low.size[2] * launch->components;
  for (int64_t plane = planes * part / parts; plane < planes * (part + 1) / parts; plane++) {
    const int k = low.first[2] + (int)(plane % low.size[2]), n = (int)(plane / low.size[2]);
    VF_TYPED(_host_layers_)(bundle, halo, low, box, k, n);
    VF_TYPED(_host_layers_)(bundle, halo, high, box, k, n);
  }
}

static void VF_TYPED(_host_part_)(const vf_launch *launch, const vf_bundle bundle, int b, int part, int parts)
{
  const vf_box box = launch->boxes[b];
  const unsigned pieces = launch->halo.pieces;
  for (int p = 0; p < VF_HALO_PIECES; p++) {
    const int side = vf_halo_side(p, 0);
    if (side == 0 && pieces >> p & 1) VF_TYPED(_host_rows_)(launch, bundle, box, p, part, parts);
    if (side < 0 && pieces >> p & 5) VF_TYPED(_host_ends_)(launch, bundle, box, p, part, parts);
  }
}

/* No clause `if` for few points, as in host_rows.h. */
static void VF_TYPED(_host_box_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  const vf_box box = launch->boxes[b];
  int64_t points = 0;
  for (int p = 0; p < VF_HALO_PIECES; p++)
    if (launch->halo.pieces >> p & 1) {
      const vf_halo_piece piece = vf_halo_piece_of(&launch->halo, &box, p);
      points += (int64_t)piece.size[0] * piece.size[1] * piece.size[2] * launch->components;
    }
  if (points < VF_PARALLEL_POINTS) {
    VF_TYPED(_host_part_)(launch, bundle, b, 0, 1);
    return;
  }
  const int parts = vf_thread_count();
#pragma omp parallel for schedule(static)
  for (int part = 0; part < parts; part++) VF_TYPED(_host_part_)(launch, bundle, b, part, parts);
}
#undef VF_GHOST
#include <viewfab/kit/host_boxes.h>
