#include "mg.H"

#include <chrono>
#include <cstdio>

namespace {
double seconds_now()
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
} // namespace

SolveResult MultiGrid::solve()
{
  Level &level = finest();
  SolveResult result = { 0, 0.0, 0.0, false };
  const double start = seconds_now();

  // Up to the end of the loop only the Fortran routines touch FABs.
  const double enough = settings_.tolerance * norm_max(level.layout, level.rhs);
  for (;;) {
    level.residual(level.res);
    result.residual = norm_max(level.layout, level.res);
    std::printf("cycle %3d residual %.12e\n", result.cycles, result.residual);
    result.converged = result.residual <= enough;
    if (result.converged || result.cycles == settings_.max_cycles) break;
    cycle(0);
    result.cycles++;
  }

  result.seconds = seconds_now() - start;
  return result;
}
