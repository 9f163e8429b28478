/* Included by gpu.h for a kernel over ghosts: one launch for all pieces beside a box. Neighbours in i are neighbouring
 * threads. */

enum { VF_GHOST_SHIFT = 8, VF_GHOST_BLOCK = 1 << VF_GHOST_SHIFT };

/* Constants from the clause of the file: without a depth the depth is 1; ghosts beyond several faces are visited only
 * if the file names them. */
static constexpr bool vfi_depth_is_said = (VF_SAID & 0xf) != 0, vfi_only_faces = VF_SAID_PARTS <= 1;

/* A block covers 2^shift points of a piece in x and in y, fewer if the piece is thin, and in z its remaining
 * threads. */
typedef struct vfi_ghost_grid {
  unsigned first;      /* first block in the launch */
  unsigned in_x, in_y; /* number of blocks */
  signed char piece, shift_x, shift_y;
} vfi_ghost_grid;

/* The most pieces of a launch. */
enum { VF_GHOST_PIECES = VF_SAID_PARTS <= 1 ? 6 : VF_HALO_PIECES - 1 };

/* The pieces of a launch, one after the other. The host writes the table once, because each block of a launch would
 * need longer for it than for its points. Unused places have a first block beyond all blocks.
 * The table has room for all pieces, also if a launch has fewer: a compiler copies a small table to the memory of each
 * thread before an index chooses from the table. */
typedef struct vfi_ghost_table {
  vfi_ghost_grid grids[VF_HALO_PIECES - 1];
} vfi_ghost_table;

/* The least shift with 1 << shift no less than the size; at most `most`. */
static int vfi_shift_over(const int size, const int most)
{
  int shift = 0;
  while (shift < most && (1 << shift) < size) shift++;
  return shift;
}

