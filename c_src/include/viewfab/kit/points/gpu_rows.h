/* Included by gpu.h: the points of a box in columns along its last direction, k, or j in a plane. Points of one colour
 * lie 2 apart in i. */

/* Number of points of a thread with simultaneous loads, for points that need few registers. With lines, neighbours
 * along the column have most of their reads in common. If a thread tests once for all its points that they are in the
 * box, compilers load and add these values once for all simultaneous points. AMD's compiler spills with more points. A
 * plane has as many, unless its points have many arrays: several points at once then spill, as with more than a dozen
 * arrays in a volume. */
#if defined(__HIP_PLATFORM_AMD__)
#define VF_LINE_POINTS 2
#define VF_ARRAYS_AT_ONCE 24
#else
#define VF_LINE_POINTS 4
#define VF_ARRAYS_AT_ONCE VF_MAX_ARGUMENTS
#endif
static constexpr int vfi_unroll = VF_STEP == 2                              ? 1
                                  : VF_HAS_LINES                            ? VF_LINE_POINTS
                                  : VF_ALL_REACH > 0 && VF_ARRAY_COUNT > 12 ? 1
                                  : VF_ARRAY_COUNT > VF_ARRAYS_AT_ONCE      ? 1
                                  : VF_ALL_REACH > 0 && VF_DIMENSIONS == 3  ? 2
                                                                            : 4;

/* Rows of a thread in a volume. Neighbours in j are then loaded once for two points, and their loads limit kernels with
 * few other reads. With more rows or more arrays fewer threads have room. */
#if defined(__HIP_PLATFORM_AMD__)
static constexpr int vfi_rows = 1;
#else
static constexpr int vfi_rows =
    VF_DIMENSIONS == 3 && VF_STEP == 1 && VF_ALL_REACH > 0 && !VF_HAS_LINES && VF_FULL_ARRAY_COUNT < 4 ? 2 : 1;
#endif
static constexpr bool vfi_asks_once = VF_STEP == 1 && (VF_HAS_LINES || VF_DIMENSIONS < 3 || vfi_rows > 1);

/* True if a thread has a column of points. In a plane, neighbours in a row have more in common than neighbours in a
 * column, and threads with one point need fewest registers. But with few arrays more points of a thread mean more
 * simultaneous loads. */
static constexpr bool vfi_has_columns = VF_DIMENSIONS == 3 || VF_FULL_ARRAY_COUNT < 4;

/* Blocks of a multiprocessor: more registers a thread cost more than they bring. Without a limit AMD's compiler takes
 * only the registers that it needs. With a limit it spills to memory: points of long formulas need more than the 128
 * registers that four blocks leave. */
#if defined(__HIP_PLATFORM_AMD__)
static constexpr int vfi_blocks = 1;
#else
static constexpr int vfi_blocks = VF_DIMENSIONS == 3 || vfi_has_columns ? 4 : VF_ALL_REACH > 5 ? 5 : 6;
#endif
/* With a limit nvcc takes all registers below it; without a limit nvcc takes 32 if 32 are enough. */
#if VF_ALL_REACH > 5 || defined(__HIP_PLATFORM_AMD__)
#define VF_LONE_BOUNDS (VF_MAX_TILE, vfi_blocks)
#else
#define VF_LONE_BOUNDS (VF_MAX_TILE)
#endif

/* The points of one thread: a column of depth points in k, of one row or of two, so the common planes of a stencil stay
 * in the first-level cache. Threads of the last block in y take further rows. A macro, because AMD's clang 15 fails on
 * some bodies in a function. Uses box, domain, components, selector, depth and bundle. */
#if VF_STEP == 2
#define VF_FIRST_I(x, j, k) (box.lower[0] + 2 * (x) + ((box.lower[0] + VF_PARITY(j, k) + selector) & 1))
#else
#define VF_FIRST_I(x, j, k) (box.lower[0] + (x))
#endif
#if VF_DIMENSIONS == 3
#define VF_COLUMN(block_x, block_y, block_z, blocks_y)                                                     \
  const int x = (int)((block_x)*blockDim.x + threadIdx.x);                                                 \
  const int first_k = box.lower[2] + (int)(block_z)*depth;                                                 \
  const int last_k = first_k + depth - 1 < box.upper[2] ? first_k + depth - 1 : box.upper[2];              \
  for (int n = 0; n < components; n++)                                                                     \
    for (int j0 = box.lower[1] + (int)((block_y)*blockDim.y + threadIdx.y) * vfi_rows; j0 <= box.upper[1]; \
         j0 += (int)((blocks_y)*blockDim.y) * vfi_rows) {                                                  \
      if (!vfi_asks_once || VF_FIRST_I(x, j0, first_k) <= box.upper[0]) {                                  \
        if (box.upper[1] - j0 >= vfi_rows - 1) {                                                           \
          _Pragma("unroll vfi_unroll") for (int k = first_k; k <= last_k; k++)                             \
              _Pragma("unroll") for (int row = 0; row < vfi_rows; row++)                                   \
          {                                                                                                \
            const int j = j0 + row, i = VF_FIRST_I(x, j, k);                                               \
            if (vfi_asks_once || i <= box.upper[0]) VF_BODY_AT(i, j, k, n, selector, domain);              \
          }                                                                                                \
        } else {                                                                                           \
          for (int k = first_k; k <= last_k; k++)                                                          \
            for (int j = j0; j <= box.upper[1]; j++) {                                                     \
              VF_BODY_AT(VF_FIRST_I(x, j, k), j, k, n, selector, domain);                                  \
            }                                                                                              \
        }                                                                                                  \
      }                                                                                                    \
    }

