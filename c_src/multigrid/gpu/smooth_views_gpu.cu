// Smooths of a user's views. Two smooths go to a scratch array and back; a single remaining smooth
// works in place, see views.h.
#include "column_tiles.h"
#include "views.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 8;

enum layer_kind { ROWS, PLANES, LAST_COLUMN };

struct layers {
  int rows, planes; /* of a block of the smooth */
};

// The index of layer number q, or -1 if there is no such layer: a block has two layers, and the end
// of the domain is a layer.
__device__ __forceinline__ int layer_at(int q, int size, int n)
{
  const int blocks = (n + size - 1) / size;
  const int at = q == 2 * blocks ? n - 1 : (q >> 1) * size + ((q & 1) ? size - 1 : 0);
  if (q == 2 * blocks && (at % size == 0 || at % size == size - 1)) return -1;
  return at >= n || (size == 1 && (q & 1)) ? -1 : at;
}

int layer_count(int size, int n) { return 2 * ((n + size - 1) / size) + 1; }

// A cell's new value; neighbours outside the domain are folded or wrapped.
template <bool variable>
__device__ __forceinline__ double relaxed_cell(const double *phi, const double *rhs, const helmholtz &c, const grid &g,
                                               const of_views &view, double h2, int i, int j, int k)
{
  auto at = [&](int x, int y, int z) {
    x = g.periodic[0] ? wrapped(x, g.n[0]) : clamped(x, 0, g.n[0] - 1);
    y = g.periodic[1] ? wrapped(y, g.n[1]) : clamped(y, 0, g.n[1] - 1);
    z = g.periodic[2] ? wrapped(z, g.n[2]) : clamped(z, 0, g.n[2] - 1);
    return phi[x + y * g.row + z * g.plane];
  };
  auto of = [&](const double *field, const view_strides &strides, int x, int y, int z) {
    return *(const double *)((const char *)field + (ptrdiff_t)z * strides.plane + (ptrdiff_t)y * strides.row +
                             (ptrdiff_t)x * (ptrdiff_t)sizeof(double));
  };
  const bool pos = i & 1;
  const double self = at(i, j, k), west = at(i - 1, j, k), east = at(i + 1, j, k), f = of(rhs, view.rhs, i, j, k);
  neighbours<double> x = { pos ? west : east, pos ? east : west, at(i, j - 1, k),
                           at(i, j + 1, k),   at(i, j, k - 1),   at(i, j, k + 1) };
  fold(x, g, place_of(g, i - pos, j), pos, 0, k, self);
  if (!variable)
    return sixth(VF_POISSON_SIXFOLD(VF_SUM_OF_6(x.near, x.far, x.south, x.north, x.below, x.above), h2 * f));
  const cell<double> b = { f,
                           c.alpha * of(c.a, view.a, i, j, k),
                           of(c.bx, view.bx, i, j, k),
                           of(c.bx, view.bx, i + 1, j, k),
                           of(c.by, view.by, i, j, k),
                           of(c.by, view.by, i, j + 1, k),
                           of(c.bz, view.bz, i, j, k),
                           of(c.bz, view.bz, i, j, k + 1) };
  return relaxed<false>(c, self, b, b.above, x, pos, first_weights<double>{});
}

template <bool variable>
__global__ void __launch_bounds__(block_x *block_y)
    relax_layers(double *phi, const double *__restrict__ rhs, const helmholtz c, const grid g, const of_views view,
                 const double h2, const layers of, const layer_kind kind)
{
  const int p = (int)(blockIdx.x * block_x + threadIdx.x), q = (int)(blockIdx.y * block_y + threadIdx.y);
  const int i = kind == LAST_COLUMN ? g.n[0] - 1 : 2 * p;
  const int j = kind == ROWS ? layer_at((int)blockIdx.z, of.rows, g.n[1]) : kind == PLANES ? q : p;
  const int k = kind == PLANES ? layer_at((int)blockIdx.z, of.planes, g.n[2]) : q;
  if (j < 0 || k < 0 || j >= g.n[1] || k >= g.n[2]) return;
  const int odd = (i + j + k + g.parity) & 1, at_i = i + odd;
  if (at_i >= g.n[0]) return;
  // Each cell is done once.
  if (kind != ROWS && is_layer(j, of.rows, g.n[1])) return;
  if (kind == LAST_COLUMN && is_layer(k, of.planes, g.n[2])) return;
  phi[at_i + j * g.row + k * g.plane] = relaxed_cell<variable>(phi, rhs, c, g, view, h2, at_i, j, k);
}

bool fits(const vf_field &field)
{
  return field.row >= 0 && field.plane >= 0 && (uint64_t)field.plane * sizeof(double) <= UINT32_MAX;
}

} // namespace

int smooth_layers(const vfi_engine *engine, const vfi_level *level, int block_rows, int block_planes)
{
  const grid g = grid_of(level);
  const helmholtz c = level->variable ? helmholtz_of(level) : helmholtz{};
  const int half_row = (g.n[0] + 1) / 2;
  const int across[3] = { half_row, half_row, g.n[1] }, along[3] = { g.n[2], g.n[1], g.n[2] };
  const int count[3] = { layer_count(block_rows, g.n[1]), layer_count(block_planes, g.n[2]), 1 };
  auto *const kernel = level->variable ? relax_layers<true> : relax_layers<false>;
  for (int kind = ROWS; kind <= (g.periodic[0] ? LAST_COLUMN : PLANES); kind++) {
    const dim3 blocks((unsigned)(across[kind] + block_x - 1) / block_x, (unsigned)(along[kind] + block_y - 1) / block_y,
                      (unsigned)count[kind]);
    kernel<<<blocks, dim3(block_x, block_y), 0, queue_of(engine)>>>(
        level->phi.at, level->rhs.at, c, g, views_of(level, level->phi.at), level->h[0] * level->h[0],
        { block_rows, block_planes }, (layer_kind)kind);
    const int code = launched();
    if (code) return code;
  }
  return 0;
}

bool takes_views(const vfi_level *level)
{
  for (int f = 0; f < 6; f++) {
    const vfi_face *face = &level->face[f];
    if (face->periodic ? level->variable || level->n[f % 3] % 2 != 0 : face->cells > 2) return false;
  }
  if (!fits(level->phi) || !fits(level->rhs)) return false;
  return !level->variable || (fits(level->a) && fits(level->bx) && fits(level->by) && fits(level->bz));
}

int smooth_views(vfi_engine *engine, vfi_level *level, int count, double *scratch)
{
  auto *const pass = level->variable ? smooth_variable_views : smooth_constant_views;
  double *const phi = level->phi.at;
  int code = count % 2 ? pass(engine, level, phi, phi) : 0;
  for (int s = 0; s < count / 2 && !code; s++) {
    code = pass(engine, level, phi, scratch);
    if (!code) code = pass(engine, level, scratch, phi);
  }
  return code;
}

} // namespace VF_LEVELS