/* Fills a table for boxes of at most this size; returns the number of blocks. */
static int64_t vfi_ghost_table_of(const vfi_halo *halo, const vf_box *box, vfi_ghost_table *table)
{
  int64_t blocks = 0;
  int used = 0;
  for (int number = 0; number < VF_HALO_PIECES; number++) {
    if (!(halo->pieces >> number & 1)) continue;
    vfi_ghost_grid *grid = &table->grids[used++];
    int64_t counts[3];
    int shifts[3], left = VF_GHOST_SHIFT;
    for (int d = 0; d < 3; d++) {
      const int size = vfi_halo_side(number, d) ? halo->depth : box->upper[d] - box->lower[d] + 1 + halo->nodal[d];
      shifts[d] = d == 2 ? left : vfi_shift_over(size, d == 0 && left > 5 ? 5 : left);
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

/* The entry of a block in the table. */
static __device__ __forceinline__ vfi_ghost_grid vfi_ghost_grid_of(const vfi_ghost_table &table, const unsigned block)
{
  int place = 0;
#pragma unroll
  for (int p = 1; p < VF_GHOST_PIECES; p++) place += block >= table.grids[p].first;
  return table.grids[place];
}

/* A block of one piece; fixed: the number of the piece as a constant, or -1: grid.piece. A piece beside a face is a
 * constant, because an array that a body indexes with the face would otherwise lie in memory. */
template <int fixed>
static __device__ __forceinline__ void VF_TYPED(_piece_)(const vfi_halo &halo, const vf_box &box,
                                                         const vfi_ghost_grid &grid, const int components,
                                                         const vfi_bundle &bundle)
{
  const int number = fixed >= 0 ? fixed : grid.piece;
  const vfi_halo_piece piece = vfi_halo_piece_of(&halo, &box, number);
  const unsigned block = blockIdx.x - grid.first, row = block / grid.in_x, plane = row / grid.in_y,
                 thread = threadIdx.x;
  const int shift_z = VF_GHOST_SHIFT - grid.shift_x - grid.shift_y;
  const unsigned in_x = thread & ((1u << grid.shift_x) - 1), in_y = thread >> grid.shift_x & ((1u << grid.shift_y) - 1);
  const unsigned x = ((block - row * grid.in_x) << grid.shift_x) + in_x;
  const unsigned y = ((row - plane * grid.in_y) << grid.shift_y) + in_y;
  const unsigned z = (plane << shift_z) + (thread >> (grid.shift_x + grid.shift_y));
  if (x >= (unsigned)piece.size[0] || y >= (unsigned)piece.size[1] || z >= (unsigned)piece.size[2]) return;
  const int i = piece.first[0] + (int)x, j = piece.first[1] + (int)y, k = piece.first[2] + (int)z;
  const vfi_ghost vfi_here = vfi_ghost_at(&halo, &piece, i, j, k);
  for (int n = 0; n < components; n++) VF_BODY_AT(i, j, k, n, piece.face, box);
}

/* One block of a launch. The pieces of a box have blocks one after the other. */
static __device__ __forceinline__ void VF_TYPED(_pieces_)(vfi_halo halo, const vfi_ghost_table &table,
                                                          const vf_box &box, const int components,
                                                          vfi_bundle bundle VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  if (!vfi_depth_is_said) halo.depth = 1;
  const vfi_ghost_grid grid = vfi_ghost_grid_of(table, blockIdx.x);
#define VF_PIECE(word) VF_TYPED(_piece_)<word>(halo, box, grid, components, bundle)
  switch (grid.piece) {
    case VF_HALO_INSIDE - 1: return VF_PIECE(VF_HALO_INSIDE - 1);
    case VF_HALO_INSIDE - 3: return VF_PIECE(VF_HALO_INSIDE - 3);
    case VF_HALO_INSIDE - 9: return VF_PIECE(VF_HALO_INSIDE - 9);
    case VF_HALO_INSIDE + 1: return VF_PIECE(VF_HALO_INSIDE + 1);
    case VF_HALO_INSIDE + 3: return VF_PIECE(VF_HALO_INSIDE + 3);
    case VF_HALO_INSIDE + 9: return VF_PIECE(VF_HALO_INSIDE + 9);
    default:
      if (!vfi_only_faces) VF_PIECE(-1);
  }
#undef VF_PIECE
}

static __global__ void __launch_bounds__(VF_GHOST_BLOCK)
    VF_TYPED(_ghosts_)(const vfi_halo halo, const vfi_ghost_table table, const vf_box box, const int components,
                       const vfi_bundle bundle VF_ORIGINS)
{
  VF_TYPED(_pieces_)(halo, table, box, components, bundle VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box. */
static __global__ void __launch_bounds__(VF_GHOST_BLOCK)
    VF_TYPED(_set_ghosts_)(const vfi_halo halo, const vfi_ghost_table table, const vfi_sets sets, const int box_count,
                           const int components, const vfi_bundle arguments)
{
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const vfi_bundle bundle = vfi_bundle_placed(arguments, sets, b);
    VF_TYPED(_pieces_)(halo, table, box, components, bundle VF_PASS_ORIGINS);
  }
}

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  const vfi_bundle bundle = vfi_bundle_of(launch);
  const VF_GPU(Stream_t) queue = (VF_GPU(Stream_t))launch->queue;
  vfi_ghost_table table;
  if (launch->sets) {
    const vf_box largest = vfi_largest_box(launch->boxes, launch->box_count);
    const int64_t blocks = vfi_ghost_table_of(&launch->halo, &largest, &table);
    if (!blocks) return 0;
    VF_TYPED(_set_ghosts_)<<<vfi_set_blocks(blocks, launch->box_count, 1), VF_GHOST_BLOCK, 0, queue>>>(
        launch->halo, table, vfi_sets_of(launch->sets), launch->box_count, launch->components, bundle);
    return (int)VF_GPU(GetLastError)();
  }
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t blocks = vfi_ghost_table_of(&launch->halo, box, &table);
    if (!blocks) continue;
    VF_TYPED(_ghosts_)<<<dim3((unsigned)blocks), VF_GHOST_BLOCK, 0, queue>>>(
        launch->halo, table, *box, launch->components, bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
