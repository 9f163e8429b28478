/* The kernels of vertex_multigrid in hand-written CUDA. Indices are from 0: vertices 0 and n - 1 of a direction are
 * ghosts. Coarse vertex i lies on fine vertex 2 i. Rows have an even number of vertices, so the fine vertices 2 i and 2
 * i + 1 are an aligned pair. */
#include "cuda_support.h"

namespace {

struct weights {
  double of_vertex, of_faces, of_edges, of_corners;
};

/* The contribution of a plane to the sums of a vertex in the same plane and in the planes above and below: the element
 * itself, its four neighbours in the plane, and the four diagonal neighbours. */
struct plane_sums {
  double vertex, beside, diagonal;
};

enum { COLUMNS = 64, ROWS = 8, THREADS = COLUMNS * ROWS, WIDE = COLUMNS + 2, TILE = WIDE * (ROWS + 2) };
enum { LOADS = (TILE + THREADS - 1) / THREADS };

/* out = base + the 27 points of x; the weight of a point depends on the number of directions in which the point
 * differs. out may be base. A block goes through the planes of a tile. Each plane of x comes to shared memory once,
 * with an additional vertex all around, while the next plane is on its way to registers. The sums of three planes make
 * a result. */
__global__ void __launch_bounds__(THREADS, 2) stencil_27(int n1, int n2, int n3, int depth, weights w,
                                                         const double *__restrict__ x, const double *base, double *out)
{
  __shared__ double tile[2][TILE];
  const int per_plane = n1 * n2;
  const int corner_i = (int)(blockIdx.x * COLUMNS), corner_j = (int)(blockIdx.y * ROWS);
  const int first = 1 + (int)blockIdx.z * depth, end = min(first + depth, n3 - 1);
  const int i = corner_i + 1 + (int)threadIdx.x, j = corner_j + 1 + (int)threadIdx.y;
  const int thread = (int)(threadIdx.y * COLUMNS + threadIdx.x);
  const int here = ((int)threadIdx.y + 1) * WIDE + (int)threadIdx.x + 1;
  const bool inside = i < n1 - 1 && j < n2 - 1;
  int from[LOADS]; /* places in a plane that this thread loads; -1: none */
  double coming[LOADS];
  for (int l = 0; l < LOADS; l++) {
    const int e = thread + l * THREADS, ei = corner_i + e % WIDE, ej = corner_j + e / WIDE;
    from[l] = e < TILE && ei < n1 && ej < n2 ? ei + n1 * ej : -1;
    coming[l] = from[l] >= 0 ? x[(first - 1) * per_plane + from[l]] : 0;
  }
  plane_sums below = { 0, 0, 0 }, middle = { 0, 0, 0 };
  for (int k = first - 1; k <= end; k++) {
    double *const plane = tile[k & 1];
    for (int l = 0; l < LOADS; l++)
      if (thread + l * THREADS < TILE) plane[thread + l * THREADS] = coming[l];
    /* Threads that are a plane ahead write the other tile. */
    __syncthreads();
    if (k < end)
      for (int l = 0; l < LOADS; l++)
        if (from[l] >= 0) coming[l] = x[(k + 1) * per_plane + from[l]];
    if (!inside) continue;
    const int at = i + n1 * j + (k - 1) * per_plane;
    const double start = k > first ? base[at] : 0;
    const double *const p = plane + here;
    plane_sums above;
    above.vertex = p[0];
    above.beside = (p[-1] + p[1]) + (p[-WIDE] + p[WIDE]);
    above.diagonal = (p[-WIDE - 1] + p[-WIDE + 1]) + (p[WIDE - 1] + p[WIDE + 1]);
    if (k > first)
      out[at] = start + w.of_vertex * middle.vertex + w.of_faces * (middle.beside + (below.vertex + above.vertex)) +
                w.of_edges * (middle.diagonal + (below.beside + above.beside)) +
                w.of_corners * (below.diagonal + above.diagonal);
    below = middle;
    middle = above;
  }
}

enum { LANES = 32, ROWS_OF_BLOCK = 8 };

/* The nine vertices of a plane around a fine vertex, with the weights 1, 2, 1 in both directions. Each lane loads a
 * pair and gets the left vertex from its neighbour. All lanes of a warp call the function. */
__device__ inline double weighted_plane(const double *__restrict__ r, int at, int n1, bool inside)
{
  double2 pair = { 0, 0 };
  double left = 0;
  if (inside) {
    const double2 south = *(const double2 *)(r + at - n1), centre = *(const double2 *)(r + at);
    const double2 north = *(const double2 *)(r + at + n1);
    pair.x = (south.x + north.x) + 2 * centre.x;
    pair.y = (south.y + north.y) + 2 * centre.y;
    if (threadIdx.x == 0) left = (r[at - 1 - n1] + r[at - 1 + n1]) + 2 * r[at - 1];
  }
  const double of_neighbour = __shfl_up_sync(0xffffffffu, pair.y, 1);
  if (threadIdx.x > 0) left = of_neighbour;
  return (left + pair.y) + 2 * pair.x;
}

/* s of m vertices from r of n vertices: a thread goes through coarse planes, and keeps values for the next plane. */
__global__ void __launch_bounds__(LANES *ROWS_OF_BLOCK)
    full_weighting(int n1, int n2, int m1, int m2, int m3, int depth, const double *__restrict__ r,
                   double *__restrict__ s)
{
  const int i = 1 + (int)(blockIdx.x * LANES + threadIdx.x), j = 1 + (int)(blockIdx.y * ROWS_OF_BLOCK + threadIdx.y);
  const int first = 1 + (int)blockIdx.z * depth, end = min(first + depth, m3 - 1);
  const bool inside = i < m1 - 1 && j < m2 - 1;
  const int in_plane = 2 * i + n1 * 2 * j, per_plane = n1 * n2;
  double below = weighted_plane(r, in_plane + (2 * first - 1) * per_plane, n1, inside);
  for (int k = first; k < end; k++) {
    const double middle = weighted_plane(r, in_plane + 2 * k * per_plane, n1, inside);
    const double above = weighted_plane(r, in_plane + (2 * k + 1) * per_plane, n1, inside);
    if (inside) s[i + m1 * (j + m2 * k)] = 0.0625 * ((below + above) + 2 * middle);
    below = above;
  }
}

/* The vertices of a coarse cell in a plane, by their place: x first. */
struct corners {
  double at_00, at_10, at_01, at_11;
};

__device__ inline corners corners_of(const double *__restrict__ z, int at, int m1)
{
  return { z[at], z[at + 1], z[at + m1], z[at + m1 + 1] };
}

/* u of n vertices += the interpolation of z of m vertices. A thread has a column of coarse cells; it owns eight fine
 * vertices of each cell, in four pairs. */
__global__ void __launch_bounds__(LANES *ROWS_OF_BLOCK)
    interpolation(int n1, int n2, int m1, int m2, int m3, int depth, const double *__restrict__ z,
                  double *__restrict__ u)
{
  const int i = (int)(blockIdx.x * LANES + threadIdx.x), j = (int)(blockIdx.y * ROWS_OF_BLOCK + threadIdx.y);
  const int first = (int)blockIdx.z * depth, end = min(first + depth, m3 - 1);
  if (i >= m1 - 1 || j >= m2 - 1) return;
  const int per_plane = n1 * n2;
  corners low = corners_of(z, i + m1 * (j + m2 * first), m1);
  for (int k = first; k < end; k++) {
    double *const fine = u + (2 * i + n1 * 2 * j + 2 * k * per_plane);
    const double2 a = *(const double2 *)fine, b = *(const double2 *)(fine + n1);
    const double2 c = *(const double2 *)(fine + per_plane), d = *(const double2 *)(fine + per_plane + n1);
    const corners high = corners_of(z, i + m1 * (j + m2 * (k + 1)), m1);
    const double x_low = low.at_00 + low.at_10, y_low = low.at_00 + low.at_01, xy_low = x_low + (low.at_01 + low.at_11);
    const double x_high = high.at_00 + high.at_10, y_high = high.at_00 + high.at_01;
    const double xy_high = x_high + (high.at_01 + high.at_11);
    *(double2 *)fine = make_double2(a.x + low.at_00, a.y + 0.5 * x_low);
    *(double2 *)(fine + n1) = make_double2(b.x + 0.5 * y_low, b.y + 0.25 * xy_low);
    *(double2 *)(fine + per_plane) = make_double2(c.x + 0.5 * (low.at_00 + high.at_00), c.y + 0.25 * (x_low + x_high));
    *(double2 *)(fine + per_plane + n1) = make_double2(d.x + 0.25 * (y_low + y_high), d.y + 0.125 * (xy_low + xy_high));
    low = high;
  }
}

/* The sum of squares and the largest magnitude. */
struct norms {
  double total, largest;
  static __device__ norms none() { return { 0, 0 }; }
};

__device__ inline norms joined(norms a, norms b) { return { a.total + b.total, fmax(a.largest, b.largest) }; }

__device__ inline norms of_lane_above(norms mine, int step)
{
  return { __shfl_down_sync(0xffffffffu, mine.total, step), __shfl_down_sync(0xffffffffu, mine.largest, step) };
}

__device__ inline norms fetched(const norms *from) { return { __ldcg(&from->total), __ldcg(&from->largest) }; }

enum { HALO_COLUMNS = 32, HALO_ROWS = 8 };

/* Ghosts of a periodic level, direction by direction: a later direction reads ghosts filled by earlier directions. A
 * thread fills the ghosts at both ends of a line along direction d. The lines have the places p and q in the two other
 * directions, from first_p and first_q up to end_p - 1 and end_q - 1. */
template <int d>
__global__ void __launch_bounds__(HALO_COLUMNS *HALO_ROWS)
    periodic_ends(int n1, int n2, int n3, int first_p, int end_p, int first_q, int end_q, double *x)
{
  const int p = first_p + (int)(blockIdx.x * HALO_COLUMNS + threadIdx.x);
  const int q = first_q + (int)(blockIdx.y * HALO_ROWS + threadIdx.y);
  if (p >= end_p || q >= end_q) return;
  const int n = d == 0 ? n1 : d == 1 ? n2 : n3, step = d == 0 ? 1 : d == 1 ? n1 : n1 * n2;
  double *const line = x + (d == 0 ? n1 * (p + n2 * q) : d == 1 ? p + n1 * n2 * q : p + n1 * q);
  line[0] = line[(n - 2) * step];
  line[(n - 1) * step] = line[step];
}

enum { NORM_COLUMNS = 128, NORM_ROWS = 4 };

/* Blocks take rows in turn. */
__global__ void __launch_bounds__(NORM_COLUMNS *NORM_ROWS, 4)
    norms_of(int n1, int n2, int n3, const double *__restrict__ x, norms *of_blocks, unsigned *blocks_done,
             norms *result)
{
  norms mine = norms::none();
  const int rows = (n2 - 2) * (n3 - 2);
  for (int row = (int)(blockIdx.x * NORM_ROWS + threadIdx.y); row < rows; row += (int)gridDim.x * NORM_ROWS) {
    const double *const start = x + n1 * (1 + row % (n2 - 2) + n2 * (1 + row / (n2 - 2)));
#pragma unroll 4
    for (int i = 1 + (int)threadIdx.x; i < n1 - 1; i += NORM_COLUMNS) {
      const double value = start[i];
      mine.total += value * value;
      mine.largest = fmax(mine.largest, fabs(value));
    }
  }
  give_result(mine, of_blocks, blocks_done, result);
}

/* Elements are counted in int, and pairs need even rows. */
void require(int n1, int n2, int n3)
{
  if (n1 % 2 == 0 && n1 > 2 && n2 > 2 && n3 > 2 && (double)n1 * n2 * n3 < 2147483647.0) return;
  fprintf(stderr,
          "vertex_multigrid by hand: rows of an even number of vertices and less than 2^31 of them are needed\n");
  exit(1);
}

/* Planes of a block. A block reads its first and last planes twice, so few blocks read less; many blocks fill the
 * device. */
int depth_of(int planes) { return planes > 128 ? planes / 8 : 16; }

void launch_stencil(void *queue, const int *n, weights w, const double *x, const double *base, double *out)
{
  require(n[0], n[1], n[2]);
  const int depth = depth_of(n[2] - 2);
  const dim3 blocks(covering(n[0] - 2, COLUMNS), covering(n[1] - 2, ROWS), covering(n[2] - 2, depth));
  stencil_27<<<blocks, dim3(COLUMNS, ROWS), 0, (cudaStream_t)queue>>>(n[0], n[1], n[2], depth, w, x, base, out);
  CHECKED(cudaGetLastError());
}

} // namespace

