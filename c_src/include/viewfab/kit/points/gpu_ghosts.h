/* Included by gpu.h for a kernel over ghosts: one launch for all pieces beside a box. Neighbours in i are neighbouring
 * threads. */

enum { VF_GHOST_SHIFT = 8, VF_GHOST_BLOCK = 1 << VF_GHOST_SHIFT };

/* What the file says is known here: without a depth it is 1, and no ghosts beyond several faces are visited. */
static constexpr bool vf_depth_is_said = (VF_SAID & 0xf) != 0, vf_only_faces = VF_SAID_PARTS <= 1;

/* A block covers 2^shift points of a piece in each direction, fewer where the piece is thin. */
typedef struct vf_ghost_grid {
  int shift[3];
  unsigned blocks[3];
} vf_ghost_grid;

/* The least shift by which 1 is no less than the size; at most so much. */
static __host__ __device__ __forceinline__ int vf_shift_over(const int size, const int most)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const int shift = size > 1 ? 32 - __clz(size - 1) : 0;
#else
  int shift = 0;
  while (shift < most && (1 << shift) < size) shift++;
#endif
  return shift < most ? shift : most;
}

static __host__ __device__ __forceinline__ vf_ghost_grid vf_ghost_grid_of(const vf_halo &halo, const vf_box &box,
                                                                          const int number)
{
  vf_ghost_grid grid;
  int left = VF_GHOST_SHIFT;
  for (int d = 0; d < 3; d++) {
    const int size = vf_halo_side(number, d) ? halo.depth : box.upper[d] - box.lower[d] + 1 + halo.nodal[d];
    grid.shift[d] = d == 2 ? left : vf_shift_over(size, d == 0 && left > 5 ? 5 : left);
    left -= grid.shift[d];
    grid.blocks[d] = (((unsigned)size - 1) >> grid.shift[d]) + 1;
  }
  return grid;
}

/* A block of one piece, which is fixed or, with fixed -1, chosen. A piece beside a face is a constant here: what a body
 * indexes with the face would have to lie in memory otherwise. */
template <int fixed>
static __device__ __forceinline__ void VF_TYPED(_piece_)(const vf_halo &halo, const vf_box &box, const int chosen,
                                                         const unsigned block, const int components,
                                                         const vf_bundle &bundle)
{
  const int number = fixed >= 0 ? fixed : chosen;
  const vf_ghost_grid grid = vf_ghost_grid_of(halo, box, number);
  const vf_halo_piece piece = vf_halo_piece_of(&halo, &box, number);
  const unsigned row = block / grid.blocks[0], thread = threadIdx.x;
  const unsigned in_x = thread & ((1u << grid.shift[0]) - 1),
                 in_y = thread >> grid.shift[0] & ((1u << grid.shift[1]) - 1);
  const unsigned x = (block % grid.blocks[0] << grid.shift[0]) + in_x;
  const unsigned y = (row % grid.blocks[1] << grid.shift[1]) + in_y;
  const unsigned z = (row / grid.blocks[1] << grid.shift[2]) + (thread >> (grid.shift[0] + grid.shift[1]));
  if (x >= (unsigned)piece.size[0] || y >= (unsigned)piece.size[1] || z >= (unsigned)piece.size[2]) return;
  const int i = piece.first[0] + (int)x, j = piece.first[1] + (int)y, k = piece.first[2] + (int)z;
  const vf_ghost vf_here = vf_ghost_at(&halo, &piece, i, j, k);
  for (int n = 0; n < components; n++) VF_BODY_AT(i, j, k, n, piece.face, box);
}

/* The pieces of a box have blocks one after the other; this is block number `block` of them all. */
static __device__ __forceinline__ void VF_TYPED(_pieces_)(vf_halo halo, const vf_box &box, unsigned block,
                                                          const int components, vf_bundle bundle VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  int number = -1;
  if (!vf_depth_is_said) halo.depth = 1;
  for (unsigned left = halo.pieces; left && number < 0; left &= left - 1) {
    const int piece = __ffs((int)left) - 1;
    const vf_ghost_grid grid = vf_ghost_grid_of(halo, box, piece);
    const unsigned blocks = grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
    if (block < blocks) number = piece;
    else block -= blocks;
  }
  if (number < 0) return;
#define VF_PIECE(word) VF_TYPED(_piece_)<word>(halo, box, number, block, components, bundle)
  switch (number) {
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
    VF_TYPED(_ghosts_)(const vf_halo halo, const vf_box box, const int components, const vf_bundle bundle VF_ORIGINS)
{
  VF_TYPED(_pieces_)(halo, box, blockIdx.x, components, bundle VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box. */
static __global__ void __launch_bounds__(VF_GHOST_BLOCK)
    VF_TYPED(_set_ghosts_)(const vf_halo halo, const vf_sets sets, const int box_count, const int components,
                           const vf_bundle arguments)
{
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const vf_bundle bundle = vf_bundle_placed(arguments, sets, b);
    VF_TYPED(_pieces_)(halo, box, blockIdx.x, components, bundle VF_PASS_ORIGINS);
  }
}

/* 0 where the call visits no ghosts. Those of all pieces lie in memory, so that they can be counted. */
static int64_t VF_TYPED(_ghost_blocks_)(const vf_halo &halo, const vf_box *box)
{
  int64_t blocks = 0;
  for (int p = 0; p < VF_HALO_PIECES; p++)
    if (halo.pieces >> p & 1) {
      const vf_ghost_grid grid = vf_ghost_grid_of(halo, *box, p);
      blocks += (int64_t)grid.blocks[0] * grid.blocks[1] * grid.blocks[2];
    }
  return blocks;
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  const VF_GPU(Stream_t) queue = (VF_GPU(Stream_t))launch->queue;
  if (launch->sets) {
    const vf_box largest = vf_largest_box(launch->boxes, launch->box_count);
    const int64_t blocks = VF_TYPED(_ghost_blocks_)(launch->halo, &largest);
    if (!blocks) return 0;
    VF_TYPED(_set_ghosts_)<<<vf_set_blocks(blocks, launch->box_count, 1), VF_GHOST_BLOCK, 0, queue>>>(
        launch->halo, vf_sets_of(launch->sets), launch->box_count, launch->components, bundle);
    return (int)VF_GPU(GetLastError)();
  }
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t blocks = VF_TYPED(_ghost_blocks_)(launch->halo, box);
    if (!blocks) continue;
    VF_TYPED(_ghosts_)<<<dim3((unsigned)blocks), VF_GHOST_BLOCK, 0, queue>>>(launch->halo, *box, launch->components,
                                                                             bundle VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
