// Transfers between levels with a graded coarsening; see vfi_coarsening.
#include "level.h"

namespace VF_LEVELS {

// Interpolation to levels with lines: linear in each direction; VF_BLENDED, y first, then z, then x.

// The index of a coarse cell in a direction, the index of the cell beside it, and the part of the latter. beside < 0:
// the cell beside is a ghost, `ghost` times the value of the cell.
struct blend_side {
  int parent, beside;
  double part, ghost;
};

// The side of fine cell `index`; low, high: parts (vfi_coarsening); w_low, w_high: factors of the ghosts at both ends.
__device__ __forceinline__ blend_side blend_side_of(bool halved, const double *low, const double *high, int index,
                                                    int n, bool around, double w_low, double w_high)
{
  blend_side s = { index, index, 0, 0 };
  if (!halved) return s;
  const bool up = index & 1;
  s.parent = index / 2;
  s.part = (up ? high : low)[s.parent];
  s.beside = s.part == 0 ? s.parent : s.parent + (up ? 1 : -1);
  if (s.beside >= 0 && s.beside < n) return s;
  s.beside = around ? n - 1 - s.parent : -1;
  s.ghost = up ? w_high : w_low;
  return s;
}

__device__ __forceinline__ double blended_in_y(const double *c, ptrdiff_t row, const blend_side &y)
{
  const double self = c[y.parent * row];
  return y.part == 0 ? self : VF_BLENDED(y.part, self, y.beside < 0 ? y.ghost * self : c[y.beside * row]);
}

__device__ __forceinline__ double blended_in_z(const double *c, ptrdiff_t row, ptrdiff_t plane, const blend_side &y,
                                               const blend_side &z)
{
  const double self = blended_in_y(c + z.parent * plane, row, y);
  if (z.part == 0) return self;
  return VF_BLENDED(z.part, self, z.beside < 0 ? z.ghost * self : blended_in_y(c + z.beside * plane, row, y));
}

// c: coarse cell (0, 0, 0).
__device__ __forceinline__ double blended(const double *c, ptrdiff_t row, ptrdiff_t plane, const blend_side &x,
                                          const blend_side &y, const blend_side &z)
{
  const double self = blended_in_z(c + x.parent, row, plane, y, z);
  if (x.part == 0) return self;
  return VF_BLENDED(x.part, self, x.beside < 0 ? x.ghost * self : blended_in_z(c + x.beside, row, plane, y, z));
}

namespace {

constexpr int block_x = 32, block_y = 8, at_once = 4;

dim3 blocks_for(const int n[3])
{
  return dim3((unsigned)(n[0] + block_x - 1) / block_x, (unsigned)(n[1] + block_y - 1) / block_y,
              (unsigned)(n[2] < 65535 ? n[2] : 65535));
}

int3 extents_of(const int n[3]) { return make_int3(n[0], n[1], n[2]); }

// The part of a neighbour, and the neighbour's side.
struct side {
  int parent;
  double part;
  bool high;
};

__device__ __forceinline__ side side_of(const vfi_coarsening &coarsening, int d, int index)
{
  const bool high = coarsening.halved[d] && (index & 1);
  const int parent = coarsening.halved[d] ? index / 2 : index;
  return { parent, coarsening.halved[d] ? (high ? coarsening.high : coarsening.low)[d][parent] : 0, high };
}

// Fills fine cells of a thread's column, and loads several cells at once: value_at(k) is written or added to cell k.
template <bool add, typename F>
__device__ __forceinline__ void fill_column(double *to, ptrdiff_t plane, int n, F value_at)
{
  for (int first = at_once * (int)blockIdx.z; first < n; first += at_once * (int)gridDim.z) {
    double value[at_once];
#pragma unroll
    for (int k = 0; k < at_once; k++) {
      if (first + k >= n) continue;
      value[k] = value_at(first + k);
      if (add) value[k] = to[(first + k) * plane] + value[k];
    }
#pragma unroll
    for (int k = 0; k < at_once; k++)
      if (first + k < n) to[(first + k) * plane] = value[k];
  }
}

// Coarse ghosts are filled.
template <bool add>
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_cells(const vf_field fine, const vf_field coarse, const int3 n, const vfi_coarsening coarsening)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  const side x = side_of(coarsening, 0, i), y = side_of(coarsening, 1, j);
  const double *const from = coarse.at + x.parent + y.parent * coarse.row;
  double *const to = fine.at + i + j * fine.row;
  const ptrdiff_t way_x = x.high ? 1 : -1, way_y = y.high ? coarse.row : -coarse.row;
  fill_column<add>(to, fine.plane, n.z, [&](int k) {
    const side z = side_of(coarsening, 2, k);
    const double *c = from + z.parent * coarse.plane;
    const double rest = 1 - y.part - z.part, self = *c;
    const double beside = coarsening.halved[0] ? c[way_x] : self;
    const double beside_y = y.part == 0 ? self : c[way_y];
    const double beside_z = z.part == 0 ? self : c[z.high ? coarse.plane : -coarse.plane];
    return VF_GRADED(self, beside, x.part, rest, VF_ACROSS(y.part, beside_y, z.part, beside_z));
  });
}

struct blend {
  vfi_coarsening coarsening;
  int n[3];
  bool around[3];
  double w[6];
};

__device__ __forceinline__ blend_side side_of(const blend &b, int d, int index)
{
  return blend_side_of(b.coarsening.halved[d], b.coarsening.low[d], b.coarsening.high[d], index, b.n[d], b.around[d],
                       b.w[d], b.w[d + 3]);
}

// The same for levels with lines; ghosts are folded.
template <bool add>
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_blended(const vf_field fine, const vf_field coarse, const int3 n, const blend b)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  const blend_side x = side_of(b, 0, i), y = side_of(b, 1, j);
  double *const to = fine.at + i + j * fine.row;
  fill_column<add>(to, fine.plane, n.z,
                   [&](int k) { return blended(coarse.at, coarse.row, coarse.plane, x, y, side_of(b, 2, k)); });
}