#else
#define VF_COLUMN(block_x, n, block_z, blocks_y)                                                      \
  const int x = (int)((block_x)*blockDim.x + threadIdx.x), k = box.lower[2];                          \
  const int of_thread = vfi_has_columns ? depth : 1;                                                  \
  const int first_j = box.lower[1] + (int)((block_z)*blockDim.y + threadIdx.y) * of_thread;           \
  const int last_j = first_j + of_thread - 1 < box.upper[1] ? first_j + of_thread - 1 : box.upper[1]; \
  if (!vfi_asks_once || VF_FIRST_I(x, first_j, k) <= box.upper[0])                                    \
    _Pragma("unroll vfi_unroll") for (int j = first_j; j <= last_j; j++)                              \
    {                                                                                                 \
      const int i = VF_FIRST_I(x, j, k);                                                              \
      if (vfi_asks_once || i <= box.upper[0]) VF_BODY_AT(i, j, k, n, selector, domain);               \
      if (!vfi_has_columns) break;                                                                    \
    }
#endif

/* The grid of a box. A block of a plane is twice as wide and half as high as a block of a volume, and wider still if
 * there are few rows. With columns a plane stands upright: its j is the depth, and the threads of a block are in one
 * row. A thread has fewer rows of a plane than planes of a volume, because rows have less in common. */
static vfi_grid VF_TYPED(_grid_)(const vf_box *box, const int *tile, int box_count)
{
#if VF_DIMENSIONS == 3
  const int points[3] = { tile[0], vfi_rows * tile[1], tile[2] };
  vfi_grid grid = vfi_grid_of(box, VF_STEP == 2, points, box_count);
  if (grid.threads[1] > 1) grid.threads[1] /= vfi_rows;
  return grid;
#else
  if (vfi_has_columns) {
    const vf_box upright = { { box->lower[0], 0, box->lower[1] }, { box->upper[0], 0, box->upper[1] } };
    const int row[3] = { tile[0] * tile[1], 1, tile[2] > 4 ? tile[2] / 4 : 1 };
    return vfi_grid_of(&upright, VF_STEP == 2, row, box_count);
  }
  int flat[3] = { tile[0], tile[1], 1 };
  const int64_t rows = (int64_t)box->upper[1] - box->lower[1] + 1;
  for (bool wider = true; wider && flat[1] > 1; wider = flat[1] / 2 >= rows) {
    flat[0] *= 2;
    flat[1] /= 2;
  }
  return vfi_grid_of(box, VF_STEP == 2, flat, box_count);
#endif
}

/* Blocks in y are components of a plane; first_n and first_z belong to block 0, for grids that do not hold all blocks.
 * A volume has rows in y, and a thread takes all components in turn. */
#if VF_DIMENSIONS == 3
#define VF_COLUMN_OF_BLOCK(component) VF_COLUMN(blockIdx.x, blockIdx.y, blockIdx.z, gridDim.y)
#else
#define VF_COLUMN_OF_BLOCK(component)      \
  const int n = component;                 \
  const unsigned z = first_z + blockIdx.z; \
  VF_COLUMN(blockIdx.x, n, z, 1)
#endif
#define VF_POINTS_KERNEL(name, component, bounds)                                                                 \
  static __global__ void __launch_bounds__ bounds VF_TYPED(name)(                                                 \
      const vf_box box, const vf_box domain, VF_UNUSED const int components, const int selector, const int depth, \
      VF_UNUSED const int first_n, VF_UNUSED const unsigned first_z, const vfi_bundle arguments VF_ORIGINS)       \
  {                                                                                                               \
    vfi_bundle bundle = arguments;                                                                                \
    VF_TAKE_ORIGINS                                                                                               \
    VF_COLUMN_OF_BLOCK(component)                                                                                 \
  }
VF_POINTS_KERNEL(_points_, first_n + (int)blockIdx.y, (VF_MAX_TILE, vfi_blocks))
#if VF_SAFE_IN_PLACE
/* The same for launches without repeated arguments. */
#undef VF_DISTINCT
#define VF_DISTINCT __restrict__
#endif
#if VF_DIMENSIONS < 3
/* One component, as in nearly every plane: finding a place takes half as many instructions. */
VF_POINTS_KERNEL(_lone_points_, 0, VF_LONE_BOUNDS)
#elif VF_SAFE_IN_PLACE
VF_POINTS_KERNEL(_distinct_points_, 0, (VF_MAX_TILE, vfi_blocks))
#endif
#if VF_SAFE_IN_PLACE
#undef VF_DISTINCT
#define VF_DISTINCT
#endif

