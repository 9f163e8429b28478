// Copies between a user's boxes and a level, and steps on the layers beside walls.
#include "level.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 64, block_y = 4;

template <typename T, bool inward>
__device__ __forceinline__ void move_piece(const vf_field &field, const vfi_piece &piece)
{
  const int rows = piece.size[1] * piece.size[2];
  for (int row = (int)(blockIdx.x * block_y + threadIdx.y); row < rows; row += (int)gridDim.x * block_y) {
    const int j = row % piece.size[1], k = row / piece.size[1];
    T *users = (T *)piece.at + j * piece.row + k * piece.plane;
    double *level = field.at + piece.first[0] + (piece.first[1] + j) * field.row + (piece.first[2] + k) * field.plane;
    for (int i = (int)threadIdx.x; i < piece.size[0]; i += block_x) {
      if (inward) level[i] = (double)users[i];
      else users[i] = (T)level[i];
    }
  }
}

template <bool inward>
__global__ void __launch_bounds__(block_x *block_y)
    move_pieces(const vf_field field, const vfi_piece *__restrict__ pieces, const int count)
{
  for (int p = (int)blockIdx.y; p < count; p += (int)gridDim.y) {
    const vfi_piece piece = pieces[p];
    if (piece.type == VF_REAL64) move_piece<double, inward>(field, piece);
    else move_piece<float, inward>(field, piece);
  }
}

int move(vfi_engine *engine, vf_field field, const vfi_piece *pieces, int count, bool inward)
{
  workbench *bench = (workbench *)engine->state;
  const size_t bytes = (size_t)count * sizeof *pieces;
  if (count == 0) return 0;
  if (bytes > bench->table_bytes) {
    int code = bench->table ? engine->backend->queue_wait(engine->queue) : 0;
    if (code) return code;
    if (bench->table) code = (int)VF_GPU(Free)(bench->table);
    bench->table = NULL;
    bench->table_bytes = 0;
    if (!code) code = (int)VF_GPU(Malloc)(&bench->table, bytes);
    if (code) return code;
    bench->table_bytes = bytes;
  }
  // The list is not page-locked, so its copy is complete when the call returns.
  const int code = engine->backend->copy_to_device(bench->table, pieces, bytes, engine->queue);
  if (code) return code;
  int64_t rows = 1;
  for (int p = 0; p < count; p++) {
    const int64_t of_piece = (int64_t)pieces[p].size[1] * pieces[p].size[2];
    if (of_piece > rows) rows = of_piece;
  }
  const int64_t wanted = (rows + 4 * block_y - 1) / (4 * block_y);
  const dim3 blocks((unsigned)(wanted < 65535 ? wanted : 65535), (unsigned)(count < 65535 ? count : 65535));
  auto *const kernel = inward ? move_pieces<true> : move_pieces<false>;
  kernel<<<blocks, dim3(block_x, block_y), 0, queue_of(engine)>>>(field, (const vfi_piece *)bench->table, count);
  return launched();
}

// A layer of cells: p and q number them; strides of the field and of the coefficient's faces.
struct layer {
  double *first;
  const double *faces; /* or NULL */
  ptrdiff_t p, q, face_p, face_q;
  int n[2];
};

__global__ void add_layer(const layer x, const double *values, const double scale)
{
  const int p = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (p >= x.n[0]) return;
  for (int q = (int)blockIdx.y; q < x.n[1]; q += (int)gridDim.y) {
    const double factor = x.faces ? scale * x.faces[p * x.face_p + q * x.face_q] : scale;
    x.first[p * x.p + q * x.q] += factor * values[p + (ptrdiff_t)q * x.n[0]];
  }
}

__global__ void average_layer(const double *fine, double *coarse, const int n0, const int n1)
{
  const int p = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const ptrdiff_t row = 2 * (ptrdiff_t)n0;
  if (p >= n0) return;
  for (int q = (int)blockIdx.y; q < n1; q += (int)gridDim.y) {
    const double *f = fine + 2 * p + 2 * q * row;
    coarse[p + (ptrdiff_t)q * n0] = VF_MEAN_OF_4(f[0], f[1], f[row], f[row + 1]);
  }
}

dim3 blocks_for(const int n[2]) { return dim3((unsigned)(n[0] + 127) / 128, (unsigned)(n[1] < 65535 ? n[1] : 65535)); }

} // namespace

int gather(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count)
{
  return move(engine, to, pieces, count, true);
}

int scatter(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count)
{
  return move(engine, from, pieces, count, false);
}

int add_on_face(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
                bool coefficient)
{
  const int d = face % 3, a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2;
  const vf_field faces = d == 0 ? level->bx : d == 1 ? level->by : level->bz;
  const ptrdiff_t stride[3] = { 1, x.row, x.plane }, of_faces[3] = { 1, faces.row, faces.plane };
  layer where = { x.at, NULL, stride[a], stride[b], of_faces[a], of_faces[b], { level->n[a], level->n[b] } };
  if (face >= 3) where.first += (level->n[d] - 1) * stride[d];
  if (coefficient) where.faces = faces.at + (face >= 3 ? level->n[d] * of_faces[d] : 0);
  add_layer<<<blocks_for(where.n), 128, 0, queue_of(engine)>>>(where, values, scale);
  return launched();
}

int restrict_face(vfi_engine *engine, const double *fine, double *coarse, const int n[2])
{
  average_layer<<<blocks_for(n), 128, 0, queue_of(engine)>>>(fine, coarse, n[0], n[1]);
  return launched();
}

} // namespace VF_LEVELS
