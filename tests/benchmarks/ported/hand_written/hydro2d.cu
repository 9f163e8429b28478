/* Loops of hydro2d in hand-written CUDA: raw pointers, extents as numbers, a thread for each point. The arithmetic is
 * that of legacy_examples/hydro2d/kernels. With FEW_DIVISIONS the formulas are rearranged for as few divisions as
 * possible, so the last bits change. Cells are 1 to nx and 1 to ny. */
#include "cuda_support.h"

namespace {

enum { COLUMNS = 64, ROWS = 4, THREADS = COLUMNS * ROWS };

/* All arrays begin at -1, two layers below the mesh. */
__device__ inline int in_cells(int i, int j, int nx) { return (i + 1) + (j + 1) * (nx + 4); }
__device__ inline int on_nodes(int i, int j, int nx) { return (i + 1) + (j + 1) * (nx + 5); }

__device__ inline int column() { return 1 + (int)(blockIdx.x * COLUMNS + threadIdx.x); }
__device__ inline int row() { return 1 + (int)(blockIdx.y * ROWS + threadIdx.y); }

dim3 blocks_of(int points_in_x, int points_in_y)
{
  return dim3(covering(points_in_x, COLUMNS), covering(points_in_y, ROWS));
}

template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    ideal_gas(int nx, int ny, double gamma, const double *__restrict__ density, const double *__restrict__ energy,
              double *__restrict__ pressure, double *__restrict__ soundspeed)
{
  const int i = column(), j = row();
  if (i > nx || j > ny) return;
  const int c = in_cells(i, j, nx);
  const double rho = density[c], e = energy[c];
  const double p = (gamma - 1) * rho * e;
  pressure[c] = p;
  soundspeed[c] = FEW_DIVISIONS ? sqrt(gamma * (gamma - 1) * e) : sqrt(gamma * p / rho);
}

template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    viscosity(int nx, int ny, const double *__restrict__ celldx, const double *__restrict__ celldy,
              const double *__restrict__ density, const double *__restrict__ pressure,
              const double *__restrict__ soundspeed, const double *__restrict__ xvel, const double *__restrict__ yvel,
              double *__restrict__ q)
{
  const int i = column(), j = row();
  if (i > nx || j > ny) return;
  const int c = in_cells(i, j, nx), up = nx + 4, node = on_nodes(i, j, nx), node_up = node + nx + 5;
  const double dx = celldx[i + 1], dy = celldy[j + 1];
  const double u_sw = xvel[node], u_se = xvel[node + 1], u_nw = xvel[node_up], u_ne = xvel[node_up + 1];
  const double v_sw = yvel[node], v_se = yvel[node + 1], v_nw = yvel[node_up], v_ne = yvel[node_up + 1];
  const double du_x = 0.5 * ((u_se + u_ne) - (u_sw + u_nw)), dv_y = 0.5 * ((v_nw + v_ne) - (v_sw + v_se));
  const double per_dx = FEW_DIVISIONS ? 1 / dx : 0, per_dy = FEW_DIVISIONS ? 1 / dy : 0;
  const double ux = FEW_DIVISIONS ? du_x * per_dx : du_x / dx, vy = FEW_DIVISIONS ? dv_y * per_dy : dv_y / dy;
  double result = 0;
  if (ux + vy < 0) {
    const double dv_x = 0.5 * ((v_se + v_ne) - (v_sw + v_nw)), du_y = 0.5 * ((u_nw + u_ne) - (u_sw + u_se));
    const double vx = FEW_DIVISIONS ? dv_x * per_dx : dv_x / dx, uy = FEW_DIVISIONS ? du_y * per_dy : du_y / dy;
    const double px = (pressure[c + 1] - pressure[c - 1]) / (dx + 0.5 * (celldx[i] + celldx[i + 2]));
    const double py = (pressure[c + up] - pressure[c - up]) / (dy + 0.5 * (celldy[j] + celldy[j + 2]));
    const double gradient2 = px * px + py * py;
    const double work = px * px * ux + px * py * (uy + vx) + py * py * vy;
    if (FEW_DIVISIONS) {
      if (gradient2 > 1.0e-30 && work < 0) {
        /* dx / abs(px) < dy / abs(py), without the quotients */
        const double size_x = fabs(px), size_y = fabs(py);
        const bool by_x = dx * size_y < dy * size_x;
        const double jump = -work * (by_x ? dx : dy) / (sqrt(gradient2) * (by_x ? size_x : size_y));
        result = density[c] * jump * (0.5 * soundspeed[c] + 1.5 * jump);
      }
    } else {
      const double strain = gradient2 > 1.0e-30 ? work / gradient2 : 0;
      if (strain < 0) {
        const double over_x = dx / fmax(fabs(px), 1.0e-30), over_y = dy / fmax(fabs(py), 1.0e-30);
        const double jump = -strain * (sqrt(gradient2) * fmin(over_x, over_y));
        result = density[c] * jump * (0.5 * soundspeed[c] + 1.5 * jump);
      }
    }
  }
  q[c] = result;
}

template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    pdv(int nx, int ny, double dt, const double *__restrict__ celldx, const double *__restrict__ celldy,
        const double *__restrict__ volume, const double *__restrict__ density0, const double *__restrict__ energy0,
        const double *__restrict__ pressure, const double *__restrict__ viscosity, const double *__restrict__ xvel_a,
        const double *__restrict__ yvel_a, const double *__restrict__ xvel_b, const double *__restrict__ yvel_b,
        double *__restrict__ density1, double *__restrict__ energy1)
{
  const int i = column(), j = row();
  if (i > nx || j > ny) return;
  const int c = in_cells(i, j, nx), sw = on_nodes(i, j, nx), se = sw + 1, nw = sw + nx + 5, ne = nw + 1;
  const double in_x = 0.25 * dt * celldy[j + 1], in_y = 0.25 * dt * celldx[i + 1];
  const double rho = density0[c], cell = volume[c], stress = pressure[c] + viscosity[c], before = energy0[c];
  const double left = in_x * ((xvel_a[sw] + xvel_a[nw]) + (xvel_b[sw] + xvel_b[nw]));
  const double right = in_x * ((xvel_a[se] + xvel_a[ne]) + (xvel_b[se] + xvel_b[ne]));
  const double bottom = in_y * ((yvel_a[sw] + yvel_a[se]) + (yvel_b[sw] + yvel_b[se]));
  const double top = in_y * ((yvel_a[nw] + yvel_a[ne]) + (yvel_b[nw] + yvel_b[ne]));
  const double change = (right - left) + (top - bottom);
  if (FEW_DIVISIONS) {
    const double mass = rho * cell, after = cell + change, per_both = 1 / (mass * after);
    energy1[c] = before - stress * change * (after * per_both);
    density1[c] = mass * (mass * per_both);
  } else {
    energy1[c] = before - stress * change / (rho * cell);
    density1[c] = rho * (cell / (cell + change));
  }
}

template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    accelerate(int nx, int ny, double dt, const double *__restrict__ celldx, const double *__restrict__ celldy,
               const double *__restrict__ volume, const double *__restrict__ density,
               const double *__restrict__ pressure, const double *__restrict__ viscosity,
               const double *__restrict__ xvel0, const double *__restrict__ yvel0, double *__restrict__ xvel1,
               double *__restrict__ yvel1)
{
  const int i = column(), j = row();
  if (i > nx + 1 || j > ny + 1) return;
  const int node = on_nodes(i, j, nx), ne = in_cells(i, j, nx), nw = ne - 1, se = ne - (nx + 4), sw = se - 1;
  const double mass = 0.25 * ((density[sw] * volume[sw] + density[se] * volume[se]) +
                              (density[nw] * volume[nw] + density[ne] * volume[ne]));
  const double of_sw = pressure[sw] + viscosity[sw], of_se = pressure[se] + viscosity[se];
  const double of_nw = pressure[nw] + viscosity[nw], of_ne = pressure[ne] + viscosity[ne];
  const double in_x = celldy[j] * (of_sw - of_se) + celldy[j + 1] * (of_nw - of_ne);
  const double in_y = celldx[i] * (of_sw - of_nw) + celldx[i + 1] * (of_se - of_ne);
  const double u = xvel0[node], v = yvel0[node];
  if (FEW_DIVISIONS) {
    const double factor = dt * 0.5 / mass;
    xvel1[node] = u + factor * in_x;
    yvel1[node] = v + factor * in_y;
  } else {
    xvel1[node] = u + dt * 0.5 * in_x / mass;
    yvel1[node] = v + dt * 0.5 * in_y / mass;
  }
}

/* The mean of two differences, but at most twice the smaller difference, and 0 if their signs differ. */
__device__ inline double limited(double a, double b)
{
  const double size = fmin(2 * fmin(fabs(a), fabs(b)), 0.5 * fabs(a + b));
  return a * b > 0 ? copysign(size, a) : 0;
}

/* Fluxes through the faces normal to x, from 1 to nx + 1. The code chooses the donor before any load, so each array is
 * read at three places in place of four. */
template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    cell_flux_x(int nx, int ny, const double *__restrict__ vol_flux, const double *__restrict__ pre_vol,
                const double *__restrict__ density, const double *__restrict__ energy, double *__restrict__ mass_flux,
                double *__restrict__ ener_flux)
{
  const int i = column(), j = row();
  if (i > nx + 1 || j > ny) return;
  const int face = on_nodes(i, j, nx); /* a row of x faces and a row of nodes have the same length */
  const double flux = vol_flux[face];
  const bool upwards = flux > 0;
  const int donor_i = upwards ? i - 1 : i, towards = upwards ? 1 : -1;
  const int donor = in_cells(donor_i, j, nx);
  const double cell = pre_vol[on_nodes(donor_i, j, nx)];
  const double rho = density[donor], rho_up = density[donor - towards], rho_down = density[donor + towards];
  const double e = energy[donor], e_up = energy[donor - towards], e_down = energy[donor + towards];
  const double per_mass = FEW_DIVISIONS ? 1 / (rho * cell) : 0;
  const double part = FEW_DIVISIONS ? fabs(flux) * (rho * per_mass) : fabs(flux) / cell;
  const double mass = flux * (rho + 0.5 * (1 - part) * limited(rho - rho_up, rho_down - rho));
  const double part_of_mass = FEW_DIVISIONS ? fabs(mass) * per_mass : fabs(mass) / (rho * cell);
  mass_flux[face] = mass;
  ener_flux[face] = mass * (e + 0.5 * (1 - part_of_mass) * limited(e - e_up, e_down - e));
}

/* The smallest value and its first cell, in the order of the loops. */
struct least {
  double value;
  int cell;
  static __device__ least none() { return { 1.0e308, 0x7fffffff }; }
};

__device__ inline least joined(least a, least b)
{
  return b.value < a.value || (b.value == a.value && b.cell < a.cell) ? b : a;
}

__device__ inline least of_lane_above(least mine, int step)
{
  return { __shfl_down_sync(0xffffffffu, mine.value, step), __shfl_down_sync(0xffffffffu, mine.cell, step) };
}

__device__ inline least fetched(const least *from) { return { __ldcg(&from->value), __ldcg(&from->cell) }; }

enum { ROWS_OF_THREAD = 16 };

/* A thread takes rows of a column, and keeps the nodes of the upper side for the next row. With FEW_DIVISIONS it finds
 * the largest cfl / dt. */
template <bool FEW_DIVISIONS>
__global__ void __launch_bounds__(THREADS)
    calc_dt(int nx, int ny, double cfl, const double *__restrict__ celldx, const double *__restrict__ celldy,
            const double *__restrict__ density, const double *__restrict__ viscosity,
            const double *__restrict__ soundspeed, const double *__restrict__ xvel, const double *__restrict__ yvel,
            least *of_blocks, unsigned *blocks_done, least *result)
{
  const int i = column(), first = 1 + (int)(blockIdx.y * ROWS + threadIdx.y) * ROWS_OF_THREAD;
  least mine = least::none();
  if (i <= nx && first <= ny) {
    const int end = min(first + ROWS_OF_THREAD, ny + 1);
    const double dx = celldx[i + 1], per_dx = FEW_DIVISIONS ? 1 / dx : 0;
    int node = on_nodes(i, first, nx);
    double u_sw = xvel[node], u_se = xvel[node + 1], v_sw = yvel[node], v_se = yvel[node + 1];
    double u_below = fmax(fabs(u_sw), fabs(u_se)), v_below = fmax(fabs(v_sw), fabs(v_se));
    for (int j = first; j < end; j++) {
      const int c = in_cells(i, j, nx);
      node += nx + 5;
      const double u_nw = xvel[node], u_ne = xvel[node + 1], v_nw = yvel[node], v_ne = yvel[node + 1];
      const double dy = celldy[j + 1], sound_only = soundspeed[c];
      const double sound = sqrt(sound_only * sound_only + 2 * viscosity[c] / density[c]);
      const double u_above = fmax(fabs(u_nw), fabs(u_ne)), v_above = fmax(fabs(v_nw), fabs(v_ne));
      const double u = fmax(u_below, u_above), v = fmax(v_below, v_above);
      const double du = 0.5 * ((u_se + u_ne) - (u_sw + u_nw)), dv = 0.5 * ((v_nw + v_ne) - (v_sw + v_se));
      double value;
      if (FEW_DIVISIONS) {
        const double per_dy = 1 / dy, divergence = du * per_dx + dv * per_dy;
        value = -fmax(fmax((sound + u) * per_dx, (sound + v) * per_dy), fmax(fabs(divergence), 1.0e-30));
      } else {
        const double divergence = du / dx + dv / dy;
        value = cfl * fmin(fmin(dx / (sound + u), dy / (sound + v)), 1 / fmax(fabs(divergence), 1.0e-30));
      }
      mine = joined(mine, least{ value, (j - 1) * nx + (i - 1) });
      u_sw = u_nw;
      u_se = u_ne;
      v_sw = v_nw;
      v_se = v_ne;
      u_below = u_above;
      v_below = v_above;
    }
  }
  give_result(mine, of_blocks, blocks_done, result);
}

} // namespace

