#include "mg.H"
#include "kernels.H"

namespace {
const int one = 1, pre_smooths = 2, post_smooths = 2, bottom_smooths = 8;

// coarse = fine on the coarser grid
void restrict_to(const Layout &coarse_layout, MultiFab &coarse, const MultiFab &fine)
{
  const std::vector<Tile> &tiles = coarse_layout.tiles();
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const int b = tiles[t].box;
    average3dgen_(FORT_FAB(coarse[b]), FORT_FAB(fine[b]), tiles[t].cells.lo, tiles[t].cells.hi, &one);
  }
}

// fine = fine + coarse
void add_correction(const Layout &coarse_layout, MultiFab &fine, const MultiFab &coarse)
{
  const std::vector<Tile> &tiles = coarse_layout.tiles();
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const int b = tiles[t].box;
    interp3dgen_(FORT_FAB(fine[b]), FORT_FAB(coarse[b]), tiles[t].cells.lo, tiles[t].cells.hi, &one);
  }
}
} // namespace

Level::Level(const Layout &boxes, const double *widths, const WallKind *walls, const SolverSettings &settings,
             bool coarse)
    : layout(boxes), h{ widths[0], widths[1], widths[2] }, alpha(settings.alpha), beta(settings.beta),
      homogeneous(coarse), boundary(layout, walls, h, settings.max_order), phi(layout, 1), rhs(layout, 0),
      res(layout, 0), a(layout, 0), bx(MultiFab::on_faces(layout, 0)), by(MultiFab::on_faces(layout, 1)),
      bz(MultiFab::on_faces(layout, 2))
{
}

void Level::smooth()
{
  const std::vector<Tile> &tiles = layout.tiles();
  for (int redblack = 0; redblack < 2; redblack++) {
    boundary.fill(layout, phi, homogeneous);
#pragma omp parallel for
    for (std::size_t t = 0; t < tiles.size(); t++) {
      const int b = tiles[t].box;
      const Box &tile = tiles[t].cells, &box = layout.box(b);
      gsrb3daabbec_(FORT_FAB(phi[b]), FORT_FAB(rhs[b]), &alpha, &beta, FORT_FAB(a[b]), FORT_FAB(bx[b]), FORT_FAB(by[b]),
                    FORT_FAB(bz[b]), FORT_FAB(boundary.undo(b, 0)), FORT_FAB(boundary.mask(b, 0)),
                    FORT_FAB(boundary.undo(b, 1)), FORT_FAB(boundary.mask(b, 1)), FORT_FAB(boundary.undo(b, 2)),
                    FORT_FAB(boundary.mask(b, 2)), FORT_FAB(boundary.undo(b, 3)), FORT_FAB(boundary.mask(b, 3)),
                    FORT_FAB(boundary.undo(b, 4)), FORT_FAB(boundary.mask(b, 4)), FORT_FAB(boundary.undo(b, 5)),
                    FORT_FAB(boundary.mask(b, 5)), tile.lo, tile.hi, box.lo, box.hi, &one, h, &redblack);
    }
  }
}

void Level::apply(MultiFab &y, MultiFab &x, bool without_wall_values)
{
  const std::vector<Tile> &tiles = layout.tiles();
  boundary.fill(layout, x, without_wall_values);
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const int b = tiles[t].box;
    adotx3daabbec_(FORT_FAB(y[b]), FORT_FAB(x[b]), &alpha, &beta, FORT_FAB(a[b]), FORT_FAB(bx[b]), FORT_FAB(by[b]),
                   FORT_FAB(bz[b]), tiles[t].cells.lo, tiles[t].cells.hi, &one, h);
  }
}

void Level::residual(MultiFab &result)
{
  apply(result, phi, homogeneous);
  xpay(layout, result, -1.0, rhs);
}

MultiGrid::MultiGrid(const Layout &finest, const double *h, const WallKind *walls, const SolverSettings &settings)
    : settings_(settings)
{
  Layout layout = finest;
  double widths[3] = { h[0], h[1], h[2] };
  levels_.emplace_back(new Level(layout, widths, walls, settings, false));
  while (levels() < settings.max_levels && layout.coarsenable()) {
    layout = layout.coarse();
    for (double &width : widths) width *= 2.0;
    levels_.emplace_back(new Level(layout, widths, walls, settings, true));
  }
  cg_.reset(new ConjugateGradients(*levels_.back()));
}

void MultiGrid::average_coefficients()
{
  for (std::size_t l = 1; l < levels_.size(); l++) {
    const Level &fine = *levels_[l - 1];
    Level &coarse = *levels_[l];
#pragma omp parallel for
    for (int b = 0; b < coarse.layout.size(); b++) {
      const Box &cells = coarse.layout.box(b);
      averagecc3dgen_(FORT_FAB(coarse.a[b]), FORT_FAB(fine.a[b]), cells.lo, cells.hi, &one);
      const MultiFab *from[3] = { &fine.bx, &fine.by, &fine.bz };
      MultiFab *to[3] = { &coarse.bx, &coarse.by, &coarse.bz };
      for (int d = 0; d < 3; d++) {
        const Box faces = faces_of(cells, d);
        averageec3dgen_(FORT_FAB((*to[d])[b]), FORT_FAB((*from[d])[b]), faces.lo, faces.hi, &one, &d);
      }
    }
  }
}

void MultiGrid::bottom(Level &level)
{
  if (settings_.bottom == bottom_cg) {
    cg_->solve();
    return;
  }
  for (int s = 0; s < bottom_smooths; s++) level.smooth();
}

void MultiGrid::cycle(std::size_t l)
{
  Level &level = *levels_[l];
  if (l + 1 == levels_.size()) {
    bottom(level);
    return;
  }
  Level &coarse = *levels_[l + 1];
  for (int s = 0; s < pre_smooths; s++) level.smooth();
  level.residual(level.res);
  restrict_to(coarse.layout, coarse.rhs, level.res);
  set_value(coarse.layout, coarse.phi, 0.0);
  cycle(l + 1);
  add_correction(coarse.layout, level.phi, coarse.phi);
  for (int s = 0; s < post_smooths; s++) level.smooth();
}