/* The entries: queue is the stream, n and m are the extents of fine and coarse arrays, ghosts included. */
extern "C" void hand_written_residual(void *queue, const int *n, const double *a, const double *u, const double *v,
                                      double *r)
{
  launch_stencil(queue, n, weights{ -a[0], -a[1], -a[2], -a[3] }, u, v, r);
}

extern "C" void hand_written_smooth(void *queue, const int *n, const double *c, const double *r, double *u)
{
  launch_stencil(queue, n, weights{ c[0], c[1], c[2], c[3] }, r, u, u);
}

extern "C" void hand_written_restrict(void *queue, const int *n, const int *m, const double *r, double *s)
{
  require(n[0], n[1], n[2]);
  const int depth = depth_of(m[2] - 2);
  const dim3 blocks(covering(m[0] - 2, LANES), covering(m[1] - 2, ROWS_OF_BLOCK), covering(m[2] - 2, depth));
  full_weighting<<<blocks, dim3(LANES, ROWS_OF_BLOCK), 0, (cudaStream_t)queue>>>(n[0], n[1], m[0], m[1], m[2], depth, r,
                                                                                 s);
  CHECKED(cudaGetLastError());
}

extern "C" void hand_written_interpolate(void *queue, const int *n, const int *m, const double *z, double *u)
{
  require(n[0], n[1], n[2]);
  const int depth = depth_of(m[2] - 1);
  const dim3 blocks(covering(m[0] - 1, LANES), covering(m[1] - 1, ROWS_OF_BLOCK), covering(m[2] - 1, depth));
  interpolation<<<blocks, dim3(LANES, ROWS_OF_BLOCK), 0, (cudaStream_t)queue>>>(n[0], n[1], m[0], m[1], m[2], depth, z,
                                                                                u);
  CHECKED(cudaGetLastError());
}