/* The entries: queue is the stream; arrays are on the device, with the bounds of the example. */
#define TWIN(kernel, few, blocks, ...)                                                           \
  do {                                                                                           \
    if (few) kernel<true><<<blocks, dim3(COLUMNS, ROWS), 0, (cudaStream_t)queue>>>(__VA_ARGS__); \
    else kernel<false><<<blocks, dim3(COLUMNS, ROWS), 0, (cudaStream_t)queue>>>(__VA_ARGS__);    \
    CHECKED(cudaGetLastError());                                                                 \
  } while (0)

extern "C" void hand_written_ideal_gas(void *queue, int few, int nx, int ny, double gamma, const double *density,
                                       const double *energy, double *pressure, double *soundspeed)
{
  TWIN(ideal_gas, few, blocks_of(nx, ny), nx, ny, gamma, density, energy, pressure, soundspeed);
}

extern "C" void hand_written_viscosity(void *queue, int few, int nx, int ny, const double *celldx, const double *celldy,
                                       const double *density, const double *pressure, const double *soundspeed,
                                       const double *xvel, const double *yvel, double *q)
{
  TWIN(viscosity, few, blocks_of(nx, ny), nx, ny, celldx, celldy, density, pressure, soundspeed, xvel, yvel, q);
}

extern "C" void hand_written_pdv(void *queue, int few, int nx, int ny, double dt, const double *celldx,
                                 const double *celldy, const double *volume, const double *density0,
                                 const double *energy0, const double *pressure, const double *viscosity,
                                 const double *xvel_a, const double *yvel_a, const double *xvel_b, const double *yvel_b,
                                 double *density1, double *energy1)
{
  TWIN(pdv, few, blocks_of(nx, ny), nx, ny, dt, celldx, celldy, volume, density0, energy0, pressure, viscosity, xvel_a,
       yvel_a, xvel_b, yvel_b, density1, energy1);
}