__global__ void __launch_bounds__(block_x *block_y)
    average_cells(const vf_field fine, const vf_field coarse, const int3 fine_n, const int3 n,
                  const vfi_coarsening coarsening)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z) {
    double x[8];
#pragma unroll
    for (int child = 0; child < 8; child++) {
      const int f = coarsening.halved[0] ? 2 * i + (child & 1) : i,
                g = coarsening.halved[1] ? 2 * j + (child >> 1 & 1) : j,
                h = coarsening.halved[2] ? 2 * k + (child >> 2) : k;
      const bool exists = f < fine_n.x && g < fine_n.y && h < fine_n.z;
      x[child] = exists ? fine.at[f + g * fine.row + h * fine.plane] : 0;
    }
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
  }
}

__device__ __forceinline__ double link_of(const vfi_coarsening &coarsening, int d, int n, const double *b,
                                          ptrdiff_t stride, int f, int face)
{
  if (!coarsening.before[d]) return b[0];
  const double low = b[(f > 0 ? -1 : n - 1) * stride], high = b[(f < n ? 1 : 1 - n) * stride];
  return VF_LINK(b[0], coarsening.before[d][face], low, coarsening.after[d][face], high);
}

// Means of faces of direction d.
template <int d>
__global__ void __launch_bounds__(block_x *block_y)
    average_faces(const vf_field fine, const vf_field coarse, const int3 fine_n, const int3 n,
                  const vfi_coarsening coarsening)
{
  constexpr int p = d == 0 ? 1 : 0, q = d == 2 ? 1 : 2;
  const int of_fine[3] = { fine_n.x, fine_n.y, fine_n.z };
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z) {
    const int at[3] = { i, j, k };
    double x[4];
#pragma unroll
    for (int child = 0; child < 4; child++) {
      int f[3];
      f[d] = coarsening.halved[d] ? min(2 * at[d], of_fine[d]) : at[d];
      f[p] = coarsening.halved[p] ? 2 * at[p] + (child & 1) : at[p];
      f[q] = coarsening.halved[q] ? 2 * at[q] + (child >> 1) : at[q];
      const bool exists = f[p] < of_fine[p] && f[q] < of_fine[q];
      const double *b = fine.at + f[0] + f[1] * fine.row + f[2] * fine.plane;
      x[child] = exists ? link_of(coarsening, d, of_fine[d], b,
                                  d == 0   ? 1
                                  : d == 1 ? fine.row
                                           : fine.plane,
                                  f[d], at[d])
                        : 0;
    }
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_4(x[0], x[1], x[2], x[3]);
  }
}