/* The results are on the host when the function returns. */
extern "C" void hand_written_norms(void *queue, const int *n, const double *x, double *total, double *largest)
{
  static reduction_memory<norms> memory;
  static int processors = 0;
  require(n[0], n[1], n[2]);
  memory.make();
  if (processors == 0) {
    int device = 0;
    CHECKED(cudaGetDevice(&device));
    CHECKED(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  }
  norms_of<<<4 * processors, dim3(NORM_COLUMNS, NORM_ROWS), 0, (cudaStream_t)queue>>>(
      n[0], n[1], n[2], x, memory.of_blocks, memory.blocks_done, memory.result);
  CHECKED(cudaGetLastError());
  CHECKED(cudaStreamSynchronize((cudaStream_t)queue));
  *total = memory.result->total;
  *largest = memory.result->largest;
}

extern "C" void hand_written_halo(void *queue, const int *n, double *x)
{
  const int n1 = n[0], n2 = n[1], n3 = n[2];
  const cudaStream_t stream = (cudaStream_t)queue;
  const dim3 threads(HALO_COLUMNS, HALO_ROWS);
  require(n1, n2, n3);
  periodic_ends<0><<<dim3(covering(n2 - 2, HALO_COLUMNS), covering(n3 - 2, HALO_ROWS)), threads, 0, stream>>>(
      n1, n2, n3, 1, n2 - 1, 1, n3 - 1, x);
  CHECKED(cudaGetLastError());
  periodic_ends<1><<<dim3(covering(n1, HALO_COLUMNS), covering(n3 - 2, HALO_ROWS)), threads, 0, stream>>>(
      n1, n2, n3, 0, n1, 1, n3 - 1, x);
  CHECKED(cudaGetLastError());
  periodic_ends<2>
      <<<dim3(covering(n1, HALO_COLUMNS), covering(n2, HALO_ROWS)), threads, 0, stream>>>(n1, n2, n3, 0, n1, 0, n2, x);
  CHECKED(cudaGetLastError());
}
