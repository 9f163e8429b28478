// boxlib_gmg_original <input file>: exit status 0, 1 if the solver did not converge, 2 for a wrong input.
#include "problem.H"

#include <cmath>
#include <cstdio>

int main(int argc, char **argv)
{
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s <input file>\n", argv[0]);
    return 2;
  }
  const Input input = read_input(argv[1]);
  const Problem problem(input);
  Box domain;
  for (int d = 0; d < 3; d++) {
    domain.lo[d] = input.origin[d];
    domain.hi[d] = input.origin[d] + input.n_cells[d] - 1;
  }
  const Layout layout(domain, input.max_box_size, input.tile_size);
  MultiGrid multigrid(layout, problem.h(), input.walls, input.solver);
  problem.set_up(multigrid.finest());
  multigrid.average_coefficients();
  std::printf("boxes %d levels %d\n", layout.size(), multigrid.levels());

  const SolveResult result = multigrid.solve();

  const Level &finest = multigrid.finest();
  const double phi_sum = sum(layout, finest.phi);
  std::printf("cycles %d\nfinal residual %.12e\n", result.cycles, result.residual);
  if (input.manufactured) std::printf("max error %.12e\n", problem.error_max(finest));
  std::printf("max abs phi %.15e\nsum phi %.15e\n", norm_max(layout, finest.phi), phi_sum);
  std::printf("solve seconds %.4f\n", result.seconds);
  // The max norm ignores NaN; the sum does not.
  if (!result.converged || !std::isfinite(phi_sum)) {
    std::fprintf(stderr, "%s: not converged after %d cycles\n", argv[1], result.cycles);
    return 1;
  }
  return 0;
}
