/* The periodic Poisson solve of vf_multigrid (constant coefficients, cubes for cells, to 1e-10) beside a direct solve by
 * cuFFT with the eigenvalues of the same seven points, in one run on one NVIDIA GPU.
 *
 *   bench_fft [shape ...]        a number of cells, of a cube, or three such as 384x384x100
 *                                default: 64 128 256 512 100 255 500 384x384x100
 *
 * The right-hand side is on the device before a solve, and phi stays there. The times leave out the setup: making the
 * solver, and making the plans and the spectrum of cuFFT. The table has medians, the memory of both solvers besides phi and
 * rhs, and the residuals. A kernel of this file computes the residuals. */
#include <cmath>
#include <cstring>

#include <cufft.h>
#include <viewfab/solver.h>

#include "shape.h"
#include "timing.h"

namespace {

enum { SOLVES = 7, THREADS = 256 };

struct shape {
  int n[3];
  double h;
};

void check_cuda(int code, const char *what)
{
  if (!code) return;
  fprintf(stderr, "benchmark: %s failed with %d\n", what, code);
  exit(1);
}

__host__ __device__ long cells_of(const shape &s) { return (long)s.n[0] * s.n[1] * s.n[2]; }

unsigned blocks_for(long count) { return (unsigned)((count + THREADS - 1) / THREADS); }

/* Every frequency, with a mean of 0 apart from rounding. */
__global__ void fill(shape s, double *rhs)
{
  const long c = blockIdx.x * (long)THREADS + threadIdx.x;
  if (c >= cells_of(s)) return;
  const long mirrored = cells_of(s) - 1 - c;
  const auto noise = [](long cell) { return ((unsigned)cell * 2654435761u >> 8) * 0x1p-24; };
  rhs[c] = noise(c) - noise(mirrored);
}

/* |rhs - laplacian(phi)| of each cell; the largest value goes to `largest`. */
__global__ void residual(shape s, const double *phi, const double *rhs, unsigned long long *largest)
{
  const long c = blockIdx.x * (long)THREADS + threadIdx.x;
  if (c >= cells_of(s)) return;
  const int at[3] = { (int)(c % s.n[0]), (int)(c / s.n[0] % s.n[1]), (int)(c / s.n[0] / s.n[1]) };
  long stride = 1;
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    const long low = at[d] > 0 ? c - stride : c + (s.n[d] - 1) * stride;
    const long high = at[d] < s.n[d] - 1 ? c + stride : c - (s.n[d] - 1) * stride;
    sum += phi[low] - 2 * phi[c] + phi[high];
    stride *= s.n[d];
  }
  /* The bits of numbers that are not negative have the order of the numbers. */
  atomicMax(largest, (unsigned long long)__double_as_longlong(fabs(rhs[c] - sum / (s.h * s.h))));
}

/* Divides by the eigenvalues, and by the number of cells: a pair of transforms multiplies by this number. */
__global__ void divide(shape s, cufftDoubleComplex *spectrum)
{
  const long row = s.n[0] / 2 + 1, c = blockIdx.x * (long)THREADS + threadIdx.x;
  if (c >= row * s.n[1] * s.n[2]) return;
  const int wave[3] = { (int)(c % row), (int)(c / row % s.n[1]), (int)(c / row / s.n[1]) };
  double eigenvalue = 0;
  for (int d = 0; d < 3; d++) {
    const double sine = sinpi((double)wave[d] / s.n[d]);
    eigenvalue -= 4 * sine * sine / (s.h * s.h);
  }
  const double factor = c == 0 ? 0 : 1 / (eigenvalue * (double)cells_of(s));
  spectrum[c].x *= factor;
  spectrum[c].y *= factor;
}

double largest_residual(const shape &s, const double *phi, const double *rhs)
{
  unsigned long long *largest, bits;
  double value;
  check_cuda(cudaMalloc(&largest, sizeof *largest), "cudaMalloc");
  check_cuda(cudaMemset(largest, 0, sizeof *largest), "cudaMemset");
  residual<<<blocks_for(cells_of(s)), THREADS>>>(s, phi, rhs, largest);
  check_cuda(cudaMemcpy(&bits, largest, sizeof bits, cudaMemcpyDeviceToHost), "cudaMemcpy");
  check_cuda(cudaFree(largest), "cudaFree");
  memcpy(&value, &bits, sizeof value);
  return value;
}

struct solved {
  double seconds, residual, bytes;
};