/* One box of a set. A separate function, so that its arrays are distinct for the compiler. */
static __device__ __forceinline__ void VF_TYPED(_columns_)(const vf_box box, const vf_box domain,
                                                           VF_UNUSED const int components, VF_UNUSED const int first_n,
                                                           const int selector, const int depth, const dim3 block,
                                                           VF_UNUSED const unsigned blocks_y,
                                                           vfi_bundle bundle VF_ORIGINS)
{
  VF_TAKE_ORIGINS
#if VF_DIMENSIONS == 3
  VF_COLUMN(block.x, block.y, block.z, blocks_y)
#else
  const int n = first_n + (int)blockIdx.z;
  VF_COLUMN(block.x, n, vfi_has_columns ? block.z : block.y, 1)
#endif
}

/* All boxes of sets: blockIdx.y is the box, blockIdx.x the block in the box, by the grid of the largest box, and
 * blockIdx.z the component of a plane. */
#if defined(__HIP_PLATFORM_AMD__)
#define VF_SET_BLOCKS 1
#else
#define VF_SET_BLOCKS 4
#endif
static __global__ void __launch_bounds__(VF_MAX_TILE, VF_SET_BLOCKS)
    VF_TYPED(_set_points_)(const vfi_sets sets, const int box_count, const dim3 blocks, const int components,
                           const int first_n, const int selector, const int depth, const vfi_bundle arguments)
{
  const dim3 block(blockIdx.x % blocks.x, blockIdx.x / blocks.x % blocks.y, blockIdx.x / blocks.x / blocks.y);
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    const vfi_bundle bundle = vfi_bundle_placed(arguments, sets, b);
    VF_TYPED(_columns_)
    (box, box, components, first_n, selector, depth, block, blocks.y, bundle VF_PASS_ORIGINS);
  }
}

static int VF_TYPED(_launch_set_)(const vfi_launch *launch, const vfi_bundle &bundle)
{
  const vf_box largest = vfi_largest_box(launch->boxes, launch->box_count);
  const vfi_grid grid = VF_TYPED(_grid_)(&largest, launch->tile, launch->box_count);
  const dim3 blocks(grid.blocks[0], grid.blocks[1], grid.blocks[2]);
  const int64_t of_box = (int64_t)blocks.x * blocks.y * blocks.z, in_z = VF_DIMENSIONS < 3 ? launch->components : 1;
  for (int64_t n = 0; n < in_z; n += VF_LARGEST_GRID) {
    VF_TYPED(_set_points_)<<<vfi_set_blocks(of_box, launch->box_count, vfi_blocks_from(n, in_z)),
                             dim3(grid.threads[0], grid.threads[1]), 0, (VF_GPU(Stream_t))launch->queue>>>(
        vfi_sets_of(launch->sets), launch->box_count, blocks, launch->components, (int)n, launch->selector, grid.depth,
        bundle);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}

static int VF_TYPED(_launch_box_)(const vfi_launch *launch, const vfi_bundle &bundle, const int b)
{
  const vf_box *box = &launch->boxes[b], *domain = launch->domains ? &launch->domains[b] : box;
  const vfi_grid grid = VF_TYPED(_grid_)(box, launch->tile, 1);
  const bool plane = VF_DIMENSIONS < 3;
  const int64_t in_y = plane ? launch->components : 1;
  const int64_t in_z = plane && !vfi_has_columns ? grid.blocks[1] : grid.blocks[2];
#if VF_SAFE_IN_PLACE
  const bool distinct = vfi_launch_is_distinct(launch);
#else
  VF_UNUSED const bool distinct = true;
#endif
#if VF_DIMENSIONS < 3
  const auto points = distinct && launch->components == 1 ? VF_TYPED(_lone_points_) : VF_TYPED(_points_);
#elif VF_SAFE_IN_PLACE
  const auto points = distinct ? VF_TYPED(_distinct_points_) : VF_TYPED(_points_);
#else
  const auto points = VF_TYPED(_points_);
#endif
  for (int64_t n = 0; n < in_y; n += VF_LARGEST_GRID)
    for (int64_t z = 0; z < in_z; z += VF_LARGEST_GRID) {
      const unsigned y = plane ? vfi_blocks_from(n, in_y) : vfi_blocks_from(0, grid.blocks[1]);
      points<<<dim3(grid.blocks[0], y, vfi_blocks_from(z, in_z)), dim3(grid.threads[0], grid.threads[1]), 0,
               (VF_GPU(Stream_t))launch->queue>>>(*box, *domain, launch->components, launch->selector, grid.depth,
                                                  (int)n, (unsigned)z, bundle VF_PASS_ORIGINS);
      const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
      if (error != VF_GPU(Success)) return (int)error;
    }
  return 0;
}

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  const vfi_bundle bundle = vfi_bundle_of(launch);
  if (launch->sets) return VF_TYPED(_launch_set_)(launch, bundle);
  int error = 0;
  for (int b = 0; b < launch->box_count && !error; b++) error = VF_TYPED(_launch_box_)(launch, bundle, b);
  return error;
}
