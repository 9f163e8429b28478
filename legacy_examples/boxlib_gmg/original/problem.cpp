#include "problem.H"

#include <cmath>

namespace {
const double pi = 3.14159265358979323846;

double coefficient_a(const double *x) { return 1.0 + 0.5 * std::cos(2.0 * x[0]) * std::sin(x[1] + x[2]); }

// b = 1 + 0.4 u v w, each factor depends on one coordinate
double factor_of_b(int d, double x)
{
  if (d == 0) return std::sin(4.0 * x + 0.3);
  if (d == 1) return std::cos(3.0 * x);
  return 0.5 + x * (1.0 - x);
}

double slope_of_b(int d, double x)
{
  if (d == 0) return 4.0 * std::cos(4.0 * x + 0.3);
  if (d == 1) return -3.0 * std::sin(3.0 * x);
  return 1.0 - 2.0 * x;
}

double coefficient_b(const double *x)
{
  return 1.0 + 0.4 * factor_of_b(0, x[0]) * factor_of_b(1, x[1]) * factor_of_b(2, x[2]);
}

double sources(const double *x)
{
  const double at[3][3] = { { 0.3, 0.4, 0.6 }, { 0.7, 0.2, 0.3 }, { 0.5, 0.8, 0.7 } };
  const double strength[3] = { 100.0, -60.0, 80.0 };
  double total = 0.0;
  for (int s = 0; s < 3; s++) {
    double distance = 0.0;
    for (int d = 0; d < 3; d++) distance += (x[d] - at[s][d]) * (x[d] - at[s][d]);
    total += strength[s] * std::exp(-50.0 * distance);
  }
  return total;
}

// The condition of a wall for the solution
enum Demand { demand_zero, demand_no_slope, demand_nothing };

Demand demand_of(WallKind kind, bool nonzero)
{
  if (kind == wall_neumann) return demand_no_slope;
  if (kind == wall_reflect_odd || !nonzero) return demand_zero;
  return demand_nothing;
}

// offset, scale, frequency, phase of a factor of the solution, by the demands at 0 and at 1
struct Factor {
  double offset, scale, frequency, phase;
};
const Factor factors[3][3] = {
  { { 0.0, 1.0, pi, 0.0 }, { 0.0, 1.0, 0.5 * pi, 0.0 }, { 0.0, 1.0, 2.0, 0.0 } },
  { { 0.0, 1.0, 0.5 * pi, 0.5 * pi }, { 0.7, 0.5, pi, 0.5 * pi }, { 0.0, 1.0, 1.2, 0.5 * pi } },
  { { 0.0, 1.0, 0.5 * pi, 0.5 * pi }, { 0.5, 1.0, 0.5 * pi, 0.0 }, { 1.0, 0.4, 2.3, 0.5 } },
};
} // namespace

Problem::Problem(const Input &input) : input_(input)
{
  for (int d = 0; d < 3; d++) {
    const Factor &factor =
        factors[demand_of(input.walls[d], input.nonzero_walls)][demand_of(input.walls[d + 3], input.nonzero_walls)];
    h_[d] = 1.0 / input.n_cells[d];
    offset_[d] = factor.offset;
    scale_[d] = factor.scale;
    frequency_[d] = factor.frequency;
    phase_[d] = factor.phase;
  }
}

double Problem::solution(const double *x) const
{
  double product = 1.0;
  for (int d = 0; d < 3; d++) product *= offset_[d] + scale_[d] * std::sin(frequency_[d] * x[d] + phase_[d]);
  return product;
}

double Problem::right_hand_side(const double *x) const
{
  if (!input_.manufactured) return sources(x);
  double value[3], slope[3], curvature[3], u[3];
  for (int d = 0; d < 3; d++) {
    const double angle = frequency_[d] * x[d] + phase_[d];
    value[d] = offset_[d] + scale_[d] * std::sin(angle);
    slope[d] = scale_[d] * frequency_[d] * std::cos(angle);
    curvature[d] = -scale_[d] * frequency_[d] * frequency_[d] * std::sin(angle);
    u[d] = factor_of_b(d, x[d]);
  }
  // div(b grad phi) = b lap phi + grad b . grad phi
  double divergence = 0.0;
  for (int d = 0; d < 3; d++) {
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    const double b_slope = 0.4 * slope_of_b(d, x[d]) * u[e] * u[f];
    divergence += (coefficient_b(x) * curvature[d] + b_slope * slope[d]) * value[e] * value[f];
  }
  return input_.solver.alpha * coefficient_a(x) * value[0] * value[1] * value[2] - input_.solver.beta * divergence;
}

void Problem::set_up(Level &level) const
{
  MultiFab *b[3] = { &level.bx, &level.by, &level.bz };
#pragma omp parallel for
  for (int n = 0; n < level.layout.size(); n++) {
    const Box &box = level.layout.box(n);
    for (int k = box.lo[2]; k <= box.hi[2]; k++)
      for (int j = box.lo[1]; j <= box.hi[1]; j++)
        for (int i = box.lo[0]; i <= box.hi[0]; i++) {
          const double x[3] = { centre(0, i), centre(1, j), centre(2, k) };
          level.a[n](i, j, k) = coefficient_a(x);
          level.rhs[n](i, j, k) = right_hand_side(x);
        }
    for (int d = 0; d < 3; d++) {
      const Box faces = faces_of(box, d);
      for (int k = faces.lo[2]; k <= faces.hi[2]; k++)
        for (int j = faces.lo[1]; j <= faces.hi[1]; j++)
          for (int i = faces.lo[0]; i <= faces.hi[0]; i++) {
            const int at[3] = { i, j, k };
            double x[3] = { centre(0, i), centre(1, j), centre(2, k) };
            x[d] = face(d, at[d]);
            (*b[d])[n](i, j, k) = coefficient_b(x);
          }
    }
  }
  if (!input_.nonzero_walls) return;
  // With sources the solution is not known, and the walls have the values of the manufactured solution.
  level.boundary.set_wall_values([this](int f, int i, int j, int k) {
    double x[3] = { centre(0, i), centre(1, j), centre(2, k) };
    x[f % 3] = f < 3 ? 0.0 : 1.0;
    return solution(x);
  });
}

double Problem::error_max(const Level &level) const
{
  double error = 0.0;
  for (int n = 0; n < level.layout.size(); n++) {
    const Box &box = level.layout.box(n);
    for (int k = box.lo[2]; k <= box.hi[2]; k++)
      for (int j = box.lo[1]; j <= box.hi[1]; j++)
        for (int i = box.lo[0]; i <= box.hi[0]; i++) {
          const double x[3] = { centre(0, i), centre(1, j), centre(2, k) };
          error = std::max(error, std::fabs(level.phi[n](i, j, k) - solution(x)));
        }
  }
  return error;
}
