/* Included by gpu.h for a kernel over ghosts: one launch for all pieces beside a box. Neighbours in i are neighbouring
 * threads. */

enum { VF_GHOST_SHIFT = 8, VF_GHOST_BLOCK = 1 << VF_GHOST_SHIFT };

/* What the file says is known here: without a depth it is 1, and no ghosts beyond several faces are visited. */
static constexpr bool vf_depth_is_said = (VF_SAID & 0xf) != 0, vf_only_faces = VF_SAID_PARTS <= 1;

/* A block covers 2^shift points of a piece in x and in y, fewer where the piece is thin, and in z what is left of its
 * threads. */
typedef struct vf_ghost_grid {
  unsigned first;      /* block of the launch */
  unsigned in_x, in_y; /* blocks */
  signed char piece, shift_x, shift_y;
} vf_ghost_grid;

/* How many pieces there may be. */
enum { VF_GHOST_PIECES = VF_SAID_PARTS <= 1 ? 6 : VF_HALO_PIECES - 1 };

/* The pieces that a launch visits, one after the other. The host writes the table once, since each block of a launch would
 * need longer for it than for its points. The first blocks of unused places are beyond all blocks.
 * It has room for all pieces where there are fewer too: a compiler copies a small table to the memory of each thread, before an
 * index chooses from it. */
typedef struct vf_ghost_table {
  vf_ghost_grid grids[VF_HALO_PIECES - 1];
} vf_ghost_table;

/* The least shift by which 1 is no less than the size; at most so much. */
static int vf_shift_over(const int size, const int most)
{
  int shift = 0;
  while (shift < most && (1 << shift) < size) shift++;
  return shift;
}

/* Fills a table for boxes that are no larger than this one; returns the number of blocks. */
static int64_t vf_ghost_table_of(const vf_halo *halo, const vf_box *box, vf_ghost_table *table)
{
  int64_t blocks = 0;
  int used = 0;
  for (int number = 0; number < VF_HALO_PIECES; number++) {
    if (!(halo->pieces >> number & 1)) continue;
    vf_ghost_grid *grid = &table->grids[used++];
    int64_t counts[3];
    int shifts[3], left = VF_GHOST_SHIFT;
    for (int d = 0; d < 3; d++) {
      const int size = vf_halo_side(number, d) ? halo->depth : box->upper[d] - box->lower[d] + 1 + halo->nodal[d];
      shifts[d] = d == 2 ? left : vf_shift_over(size, d == 0 && left > 5 ? 5 : left);
      left -= shifts[d];
      counts[d] = (((int64_t)size - 1) >> shifts[d]) + 1;
    }
    grid->first = (unsigned)blocks;
    grid->in_x = (unsigned)counts[0];
    grid->in_y = (unsigned)counts[1];
    grid->piece = (signed char)number;
    grid->shift_x = (signed char)shifts[0];
    grid->shift_y = (signed char)shifts[1];
    blocks += counts[0] * counts[1] * counts[2];
  }
  while (used < VF_GHOST_PIECES) table->grids[used++].first = ~0u;
  return blocks;
}

/* The place in the table of a block. */
static __device__ __forceinline__ vf_ghost_grid vf_ghost_grid_of(const vf_ghost_table &table, const unsigned block)
{
  int place = 0;
#pragma unroll
  for (int p = 1; p < VF_GHOST_PIECES; p++) place += block >= table.grids[p].first;
  return table.grids[place];
}

/* A block of one piece, which is fixed or, with fixed -1, chosen. A piece beside a face is a constant here: what a body
 * indexes with the face would have to lie in memory otherwise. */