struct layer_coarsening {
  int fine_n[2], n[2];
  bool halved[2];
  const double *share[2];
};

__global__ void average_layer(const double *fine, double *coarse, const layer_coarsening of)
{
  const int p = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (p >= of.n[0]) return;
  for (int q = (int)blockIdx.y; q < of.n[1]; q += (int)gridDim.y) {
    double sum = 0;
    for (int c = 0; c < 4; c++) {
      const int fp = of.halved[0] ? 2 * p + c % 2 : p, fq = of.halved[1] ? 2 * q + c / 2 : q;
      if ((c % 2 && !of.halved[0]) || (c / 2 && !of.halved[1]) || fp >= of.fine_n[0] || fq >= of.fine_n[1]) continue;
      sum += of.share[0][fp] * of.share[1][fq] * fine[fp + (ptrdiff_t)fq * of.fine_n[0]];
    }
    coarse[p + (ptrdiff_t)q * of.n[0]] = sum;
  }
}

__global__ void __launch_bounds__(block_x *block_y)
    multiply_elements(const vf_field x, const int3 n, const double *p, const double *q, const double *r)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z) x.at[i + j * x.row + k * x.plane] *= p[i] * q[j] * r[k];
}

} // namespace

int interpolate_lines(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  auto *const kernel = add ? interpolate_blended<true> : interpolate_blended<false>;
  const int columns[3] = { fine->n[0], fine->n[1], (fine->n[2] + at_once - 1) / at_once };
  blend b = {};
  b.coarsening = coarse->coarsening;
  for (int d = 0; d < 3; d++) {
    b.n[d] = coarse->n[d];
    b.around[d] = coarse->face[d].periodic;
  }
  for (int f = 0; f < 6; f++) b.w[f] = coarse->face[f].cells > 0 ? coarse->face[f].w[0] : 0;
  kernel<<<blocks_for(columns), dim3(block_x, block_y), 0, queue_of(engine)>>>(fine->phi, coarse->phi,
                                                                               extents_of(fine->n), b);
  return launched();
}

int interpolate_graded(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  auto *const kernel = add ? interpolate_cells<true> : interpolate_cells<false>;
  const int columns[3] = { fine->n[0], fine->n[1], (fine->n[2] + at_once - 1) / at_once };
  kernel<<<blocks_for(columns), dim3(block_x, block_y), 0, queue_of(engine)>>>(fine->phi, coarse->phi,
                                                                               extents_of(fine->n), coarse->coarsening);
  return launched();
}

int average_graded(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, vf_field from, vf_field to)
{
  average_cells<<<blocks_for(coarse->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      from, to, extents_of(fine->n), extents_of(coarse->n), coarse->coarsening);
  return launched();
}

int average_graded_faces(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, int d, vf_field from,
                         vf_field to)
{
  int n[3] = { coarse->n[0], coarse->n[1], coarse->n[2] };
  n[d]++;
  auto *const kernel = d == 0 ? average_faces<0> : d == 1 ? average_faces<1> : average_faces<2>;
  kernel<<<blocks_for(n), dim3(block_x, block_y), 0, queue_of(engine)>>>(from, to, extents_of(fine->n), extents_of(n),
                                                                         coarse->coarsening);
  return launched();
}

int restrict_face_shares(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2], const int n[2],
                         const bool halved[2], const double *const share[2])
{
  layer_coarsening of;
  for (int d = 0; d < 2; d++) {
    of.fine_n[d] = fine_n[d];
    of.n[d] = n[d];
    of.halved[d] = halved[d];
    of.share[d] = share[d];
  }
  const dim3 blocks((unsigned)(n[0] + 127) / 128, (unsigned)(n[1] < 65535 ? n[1] : 65535));
  average_layer<<<blocks, 128, 0, queue_of(engine)>>>(fine, coarse, of);
  return launched();
}

int multiply(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q, const double *r)
{
  const dim3 blocks = blocks_for(level->n);
  multiply_elements<<<blocks, dim3(block_x, block_y), 0, queue_of(engine)>>>(x, extents_of(level->n), p, q, r);
  return launched();
}

} // namespace VF_LEVELS