extern "C" void hand_written_accelerate(void *queue, int few, int nx, int ny, double dt, const double *celldx,
                                        const double *celldy, const double *volume, const double *density,
                                        const double *pressure, const double *viscosity, const double *xvel0,
                                        const double *yvel0, double *xvel1, double *yvel1)
{
  TWIN(accelerate, few, blocks_of(nx + 1, ny + 1), nx, ny, dt, celldx, celldy, volume, density, pressure, viscosity,
       xvel0, yvel0, xvel1, yvel1);
}

extern "C" void hand_written_cell_flux_x(void *queue, int few, int nx, int ny, const double *vol_flux,
                                         const double *pre_vol, const double *density, const double *energy,
                                         double *mass_flux, double *ener_flux)
{
  TWIN(cell_flux_x, few, blocks_of(nx + 1, ny), nx, ny, vol_flux, pre_vol, density, energy, mass_flux, ener_flux);
}

/* The result is on the host when the function returns. place: i and j. */
extern "C" void hand_written_calc_dt(void *queue, int few, int nx, int ny, double cfl, const double *celldx,
                                     const double *celldy, const double *density, const double *viscosity,
                                     const double *soundspeed, const double *xvel, const double *yvel, double *dt,
                                     int *place)
{
  static reduction_memory<least> memory;
  memory.make();
  const dim3 blocks(covering(nx, COLUMNS), covering(ny, ROWS * ROWS_OF_THREAD));
  if (blocks.x * blocks.y > reduction_memory<least>::MOST_BLOCKS) {
    fprintf(stderr, "hand_written_calc_dt: too many cells\n");
    exit(1);
  }
  TWIN(calc_dt, few, blocks, nx, ny, cfl, celldx, celldy, density, viscosity, soundspeed, xvel, yvel, memory.of_blocks,
       memory.blocks_done, memory.result);
  CHECKED(cudaStreamSynchronize((cudaStream_t)queue));
  *dt = few ? -cfl / memory.result->value : memory.result->value;
  place[0] = memory.result->cell % nx + 1;
  place[1] = memory.result->cell / nx + 1;
}