template <int fixed>
static __device__ __forceinline__ void VF_TYPED(_piece_)(const vf_halo &halo, const vf_box &box,
                                                         const vf_ghost_grid &grid, const int components,
                                                         const vf_bundle &bundle)
{
  const int number = fixed >= 0 ? fixed : grid.piece;
  const vf_halo_piece piece = vf_halo_piece_of(&halo, &box, number);
  const unsigned block = blockIdx.x - grid.first, row = block / grid.in_x, plane = row / grid.in_y,
                 thread = threadIdx.x;
  const int shift_z = VF_GHOST_SHIFT - grid.shift_x - grid.shift_y;
  const unsigned in_x = thread & ((1u << grid.shift_x) - 1), in_y = thread >> grid.shift_x & ((1u << grid.shift_y) - 1);
  const unsigned x = ((block - row * grid.in_x) << grid.shift_x) + in_x;
  const unsigned y = ((row - plane * grid.in_y) << grid.shift_y) + in_y;
  const unsigned z = (plane << shift_z) + (thread >> (grid.shift_x + grid.shift_y));
  if (x >= (unsigned)piece.size[0] || y >= (unsigned)piece.size[1] || z >= (unsigned)piece.size[2]) return;
  const int i = piece.first[0] + (int)x, j = piece.first[1] + (int)y, k = piece.first[2] + (int)z;
  const vf_ghost vf_here = vf_ghost_at(&halo, &piece, i, j, k);
  for (int n = 0; n < components; n++) VF_BODY_AT(i, j, k, n, piece.face, box);
}

/* The pieces of a box have blocks one after the other; this is the block of the launch. */
static __device__ __forceinline__ void VF_TYPED(_pieces_)(vf_halo halo, const vf_ghost_table &table, const vf_box &box,
                                                          const int components, vf_bundle bundle VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  if (!vf_depth_is_said) halo.depth = 1;
  const vf_ghost_grid grid = vf_ghost_grid_of(table, blockIdx.x);
#define VF_PIECE(word) VF_TYPED(_piece_)<word>(halo, box, grid, components, bundle)
  switch (grid.piece) {
    case VF_HALO_INSIDE - 1: return VF_PIECE(VF_HALO_INSIDE - 1);
    case VF_HALO_INSIDE - 3: return VF_PIECE(VF_HALO_INSIDE - 3);
    case VF_HALO_INSIDE - 9: return VF_PIECE(VF_HALO_INSIDE - 9);
    case VF_HALO_INSIDE + 1: return VF_PIECE(VF_HALO_INSIDE + 1);
    case VF_HALO_INSIDE + 3: return VF_PIECE(VF_HALO_INSIDE + 3);
    case VF_HALO_INSIDE + 9: return VF_PIECE(VF_HALO_INSIDE + 9);
    default:
      if (!vf_only_faces) VF_PIECE(-1);
  }
#undef VF_PIECE
}

static __global__ void __launch_bounds__(VF_GHOST_BLOCK)
    VF_TYPED(_ghosts_)(const vf_halo halo, const vf_ghost_table table, const vf_box box, const int components,
                       const vf_bundle bundle VF_ORIGINS)
{
  VF_TYPED(_pieces_)(halo, table, box, components, bundle VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box. */
static __global__ void __launch_bounds__(VF_GHOST_BLOCK)
    VF_TYPED(_set_ghosts_)(const vf_halo halo, const vf_ghost_table table, const vf_sets sets, const int box_count,
                           const int components, const vf_bundle arguments)
{
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const vf_bundle bundle = vf_bundle_placed(arguments, sets, b);
    VF_TYPED(_pieces_)(halo, table, box, components, bundle VF_PASS_ORIGINS);
  }
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  const VF_GPU(Stream_t) queue = (VF_GPU(Stream_t))launch->queue;
  vf_ghost_table table;
  if (launch->sets) {
    const vf_box largest = vf_largest_box(launch->boxes, launch->box_count);
    const int64_t blocks = vf_ghost_table_of(&launch->halo, &largest, &table);
    if (!blocks) return 0;
    VF_TYPED(_set_ghosts_)<<<vf_set_blocks(blocks, launch->box_count, 1), VF_GHOST_BLOCK, 0, queue>>>(
        launch->halo, table, vf_sets_of(launch->sets), launch->box_count, launch->components, bundle);
    return (int)VF_GPU(GetLastError)();
  }
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t blocks = vf_ghost_table_of(&launch->halo, box, &table);
    if (!blocks) continue;
    VF_TYPED(_ghosts_)<<<dim3((unsigned)blocks), VF_GHOST_BLOCK, 0, queue>>>(
        launch->halo, table, *box, launch->components, bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
