#include "mg.H"

#include <cmath>

namespace {
const double reduction = 1e-4;
const int max_iterations = 200;
} // namespace

void ConjugateGradients::solve()
{
  const Layout &layout = level_.layout;
  MultiFab &r = level_.res;

  level_.residual(r);
  copy(layout, p_, r);
  double rr = dot(layout, r, r);
  const double enough = reduction * std::sqrt(rr);
  for (int iteration = 0; iteration < max_iterations && std::sqrt(rr) > enough; iteration++) {
    level_.apply(q_, p_, true);
    const double step = rr / dot(layout, p_, q_);
    saxpy(layout, level_.phi, step, p_);
    saxpy(layout, r, -step, q_);
    const double before = rr;
    rr = dot(layout, r, r);
    xpay(layout, p_, rr / before, r);
  }
}
