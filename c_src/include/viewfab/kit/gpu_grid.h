/* The GPU blocks of a box. */
#ifndef VIEWFAB_KIT_GPU_GRID_H
#define VIEWFAB_KIT_GPU_GRID_H

typedef struct vfi_grid {
  unsigned blocks[3], threads[2];
  int depth; /* points in k of each thread */
} vfi_grid;

/* Most blocks of a grid in y and in z. */
enum { VF_LARGEST_GRID = 65535 };

/* Number of blocks from block first on, at most as many as a grid may have. */
static inline unsigned vfi_blocks_from(int64_t first, int64_t count)
{
  return (unsigned)(count - first < VF_LARGEST_GRID ? count - first : VF_LARGEST_GRID);
}

/* The grid of a box.
 *   coloured   points of one colour only
 *   tile       [3] points of a block; x and y are threads, z is the depth
 *   box_count  number of boxes of about this size in the launch
 * Blocks are narrower and longer in y if the box is narrow, and shallower if the blocks of all boxes do not fill the
 * device otherwise. */
static inline vfi_grid vfi_grid_of(const vf_box *box, bool coloured, const int *tile, int box_count)
{
  enum { ENOUGH_BLOCKS = 2048 };
  const int64_t length = (int64_t)box->upper[0] - box->lower[0] + 1;
  const int64_t size[3] = { coloured ? (length + 1) / 2 : length, (int64_t)box->upper[1] - box->lower[1] + 1,
                            (int64_t)box->upper[2] - box->lower[2] + 1 };
  vfi_grid grid;
  int x = tile[0], y = tile[1];
  while (x > 1 && x / 2 >= size[0]) {
    x /= 2;
    y *= 2;
  }
  while (y > 1 && y / 2 >= size[1]) y /= 2;
  const int64_t in_plane = ((size[0] + x - 1) / x) * ((size[1] + y - 1) / y);
  int64_t depth = tile[2];
  while (depth > 1 && box_count * in_plane * ((size[2] + depth - 1) / depth) < ENOUGH_BLOCKS) depth /= 2;
  while ((size[2] + depth - 1) / depth > VF_LARGEST_GRID) depth *= 2;
  grid.threads[0] = (unsigned)x;
  grid.threads[1] = (unsigned)y;
  grid.blocks[0] = (unsigned)((size[0] + x - 1) / x);
  grid.blocks[1] = (unsigned)((size[1] + y - 1) / y);
  grid.blocks[2] = (unsigned)((size[2] + depth - 1) / depth);
  grid.depth = (int)depth;
  return grid;
}

/* The grid of a volume, whose threads have columns along k, of so many rows. */
static inline vfi_grid vfi_grid_of_volume(const vf_box *box, const int *tile, int box_count, bool coloured, int rows)
{
  const int points[3] = { tile[0], rows * tile[1], tile[2] };
  vfi_grid grid = vfi_grid_of(box, coloured, points, box_count);
  if (grid.threads[1] > 1) grid.threads[1] /= rows;
  return grid;
}

/* The grid of a plane. A block of a plane is twice as wide and half as high as a block of a volume, and wider still if
 * there are few rows. With columns a plane stands upright: its j is the depth, and the threads of a block are in one
 * row. A thread has fewer rows of a plane than planes of a volume, because rows have less in common. */
static inline vfi_grid vfi_grid_of_plane(const vf_box *box, const int *tile, int box_count, bool coloured,
                                         bool in_columns)
{
  if (in_columns) {
    const vf_box upright = { { box->lower[0], 0, box->lower[1] }, { box->upper[0], 0, box->upper[1] } };
    const int row[3] = { tile[0] * tile[1], 1, tile[2] > 4 ? tile[2] / 4 : 1 };
    return vfi_grid_of(&upright, coloured, row, box_count);
  }
  int flat[3] = { tile[0], tile[1], 1 };
  const int64_t rows = (int64_t)box->upper[1] - box->lower[1] + 1;
  for (bool wider = true; wider && flat[1] > 1; wider = flat[1] / 2 >= rows) {
    flat[0] *= 2;
    flat[1] /= 2;
  }
  return vfi_grid_of(box, coloured, flat, box_count);
}

/* Blocks of threads that fill the device, for kernels with memory for each block. */
static inline VF_GPU(Error_t) vfi_resident_blocks(int64_t *blocks)
{
  enum { OF_A_MULTIPROCESSOR = 8 };
  int device = 0, count = 0;
  VF_GPU(Error_t) error = VF_GPU(GetDevice)(&device);
  if (error == VF_GPU(Success)) error = VF_GPU(DeviceGetAttribute)(&count, VF_GPU_MULTIPROCESSORS, device);
  *blocks = (int64_t)count * OF_A_MULTIPROCESSOR;
  return error;
}

/* Bytes of shared memory of a block: always, and if a kernel asks for all. */
enum { VF_SHARED_ALWAYS_THERE = 48 * 1024 };
static inline VF_GPU(Error_t) vfi_most_shared_bytes(int64_t *bytes)
{
  int device = 0, most = 0;
  VF_GPU(Error_t) error = VF_GPU(GetDevice)(&device);
  if (error == VF_GPU(Success)) error = VF_GPU(DeviceGetAttribute)(&most, VF_GPU_MOST_SHARED, device);
  *bytes = most;
  return error;
}

/* A box with the largest extent of all boxes in each direction; at least one point. */
static inline vf_box vfi_largest_box(const vf_box *boxes, int count)
{
  vf_box largest = { { 0, 0, 0 }, { 0, 0, 0 } };
  for (int b = 0; b < count; b++)
    for (int d = 0; d < 3; d++)
      if (boxes[b].upper[d] - boxes[b].lower[d] > largest.upper[d])
        largest.upper[d] = boxes[b].upper[d] - boxes[b].lower[d];
  return largest;
}

/* The grid of a launch on sets: blocks of a box in x, boxes in y, components in z. */
static inline dim3 vfi_set_blocks(int64_t of_box, int box_count, unsigned components)
{
  return dim3((unsigned)of_box, vfi_blocks_from(0, box_count), components);
}

#endif