solved solve_by_transforms(const shape &s, const double *rhs)
{
  cufftHandle forward, back;
  cufftDoubleComplex *spectrum;
  double *phi, times[SOLVES];
  size_t forward_bytes = 0, back_bytes = 0;
  const size_t waves = (size_t)(s.n[0] / 2 + 1) * (size_t)s.n[1] * (size_t)s.n[2];
  check_cuda(cufftPlan3d(&forward, s.n[2], s.n[1], s.n[0], CUFFT_D2Z), "cufftPlan3d");
  check_cuda(cufftPlan3d(&back, s.n[2], s.n[1], s.n[0], CUFFT_Z2D), "cufftPlan3d");
  check_cuda(cufftGetSize(forward, &forward_bytes), "cufftGetSize");
  check_cuda(cufftGetSize(back, &back_bytes), "cufftGetSize");
  check_cuda(cudaMalloc(&spectrum, waves * sizeof *spectrum), "cudaMalloc");
  check_cuda(cudaMalloc(&phi, (size_t)cells_of(s) * sizeof *phi), "cudaMalloc");
  for (int solve = -1; solve < SOLVES; solve++) { /* the first solve warms up */
    const double start = now();
    check_cuda(cufftExecD2Z(forward, (double *)rhs, spectrum), "cufftExecD2Z");
    divide<<<blocks_for((long)waves), THREADS>>>(s, spectrum);
    check_cuda(cufftExecZ2D(back, spectrum, phi), "cufftExecZ2D");
    check_cuda(cudaDeviceSynchronize(), "a direct solve");
    if (solve >= 0) times[solve] = now() - start;
  }
  const solved result = { median(times, SOLVES), largest_residual(s, phi, rhs),
                          (double)(forward_bytes + back_bytes + waves * sizeof *spectrum) };
  check_cuda(cudaFree(phi), "cudaFree");
  check_cuda(cudaFree(spectrum), "cudaFree");
  check_cuda(cufftDestroy(forward), "cufftDestroy");
  check_cuda(cufftDestroy(back), "cufftDestroy");
  return result;
}

double *device_side(vf_view *view, vf_intent intent)
{
  void *address = NULL;
  check(vf_view_device_address(view, intent, &address));
  return (double *)address;
}

solved solve_by_cycles(const shape &s, vf_view *phi, vf_view *rhs, int *cycles)
{
  const vf_box box = { { 0, 0, 0 }, { s.n[0] - 1, s.n[1] - 1, s.n[2] - 1 } };
  vf_multigrid *solver = NULL;
  vf_multigrid_report report;
  int64_t bytes = 0;
  vf_boundary sides = {};
  sides.order = 2;
  double times[SOLVES];
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_PERIODIC;
  vf_multigrid_problem problem = {};
  problem.boxes = &box;
  problem.box_count = 1;
  for (double &h : problem.h) h = s.h;
  problem.sides = &sides;
  check(vf_multigrid_create(&problem, NULL, &solver));
  check(vf_multigrid_shape(solver, NULL, NULL, &bytes));
  for (int solve = -1; solve < SOLVES; solve++) {
    const double start = now();
    check(vf_multigrid_solve(solver, &phi, &rhs, NULL, &report));
    check(vf_context_wait(NULL));
    if (solve >= 0) times[solve] = now() - start;
  }
  *cycles = report.cycles;
  check(vf_multigrid_destroy(&solver));
  return { median(times, SOLVES), largest_residual(s, device_side(phi, VF_READ), device_side(rhs, VF_READ)),
           (double)bytes };
}

void compare(const shape &s)
{
  const int64_t extents[3] = { s.n[0], s.n[1], s.n[2] };
  const int lower[3] = { 0, 0, 0 };
  vf_view *phi = NULL, *rhs = NULL;
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "phi", &phi));
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "rhs", &rhs));
  fill<<<blocks_for(cells_of(s)), THREADS>>>(s, device_side(rhs, VF_WRITE));
  check_cuda(cudaDeviceSynchronize(), "a right-hand side");
  int cycles = 0;
  const solved mine = solve_by_cycles(s, phi, rhs, &cycles);
  const solved direct = solve_by_transforms(s, device_side(rhs, VF_READ));
  const double million = 1e-6 * (double)cells_of(s);
  printf("%4d x %4d x %4d  %8.3f ms (%d cycles, %5.1f MB a million cells, %.1e)  %8.3f ms (%5.1f, %.1e)  %5.2f\n",
         s.n[0], s.n[1], s.n[2], 1e3 * mine.seconds, cycles, 1e-6 * mine.bytes / million, mine.residual,
         1e3 * direct.seconds, 1e-6 * direct.bytes / million, direct.residual, direct.seconds / mine.seconds);
  fflush(stdout);
  check(vf_view_release(&phi, true));
  check(vf_view_release(&rhs, true));
}

shape shape_of(const char *text)
{
  shape s;
  read_shape(text, s.n);
  s.h = 1.0 / s.n[0];
  return s;
}

} // namespace

int main(int argc, char **argv)
{
  static const char *const usual[] = { "64", "128", "256", "512", "100", "255", "500", "384x384x100" };
  const int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
  printf("on %s: vf_multigrid, cuFFT, and the time of cuFFT over ours (medians of %d)\n", vf_context_device(NULL),
         SOLVES);
  for (int a = 0; a < count; a++) compare(shape_of(argc > 1 ? argv[a + 1] : usual[a]));
  return 0;
}
