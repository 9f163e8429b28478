#include "boundary.H"
#include "kernels.H"

namespace {
template <class Action> void for_each(const Box &box, Action action)
{
  for (int k = box.lo[2]; k <= box.hi[2]; k++)
    for (int j = box.lo[1]; j <= box.hi[1]; j++)
      for (int i = box.lo[0]; i <= box.hi[0]; i++) action(i, j, k);
}
} // namespace

Boundary::Boundary(const Layout &layout, const WallKind *walls, const double *h, int max_order) : max_order_(max_order)
{
  std::copy(h, h + 3, h_);
  for (int b = 0; b < layout.size(); b++)
    for (int face = 0; face < 6; face++) {
      const Box outside = layer_outside(layout.box(b), face);
      const bool at_wall = (outside & layout.domain()).empty();
      // Between boxes no ghost needs the condition.
      kinds_.push_back(at_wall ? walls[face] : wall_dirichlet);
      distances_.push_back(at_wall ? 0.0 : h[face % 3]);
      values_.emplace_back(outside, 1, 0.0);
      undo_.emplace_back(layer_inside(layout.box(b), face), 1, 0.0);
      masks_.emplace_back(outside, 1, at_wall ? mask_outside : mask_not_covered);
    }
  for (const Neighbour &n : layout.neighbours())
    for (int face = 0; face < 6; face++) {
      Mask &mask = masks_[index(n.box, face)];
      for_each(n.cells & mask.box(), [&](int i, int j, int k) { mask(i, j, k) = mask_covered; });
    }
}

void Boundary::set_wall_values(const std::function<double(int, int, int, int)> &value)
{
  for (std::size_t f = 0; f < values_.size(); f++) {
    const int face = static_cast<int>(f % 6);
    for_each(values_[f].box(), [&](int i, int j, int k) {
      if (masks_[f](i, j, k) == mask_outside) values_[f](i, j, k) = value(face, i, j, k);
    });
  }
}

void Boundary::fill(const Layout &layout, MultiFab &phi, bool homogeneous)
{
  const int one = 1, flagden = 1, flagbc = homogeneous ? 0 : 1;
  fill_boundary(layout, phi);
#pragma omp parallel for
  for (int f = 0; f < 6 * layout.size(); f++) {
    const int b = f / 6, face = f % 6;
    const std::size_t r = index(b, face);
    const int kind = kinds_[r];
    applybc3dgen_(&flagden, &flagbc, &max_order_, FORT_FAB(phi[b]), &face, &kind, &distances_[r], FORT_FAB(values_[r]),
                  FORT_FAB(masks_[r]), FORT_FAB(undo_[r]), layout.box(b).lo, layout.box(b).hi, &one, h_);
  }
}
